import { blanked, overlaps } from '../../language/span.ts';
import { readTimeQuestion, type TimeReading } from '../../language/timeQuestion.ts';
import { valueKey } from '../../language/values.ts';
import { stemsOf } from '../../projections/facts/subjectTerms.ts';
import type { PathQuery } from '../path.ts';
import type { MentionedValues } from './mentionedValues.ts';
import type { FittingSlot } from './slotFits.ts';
import type { LinkedSlot, SlotLinks } from './slotLinks.ts';
import { modeAroundValue } from './valueMode.ts';

/** A slot that fits, with what the question asks of time once the slot's own words and values are no part of that. */
export interface ReadForSlot {
  readonly slot: FittingSlot;
  readonly reading: TimeReading;
  readonly mentioned: MentionedValues;
}

export function readForSlot(
  { now, timeZone }: Pick<PathQuery, 'now' | 'timeZone'>,
  slot: FittingSlot,
  names: SlotLinks['names'],
): ReadForSlot {
  const text = slot.asked;
  const taken = [...names, ...slot.valuesAt, ...slot.form];
  const plain = readTimeQuestion(text, { now, timeZone }, taken);
  const reading = withoutPredicateWords({ text, now, timeZone }, plain, taken, [slot]);
  const stated = slot.valuesAt.filter((place) => !reading.dates.some((date) => overlaps(date, place)));
  const unheard = slot.unheard === null ? null : text.indexOf(slot.unheard);
  const at = stated[0]?.start ?? unheard;
  const around = blanked(text, [...stated, ...slot.subjectAt, ...reading.dates]);
  const mode =
    at === null ? null : modeAroundValue(around.slice(0, at), around.slice(at).replace(slot.unheard ?? '', ''));
  const values = stated.map(({ start, end }) => text.slice(start, end));
  if (slot.unheard !== null && mode !== null) values.push(slot.unheard);
  const keys = new Set(values.map(valueKey));
  const time = { ...reading.time, mode: mode ?? reading.time.mode, value: values[0] ?? reading.time.value };
  return { slot, reading: { ...reading, time }, mentioned: { keys, definite: keys } };
}

/** “When does support end?” asks for the slot "end of support", and not for the end of a value. */
export function withoutPredicateWords(
  { text, now, timeZone }: Pick<PathQuery, 'text' | 'now' | 'timeZone'>,
  plain: TimeReading,
  names: Parameters<typeof readTimeQuestion>[2],
  [best]: readonly LinkedSlot[],
): TimeReading {
  if (best === undefined) return plain;
  const own = plain.cues.filter(({ start, end }) =>
    stemsOf(text.slice(start, end)).some((stem) => best.predicateStems.has(stem)),
  );
  return own.length === 0 ? plain : readTimeQuestion(text, { now, timeZone }, [...(names ?? []), ...own]);
}
