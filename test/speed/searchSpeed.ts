import { mean } from '../../main/bench/score/measures.ts';
import { readQuestion } from '../../main/projections/keywords/tokenize.ts';
import { openLookUp } from '../../main/retrievers/search/clauseHits.ts';
import { makeScoring, reach } from '../../main/retrievers/search/scoring.ts';
import { openSearch } from '../../main/retrievers/search/search.ts';
import { openThreadWindows } from '../../main/retrievers/search/threadWindows.ts';
import type { Database } from '../../main/store/sqlite.ts';
import { openMemory } from '../../main/threads/memoryFile.ts';
import { openRawFts, type Spread, spread } from './rawEngines.ts';

/** Keyword search in process beside plain FTS5. Milliseconds. */
export interface SearchSpeed {
  readonly itself: Spread;
  readonly plain: Spread;
  /** The mean of each part of a search. */
  readonly stages: Record<string, number>;
}

/** As many results of each. */
const depth = 50;
const rounds = 5;

/** Asks both each question by turns, so that whatever else the machine does slows both. */
export function measureSearch(memoryFile: string, rawFile: string, queries: readonly string[]): SearchSpeed {
  const db = openMemory(memoryFile, 'reader');
  const search = openSearch(db);
  const raw = openRawFts(rawFile);
  const frame = { namespaces: ['default'], depth, now: 0, timeZone: 'UTC', knownAt: null, includeHistorical: false };
  const times = { itself: [] as number[], plain: [] as number[] };
  for (let round = 0; round <= rounds; round += 1) {
    for (const text of queries) {
      const itself = took(() => search({ text, ...frame })).ms;
      const plain = took(() => raw.ask(text)).ms;
      // The first round warms both up.
      if (round > 0) times.itself.push(itself);
      if (round > 0) times.plain.push(plain);
    }
  }
  const stages = stagesOf(db, queries);
  raw.close();
  db.close();
  return { itself: spread(times.itself), plain: spread(times.plain), stages };
}

/** The parts of a search, taken one by one as `openSearch` puts them together. */
function stagesOf(db: Database, queries: readonly string[]): Record<string, number> {
  const lookUp = openLookUp(db);
  const windowsOf = openThreadWindows(db, 2 * reach);
  const held = db
    .prepare<[], { id: number; items: number; words: number }>(
      "SELECT id, items, words FROM keyword_namespaces WHERE namespace = 'default'",
    )
    .get() ?? { id: 0, items: 0, words: 0 };
  const parts = queries.map((text) => {
    const question = took(() => readQuestion(text));
    const hits = took(() => lookUp(question.result, [held.id]));
    const seeds = took(() => {
      const statistics = { items: held.items, averageLength: Math.max(1, held.words / Math.max(1, held.items)) };
      const scoring = makeScoring(hits.result, statistics);
      return { scoring, best: scoring.best(60) };
    });
    const windows = took(() => windowsOf(seeds.result.best));
    const ranked = took(() => seeds.result.scoring.rank(windows.result, depth));
    return { 'read question': question.ms, postings: hits.ms, score: seeds.ms, windows: windows.ms, rank: ranked.ms };
  });
  const names = ['read question', 'postings', 'score', 'windows', 'rank'] as const;
  return Object.fromEntries(names.map((name) => [name, mean(parts.map((part) => part[name]))]));
}

function took<T>(work: () => T): { readonly result: T; readonly ms: number } {
  const start = performance.now();
  const result = work();
  return { result, ms: performance.now() - start };
}
