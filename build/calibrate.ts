/**
 * Makes `resources/router/calibration-v1.json`: how often a verdict of the router is right. Some minutes a seed; the same
 * seeds, code and embedder always give the same file: node build/calibrate.ts [--seeds 101,102] [--work DIR] [--out FILE]
 *
 * R4-small is made from seeds of its own (v1, the twenty seeds of `bench:seeds` and every acceptance set are made from
 * others), asked under the policy without its calibration, and each answer is right where one of the first five results is
 * gold; of a question that nothing answers no answer is right. What structure answers gets the share that is right, with
 * one right and one wrong added; what words and meaning answer gets a logistic curve over its strength, fitted by maximum
 * likelihood (Newton's method, a prior of one right and one wrong in Platt's way). Each seed is also told by the others'
 * curve, and the file says how well.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { systemClock } from '../main/base/clock.ts';
import { askProbe } from '../main/bench/run/askProbe.ts';
import { corpusLines, writeCorpus } from '../main/bench/run/prepareCorpus.ts';
import { type ObjectIds, scoreBenchmark } from '../main/bench/score/scoreBenchmark.ts';
import { generateBenchmark } from '../main/bench/world/generate.ts';
import { BenchSetup } from '../main/contract/bench.ts';
import { openBenchStore, tracesFile } from '../main/engine/benchStore.ts';
import { type Calibration, chanceOf, isByStructure } from '../main/retrieval/calibration.ts';
import { openTraceStore } from '../main/retrieval/trace.ts';
import { dataPaths } from '../main/store/paths.ts';
import { resourcePath } from '../main/store/resources.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '101,102,103,104,105,106' },
    policy: { type: 'string', default: resourcePath('router', 'policy-v1.json') },
    /** Keeps the loaded stores: started again, it only asks. */
    work: { type: 'string', default: join(tmpdir(), 'piper-calibrate') },
    out: { type: 'string', default: resourcePath('router', 'calibration-v1.json') },
  },
});

/** An answer as it was judged, and whether it is right. */
interface Judged {
  readonly seed: number;
  readonly byStructure: boolean;
  readonly strength: number;
  readonly right: boolean;
}

type Likeness = Calibration['likeness'];

const seeds = values.seeds.split(',').map(Number);
mkdirSync(values.work, { recursive: true });
const policy = withoutCalibration(values.policy);
const judged: Judged[] = [];
for (const seed of seeds) {
  judged.push(...(await judgedOf(seed)));
  process.stdout.write(`seed ${seed}: ${judged.length} answers so far\n`);
}
const alike = judged.filter(({ byStructure }) => !byStructure);
const calibration: Calibration = {
  version: 'calibration-v1',
  recipe: {
    script: 'build/calibrate.ts',
    from: `R4-small of the seeds ${seeds.join(', ')}, every probe whose answer rests on one verdict.`,
    questions: judged.length,
    checked: checkedOn(judged),
  },
  embedder: 'e5-small',
  structure: rounded(shareRight(judged.filter(({ byStructure }) => byStructure))),
  likeness: curveOf(alike),
};
writeFileSync(values.out, `${JSON.stringify(calibration, null, 2)}\n`);
process.stdout.write(`${calibration.recipe.checked}\n`);

/** The policy as it is without what is to be made; beside the stores, as a file that a run can name. */
function withoutCalibration(path: string): string {
  const { calibration: _, ...rest } = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
  const file = join(values.work, 'policy.json');
  writeFileSync(file, JSON.stringify(rest));
  return file;
}

async function judgedOf(seed: number): Promise<Judged[]> {
  const { objects, probes } = generateBenchmark({ seed, size: 'small' });
  const folder = join(values.work, String(seed));
  mkdirSync(join(values.work, 'bench'), { recursive: true });
  mkdirSync(folder, { recursive: true });
  const store = await openBenchStore({ paths: dataPaths(values.work), runFolder: folder, policy, clock: systemClock });
  const signal = new AbortController().signal;
  const setup = BenchSetup.parse({ benchmark: 'r4-small', policy });
  const corpus: ObjectIds = new Map([['default', new Set(objects.flatMap(({ id }) => id ?? []))]]);
  const asked = new Map<string, Awaited<ReturnType<typeof askProbe>>>();
  try {
    if (!existsSync(join(folder, 'loaded'))) {
      writeCorpus(join(folder, 'corpus.jsonl'), corpusLines(objects, 'full'));
      await store.load(join(folder, 'corpus.jsonl'), () => {}, signal);
      writeFileSync(join(folder, 'loaded'), '');
    }
    for (const probe of probes) {
      asked.set(probe.id, await askProbe(probe, { store, corpus, setup, oracle: false, signal }));
    }
  } finally {
    await store.close();
  }
  const scored = scoreBenchmark(probes, asked, { oracle: false, stored: corpus });
  const traces = openTraceStore(tracesFile(folder), { clock: systemClock });
  try {
    return scored.probes.flatMap(({ probe, answer, recallAt5 }) => {
      const sessionId = asked.get(probe.id)?.sessionId;
      const verdict = sessionId == null ? null : lastVerdict(traces.get(sessionId)?.stages ?? []);
      if (verdict === null || (answer.status !== 'found' && answer.status !== 'weak')) return [];
      const { byStructure, strength } = verdict;
      return [{ seed, byStructure, strength, right: probe.gold.length > 0 && recallAt5 > 0 }];
    });
  } finally {
    traces.close();
  }
}

/** The verdict that a request ended with; null where it was judged in several parts. */
function lastVerdict(stages: readonly { readonly detail?: Readonly<Record<string, unknown>> | undefined }[]) {
  const routes = stages.filter(({ detail }) => detail !== undefined && 'reasonCode' in detail);
  const detail = stages.findLast((stage) => stage.detail?.step === 'confidence')?.detail;
  if (detail === undefined || routes.length > 1 || typeof detail.confidence !== 'number') return null;
  return { byStructure: isByStructure(detail) && detail.status === 'found', strength: detail.confidence };
}

function shareRight(all: readonly Judged[]): number {
  return (all.filter(({ right }) => right).length + 1) / (all.length + 2);
}

/** Newton's method on the likelihood of (intercept, slope); the targets are drawn in by one right and one wrong (Platt 1999). */
function curveOf(all: readonly Judged[]): Likeness {
  const right = all.filter((one) => one.right).length;
  const targets = all.map((one) => (one.right ? (right + 1) / (right + 2) : 1 / (all.length - right + 2)));
  let curve: Likeness = { intercept: 0, slope: 1 };
  for (let round = 0; round < 50; round++) {
    let [a, b, aa, ab, bb] = [0, 0, 1e-6, 0, 1e-6];
    for (const [at, { strength }] of all.entries()) {
      const chance = chanceOf(strength, curve);
      const error = (targets[at] ?? 0) - chance;
      const weight = chance * (1 - chance);
      [a, b] = [a + error, b + error * strength];
      [aa, ab, bb] = [aa + weight, ab + weight * strength, bb + weight * strength * strength];
    }
    const determinant = aa * bb - ab * ab;
    curve = {
      intercept: curve.intercept + (bb * a - ab * b) / determinant,
      slope: curve.slope + (aa * b - ab * a) / determinant,
    };
  }
  return { intercept: rounded(curve.intercept), slope: rounded(Math.max(0, curve.slope)) };
}

/** Brier's score of each seed under what the others say, beside that of mere strength. */
function checkedOn(all: readonly Judged[]): string {
  const before = mean(all.map(({ strength, right }) => (strength - Number(right)) ** 2));
  const after = mean(
    seeds.flatMap((seed) => {
      const others = all.filter((one) => one.seed !== seed);
      const structure = shareRight(others.filter(({ byStructure }) => byStructure));
      const curve = curveOf(others.filter(({ byStructure }) => !byStructure));
      return all
        .filter((one) => one.seed === seed)
        .map(({ byStructure, strength, right }) => {
          const chance = byStructure ? structure : chanceOf(strength, curve);
          return (chance - Number(right)) ** 2;
        });
    }),
  );
  return `Brier ${after.toFixed(3)} where each seed is told by the others; ${before.toFixed(3)} of strength itself.`;
}

function mean(all: readonly number[]): number {
  return all.reduce((sum, one) => sum + one, 0) / all.length;
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}
