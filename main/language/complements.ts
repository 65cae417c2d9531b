import { articles } from './functionWords.ts';
import { isTime, type Sort, type Token } from './phrases.ts';
import type { Subject } from './subjects.ts';

const degree = /^(?:very|quite|too|so|rather|really|pretty|more|most|less|least|fairly|extremely|highly|well|only)$/;
const adjectiveForm = /[a-z]{2}(?:ful|ous|ive|able|ible|less)$|[a-z]{3}(?:ed|ing)$/;
const adjectives = new Set(
  `alive bad beautiful big broken busy cheap clean clear closed cold common cool dead different dirty dry early easy
   empty fast fine free full good great happy hard heavy high hot huge ill important large late light long low narrow
   new nice old open poor popular quiet rare ready rich right sad safe short sick simple slow small strong sure tiny
   true ugly unique warm weak wet wide wrong young`.split(/\s+/),
);
const superlative = /^(?:[a-z]{3,}est|most|best|worst|first|last|only|same|one)$/;

/**
 * Whether what follows a copula is a value of its subject: for “the capital of X” a name or a noun, for a quality an
 * adjective too, for anything at all a number or a time; not a description (“is beautiful”, “is the largest city”).
 */
export function isValueOfCopula(phrase: readonly Token[], subject: Subject, sort: Sort): boolean {
  const [first, second] = phrase;
  const last = phrase.at(-1);
  if (first === undefined || last === undefined || sort === 'indefinite' || degree.test(first.lower)) return false;
  if (sort !== 'phrase' || subject.quality) return true;
  if (articles.has(first.lower) && second !== undefined && superlative.test(second.lower)) return false;
  const common = phrase.every(({ name }) => !name);
  if (common && (adjectives.has(last.lower) || adjectiveForm.test(last.lower))) return false;
  return subject.relational || (subject.definite && (!common || (subject.specified && !articles.has(first.lower))));
}

/** Adjectives of peoples: “the author of X is Danish” names no author, though “the dish of the day is Danish” might. */
const demonym = /^\p{Lu}\p{Ll}+(?:ish|ese|[aei]an|ench|utch|eek|iss)$/u;

/** Whether what follows a copula may be a description after all, so that it should not hide another value. */
export function isDoubtful(phrase: readonly Token[], subject: Subject, sort: Sort): boolean {
  if (sort !== 'phrase' || subject.attribute) return false;
  const [first] = phrase;
  return phrase.every(({ name }) => !name) || (phrase.length === 1 && demonym.test(first?.text ?? ''));
}

/** The words before a closing figure that say what it numbers; none where it stands alone or counts what follows. */
export function numberingWords(phrase: readonly Token[], stem: readonly Token[]): readonly Token[] {
  const last = phrase.at(-1);
  const before = phrase.slice(0, -1);
  if (before.length === 0 || before.length > 3 || last === undefined || isTime(last)) return [];
  if (!/\d/.test(last.text) || before.some(({ text }) => /\d/.test(text))) return [];
  // Where a thing is kept, any sort of place takes the place of another: shelf 2 after freezer 3.
  if (stem.some(({ lower }) => places.has(lower))) return [];
  return before.every(({ lower, name }) => name || /^[a-z]{2,}$/.test(lower)) ? before : [];
}

const places = new Set(
  'located based stored kept parked hosted filed moored docked live lives sit sits hang hangs stand stands'.split(' '),
);

/** Leaves out a closing aside: since when it holds. */
export function withoutAsides(tokens: readonly Token[]): readonly Token[] {
  const at = tokens.findLastIndex(({ lower, name }) => !name && /^(?:since|from|effective|starting)$/.test(lower));
  if (at < 3) return tokens;
  const tail = tokens.slice(at + 1).filter(({ lower }) => !/^(?:on|the|of|onwards?|as)$/.test(lower));
  return tail.length > 0 && tail.length <= 3 && tail.some(isTime) ? tokens.slice(0, at) : tokens;
}
