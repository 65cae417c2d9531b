import type { Clock } from '../base/clock.ts';
import { PiperError } from '../base/errors.ts';
import { programVersion } from '../base/version.ts';
import type { Status } from '../contract/status.ts';
import { toInstant } from '../contract/time.ts';
import type { DataPaths } from '../store/paths.ts';
import type { Holdings } from '../threads/reader.ts';
import type { Engine } from './engine.ts';
import { diskUse } from './statusReport.ts';

export interface StatusParts {
  readonly engine: Engine;
  readonly paths: DataPaths;
  readonly clock: Clock;
  readonly startedAt: number;
  readonly clients: number;
}

/** All that can be said about the daemon, as far as its files can be read. */
export async function statusOf({ engine, paths, startedAt, clients }: StatusParts): Promise<Status> {
  const [holdings, { head, readOnly, warnings }, vectors] = await Promise.all([
    engine.readers.read.holdings().catch(holdingsUnknown),
    engine.writer.remote.standing(),
    engine.vectors.status(),
  ]);
  return {
    version: programVersion,
    pid: process.pid,
    dataDir: paths.dir,
    startedAt: toInstant(startedAt),
    readOnly,
    ledger: { events: head.seq, headSeq: head.seq, headHash: head.hash },
    items: { total: holdings.total, byKind: holdings.byKind },
    namespaces: holdings.namespaces,
    projections: holdings.positions.map(({ name, position }) => ({
      name,
      position,
      behind: Math.max(0, head.seq - position),
    })),
    vectors: { ...vectors, ...holdings.vectors },
    jobs: engine.jobs.list(),
    counters: engine.traces.counters(),
    pathCalls: engine.traces.pathCalls(),
    paths: engine.traces.pathActivity(),
    evidenceUse: engine.traces.useCoverage(),
    latency: engine.traces.latency(),
    diskBytes: diskUse(paths),
    clients,
    warnings: [...warnings, ...engine.warnings(), ...readOnlyWarning(readOnly)],
  };
}

/** A damaged `memory.db` must not keep the operator from hearing that it is damaged. */
function holdingsUnknown(error: unknown): Holdings {
  if (!(error instanceof PiperError) || error.code !== 'store-corrupt') throw error;
  return { total: 0, byKind: {}, namespaces: [], positions: [], vectors: { pending: 0, fresh: 0, settled: 0 } };
}

function readOnlyWarning(readOnly: Status['readOnly']): Status['warnings'] {
  if (readOnly === null) return [];
  const place = readOnly.seq === null ? '' : ` at event ${readOnly.seq}`;
  return [
    {
      code: 'ledger-read-only',
      message: `The ledger is broken${place}: ${readOnly.reason}. Nothing can be written; asking goes on.`,
      remedy:
        'Keep a copy of ledger.db and bring back a backup with `piper-memory restore`. Nothing is repaired by itself.',
    },
  ];
}
