import type { MemoryGraph } from './memoryGraph.ts';

export interface PageRankOptions {
  /** The chance of going back to a start at each step. */
  readonly restart: number;
  /** Residual mass for each link below which a node is not looked at again. */
  readonly precision: number;
  /** Links looked at, at most. */
  readonly mostLinks: number;
  /** Whether an edge may be walked. */
  readonly open: (edge: number) => boolean;
}

/**
 * Personalized PageRank from weighted start nodes (weights sum to 1), by forward push (Andersen, Chung, Lang: Local graph
 * partitioning using PageRank vectors, 2006): mass of each node that was reached, right to `precision` for each of its
 * links. The work depends on the precision and not on the size of the graph.
 */
export function pageRank(
  { links }: MemoryGraph,
  starts: ReadonlyMap<number, number>,
  { restart, precision, mostLinks, open }: PageRankOptions,
): Map<number, number> {
  const mass = new Map<number, number>();
  const residual = new Map(starts);
  const waiting = [...starts.keys()];
  const queued = new Set(waiting);
  let looked = 0;
  for (let at = 0; at < waiting.length && looked < mostLinks; at++) {
    const node = waiting[at] ?? 0;
    queued.delete(node);
    const held = residual.get(node) ?? 0;
    const around = openLinks(links, node, open);
    looked += links.degree.at(node);
    residual.set(node, 0);
    mass.set(node, (mass.get(node) ?? 0) + held * (around.length > 0 ? restart : 1));
    const share = around.length > 0 ? (held * (1 - restart)) / around.length : 0;
    for (const next of around) {
      const sum = (residual.get(next) ?? 0) + share;
      residual.set(next, sum);
      if (queued.has(next) || sum <= precision * links.degree.at(next)) continue;
      queued.add(next);
      waiting.push(next);
    }
  }
  return mass;
}

function openLinks(links: MemoryGraph['links'], node: number, open: (edge: number) => boolean): number[] {
  const around: number[] = [];
  for (let half = links.first.at(node); half >= 0; half = links.next.at(half)) {
    if (open(links.edge.at(half))) around.push(links.target.at(half));
  }
  return around;
}
