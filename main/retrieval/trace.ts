import { existsSync, renameSync } from 'node:fs';
import { basename } from 'node:path';
import type { Clock } from '../base/clock.ts';
import { PiperError } from '../base/errors.ts';
import { sha256 } from '../base/hash.ts';
import type { MethodParams, MethodResult } from '../contract/methods.ts';
import type { EvidencePacket } from '../contract/packet.ts';
import type { PathActivity, Warning } from '../contract/status.ts';
import type { Trace, TraceStage, TraceSummary } from '../contract/trace.ts';
import type { UseCoverage } from '../contract/useQuestions.ts';
import { backupDatabase } from '../store/backup.ts';
import { mending } from '../store/mending.ts';
import { checkpoint, type Database, guardSqlite, openDatabase } from '../store/sqlite.ts';
import { openDelivered } from './delivered.ts';
import { type KeptUse, openFollowedUse } from './followedUse.ts';
import { type LatencySummary, latencyRing } from './latency.ts';
import type { AnswerContext } from './matchUse.ts';
import { openPathDays } from './pathDays.ts';
import type { PastRequest } from './replay.ts';
import { openShadowRows, type ShadowFilter, type ShadowRecord } from './shadowRows.ts';
import {
  type CandidateRecord,
  candidatesOfText,
  candidatesToText,
  type SessionRow,
  toCandidate,
  toSummary,
} from './traceRows.ts';
import { openUseQuestions, windowOf } from './useQuestions.ts';

/** One session as the pipeline saw it. Times are milliseconds since 1970. */
export interface SessionRecord {
  readonly packet: EvidencePacket;
  readonly queryId: string;
  readonly at: number;
  /** Details hold counts and codes, never stored text. */
  readonly stages: readonly TraceStage[];
  readonly candidates: readonly CandidateRecord[];
  /** How it was asked, with the asker's present and zone. */
  readonly asked: Omit<MethodParams<'retrieve'>, 'query'>;
}

export interface ShownResult {
  readonly itemId: string;
  readonly namespace: string;
}

/** `traces.db`: synchronous, for the thread that runs the pipeline. Errors are PiperErrors (`disk-full`, `io`, …). */
export interface TraceStore {
  /** What the reader of a status should know: a damaged file that was set aside. */
  readonly warnings: readonly Warning[];
  /** Writes a session with all its candidates and counts it, in one transaction. */
  record(session: SessionRecord): void;
  get(sessionId: string): Trace | null;
  /** What it takes to ask the same again; `erased` where the question's text is not kept, null where the session is unknown. */
  past(sessionId: string): PastRequest | 'erased' | null;
  /** Newest first; `before` is exclusive. */
  list(filter: { readonly limit: number; readonly before?: number | undefined }): TraceSummary[];
  /** The results that a session showed, by result id, or null when the session is unknown. */
  shown(sessionId: string): { readonly namespaces: string[]; readonly results: Map<string, ShownResult> } | null;
  /** What an answer is compared with: all that these sessions showed, as far as it was not erased. */
  answerContext(sessionIds: readonly string[], spoken: boolean): AnswerContext;
  /** Keeps a word about a session's use; marks on results that it never showed are passed over. False when unknown. */
  keepUse(sessionId: string, kept: KeptUse): boolean;
  /** Expects no word about a session's use: the operator asked. */
  unfollow(sessionId: string): void;
  /** Closes sessions that have waited too long for a word, as unreported; their number. */
  closeUnreported(): number;
  /** Of the last seven days. */
  useCoverage(): UseCoverage;
  forClaim(claim: MethodParams<'trace.forClaim'>): MethodResult<'trace.forClaim'>;
  ignored(filter: MethodParams<'trace.ignored'>): MethodResult<'trace.ignored'>;
  use(bounds: MethodParams<'trace.use'>): MethodResult<'trace.use'>;
  rivals(filter: MethodParams<'trace.rivals'>): MethodResult<'trace.rivals'>;
  /**
   * The parts of a text (UTF-16 offsets) that were handed to an asker within the last day: written back by an agent they
   * are an echo of the memory, not new evidence.
   */
  echoes(namespace: string, text: string): (readonly [start: number, end: number])[];
  /** Totals by name, without the calls of paths. */
  counters(): Record<string, number>;
  pathCalls(): Record<string, number>;
  /** How lately each path was asked, those that never fired included. */
  pathActivity(): PathActivity[];
  /** Writes down and counts what became of requests under a candidate policy, in one transaction. */
  keepShadows(records: readonly ShadowRecord[]): void;
  shadows(filter: ShadowFilter): MethodResult<'shadow.list'>;
  shadowSummary(
    candidate: string | null,
    bounds: Pick<MethodParams<'shadow.summary'>, 'from' | 'to'>,
  ): Omit<MethodResult<'shadow.summary'>, 'waiting'>;
  bump(name: string, n?: number): void;
  /** Of each path, and of whole requests under `retrieve`, since the store was opened. */
  latency(): Record<string, LatencySummary>;
  /** Clears question and packet of every session that showed the item or a chunk of it, or whose shadow names it; their number. */
  eraseItem(itemId: string, namespace?: string): number;
  /** Forgets sessions older than so many days, at most 1,000 a call; their number. */
  prune(days: number): number;
  /** Copies the whole file, consistent in itself, while sessions go on being recorded. */
  backup(destination: string): Promise<void>;
  close(): void;
}

export interface TraceOptions {
  readonly clock: Clock;
  /** Milliseconds after which a session without a word about its use is closed as unreported; an hour by default. */
  readonly reportWithinMs?: number;
  /** The IANA zone in which dates of an answer are read; by default UTC. */
  readonly timeZone?: string;
}

/**
 * Opens `traces.db`. A damaged one is set aside under another name and a new one begun, with a warning, whenever the
 * damage shows: traces are evidence of what the memory did, never a reason for it to stand still.
 */
export function openTraceStore(path: string, options: TraceOptions): TraceStore {
  const { clock } = options;
  const warnings: Warning[] = [];
  const open = () =>
    traceStore(openDatabase(path, { role: 'writer', synchronous: 'NORMAL', migrations: 'traces' }), options, warnings);
  const begin = () => {
    warnings.push(damagedWarning(setAside(path, clock.now())));
    return open();
  };
  return mending(openOr(open, begin), (damaged) => {
    damaged.close();
    return begin();
  });
}

function openOr(open: () => TraceStore, begin: () => TraceStore): TraceStore {
  try {
    return open();
  } catch (error) {
    if (!(error instanceof PiperError) || error.code !== 'store-corrupt') throw error;
    return begin();
  }
}

function damagedWarning(aside: string): Warning {
  return {
    code: 'traces-damaged',
    message: `The record of past retrievals was damaged. It was set aside as ${basename(aside)} and a new one begun.`,
    remedy: 'Nothing needs doing: memories are not affected. Delete the file when you do not need it.',
  };
}

function setAside(path: string, now: number): string {
  const aside = `${path}.damaged-${now}`;
  for (const ending of ['', '-wal', '-shm']) {
    if (existsSync(path + ending)) renameSync(path + ending, aside + ending);
  }
  return aside;
}

const pathCallPrefix = 'path-calls.';

function traceStore(
  db: Database,
  { clock, reportWithinMs = 3_600_000, timeZone = 'UTC' }: TraceOptions,
  warnings: readonly Warning[],
): TraceStore {
  const insertSession = db.prepare(
    `INSERT INTO sessions (session_id, query_id, query_text_hash, query, at, namespaces, route, route_reason, status,
       confidence, results, latency_ms, cost, stages, candidates, packet)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const insertShown = db.prepare<[number | bigint, string, string, string]>(
    'INSERT INTO shown (session_key, result_id, item_id, namespace) VALUES (?, ?, ?, ?)',
  );
  const insertAsked = db.prepare<[number | bigint, string]>('INSERT INTO asked (session_key, params) VALUES (?, ?)');
  const selectAsked = db.prepare<[number], string>('SELECT params FROM asked WHERE session_key = ?').pluck();
  const addToCounter = db.prepare<[string, number]>(
    'INSERT INTO counters (name, n) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET n = n + excluded.n',
  );
  const selectCounters = db.prepare<[], { name: string; n: number }>('SELECT name, n FROM counters ORDER BY name');
  const useState = `(SELECT state FROM followed WHERE followed.session_key = sessions.session_key) AS use_state`;
  const selectSession = db.prepare<[string], SessionRow>(`SELECT *, ${useState} FROM sessions WHERE session_id = ?`);
  const selectSessions = db.prepare<[number, number], SessionRow>(
    `SELECT *, '' AS stages, '' AS candidates, NULL AS packet, ${useState} FROM sessions WHERE at < ? ORDER BY at DESC, session_key DESC LIMIT ?`,
  );
  const selectShown = db.prepare<[number], { result_id: string; item_id: string; namespace: string }>(
    'SELECT result_id, item_id, namespace FROM shown WHERE session_key = ?',
  );
  // The chunks of a document are named `<document>#<n>`, and '$' is the character after '#'.
  const ofItem = `(@namespace IS NULL OR namespace = @namespace)
         AND (item_id = @itemId OR (item_id > @itemId || '#' AND item_id < @itemId || '$'))`;
  const showing = `SELECT session_key FROM shown WHERE ${ofItem}
       UNION SELECT session_key FROM shadow_named JOIN shadows USING (shadow_key) WHERE ${ofItem}`;
  const clearSessions = db.prepare<[string]>(
    'UPDATE sessions SET query = NULL, packet = NULL WHERE session_key IN (SELECT value FROM json_each(?))',
  );
  const selectShowing = db.prepare<{ itemId: string; namespace: string | null }, number>(showing).pluck();
  const forgetDelivered = db.prepare<[string]>(
    'DELETE FROM delivered WHERE session_key IN (SELECT value FROM json_each(?))',
  );
  const deleteOldest = db.prepare<[number]>(
    'DELETE FROM sessions WHERE session_key IN (SELECT session_key FROM sessions WHERE at < ? ORDER BY at LIMIT 1000)',
  );
  const delivered = openDelivered(db);
  const count = (name: string, n: number) => void addToCounter.run(name, n);
  const followed = openFollowedUse(db, { clock, reportWithinMs, count });
  const questions = openUseQuestions(db, { followed, clock, timeZone });
  const shadows = openShadowRows(db, followed);
  const pathDays = openPathDays(db);
  const latencies = latencyRing();

  const keepShadows = db.transaction((records: readonly ShadowRecord[]) => {
    for (const record of records) {
      shadows.keep(record);
      const { outcome } = record;
      count(outcome === 'answered' ? 'shadow.answered' : `shadow.${outcome}.${record.reason}`, 1);
      if (outcome === 'answered' && record.differs) count('shadow.differing', 1);
    }
  });
  const record = db.transaction((session: SessionRecord) => {
    const { packet } = session;
    const { lastInsertRowid } = insertSession.run(
      packet.sessionId,
      session.queryId,
      sha256(packet.query),
      packet.query,
      session.at,
      JSON.stringify(packet.namespaces),
      packet.route.primary,
      packet.route.reasonCode,
      packet.status,
      packet.confidence,
      packet.results.length,
      packet.latencyMs.total,
      packet.steps.length,
      JSON.stringify(session.stages),
      candidatesToText(session.candidates),
      JSON.stringify(packet),
    );
    for (const { resultId, itemId, namespace } of packet.results) {
      insertShown.run(lastInsertRowid, resultId, itemId, namespace);
    }
    insertAsked.run(lastInsertRowid, JSON.stringify(session.asked));
    delivered.remember(lastInsertRowid, packet, session.at);
    followed.begin(lastInsertRowid, packet, session.candidates);
    for (const [name, n] of countsOf(session)) if (n > 0) addToCounter.run(name, n);
    for (const { path } of packet.steps) pathDays.add(path, session.at);
  });
  const shownBy = (sessionKey: number) =>
    new Map(
      selectShown.all(sessionKey).map((row) => [row.result_id, { itemId: row.item_id, namespace: row.namespace }]),
    );
  const pathCalls = () =>
    pick(selectCounters.all(), (name) => (name.startsWith(pathCallPrefix) ? name.slice(pathCallPrefix.length) : null));
  const guarded = <T>(work: () => T): T => guardSqlite('traces.db', work);

  return {
    warnings,
    record: (session) =>
      guarded(() => {
        record.immediate(session);
        latencies.add('retrieve', session.packet.latencyMs.total);
        for (const { path, latencyMs } of session.packet.steps) latencies.add(path, latencyMs);
      }),
    get: (sessionId) =>
      guarded(() => {
        const row = selectSession.get(sessionId);
        if (row === undefined) return null;
        const uses = followed.usesOf(row.session_key);
        const useOf = new Map(uses.map((use) => [use.resultId, use]));
        return {
          ...toSummary(row),
          stages: JSON.parse(row.stages) as TraceStage[],
          candidates: candidatesOfText(row.candidates).map((candidate) => toCandidate(candidate, useOf)),
          uses,
          answers: followed.answersOf(row.session_key),
          outcomes: followed.outcomesOf(row.session_key),
          packet: row.packet === null ? null : (JSON.parse(row.packet) as EvidencePacket),
        };
      }),
    past: (sessionId) =>
      guarded(() => {
        const row = selectSession.get(sessionId);
        if (row === undefined) return null;
        const asked = selectAsked.get(row.session_key);
        if (row.packet === null || asked === undefined) return 'erased';
        const packet = JSON.parse(row.packet) as EvidencePacket;
        const params = { ...(JSON.parse(asked) as SessionRecord['asked']), query: packet.query };
        return { packet, at: row.at, params };
      }),
    list: ({ limit, before = Number.MAX_SAFE_INTEGER }) =>
      guarded(() => selectSessions.all(before, limit).map(toSummary)),
    shown: (sessionId) =>
      guarded(() => {
        const row = selectSession.get(sessionId);
        if (row === undefined) return null;
        return { namespaces: JSON.parse(row.namespaces) as string[], results: shownBy(row.session_key) };
      }),
    answerContext: (sessionIds, spoken) =>
      guarded(() => {
        const rows = [...new Set(sessionIds)].flatMap((sessionId) => selectSession.get(sessionId) ?? []);
        const packets = rows.flatMap(({ packet }) => (packet === null ? [] : [JSON.parse(packet) as EvidencePacket]));
        return {
          results: packets.flatMap(({ results }) => results),
          questions: packets.map(({ query }) => query),
          at: clock.now(),
          timeZone,
          spoken,
        };
      }),
    keepUse: (sessionId, kept) =>
      guarded(() => {
        const row = selectSession.get(sessionId);
        if (row === undefined) return false;
        const results = shownBy(row.session_key);
        followed.keep(row.session_key, { ...kept, uses: kept.uses.filter(({ resultId }) => results.has(resultId)) });
        return true;
      }),
    unfollow: (sessionId) =>
      guarded(() => {
        const row = selectSession.get(sessionId);
        if (row !== undefined) followed.unfollow(row.session_key);
      }),
    closeUnreported: () => guarded(() => followed.closeUnreported()),
    useCoverage: () => guarded(() => followed.coverage(windowOf({}, clock.now()))),
    forClaim: (claim) => guarded(() => questions.forClaim(claim)),
    ignored: (filter) => guarded(() => questions.ignored(filter)),
    use: (bounds) => guarded(() => questions.use(bounds)),
    rivals: (filter) => guarded(() => questions.rivals(filter)),
    echoes: (namespace, text) => guarded(() => delivered.echoes(namespace, text, clock.now() - 86_400_000)),
    counters: () =>
      guarded(() => pick(selectCounters.all(), (name) => (name.startsWith(pathCallPrefix) ? null : name))),
    pathCalls: () => guarded(pathCalls),
    pathActivity: () => guarded(() => pathDays.activity(pathCalls(), clock.now())),
    keepShadows: (records) => guarded(() => keepShadows.immediate(records)),
    shadows: (filter) => guarded(() => shadows.list(filter)),
    shadowSummary: (candidate, bounds) => guarded(() => shadows.summary(candidate, windowOf(bounds, clock.now()))),
    bump: (name, n = 1) => guarded(() => count(name, n)),
    latency: () => latencies.summary(),
    eraseItem: (itemId, namespace) =>
      guarded(() => {
        const sessionKeys = selectShowing.all({ itemId, namespace: namespace ?? null });
        const keys = JSON.stringify(sessionKeys);
        forgetDelivered.run(keys);
        followed.clearAnswers(sessionKeys);
        shadows.erase(sessionKeys);
        const { changes } = clearSessions.run(keys);
        // The old pages still stand in the write-ahead log until it is emptied.
        if (changes > 0) checkpoint(db);
        return changes;
      }),
    prune: (days) => guarded(() => deleteOldest.run(clock.now() - days * 86_400_000).changes),
    backup: async (destination) => {
      await backupDatabase(db, destination);
    },
    close: () => db.close(),
  };
}

/** memory.md §20, Phase 0, as far as retrieval knows it. */
function countsOf({ packet, candidates }: SessionRecord): [string, number][] {
  const decided = new Map(candidates.map((one) => [JSON.stringify([one.namespace, one.itemId]), one.isCurrent]));
  const current = [...decided.values()].filter(Boolean).length;
  return [
    ['retrievals', 1],
    [`retrievals.${packet.status}`, 1],
    ['retrievals.empty', packet.results.length === 0 ? 1 : 0],
    ['candidates', candidates.length],
    ['evidence.selected', packet.results.length],
    ['decisions.current', current],
    ['decisions.stale', decided.size - current],
    ['notices', packet.notices.length],
    ...handoverCounts(packet),
    ...(packet.expansions ?? []).map(({ kind }): [string, number] => [`expansions.${kind}`, 1]),
    ...packet.steps.map(({ path }): [string, number] => [pathCallPrefix + path, 1]),
    ...packet.steps
      .filter(({ status }) => status === 'could_not_look')
      .map(({ path }): [string, number] => [`paths-failed.${path}`, 1]),
  ];
}

/** How many results were marked to be verified first and why, and what was left out as secret. */
function handoverCounts({ results, redactions = {} }: EvidencePacket): [string, number][] {
  const marked = results.flatMap(({ memoryStatus: { verifyFirst } }) => verifyFirst ?? []);
  const reasons = Map.groupBy(
    marked.flatMap((verify) => verify.reasons),
    (reason) => reason,
  );
  return [
    ['verify-first', marked.length],
    ...[...reasons].map(([reason, all]): [string, number] => [`verify-first.${reason}`, all.length]),
    ...Object.entries(redactions).map(([kind, n]): [string, number] => [`redactions.${kind}`, n]),
  ];
}

function pick(rows: readonly { name: string; n: number }[], nameOf: (name: string) => string | null) {
  return Object.fromEntries(
    rows.flatMap(({ name, n }): [string, number][] => {
      const told = nameOf(name);
      return told === null ? [] : [[told, n]];
    }),
  );
}
