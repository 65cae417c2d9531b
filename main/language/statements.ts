import { isFunctional } from './cardinality.ts';
import { isDoubtful, isValueOfCopula, numberingWords, withoutAsides } from './complements.ts';
import {
  articles,
  auxiliaries,
  copulas,
  looseWords,
  passingAdverbs,
  prepositions,
  restrictions,
  unassertive,
} from './functionWords.ts';
import { gluedKey } from './names.ts';
import { isBarePhrase, sortOf, type Token, tokensOf } from './phrases.ts';
import { readSubject } from './subjects.ts';
import { valueKey } from './values.ts';
import { isVerbAt, reporting, unknownVerb } from './verbs.ts';

/** A statement cut before its last phrase: two of one source with equal stems and unlike values are versions. */
export interface Statement {
  /** The normal form of everything up to the last phrase, and of what sort of thing the phrase is. */
  readonly stem: string;
  /** The normal form of the last phrase; units count by value. */
  readonly value: string;
  /** What a figure at its end numbers, by name: “PostgreSQL” of “PostgreSQL 15”; else empty. */
  readonly series: string;
  /** Whether the relation holds one value at a time; false too where the words do not tell. */
  readonly functional: boolean;
  /** The subject is known only from where the statement stands (“the colour is…”). */
  readonly contextual: boolean;
  /** Without a mark at its end and with no other verb than one that could be a noun: maybe a heading. */
  readonly fragmentary: boolean;
}

/** Longer sentences say more than one thing. UTF-16 code units. */
const longest = 300;
/** Code, markup and tables are no sentences. */
const notation =
  /[{};|<>]|\]\(|==|:=|\.\.\.|…|\s—\s|\s[–-]\s(?!\p{Lu})|:[*_]*\s*$|^\[|^\*\*[^*]+(?::\*\*|\*\*\s?[:(])/u;

/** Most of what people say to each other, told by its first word: it points at somebody or something else. */
const pointless =
  /^["'“‘(*_]*(?:I|[Ww]e|[Yy]ou|[Hh]e|[Ss]he|[Ii]t|[Tt]hey|[Tt]h(?:is|at|ese|ose|ere)|[Hh]ere|[Ww]h(?:at|o|en|ere|y|ich)|[Hh]ow|[Ii]f|[Aa]nd|[Bb]ut|[Ss]o)(?:['’]\p{L}+)?,?\s+\p{Ll}/u;

/**
 * Cuts a declarative sentence or line before its last phrase: at the first end of a verb, preposition or article behind
 * the subject and verb at which a bare phrase is left. Null where there is none: questions, pronouns for a subject,
 * conditions, negations, and predicates that are no value (“is famous”). No lexicon of relations takes part.
 */
export function readStatement(sentence: string): Statement | null {
  if (sentence.length > longest || !/\S\s+\S+\s+\S/.test(sentence) || /\?["'”’)\]]*\s*$/.test(sentence)) return null;
  if (notation.test(sentence) || pointless.test(sentence)) return null;
  const all = tokensOf(sentence);
  if (all.some(({ text }) => unassertive.has(text) || reporting.has(text) || restrictions.has(text))) return null;
  const tokens = withoutAsides(all.filter(({ text }) => !passingAdverbs.has(text)));
  if (tokens.length < 3 || tokens.length > 40) return null;
  const words = tokens.map(({ text }) => text);
  const known = words.findIndex((_, at) => isEquals(words, at) || isVerbAt(words, at));
  const firstVerb = known >= 0 ? known : unknownVerb(words);
  if (firstVerb < 1) return null;
  const cut = cutOf(tokens, words, firstVerb);
  if (cut === null) return null;
  const statement = readCut(tokens, cut, mainVerb(words, cut, firstVerb));
  if (statement === null) return null;
  const sure =
    auxiliaries.has(words[firstVerb] ?? '') || words[firstVerb] === '=' || /[.!。！]["'”’)\]]*\s*$/.test(sentence);
  const also = all.some(({ text }) => text === 'also');
  return { ...statement, functional: statement.functional && !also, fragmentary: !sure };
}

/** `name = value`, and nothing before the name. */
function isEquals(words: readonly string[], at: number): boolean {
  return at === 1 && words[at] === '=' && /^\p{L}[\p{L}\p{N}_.-]{2,}$/u.test(words[0] ?? '');
}

/** Where the last phrase begins; null where there is none, or where two clauses are joined before it. */
function cutOf(tokens: readonly Token[], words: readonly string[], firstVerb: number): number | null {
  for (let cut = firstVerb + 1; cut < tokens.length; cut++) {
    const boundary = words[cut - 1] ?? '';
    if (
      /^(?:and|but|or)$/.test(boundary) &&
      !isVerbAt(words, cut) &&
      words.some((_, at) => at > cut && isVerbAt(words, at))
    ) {
      return null;
    }
    if (tokens[cut - 1]?.name !== false || !endsInFunction(words, cut - 1, firstVerb)) continue;
    if (isBarePhrase(tokens.slice(cut), boundary)) return cut;
  }
  return null;
}

function endsInFunction(words: readonly string[], at: number, firstVerb: number): boolean {
  const word = words[at] ?? '';
  if (looseWords.has(word)) return false;
  return at === firstVerb || prepositions.has(word) || articles.has(word) || isVerbAt(words, at);
}

/** The verb of the main clause: the last finite one before the cut, with the participles and prepositions behind it. */
function mainVerb(words: readonly string[], cut: number, firstVerb: number): number {
  for (let at = cut - 1; at > firstVerb; at--) {
    const word = words[at] ?? '';
    if (!isVerbAt(words, at) || /^(?:being|been|be)$/.test(word)) continue;
    // A participle belongs to the auxiliary before it.
    if (auxiliaries.has(word) || !isVerbAt(words, at - 1)) return at;
  }
  return firstVerb;
}

function readCut(tokens: readonly Token[], cut: number, at: number): Omit<Statement, 'fragmentary'> | null {
  const subject = readSubject(tokens.slice(0, at));
  const [verb, boundary] = [tokens[at], tokens[cut - 1]];
  if (subject === null || verb === undefined || boundary === undefined) return null;
  const stem = tokens.slice(0, cut);
  const phrase = tokens.slice(cut);
  const sort = sortOf(phrase);
  const bareCopula = copulas.has(boundary.lower);
  if (bareCopula && !isValueOfCopula(phrase, subject, sort)) return null;
  const numbering = bareCopula ? [] : numberingWords(phrase, stem);
  // “port 8080” and “interface eth0”: another kind of thing, not another value.
  const doubtful = bareCopula && isDoubtful(phrase, subject, sort);
  const kind = numbering.every(({ name }) => !name) ? numbering.length : 0;
  // “The deadline is tomorrow”, “is 3 March”: a relation that is named takes values of any sort.
  const sorted = kind > 0 ? 'number' : bareCopula && subject.relational ? '' : sort;
  return {
    stem: `${[...stem, ...phrase.slice(0, kind)].map(stemWord).join(' ')} | ${sorted}`,
    series: kind > 0 ? '' : numbering.map(stemWord).join(' '),
    value: valueKey(
      phrase
        .slice(kind)
        .map(({ text }) => text)
        .join(' '),
    ),
    functional: kind > 0 ? !/ed$/.test(verb.lower) : !doubtful && isFunctional(subject, stem, verb, sort),
    contextual: subject.contextual,
  };
}

/** Spellings of one name meet; a possessive tells “Ana's child” from “Ana child”. */
function stemWord({ text, lower }: Token): string {
  return /['’]s?$/.test(text) ? `${gluedKey(text)}'s` : gluedKey(lower);
}
