import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BenchResults, BenchStatus } from '../../main/contract/bench.ts';
import type { SocketClient } from '../../main/hosts/socketClient.ts';
import { openBundledEmbedder } from '../eval/engine.ts';
import { makeQueries, makeTurns } from './corpus.ts';
import { startDaemonProcess } from './daemonProcess.ts';
import { cacheSyntheticVectors, exchangeFile, vectorsDone } from './filling.ts';
import { importAll } from './importAll.ts';
import { type Spread, spread, timed } from './rawEngines.ts';

export interface BenchFigures {
  readonly items: number;
  /** Of a live agent's questions, the router choosing: with nothing else going on, and during each stage of a run. */
  readonly ask: { readonly alone: Spread; readonly vectors: Spread; readonly asking: Spread };
  readonly ratios: Record<string, number>;
  /** While the agent asked; each probe is put to the policy and to every forced route. */
  readonly probesPerSecond: number;
  readonly runMs: BenchResults['ms'];
}

/** What the live agent's memory holds, and how long the agent thinks between two questions: milliseconds. */
const items = 5000;
const thinkingMs = 50;

/** What a run of r4-small does to an agent that goes on asking the same daemon over its socket. */
export async function measureBench(dir: string, queryCount: number): Promise<BenchFigures> {
  const turns = makeTurns(items, 31);
  const queries = makeQueries(turns, queryCount, 32);
  const data = join(dir, 'bench');
  const embedder = await openBundledEmbedder();
  await cacheSyntheticVectors(data, turns, embedder);
  await embedder.close();
  const { client, stop } = await startDaemonProcess(data);
  await importAll(client, exchangeFile(dir, 'all', turns), turns.length);
  await vectorsDone(client);
  for (const query of queries.slice(0, 10)) await askOne(client, query);
  // Before and after the run, so that a machine that grows slower or faster meanwhile does not pass for its effect.
  const alone: number[] = [];
  for (const query of queries) alone.push(await askOne(client, query));

  const { runId } = await client.call('bench.run', { benchmark: 'r4-small' });
  const during: Record<BenchStatus['stage'], number[]> = {
    starting: [],
    loading: [],
    vectors: [],
    asking: [],
    scoring: [],
    done: [],
  };
  for (let at = 0; ; at++) {
    const { stage, state, error } = await statusOf(client, runId);
    if (state === 'finished') break;
    if (state !== 'running') throw new Error(error?.message ?? `the run is ${state}`);
    during[stage].push(await askOne(client, queries[at % queries.length] ?? 'ba'));
  }
  for (const query of queries) alone.push(await askOne(client, query));
  const { benchmark, ms } = await client.call('bench.results', { runId });
  await stop();
  const ask = { alone: spread(alone), vectors: spread(during.vectors), asking: spread(during.asking) };
  return {
    items,
    ask,
    ratios: {
      'ask p50 while a run makes vectors / alone': ask.vectors.p50 / ask.alone.p50,
      'ask p95 while a run makes vectors / alone': ask.vectors.p95 / ask.alone.p95,
      'ask p50 while a run asks / alone': ask.asking.p50 / ask.alone.p50,
      'ask p95 while a run asks / alone': ask.asking.p95 / ask.alone.p95,
    },
    probesPerSecond: benchmark.probes / (ms.ask / 1000),
    runMs: ms,
  };
}

/** Milliseconds of one question, after a while of thinking. */
async function askOne(client: SocketClient, query: string): Promise<number> {
  await sleep(thinkingMs);
  const [ms = Number.NaN] = await timed(1, () => client.call('retrieve', { query }));
  return ms;
}

async function statusOf(client: SocketClient, runId: string): Promise<BenchStatus> {
  const { runs } = await client.call('bench.status', {});
  const status = runs.find((run) => run.runId === runId);
  if (status === undefined) throw new Error('the run is not known');
  return status;
}

export function printBench({ items: held, ask, ratios, probesPerSecond, runMs }: BenchFigures): void {
  const row = (name: string, { p50, p95, n }: Spread) =>
    console.log(`  ${name.padEnd(34)} p50 ${p50.toFixed(2)} ms, p95 ${p95.toFixed(2)} ms (${n} questions)`);
  console.log(`\nr4-small beside a live agent, ${held.toLocaleString('en')} items`);
  row('ask, nothing else going on', ask.alone);
  row('ask, a run makes vectors', ask.vectors);
  row('ask, a run asks', ask.asking);
  console.log(
    `  ${'the run meanwhile'.padEnd(34)} ${probesPerSecond.toFixed(1)} probes/s with oracle, ${(runMs.total / 1000).toFixed(0)} s in all`,
  );
  for (const [name, ratio] of Object.entries(ratios)) console.log(`  ratio  ${name.padEnd(52)} ${ratio.toFixed(2)}`);
}
