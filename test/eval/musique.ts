import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { type MusiqueQuestion, musiqueObjects, type Passage, readMusique } from '../../main/bench/convert/musique.ts';
import { mean, ranksOf, recallAt } from '../../main/bench/score/measures.ts';
import { percentile } from '../../main/bench/score/percentileOf.ts';
import type { EvidencePacket, ForcedPath } from '../../main/contract/packet.ts';
import { type Daemon, startDaemon } from '../../main/daemon.ts';
import { importAndWait, quietly } from './engine.ts';
import { orQuery, type Ranker } from './plainBaselines.ts';

/** issue 3: all support among the first ten, by plain retrieve. */
const wanted = 0.45;

/**
 * MuSiQue, 100 questions of two to four hops over 1,890 passages, with triples that a model extracted as edges. Every
 * path by itself and the plain `retrieve` through the public API, beside FTS5 of the same run.
 */
export async function evaluateMusique(dataDir: string, { json }: { readonly json: boolean }): Promise<boolean> {
  const set = readMusique(join(dataDir, 'musique-100'));
  const dir = mkdtempSync(join(tmpdir(), 'piper-musique-'));
  const file = join(dir, 'musique.pmem.jsonl');
  writeFileSync(
    file,
    musiqueObjects(set)
      .map((object) => `${JSON.stringify(object)}\n`)
      .join(''),
  );
  const daemon = await startDaemon({ dir: join(dir, 'store') });
  try {
    const imported = await importAndWait(daemon, [file]);
    quietly(
      json,
      `imported ${set.passages.length} passages and ${set.triples.length} triples in ${imported.ms} ms, vectors after ${imported.vectorsMs} ms`,
    );
    const rankers: Ranker[] = [
      plainRanker(set.passages),
      ...(['search', 'recall', 'associate', 'graph', 'fused'] as const).map((path) => ourRanker(daemon, path, [path])),
      ourRanker(daemon, 'retrieve'),
    ];
    const rows: Row[] = [];
    for (const ranker of rankers) rows.push(await measure(ranker, set.questions));
    return report(rows, json);
  } finally {
    await daemon.close();
    rmSync(dir, { recursive: true, force: true });
  }
}

interface Row {
  readonly name: string;
  readonly 'R@5': number;
  readonly 'R@10': number;
  readonly 'all support in 10': number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p95: number;
}

async function measure(ranker: Ranker, questions: readonly MusiqueQuestion[]): Promise<Row> {
  const outcomes: number[][] = [];
  const times: number[] = [];
  for (const { question, gold } of questions) {
    const start = performance.now();
    const ranked = await ranker.rank(question);
    times.push(performance.now() - start);
    outcomes.push(
      ranksOf(
        [...gold],
        ranked.map((id) => [id]),
      ),
    );
  }
  return {
    name: ranker.name,
    'R@5': mean(outcomes.map((ranks) => recallAt(5, ranks))),
    'R@10': mean(outcomes.map((ranks) => recallAt(10, ranks))),
    'all support in 10': mean(outcomes.map((ranks) => Math.floor(recallAt(10, ranks)))),
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
  };
}

function ourRanker(daemon: Daemon, name: string, paths?: ForcedPath[]): Ranker {
  return {
    name: `Piper ${name}`,
    async rank(query) {
      const packet = await daemon.caller.call('retrieve', {
        query,
        k: 10,
        tokenBudget: 50_000,
        ...(paths ? { paths } : {}),
      });
      return paths?.length === 1 && paths[0] !== 'fused'
        ? ownRanking(packet)
        : packet.results.map(({ itemId }) => itemId);
    },
  };
}

/** The order in which a path by itself proposed, whether the verdict found it strong enough to be shown or not. */
function ownRanking({ results, dropped }: EvidencePacket): string[] {
  const shown = results.flatMap(({ itemId, paths }) => paths.map(({ rank }) => ({ itemId, rank })));
  const weak = dropped.filter(({ reason }) => reason === 'below-floor');
  return [...shown, ...weak].sort((a, b) => a.rank - b.rank).map(({ itemId }) => itemId);
}

/** FTS5 with its own tokenizer over title and text: what anyone gets from the raw engine. */
function plainRanker(passages: readonly Passage[]): Ranker {
  const db = new Database(':memory:');
  db.exec(`CREATE VIRTUAL TABLE t USING fts5(body, tokenize = 'porter unicode61')`);
  const insert = db.prepare('INSERT INTO t(rowid, body) VALUES (?, ?)');
  for (const [at, { title, text }] of passages.entries()) insert.run(at + 1, `${title} ${text}`);
  const select = db.prepare('SELECT rowid FROM t WHERE t MATCH ? ORDER BY bm25(t), rowid LIMIT 50').pluck();
  return {
    name: 'plain FTS5',
    rank: (query) => (select.all(orQuery(query)) as number[]).map((rowid) => passages[rowid - 1]?.id ?? ''),
  };
}

function report(rows: readonly Row[], json: boolean): boolean {
  const reached = rows.find(({ name }) => name === 'Piper retrieve')?.['all support in 10'] ?? 0;
  const passed = reached >= wanted;
  if (json) {
    console.log(JSON.stringify({ set: 'musique-100', rows, wanted, passed }, null, 2));
    return passed;
  }
  for (const row of rows) {
    const measures = (['R@5', 'R@10', 'all support in 10'] as const).map((name) => `${name} ${row[name].toFixed(3)}`);
    console.log(
      `${row.name.padEnd(18)} ${measures.join('  ')}  p50 ${row.p50.toFixed(0)} ms  p95 ${row.p95.toFixed(0)} ms`,
    );
  }
  console.log(`\nall support in 10 by plain retrieve: ${reached.toFixed(3)} (wanted ≥ ${wanted})`);
  console.log(passed ? 'musique: passed' : 'musique: NOT passed');
  return passed;
}
