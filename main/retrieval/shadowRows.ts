import type { MethodParams, MethodResult } from '../contract/methods.ts';
import type { EvidencePacket, PacketStatus } from '../contract/packet.ts';
import type { ShadowRequest, ShadowSide } from '../contract/shadow.ts';
import { toInstant } from '../contract/time.ts';
import { itemKey } from '../projections/items/item.ts';
import type { Database } from '../store/sqlite.ts';
import { type FollowedUse, isUsed, type TimeWindow } from './followedUse.ts';
import { summaryOf } from './latency.ts';
import { namedItems } from './namedItems.ts';

/** What became of a request under a candidate policy. */
export type ShadowOutcome =
  | {
      readonly outcome: 'answered';
      readonly packet: EvidencePacket;
      /** Milliseconds from the reply to the candidate's beginning. */
      readonly waitedMs: number;
      readonly k: number;
      readonly jaccard: number;
      readonly rbo: number;
      readonly differs: boolean;
    }
  | { readonly outcome: 'failed' | 'dropped'; readonly reason: string };

/** `sessionId`: the session that was answered; `candidate`: the version of the policy that was tried. */
export type ShadowRecord = ShadowOutcome & { readonly sessionId: string; readonly candidate: string };

/** What the candidates of shadow mode would have returned, in `traces.db`. */
export interface ShadowRows {
  /** To be called inside a transaction. */
  keep(record: ShadowRecord): void;
  list(filter: ShadowFilter): MethodResult<'shadow.list'>;
  summary(candidate: string | null, window: TimeWindow): Omit<MethodResult<'shadow.summary'>, 'waiting'>;
  /** Leaves nothing of what the candidates returned for these sessions. */
  erase(sessionKeys: readonly number[]): void;
}

export type ShadowFilter = Omit<MethodParams<'shadow.list'>, 'candidate'> & { readonly candidate: string | null };

export function openShadowRows(db: Database, followed: Pick<FollowedUse, 'usesOf' | 'stateOf'>): ShadowRows {
  const selectSession = db
    .prepare<[string], number>('SELECT session_key FROM sessions WHERE session_id = ? AND packet IS NOT NULL')
    .pluck();
  const insertShadow = db.prepare(
    `INSERT OR IGNORE INTO shadows (session_key, candidate, outcome, reason, waited_ms, status, latency_ms, k, jaccard,
       rbo, differs, packet)
     VALUES (@sessionKey, @candidate, @outcome, @reason, @waitedMs, @status, @latencyMs, @k, @jaccard, @rbo, @differs, @packet)`,
  );
  const insertNamed = db.prepare<[number | bigint, string, string, number | null]>(
    'INSERT OR IGNORE INTO shadow_named (shadow_key, item_id, namespace, rank) VALUES (?, ?, ?, ?)',
  );
  const selectDiffering = db.prepare<{ candidate: string | null; before: number; limit: number }, ShadowRow>(
    `SELECT shadow_key, session_key, session_id, at, k, jaccard, rbo, waited_ms, sessions.packet AS active,
       shadows.packet AS candidate FROM shadows JOIN sessions USING (session_key)
     WHERE candidate = @candidate AND differs = 1 AND shadow_key < @before
       AND sessions.packet IS NOT NULL AND shadows.packet IS NOT NULL
     ORDER BY shadow_key DESC LIMIT @limit`,
  );
  const within = `FROM shadows JOIN sessions USING (session_key)
     WHERE candidate = @candidate AND at >= @from AND at < @to`;
  const selectTotals = db.prepare<Counted, Totals>(
    `SELECT COUNT(*) FILTER (WHERE outcome = 'answered') AS shadowed, COUNT(*) FILTER (WHERE differs = 1) AS differing,
       COUNT(*) FILTER (WHERE outcome = 'failed') AS failed, COUNT(*) FILTER (WHERE outcome = 'dropped') AS dropped,
       AVG(jaccard) AS jaccard, AVG(rbo) AS rbo ${within}`,
  );
  const selectStatuses = db.prepare<Counted, StatusPair>(
    `SELECT sessions.status AS active, shadows.status AS candidate, COUNT(*) AS requests ${within}
       AND outcome = 'answered' GROUP BY 1, 2 ORDER BY 3 DESC, 1, 2`,
  );
  const selectLatencies = db.prepare<Counted, { active: number; candidate: number }>(
    `SELECT sessions.latency_ms AS active, shadows.latency_ms AS candidate ${within} AND outcome = 'answered'`,
  );
  const selectUsed = db.prepare<Counted, { requests: number; active: number; candidate: number }>(
    `SELECT COUNT(DISTINCT shadows.shadow_key) AS requests, COUNT(*) AS active, COUNT(shadow_named.rank) AS candidate
     FROM (SELECT shadow_key, session_key ${within} AND shadows.packet IS NOT NULL) AS shadows
     JOIN surfaced USING (session_key)
     LEFT JOIN shadow_named USING (shadow_key, item_id, namespace)
     WHERE reported IN ('used', 'cited') OR observed IN ('used', 'cited')`,
  );
  const clearPackets = db.prepare<[string]>(
    'UPDATE shadows SET packet = NULL WHERE session_key IN (SELECT value FROM json_each(?))',
  );
  const deleteNamed = db.prepare<[string]>(
    `DELETE FROM shadow_named WHERE shadow_key IN
       (SELECT shadow_key FROM shadows WHERE session_key IN (SELECT value FROM json_each(?)))`,
  );

  function keep(record: ShadowRecord): void {
    // A session that was not recorded, is forgotten or was erased meanwhile has no shadow.
    const sessionKey = selectSession.get(record.sessionId);
    if (sessionKey === undefined) return;
    const { changes, lastInsertRowid } = insertShadow.run({ sessionKey, ...columnsOf(record) });
    if (changes === 0 || record.outcome !== 'answered') return;
    for (const { itemId, namespace, rank } of namedItems(record.packet)) {
      insertNamed.run(lastInsertRowid, itemId, namespace, rank);
    }
  }

  /** The items of a session that were used, or null while that is not known. */
  function usedIn(sessionKey: number): ReadonlySet<string> | null {
    const state = followed.stateOf(sessionKey);
    if (state !== 'reported' && state !== 'observed') return null;
    const uses = followed.usesOf(sessionKey).filter(({ mark }) => isUsed(mark));
    return new Set(uses.map(itemKey));
  }

  return {
    keep,
    list({ candidate, limit, before = Number.MAX_SAFE_INTEGER }) {
      const rows = selectDiffering.all({ candidate, before, limit: limit + 1 });
      const shown = rows.slice(0, limit);
      const last = rows.length > limit ? shown.at(-1) : undefined;
      return {
        requests: shown.map((row) => toRequest(row, usedIn(row.session_key))),
        nextBefore: last?.shadow_key ?? null,
      };
    },
    summary(candidate, window) {
      const counted = { candidate, ...window };
      const { jaccard = null, rbo = null, ...totals } = selectTotals.get(counted) ?? noTotals;
      const latencies = selectLatencies.all(counted);
      return {
        from: toInstant(window.from),
        to: toInstant(window.to),
        candidate,
        ...totals,
        jaccard,
        rbo,
        statuses: selectStatuses.all(counted),
        used: selectUsed.get(counted) ?? { requests: 0, active: 0, candidate: 0 },
        latency: {
          active: percentiles(latencies.map(({ active }) => active)),
          candidate: percentiles(latencies.map((row) => row.candidate)),
        },
      };
    },
    erase(sessionKeys) {
      const keys = JSON.stringify(sessionKeys);
      deleteNamed.run(keys);
      clearPackets.run(keys);
    },
  };
}

interface Counted extends TimeWindow {
  readonly candidate: string | null;
}

interface Totals {
  readonly shadowed: number;
  readonly differing: number;
  readonly failed: number;
  readonly dropped: number;
  readonly jaccard: number | null;
  readonly rbo: number | null;
}
const noTotals: Totals = { shadowed: 0, differing: 0, failed: 0, dropped: 0, jaccard: null, rbo: null };

interface StatusPair {
  readonly active: PacketStatus;
  readonly candidate: PacketStatus;
  readonly requests: number;
}

interface ShadowRow {
  readonly shadow_key: number;
  readonly session_key: number;
  readonly session_id: string;
  readonly at: number;
  readonly k: number;
  readonly jaccard: number;
  readonly rbo: number;
  readonly waited_ms: number;
  readonly active: string;
  readonly candidate: string;
}

function columnsOf(record: ShadowRecord) {
  const { candidate, outcome } = record;
  const none = { waitedMs: null, status: null, latencyMs: null, k: null, jaccard: null, rbo: null, packet: null };
  if (record.outcome !== 'answered') return { candidate, outcome, reason: record.reason, ...none, differs: 0 };
  const { waitedMs, k, jaccard, rbo, packet } = record;
  return {
    ...{ candidate, outcome, reason: null, waitedMs, k, jaccard, rbo },
    differs: record.differs ? 1 : 0,
    status: packet.status,
    latencyMs: packet.latencyMs.total,
    packet: JSON.stringify(packet),
  };
}

function percentiles(latencies: readonly number[]): { p50: number; p95: number } | null {
  if (latencies.length === 0) return null;
  const { p50, p95 } = summaryOf(Float64Array.from(latencies));
  return { p50, p95 };
}

function toRequest(row: ShadowRow, used: ReadonlySet<string> | null): ShadowRequest {
  const active = JSON.parse(row.active) as EvidencePacket;
  const shown = new Set(active.results.map(itemKey));
  return {
    shadowId: row.shadow_key,
    sessionId: row.session_id,
    timestamp: toInstant(row.at),
    query: active.query,
    k: row.k,
    jaccard: row.jaccard,
    rbo: row.rbo,
    waitedMs: row.waited_ms,
    active: toSide(active, shown, used),
    candidate: toSide(JSON.parse(row.candidate) as EvidencePacket, shown, used),
  };
}

const longestGist = 240;

/** One side; of a result that was never shown nobody can know whether it would have been used. */
function toSide(packet: EvidencePacket, shown: ReadonlySet<string>, used: ReadonlySet<string> | null): ShadowSide {
  const keys = packet.results.map(itemKey);
  return {
    policy: packet.route.policyVersion,
    status: packet.status,
    route: packet.route.primary,
    paths: [...new Set(packet.steps.map(({ path }) => path))],
    latencyMs: packet.latencyMs.total,
    results: packet.results.map((result) => ({
      itemId: result.itemId,
      namespace: result.namespace,
      rank: result.rank,
      text: result.text.slice(0, longestGist),
      isCurrent: result.validity.isCurrent,
      used: used === null || !shown.has(itemKey(result)) ? null : used.has(itemKey(result)),
    })),
    used: used === null ? null : keys.filter((key) => used.has(key)).length,
  };
}
