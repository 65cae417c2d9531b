import Database from 'better-sqlite3';
import type { LocomoTurn } from '../../main/bench/convert/locomo.ts';
import type { Embedder } from '../../main/store/embedder.ts';

/**
 * What anyone gets from the raw engines in an afternoon, over one conversation: FTS5 with its own tokenizer and a
 * small stop list, exact cosine over the same embedder, and their unweighted fusion. Nothing of the product is in here
 * but the embedder's port.
 */
export interface Ranker {
  readonly name: string;
  rank(query: string): Promise<string[]> | string[];
}

interface Turns {
  readonly turns: readonly Pick<LocomoTurn, 'id' | 'speaker' | 'text' | 'caption'>[];
}

const depth = 50;
const stop = new Set(
  'a an and are as at be by did do does for from had has have he her his how i in is it its me my of on or our she so that the their them they this to was we were what when where which who whom why will with would you your'.split(
    ' ',
  ),
);

export function orQuery(text: string): string {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const content = words.filter((word) => !stop.has(word));
  return (content.length > 0 ? content : words).map((word) => `"${word}"`).join(' OR ');
}

function fts(
  name: string,
  columns: readonly string[],
  weights: readonly number[],
  rows: readonly string[][],
  ids: readonly string[],
): Ranker {
  const db = new Database(':memory:');
  db.exec(`CREATE VIRTUAL TABLE t USING fts5(${columns.join(', ')}, tokenize = 'porter unicode61')`);
  const insert = db.prepare(
    `INSERT INTO t(rowid, ${columns.join(', ')}) VALUES (?, ${columns.map(() => '?').join(', ')})`,
  );
  rows.forEach((row, index) => {
    insert.run(index + 1, ...row);
  });
  const select = db
    .prepare(`SELECT rowid FROM t WHERE t MATCH ? ORDER BY bm25(t, ${weights.join(', ')}), rowid LIMIT ${depth}`)
    .pluck();
  return {
    name,
    rank: (query) => (select.all(orQuery(query)) as number[]).map((rowid) => ids[rowid - 1] ?? ''),
  };
}

export function lexicalRankers({ turns }: Turns): Ranker[] {
  const ids = turns.map(({ id }) => id);
  const own = turns.map(({ speaker, text, caption }) => [text, speaker, caption]);
  const around = turns.map((_, at) => [turns[at - 1]?.text ?? '', turns[at + 1]?.text ?? ''].join(' '));
  return [
    fts(
      'BM25 flat',
      ['body'],
      [1],
      own.map((row) => [row.join(' ')]),
      ids,
    ),
    fts('BM25 columns', ['body', 'speaker', 'caption'], [1, 1, 1], own, ids),
    fts(
      'BM25 columns + neighbours .3',
      ['body', 'speaker', 'caption', 'around'],
      [1, 1, 1, 0.3],
      own.map((row, at) => [...row, around[at] ?? '']),
      ids,
    ),
  ];
}

export async function denseRanker({ turns }: Turns, embedder: Embedder): Promise<Ranker> {
  const texts = turns.map(({ speaker, text, caption }) => `${speaker}: ${text}${caption ? ` [${caption}]` : ''}`);
  const vectors: Float32Array[] = [];
  for (let at = 0; at < texts.length; at += 32)
    vectors.push(...(await embedder.embed(texts.slice(at, at + 32), 'passage')));
  return {
    name: 'dense, exact',
    async rank(query) {
      const [question] = await embedder.embed([query], 'query');
      return vectors
        .map((vector, at) => ({ id: turns[at]?.id ?? '', cosine: dot(vector, question ?? vector) }))
        .sort((a, b) => b.cosine - a.cosine)
        .slice(0, depth)
        .map(({ id }) => id);
    },
  };
}

/** Reciprocal rank fusion at equal weights, k = 60 (Cormack, Clarke and Büttcher 2009). */
export function equalFusion(a: Ranker, b: Ranker): Ranker {
  return {
    name: `RRF of ${a.name} and ${b.name}`,
    async rank(query) {
      const scores = new Map<string, number>();
      for (const ranked of [await a.rank(query), await b.rank(query)]) {
        ranked.forEach((id, index) => {
          scores.set(id, (scores.get(id) ?? 0) + 1 / (60 + index + 1));
        });
      }
      return [...scores].sort((x, y) => y[1] - x[1]).map(([id]) => id);
    },
  };
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += (a[at] ?? 0) * (b[at] ?? 0);
  return sum;
}
