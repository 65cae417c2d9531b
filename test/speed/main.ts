/**
 * `npm run bench:speed -- [--items 10000,100000] [--structure 100000] [--bench] [--json]`: what the product costs beside the raw
 * engines under it and, with `--bench`, what a running benchmark costs whoever asks meanwhile; every ratio from one run on
 * one machine. Absolute figures say as much about the machine as about the program.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { mean } from '../../main/bench/score/measures.ts';
import type { EvidencePacket, ForcedPath } from '../../main/contract/packet.ts';
import type { Status } from '../../main/contract/status.ts';
import type { SocketClient } from '../../main/hosts/socketClient.ts';
import type { Embedder } from '../../main/store/embedder.ts';
import { dataPaths } from '../../main/store/paths.ts';
import { openBundledEmbedder } from '../eval/engine.ts';
import { measureBench, printBench } from './benchSpeed.ts';
import { makeQueries, makeTurns, type Turn } from './corpus.ts';
import { startDaemonProcess } from './daemonProcess.ts';
import { cacheSyntheticVectors, exchangeFile, vectorsDone } from './filling.ts';
import { importAll } from './importAll.ts';
import { rawBulk, rawEmbedding, rawFts, rawInsert, rawKnn, type Spread, spread, timed } from './rawEngines.ts';
import { measureSearch, type SearchSpeed } from './searchSpeed.ts';
import { measureStructure, printStructure } from './structureSpeed.ts';

const { values } = parseArgs({
  options: {
    bench: { type: 'boolean', default: false },
    items: { type: 'string', default: '10000,100000' },
    json: { type: 'boolean', default: false },
    queries: { type: 'string', default: '100' },
    structure: { type: 'string', default: '100000' },
  },
});

/** The paths over texts; those over structures are measured on structures. */
const askedPaths = ['search', 'recall', 'fused'] as const;
type AskedPath = (typeof askedPaths)[number] | 'routed';

interface Figures {
  readonly items: number;
  readonly write: Spread;
  readonly bulk: { readonly textPerSecond: number; readonly withVectorsPerSecond: number };
  readonly ask: Record<AskedPath, Spread>;
  /** Mean milliseconds of each stage of a routed request, inside the daemon. */
  readonly stages: Record<string, number>;
  readonly search: SearchSpeed;
  readonly coldStartMs: number;
  readonly residentMb: { readonly atStart: number; readonly atEnd: number };
  readonly diskMb: Record<string, number>;
  readonly raw: { insert: Spread; bulkPerSecond: number; fts: Spread; knn: Spread; embedding: Spread };
  readonly ratios: Record<string, number>;
}

/** A folder for as long as the work takes. */
async function inFolder<T>(work: (dir: string) => Promise<T>): Promise<T> {
  const dir = mkdtempSync(join(tmpdir(), 'piper-speed-'));
  try {
    return await work(dir);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

async function measure(dir: string, items: number, queryCount: number): Promise<Figures> {
  const turns = makeTurns(items, 11);
  const queries = makeQueries(turns, queryCount, 12);
  const embedder = await openBundledEmbedder();
  const raw = await measureRaw(dir, turns, queries, embedder);
  const ours = await measureOurs(dir, turns, queries, embedder);
  await embedder.close();
  return { items, ...ours, raw, ratios: ratiosOf(ours, raw) };
}

async function measureRaw(
  dir: string,
  turns: readonly Turn[],
  queries: readonly string[],
  embedder: Embedder,
): Promise<Figures['raw']> {
  const embedding = await rawEmbedding(embedder, queries);
  const vectors = await embedder.embed(queries, 'query');
  const bulkFile = join(dir, 'raw-bulk.db');
  return {
    insert: await rawInsert(dir, turns, 300),
    bulkPerSecond: rawBulk(bulkFile, turns),
    fts: await rawFts(bulkFile, queries),
    knn: await rawKnn(join(dir, 'raw-knn.db'), turns.length, vectors),
    embedding,
  };
}

async function measureOurs(dir: string, turns: readonly Turn[], queries: readonly string[], embedder: Embedder) {
  const textPerSecond = await importRate(join(dir, 'words-only'), turns, { embedder: 'off' });
  const withVectorsPerSecond = await importRate(join(dir, 'sample'), turns.slice(0, modelSample), { embedder: 'on' });
  const data = join(dir, 'data');
  await cacheSyntheticVectors(data, turns, embedder);
  const first = await startDaemonProcess(data);
  const atStart = first.residentMb();
  await importAll(first.client, exchangeFile(dir, 'all', turns), turns.length);
  await vectorsDone(first.client);
  const write = spread(await timed(300, (index) => first.client.call('memory.write', writeOf(turns, index))));
  await vectorsDone(first.client);
  await first.stop();

  const started = performance.now();
  const second = await startDaemonProcess(data);
  await second.client.call('retrieve', { query: queries[0] ?? 'ba' });
  const coldStartMs = performance.now() - started;
  const ask = {} as Record<AskedPath, Spread>;
  for (const path of askedPaths) ask[path] = (await askAll(second.client, queries, [path])).spread;
  const routed = await askAll(second.client, queries);
  ask.routed = routed.spread;
  const status = await second.client.call('status', {});
  const residentMb = { atStart, atEnd: second.residentMb() };
  await second.stop();
  const search = measureSearch(dataPaths(data).memory, join(dir, 'raw-bulk.db'), queries);
  const bulk = { textPerSecond, withVectorsPerSecond };
  return { write, bulk, ask, stages: routed.stages, search, coldStartMs, residentMb, diskMb: megabytes(status) };
}

/** A model pass costs the same whatever the store holds: so many texts tell its rate. */
const modelSample = 1000;

/** Items a second until everything is found by its words and, unless the embedder is off, by its vector. */
async function importRate(data: string, turns: readonly Turn[], config: { readonly embedder: 'on' | 'off' }) {
  mkdirSync(data, { recursive: true });
  writeFileSync(join(data, 'config.json'), JSON.stringify(config));
  const daemon = await startDaemonProcess(data);
  const start = performance.now();
  await importAll(daemon.client, exchangeFile(data, 'turns', turns), turns.length);
  if (config.embedder === 'on') await vectorsDone(daemon.client);
  const seconds = (performance.now() - start) / 1000;
  await daemon.stop();
  return turns.length / seconds;
}

function writeOf(turns: readonly Turn[], index: number) {
  const turn = turns[index % turns.length];
  return { id: `w${index}`, text: turn?.text ?? 'ba', author: turn?.author ?? 'x', thread: 'written', position: index };
}

async function askAll(client: SocketClient, queries: readonly string[], paths?: ForcedPath[]) {
  const ask = (query: string) => client.call('retrieve', { query, ...(paths ? { paths } : {}) });
  for (const query of queries.slice(0, 10)) await ask(query);
  const latencies: EvidencePacket['latencyMs'][] = [];
  const times = await timed(queries.length, async (index) => {
    latencies.push((await ask(queries[index] ?? 'ba')).latencyMs);
  });
  const names = [...new Set(latencies.flatMap((one) => Object.keys(one)))];
  const stages = Object.fromEntries(names.map((name) => [name, mean(latencies.map((one) => one[name] ?? 0))]));
  return { spread: spread(times), stages };
}

function megabytes({ diskBytes }: Status): Record<string, number> {
  return Object.fromEntries(Object.entries(diskBytes).map(([name, bytes]) => [name, bytes / 1e6]));
}

function ratiosOf(ours: Awaited<ReturnType<typeof measureOurs>>, raw: Figures['raw']): Record<string, number> {
  const parts = (percentile: 'p50' | 'p95') => raw.fts[percentile] + raw.embedding[percentile] + raw.knn[percentile];
  return {
    'write p50 / plain durable insert': ours.write.p50 / raw.insert.p50,
    'bulk import / plain insert + FTS5 (items a second)': ours.bulk.textPerSecond / raw.bulkPerSecond,
    'ask search p50 / plain FTS5': ours.ask.search.p50 / raw.fts.p50,
    'ask search p95 / plain FTS5': ours.ask.search.p95 / raw.fts.p95,
    'search itself p50 / plain FTS5, by turns (≤ .6)': ours.search.itself.p50 / ours.search.plain.p50,
    'search itself p95 / plain FTS5, by turns': ours.search.itself.p95 / ours.search.plain.p95,
    'recall p50 / plain embedding + KNN': ours.ask.recall.p50 / (raw.embedding.p50 + raw.knn.p50),
    'fused p50 / sum of its raw parts': ours.ask.fused.p50 / parts('p50'),
    'fused p95 / sum of its raw parts': ours.ask.fused.p95 / parts('p95'),
    'routed p50 / sum of its raw parts (≤ 1.3)': ours.ask.routed.p50 / parts('p50'),
    'routed p95 / sum of its raw parts (≤ 1.6)': ours.ask.routed.p95 / parts('p95'),
  };
}

function print({
  items,
  write,
  bulk,
  ask,
  stages,
  search,
  coldStartMs,
  residentMb,
  diskMb,
  raw,
  ratios,
}: Figures): void {
  const ms = ({ p50, p95 }: Spread) => `p50 ${p50.toFixed(2)} ms, p95 ${p95.toFixed(2)} ms`;
  const rate = (perSecond: number) => `${Math.round(perSecond).toLocaleString('en')} items/s`;
  const rows: [string, string, string][] = [
    ['write (durable, over the socket)', ms(write), `plain SQLite insert: ${ms(raw.insert)}`],
    ['bulk import, text', rate(bulk.textPerSecond), `plain insert + FTS5: ${rate(raw.bulkPerSecond)}`],
    [
      'bulk import, with vectors',
      rate(bulk.withVectorsPerSecond),
      `over ${modelSample} items; each text is one model pass`,
    ],
    ['ask search', ms(ask.search), `plain FTS5: ${ms(raw.fts)}`],
    ['ask recall', ms(ask.recall), `plain embedding: ${ms(raw.embedding)}; plain KNN: ${ms(raw.knn)}`],
    ['ask fused', ms(ask.fused), ''],
    ['ask, routed', ms(ask.routed), shares(stages)],
    ['search itself, in process', ms(search.itself), `plain FTS5, by turns: ${ms(search.plain)}`],
    ['its stages', shares(search.stages), ''],
    ['cold start to first answer', `${coldStartMs.toFixed(0)} ms`, ''],
    [
      'resident memory',
      `${residentMb.atStart.toFixed(0)} MB empty, ${residentMb.atEnd.toFixed(0)} MB after asking`,
      '',
    ],
    [
      'disk',
      Object.entries(diskMb)
        .map(([name, mb]) => `${name} ${mb.toFixed(1)} MB`)
        .join(', '),
      '',
    ],
  ];
  console.log(`\n${items.toLocaleString('en')} items`);
  for (const [name, figure, beside] of rows) console.log(`  ${name.padEnd(34)} ${figure.padEnd(44)} ${beside}`);
  for (const [name, ratio] of Object.entries(ratios)) console.log(`  ratio  ${name.padEnd(52)} ${ratio.toFixed(2)}`);
}

/** Mean milliseconds, each with its share of the total where there is one, or of their sum. */
function shares({ total, ...stages }: Readonly<Record<string, number>>): string {
  const whole = total ?? Object.values(stages).reduce((sum, stage) => sum + stage, 0);
  return Object.entries(stages)
    .map(([name, stage]) => `${name} ${stage.toFixed(2)} ms (${((100 * stage) / whole).toFixed(0)} %)`)
    .join(', ');
}

for (const items of sizes(values.items)) {
  const figures = await inFolder((dir) => measure(dir, items, Number(values.queries)));
  if (values.json) console.log(JSON.stringify(figures, null, 2));
  else print(figures);
}
for (const size of sizes(values.structure)) {
  const figures = await inFolder((dir) => measureStructure(dir, size, Number(values.queries)));
  if (values.json) console.log(JSON.stringify(figures, null, 2));
  else printStructure(figures);
}
if (values.bench) {
  const figures = await inFolder((dir) => measureBench(dir, Number(values.queries)));
  if (values.json) console.log(JSON.stringify(figures, null, 2));
  else printBench(figures);
}

/** `0` leaves a part out. */
function sizes(given: string): number[] {
  return given
    .split(',')
    .map(Number)
    .filter((size) => size > 0);
}
