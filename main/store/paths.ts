import { join } from 'node:path';

/** Where everything lies in one data directory: data-model.md, "On disk". */
export interface DataPaths {
  readonly dir: string;
  readonly ledger: string;
  readonly memory: string;
  readonly vectors: string;
  readonly traces: string;
  readonly cache: string;
  readonly config: string;
  readonly lock: string;
  readonly socket: string;
  readonly agentToken: string;
  readonly operatorToken: string;
  readonly log: string;
  readonly uploads: string;
}

export function dataPaths(dir: string, platform: NodeJS.Platform = process.platform): DataPaths {
  const at = (name: string) => join(dir, name);
  return {
    dir,
    ledger: at('ledger.db'),
    memory: at('memory.db'),
    vectors: at('vectors'),
    traces: at('traces.db'),
    cache: at('cache.db'),
    config: at('config.json'),
    lock: at('daemon.lock'),
    socket: platform === 'win32' ? windowsPipe(dir) : at('daemon.sock'),
    agentToken: at('agent.token'),
    operatorToken: at('operator.token'),
    log: at('daemon.log'),
    uploads: at('uploads'),
  };
}

/** A named pipe has no directory: the data directory's own name makes it one of its kind. */
function windowsPipe(dir: string): string {
  return `\\\\.\\pipe\\piper-memory-${dir.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`;
}
