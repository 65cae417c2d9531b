import { workerData } from 'node:worker_threads';
import { systemClock } from '../base/clock.ts';
import { PiperError } from '../base/errors.ts';
import { uuidv7 } from '../base/ids.ts';
import type { CauseView } from '../contract/causes.ts';
import type { MethodParams, MethodResult } from '../contract/methods.ts';
import type { LedgerEvent } from '../ledger/event.ts';
import { openLedgerReader } from '../ledger/open.ts';
import { openEdgeReads } from '../projections/entities/edgeReads.ts';
import { type EntityQuestions, openEntityQuestions } from '../projections/entities/entityQuestions.ts';
import { openEntityReads } from '../projections/entities/entityReads.ts';
import { openQuestionLinks, type QuestionLink } from '../projections/entities/questionLinks.ts';
import { openEpisodeReads } from '../projections/episodes/episodeReads.ts';
import { type FactQuestions, openFactQuestions } from '../projections/facts/factQuestions.ts';
import type { Item, ItemRef } from '../projections/items/item.ts';
import { type ItemReads, openItemReads } from '../projections/items/itemReads.ts';
import { openLateIds } from '../projections/items/lateIds.ts';
import { openUnread, type UnreadPage } from '../projections/items/unread.ts';
import { type Misgiving, openMisgivings } from '../projections/misgivings.ts';
import type { ProjectionPosition } from '../projections/projector.ts';
import { openRelationVocabularies } from '../projections/relations/relationVocabularies.ts';
import type { Frame } from '../projections/standing.ts';
import { openStandings, type Standings } from '../projections/standings.ts';
import type { Among, Near } from '../projections/vectors/freshVectors.ts';
import { openVectorReads, type SettledRef } from '../projections/vectors/vectorReads.ts';
import type { VectorCounts } from '../projections/vectors/vectorState.ts';
import { type AnswerContext, type FoundUse, matchUse } from '../retrieval/matchUse.ts';
import type { JudgedItem } from '../retrieval/validity.ts';
import type { Asked } from '../retrievers/asked.ts';
import { openCausal } from '../retrievers/causal/causal.ts';
import { openFindCauses } from '../retrievers/causal/findCauses.ts';
import { openEpisodeMethods } from '../retrievers/episodes/episodeMethods.ts';
import { openEpisodeOrder } from '../retrievers/episodes/episodeOrder.ts';
import {
  type EpisodesAsked,
  type EpisodesFound,
  openFindEpisodes,
  type Proposed,
} from '../retrievers/episodes/findEpisodes.ts';
import type { PathQuery, PathResult } from '../retrievers/path.ts';
import { type AboutNamed, aboutNamed } from '../retrievers/recall/aboutNamed.ts';
import { openAssociate } from '../retrievers/relations/associate.ts';
import { openGraph } from '../retrievers/relations/graph.ts';
import { openRelationAsks } from '../retrievers/relations/relationAsks.ts';
import { openRelationsTold, type RelationTold } from '../retrievers/relations/relationsTold.ts';
import { openMentionsOf } from '../retrievers/search/mentionsOf.ts';
import { openSearch } from '../retrievers/search/search.ts';
import { openSpokenOf } from '../retrievers/search/spokenOf.ts';
import { type Held, openHeldFacts } from '../retrievers/temporal/heldFacts.ts';
import { openTemporal } from '../retrievers/temporal/temporal.ts';
import { dataPaths } from '../store/paths.ts';
import { type Database, guardSqlite } from '../store/sqlite.ts';
import { openMemory } from './memoryFile.ts';
import { serveThread } from './thread.ts';

/** What is held, in one reading. */
export interface Holdings {
  readonly total: number;
  readonly byKind: MethodResult<'status'>['items']['byKind'];
  readonly namespaces: MethodResult<'namespaces.list'>['namespaces'];
  readonly positions: readonly ProjectionPosition[];
  readonly vectors: VectorCounts;
}

export interface ReaderFunctions extends FactQuestions, EntityQuestions {
  search(query: PathQuery): PathResult;
  temporal(query: PathQuery): PathResult;
  causal(query: PathQuery): PathResult;
  mayMeanCause(query: PathQuery): boolean;
  associate(query: PathQuery): PathResult;
  links(namespaces: readonly string[], text: string): QuestionLink[];
  about(namespaces: readonly string[], text: string): AboutNamed | null;
  asked(query: PathQuery): Asked;
  relationsTold(namespaces: readonly string[], text: string): RelationTold[];
  graph(query: PathQuery): PathResult;
  nearestFresh(embedderId: string, vector: Float32Array, among: Among, k: number): Near[];
  settledAmong(rowids: readonly number[]): SettledRef[];
  rowsOf(refs: readonly SettledRef[]): (number | null)[];
  lagging(namespaces: readonly string[]): number;
  judge(rowids: readonly number[], frame: Frame): JudgedItem[];
  judgeNamed(refs: readonly ItemRef[], frame: Frame): JudgedItem[];
  /** Reads nothing; it is here because a long answer must not hold up the thread that answers everybody. */
  matchUse(answer: string, context: AnswerContext): FoundUse[];
  misgivings(refs: readonly ItemRef[], frame: Frame): Misgiving[];
  held(question: string, namespaces: readonly string[], at: number): Held;
  spokenOf(names: readonly string[], namespaces: readonly string[]): string[];
  item(namespace: string, itemId: string): Item | null;
  known(namespace: string, itemIds: readonly string[]): string[];
  episode(namespace: string, episodeId: string): MethodResult<'episodes.get'> | null;
  episodes(params: MethodParams<'episodes.list'>): MethodResult<'episodes.list'>;
  findEpisodes(asked: EpisodesAsked, proposed: Proposed, now: number): EpisodesFound;
  cause(namespace: string, itemId: string): CauseView | null;
  findCauses(params: MethodParams<'causes.find'>): MethodResult<'causes.find'>;
  document(namespace: string, sourceRef: string): { itemId: string; textHash: string } | null;
  namespaces(): MethodResult<'namespaces.list'>['namespaces'];
  holdings(): Holdings;
  event(eventId: string): LedgerEvent | null;
  events(filter: MethodParams<'ledger.list'>): { events: LedgerEvent[]; nextBeforeSeq: number | null };
  unreadAfter(seq: number): UnreadPage;
  readPosition(): number;
  /** Reads all of `memory.db`; throws `store-corrupt` where it is damaged. */
  checkMemory(): void;
  /** Lets go of the files, so that they can be replaced; the next read opens them again. */
  release(): void;
}

const paths = dataPaths((workerData as { dir: string }).dir);
let files: ReturnType<typeof openFiles> | null = null;

function openFiles() {
  const db = openMemory(paths.memory, 'reader');
  try {
    const options = { clock: systemClock, ids: uuidv7(systemClock) };
    const { ledger, close: closeLedger } = openLedgerReader(paths.ledger, options);
    const items = openItemReads(db);
    const standings = openStandings(db);
    return {
      db,
      ledger,
      items,
      standings,
      misgivings: openMisgivings(db, items, standings),
      search: openSearch(db),
      held: openHeldFacts(db),
      spokenOf: openSpokenOf(db),
      mentionsOf: openMentionsOf(db),
      temporal: openTemporal(db),
      causal: openCausal(db),
      causes: openFindCauses(db),
      entities: openEntityFunctions(db, items, standings),
      episodeReads: openEpisodeReads(db),
      episodes: openEpisodeMethods(db),
      findEpisodes: openFindEpisodes(db),
      episodeOrder: openEpisodeOrder(db),
      vectors: openVectorReads(db),
      facts: openFactQuestions(db),
      unread: openUnread(ledger),
      withoutLate: openLateIds(ledger),
      close() {
        db.close();
        closeLedger();
      },
    };
  } catch (error) {
    db.close();
    throw error;
  }
}

/** What reads names and edges shares their reads. */
function openEntityFunctions(db: Database, items: ItemReads, standings: Standings) {
  const entities = openEntityReads(db);
  const edges = openEdgeReads(db, items, standings);
  const vocabularies = openRelationVocabularies(db);
  return {
    questions: openEntityQuestions(db, entities, edges),
    links: openQuestionLinks(db, entities, vocabularies),
    relationsTold: openRelationsTold(entities, edges, vocabularies),
    relationAsked: openRelationAsks(entities, edges, vocabularies),
    associate: openAssociate(entities, edges, vocabularies),
    graph: openGraph(db, entities, edges, vocabularies),
  };
}

function judged(items: readonly Item[], frame: Frame): JudgedItem[] {
  const standings = open().standings(items, frame);
  const episodes = open().episodeReads.episodeOf(items.map(({ rowid }) => rowid));
  return items.flatMap((item) => {
    const standing = standings.get(item.rowid);
    return standing === undefined ? [] : [{ item, standing, episodeId: episodes.get(item.rowid) ?? null }];
  });
}

function open() {
  files ??= openFiles();
  return files;
}

const functions: ReaderFunctions = {
  search: (query) => open().episodeOrder(query, open().search(query)),
  temporal: (query) => open().temporal.retrieve(query),
  causal: (query) => open().causal.retrieve(query),
  mayMeanCause: (query) => open().causal.mayMean(query),
  associate: (query) => open().entities.associate(query),
  links: (namespaces, text) => open().entities.links(namespaces, text),
  about: (namespaces, text) => aboutNamed(text, namespaces, open().entities.links(namespaces, text), open().mentionsOf),
  asked: (query) => ({
    relation: open().entities.relationAsked(query),
    fact: open().temporal.asks(query),
    cause: open().causal.asks(query),
  }),
  relationsTold: (namespaces, text) => open().entities.relationsTold(namespaces, text),
  graph: (query) => open().entities.graph(query),
  nearestFresh: (embedderId, vector, among, k) => open().vectors.nearestFresh(embedderId, vector, among, k),
  settledAmong: (rowids) => open().vectors.settledAmong(rowids),
  rowsOf: (refs) => open().vectors.rowsOf(refs),
  lagging: (namespaces) => open().vectors.lagging(namespaces),
  judge: (rowids, frame) => judged(open().items.itemsByRowid(rowids), frame),
  matchUse,
  judgeNamed: (refs, frame) => judged(open().items.itemsNamed(refs), frame),
  misgivings: (refs, frame) => open().misgivings(open().items.itemsNamed(refs), frame),
  held: (question, namespaces, at) => open().held(question, namespaces, at),
  spokenOf: (names, namespaces) => open().spokenOf(names, namespaces),
  item: (namespace, itemId) => open().items.item(namespace, itemId),
  known: (namespace, itemIds) => itemIds.filter((itemId) => open().items.owner(namespace, itemId) !== null),
  episode: (namespace, episodeId) => open().episodes.get(namespace, episodeId),
  episodes: (params) => open().episodes.list(params),
  findEpisodes: (asked, proposed, now) => open().findEpisodes(asked, proposed, now),
  cause: (namespace, itemId) => open().causes.cause(namespace, itemId),
  findCauses: (params) => open().causes.find(params),
  named: (namespace, sort, name) => open().entities.questions.named(namespace, sort, name),
  entityResolved: (params) => open().entities.questions.entityResolved(params),
  entitiesListed: (params) => open().entities.questions.entitiesListed(params),
  neighbours: (params, at) => open().entities.questions.neighbours(params, at),
  document: (namespace, sourceRef) => open().items.newestDocument(namespace, sourceRef),
  namespaces: () => open().items.namespaces(),
  holdings() {
    const { items, vectors } = open();
    return {
      total: items.total(),
      byKind: items.countsByKind() as Holdings['byKind'],
      namespaces: items.namespaces(),
      positions: items.positions(),
      vectors: vectors.counts(),
    };
  },
  event: (eventId) => open().ledger.get(eventId),
  events: (filter) => open().ledger.list(filter),
  unreadAfter: (seq) => open().unread.after(seq),
  readPosition: () => open().unread.position(),
  factAnswer: (asked, frame) => open().facts.factAnswer(asked, frame),
  factHistory: (asked, frame) => open().facts.factHistory(asked, frame),
  factExplained: (namespace, itemId, frame) => open().facts.factExplained(namespace, itemId, frame),
  factSlots: (namespace, text, limit, now) => open().facts.factSlots(namespace, text, limit, now),
  factsIn: (namespace, itemId) => open().facts.factsIn(namespace, itemId),
  unknownIds: (namespace, ids) => {
    const { items, facts, withoutLate } = open();
    // Read first: what is projected in between is found in both places rather than in neither.
    const positions = items.positions().map(({ position }) => position);
    return withoutLate(
      namespace,
      facts.unknownIds(namespace, ids),
      positions.length === 0 ? 0 : Math.min(...positions),
    );
  },
  sourceKnown: (namespace, source) => open().facts.sourceKnown(namespace, source),
  blastRadius: (retraction) => open().facts.blastRadius(retraction),
  checkMemory() {
    const [found] = open().db.pragma('quick_check(1)') as { quick_check: string }[];
    if (found?.quick_check !== 'ok') throw damaged();
  },
  release() {
    files?.close();
    files = null;
  },
};

// What SQLite throws here without more ado is about `memory.db`: the ledger gives its errors their names itself.
serveThread(
  Object.fromEntries(
    Object.entries(functions).map(([name, call]: [string, (...args: never[]) => unknown]) => [
      name,
      (...args: never[]) => guardSqlite('memory.db', () => call(...args)),
    ]),
  ),
);

function damaged(): PiperError {
  const remedy = 'It is made again from the ledger by itself.';
  return new PiperError('store-corrupt', 'memory.db is damaged.', remedy, { data: { file: 'memory.db' } });
}
