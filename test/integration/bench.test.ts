import { execFileSync, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { BenchResults, BenchStatus } from '../../main/contract/bench.ts';
import type { MethodInput } from '../../main/contract/methods.ts';
import { type Daemon, startDaemon } from '../../main/daemon.ts';
import { folderOf } from '../support/temporary.ts';
import { benchmarkFiles, tinyBenchmark, tinyObjects, tinyProbes } from '../support/tinyBenchmark.ts';
import { cli, cliJson, dataDirWithoutVectors } from './cliFixtures.ts';

/** The same probes over and over: enough that a run can be cut short. */
const manyProbes = Array.from({ length: 10 }, (_, round) =>
  tinyProbes.map((probe) => ({ ...probe, id: `${probe.id}-${round}` })),
).flat();
const longBenchmark = () => folderOf(benchmarkFiles(tinyObjects, manyProbes));

async function daemonOver(dir = dataDirWithoutVectors()): Promise<Daemon> {
  const daemon = await startDaemon({ dir });
  onTestFinished(() => daemon.close());
  return daemon;
}

const run = (daemon: Daemon, setup: MethodInput<'bench.run'>) => daemon.caller.call('bench.run', setup);

async function statusOf(daemon: Daemon, runId: string): Promise<BenchStatus> {
  const { runs } = await daemon.caller.call('bench.status', {});
  const status = runs.find((one) => one.runId === runId);
  if (status === undefined) throw new Error('the run is not known');
  return status;
}

async function until(daemon: Daemon, runId: string, holds: (status: BenchStatus) => boolean): Promise<BenchStatus> {
  for (;;) {
    const status = await statusOf(daemon, runId);
    if (holds(status) || status.state !== 'running') return status;
    await pause(20);
  }
}

const ended = (daemon: Daemon, runId: string) => until(daemon, runId, ({ state }) => state !== 'running');
const half = ({ stage, done }: BenchStatus) => stage === 'asking' && done >= 3;

async function resultsOf(daemon: Daemon, setup: MethodInput<'bench.run'>): Promise<BenchResults> {
  const { runId } = await run(daemon, setup);
  expect(await ended(daemon, runId)).toMatchObject({ state: 'finished', error: null });
  return daemon.caller.call('bench.results', { runId });
}

/** What must be the same whenever the same setup is run: everything but names and times. */
function lasting({ benchmark, setup, versions, score, routes, figures, probes }: BenchResults) {
  return {
    benchmark,
    setup,
    versions,
    score,
    routes,
    figures: { ...figures, latencyMs: {} },
    probes: probes.map(({ answer, sessionId: _, ...row }) => ({ ...row, answer: { ...answer, latencyMs: {} } })),
  };
}

const journalLines = (daemon: Daemon, runId: string) =>
  readFileSync(join(daemon.paths.dir, 'bench', 'runs', runId, 'answers.jsonl'), 'utf8').split('\n').length - 2;

/** The processes that this one started for runs. */
function benchProcesses(): number[] {
  return execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' })
    .split('\n')
    .flatMap((line) => {
      const [pid, parent, ...args] = line.trim().split(/\s+/);
      return Number(parent) === process.pid && args.join(' ').includes('benchProcess') ? [Number(pid)] : [];
    });
}

/** Two processes start for each run, and the one of the run gives way to all others. */
vi.setConfig({ testTimeout: 300_000 });

describe('a run', () => {
  test('scores every probe, is the same twice, and leaves the memory of its user as it was', async () => {
    const daemon = await daemonOver();
    const { caller } = daemon;
    await caller.call('memory.write', { text: 'Ines Falk likes the colour green best.' });
    const before = await caller.call('admin.rebuild', {});
    const benchmark = tinyBenchmark();
    const first = await resultsOf(daemon, { benchmark });
    const second = await resultsOf(daemon, { benchmark });
    expect(second.runId).not.toBe(first.runId);
    expect(lasting(second)).toEqual(lasting(first));

    expect(first.probes.map(({ probe }) => probe.id)).toEqual(tinyProbes.map(({ id }) => id));
    expect(first.benchmark).toMatchObject({ name: 'tiny', objects: tinyObjects.length, probes: tinyProbes.length });
    expect(first.score.total).toBeGreaterThan(50);
    expect(Object.keys(first.routes)).toHaveLength(6 + 15 + 1 + 1);
    expect(first.routes.oracle?.total).toBeGreaterThanOrEqual(first.score.total);

    const after = await caller.call('admin.rebuild', {});
    expect(after.digestBefore).toBe(before.digestAfter);
    expect(after.events).toBe(before.events);
    const folder = join(daemon.paths.dir, 'bench', 'runs', first.runId);
    expect(['store', 'answers.jsonl', 'corpus.pmem.jsonl'].filter((name) => existsSync(join(folder, name)))).toEqual(
      [],
    );

    const { runs } = await caller.call('bench.list', {});
    expect(runs.map(({ runId, total }) => [runId, total])).toEqual([
      [second.runId, second.score.total],
      [first.runId, first.score.total],
    ]);
    const [row] = first.probes;
    const trace = await caller.call('bench.trace', { runId: first.runId, sessionId: row?.sessionId ?? '' });
    expect(trace.query).toBe(row?.probe.query);
    const { total } = await caller.call('bench.compare', { first: first.runId, second: second.runId });
    expect(total).toEqual({ mean: 0, low: 0, high: 0 });
    expect(await caller.call('bench.gate', { runId: second.runId, baseline: first.runId })).toMatchObject({
      passed: true,
    });
  });

  test('in prose has the same ids and no structure but what was read in the words', async () => {
    const daemon = await daemonOver();
    const { score, benchmark } = await resultsOf(daemon, {
      benchmark: tinyBenchmark(),
      structure: 'prose',
      oracle: false,
    });
    expect(benchmark.objects).toBe(tinyObjects.length);
    expect(score.parts.route.of).toBe(0);
    expect(score.families.A?.recallAt5).toBe(1);
  });

  test('with parts taken out is judged by the oracle of the whole engine', async () => {
    const daemon = await daemonOver();
    const results = await resultsOf(daemon, { benchmark: tinyBenchmark(), without: ['causal'], fusion: false });
    const cause = results.probes.find(({ probe }) => probe.family === 'E');
    expect(cause).toMatchObject({ quality: 0, oracle: { route: 'causal', quality: 1 }, regret: 1 });
    // A question that asks two things has two routes.
    const ofOne = results.probes.filter(({ probe }) => probe.family !== 'G');
    expect(ofOne.map(({ answer }) => answer.executed.length).filter((paths) => paths > 1)).toEqual([]);
  });

  test('of the simplest policy asks one path a question', async () => {
    const daemon = await daemonOver();
    const { probes, versions } = await resultsOf(daemon, {
      benchmark: tinyBenchmark(),
      policy: 'simplest',
      oracle: false,
    });
    expect(versions.policy).toBe('simplest-v1');
    expect(new Set(probes.flatMap(({ answer }) => answer.executed))).toEqual(new Set(['recall']));
  });

  test.each([
    ['is not there', undefined, 'unreadable-file'],
    ['is no policy', '{"version": 3}', 'invalid-params'],
  ] as const)('under a policy file that %s fails before anything is loaded', async (_, text, code) => {
    const daemon = await daemonOver();
    const policy = join(folderOf(text === undefined ? {} : { 'policy.json': text }), 'policy.json');
    const { runId } = await run(daemon, { benchmark: tinyBenchmark(), policy });
    expect(await ended(daemon, runId)).toMatchObject({ state: 'failed', stage: 'starting', error: { code } });
  });

  test('that failed before anything was asked starts at a time of its own when it is begun again', async () => {
    const daemon = await daemonOver();
    const benchmark = folderOf(benchmarkFiles(tinyObjects.slice(1), tinyProbes));
    const failed = await run(daemon, { benchmark, oracle: false });
    await ended(daemon, failed.runId);
    folderOf(benchmarkFiles(), benchmark);
    const again = await run(daemon, { benchmark, oracle: false });
    expect([again.runId, again.startedAt > failed.startedAt]).toEqual([failed.runId, true]);
    expect(await ended(daemon, again.runId)).toMatchObject({ state: 'finished' });
    const { runs } = await daemon.caller.call('bench.list', {});
    expect(runs).toMatchObject([{ runId: again.runId, startedAt: again.startedAt }]);
  });

  test('of a folder that is no benchmark fails with the reason', async () => {
    const daemon = await daemonOver();
    const benchmark = folderOf(benchmarkFiles(tinyObjects.slice(1), tinyProbes));
    const { runId } = await run(daemon, { benchmark });
    expect(await ended(daemon, runId)).toMatchObject({
      state: 'failed',
      error: { code: 'bad-benchmark', message: expect.stringContaining('release-notes') },
    });
  });
});

describe('a run that was cut short', () => {
  test('by cancelling goes on from there, to the same results', async () => {
    const daemon = await daemonOver();
    const benchmark = longBenchmark();
    const { runId, startedAt } = await run(daemon, { benchmark });
    await until(daemon, runId, half);
    expect(await daemon.caller.call('bench.cancel', { runId })).toMatchObject({ state: 'cancelled' });
    const answered = journalLines(daemon, runId);
    expect(answered).toBeGreaterThanOrEqual(3);
    expect(answered).toBeLessThan(manyProbes.length);
    expect((await daemon.caller.call('bench.list', {})).runs).toMatchObject([{ runId, finishedAt: null, total: null }]);

    const again = await run(daemon, { benchmark });
    expect([again.runId, again.startedAt]).toEqual([runId, startedAt]);
    const asking = await until(daemon, runId, ({ stage }) => stage === 'asking');
    expect(asking.done).toBeGreaterThanOrEqual(answered);
    expect(await ended(daemon, runId)).toMatchObject({ state: 'finished' });
    const resumed = await daemon.caller.call('bench.results', { runId });
    expect(resumed.startedAt).toBe(startedAt);
    expect(lasting(resumed)).toEqual(lasting(await resultsOf(daemon, { benchmark })));
  });

  test('by kill -9 is told as interrupted and goes on from there', async () => {
    const daemon = await daemonOver();
    const benchmark = longBenchmark();
    const { runId } = await run(daemon, { benchmark });
    await until(daemon, runId, half);
    const [pid] = benchProcesses();
    process.kill(pid ?? Number.NaN, 'SIGKILL');
    expect(await ended(daemon, runId)).toMatchObject({ state: 'interrupted' });
    const folder = join(daemon.paths.dir, 'bench', 'runs', runId);
    expect(existsSync(join(folder, 'store'))).toBe(false);
    // As a crash in the midst of a line would leave it.
    const torn = readFileSync(join(folder, 'answers.jsonl'), 'utf8').slice(0, -10);
    writeFileSync(join(folder, 'answers.jsonl'), torn);
    expect((await run(daemon, { benchmark })).runId).toBe(runId);
    expect(await ended(daemon, runId)).toMatchObject({ state: 'finished' });
    const { probes } = await daemon.caller.call('bench.results', { runId });
    expect(probes.map(({ probe }) => probe.id)).toEqual(manyProbes.map(({ id }) => id));
  });

  test('begins anew where the corpus has changed meanwhile', async () => {
    const daemon = await daemonOver();
    const benchmark = longBenchmark();
    const { runId } = await run(daemon, { benchmark, oracle: false });
    await until(daemon, runId, half);
    await daemon.caller.call('bench.cancel', { runId });
    cpSync(folderOf(benchmarkFiles(tinyObjects.toReversed(), manyProbes)), benchmark, { recursive: true });
    const changed = await resultsOf(daemon, { benchmark, oracle: false });
    expect(changed.runId).toBe(runId);
    expect(lasting(changed)).toEqual(lasting(await resultsOf(daemon, { benchmark, oracle: false })));
  });

  test('by the end of its daemon is told as unfinished by the next one, and goes on', async () => {
    const dir = dataDirWithoutVectors();
    const benchmark = longBenchmark();
    const first = await startDaemon({ dir });
    const { runId } = await run(first, { benchmark, oracle: false });
    await until(first, runId, half);
    await first.close();
    expect(benchProcesses()).toEqual([]);
    const second = await daemonOver(dir);
    expect((await run(second, { benchmark, oracle: false })).runId).toBe(runId);
    expect(await ended(second, runId)).toMatchObject({ state: 'finished' });
  });
});

test('the same run started twice at once is one run; another one has to wait', async () => {
  const daemon = await daemonOver();
  const benchmark = longBenchmark();
  const first = await run(daemon, { benchmark });
  expect((await run(daemon, { benchmark })).runId).toBe(first.runId);
  await expect(run(daemon, { benchmark, policy: 'simplest' })).rejects.toMatchObject({ code: 'too-many-requests' });
  await daemon.caller.call('bench.cancel', { runId: first.runId });
  expect(benchProcesses()).toEqual([]);
});

test('an ablation gives a verdict on each of nine, and says that BM25 alone loses the graph', async () => {
  const daemon = await daemonOver();
  const { runId } = await daemon.caller.call('bench.ablate', { benchmark: tinyBenchmark() });
  expect(await ended(daemon, runId)).toMatchObject({ state: 'finished', total: 10 * tinyProbes.length });
  const { total, verdicts } = await daemon.caller.call('bench.ablation', { runId });
  expect(verdicts.map(({ name }) => name)).toEqual([
    'no BM25',
    'no semantic',
    'no graph',
    'no associate',
    'no causal',
    'no temporal',
    'no fusion',
    'semantic only',
    'BM25 only',
  ]);
  const alone = verdicts.at(-1);
  expect(alone?.total).toBeLessThan(total);
  expect(alone?.families.D).toBe(1);
});

test('the status counts what became of runs, and each probe once however often it was begun', async () => {
  const daemon = await daemonOver();
  const benchmark = longBenchmark();
  const { runId } = await run(daemon, { benchmark, oracle: false });
  await until(daemon, runId, half);
  await daemon.caller.call('bench.cancel', { runId });
  await resultsOf(daemon, { benchmark, oracle: false });
  await ended(daemon, (await run(daemon, { benchmark: join(benchmark, 'nowhere') })).runId);
  const { counters } = await daemon.caller.call('status', {});
  expect(counters).toMatchObject({
    'bench.started': 3,
    'bench.cancelled': 1,
    'bench.finished': 1,
    'bench.failed': 1,
    'bench.probes': manyProbes.length,
  });
  expect(counters.retrievals).toBeUndefined();
});

test('a run of what was dropped in the browser cannot go on once that copy is gone, and says what to do', async () => {
  const dir = dataDirWithoutVectors();
  const first = await startDaemon({ dir });
  const benchmark = join(first.paths.uploads, randomUUID(), 'tiny');
  cpSync(longBenchmark(), benchmark, { recursive: true });
  const { runId } = await run(first, { benchmark, oracle: false });
  await until(first, runId, half);
  await first.close();
  const second = await daemonOver(dir);
  await expect(run(second, { benchmark, oracle: false })).rejects.toMatchObject({
    code: 'not-found',
    remedy: expect.stringContaining('Drop it again'),
  });
});

test('the gate of a baseline that is not there ends with 2 and says how to freeze one', () => {
  const script = join(import.meta.dirname, '..', '..', 'build', 'gateSmall.ts');
  const { status, stderr } = spawnSync(process.execPath, [script, 'no-such-baseline'], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([2, expect.stringContaining('npm run bench:baseline')]);
});

test('what is no run is not found, and no path out of the folder', async () => {
  const { caller } = await daemonOver();
  for (const runId of ['nothing', '../..', '..']) {
    await expect(caller.call('bench.results', { runId })).rejects.toMatchObject({ code: 'not-found' });
    await expect(caller.call('bench.trace', { runId, sessionId: 'x' })).rejects.toMatchObject({ code: 'not-found' });
    await expect(caller.call('bench.cancel', { runId })).rejects.toMatchObject({ code: 'not-found' });
  }
});

test('on the command line a run prints its report, writes its results, and the gate ends with 1 where it is not passed', async () => {
  const dir = dataDirWithoutVectors();
  const benchmark = tinyBenchmark();
  const out = join(dir, 'results.json');
  const { code, out: printed } = await cli(dir, ['bench', 'run', benchmark, '--no-oracle', '--out', out]);
  expect([code, printed]).toEqual([0, expect.stringMatching(/^tiny, full: 9 probes over 12 objects/)]);
  const written = JSON.parse(readFileSync(out, 'utf8')) as BenchResults;
  expect(printed).toContain(`R4 ${written.score.total.toFixed(1)} of 100`);
  const worse = await cliJson<BenchResults>(dir, ['bench', 'run', benchmark, '--no-oracle', '--paths', 'search']);
  expect(worse.json.score.total).toBeLessThan(written.score.total);
  const gate = ['bench', 'gate', worse.json.runId, '--baseline', written.runId];
  expect(await cli(dir, gate)).toMatchObject({ code: 1, out: expect.stringContaining('IS NOT PASSED') });
  expect(await cli(dir, ['bench', 'gate', worse.json.runId, '--baseline', 'nothing'])).toMatchObject({
    code: 2,
    err: expect.stringMatching(/There is no baseline nothing[\s\S]*bench list/),
  });
  const listed = (await cli(dir, ['bench', 'list'])).out;
  expect(listed).toContain(worse.json.runId);
  const nowhere = join(dir, 'nowhere', 'out.json');
  expect(await cli(dir, ['bench', 'run', benchmark, '--policy', 'simplest', '--out', nowhere])).toMatchObject({
    code: 1,
    err: expect.stringContaining('so that the run was not started'),
  });
  expect((await cli(dir, ['bench', 'list'])).out).toBe(listed);
  const ablated = await cli(dir, ['bench', 'ablate', benchmark]);
  expect([ablated.code, ablated.out]).toEqual([0, expect.stringMatching(/no BM25[\s\S]*BM25 only/)]);
  const missing = await cliJson<{ error: { code: string } }>(dir, ['bench', 'run', join(dir, 'nowhere')]);
  expect([missing.code, missing.json.error.code]).toEqual([1, 'bad-benchmark']);
});
