import type { EdgeView } from '../../main/contract/index.ts';

/** One step along a chain: over which relation, whether against its direction, to which name. */
export interface ChainStep {
  readonly edge: EdgeView;
  readonly backwards: boolean;
  readonly to: string;
}

export interface Chain {
  readonly from: string;
  readonly steps: readonly ChainStep[];
}

/** Strings the edges of a supporting path together in their order; an edge that does not join on starts a new chain. */
export function chainsOf(edges: readonly EdgeView[]): Chain[] {
  const chains: { readonly from: string; readonly steps: ChainStep[] }[] = [];
  let end: string | null = null;
  for (const [index, edge] of edges.entries()) {
    const chain = chains.at(-1);
    if (chain !== undefined && end !== null && touches(edge, end)) {
      const backwards: boolean = !same(edge.from, end);
      end = backwards ? edge.from : edge.to;
      chain.steps.push({ edge, backwards, to: end });
      continue;
    }
    const next = edges[index + 1];
    const backwards = next !== undefined && touches(next, edge.from) && !touches(next, edge.to);
    end = backwards ? edge.from : edge.to;
    chains.push({ from: backwards ? edge.to : edge.from, steps: [{ edge, backwards, to: end }] });
  }
  return chains;
}

function touches(edge: EdgeView, name: string): boolean {
  return same(edge.from, name) || same(edge.to, name);
}

function same(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
