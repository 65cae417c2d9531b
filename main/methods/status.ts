import type { Handlers, Observing, Reading } from './ports.ts';

export function statusHandlers(observing: Observing, reading: Reading): Pick<Handlers, 'status' | 'namespaces.list'> {
  return {
    status: () => observing.status(),
    'namespaces.list': async () => ({ namespaces: await reading.namespaces() }),
  };
}
