import type { Probe, ProbeAnswer, ProbeRow } from '../../contract/bench.ts';
import { RetrievalPath } from '../../contract/packet.ts';
import { failureOf, type Known } from './failureCode.ts';
import { measure } from './measures.ts';
import { missingAnswer } from './scoredAnswer.ts';

/** A route that is forced for the oracle, by its name in tables. */
export interface ForcedRoute {
  readonly name: string;
  readonly paths: readonly RetrievalPath[];
}

const single = RetrievalPath.options;

/** The oracle's choice (bench.md): the six paths, their 15 pairs, and all together; the cheapest first. */
export const forcedRoutes: readonly ForcedRoute[] = [
  ...single.map((path) => ({ name: path, paths: [path] })),
  ...single.flatMap((first, at) =>
    single.slice(at + 1).map((second) => ({ name: `${first}+${second}`, paths: [first, second] })),
  ),
  { name: 'all', paths: single },
];

/** What a run got for one probe. What was asked and never came is null, or not there, and scores as a failure. */
export interface AskedProbe {
  readonly probe: Probe;
  /** The answer that is scored: the routed one, or that of the paths which the setup forces. */
  readonly answer: ProbeAnswer | null;
  readonly sessionId: string | null;
  /** By the names of `forcedRoutes`. */
  readonly forced: Readonly<Record<string, ProbeAnswer>>;
}

export interface ScoreProbeOptions {
  /** Whether every route was to be forced; then one that is not in `forced` is one that failed. */
  readonly oracle: boolean;
  /** For ablated and forced runs: quality by route of the whole engine for this probe, whose best is the oracle. */
  readonly whole?: Readonly<Record<string, number>> | undefined;
  /** What is known of the store: tells the failures of writing from those of looking. */
  readonly known: Known;
}

/** One probe of a run, scored. */
export function scoreProbe(asked: AskedProbe, options: ScoreProbeOptions): ProbeRow {
  const { probe, sessionId, forced } = asked;
  const answer = asked.answer ?? missingAnswer;
  const measures = measure(probe, answer);
  const names = options.oracle ? forcedRoutes.map(({ name }) => name) : Object.keys(forced);
  const byRoute = Object.fromEntries(
    names.map((name) => [name, measure(probe, forced[name] ?? missingAnswer).quality]),
  );
  const row = { probe, sessionId, answer, ...measures, byRoute };
  const oracle = bestRoute(options.whole ?? byRoute);
  return { ...row, ...judgedBy(oracle, measures.quality), failure: failureOf(row, forced, options.known) };
}

/** The best of the forced routes; of equally good ones the cheapest. null where none was forced. */
export function bestRoute(byRoute: Readonly<Record<string, number>>): ProbeRow['oracle'] {
  const run = forcedRoutes.flatMap(({ name }) => {
    const quality = byRoute[name];
    return quality === undefined ? [] : [{ route: name, quality }];
  });
  return run.reduce<ProbeRow['oracle']>(
    (best, one) => (best === null || one.quality > best.quality ? one : best),
    null,
  );
}

/** The same probe as if this had been its answer, against the same oracle: what a forced route would have scored. */
export function withAnswer(row: ProbeRow, answer: ProbeAnswer): ProbeRow {
  const measures = measure(row.probe, answer);
  return { ...row, sessionId: null, answer, ...measures, ...judgedBy(row.oracle, measures.quality), failure: null };
}

/** The rows of an ablated or forced run with their regret against the oracle of the whole engine. */
export function againstOracleOf(rows: readonly ProbeRow[], whole: readonly ProbeRow[]): ProbeRow[] {
  const oracles = new Map(whole.map(({ probe, oracle }) => [probe.id, oracle]));
  return rows.map((row) => ({ ...row, ...judgedBy(oracles.get(row.probe.id) ?? null, row.quality) }));
}

/** regret = max(0, oracle quality − chosen quality). */
function judgedBy(oracle: ProbeRow['oracle'], quality: number): Pick<ProbeRow, 'oracle' | 'regret'> {
  return { oracle, regret: oracle === null ? null : Math.max(0, oracle.quality - quality) };
}
