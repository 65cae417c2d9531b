import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { systemClock } from '../../main/base/clock.ts';
import { mulberry32 } from '../../main/base/mulberry32.ts';
import type { BenchRoute, BenchStore } from '../../main/bench/benchStore.ts';
import { runBenchmark } from '../../main/bench/run/runBenchmark.ts';
import { type BenchResults, BenchSetup } from '../../main/contract/bench.ts';
import type { MethodParams } from '../../main/contract/methods.ts';
import type { EvidencePacket, ForcedPath } from '../../main/contract/packet.ts';
import { openBenchStore } from '../../main/engine/benchStore.ts';
import { dataPaths } from '../../main/store/paths.ts';
import { benchmarkFiles } from '../support/tinyBenchmark.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

/** One store for all: it is loaded once, and each run puts its own damage around it. */
let dir = '';
let benchmark = '';
let store: BenchStore;
let sound: BenchResults;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'piper-damage-'));
  benchmark = join(dir, 'tiny');
  mkdirSync(benchmark);
  for (const [name, text] of Object.entries(benchmarkFiles())) writeFileSync(join(benchmark, name), text);
  writeFileSync(join(dir, 'config.json'), '{"embedder": "off"}');
  mkdirSync(join(dir, 'run'));
  store = await openBenchStore({
    paths: dataPaths(dir),
    runFolder: join(dir, 'run'),
    policy: 'today',
    clock: systemClock,
  });
  await store.load(join(benchmark, 'corpus.pmem.jsonl'), () => {}, new AbortController().signal);
  sound = await resultsOf({});
});
afterAll(async () => {
  await store.close();
  rmSync(dir, { recursive: true, force: true });
});

type Retrieve = BenchStore['retrieve'];

/**
 * The results of a run whose engine is asked through `damaged`, without `recall`: it has no embedder here, and could say
 * of nothing that it is not there.
 */
async function resultsOf({ damaged }: { damaged?: (inner: Retrieve) => Retrieve }): Promise<BenchResults> {
  const folder = mkdtempSync(join(dir, 'run-'));
  const around: BenchStore = {
    ...store,
    load: async () => ({ objects: 12, ms: 0, vectorsMs: 0 }),
    retrieve: damaged === undefined ? store.retrieve : damaged(store.retrieve),
    close: async () => {},
  };
  await runBenchmark(
    { runId: 'r', folder, setup: BenchSetup.parse({ benchmark, without: ['recall'] }), ablate: false, startedAt: 0 },
    {
      frozen: '',
      clock: systemClock,
      openStore: async () => around,
      onProgress() {},
      signal: new AbortController().signal,
    },
  );
  return JSON.parse(readFileSync(join(folder, 'results.json'), 'utf8')) as BenchResults;
}

/** Damages what the engine under test answers and leaves the oracle as it is. */
function answering(
  change: (
    packet: EvidencePacket,
    ask: (other: Partial<MethodParams<'retrieve'>>) => Promise<EvidencePacket>,
  ) => EvidencePacket | Promise<EvidencePacket>,
) {
  return (inner: Retrieve): Retrieve =>
    async (route, params, signal) => {
      const packet = await inner(route, params, signal);
      if (route.kind === 'forced') return packet;
      return change(packet, (other) => inner(route, { ...params, ...other }, signal));
    };
}

const forcing =
  (...paths: ForcedPath[]) =>
  (inner: Retrieve): Retrieve =>
  (route, params, signal) => {
    const forced: BenchRoute = route.kind === 'forced' ? route : { kind: 'forced', paths };
    return inner(forced, params, signal);
  };

const ranked = (results: EvidencePacket['results']) => results.map((result, at) => ({ ...result, rank: at + 1 }));

describe('a retriever', () => {
  test('that is sound loses nothing', () => {
    const { parts, falsePositives, staleErrorRate } = sound.score;
    expect(parts.provenance.value).toBe(1);
    expect([parts.negative.value, falsePositives, staleErrorRate]).toEqual([1, 0, 0]);
    expect(parts.temporal.value).toBe(1);
  });

  test('that answers in random order loses at ranking', async () => {
    const random = mulberry32(3);
    const shuffled = await resultsOf({
      damaged: answering((packet) => ({
        ...packet,
        results: ranked(
          packet.results
            .map((result) => ({ result, at: random() }))
            .sort((a, b) => a.at - b.at)
            .map(({ result }) => result),
        ),
      })),
    });
    expect(shuffled.score.parts.ranking.points).toBeLessThan(sound.score.parts.ranking.points - 1);
  });

  test('that always prefers the stale one makes stale errors', async () => {
    const stale = await resultsOf({
      damaged: answering(async (_, ask) => {
        const all = await ask({ includeHistorical: true, paths: ['fused'] });
        const old = all.results.filter(({ validity }) => !validity.isCurrent);
        return { ...all, results: ranked([...old, ...all.results.filter(({ validity }) => validity.isCurrent)]) };
      }),
    });
    expect(stale.score.staleErrorRate).toBe(1);
    expect(stale.score.parts.temporal.points).toBeLessThan(sound.score.parts.temporal.points - 5);
  });

  test('that never abstains answers what has no answer', async () => {
    const never = await resultsOf({
      damaged: answering(async (packet, ask) => {
        if (packet.results.length > 0) return packet;
        const { results } = await ask({ query: 'Project Lighthouse' });
        return { ...packet, status: 'weak', results };
      }),
    });
    expect(never.score.falsePositives).toBe(1);
    expect(never.score.parts.negative.points).toBe(0);
  });

  test('that forgets where things come from loses all of provenance', async () => {
    const bare = await resultsOf({
      damaged: answering((packet) => ({
        ...packet,
        results: packet.results.map((result) => ({ ...result, source: '' })),
      })),
    });
    expect(bare.score.parts.provenance).toMatchObject({ points: 0, of: 5 });
    expect(bare.score.parts.ranking).toEqual(sound.score.parts.ranking);
  });

  test('that always takes one path shows in the regret of its routes', async () => {
    const one = await resultsOf({ damaged: forcing('search') });
    expect(one.figures.pathsPerProbe).toBe(1);
    expect(one.score.parts.route.points).toBeLessThan(sound.score.parts.route.points - 3);
    expect(one.score.families.E?.regret).toBe(1);
  });

  test('that always fuses everything shows in the paths that it takes', async () => {
    const all = await resultsOf({ damaged: forcing('fused') });
    expect(all.figures).toMatchObject({ pathsPerProbe: 6, fullFusionShare: 1 });
    expect(sound.figures.fullFusionShare).toBeLessThan(1);
  });

  test('whose requests break is scored as one that could not look', async () => {
    const broken = await resultsOf({
      damaged: (inner) => (route, params, signal) =>
        route.kind === 'forced' ? inner(route, params, signal) : Promise.reject(new Error('broken')),
    });
    expect(broken.probes).toHaveLength(sound.probes.length);
    const { candidateRecall, ranking, negative, provenance } = broken.score.parts;
    expect([candidateRecall, ranking, negative, provenance].map(({ points }) => points)).toEqual([0, 0, 0, 0]);
  });
});
