import { app, Menu, type MenuItemConstructorOptions, shell } from 'electron';
import type { WindowCommand } from '../contract/bridge.ts';

/** The menu: views by number, the question by its key, and where the data lies. */
export function setUpMenu(options: {
  readonly dataDir: string;
  readonly command: (command: WindowCommand) => void;
}): void {
  const { dataDir, command } = options;
  const view = (label: string, key: number, name: WindowCommand): MenuItemConstructorOptions => ({
    label,
    accelerator: `CmdOrCtrl+${key}`,
    click: () => command(name),
  });
  const template: MenuItemConstructorOptions[] = [
    ...(process.platform === 'darwin' ? [{ role: 'appMenu' as const }] : []),
    {
      role: 'fileMenu',
      submenu: [
        { label: 'Open the Data Folder', click: () => void shell.openPath(dataDir) },
        { type: 'separator' },
        { role: process.platform === 'darwin' ? 'close' : 'quit' },
      ],
    },
    { role: 'editMenu' },
    {
      label: 'View',
      submenu: [
        view('Ask', 1, 'view:ask'),
        view('Timeline', 2, 'view:timeline'),
        view('Episodes', 3, 'view:episodes'),
        view('Entities', 4, 'view:entities'),
        view('Import', 5, 'view:import'),
        view('Ledger', 6, 'view:ledger'),
        view('Bench', 7, 'view:bench'),
        view('Status', 8, 'view:status'),
        { type: 'separator' },
        { label: 'New Question', accelerator: 'CmdOrCtrl+L', click: () => command('focus-query') },
        { type: 'separator' },
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { role: 'togglefullscreen' },
        ...(app.isPackaged ? [] : [{ role: 'toggleDevTools' as const }]),
      ],
    },
    { role: 'windowMenu' },
  ];
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}
