import { PiperError } from '../../base/errors.ts';
import type {
  BenchComparison,
  BenchResults,
  BenchRunSummary,
  ProbeFamily,
  ProbeRow,
  R4Score,
} from '../../contract/bench.ts';
import { type BootstrapOptions, bootstrap, familyStrata, type Interval } from './bootstrap.ts';
import { counted, scoreCounted } from './scoreRun.ts';

/** A run without its probes. */
export function summaryOf(results: BenchResults): BenchRunSummary {
  const { runId, setup, benchmark, startedAt, finishedAt, score, versions } = results;
  const { total, parts } = score;
  const { name, corpusHash, probesHash } = benchmark;
  return {
    runId,
    setup,
    name,
    corpusHash,
    probesHash,
    startedAt,
    finishedAt,
    total,
    parts: pointsOf(parts),
    commit: versions.commit,
  };
}

/** Points by part, of the parts that something measures. */
function pointsOf(parts: R4Score['parts']): Record<string, number> {
  return Object.fromEntries(
    Object.entries(parts).flatMap(([name, { points, of }]) => (of > 0 ? [[name, points]] : [])),
  );
}

/**
 * What changed from the first run to the second: second − first. Probes are drawn anew within their families, the same
 * ones for both runs. Throws PiperError `invalid-params` where the runs asked different probes.
 */
export function compareRuns(first: BenchResults, second: BenchResults, options: BootstrapOptions): BenchComparison {
  // The same corpus at another size or structure level may well be compared; other gold may not.
  if (first.benchmark.probesHash !== second.benchmark.probesHash) {
    throw new PiperError(
      'invalid-params',
      'The two runs asked different probes, or hold different gold.',
      'Compare runs of one probes.jsonl: run the older one again.',
    );
  }
  const [before, after] = aligned(first.probes, second.probes);
  const intervals = differences(before, after, options);
  const pick = (prefix: string) =>
    Object.fromEntries(
      Object.entries(intervals).flatMap(([name, interval]) =>
        name.startsWith(prefix) ? [[name.slice(prefix.length), interval]] : [],
      ),
    );
  return {
    first: summaryOf(first),
    second: summaryOf(second),
    total: intervals.total,
    parts: pick('part '),
    families: pick('family ') as Partial<Record<ProbeFamily, Interval>>,
    routes: Object.fromEntries(
      Object.entries(first.routes).flatMap(([name, { total }]) => {
        const other = second.routes[name];
        return other === undefined ? [] : [[name, other.total - total]];
      }),
    ),
    probes: before
      .map(({ probe, quality }, at) => ({
        id: probe.id,
        query: probe.query,
        first: quality,
        second: after[at]?.quality ?? 0,
      }))
      .sort((a, b) => a.second - a.first - (b.second - b.first)),
  };
}

type Statistic = 'total' | `part ${string}` | `family ${string}`;

/**
 * Total, points by part (`part …`) and mean quality by family (`family …`), second − first, of rows that belong together
 * by their places.
 */
export function differences(
  before: readonly ProbeRow[],
  after: readonly ProbeRow[],
  options: BootstrapOptions,
): Record<Statistic, Interval> {
  const [first, second] = [before.map(counted), after.map(counted)];
  const statistics = (drawn: readonly number[]) => {
    const was = scoreCounted(at(first, drawn));
    const is = scoreCounted(at(second, drawn));
    const changes: Record<Statistic, number> = { total: is.total - was.total };
    const points = pointsOf(was.parts);
    for (const [name, value] of Object.entries(pointsOf(is.parts))) {
      if (points[name] !== undefined) changes[`part ${name}`] = value - points[name];
    }
    for (const [family, { ndcgAt5 }] of Object.entries(is.families)) {
      changes[`family ${family}`] = ndcgAt5 - (was.families[family as ProbeFamily]?.ndcgAt5 ?? 0);
    }
    return changes;
  };
  return bootstrap(familyStrata(before), statistics, options);
}

function at<Row>(rows: readonly Row[], drawn: readonly number[]): Row[] {
  return drawn.flatMap((index) => rows[index] ?? []);
}

/**
 * The rows of two runs in one order. Where one of them has no oracle, neither keeps its regret: a total with and one
 * without the part for routes are not to be compared.
 */
export function aligned(first: readonly ProbeRow[], second: readonly ProbeRow[]): [ProbeRow[], ProbeRow[]] {
  const others = new Map(second.map((row) => [row.probe.id, row]));
  const pairs = first.flatMap((row) => {
    const other = others.get(row.probe.id);
    return other === undefined || other.probe.family !== row.probe.family ? [] : [[row, other] as const];
  });
  if (pairs.length < first.length || pairs.length < second.length) {
    throw new PiperError(
      'invalid-params',
      `The runs asked different probes: ${first.length} and ${second.length}, of which ${pairs.length} are the same.`,
      'Compare runs of the same benchmark.',
    );
  }
  const judged = pairs.every((pair) => pair.every(({ regret }) => regret !== null));
  const without = (row: ProbeRow): ProbeRow => (judged ? row : { ...row, oracle: null, regret: null });
  return [pairs.map(([row]) => without(row)), pairs.map(([, row]) => without(row))];
}
