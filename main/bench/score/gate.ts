import { PiperError } from '../../base/errors.ts';
import type { BenchResults, GateReport, ProbeFamily } from '../../contract/bench.ts';

type Check = GateReport['checks'][number];

/** What a change may cost (recall.md §26, the numbers of bench.md), in points of 100. */
export const allowed = { total: 1, family: 5, staleErrors: 1, falsePositives: 1 };

/** Ends of float arithmetic that are no change. */
const noise = 1e-9;

/**
 * Whether a run may take the place of a frozen one of the same benchmark. All numbers of the report are points of 100; a
 * family's are its mean quality. Throws PiperError `no-baseline` where the two are of different benchmarks, or only one of
 * them has an oracle: their totals would not mean the same.
 */
export function gate(baseline: BenchResults, run: BenchResults, name: string): GateReport {
  comparable(baseline, run);
  const [before, after] = [baseline.score, run.score];
  const families = Object.keys(before.families) as ProbeFamily[];
  const checks = [
    mayFall('R4 total', before.total, after.total, allowed.total),
    ...families.map((family) =>
      mayFall(`family ${family}`, quality(before, family), quality(after, family), allowed.family),
    ),
    ...mayRise('stale errors', before.staleErrorRate, after.staleErrorRate, allowed.staleErrors),
    ...mayRise('false positives', before.falsePositives, after.falsePositives, allowed.falsePositives),
    ...complete(before.parts.provenance, after.parts.provenance),
  ];
  return { passed: checks.every(({ passed }) => passed), baseline: name, checks };
}

/**
 * What a run is held against. Throws PiperError `no-baseline` where it is not there or cannot be read: then nothing can be
 * said of the run.
 *
 * @param resultsOf throws PiperError for what is no run or baseline
 */
export function baselineOf(resultsOf: (name: string) => BenchResults, name: string): BenchResults {
  try {
    return resultsOf(name);
  } catch (error) {
    if (!(error instanceof PiperError)) throw error;
    const damaged = error.code === 'unreadable-file';
    throw noBaseline(damaged ? `The baseline ${name} cannot be read.` : `There is no baseline ${name}.`, error);
  }
}

function noBaseline(message: string, cause?: PiperError): PiperError {
  const remedy = 'Name a baseline or a finished run over the same probes: piper-memory bench list shows them.';
  return new PiperError('no-baseline', `${message} The gate is neither passed nor failed.`, remedy, { cause });
}

/** The report in one line: what was held to, or what failed. */
export function gateLine({ passed, baseline, checks }: GateReport): string {
  const told = ({ name, before, after }: Check) => `${name} ${before.toFixed(1)} → ${after.toFixed(1)}`;
  if (passed) return `passed against ${baseline}, ${checks.slice(0, 1).map(told)}, ${checks.length} checks`;
  const failed = checks.filter((check) => !check.passed);
  return `NOT PASSED against ${baseline}: ${failed.map((check) => `${told(check)} (${check.allowed})`).join('; ')}`;
}

function quality({ families }: BenchResults['score'], family: ProbeFamily): number {
  return 100 * (families[family]?.ndcgAt5 ?? 0);
}

function mayFall(name: string, before: number, after: number, by: number): Check {
  return { name, allowed: `falls by at most ${by}`, before, after, passed: before - after <= by + noise };
}

/** Rates from 0 to 1. Nothing where no probe measures it. */
function mayRise(name: string, before: number | null, after: number | null, by: number): Check[] {
  if (before === null || after === null) return [];
  const points = { before: 100 * before, after: 100 * after };
  return [{ name, allowed: `rises by at most ${by}`, ...points, passed: 100 * (after - before) <= by + noise }];
}

function complete(before: BenchResults['score']['parts']['provenance'], after: typeof before): Check[] {
  if (after.of === 0) return [];
  const points = { before: 100 * before.value, after: 100 * after.value };
  return [{ name: 'provenance', allowed: 'is 100', ...points, passed: after.value === 1 }];
}

function comparable(baseline: BenchResults, run: BenchResults): void {
  if (
    baseline.benchmark.probesHash !== run.benchmark.probesHash ||
    baseline.benchmark.corpusHash !== run.benchmark.corpusHash ||
    baseline.setup.structure !== run.setup.structure
  ) {
    throw noBaseline('The baseline and the run are of different benchmarks.');
  }
  if (baseline.score.parts.route.of !== run.score.parts.route.of) {
    throw noBaseline('Only one of the baseline and the run has an oracle.');
  }
}
