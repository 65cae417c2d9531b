import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Conversation, categories, readLocomo } from '../../main/bench/convert/locomo.ts';
import { type Interval, pairedBootstrap } from '../../main/bench/score/bootstrap.ts';
import { mean, ndcgAt, ranksOf, recallAt, reciprocalRank } from '../../main/bench/score/measures.ts';
import type { ForcedPath } from '../../main/contract/packet.ts';
import { type Daemon, startDaemon } from '../../main/daemon.ts';
import type { Embedder } from '../../main/store/embedder.ts';
import { importAndWait, openBundledEmbedder, quietly } from './engine.ts';
import { type Abstention, evaluateAbstention, printAbstention } from './locomoAbstention.ts';
import { denseRanker, equalFusion, lexicalRankers, type Ranker } from './plainBaselines.ts';

interface Outcome {
  readonly category: number;
  /** Of each gold turn among the first ten; Infinity for one that is not there. */
  readonly ranks: readonly number[];
}
type Table = Map<string, Outcome[]>;

/**
 * LoCoMo at turn level: every question over its own conversation, the product through its public API beside plain
 * baselines of the same run. Adversarial questions are left out of the ranking figures: their evidence is a trap; whether
 * they are told from the others is measured by itself.
 */
export async function evaluateLocomo(
  dataDir: string,
  options: { readonly json: boolean; readonly only?: string },
): Promise<boolean> {
  const file = join(dataDir, 'locomo-dev', 'locomo-dev.json');
  const whole = readLocomo(file);
  const conversations = whole.map((conversation) => ({
    ...conversation,
    questions: conversation.questions.filter(({ category, evidence }) => category !== 5 && evidence.length > 0),
  }));
  const dir = mkdtempSync(join(tmpdir(), 'piper-locomo-'));
  const daemon = await startDaemon({ dir });
  try {
    const imported = await importAndWait(daemon, [file]);
    quietly(
      options.json,
      `imported ${imported.written} turns in ${imported.ms} ms, vectors after ${imported.vectorsMs} ms`,
    );
    const table: Table = new Map();
    const embedder = await openBundledEmbedder();
    for (const conversation of conversations) {
      for (const ranker of await rankersOf(daemon, embedder, conversation))
        await runRanker(table, ranker, conversation);
    }
    await embedder.close();
    const abstention = [
      await evaluateAbstention(daemon, whole, 'Piper fused', ['fused']),
      await evaluateAbstention(daemon, whole, 'Piper routed'),
    ];
    return report(table, abstention, options.json);
  } finally {
    await daemon.close();
    rmSync(dir, { recursive: true, force: true });
  }
}

async function rankersOf(daemon: Daemon, embedder: Embedder, conversation: Conversation): Promise<Ranker[]> {
  const lexical = lexicalRankers(conversation);
  const dense = await denseRanker(conversation, embedder);
  const best = lexical.at(-1) ?? dense;
  return [
    ...lexical,
    dense,
    equalFusion(best, dense),
    ourRanker(daemon, conversation, 'search', ['search']),
    ourRanker(daemon, conversation, 'recall', ['recall']),
    ourRanker(daemon, conversation, 'fused', ['fused']),
    ourRanker(daemon, conversation, 'routed'),
  ];
}

function ourRanker(daemon: Daemon, { id }: Conversation, name: string, paths?: ForcedPath[]): Ranker {
  return {
    name: `Piper ${name}`,
    async rank(query) {
      const packet = await daemon.caller.call('retrieve', {
        query,
        k: 10,
        namespaces: [id],
        tokenBudget: 50_000,
        ...(paths ? { paths } : {}),
      });
      // An item's id is `<sample_id>/<dia_id>`.
      return packet.results.map(({ itemId }) => itemId.slice(id.length + 1));
    },
  };
}

async function runRanker(table: Table, ranker: Ranker, { questions }: Conversation): Promise<void> {
  const outcomes = table.get(ranker.name) ?? [];
  for (const { query, category, evidence } of questions) {
    const shown = (await ranker.rank(query)).slice(0, 10).map((id) => [id]);
    outcomes.push({ category, ranks: ranksOf(evidence, shown) });
  }
  table.set(ranker.name, outcomes);
}

const measures = {
  'R@5': ({ ranks }: Outcome) => recallAt(5, ranks),
  'R@10': ({ ranks }: Outcome) => recallAt(10, ranks),
  'nDCG@10': ({ ranks }: Outcome) => ndcgAt(10, ranks),
  MRR: ({ ranks }: Outcome) => reciprocalRank(ranks),
} as const;
type Measure = keyof typeof measures;

function figures(outcomes: readonly Outcome[]): Record<Measure, number> {
  return Object.fromEntries(
    Object.entries(measures).map(([name, measure]) => [name, mean(outcomes.map(measure))]),
  ) as Record<Measure, number>;
}

/** How often the bootstrap draws the questions anew. */
const rounds = 10_000;

/** What tells answerable from adversarial questions has to reach that. */
const wantedAuc = 0.78;

function report(table: Table, abstention: readonly Abstention[], json: boolean): boolean {
  const r10 = (name: string) => (table.get(name) ?? []).map(measures['R@10']);
  const lexical =
    [...table.keys()].filter((name) => name.startsWith('BM25')).sort((a, b) => mean(r10(b)) - mean(r10(a)))[0] ?? '';
  const gain = pairedBootstrap(r10('Piper fused'), r10(lexical), { seed: 20_261_130, rounds });
  const channels = {
    'fused over search alone': pairedBootstrap(r10('Piper fused'), r10('Piper search'), { seed: 1, rounds }),
    'fused over recall alone': pairedBootstrap(r10('Piper fused'), r10('Piper recall'), { seed: 2, rounds }),
  };
  const support = (name: string) =>
    mean(
      (table.get(name) ?? [])
        .filter(({ ranks }) => ranks.length > 1)
        .map(({ ranks }) => Math.floor(recallAt(10, ranks))),
    );
  const passed =
    gain.mean >= 0.02 &&
    gain.low > 0 &&
    Object.values(channels).every(({ mean }) => mean > 0) &&
    abstention.every(({ auc }) => auc >= wantedAuc);
  if (json) {
    const rows = [...table].map(([name, outcomes]) => ({
      name,
      n: outcomes.length,
      all: figures(outcomes),
      allSupport10: support(name),
      byCategory: byCategory(outcomes),
    }));
    console.log(
      JSON.stringify({ set: 'locomo-dev', rows, bestLexical: lexical, gain, channels, abstention, passed }, null, 2),
    );
    return passed;
  }
  for (const [name, outcomes] of table) {
    printRow(name, `all (${outcomes.length})`, figures(outcomes), `all support@10 ${support(name).toFixed(3)}`);
    for (const [category, row] of Object.entries(byCategory(outcomes))) printRow('', category, row, '');
  }
  console.log(`\nbest lexical variant of this run: ${lexical}`);
  printGain(`Piper fused over it, R@10 (wanted ≥ +.02, interval above 0)`, gain);
  for (const [name, interval] of Object.entries(channels)) printGain(`${name}, R@10`, interval);
  for (const one of abstention) printAbstention(one);
  console.log(passed ? 'locomo: passed' : 'locomo: NOT passed');
  return passed;
}

function byCategory(outcomes: readonly Outcome[]): Record<string, Record<Measure, number>> {
  return Object.fromEntries(
    [1, 2, 3, 4].map((category) => {
      const those = outcomes.filter((outcome) => outcome.category === category);
      return [`${categories[category]} (${those.length})`, figures(those)];
    }),
  );
}

function printRow(name: string, label: string, row: Record<Measure, number>, tail: string): void {
  const cells = Object.entries(row).map(([measure, value]) => `${measure} ${value.toFixed(3)}`);
  console.log(`${name.padEnd(58)} ${label.padEnd(20)} ${cells.join('  ')}  ${tail}`);
}

function printGain(name: string, { mean, low, high }: Interval): void {
  console.log(`${name}: ${mean >= 0 ? '+' : ''}${mean.toFixed(4)} [${low.toFixed(4)}, ${high.toFixed(4)}]`);
}
