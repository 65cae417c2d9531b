/**
 * `npm run bench:speed -- [--items 10000,100000] [--json]`: what the product costs beside the raw engines under it, every
 * ratio from one run on one machine. Absolute figures say as much about the machine as about the program.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { ForcedPath } from '../../main/contract/packet.ts';
import type { Status } from '../../main/contract/status.ts';
import type { SocketClient } from '../../main/hosts/socketClient.ts';
import { openBundledEmbedder } from '../eval/engine.ts';
import { exchangeLine, makeQueries, makeTurns, type Turn } from './corpus.ts';
import { startDaemonProcess } from './daemonProcess.ts';
import { rawBulk, rawEmbedding, rawFts, rawInsert, rawKnn, type Spread, spread, timed } from './rawEngines.ts';

const { values } = parseArgs({
  options: {
    items: { type: 'string', default: '10000,100000' },
    json: { type: 'boolean', default: false },
    queries: { type: 'string', default: '100' },
  },
});

interface Figures {
  readonly items: number;
  readonly write: Spread;
  readonly bulk: { readonly textPerSecond: number; readonly withVectorsPerSecond: number };
  readonly ask: Record<ForcedPath, Spread>;
  readonly coldStartMs: number;
  readonly residentMb: { readonly atStart: number; readonly atEnd: number };
  readonly diskMb: Record<string, number>;
  readonly raw: { insert: Spread; bulkPerSecond: number; fts: Spread; knn: Spread; embedding: Spread };
  readonly ratios: Record<string, number>;
}

async function measure(items: number, queryCount: number): Promise<Figures> {
  const dir = mkdtempSync(join(tmpdir(), 'piper-speed-'));
  try {
    const turns = makeTurns(items, 11);
    const queries = makeQueries(turns, queryCount, 12);
    const raw = await measureRaw(dir, turns, queries);
    const ours = await measureOurs(dir, turns, queries);
    return { items, ...ours, raw, ratios: ratiosOf(ours, raw) };
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

async function measureRaw(dir: string, turns: readonly Turn[], queries: readonly string[]): Promise<Figures['raw']> {
  const embedder = await openBundledEmbedder();
  const embedding = await rawEmbedding(embedder, queries);
  const vectors = await embedder.embed(queries, 'query');
  await embedder.close();
  const bulkFile = join(dir, 'raw-bulk.db');
  return {
    insert: await rawInsert(dir, turns, 300),
    bulkPerSecond: rawBulk(bulkFile, turns),
    fts: await rawFts(bulkFile, queries),
    knn: await rawKnn(turns.length, vectors),
    embedding,
  };
}

async function measureOurs(dir: string, turns: readonly Turn[], queries: readonly string[]) {
  const data = join(dir, 'data');
  const file = join(dir, 'turns.pmem.jsonl');
  writeFileSync(file, turns.map(exchangeLine).join('\n'));
  const first = await startDaemonProcess(data);
  const atStart = first.residentMb();
  const bulk = await importAll(first.client, file, turns.length);
  const write = spread(await timed(300, (index) => first.client.call('memory.write', writeOf(turns, index))));
  await vectorsDone(first.client);
  await first.stop();

  const started = performance.now();
  const second = await startDaemonProcess(data);
  await second.client.call('retrieve', { query: queries[0] ?? 'ba' });
  const coldStartMs = performance.now() - started;
  const ask = {} as Record<ForcedPath, Spread>;
  for (const path of ['search', 'recall', 'fused'] as const) ask[path] = await askAll(second.client, queries, path);
  const status = await second.client.call('status', {});
  const atEnd = second.residentMb();
  await second.stop();
  return { write, bulk, ask, coldStartMs, residentMb: { atStart, atEnd }, diskMb: megabytes(status) };
}

function writeOf(turns: readonly Turn[], index: number) {
  const turn = turns[index % turns.length];
  return { id: `w${index}`, text: turn?.text ?? 'ba', author: turn?.author ?? 'x', thread: 'written', position: index };
}

async function importAll(client: SocketClient, file: string, count: number) {
  const start = performance.now();
  const { importId } = await client.call('import.start', { paths: [file] });
  for (;;) {
    const [status] = (await client.call('import.status', { importId })).imports;
    if (status?.state === 'failed') throw new Error(status.error?.message);
    if (status?.state === 'finished') break;
    await sleep(20);
  }
  const textMs = performance.now() - start;
  await vectorsDone(client);
  const wholeMs = performance.now() - start;
  return { textPerSecond: count / (textMs / 1000), withVectorsPerSecond: count / (wholeMs / 1000) };
}

/** Until every vector is made, settled and indexed: what is measured afterwards is the store at rest. */
async function vectorsDone(client: SocketClient): Promise<void> {
  for (;;) {
    const { vectors, jobs } = await client.call('status', {});
    if (vectors.pending === 0 && !jobs.some(({ state }) => state === 'running')) return;
    await sleep(100);
  }
}

async function askAll(client: SocketClient, queries: readonly string[], path: ForcedPath): Promise<Spread> {
  const ask = (query: string) => client.call('retrieve', { query, paths: [path] });
  for (const query of queries.slice(0, 10)) await ask(query);
  return spread(await timed(queries.length, (index) => ask(queries[index] ?? 'ba')));
}

function megabytes({ diskBytes }: Status): Record<string, number> {
  return Object.fromEntries(Object.entries(diskBytes).map(([name, bytes]) => [name, bytes / 1e6]));
}

function ratiosOf(ours: Awaited<ReturnType<typeof measureOurs>>, raw: Figures['raw']): Record<string, number> {
  const parts = (percentile: 'p50' | 'p95') => raw.fts[percentile] + raw.embedding[percentile] + raw.knn[percentile];
  return {
    'write p50 / plain durable insert': ours.write.p50 / raw.insert.p50,
    'bulk import / plain insert + FTS5 (items a second)': ours.bulk.textPerSecond / raw.bulkPerSecond,
    'search p50 / plain FTS5': ours.ask.search.p50 / raw.fts.p50,
    'search p95 / plain FTS5': ours.ask.search.p95 / raw.fts.p95,
    'recall p50 / plain embedding + KNN': ours.ask.recall.p50 / (raw.embedding.p50 + raw.knn.p50),
    'fused p50 / sum of its raw parts': ours.ask.fused.p50 / parts('p50'),
    'fused p95 / sum of its raw parts': ours.ask.fused.p95 / parts('p95'),
  };
}

function print({ items, write, bulk, ask, coldStartMs, residentMb, diskMb, raw, ratios }: Figures): void {
  const ms = ({ p50, p95 }: Spread) => `p50 ${p50.toFixed(2)} ms, p95 ${p95.toFixed(2)} ms`;
  const rate = (perSecond: number) => `${Math.round(perSecond).toLocaleString('en')} items/s`;
  const rows: [string, string, string][] = [
    ['write (durable, over the socket)', ms(write), `plain SQLite insert: ${ms(raw.insert)}`],
    ['bulk import, text', rate(bulk.textPerSecond), `plain insert + FTS5: ${rate(raw.bulkPerSecond)}`],
    ['bulk import, with vectors', rate(bulk.withVectorsPerSecond), ''],
    ['ask search', ms(ask.search), `plain FTS5: ${ms(raw.fts)}`],
    ['ask recall', ms(ask.recall), `plain embedding: ${ms(raw.embedding)}; plain KNN: ${ms(raw.knn)}`],
    ['ask fused', ms(ask.fused), ''],
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

for (const items of values.items.split(',').map(Number)) {
  const figures = await measure(items, Number(values.queries));
  if (values.json) console.log(JSON.stringify(figures, null, 2));
  else print(figures);
}
