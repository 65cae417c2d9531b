import { overlaps, type Span } from '../../language/span.ts';
import { stemOf } from '../../projections/facts/subjectTerms.ts';
import { stopWords } from '../../projections/keywords/stopWords.ts';
import { describedAt } from './hops.ts';
import { isOfForm, plainVerbs, saysLittle } from './predicateMatch.ts';
import type { LinkedSlot } from './slotLinks.ts';

/**
 * Whether a question asks for a slot's value, and does not merely use its words: “What is John's team?” does, “When does
 * John travel with his team?” asks for something else. Two telling words of a property, and most of it, are hardly met
 * by chance. One of a single word has to be most of what the question is about, and to stand by itself: a “team trip”
 * is no team. One that the form of the question only implies (“who” for an owner) is not asked for by another verb, nor
 * is a person's manager where it is asked whom they manage.
 *
 * @param elsewhere places that say when, or name a value
 */
export function asksFor(text: string, linked: LinkedSlot, elsewhere: readonly Span[]): boolean {
  // Only a value was named, by the syntax of a question about its before, after, beginning or end.
  if (linked.subjectAt.length === 0) return true;
  if (isTurnedRound(text, linked)) return false;
  const words = tellingWords(text).filter((word) => !elsewhere.some((span) => overlaps(span, word)));
  const ofSubject = words.filter((word) => linked.subjectAt.some((span) => overlaps(span, word)));
  const ofPredicate = words.filter(({ stem }) => linked.predicateStems.has(stem));
  const others = words.filter(
    // A figure is a value or a date.
    (word) => !ofSubject.includes(word) && !ofPredicate.includes(word) && !/^\d/.test(word.stem),
  );
  if (linked.words > 0 && linked.predicateStems.size === 0) {
    const stems = new Set(
      text
        .toLowerCase()
        .match(/\p{L}+/gu)
        ?.map(stemOf),
    );
    return others.every(({ stem }) => isOfForm(stem, stems));
  }
  if (linked.words > 1 && linked.score >= mostOfIt) return !isOnlyNamedBy(text, linked, elsewhere);
  if (!linked.whole) return false;
  if (others.length > new Set([...ofSubject, ...ofPredicate]).size) return false;
  const last = words.at(-1);
  if (last !== undefined && others.includes(last) && !plainVerbs.has(last.stem) && asksByVerb.test(text)) return false;
  if (isOnlyNamedBy(text, linked, elsewhere)) return false;
  const naming = ofPredicate.length > 0 ? ofPredicate : ofSubject.slice(-1);
  return !(copula.test(text) && naming.every((word) => others.some((other) => follows(text, word, other))));
}

/** “Where does the owner of the service live?” asks for what its last verb says, not for the owner. */
const asksByVerb = /^\s*(?:do|does|did)\b|\b(?:what|where|when|who|whom|how)\s+(?:do|does|did|will|can|should)\b/iu;

/** “Drop out of active support” says most of `end of active support`. */
const mostOfIt = 0.6;

/**
 * “The email of the owner of the service”, “the service's owner's email”, “who manages the owner of the service?”: the slot
 * only tells whose email or manager is asked for.
 */
function isOnlyNamedBy(text: string, linked: LinkedSlot, elsewhere: readonly Span[]): boolean {
  const { slot, predicateStems: stems, subjectAt: at } = linked;
  const place = describedAt(text, { predicate: slot.predicate, stems, at, side: 'subject' });
  if (place === null) return false;
  if (/^['’]s\s+\p{L}/u.test(text.slice(place.end))) return true;
  // Before an article no adjective stands, so that a word there is the verb of the question.
  const beside = /^(?:the|an?)\s/iu.test(text.slice(place.start)) ? besideArticle : besideName;
  const found = beside.exec(text.slice(0, place.start));
  const word = found?.[1]?.toLowerCase();
  if (found === null || word === undefined || stopWords.has(word)) return false;
  const span = { start: found.index, end: found.index + word.length };
  const stem = stemOf(word);
  return !saysLittle(stem) && !stems.has(stem) && !elsewhere.some((other) => overlaps(other, span));
}

const besideArticle = /([\p{L}-]+)\s+(?:(?:of|for)\s+)?$/u;
const besideName = /([\p{L}-]+)\s+(?:of|for)\s+$/u;

/** Beside such a verb a word behind the property's is no verb, so that the two are one name. */
const copula = /\b(?:is|are|was|were)\b|['’]s\b/iu;

/** “Whom does Karl manage?” and “who is managed by Karl?” ask for those whose `manager` he is. */
export function isTurnedRound(text: string, { slot, subjectAt }: LinkedSlot): boolean {
  const agent = slot.predicate.toLowerCase();
  if (!/(?:er|or)$/.test(agent)) return false;
  return subjectAt.some(({ start, end }) => {
    const verb = /^\s+(\p{L}+)/u.exec(text.slice(end))?.[1];
    if (/\b(?:do|does|did)\s+(?:the\s+)?(?:\S+\s+){0,2}$/iu.test(text.slice(0, start)) && verb)
      return isDoneBy(verb, agent);
    const passive = /(\p{L}+)ed\s+by\s+(?:the\s+)?(?:\S+\s+){0,2}$/iu.exec(text.slice(0, start))?.[1];
    return passive !== undefined && (isDoneBy(passive, agent) || isDoneBy(`${passive}e`, agent));
  });
}

/** Whether a noun names the one who does what a verb says: own, owner; manage, manager; create, creator. */
function isDoneBy(verb: string, agent: string): boolean {
  const base = verb.toLowerCase();
  const stem = base.replace(/e$/, '');
  return [`${stem}er`, `${stem}or`, `${base}${base.at(-1) ?? ''}er`].includes(agent);
}

interface TellingWord extends Span {
  readonly stem: string;
}

function tellingWords(text: string): TellingWord[] {
  return [...text.matchAll(/[\p{L}\p{N}][\p{L}\p{M}\p{N}_.-]*/gu)].flatMap(({ 0: word, index }) => {
    const token = word.toLowerCase();
    const stem = stemOf(token);
    if (stopWords.has(token) || saysLittle(stem)) return [];
    return [{ start: index, end: index + word.length, stem }];
  });
}

function follows(text: string, word: Span, next: Span): boolean {
  return next.start > word.end && text.slice(word.end, next.start).trim() === '';
}
