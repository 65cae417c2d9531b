import type { Administering, Handlers } from './ports.ts';

export function adminHandlers(
  administering: Administering,
): Pick<Handlers, 'admin.rebuild' | 'admin.backup' | 'admin.restore' | 'admin.shutdown'> {
  return {
    'admin.rebuild': (params) => administering.rebuild(params),
    'admin.backup': (params) => administering.backup(params),
    'admin.restore': (params) => administering.restore(params),
    'admin.shutdown': () => {
      administering.shutdown();
      return { stopping: true };
    },
  };
}
