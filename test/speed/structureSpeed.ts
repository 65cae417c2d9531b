import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { mulberry32 } from '../../main/base/mulberry32.ts';
import type { RetrievalPath } from '../../main/contract/packet.ts';
import type { SocketClient } from '../../main/hosts/socketClient.ts';
import { startDaemonProcess } from './daemonProcess.ts';
import { importAll } from './importAll.ts';
import { type Spread, spread, timed } from './rawEngines.ts';
import { makeStructure, type Structure, structureLines } from './structureCorpus.ts';

const paths = ['temporal', 'associate', 'graph', 'causal'] as const satisfies readonly RetrievalPath[];
type StructurePath = (typeof paths)[number];

export interface StructureFigures {
  readonly size: number;
  readonly importPerSecond: number;
  readonly ask: Record<StructurePath, Spread>;
  /** Share of questions whose list held the item that the plain lookup gave: a fast path that finds nothing is no path. */
  readonly answered: Record<StructurePath, number>;
  readonly factsCurrent: Spread;
  readonly lookup: Record<StructurePath, Spread>;
  readonly rebuild: { readonly eventsPerSecond: number; readonly progress: number };
}

interface Question {
  readonly query: string;
  /** What the results must name for the question to count as answered. */
  readonly wants: string;
}

/** The four paths over structures at `size` facts and edges, each beside the plain indexed SQL lookup it comes down to. */
export async function measureStructure(dir: string, size: number, count: number): Promise<StructureFigures> {
  const structure = makeStructure(size, 21);
  const questions = questionsOf(structure, count);
  const lookup = lookups(join(dir, 'plain.db'), structure, questions);
  const data = join(dir, 'structure');
  mkdirSync(data, { recursive: true });
  writeFileSync(join(data, 'config.json'), JSON.stringify({ embedder: 'off' }));
  const lines = [...structureLines(structure)];
  const file = join(dir, 'structure.pmem.jsonl');
  writeFileSync(file, lines.join('\n'));
  const daemon = await startDaemonProcess(data);
  const started = performance.now();
  // Two lines may say the same: they are one memory.
  await importAll(daemon.client, file, new Set(lines).size);
  const importPerSecond = lines.length / ((performance.now() - started) / 1000);
  const ask = {} as Record<StructurePath, Spread>;
  const answered = {} as Record<StructurePath, number>;
  for (const path of paths)
    ({ spread: ask[path], answered: answered[path] } = await askPath(daemon.client, path, questions[path]));
  const factsCurrent = spread(
    await timed(count, (at) => {
      const fact = structure.facts[(at * 37) % structure.facts.length];
      return daemon.client.call('facts.current', {
        subject: fact?.subject ?? '',
        predicate: fact?.predicate ?? '',
      });
    }),
  );
  const rebuild = await rebuildRate(daemon.client);
  await daemon.stop();
  return { size, importPerSecond, ask, answered, factsCurrent, lookup, rebuild };
}

function questionsOf({ facts, edges, causes }: Structure, count: number): Record<StructurePath, Question[]> {
  const random = mulberry32(22);
  const some = <T>(rows: readonly T[]) =>
    Array.from({ length: count }, () => rows[Math.floor(random() * rows.length)] as T);
  const next = Map.groupBy(edges, ({ from }) => from);
  return {
    temporal: some(facts).map(({ subject, predicate }) => ({
      query: `What is the ${predicate} of ${subject} now?`,
      wants: facts.findLast((fact) => fact.subject === subject && fact.predicate === predicate)?.object ?? '',
    })),
    associate: some(edges).map(({ from, relation, to }) => ({ query: asking(from, relation), wants: to })),
    graph: some(edges.filter(({ to }) => next.has(to))).map(({ from, relation, to }) => {
      const second = next.get(to)?.[0];
      return {
        query: asking(`the thing that ${from} ${relation}`, second?.relation ?? ''),
        wants: second?.to ?? '',
      };
    }),
    causal: some(causes).map(({ cause, effect }) => ({ query: `What caused the ${effect}?`, wants: cause })),
  };
}

/** A question for the other end of a relation: “uses” → “What does … use?”, “is part of” → “What is … part of?”. */
function asking(subject: string, relation: string): string {
  if (relation.startsWith('is ')) return `What is ${subject} ${relation.slice(3)}?`;
  const [verb = '', ...rest] = relation.split(' ');
  return `What does ${subject} ${[verb.replace(/s$/, ''), ...rest].join(' ')}?`;
}

async function askPath(client: SocketClient, path: StructurePath, questions: readonly Question[]) {
  const ask = ({ query }: Question) => client.call('retrieve', { query, paths: [path] });
  for (const question of questions.slice(0, 10)) await ask(question);
  let hits = 0;
  const times = await timed(questions.length, async (at) => {
    const question = questions[at] as Question;
    const { results } = await ask(question);
    if (results.some((result) => JSON.stringify([result.text, result.edges]).includes(question.wants))) hits++;
  });
  return { spread: spread(times), answered: hits / questions.length };
}

/** One B-tree descent each, in process: the least that looking such a thing up can cost. */
function lookups(
  file: string,
  { facts, edges, causes }: Structure,
  questions: Record<StructurePath, Question[]>,
): Record<StructurePath, Spread> {
  const db = new Database(file);
  db.exec(`CREATE TABLE facts(subject TEXT, predicate TEXT, valid_from TEXT, object TEXT);
    CREATE TABLE edges("from" TEXT, relation TEXT, "to" TEXT);
    CREATE TABLE causes(cause TEXT, effect TEXT);`);
  const fact = db.prepare('INSERT INTO facts VALUES (?, ?, ?, ?)');
  const edge = db.prepare('INSERT INTO edges VALUES (?, ?, ?)');
  const cause = db.prepare('INSERT INTO causes VALUES (?, ?)');
  db.transaction(() => {
    for (const row of facts) fact.run(row.subject, row.predicate, row.validFrom, row.object);
    for (const row of edges) edge.run(row.from, row.relation, row.to);
    for (const row of causes) cause.run(row.cause, row.effect);
    db.exec(`CREATE INDEX facts_by_slot ON facts(subject, predicate, valid_from);
      CREATE INDEX edges_by_from ON edges("from", relation);
      CREATE INDEX causes_by_effect ON causes(effect);`);
  })();
  const current = db.prepare(
    'SELECT object FROM facts WHERE subject = ? AND predicate = ? ORDER BY valid_from DESC LIMIT 1',
  );
  const around = db.prepare('SELECT relation, "to" FROM edges WHERE "from" = ?');
  const twoHops = db.prepare(
    'SELECT b."to" FROM edges a JOIN edges b ON b."from" = a."to" WHERE a."from" = ? AND a.relation = ?',
  );
  const causeOf = db.prepare('SELECT cause FROM causes WHERE effect = ?');
  const times = (work: (at: number) => unknown) =>
    spread(
      questions.temporal.map((_, at) => {
        const start = performance.now();
        work(at);
        return performance.now() - start;
      }),
    );
  const factAt = (at: number) => facts[(at * 37) % facts.length];
  const edgeAt = (at: number) => edges[(at * 37) % edges.length];
  const result = {
    temporal: times((at) => current.get(factAt(at)?.subject, factAt(at)?.predicate)),
    associate: times((at) => around.all(edgeAt(at)?.from)),
    graph: times((at) => twoHops.all(edgeAt(at)?.from, edgeAt(at)?.relation)),
    causal: times((at) => causeOf.all(causes[(at * 37) % causes.length]?.effect)),
  };
  db.close();
  return result;
}

async function rebuildRate(client: SocketClient): Promise<StructureFigures['rebuild']> {
  let progress = 0;
  const stop = client.onNotification((name) => {
    if (name === 'progress') progress++;
  });
  const { events, ms } = await client.call('admin.rebuild', { waitForVectors: false });
  stop();
  return { eventsPerSecond: events / (ms / 1000), progress };
}

export function printStructure(figures: StructureFigures): void {
  const ms = ({ p50, p95 }: Spread) => `p50 ${p50.toFixed(2)} ms, p95 ${p95.toFixed(2)} ms`;
  console.log(`\n${figures.size.toLocaleString('en')} facts and edges`);
  for (const path of paths) {
    const beside = `plain indexed SQL: ${ms(figures.lookup[path])}; answered ${(100 * figures.answered[path]).toFixed(0)} %`;
    console.log(`  ${`ask ${path}`.padEnd(34)} ${ms(figures.ask[path]).padEnd(44)} ${beside}`);
  }
  console.log(`  ${'facts.current (over the socket)'.padEnd(34)} ${ms(figures.factsCurrent)}`);
  const rate = (perSecond: number) => `${Math.round(perSecond).toLocaleString('en')}/s`;
  console.log(`  ${'import'.padEnd(34)} ${rate(figures.importPerSecond)}`);
  console.log(
    `  ${'rebuild'.padEnd(34)} ${`${rate(figures.rebuild.eventsPerSecond)} events`.padEnd(44)} ${figures.rebuild.progress} progress notifications`,
  );
}
