import type { BenchDiagnosis, BenchResults } from '../../contract/bench.ts';
import { RetrievalPath } from '../../contract/packet.ts';

/** A gap of so many points is within the targets (recall.md §27: route quality within 5 points of oracle). */
const small = 5;

/**
 * Is it routing, retrievers, or both (recall.md §20)? What the oracle scores above the engine is lost by choosing routes;
 * what it lacks to 100 no choice of routes could win. null where the run has no oracle.
 */
export function diagnose({ score, routes }: Pick<BenchResults, 'score' | 'routes'>): BenchDiagnosis | null {
  const oracle = routes.oracle?.total;
  const [best] = RetrievalPath.options
    .flatMap((path) => (routes[path] === undefined ? [] : [{ path, total: routes[path].total }]))
    .sort((a, b) => b.total - a.total);
  if (oracle === undefined || best === undefined) return null;
  const routed = score.total;
  const lostByRouting = Math.max(0, oracle - routed);
  const lostByRetrievers = 100 - Math.max(oracle, routed);
  const verdict = verdictOn(lostByRouting, lostByRetrievers);
  const text = [
    `The engine scores ${points(routed)} of 100.`,
    `The best single path, ${best.path}, would score ${points(best.total)} if it answered everything`,
    `${best.total > routed ? '(better than the engine chooses now)' : '(so choosing routes is worth something)'};`,
    `an oracle that picks the best of the same paths for each question would score ${points(oracle)}.`,
    `So ${points(lostByRouting)} points are lost by the choice of routes,`,
    `and ${points(lostByRetrievers)} points no choice could win, because no path or combination finds the evidence.`,
    conclusions[verdict],
  ].join(' ');
  return { verdict, routed, best, oracle, text };
}

const conclusions: Readonly<Record<BenchDiagnosis['verdict'], string>> = {
  routing: 'It is routing: the machinery finds what is asked, and is not sent to look.',
  retrievers: 'It is the retrievers: better routes would hardly help, the paths must find more.',
  both: 'It is both: routes are chosen badly, and the paths miss too much.',
  neither: 'It is neither: both gaps are within the targets.',
};

function verdictOn(routing: number, retrievers: number): BenchDiagnosis['verdict'] {
  if (routing <= small && retrievers <= small) return 'neither';
  if (routing > small && retrievers <= small) return 'routing';
  if (retrievers > small && routing <= small) return 'retrievers';
  // Where one of them is at least three times the other, mending the other comes later.
  if (routing >= 3 * retrievers) return 'routing';
  return retrievers >= 3 * routing ? 'retrievers' : 'both';
}

function points(value: number): string {
  return value.toFixed(1);
}
