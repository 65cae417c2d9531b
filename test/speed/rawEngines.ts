import { join } from 'node:path';
import Database from 'better-sqlite3';
import * as sqliteVec from 'sqlite-vec';
import { percentile } from '../../main/bench/score/percentileOf.ts';
import type { Embedder } from '../../main/store/embedder.ts';
import type { Turn } from './corpus.ts';

export interface Spread {
  readonly p50: number;
  readonly p95: number;
  readonly n: number;
}

export function spread(values: readonly number[]): Spread {
  return { p50: percentile(values, 0.5), p95: percentile(values, 0.95), n: values.length };
}

export async function timed(count: number, work: (index: number) => unknown): Promise<number[]> {
  const times: number[] = [];
  for (let index = 0; index < count; index++) {
    const start = performance.now();
    await work(index);
    times.push(performance.now() - start);
  }
  return times;
}

/** One row, one durable commit: the least that a durable write can cost. Milliseconds. */
export async function rawInsert(dir: string, turns: readonly Turn[], count: number): Promise<Spread> {
  const db = openPlain(join(dir, 'raw-insert.db'), 'FULL');
  db.exec('CREATE TABLE t(id TEXT PRIMARY KEY, text TEXT, author TEXT, thread TEXT, position INTEGER)');
  const insert = db.prepare('INSERT INTO t VALUES (?, ?, ?, ?, ?)');
  const times = await timed(count, (index) => {
    const turn = turns[index % turns.length];
    insert.run(`w${index}`, turn?.text, turn?.author, turn?.thread, turn?.position);
  });
  db.close();
  return spread(times);
}

/** The same rows in transactions of 500, with a plain FTS5 index over the same columns beside them. Items a second. */
export function rawBulk(file: string, turns: readonly Turn[]): number {
  const db = openPlain(file, 'FULL');
  db.exec(`CREATE TABLE t(id TEXT PRIMARY KEY, text TEXT, author TEXT, thread TEXT, position INTEGER);
    CREATE VIRTUAL TABLE f USING fts5(text, author, context, tokenize = 'porter unicode61')`);
  const insert = db.prepare('INSERT INTO t VALUES (?, ?, ?, ?, ?)');
  const index = db.prepare('INSERT INTO f(rowid, text, author, context) VALUES (?, ?, ?, ?)');
  const start = performance.now();
  const batch = db.transaction((from: number) => {
    for (let at = from; at < Math.min(from + 500, turns.length); at++) {
      const turn = turns[at];
      insert.run(turn?.id, turn?.text, turn?.author, turn?.thread, turn?.position);
      index.run(at + 1, turn?.text, turn?.author, `${turns[at - 1]?.text ?? ''} ${turns[at + 1]?.text ?? ''}`);
    }
  });
  for (let from = 0; from < turns.length; from += 500) batch(from);
  const seconds = (performance.now() - start) / 1000;
  db.close();
  return turns.length / seconds;
}

const stop = new Set(
  'what was it that we have on the a to of and in is for with you they this be not at as are but'.split(' '),
);

/** A plain OR query over the same columns, a stop list in front. Milliseconds. */
export async function rawFts(file: string, queries: readonly string[]): Promise<Spread> {
  const { ask, close } = openRawFts(file);
  for (const query of queries.slice(0, 10)) ask(query);
  const times = await timed(queries.length, (index) => ask(queries[index] ?? ''));
  close();
  return spread(times);
}

export function openRawFts(file: string) {
  const db = new Database(file, { readonly: true });
  const select = db.prepare('SELECT rowid, bm25(f, 1, 1, 0.3) AS score FROM f WHERE f MATCH ? ORDER BY score LIMIT 50');
  return {
    ask(query: string): unknown[] {
      const words = (query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !stop.has(word));
      return select.all(words.map((word) => `"${word}"`).join(' OR '));
    },
    close: () => db.close(),
  };
}

/** Exact nearest neighbours over as many vectors in sqlite-vec. Milliseconds. */
export async function rawKnn(file: string, count: number, queries: readonly Float32Array[]): Promise<Spread> {
  const db = openPlain(file, 'NORMAL');
  sqliteVec.load(db);
  const dimensions = queries[0]?.length ?? 384;
  db.exec(`CREATE VIRTUAL TABLE v USING vec0(embedding float[${dimensions}] distance_metric=cosine)`);
  const insert = db.prepare('INSERT INTO v(rowid, embedding) VALUES (?, ?)');
  const vector = new Float32Array(dimensions);
  db.transaction(() => {
    for (let row = 1; row <= count; row++) {
      for (let at = 0; at < dimensions; at++) vector[at] = Math.sin(row * 12.9898 + at * 78.233);
      insert.run(BigInt(row), Buffer.from(vector.buffer));
    }
  })();
  const select = db.prepare('SELECT rowid, distance FROM v WHERE embedding MATCH ? AND k = 50');
  const times = await timed(queries.length, (index) => select.all(Buffer.from((queries[index] ?? vector).buffer)));
  db.close();
  return spread(times);
}

/** One question through the model, alone. Milliseconds. */
export async function rawEmbedding(embedder: Embedder, queries: readonly string[]): Promise<Spread> {
  await embedder.embed(queries.slice(0, 3), 'query');
  return spread(await timed(queries.length, (index) => embedder.embed([queries[index] ?? ''], 'query')));
}

function openPlain(file: string, synchronous: 'FULL' | 'NORMAL') {
  const db = new Database(file);
  db.pragma('journal_mode = WAL');
  db.pragma(`synchronous = ${synchronous}`);
  return db;
}
