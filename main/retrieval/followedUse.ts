import type { Clock } from '../base/clock.ts';
import { sha256 } from '../base/hash.ts';
import type {
  GivenAnswer,
  ResultUse,
  ToldOutcome,
  UseMark,
  UseSign,
  UseSource,
  UseState,
} from '../contract/evidence.ts';
import type { EvidencePacket } from '../contract/packet.ts';
import { toInstant } from '../contract/time.ts';
import type { UseCoverage } from '../contract/useQuestions.ts';
import type { Database } from '../store/sqlite.ts';
import { wordsOf } from './matchUse.ts';
import { rivalsIn } from './rivals.ts';
import type { CandidateRecord } from './traceRows.ts';

/** What is said of one result, or was found of it. */
export interface Use {
  readonly resultId: string;
  readonly mark: UseMark;
  readonly claimId?: string | undefined;
  readonly signs?: readonly UseSign[] | undefined;
}

/** One word about a session's use, by one source. */
export interface KeptUse {
  /** The ledger event that keeps it for good. */
  readonly eventId: string;
  readonly source: UseSource;
  readonly uses: readonly Use[];
  /** What is known of the session's use by it; null for a word that is not about use. */
  readonly state: Extract<UseState, 'reported' | 'observed' | 'untraced'> | null;
  readonly answer?:
    | { readonly kind: GivenAnswer['kind']; readonly text: string; readonly claimId?: string | undefined }
    | undefined;
  readonly outcome?: { readonly text: string; readonly about?: string | undefined } | undefined;
}

/** Milliseconds since 1970, `[from, to)`. */
export interface TimeWindow {
  readonly from: number;
  readonly to: number;
}

/** What became of what was shown, in `traces.db`. Sessions go by their keys there. */
export interface FollowedUse {
  /** Begins to follow a session as it is recorded. */
  begin(sessionKey: number | bigint, packet: EvidencePacket, candidates: readonly CandidateRecord[]): void;
  /** Keeps a word in one transaction, and counts results that were not known as used or ignored before. */
  keep(sessionKey: number, kept: KeptUse): void;
  /** Expects no word about a session any more. */
  unfollow(sessionKey: number): void;
  stateOf(sessionKey: number): UseState;
  usesOf(sessionKey: number): ResultUse[];
  answersOf(sessionKey: number): GivenAnswer[];
  outcomesOf(sessionKey: number): ToldOutcome[];
  /** Closes sessions that have waited too long for a word; their number. */
  closeUnreported(): number;
  coverage(window: TimeWindow): UseCoverage;
  /** Clears what was answered on these sessions, and the same words wherever else they were kept. */
  clearAnswers(sessionKeys: readonly number[]): void;
}

export interface FollowedUseParts {
  readonly clock: Clock;
  /** Milliseconds after which a session without a word is closed as unreported. */
  readonly reportWithinMs: number;
  readonly count: (name: string, n: number) => void;
}

/** Of several marks the one that says most about use. */
const byStrength: readonly UseMark[] = ['surfaced', 'selected', 'ignored', 'used', 'cited'];
const strongest = (marks: readonly (UseMark | null)[]) => byStrength.findLast((mark) => marks.includes(mark)) ?? null;
export const isUsed = (mark: UseMark | null) => mark === 'used' || mark === 'cited';

/** A later word changes the state only to one that is better founded. */
const byFoundation: readonly UseState[] = [
  'nothing-shown',
  'unfollowed',
  'unreported',
  'open',
  'untraced',
  'observed',
  'reported',
];

/** Of marks by both sources the stronger one, and on a tie what the agent says itself. */
export function overall(reported: UseMark | null, observed: UseMark | null): Pick<ResultUse, 'mark' | 'source'> {
  const mark = strongest([reported, observed]);
  return { mark: mark ?? 'surfaced', source: mark === null ? null : mark === reported ? 'reported' : 'observed' };
}

export function openFollowedUse(db: Database, { clock, reportWithinMs, count }: FollowedUseParts): FollowedUse {
  const insertFollowed = db.prepare<[number | bigint, UseState, string]>(
    'INSERT INTO followed (session_key, state, calls) VALUES (?, ?, ?)',
  );
  const insertSurfaced = db.prepare<[number | bigint, string, number, string, string, string, number]>(
    'INSERT INTO surfaced (session_key, result_id, rank, item_id, namespace, paths, is_current) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  const insertRival = db.prepare<[number | bigint, string, string, string, string | null]>(
    'INSERT OR IGNORE INTO rivals (session_key, namespace, stale_item, current_item, shown) VALUES (?, ?, ?, ?, ?)',
  );
  const selectState = db.prepare<[number], { state: UseState }>('SELECT state FROM followed WHERE session_key = ?');
  const setState = db.prepare<[UseState, number]>('UPDATE followed SET state = ? WHERE session_key = ?');
  const endFollowing = db.prepare<[number]>(
    `UPDATE followed SET state = 'unfollowed' WHERE session_key = ? AND state = 'open'`,
  );
  const selectSurfaced = db.prepare<[number], SurfacedRow>(
    'SELECT * FROM surfaced WHERE session_key = ? ORDER BY rank',
  );
  const setReported = db.prepare<[UseMark | null, number, string]>(
    'UPDATE surfaced SET reported = ? WHERE session_key = ? AND result_id = ?',
  );
  const setObserved = db.prepare<[UseMark | null, number, string]>(
    'UPDATE surfaced SET observed = ? WHERE session_key = ? AND result_id = ?',
  );
  const insertReport = db.prepare<[number, string, string, string | null, number]>(
    'INSERT INTO marks (session_key, result_id, mark, claim_id, at) VALUES (?, ?, ?, ?, ?)',
  );
  const insertObservation = db.prepare<[number, string, string, string, string | null, number]>(
    'INSERT INTO observed (session_key, result_id, mark, signs, claim_id, at) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const selectReports = db.prepare<[number], WordRow>(
    `SELECT result_id, claim_id, '[]' AS signs FROM marks WHERE session_key = ? ORDER BY rowid`,
  );
  const selectObservations = db.prepare<[number], WordRow>(
    'SELECT result_id, claim_id, signs FROM observed WHERE session_key = ? ORDER BY rowid',
  );
  const insertAnswer = db.prepare<[number, string, string, string, string, string, string | null, number]>(
    `INSERT INTO answers (session_key, event_id, kind, text, words, text_hash, claim_id, at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const selectAnswers = db.prepare<[number], AnswerRow>(
    'SELECT event_id, at, kind, text, text_hash, claim_id FROM answers WHERE session_key = ? ORDER BY answer_key',
  );
  const insertOutcome = db.prepare<[number, string, string | null, string, number]>(
    'INSERT INTO outcomes (session_key, event_id, about, outcome, at) VALUES (?, ?, ?, ?, ?)',
  );
  const selectOutcomes = db.prepare<
    [number],
    { event_id: string; at: number; outcome: string | null; about: string | null }
  >('SELECT event_id, at, outcome, about FROM outcomes WHERE session_key = ? ORDER BY rowid');
  const closeOld = db.prepare<[number]>(
    `UPDATE followed SET state = 'unreported' WHERE state = 'open'
       AND (SELECT at FROM sessions WHERE sessions.session_key = followed.session_key) <= ?`,
  );
  const countStates = db.prepare<[number, number], { state: UseState; n: number }>(
    `SELECT state, COUNT(*) AS n FROM sessions JOIN followed USING (session_key)
     WHERE at >= ? AND at < ? GROUP BY state`,
  );
  const clearText = db.prepare<[string]>(
    `UPDATE answers SET text = NULL, words = NULL WHERE text_hash IN
       (SELECT text_hash FROM answers WHERE session_key IN (SELECT value FROM json_each(?)))`,
  );
  const clearOutcome = db.prepare<[string]>(
    'UPDATE outcomes SET outcome = NULL WHERE session_key IN (SELECT value FROM json_each(?))',
  );

  const closeUnreported = () => {
    const { changes } = closeOld.run(clock.now() - reportWithinMs);
    if (changes > 0) count('sessions.unreported', changes);
    return changes;
  };
  const stateOf = (sessionKey: number) => selectState.get(sessionKey)?.state ?? 'nothing-shown';

  /** Writes the marks down, and the strongest one of this source beside each result. */
  function keepMarks(sessionKey: number, { source, uses }: KeptUse): void {
    const at = clock.now();
    for (const { resultId, mark, claimId = null, signs = [] } of uses) {
      if (source === 'reported') insertReport.run(sessionKey, resultId, mark, claimId, at);
      else insertObservation.run(sessionKey, resultId, mark, JSON.stringify(signs), claimId, at);
    }
    const rows = selectSurfaced.all(sessionKey);
    const told = Map.groupBy(uses, ({ resultId }) => resultId);
    for (const row of rows) {
      const mark = strongest([row[source], ...(told.get(row.result_id) ?? []).map(({ mark }) => mark)]);
      (source === 'reported' ? setReported : setObserved).run(mark, sessionKey, row.result_id);
    }
    countNew(rows, selectSurfaced.all(sessionKey));
  }

  function countNew(before: readonly SurfacedRow[], after: readonly SurfacedRow[]): void {
    const marked = (rows: readonly SurfacedRow[], is: (mark: UseMark) => boolean) =>
      rows.filter(({ reported, observed }) => is(overall(reported, observed).mark));
    const grown = (is: (mark: UseMark) => boolean) => Math.max(0, marked(after, is).length - marked(before, is).length);
    const grownStale = (rows: readonly SurfacedRow[]) =>
      marked(rows, isUsed).filter((row) => row.is_current === 0).length;
    const counts = {
      'evidence.used': grown(isUsed),
      'evidence.cited': grown((mark) => mark === 'cited'),
      'evidence.ignored': grown((mark) => mark === 'ignored'),
      'evidence.used-stale': grownStale(after) - grownStale(before),
    };
    for (const [name, n] of Object.entries(counts)) if (n > 0) count(name, n);
  }

  const keep = db.transaction((sessionKey: number, kept: KeptUse) => {
    const { eventId, source, state, answer, outcome } = kept;
    keepMarks(sessionKey, kept);
    if (answer !== undefined && source === 'observed') {
      const { kind, text, claimId = null } = answer;
      const words = ` ${wordsOf(text).join(' ')} `;
      insertAnswer.run(sessionKey, eventId, kind, text, words, sha256(text), claimId, clock.now());
    }
    if (outcome !== undefined) {
      insertOutcome.run(sessionKey, eventId, outcome.about ?? null, outcome.text, clock.now());
      count('use-outcomes', 1);
    }
    if (state === null) return;
    count(source === 'reported' ? 'use-reports' : 'use-observations', 1);
    if (state === 'untraced') count('use-observations.untraced', 1);
    if (
      byFoundation.indexOf(state) > byFoundation.indexOf(stateOf(sessionKey)) &&
      stateOf(sessionKey) !== 'nothing-shown'
    ) {
      setState.run(state, sessionKey);
    }
  });

  return {
    begin(sessionKey, packet, candidates) {
      insertFollowed.run(
        sessionKey,
        packet.results.length === 0 ? 'nothing-shown' : 'open',
        JSON.stringify([...new Set(packet.steps.map(({ path }) => path))]),
      );
      for (const { resultId, rank, itemId, namespace, paths, validity } of packet.results) {
        const named = JSON.stringify([...new Set(paths.map(({ path }) => path))]);
        insertSurfaced.run(sessionKey, resultId, rank, itemId, namespace, named, validity.isCurrent ? 1 : 0);
      }
      for (const { namespace, stale, current, shown } of rivalsIn(packet, candidates)) {
        insertRival.run(sessionKey, namespace, stale, current, shown);
      }
    },
    keep: (sessionKey, kept) => keep.immediate(sessionKey, kept),
    unfollow: (sessionKey) => void endFollowing.run(sessionKey),
    stateOf,
    usesOf(sessionKey) {
      const told = (rows: readonly WordRow[]) => Map.groupBy(rows, ({ result_id }) => result_id);
      const [reports, observations] = [told(selectReports.all(sessionKey)), told(selectObservations.all(sessionKey))];
      return selectSurfaced.all(sessionKey).map((row) => {
        const words = [...(reports.get(row.result_id) ?? []), ...(observations.get(row.result_id) ?? [])];
        return toResultUse(row, words);
      });
    },
    answersOf: (sessionKey) => selectAnswers.all(sessionKey).map(toGivenAnswer),
    outcomesOf: (sessionKey) =>
      selectOutcomes
        .all(sessionKey)
        .map(({ event_id, at, outcome, about }) => ({ eventId: event_id, at: toInstant(at), outcome, about })),
    closeUnreported,
    coverage(window) {
      closeUnreported();
      const counted = new Map(countStates.all(window.from, window.to).map(({ state, n }) => [state, n]));
      const of = (state: UseState) => counted.get(state) ?? 0;
      const known = of('reported') + of('observed');
      const closed = known + of('untraced') + of('unreported');
      return {
        from: toInstant(window.from),
        to: toInstant(window.to),
        answered: closed + of('open'),
        open: of('open'),
        reported: of('reported'),
        observed: of('observed'),
        untraced: of('untraced'),
        unreported: of('unreported'),
        coverage: closed === 0 ? null : known / closed,
      };
    },
    clearAnswers(sessionKeys) {
      const keys = JSON.stringify(sessionKeys);
      clearText.run(keys);
      clearOutcome.run(keys);
    },
  };
}

export interface SurfacedRow {
  readonly session_key: number;
  readonly result_id: string;
  readonly item_id: string;
  readonly namespace: string;
  readonly paths: string;
  readonly is_current: number;
  readonly reported: UseMark | null;
  readonly observed: UseMark | null;
}

interface WordRow {
  readonly result_id: string;
  readonly claim_id: string | null;
  readonly signs: string;
}

export interface AnswerRow {
  readonly event_id: string;
  readonly at: number;
  readonly kind: GivenAnswer['kind'];
  readonly text: string | null;
  readonly text_hash: string;
  readonly claim_id: string | null;
}

function toResultUse(row: SurfacedRow, words: readonly WordRow[]): ResultUse {
  return {
    resultId: row.result_id,
    itemId: row.item_id,
    namespace: row.namespace,
    ...overall(row.reported, row.observed),
    reported: row.reported,
    observed: row.observed,
    signs: [...new Set(words.flatMap(({ signs }) => JSON.parse(signs) as UseSign[]))],
    claimIds: [...new Set(words.flatMap(({ claim_id }) => claim_id ?? []))],
  };
}

export function toGivenAnswer({ event_id, at, kind, text, text_hash, claim_id }: AnswerRow): GivenAnswer {
  return { eventId: event_id, at: toInstant(at), kind, text, textHash: text_hash, claimId: claim_id };
}
