import type { MethodParams } from '../contract/methods.ts';
import type { LiveSettings } from '../contract/settings.ts';
import type { Administering, Handlers } from './ports.ts';

/** The settings that take effect at once. */
export interface Settings {
  live(): LiveSettings;
  /** Keeps a change for the next start as well. */
  change(change: MethodParams<'admin.settings'>): LiveSettings;
}

export function adminHandlers(
  administering: Administering,
  settings: Settings,
): Pick<Handlers, 'admin.rebuild' | 'admin.backup' | 'admin.restore' | 'admin.settings' | 'admin.shutdown'> {
  return {
    'admin.rebuild': (params) => administering.rebuild(params),
    'admin.backup': (params) => administering.backup(params),
    'admin.restore': (params) => administering.restore(params),
    'admin.settings': (change) => (Object.keys(change).length === 0 ? settings.live() : settings.change(change)),
    'admin.shutdown': () => {
      administering.shutdown();
      return { stopping: true };
    },
  };
}
