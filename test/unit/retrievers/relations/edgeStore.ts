import type { MemoryObject } from '../../../../main/contract/memory.ts';
import type { EventDraft } from '../../../../main/ledger/event.ts';
import { openEdgeReads } from '../../../../main/projections/entities/edgeReads.ts';
import { openEdges } from '../../../../main/projections/entities/edges.ts';
import { openEntities } from '../../../../main/projections/entities/entities.ts';
import { openEntityQuestions } from '../../../../main/projections/entities/entityQuestions.ts';
import { openEntityReads } from '../../../../main/projections/entities/entityReads.ts';
import { openFacts } from '../../../../main/projections/facts/facts.ts';
import { openKeywords } from '../../../../main/projections/keywords/keywords.ts';
import { openRelationVocabularies } from '../../../../main/projections/relations/relationVocabularies.ts';
import { openStandings } from '../../../../main/projections/standings.ts';
import { openVersions } from '../../../../main/projections/versions/versions.ts';
import type { PathQuery, PathResult } from '../../../../main/retrievers/path.ts';
import { openAssociate } from '../../../../main/retrievers/relations/associate.ts';
import { openGraph } from '../../../../main/retrievers/relations/graph.ts';
import { openSearch } from '../../../../main/retrievers/search/search.ts';
import { memory, openTestStore } from '../../projections/store.ts';

/** The present of every question here. */
export const now = Date.UTC(2026, 5, 1);

/** A store with names, edges and facts, and the paths over them. */
export function openEdgeStore() {
  const store = openTestStore((db) => [
    ...[openVersions(db), openFacts(db), openEntities(db), openEdges(db), openKeywords(db)],
  ]);
  const { memory: db, items } = store;
  const entities = openEntityReads(db);
  const edges = openEdgeReads(db, items, openStandings(db));
  const vocabularies = openRelationVocabularies(db);
  const paths = {
    associate: openAssociate(entities, edges, vocabularies),
    graph: openGraph(db, entities, edges, vocabularies),
    search: openSearch(db),
  };
  const idOf = db.prepare<[number], string>('SELECT item_id FROM items WHERE rowid = ?').pluck();
  const asking = (text: string, more: Partial<PathQuery> = {}): PathQuery => ({
    ...{ text, namespaces: ['default'], depth: 20, now, timeZone: 'UTC', knownAt: null, includeHistorical: false },
    ...more,
  });

  return {
    ...store,
    entities,
    questions: openEntityQuestions(db, entities, edges),
    say: (...all: MemoryObject[]) => store.writes.append(all.map((one) => memory(one))),
    at: (known: string, ...all: MemoryObject[]) =>
      store.writes.append(all.map((one) => memory(one, { occurredAt: Date.parse(known), knownAt: Date.parse(known) }))),
    write: (...drafts: EventDraft[]) => store.writes.append(drafts),
    ask: (path: keyof typeof paths, text: string, more?: Partial<PathQuery>): PathResult =>
      paths[path](asking(text, more)),
    /** Ids of the candidates, best first. */
    ids: (path: keyof typeof paths, text: string, more?: Partial<PathQuery>) =>
      paths[path](asking(text, more)).candidates.map(({ rowid }) => idOf.get(rowid)),
    /** The edges of the supporting paths that answer the whole question, each as one line. */
    walked: (text: string, more?: Partial<PathQuery>) => {
      const along = paths
        .graph(asking(text, more))
        .candidates.filter(({ asked, signals }) => asked === true && 'hops' in signals);
      const shown = along.map(({ edges = [] }) =>
        edges.map(({ from, relation, to }) => `${from} ${relation} ${to}`).join(' / '),
      );
      return [...new Set(shown)];
    },
  };
}

export function edge(id: string, from: string, relation: string, to: string, more: MemoryObject = {}): MemoryObject {
  return { ...more, id, edge: { from, relation, to, ...more.edge } };
}
