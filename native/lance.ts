import { availableParallelism } from 'node:os';
import { PiperError } from '../main/base/errors.ts';

export type { Connection, Table, VectorQuery as VectorSearch } from '@lancedb/lancedb';

/** What this program uses of LanceDB, and the Arrow types its schemas are made of. */
export interface Lance {
  readonly connect: typeof import('@lancedb/lancedb').connect;
  readonly Index: typeof import('@lancedb/lancedb').Index;
  readonly arrow: typeof import('apache-arrow');
}

/** Loads LanceDB when it is first needed. Throws PiperError `io` where its binary is missing or broken. */
export async function loadLance(): Promise<Lance> {
  // Read by the library when it starts. Building an index takes every core it may have: one stays free for those who
  // ask meanwhile. Its warnings would go past our log to the terminal; what matters comes as an error too.
  process.env.LANCE_CPU_THREADS ??= String(Math.max(1, availableParallelism() - 1));
  process.env.LANCEDB_LOG ??= 'error';
  process.env.LANCE_INCLUDE_VECTOR_CENTROIDS ??= 'false';
  try {
    const [{ connect, Index }, arrow] = await Promise.all([import('@lancedb/lancedb'), import('apache-arrow')]);
    return { connect, Index, arrow };
  } catch (cause) {
    throw new PiperError(
      'io',
      'The vector store (LanceDB) could not be loaded.',
      'Install again with `npm ci` on this machine. Search by words works meanwhile.',
      { cause },
    );
  }
}
