import {
  articles,
  auxiliaries,
  conditions,
  interjections,
  passingAdverbs,
  personalPronouns,
  prepositions,
  pronouns,
  subordinators,
  timeWords,
  wordsInNames,
} from './functionWords.ts';
import type { Token } from './phrases.ts';
import { isBareVerb, isVerbAt, reporting } from './verbs.ts';

const words = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/).filter((word) => word !== ''));

/** Nouns that name an attribute: “the colour of X”, “the build status”. What follows their copula is its value. */
export const attributes = words(
  `address age amount author birthday birthplace brand budget capacity capital category channel chief class code color
   colour condition cost currency date deadline default depth destination diameter distance duration email frequency
   gauge genre headquarters height id interval kind length level limit location maximum medium minimum mode model motto
   name nickname number occupation order origin owner password path percentage period phase place population port
   position pressure price priority profession quota rank rate rating retention score season shape size slot speed sport
   stage state status strength temperature term theme threshold time timeout title ttl type unit value version voltage
   volume weight width zone
   algorithm backend branch database editor endpoint engine format framework host protocol provider region schedule
   strategy target timezone tool topic venue`,
);

/** Attributes whose value may be an adjective. */
const qualities = words(
  `category class code color colour condition depth difficulty genre kind level mode mood occupation origin phase
   position priority profession quality shape size speed stage state status strength temperature type weather width`,
);

/** Nouns of which a thing mostly has several at once, whatever article they bear. */
const several = words(
  'child son daughter brother sister sibling cousin uncle aunt friend hobby interest language border ally tag',
);
/** Nouns of which a thing may have several: “Ana's student” is one of them, “the captain of X” is not. */
const maybeSeveral = words(
  `colleague neighbour neighbor pet dog cat member player student partner customer supplier sponsor ingredient feature
   example symptom part component dependency branch prize award author founder creator producer`,
);

/** Nouns that point into the text around them: what “the problem is” next time is another problem. */
const pointing = words(
  `thing point problem question answer idea reason result goal trick rest first second latter former other following
   same next issue truth fact upshot catch aim difference example exception moral lesson conclusion solution`,
);

export interface Subject {
  /** Its value is what a copula is followed by: “the capital of X”, “Ana's job”, “the retry limit”, “the winner”. */
  readonly relational: boolean;
  readonly definite: boolean;
  /** It is said which one is meant: “the reagent for step 2”. */
  readonly specified: boolean;
  /** The last noun of the relation names an attribute, such as a price. */
  readonly attribute: boolean;
  /** The last noun of the relation is a quality, so that an adjective can be its value. */
  readonly quality: boolean;
  /** Of the relation that it names there may be several: “Ana's child”, “the official language of X”, “one of the…”. */
  readonly plural: boolean;
  /** Known only from where it stands: “the colour is…” under the heading of a room. */
  readonly contextual: boolean;
}

/** Reads what stands before the verb; null where it names nothing: a pronoun, a condition, “the problem”. */
export function readSubject(tokens: readonly Token[]): Subject | null {
  const [first] = tokens;
  if (first === undefined || tokens.length > 16) return null;
  if (isNoSubject(tokens)) return null;
  if (tokens.some(({ text }, at) => at > 0 && (personalPronouns.has(text) || isSpeaker(tokens, at)))) return null;
  const contents = tokens.filter(({ lower }) => !articles.has(lower));
  const [content] = contents;
  if (content === undefined || (contents.length === 1 && attributes.has(content.lower) && !definiteArticle(first))) {
    return null;
  }
  const definite = definiteArticle(first);
  const of = tokens.findIndex(({ lower, name }) => lower === 'of' && !name);
  const possessive = tokens.findLastIndex(({ text }) => /['’]s?$/.test(text));
  const words = tokens.map(({ text }) => text);
  const clause = words.findIndex((word, at) => /^(?:that|which|who|whose|where)$/.test(word) || isVerbAt(words, at));
  const head = headOf(tokens, clause);
  if (head === undefined) return null;
  const singular = head.lower.replace(/s$/, '');
  if (definite && contents.length <= 2 && (pointing.has(head.lower) || pointing.has(singular))) return null;
  const attribute = [head.lower, singular].some((noun) => attributes.has(noun));
  const named = tokens.some(({ name, text }, at) => name && (at > 0 || /[\d_./]/.test(text)));
  return {
    relational: (definite && (of > 0 || clause > 0)) || possessive >= 0 || attribute,
    definite: definite || /[_./\d]|\p{Ll}\p{Lu}/u.test(first.text),
    specified: tokens.some(({ lower, name }) => !name && prepositions.has(lower)),
    attribute,
    quality: [head.lower, singular].some((noun) => qualities.has(noun)),
    plural:
      (head.lower.endsWith('s') && !attributes.has(head.lower) && !head.name) ||
      [head.lower, singular].some((noun) => several.has(noun) || (!definite && maybeSeveral.has(noun))),
    contextual: of < 0 && possessive < 0 && !named && contents.length <= (definite ? 2 : 3) && !properName(tokens),
  };
}

function definiteArticle({ lower }: Token): boolean {
  return lower === 'the' || lower === 'my' || lower === 'our' || lower === 'your';
}

/** Whether it names something wherever it stands: two capitals in a row, or a capital alone. */
function properName(tokens: readonly Token[]): boolean {
  return tokens.length === 1 ? tokens[0]?.name === true : tokens.slice(1).some(({ name }) => name);
}

/**
 * A small word alone is no subject, and what “a customer” does no other one has to; in a title it counts for nothing
 * (“I Fall to Pieces”, “A Wizard of Earthsea”). A verb in front has no subject: “Returns the second port”.
 */
function isNoSubject(tokens: readonly Token[]): boolean {
  const [first] = tokens;
  if (first === undefined || conditions.has(first.lower)) return true;
  if (tokens.length > 1 && tokens.at(-1)?.name && tokens.every((one) => one.name || wordsInNames.has(one.lower))) {
    return false;
  }
  if (reporting.has(first.lower)) return true;
  if (isBareVerb(first.lower)) return first.name && tokens.length > 1;
  return (
    pronouns.has(first.lower) ||
    subordinators.has(first.lower) ||
    interjections.has(first.lower) ||
    auxiliaries.has(first.lower) ||
    (/^an?$/.test(first.lower) && tokens[1]?.name !== true) ||
    /^(?:some|any|every|each|no|most|many|several|few|both|all)$/.test(first.lower)
  );
}

/** Whether the word is “I” and not the number of a king or a word of a title. */
function isSpeaker(tokens: readonly Token[], at: number): boolean {
  const [before, after] = [tokens[at - 1], tokens[at + 1]];
  if (tokens[at]?.text !== 'I' || after?.name || before === undefined) return false;
  return !before.name || openers.some((words) => words.has(before.lower)) || before.lower.endsWith('ly');
}

const openers = [timeWords, passingAdverbs, subordinators, interjections, conditions, prepositions];

/** The noun that the subject is about: the last word before a preposition or a clause that says which one is meant. */
function headOf(tokens: readonly Token[], clause: number): Token | undefined {
  const preposition = tokens.findIndex(({ lower, name }, at) => at > 0 && !name && prepositions.has(lower));
  const until = Math.min(...[preposition, clause, tokens.length].filter((at) => at > 0));
  return tokens[until - 1];
}
