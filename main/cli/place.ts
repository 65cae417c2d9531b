import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';

/** Where the data of a user lies when nobody says otherwise: `PIPER_DATA`, else the platform's place for it. */
export function defaultDataDir(
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform = process.platform,
  home: string = homedir(),
): string {
  if (env.PIPER_DATA) return resolve(env.PIPER_DATA);
  if (platform === 'win32') return join(env.LOCALAPPDATA ?? join(home, 'AppData', 'Local'), 'Piper Memory');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Piper Memory');
  return join(env.XDG_DATA_HOME || join(home, '.local', 'share'), 'piper-memory');
}

/** The built renderer, seen from source (`main/cli/`), from a build (`out/main/…`) or a packaged app; null without one. */
export function findRenderer(here: string = import.meta.dirname): string | null {
  const candidates = ancestors(here).flatMap((folder) =>
    basename(folder) === 'out' ? [join(folder, 'renderer')] : [join(folder, 'out', 'renderer')],
  );
  return candidates.find((folder) => existsSync(join(folder, 'index.html'))) ?? null;
}

function ancestors(folder: string): string[] {
  const above = dirname(folder);
  return above === folder ? [folder] : [folder, ...ancestors(above)];
}
