import type { TimeReading } from '../../language/timeQuestion.ts';
import { unitOf } from '../../language/units.ts';
import type { FactReads, SlotSummary } from '../../projections/facts/factReads.ts';
import { stemsOf } from '../../projections/facts/subjectTerms.ts';
import type { Database } from '../../store/sqlite.ts';
import type { MentionedValues } from './mentionedValues.ts';
import { plainVerbs, saysLittle } from './predicateMatch.ts';
import type { LinkedSlot } from './slotLinks.ts';
import { isYesNo } from './yesNo.ts';

/** The modes that ask from one value to another thing, so that the value may be all that is named. */
const fromValue: ReadonlySet<TimeReading['time']['mode']> = new Set(['before', 'after', 'began', 'ended']);
const mostFacts = 200;
/** A value says less of what is meant than a name. */
const valueScore = 0.7;

/** Slots that have or had a value (`valueKey`), those spoken of last in front; `slot` looks up all its names. */
export type SlotsWithValue = (
  namespace: string,
  valueKey: string,
) => { readonly subject: string; readonly predicate: string; slot(): SlotSummary }[];

export function openSlotsWithValue(db: Database, facts: FactReads): SlotsWithValue {
  const selectSlots = db.prepare<[string, string, number], { subject: string; predicate: string; lastKnownAt: number }>(
    `SELECT subject, predicate, max(known_at) AS lastKnownAt
     FROM (SELECT slot_key, subject, predicate, known_at FROM facts WHERE namespace = ? AND value_key = ? LIMIT ?)
     GROUP BY slot_key ORDER BY lastKnownAt DESC`,
  );
  return (namespace, key) =>
    selectSlots.all(namespace, key, mostFacts).map(({ subject, predicate, lastKnownAt }) => ({
      subject,
      predicate,
      slot: () => ({ ...facts.slot(namespace, subject, predicate), assertions: 1, lastKnownAt }),
    }));
}

/**
 * Slots that have or had a value which the question names: “What immediately preceded 420 seconds?”, “Does the parser use
 * 300 s?”. The more of their subject and predicate is among the words, the closer; several that are equally close are an
 * ambiguity.
 */
export function openSlotsOfValue(slotsWithValue: SlotsWithValue) {
  return (
    namespaces: readonly string[],
    text: string,
    { time }: TimeReading,
    { keys, definite }: MentionedValues,
  ): LinkedSlot[] => {
    const asksIfSo = isYesNo(text);
    if (!asksIfSo && !fromValue.has(time.mode)) return [];
    const stems = new Set(stemsOf(text));
    // Words that only might be a value count where the syntax says that a value is named.
    const sought = time.value === null ? definite : keys;
    const found = namespaces.flatMap((namespace) =>
      [...sought].flatMap((key) =>
        slotsWithValue(namespace, key).flatMap((found): LinkedSlot[] => {
          if (asksIfSo && !saysNoMore(stems, found.subject)) return [];
          const slot = found.slot();
          const words = stemsOf(`${slot.subject} ${slot.predicate}`).filter((stem) => stems.has(stem)).length;
          return [{ slot, score: valueScore, words, whole: false, named: 0, subjectAt: [], predicateStems: new Set() }];
        }),
      ),
    );
    return found.sort((a, b) => b.words - a.words || b.slot.lastKnownAt - a.slot.lastKnownAt);
  };
}

/** “Does the parser use 300 s?”: all of the subject is named, and nothing else but a verb of any value, and the value. */
function saysNoMore(stems: ReadonlySet<string>, subject: string): boolean {
  const own = new Set(stemsOf(subject));
  if (![...own].every((stem) => stems.has(stem))) return false;
  const others = [...stems].filter((stem) => !own.has(stem) && !plainVerbs.has(stem) && !saysLittle(stem));
  return others.every((stem) => /\d/.test(stem) || unitOf(stem) !== undefined);
}
