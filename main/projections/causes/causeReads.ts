import type { CauseView } from '../../contract/causes.ts';
import { toInstant } from '../../contract/time.ts';
import type { Database } from '../../store/sqlite.ts';
import { openWordsAgainst, type WordAgainst } from '../items/wordsAgainst.ts';
import { causeSide, effectSide } from './causes.ts';
import { claimKey, phraseWords, wordKey } from './causeWords.ts';

/** The side of a recorded cause on which words are looked for. */
export type Side = 'cause' | 'effect' | 'either';

/** A recorded claim with the words of both its sides. */
export interface RecordedCause {
  readonly rowid: number;
  readonly itemId: string;
  readonly namespace: string;
  readonly cause: string;
  readonly effect: string;
  readonly causeWords: readonly string[];
  readonly effectWords: readonly string[];
  readonly claimType: CauseView['claimType'];
  readonly basis: string | null;
  readonly holds: boolean;
  readonly counterEvidence: readonly string[];
  readonly evidence: readonly string[];
  readonly confidence: number;
  readonly occurredAt: number;
  readonly knownAt: number;
  readonly eventSeq: number;
  readonly eventId: string;
}

/** How much a word tells: `idf` over the recorded causes, where one that none holds weighs as one that a single one holds. */
export interface WeighedWord {
  readonly word: string;
  readonly idf: number;
  /** How many causes hold it, on either side. */
  readonly held: number;
}

export interface HoldingBounds {
  /** The least share of the words' weight, 0 to 1; the more is asked, the fewer common words are read. */
  readonly least: number;
  readonly limit: number;
}

export interface CauseReads {
  /** Recorded causes of a namespace, claims and denials. */
  count(namespace: string): number;
  /** Weighs words for one question: what it counted once it does not count again. */
  weigher(): (namespace: string, words: readonly string[]) => WeighedWord[];
  /** Causes that hold so much of the words' weight on a side, those with the most of it first, then the newest. */
  holding(namespace: string, words: readonly WeighedWord[], side: Side, bounds: HoldingBounds): RecordedCause[];
  byId(namespace: string, itemId: string): RecordedCause | null;
  /** Those recorded by some items, in their order. */
  atRows(rowids: readonly number[]): RecordedCause[];
  /** Claims of the same cause and effect that say the opposite of whether it holds, in the order they were known. */
  opposites(cause: RecordedCause): RecordedCause[];
  /** The claim as it stands, as far as was known by an instant; null for all that is known. */
  view(cause: RecordedCause, knownAt: number | null): CauseView;
}

export function openCauseReads(db: Database): CauseReads {
  const against = openWordsAgainst(db);
  const selectCount = db.prepare<[string], number>('SELECT causes FROM cause_counts WHERE namespace = ?').pluck();
  const selectHeld = db
    .prepare<[string, number], number>('SELECT count(*) FROM cause_words WHERE namespace = ? AND word = ?')
    .pluck();
  const selectHolding = db
    .prepare<[string, number, number, number], number>(
      'SELECT item FROM cause_words WHERE namespace = ? AND word = ? AND sides & ? <> 0 ORDER BY item DESC LIMIT ?',
    )
    .pluck();
  const selectAlsoHolding = db
    .prepare<[string, string, number, number], number>(
      `SELECT w.item FROM json_each(?) asked CROSS JOIN cause_words w
         ON w.namespace = ? AND w.word = ? AND w.item = asked.value
       WHERE w.sides & ? <> 0`,
    )
    .pluck();
  const members = `c.item AS rowid, i.item_id AS itemId, c.namespace, c.cause, c.effect, c.claim_type AS claimType, c.basis,
    c.holds, c.counter_evidence AS counterEvidence, i.derived_from AS evidence, i.confidence, i.occurred_at AS occurredAt,
    i.known_at AS knownAt, i.event_seq AS eventSeq, i.event_id AS eventId`;
  const selectRows = db.prepare<[string], CauseRow>(
    `SELECT ${members} FROM json_each(?) asked JOIN causes c ON c.item = asked.value JOIN items i ON i.rowid = c.item
     ORDER BY asked.key`,
  );
  const selectOpposites = db.prepare<[string, number, number], CauseRow>(
    `SELECT ${members} FROM cause_claims k JOIN causes c ON c.item = k.item JOIN items i ON i.rowid = c.item
     WHERE k.namespace = ? AND k.claim = ? AND c.holds <> ? ORDER BY i.known_at, i.event_seq`,
  );
  const selectById = db.prepare<[string, string], CauseRow>(
    `SELECT ${members} FROM items i JOIN causes c ON c.item = i.rowid WHERE i.namespace = ? AND i.item_id = ?`,
  );

  function weigher() {
    const counts = new Map<string, number>();
    const count = (key: string, look: () => number | undefined): number => {
      const counted = counts.get(key) ?? look() ?? 0;
      counts.set(key, counted);
      return counted;
    };
    return (namespace: string, words: readonly string[]): WeighedWord[] => {
      const causes = count(JSON.stringify([namespace]), () => selectCount.get(namespace));
      return words.map((word) => {
        const held = count(JSON.stringify([namespace, word]), () => selectHeld.get(namespace, wordKey(word)));
        const counted = Math.max(1, held);
        return { word, held, idf: Math.log(1 + (Math.max(causes, counted) - counted + 0.5) / (counted + 0.5)) };
      });
    };
  }

  /**
   * The rarest words propose. As soon as the words that are left could not reach the least share by themselves, they only
   * add to what was proposed: no cause that reaches it is missed, and the postings of common words are not read.
   */
  function holding(namespace: string, words: readonly WeighedWord[], side: Side, { least, limit }: HoldingBounds) {
    const sides = side === 'cause' ? causeSide : side === 'effect' ? effectSide : causeSide | effectSide;
    const needed = least * words.reduce((sum, { idf }) => sum + idf, 0);
    const rarestFirst = words.filter(({ held }) => held > 0).toSorted((a, b) => a.held - b.held);
    let left = rarestFirst.reduce((sum, { idf }) => sum + idf, 0);
    let weights = new Map<number, number>();
    for (const { word, idf } of rarestFirst) {
      const key = wordKey(word);
      const also = new Set(selectAlsoHolding.iterate(JSON.stringify([...weights.keys()]), namespace, key, sides));
      if (left >= needed - rounding && weights.size < mostWeighed) {
        for (const item of selectHolding.iterate(namespace, key, sides, mostWeighed - weights.size)) also.add(item);
      }
      for (const item of also) weights.set(item, (weights.get(item) ?? 0) + idf);
      left -= idf;
      weights = new Map([...weights].filter(([, weight]) => weight + left >= needed - rounding));
    }
    const best = [...weights].sort((a, b) => b[1] - a[1] || b[0] - a[0]).slice(0, limit);
    return selectRows.all(JSON.stringify(best.map(([item]) => item))).map(causeOf);
  }

  /** Where this one says that it holds, those that say of the same cause and effect that it does not; and vice versa. */
  function opposites({ namespace, causeWords, effectWords, holds }: RecordedCause): RecordedCause[] {
    return selectOpposites.all(namespace, claimKey(causeWords, effectWords), Number(holds)).map(causeOf);
  }

  function denials(cause: RecordedCause, knownAt: number | null): RecordedCause[] {
    return opposites(cause).filter(
      (other) => isKnown(other, knownAt) && against(other.namespace, other.itemId, knownAt) === null,
    );
  }

  function view(cause: RecordedCause, knownAt: number | null): CauseView {
    const word = against(cause.namespace, cause.itemId, knownAt);
    const denied = cause.holds ? denials(cause, knownAt) : [];
    const denial = denied.findLast((other) => byKnown(cause, other) < 0);
    const counter = [
      ...cause.counterEvidence,
      ...denied.map(({ itemId }) => itemId),
      ...(word?.why === 'corrected' && word.by !== null ? [word.by] : []),
    ];
    return {
      causeId: cause.itemId,
      namespace: cause.namespace,
      cause: cause.cause,
      effect: cause.effect,
      claimType: cause.claimType,
      basis: cause.basis,
      confidence: cause.confidence,
      status: statusOf(cause, word, denial),
      evidence: [...cause.evidence],
      counterEvidence: [...new Set(counter)],
      overturnedBy: word?.why === 'corrected' ? word.by : (denial?.itemId ?? null),
      occurredAt: toInstant(cause.occurredAt),
      knownAt: toInstant(cause.knownAt),
      eventId: cause.eventId,
    };
  }

  return {
    count: (namespace) => selectCount.get(namespace) ?? 0,
    weigher,
    holding,
    atRows: (rowids) => selectRows.all(JSON.stringify(rowids)).map(causeOf),
    byId(namespace, itemId) {
      const row = selectById.get(namespace, itemId);
      return row === undefined ? null : causeOf(row);
    },
    opposites,
    view,
  };
}

/** So many causes are weighed for one phrase, of those that hold a common word the newest: it tells little. */
const mostWeighed = 2000;
/** Sums of the same weights in another order differ by less. */
const rounding = 1e-9;

/** A denial is itself no cause: what it says is that there is none. */
function statusOf(
  cause: RecordedCause,
  word: WordAgainst | null,
  denial: RecordedCause | undefined,
): CauseView['status'] {
  if (word === null) return denial === undefined && cause.holds ? 'standing' : 'overturned';
  if (word.why === 'corrected') return 'overturned';
  return word.why === 'superseded' ? 'superseded' : 'retracted';
}

function byKnown(a: RecordedCause, b: RecordedCause): number {
  return a.knownAt - b.knownAt || a.eventSeq - b.eventSeq;
}

function isKnown({ knownAt }: RecordedCause, asOf: number | null): boolean {
  return asOf === null || knownAt <= asOf;
}

type CauseRow = Omit<RecordedCause, 'causeWords' | 'effectWords' | 'holds' | 'counterEvidence' | 'evidence'> & {
  readonly holds: number;
  readonly counterEvidence: string;
  readonly evidence: string;
};

function causeOf(row: CauseRow): RecordedCause {
  return {
    ...row,
    causeWords: phraseWords(row.cause),
    effectWords: phraseWords(row.effect),
    holds: row.holds === 1,
    counterEvidence: JSON.parse(row.counterEvidence) as string[],
    evidence: JSON.parse(row.evidence) as string[],
  };
}
