import type { FactReads } from '../../projections/facts/factReads.ts';
import { stemsOf } from '../../projections/facts/subjectTerms.ts';
import type { Database } from '../../store/sqlite.ts';
import type { MentionedValues } from './mentionedValues.ts';
import type { LinkedSlot } from './slotLinks.ts';
import type { TimeReading } from './timeQuestion.ts';

/** The modes that ask from one value to another thing, so that the value may be all that is named. */
const fromValue: ReadonlySet<TimeReading['time']['mode']> = new Set(['before', 'after', 'began', 'ended']);
const mostFacts = 200;
/** A value says less of what is meant than a name. */
const valueScore = 0.7;

/**
 * Slots that have or had a value which the question names: “What immediately preceded 420 seconds?”. The more of their
 * subject and predicate is among the words, the closer; several that are equally close are an ambiguity.
 */
export function openSlotsOfValue(db: Database, facts: FactReads) {
  const selectSlots = db.prepare<[string, string, number], { subject: string; predicate: string; lastKnownAt: number }>(
    `SELECT subject, predicate, max(known_at) AS lastKnownAt
     FROM (SELECT slot_key, subject, predicate, known_at FROM facts WHERE namespace = ? AND value_key = ? LIMIT ?)
     GROUP BY slot_key ORDER BY lastKnownAt DESC`,
  );

  return (
    namespaces: readonly string[],
    text: string,
    { time }: TimeReading,
    { keys, definite }: MentionedValues,
  ): LinkedSlot[] => {
    if (!fromValue.has(time.mode)) return [];
    const stems = new Set(stemsOf(text));
    // Words that only might be a value count where the syntax says that a value is named.
    const sought = time.value === null ? definite : keys;
    const found = namespaces.flatMap((namespace) =>
      [...sought].flatMap((key) =>
        selectSlots.all(namespace, key, mostFacts).map(({ subject, predicate, lastKnownAt }): LinkedSlot => {
          const slot = { ...facts.slot(namespace, subject, predicate), assertions: 1, lastKnownAt };
          const words = stemsOf(`${subject} ${predicate}`).filter((stem) => stems.has(stem)).length;
          return { slot, score: valueScore, words, whole: false, named: 0, subjectAt: [], predicateStems: new Set() };
        }),
      ),
    );
    return found.sort((a, b) => b.words - a.words || b.slot.lastKnownAt - a.slot.lastKnownAt);
  };
}
