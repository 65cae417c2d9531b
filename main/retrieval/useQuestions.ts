import type { Clock } from '../base/clock.ts';
import type { UseMark, UseSign } from '../contract/evidence.ts';
import type { MethodParams, MethodResult } from '../contract/methods.ts';
import { type EvidencePacket, RetrievalPath } from '../contract/packet.ts';
import { fromInstant, toInstant } from '../contract/time.ts';
import type { ClaimSession, PathUse } from '../contract/useQuestions.ts';
import type { Database } from '../store/sqlite.ts';
import { type AnswerRow, type FollowedUse, isUsed, overall, type TimeWindow, toGivenAnswer } from './followedUse.ts';
import { matchUse, wordsOf } from './matchUse.ts';

/** What can be asked of the traces about use (recall.md §18), in the contract's own shapes. */
export interface UseQuestions {
  /** The sessions behind a claim, newest first: by its id, else by its words as an answer said them. */
  forClaim(claim: MethodParams<'trace.forClaim'>): MethodResult<'trace.forClaim'>;
  /** Items that were ignored at least once, the most often ignored first. */
  ignored(filter: MethodParams<'trace.ignored'>): MethodResult<'trace.ignored'>;
  /** For which share the use is known, and every path, the ones that never fired included. */
  use(bounds: MethodParams<'trace.use'>): MethodResult<'trace.use'>;
  /** What came up although it had been replaced, the most frequent first. */
  rivals(filter: MethodParams<'trace.rivals'>): MethodResult<'trace.rivals'>;
}

export interface UseQuestionsParts {
  readonly followed: FollowedUse;
  readonly clock: Clock;
  /** The IANA zone in which the dates of a claim are read. */
  readonly timeZone: string;
}

export function openUseQuestions(db: Database, { followed, clock, timeZone }: UseQuestionsParts): UseQuestions {
  const selectByClaimId = db.prepare<{ claimId: string; limit: number }, KeyRow>(
    `SELECT session_key, (SELECT MAX(answer_key) FROM answers
         WHERE answers.session_key = sessions.session_key AND claim_id = @claimId) AS answer_key
     FROM sessions WHERE session_key IN (
       SELECT session_key FROM marks WHERE claim_id = @claimId UNION
       SELECT session_key FROM observed WHERE claim_id = @claimId UNION
       SELECT session_key FROM answers WHERE claim_id = @claimId)
     ORDER BY at DESC, session_key DESC LIMIT @limit`,
  );
  const selectByWords = db.prepare<[string, number], KeyRow>(
    `SELECT session_key, MAX(answer_key) AS answer_key FROM answers
     WHERE instr(words, ?) > 0 GROUP BY session_key ORDER BY answer_key DESC LIMIT ?`,
  );
  const selectSession = db.prepare<[number], SessionHead>(
    'SELECT session_id, query, at, status, packet FROM sessions WHERE session_key = ?',
  );
  const selectAnswer = db.prepare<[number], AnswerRow>(
    'SELECT event_id, at, kind, text, text_hash, claim_id FROM answers WHERE answer_key = ?',
  );
  const selectSurfaced = db.prepare<Narrowing & { itemId: string | null }, WindowRow>(
    `SELECT at, session_key, item_id, namespace, paths, reported, observed
     FROM sessions JOIN surfaced USING (session_key)
     WHERE at >= @from AND at < @to AND (@namespace IS NULL OR namespace = @namespace)
       AND (@itemId IS NULL OR item_id = @itemId)
     ORDER BY at, session_key`,
  );
  const selectSessionId = db.prepare<[number], string>('SELECT session_id FROM sessions WHERE session_key = ?').pluck();
  const selectCalls = db.prepare<[number, number], { path: string; n: number }>(
    `SELECT value AS path, COUNT(*) AS n FROM sessions JOIN followed USING (session_key), json_each(calls)
     WHERE at >= ? AND at < ? GROUP BY value`,
  );
  const selectRivals = db.prepare<Narrowing & { limit: number }, RivalRow>(
    `SELECT rivals.namespace, stale_item, current_item, COUNT(*) AS sessions, COUNT(shown) AS shown,
       SUM(coalesce(reported IN ('used', 'cited'), 0) OR coalesce(observed IN ('used', 'cited'), 0)) AS used,
       MAX(at) AS last_at, rivals.session_key AS last_key
     FROM sessions JOIN rivals USING (session_key)
       LEFT JOIN surfaced ON surfaced.session_key = rivals.session_key AND surfaced.result_id = rivals.shown
     WHERE at >= @from AND at < @to AND (@namespace IS NULL OR rivals.namespace = @namespace)
     GROUP BY rivals.namespace, stale_item, current_item
     ORDER BY sessions DESC, last_at DESC, stale_item, current_item LIMIT @limit`,
  );

  const sessionIdOf = (sessionKey: number) => selectSessionId.get(sessionKey) ?? '';

  function claimSession({ session_key, answer_key }: KeyRow, text: string | undefined): ClaimSession[] {
    const row = selectSession.get(session_key);
    if (row === undefined) return [];
    const answer = answer_key === null ? undefined : selectAnswer.get(answer_key);
    const claim = text ?? answer?.text ?? null;
    const signs = claim === null || row.packet === null ? new Map<string, readonly UseSign[]>() : signsIn(claim, row);
    return [
      {
        sessionId: row.session_id,
        query: row.query,
        timestamp: toInstant(row.at),
        status: row.status,
        use: followed.stateOf(session_key),
        answer: answer === undefined ? null : toGivenAnswer(answer),
        results: followed.usesOf(session_key).map((use) => ({ ...use, inClaim: [...(signs.get(use.resultId) ?? [])] })),
      },
    ];
  }

  function signsIn(claim: string, { packet, query, at }: SessionHead): Map<string, readonly UseSign[]> {
    const { results } = JSON.parse(packet ?? '{"results":[]}') as Pick<EvidencePacket, 'results'>;
    const questions = query === null ? [] : [query];
    const found = matchUse(claim, { results, questions, at, timeZone, spoken: false });
    return new Map(found.map(({ resultId, signs }) => [resultId, signs]));
  }

  function pathUse({ from, to }: TimeWindow): PathUse[] {
    const calls = new Map(selectCalls.all(from, to).map(({ path, n }) => [path, n]));
    const proposed = selectSurfaced
      .all({ from, to, namespace: null, itemId: null })
      .flatMap((row) => (JSON.parse(row.paths) as string[]).map((path) => ({ path, row })));
    const byPath = Map.groupBy(proposed, ({ path }) => path);
    return RetrievalPath.options.map((path) => ({
      path,
      calls: calls.get(path) ?? 0,
      ...countUses((byPath.get(path) ?? []).map(({ row }) => row)),
    }));
  }

  return {
    forClaim({ claimId, text, limit }) {
      const words = text === undefined ? [] : wordsOf(text);
      const found =
        claimId !== undefined
          ? selectByClaimId.all({ claimId, limit })
          : words.length > 0
            ? selectByWords.all(` ${words.join(' ')} `, limit)
            : [];
      return { sessions: found.flatMap((row) => claimSession(row, text)) };
    },
    ignored({ namespace = null, itemId = null, path, limit, ...bounds }) {
      const window = windowOf(bounds, clock.now());
      const rows = selectSurfaced
        .all({ ...window, namespace, itemId })
        .filter(({ paths }) => path === undefined || (JSON.parse(paths) as string[]).includes(path));
      const items = [...Map.groupBy(rows, (row) => JSON.stringify([row.namespace, row.item_id])).values()]
        .map((those) => ({ last: those.findLast(isIgnored), counts: countUses(those) }))
        .flatMap(({ last, counts }) => (last === undefined ? [] : [{ last, counts }]))
        .sort((a, b) => b.counts.ignored - a.counts.ignored || b.last.at - a.last.at);
      return {
        ...told(window),
        items: items.slice(0, limit).map(({ last, counts }) => ({
          itemId: last.item_id,
          namespace: last.namespace,
          ...counts,
          lastIgnoredAt: toInstant(last.at),
          lastSessionId: sessionIdOf(last.session_key),
        })),
        ignoredItems: items.length,
      };
    },
    use(bounds) {
      const window = windowOf(bounds, clock.now());
      const paths = pathUse(window);
      const silent = paths.filter(({ calls }) => calls === 0).map(({ path }) => path);
      return { coverage: followed.coverage(window), paths, silent };
    },
    rivals({ namespace = null, limit, ...bounds }) {
      const window = windowOf(bounds, clock.now());
      const rivals = selectRivals.all({ ...window, namespace, limit }).map((row) => ({
        namespace: row.namespace,
        staleItem: row.stale_item,
        currentItem: row.current_item,
        sessions: row.sessions,
        shown: row.shown,
        staleUsed: row.used,
        lastAt: toInstant(row.last_at),
        lastSessionId: sessionIdOf(row.last_key),
      }));
      return { ...told(window), rivals };
    },
  };
}

const week = 7 * 86_400_000;

/** The seven days before the end of a window whose bounds may be left out. */
export function windowOf(
  bounds: { readonly from?: string | undefined; readonly to?: string | undefined },
  now: number,
): TimeWindow {
  // What is being asked in this very millisecond belongs to the present.
  const to = fromInstant(bounds.to) ?? now + 1;
  return { from: fromInstant(bounds.from) ?? to - week, to };
}

function told({ from, to }: TimeWindow) {
  return { from: toInstant(from), to: toInstant(to) };
}

function isIgnored({ reported, observed }: WindowRow): boolean {
  return overall(reported, observed).mark === 'ignored';
}

function countUses(rows: readonly WindowRow[]) {
  const used = rows.filter(({ reported, observed }) => isUsed(overall(reported, observed).mark)).length;
  const ignored = rows.filter(isIgnored).length;
  return { surfaced: rows.length, used, ignored, unknown: rows.length - used - ignored };
}

interface Narrowing {
  readonly from: number;
  readonly to: number;
  readonly namespace: string | null;
}

interface KeyRow {
  readonly session_key: number;
  readonly answer_key: number | null;
}

interface SessionHead {
  readonly session_id: string;
  readonly query: string | null;
  readonly at: number;
  readonly status: ClaimSession['status'];
  readonly packet: string | null;
}

interface WindowRow {
  readonly at: number;
  readonly session_key: number;
  readonly item_id: string;
  readonly namespace: string;
  readonly paths: string;
  readonly reported: UseMark | null;
  readonly observed: UseMark | null;
}

interface RivalRow {
  readonly namespace: string;
  readonly stale_item: string;
  readonly current_item: string;
  readonly sessions: number;
  readonly shown: number;
  readonly used: number;
  readonly last_at: number;
  readonly last_key: number;
}
