/**
 * Strongly connected components of a directed graph (Tarjan 1972), without recursion: a chain may be 10,000 long.
 *
 * @param edges for each node the nodes that it points to, by number
 * @returns components with their members; each comes after every component that it points to
 */
export function stronglyConnected(edges: readonly (readonly number[])[]): number[][] {
  const found: number[][] = [];
  const order = new Array<number>(edges.length).fill(-1);
  const low = new Array<number>(edges.length).fill(-1);
  const open: number[] = [];
  const isOpen = new Array<boolean>(edges.length).fill(false);
  let visited = 0;

  function enter(node: number): Visit {
    order[node] = visited;
    low[node] = visited;
    visited++;
    open.push(node);
    isOpen[node] = true;
    return { node, next: 0 };
  }

  function lower(node: number, to: number): void {
    low[node] = Math.min(at(low, node), to);
  }

  function leave(node: number): void {
    if (at(low, node) !== at(order, node)) return;
    const members: number[] = [];
    for (let member = open.pop(); member !== undefined; member = open.pop()) {
      isOpen[member] = false;
      members.push(member);
      if (member === node) break;
    }
    found.push(members);
  }

  for (const start of edges.keys()) {
    if (at(order, start) !== -1) continue;
    const path = [enter(start)];
    for (let visit = path.at(-1); visit !== undefined; visit = path.at(-1)) {
      const target = edges[visit.node]?.[visit.next];
      visit.next++;
      if (target === undefined) {
        path.pop();
        leave(visit.node);
        const parent = path.at(-1);
        if (parent !== undefined) lower(parent.node, at(low, visit.node));
      } else if (at(order, target) === -1) path.push(enter(target));
      else if (isOpen[target]) lower(visit.node, at(order, target));
    }
  }
  return found;
}

interface Visit {
  readonly node: number;
  next: number;
}

function at(numbers: readonly number[], index: number): number {
  return numbers[index] ?? -1;
}
