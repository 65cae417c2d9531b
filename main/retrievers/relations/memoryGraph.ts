import { farEnd } from '../../projections/entities/edgeReads.ts';
import { relationStems } from '../../projections/relations/relationStem.ts';
import type { Database } from '../../store/sqlite.ts';

/**
 * A namespace's edges in memory. Nodes are entities and the items that state edges; both are numbered from 0. Links are
 * kept as lists in typed arrays (forward star), which take new rows at their end.
 */
export interface MemoryGraph {
  readonly entities: ReadonlyMap<string, number>;
  readonly links: Links;
  /** Of each node: the row of its item, or 0 for an entity. */
  readonly itemOf: Growing<Int32Array>;
  /** Of each node: a name of its entity as an edge writes it; the empty string for an item. */
  readonly nameOf: readonly string[];
  readonly edges: GraphEdges;
  /** The stems of each relation's words, by the number of the relation, and its words. */
  readonly relations: readonly { readonly text: string; readonly stems: readonly string[] }[];
  /** Every stem of a relation. */
  readonly vocabulary: ReadonlySet<string>;
}

/** The columns of the edges, by their place. */
export interface GraphEdges {
  readonly id: Growing<Float64Array>;
  readonly from: Growing<Int32Array>;
  readonly to: Growing<Int32Array>;
  readonly relation: Growing<Int32Array>;
  readonly knownAt: Growing<Float64Array>;
  /** −∞ and +∞ where open. */
  readonly validFrom: Growing<Float64Array>;
  readonly validTo: Growing<Float64Array>;
}

/** Half a link: the node at its other end and the edge that it comes from. */
export class Links {
  readonly first = new Growing(Int32Array);
  readonly degree = new Growing(Int32Array);
  readonly next = new Growing(Int32Array);
  readonly target = new Growing(Int32Array);
  readonly edge = new Growing(Int32Array);

  addNode(): number {
    this.degree.push(0);
    return this.first.push(-1);
  }

  add(a: number, b: number, edge: number): void {
    this.addHalf(a, b, edge);
    this.addHalf(b, a, edge);
  }

  private addHalf(from: number, to: number, edge: number): void {
    this.target.push(to);
    this.edge.push(edge);
    const half = this.next.push(this.first.at(from));
    this.first.set(from, half);
    this.degree.set(from, this.degree.at(from) + 1);
  }
}

type Numbers = Int32Array | Float64Array;

/** A typed array that grows by doubling. */
export class Growing<T extends Numbers> {
  length = 0;
  private values: T;
  private readonly make: new (
    length: number,
  ) => T;

  constructor(make: new (length: number) => T) {
    this.make = make;
    this.values = new make(1024);
  }

  at(place: number): number {
    return this.values[place] ?? 0;
  }

  set(place: number, value: number): void {
    this.values[place] = value;
  }

  /** Adds a value and returns its place. */
  push(value: number): number {
    if (this.length === this.values.length) {
      const larger = new this.make(this.length * 2);
      larger.set(this.values as never);
      this.values = larger;
    }
    this.values[this.length] = value;
    return this.length++;
  }
}

interface EdgeRow {
  readonly id: number;
  readonly item: number;
  readonly fromEntity: string;
  readonly fromName: string;
  readonly toEntity: string;
  readonly toName: string;
  readonly relation: string;
  readonly validFrom: number | null;
  readonly validTo: number | null;
  readonly knownAt: number;
  readonly supports: string | null;
}

/** Graphs held at once; the one asked longest ago goes first. */
const mostGraphs = 8;

/**
 * Graphs of namespaces, made on first use and kept right: new rows are added to them, and a graph is made anew when
 * something went or was joined (`graph_changes`). Every call reads how far the tables are, so that an answer after a
 * write includes it.
 */
export function openMemoryGraphs(db: Database): (namespace: string) => MemoryGraph {
  const selectChanges = db.prepare<[string], number>('SELECT changes FROM graph_changes WHERE namespace = ?').pluck();
  const selectLast = db.prepare<[], { name: number; edge: number; item: number }>(
    `SELECT coalesce((SELECT max(id) FROM names), 0) AS name, coalesce((SELECT max(id) FROM edges), 0) AS edge,
       coalesce((SELECT max(rowid) FROM items), 0) AS item`,
  );
  const countPresent = db.prepare<[string], { edge: number; present: number }>(
    `SELECT s.edge, count(i.rowid) AS present FROM edge_supports s JOIN edges e ON e.id = s.edge
       LEFT JOIN items i ON i.namespace = e.namespace AND i.item_id = s.item_id
     WHERE s.edge IN (SELECT value FROM json_each(?)) GROUP BY s.edge`,
  );
  const rowsBetween = edgeReader(db);
  const kept = new Map<string, Kept>();
  return (namespace) => {
    const changes = selectChanges.get(namespace) ?? 0;
    const last = selectLast.get() ?? { name: 0, edge: 0, item: 0 };
    let graph = kept.get(namespace);
    kept.delete(namespace);
    const stale = graph === undefined || graph.changes !== changes || (graph.last.item !== last.item && moved(graph));
    if (graph === undefined || stale) graph = emptyGraph(changes);
    kept.set(namespace, graph);
    for (const [oldest] of kept) if (kept.size > mostGraphs) kept.delete(oldest);
    if (graph.last.name !== last.name || graph.last.edge !== last.edge) {
      for (const row of rowsBetween(namespace, graph.last, last)) addEdge(graph, row);
    }
    graph.last = last;
    return graph;
  };

  /** Whether an item has come that an edge rests on: then the edge is another item's to state. */
  function moved({ incomplete }: Kept): boolean {
    if (incomplete.size === 0) return false;
    const present = countPresent.all(JSON.stringify([...incomplete.keys()]));
    return present.some(({ edge, present }) => present !== incomplete.get(edge));
  }
}

function addEdge(graph: Kept, row: EdgeRow): void {
  const from = entityNode(graph, row.fromEntity, row.fromName);
  const to = entityNode(graph, row.toEntity, row.toName);
  const place = graph.edges.id.push(row.id);
  graph.edges.from.push(from);
  graph.edges.to.push(to);
  graph.edges.relation.push(relationNumber(graph, row.relation));
  graph.edges.knownAt.push(row.knownAt);
  graph.edges.validFrom.push(row.validFrom ?? Number.NEGATIVE_INFINITY);
  graph.edges.validTo.push(row.validTo ?? Number.POSITIVE_INFINITY);
  const supports = row.supports === null ? [] : (JSON.parse(row.supports) as (number | null)[]);
  const present = supports.filter((rowid) => rowid !== null);
  if (present.length < supports.length) graph.incomplete.set(row.id, present.length);
  // An alias, or a thing related to itself, leads nowhere.
  if (from === to) return;
  graph.links.add(from, to, place);
  for (const rowid of present.length > 0 ? present : [row.item]) {
    const item = itemNode(graph, rowid);
    graph.links.add(from, item, place);
    graph.links.add(to, item, place);
  }
}

function entityNode(graph: Kept, entity: string, name: string): number {
  return graph.entities.get(entity) ?? addNode(graph, graph.entities, entity, 0, name);
}

function itemNode(graph: Kept, rowid: number): number {
  return graph.items.get(rowid) ?? addNode(graph, graph.items, rowid, rowid, '');
}

function addNode<K>(graph: Kept, numbers: Map<K, number>, key: K, item: number, name: string): number {
  const node = graph.links.addNode();
  graph.itemOf.push(item);
  graph.nameOf.push(name);
  numbers.set(key, node);
  return node;
}

function relationNumber(graph: Kept, text: string): number {
  const known = graph.relationNumbers.get(text);
  if (known !== undefined) return known;
  const stems = relationStems(text);
  for (const stem of stems) graph.vocabulary.add(stem);
  graph.relationNumbers.set(text, graph.relations.length);
  return graph.relations.push({ text, stems }) - 1;
}

/**
 * The rows that came between two states of the tables: new edges, and facts that became edges because their object is a
 * name now. Entities by their id, supports by their rows (null where an item is not there).
 */
function edgeReader(db: Database) {
  const rest = `f.entity AS fromEntity, e.from_name AS fromName, t.entity AS toEntity, e.to_name AS toName, e.id, e.item, e.relation, e.valid_from AS validFrom,
      e.valid_to AS validTo, e.known_at AS knownAt,
      (SELECT json_group_array(i.rowid) FROM edge_supports s
         LEFT JOIN items i ON i.namespace = e.namespace AND i.item_id = s.item_id WHERE s.edge = e.id) AS supports`;
  const ends = `CROSS JOIN names f ON f.namespace = e.namespace AND f.sort = 'entity' AND f.key = e.from_key`;
  const select = db.prepare<{ namespace: string; fromEdge: number; toEdge: number; fromName: number }, EdgeRow>(
    // New rows are few: they are read by their numbers, and not with all of their namespace.
    `SELECT ${rest} FROM edges e NOT INDEXED ${ends} CROSS JOIN names t ON t.namespace = e.namespace AND t.sort = 'entity' AND t.key = ${farEnd}
     WHERE e.id > $fromEdge AND e.id <= $toEdge AND e.namespace = $namespace
     UNION ALL
     SELECT ${rest} FROM names t NOT INDEXED
       CROSS JOIN edges e INDEXED BY edges_by_to ON e.namespace = t.namespace AND e.to_key IN (t.key, t.folded) AND e.kind = 'fact' ${ends}
     WHERE t.id > $fromName AND t.namespace = $namespace AND t.sort = 'entity' AND e.id <= $fromEdge AND t.key = ${farEnd}
       AND NOT EXISTS (SELECT 1 FROM names o WHERE o.namespace = e.namespace AND o.sort = 'entity' AND o.id <= $fromName
         AND (o.key = e.to_key OR o.folded = e.to_key))`,
  );
  return (namespace: string, from: Last, to: Last) =>
    select.all({ namespace, fromEdge: from.edge, toEdge: to.edge, fromName: from.name });
}

interface Last {
  readonly name: number;
  readonly edge: number;
  readonly item: number;
}

interface Kept extends MemoryGraph {
  readonly changes: number;
  readonly entities: Map<string, number>;
  readonly items: Map<number, number>;
  readonly nameOf: string[];
  readonly relations: { readonly text: string; readonly stems: readonly string[] }[];
  readonly relationNumbers: Map<string, number>;
  readonly vocabulary: Set<string>;
  /** Edges that rest on items some of which are not there (yet), with how many are. */
  readonly incomplete: Map<number, number>;
  last: Last;
}

function emptyGraph(changes: number): Kept {
  return {
    changes,
    entities: new Map(),
    items: new Map(),
    links: new Links(),
    itemOf: new Growing(Int32Array),
    nameOf: [],
    edges: {
      id: new Growing(Float64Array),
      from: new Growing(Int32Array),
      to: new Growing(Int32Array),
      relation: new Growing(Int32Array),
      knownAt: new Growing(Float64Array),
      validFrom: new Growing(Float64Array),
      validTo: new Growing(Float64Array),
    },
    relations: [],
    relationNumbers: new Map(),
    vocabulary: new Set(),
    incomplete: new Map(),
    last: { name: 0, edge: 0, item: 0 },
  };
}
