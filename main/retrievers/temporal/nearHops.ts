import type { Span } from '../../language/span.ts';
import { valueKey } from '../../language/values.ts';
import { stemsOf } from '../../projections/facts/subjectTerms.ts';
import { describedAt } from './hops.ts';
import { measurePredicate } from './predicateMatch.ts';
import type { LinkedSlot, SlotLinks } from './slotLinks.ts';
import type { SlotsWithValue } from './slotsOfValue.ts';

/** A slot through which a question names a thing, and the words that do. */
export interface NearHop {
  readonly linked: LinkedSlot;
  readonly place: Span;
  /** The value by which the subject is named (“the service that Ben owns”); null where the value is what is named. */
  readonly valueKey: string | null;
}

/** So many descriptions of one question are looked at. */
const mostHops = 4;

/** The slots through which a question may name what it asks about, the longest description first. */
export function openNearHops(slotsWithValue: SlotsWithValue) {
  function byValue(text: string, names: SlotLinks['names']): NearHop[] {
    const stems = new Set(stemsOf(text));
    return names.flatMap(({ namespace, name, start, end }) => {
      const key = valueKey(name);
      return slotsWithValue(namespace, key).flatMap(({ predicate, slot }): NearHop[] => {
        const match = measurePredicate([predicate], stems);
        if (match === null || match.words === 0) return [];
        const at = [{ start, end }];
        const place = describedAt(text, { predicate, stems: match.stems, at, side: 'value' });
        if (place === null) return [];
        const { score, words, whole, stems: predicateStems } = match;
        const linked = { slot: slot(), score, words, whole, named: 0, subjectAt: at, predicateStems };
        return [{ linked, place, valueKey: key }];
      });
    });
  }

  return (text: string, named: readonly LinkedSlot[], names: SlotLinks['names']): NearHop[] => {
    const bySubject = named.flatMap((linked): NearHop[] => {
      const { slot, predicateStems: stems, subjectAt: at } = linked;
      const place = describedAt(text, { predicate: slot.predicate, stems, at, side: 'subject' });
      return place === null ? [] : [{ linked, place, valueKey: null }];
    });
    const length = ({ place }: NearHop) => place.end - place.start;
    const found = [...bySubject, ...byValue(text, names)].sort((a, b) => length(b) - length(a));
    return found.slice(0, mostHops);
  };
}
