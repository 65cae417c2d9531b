import { copulas, prepositions } from './functionWords.ts';
import type { Sort, Token } from './phrases.ts';
import type { Subject } from './subjects.ts';

const words = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/).filter((word) => word !== ''));

/** States and acts that have one place, holder, time or measure at a time; past and present forms. */
const single = words(
  `located based situated headquartered born died buried married set configured scheduled due led managed headed
   chaired owned stored kept hosted deployed parked lives resides pinned capped limited fixed rated assigned defaults
   expires starts begins ends closes opens departs arrives costs weighs lasts reports belongs points resolves stands
   sits hangs listens locked dated priced sealed filed docked moored calibrated heated cooled tuned
   called named renamed titled licensed rented leased bound reserved leaves`,
);
/** Acts that happen to a thing once, so that their time or place is one. */
const once = words(
  `born died founded created built written released established opened published invented discovered composed launched
   completed signed buried installed designed`,
);
/** What counts or measures in the present has one measure. */
const measuring = words(
  'has have had contains holds seats costs weighs measures takes needs requires allows lasts uses runs',
);

/**
 * Whether the relation holds one value at a time, as far as the words tell. Where they do not, the answer is no: then an
 * earlier statement is labelled and not hidden.
 */
export function isFunctional(subject: Subject, stem: readonly Token[], verb: Token, sort: Sort): boolean {
  const last = stem.at(-1);
  if (last === undefined || sort === 'indefinite') return false;
  if (copulas.has(last.lower)) return !subject.plural && (last.lower === 'is' || last.lower === 'equals');
  if (last.lower === '=') return true;
  const number = sort.startsWith('number');
  if (!prepositions.has(last.lower))
    return single.has(last.lower) || (number && (measuring.has(last.lower) || measuring.has(verb.lower)));
  const act = stem.findLast(({ lower }) => single.has(lower) || once.has(lower));
  if (act === undefined) return number && last.lower !== 'of' && !/ed$/.test(verb.lower);
  if (last.lower === 'by') return single.has(act.lower);
  if (/^(?:with|for|of)$/.test(last.lower) && !articlesBefore(stem))
    return number || /^(?:scheduled|bound|reserved|due)$/.test(act.lower);
  return single.has(act.lower) || sort === 'time' || /^(?:in|at|on|of)$/.test(last.lower);
}

/** “in the city of”: the preposition belongs to the noun that says what sort of thing the value is. */
function articlesBefore(stem: readonly Token[]): boolean {
  return stem.at(-1)?.lower === 'of' && stem.slice(-5).some(({ lower }) => lower === 'the');
}
