import { existsSync, renameSync } from 'node:fs';
import { basename } from 'node:path';
import type { Clock } from '../base/clock.ts';
import { PiperError } from '../base/errors.ts';
import { sha256 } from '../base/hash.ts';
import type { EvidencePacket } from '../contract/packet.ts';
import type { Warning } from '../contract/status.ts';
import type { Trace, TraceStage, TraceSummary, UseMark } from '../contract/trace.ts';
import { backupDatabase } from '../store/backup.ts';
import { mending } from '../store/mending.ts';
import { checkpoint, type Database, guardSqlite, openDatabase } from '../store/sqlite.ts';
import { openDelivered } from './delivered.ts';
import { type LatencySummary, latencyRing } from './latency.ts';
import {
  type CandidateRecord,
  candidatesOfText,
  candidatesToText,
  type MarkRow,
  type SessionRow,
  toCandidate,
  toSummary,
} from './traceRows.ts';

/** One session as the pipeline saw it. Times are milliseconds since 1970. */
export interface SessionRecord {
  readonly packet: EvidencePacket;
  readonly queryId: string;
  readonly at: number;
  /** Details hold counts and codes, never stored text. */
  readonly stages: readonly TraceStage[];
  readonly candidates: readonly CandidateRecord[];
}

/** What an agent says it did with one result. */
export interface Use {
  readonly resultId: string;
  readonly mark: UseMark;
  readonly claimId?: string | undefined;
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
  /** Newest first; `before` is exclusive. */
  list(filter: { readonly limit: number; readonly before?: number | undefined }): TraceSummary[];
  /** The results that a session showed, by result id, or null when the session is unknown. */
  shown(sessionId: string): { readonly namespaces: string[]; readonly results: Map<string, ShownResult> } | null;
  /** Keeps marks on shown results and names the ids that the session never showed; null when it is unknown. */
  markUse(sessionId: string, uses: readonly Use[]): { readonly marked: number; readonly unknown: string[] } | null;
  /**
   * The parts of a text (UTF-16 offsets) that were handed to an asker within the last day: written back by an agent they
   * are an echo of the memory, not new evidence.
   */
  echoes(namespace: string, text: string): (readonly [start: number, end: number])[];
  /** Totals by name, without the calls of paths. */
  counters(): Record<string, number>;
  pathCalls(): Record<string, number>;
  bump(name: string, n?: number): void;
  /** Of each path, and of whole requests under `retrieve`, since the store was opened. */
  latency(): Record<string, LatencySummary>;
  /** Clears question and packet of every session that showed the item or a chunk of it; their number. */
  eraseItem(itemId: string, namespace?: string): number;
  /** Forgets sessions older than so many days, at most 1,000 a call; their number. */
  prune(days: number): number;
  /** Copies the whole file, consistent in itself, while sessions go on being recorded. */
  backup(destination: string): Promise<void>;
  close(): void;
}

/**
 * Opens `traces.db`. A damaged one is set aside under another name and a new one begun, with a warning, whenever the
 * damage shows: traces are evidence of what the memory did, never a reason for it to stand still.
 */
export function openTraceStore(path: string, { clock }: { readonly clock: Clock }): TraceStore {
  const warnings: Warning[] = [];
  const open = () =>
    traceStore(openDatabase(path, { role: 'writer', synchronous: 'NORMAL', migrations: 'traces' }), clock, warnings);
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

function traceStore(db: Database, clock: Clock, warnings: readonly Warning[]): TraceStore {
  const insertSession = db.prepare(
    `INSERT INTO sessions (session_id, query_id, query_text_hash, query, at, namespaces, route, route_reason, status,
       confidence, results, latency_ms, cost, stages, candidates, packet)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const insertShown = db.prepare<[number | bigint, string, string, string]>(
    'INSERT INTO shown (session_key, result_id, item_id, namespace) VALUES (?, ?, ?, ?)',
  );
  const addToCounter = db.prepare<[string, number]>(
    'INSERT INTO counters (name, n) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET n = n + excluded.n',
  );
  const selectCounters = db.prepare<[], { name: string; n: number }>('SELECT name, n FROM counters ORDER BY name');
  const reported = 'EXISTS (SELECT 1 FROM marks WHERE marks.session_key = sessions.session_key) AS reported';
  const selectSession = db.prepare<[string], SessionRow>(`SELECT *, ${reported} FROM sessions WHERE session_id = ?`);
  const selectSessions = db.prepare<[number, number], SessionRow>(
    `SELECT *, '' AS stages, '' AS candidates, NULL AS packet, ${reported} FROM sessions WHERE at < ? ORDER BY at DESC, session_key DESC LIMIT ?`,
  );
  const selectShown = db.prepare<[number], { result_id: string; item_id: string; namespace: string }>(
    'SELECT result_id, item_id, namespace FROM shown WHERE session_key = ?',
  );
  const insertMark = db.prepare<[number, string, string, string | null, number]>(
    'INSERT INTO marks (session_key, result_id, mark, claim_id, at) VALUES (?, ?, ?, ?, ?)',
  );
  const selectMarks = db.prepare<[number], MarkRow>(
    'SELECT result_id, mark, claim_id FROM marks WHERE session_key = ? ORDER BY rowid',
  );
  // The chunks of a document are named `<document>#<n>`, and '$' is the character after '#'.
  const showing = `SELECT session_key FROM shown
       WHERE (@namespace IS NULL OR namespace = @namespace)
         AND (item_id = @itemId OR (item_id > @itemId || '#' AND item_id < @itemId || '$'))`;
  const clearSessions = db.prepare<{ itemId: string; namespace: string | null }>(
    `UPDATE sessions SET query = NULL, packet = NULL WHERE session_key IN (${showing})`,
  );
  const forgetDelivered = db.prepare<{ itemId: string; namespace: string | null }>(
    `DELETE FROM delivered WHERE session_key IN (${showing})`,
  );
  const deleteOldest = db.prepare<[number]>(
    'DELETE FROM sessions WHERE session_key IN (SELECT session_key FROM sessions WHERE at < ? ORDER BY at LIMIT 1000)',
  );
  const delivered = openDelivered(db);
  const latencies = latencyRing();

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
    delivered.remember(lastInsertRowid, packet, session.at);
    for (const [name, n] of countsOf(session)) if (n > 0) addToCounter.run(name, n);
  });
  const keepMarks = db.transaction((sessionKey: number, uses: readonly Use[]) => {
    for (const { resultId, mark, claimId } of uses)
      insertMark.run(sessionKey, resultId, mark, claimId ?? null, clock.now());
    addToCounter.run('use-reports', 1);
    const used = uses.filter(({ mark }) => mark === 'used' || mark === 'cited');
    const count = (name: string, some: readonly Use[]) =>
      addToCounter.run(name, new Set(some.map(({ resultId }) => resultId)).size);
    count('evidence.used', used);
    count(
      'evidence.ignored',
      uses.filter(({ mark }) => mark === 'ignored'),
    );
  });
  const shownBy = (sessionKey: number) =>
    new Map(
      selectShown.all(sessionKey).map((row) => [row.result_id, { itemId: row.item_id, namespace: row.namespace }]),
    );
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
        const marks = selectMarks.all(row.session_key);
        return {
          ...toSummary(row),
          stages: JSON.parse(row.stages) as TraceStage[],
          candidates: candidatesOfText(row.candidates).map((candidate) => toCandidate(candidate, marks)),
          packet: row.packet === null ? null : (JSON.parse(row.packet) as EvidencePacket),
        };
      }),
    list: ({ limit, before = Number.MAX_SAFE_INTEGER }) =>
      guarded(() => selectSessions.all(before, limit).map(toSummary)),
    shown: (sessionId) =>
      guarded(() => {
        const row = selectSession.get(sessionId);
        if (row === undefined) return null;
        return { namespaces: JSON.parse(row.namespaces) as string[], results: shownBy(row.session_key) };
      }),
    markUse: (sessionId, uses) =>
      guarded(() => {
        const row = selectSession.get(sessionId);
        if (row === undefined) return null;
        const results = shownBy(row.session_key);
        const known = uses.filter(({ resultId }) => results.has(resultId));
        keepMarks.immediate(row.session_key, known);
        const unknown = uses.filter(({ resultId }) => !results.has(resultId)).map(({ resultId }) => resultId);
        return { marked: known.length, unknown: [...new Set(unknown)] };
      }),
    echoes: (namespace, text) => guarded(() => delivered.echoes(namespace, text, clock.now() - 86_400_000)),
    counters: () =>
      guarded(() => pick(selectCounters.all(), (name) => (name.startsWith(pathCallPrefix) ? null : name))),
    pathCalls: () =>
      guarded(() =>
        pick(selectCounters.all(), (name) =>
          name.startsWith(pathCallPrefix) ? name.slice(pathCallPrefix.length) : null,
        ),
      ),
    bump: (name, n = 1) => guarded(() => void addToCounter.run(name, n)),
    latency: () => latencies.summary(),
    eraseItem: (itemId, namespace) =>
      guarded(() => {
        const shown = { itemId, namespace: namespace ?? null };
        forgetDelivered.run(shown);
        const { changes } = clearSessions.run(shown);
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
    ...packet.steps.map(({ path }): [string, number] => [pathCallPrefix + path, 1]),
    ...packet.steps
      .filter(({ status }) => status === 'could_not_look')
      .map(({ path }): [string, number] => [`paths-failed.${path}`, 1]),
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
