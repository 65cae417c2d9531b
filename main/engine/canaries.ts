import { existsSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { canarySource, makeCanary } from '../bench/canary/makeCanary.ts';
import { filesOfFolder } from '../bench/run/readFolder.ts';
import { writeJson } from '../bench/run/writeJson.ts';
import { BenchmarkAbout } from '../contract/bench.ts';
import type { Caller, MethodParams, MethodResult } from '../contract/methods.ts';
import { makeFolder } from '../store/makeFolder.ts';
import { removeDatabase } from '../threads/memoryFile.ts';
import type { BenchRuns } from './benchRuns.ts';
import { embeddingsFile } from './benchStore.ts';

/** A canary that was made: where, and the last event of the ledger before that. */
const Made = z.object({ folder: z.string(), afterSeq: z.number().int() });
type Made = z.infer<typeof Made>;

/** The canaries of one data directory: copies of its memory, which what is erased must be erased from too. */
export interface Canaries {
  /** Remembers the place before anything is written there. Throws as `makeCanary` does. */
  make(params: MethodParams<'bench.canary'>): Promise<MethodResult<'bench.canary'>>;
  /**
   * Removes each canary that is older than an erasure, with the runs over it, their traces, and the vectors that runs
   * share: which copy holds words of what is gone, nobody can tell any more. Gives the folders. A folder that was moved or
   * copied is out of reach; one in whose place something else lies stays.
   */
  dropErased(): Promise<string[]>;
}

/**
 * @param dir the data directory
 * @param caller an operator's
 */
export function openCanaries(dir: string, caller: Caller, runs: Pick<BenchRuns, 'removeRunsOf'>): Canaries {
  const register = join(dir, 'bench', 'canaries.json');
  const list = () => (existsSync(register) ? z.array(Made).parse(JSON.parse(readFileSync(register, 'utf8'))) : []);
  const save = (all: readonly Made[]) => writeJson(register, all);
  return {
    async make(params) {
      const folder = resolve(params.destination);
      const { events } = await caller.call('ledger.list', { limit: 1 });
      makeFolder(join(dir, 'bench'));
      save([...list(), { folder, afterSeq: events[0]?.seq ?? 0 }]);
      return makeCanary(caller, { ...params, destination: folder });
    },
    async dropErased() {
      const all = list();
      if (all.length === 0) return [];
      const { events } = await caller.call('ledger.list', { eventTypes: ['tombstone'], limit: 1 });
      const lastErasure = events[0]?.seq ?? 0;
      const stale = all.filter(({ afterSeq }) => afterSeq < lastErasure).map(({ folder }) => folder);
      if (stale.length === 0) return [];
      for (const folder of stale) {
        await runs.removeRunsOf(folder);
        removeCanary(folder);
      }
      removeDatabase(embeddingsFile(dir));
      // Last: what was cut short is done again.
      save(list().filter(({ folder }) => !stale.includes(folder)));
      return stale;
    },
  };
}

/** `about.json` goes last, because it tells that the rest is a canary. */
function removeCanary(folder: string): void {
  const { corpus, probes, about } = filesOfFolder(folder);
  if (!isCanary(about)) return;
  for (const file of [...corpus, probes, about]) rmSync(file, { force: true });
  try {
    rmdirSync(folder);
  } catch {
    // What else lies there is its owner's.
  }
}

function isCanary(about: string): boolean {
  try {
    return BenchmarkAbout.parse(JSON.parse(readFileSync(about, 'utf8'))).source === canarySource;
  } catch {
    return false;
  }
}
