import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ConflictQuestion, type FactList, readFactLists } from '../../main/bench/convert/factconsolidation.ts';
import { mean } from '../../main/bench/score/measures.ts';
import type { EvidenceResult, ForcedPath } from '../../main/contract/packet.ts';
import { type Daemon, startDaemon } from '../../main/daemon.ts';
import { quietly, vectorsMade } from './engine.ts';
import { lexicalRankers } from './plainBaselines.ts';

/** One result, as far as it counts here: its words, and whether it is given as what holds. */
interface Told {
  readonly text: string;
  /** The stretches of `text` that are given as what holds. */
  readonly current: string;
}
interface Row {
  readonly ranker: string;
  readonly size: string;
  readonly questions: number;
  readonly currentFirst: number;
  readonly staleFirst: number;
  readonly staleInList: number;
}
type Asker = { readonly name: string; ask(query: string): Promise<readonly Told[]> };

const forced: readonly (ForcedPath | null)[] = [null, 'search', 'recall', 'fused', 'associate', 'graph', 'temporal'];

/**
 * FactConsolidation: numbered facts as a plain text file, in which later lines contradict earlier ones. Asked are the
 * questions of one hop whose fact has such a contradiction; the answers never reach the store. `stale in list` counts
 * every question with a result that gives a stale value as what holds.
 */
export async function evaluateFactconsolidation(
  dataDir: string,
  options: { readonly json: boolean; readonly only?: string },
): Promise<boolean> {
  const lists = readFactLists(join(dataDir, 'factconsolidation-dev', 'factconsolidation-dev.json'));
  const dir = mkdtempSync(join(tmpdir(), 'piper-factconsolidation-'));
  const daemon = await startDaemon({ dir: join(dir, 'store') });
  try {
    const rows: Row[] = [];
    const hops: { size: string; ranker: string; questions: number; goldIn10: number }[] = [];
    for (const list of lists) {
      await importList(daemon, dir, list);
      quietly(
        options.json,
        `${list.size}: ${list.facts.length} facts, left out: ${list.leftOut.join(' / ') || 'none'}`,
      );
      for (const asker of askersOf(daemon, list)) {
        rows.push(await scoreConflicts(asker, list));
        hops.push(await scoreHops(asker, list));
      }
    }
    return report(rows, hops, options.json);
  } finally {
    await daemon.close();
    rmSync(dir, { recursive: true, force: true });
  }
}

async function importList(daemon: Daemon, dir: string, { size, text }: FactList): Promise<void> {
  const file = join(dir, `facts-${size}.txt`);
  writeFileSync(file, text);
  const { importId } = await daemon.caller.call('import.start', { paths: [file], namespace: size });
  for (;;) {
    const [status] = (await daemon.caller.call('import.status', { importId })).imports;
    if (status !== undefined && status.state !== 'running') break;
    await sleep(20);
  }
  await vectorsMade(daemon);
}

function askersOf(daemon: Daemon, { size, facts }: FactList): Asker[] {
  const turns = facts.map((text, at) => ({ id: String(at), speaker: '', text, caption: '' }));
  const baseline = lexicalRankers({ turns })[0];
  const plain: Asker = {
    name: 'BM25',
    async ask(query) {
      const ranked = (await baseline?.rank(query)) ?? [];
      return ranked.slice(0, 10).map((id) => ({ text: facts[Number(id)] ?? '', current: facts[Number(id)] ?? '' }));
    },
  };
  const ours = forced.map((path) => ({
    name: path === null ? 'Piper retrieve' : `Piper ${path}`,
    async ask(query: string) {
      const paths = path === null ? {} : { paths: [path] };
      const { results } = await daemon.caller.call('retrieve', { query, k: 10, namespaces: [size], ...paths });
      return results.map((result) => ({ text: result.text, current: currentWords(result) }));
    },
  }));
  return [plain, ...ours];
}

/** What a result gives as holding: nothing where it is labelled, else its text without the stretches marked stale. */
function currentWords({ text, memoryStatus, stale }: EvidenceResult): string {
  if (memoryStatus.currentness !== 'current') return '';
  let words = '';
  let at = 0;
  for (const span of stale) {
    words += text.slice(at, span.start);
    at = span.end;
  }
  return words + text.slice(at);
}

async function scoreConflicts(asker: Asker, { size, conflicts }: FactList): Promise<Row> {
  const outcomes: ReturnType<typeof outcomeOf>[] = [];
  for (const question of conflicts) outcomes.push(outcomeOf(await asker.ask(question.query), question));
  const share = (of: (outcome: (typeof outcomes)[number]) => boolean) => mean(outcomes.map((one) => Number(of(one))));
  return {
    ranker: asker.name,
    size,
    questions: conflicts.length,
    currentFirst: share((one) => one.currentFirst),
    staleFirst: share((one) => one.staleFirst),
    staleInList: share((one) => one.staleInList),
  };
}

function outcomeOf(told: readonly Told[], { gold, stale }: ConflictQuestion) {
  const says = (words: string) => stale.some((line) => words.includes(line));
  const [first] = told;
  return {
    currentFirst: first?.current.includes(gold) === true && !says(first.current),
    staleFirst: first !== undefined && says(first.current),
    staleInList: told.some(({ current }) => says(current)),
  };
}

/** Questions over several hops: whether the answer stands anywhere in ten results. Nothing is claimed for them. */
async function scoreHops(asker: Asker, { size, multiHop }: FactList) {
  const hits: number[] = [];
  for (const { query, answers } of multiHop) {
    const told = await asker.ask(query);
    hits.push(Number(told.some(({ text }) => answers.some((answer) => text.includes(answer)))));
  }
  return { size, ranker: asker.name, questions: multiHop.length, goldIn10: mean(hits) };
}

function report(
  rows: readonly Row[],
  hops: readonly { size: string; ranker: string; questions: number; goldIn10: number }[],
  json: boolean,
): boolean {
  const own = rows.filter(({ ranker }) => ranker === 'Piper retrieve');
  const passed = own.length > 0 && own.every((row) => row.currentFirst >= 0.95 && row.staleInList <= 0.02);
  if (json) {
    console.log(JSON.stringify({ set: 'factconsolidation-dev', rows, multiHop: hops, passed }, null, 2));
    return passed;
  }
  for (const { ranker, size, questions, currentFirst, staleFirst, staleInList } of rows) {
    const cells = [
      `current first ${currentFirst.toFixed(3)}`,
      `stale first ${staleFirst.toFixed(3)}`,
      `stale in list ${staleInList.toFixed(3)}`,
    ];
    console.log(`${size.padEnd(4)} ${ranker.padEnd(16)} conflicts (${questions})  ${cells.join('  ')}`);
  }
  for (const { ranker, size, questions, goldIn10 } of hops) {
    console.log(`${size.padEnd(4)} ${ranker.padEnd(16)} multi-hop (${questions})  answer in 10 ${goldIn10.toFixed(3)}`);
  }
  console.log(`wanted of Piper retrieve at both sizes: current first ≥ .95, stale as current ≤ .02`);
  console.log(passed ? 'factconsolidation: passed' : 'factconsolidation: NOT passed');
  return passed;
}
