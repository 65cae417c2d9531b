import { existsSync, renameSync, rmSync } from 'node:fs';
import { basename } from 'node:path';
import type { Ledger } from '../ledger/ledger.ts';
import { openCauses } from '../projections/causes/causes.ts';
import { openDocuments } from '../projections/documents/documents.ts';
import { openTurns } from '../projections/documents/turns.ts';
import { openEdges } from '../projections/entities/edges.ts';
import { openEntities } from '../projections/entities/entities.ts';
import { openEpisodes } from '../projections/episodes/episodes.ts';
import { openFacts } from '../projections/facts/facts.ts';
import { openSubjectTerms } from '../projections/facts/subjectTerms.ts';
import { openFailures } from '../projections/failures.ts';
import { type ItemReads, openItemReads } from '../projections/items/itemReads.ts';
import { openItems } from '../projections/items/items.ts';
import { openSupersessions } from '../projections/items/supersessions.ts';
import { openKeywords } from '../projections/keywords/keywords.ts';
import { openProjector, type Projector } from '../projections/projector.ts';
import { openVectors, type Vectors } from '../projections/vectors/vectors.ts';
import { openVersions } from '../projections/versions/versions.ts';
import { openWriteModel, type WriteModel } from '../projections/writeModel.ts';
import type { EmbeddingCache } from '../store/embeddingCache.ts';
import { type Database, openDatabase } from '../store/sqlite.ts';
import { enableVectors } from '../store/vectorExtension.ts';

/** `memory.db` opened by the one who writes it, with everything that is projected into it. */
export interface MemoryFile {
  readonly db: Database;
  readonly projector: Projector;
  readonly items: ItemReads;
  readonly vectors: Vectors;
  readonly writeModel: WriteModel;
  close(): void;
}

export function openMemoryFile(path: string, ledger: Ledger, cache: EmbeddingCache): MemoryFile {
  const db = openMemory(path, 'writer');
  try {
    const vectors = openVectors(db, cache);
    const projector = openProjector(db, projectionsOf(db, vectors), ledger);
    const items = openItemReads(db);
    const writeModel = openWriteModel({ ledger, projector, items });
    return { db, projector, items, vectors, writeModel, close: () => db.close() };
  } catch (error) {
    db.close();
    throw error;
  }
}

export function openMemory(path: string, role: 'writer' | 'reader'): Database {
  return openDatabase(path, {
    role,
    synchronous: 'NORMAL',
    migrations: 'memory',
    prepare: enableVectors,
    // A chunk of fresh vectors is a blob of some hundred kilobytes: 7 ms instead of 11 for 10,000 of them.
    pageSize: 16_384,
  });
}

/** In the order in which they build on each other. */
function projectionsOf(db: Database, vectors: Vectors) {
  return [
    openItems(db),
    openSupersessions(db),
    openDocuments(db),
    openTurns(db),
    openVersions(db),
    openFacts(db),
    openSubjectTerms(db),
    openEntities(db),
    openEdges(db),
    openEpisodes(db),
    openCauses(db),
    openFailures(db),
    openKeywords(db),
    vectors,
  ];
}

/** The projections as they stand, in one snapshot: their digest, and the event up to which they tell. */
export function digestOf(path: string, ledger: Ledger, cache: EmbeddingCache): { digest: string; events: number } {
  const db = openMemory(path, 'reader');
  try {
    return db.transaction(() => {
      const projector = openProjector(db, projectionsOf(db, openVectors(db, cache)), ledger);
      return { digest: projector.digest(), events: projector.position() };
    })();
  } finally {
    db.close();
  }
}

/** Puts a rebuilt file in the place of another. Both are closed; the old one's log goes with it. */
export function replaceDatabase(path: string, rebuilt: string): void {
  removeDatabase(path);
  renameSync(rebuilt, path);
}

export function removeDatabase(path: string): void {
  for (const file of [path, `${path}-wal`, `${path}-shm`]) if (existsSync(file)) rmSync(file);
}

/** Gives a closed database another name and says which. */
export function setDatabaseAside(path: string, now: number): string {
  const aside = `${path}.damaged-${now}`;
  for (const end of ['', '-wal', '-shm']) if (existsSync(path + end)) renameSync(path + end, aside + end);
  return basename(aside);
}
