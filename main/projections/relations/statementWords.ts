import { prepositions, timeWords } from '../../language/functionWords.ts';
import { nameTokens } from '../../language/names.ts';
import { sentencesOf } from '../../language/sentences.ts';
import { stopWords } from '../keywords/stopWords.ts';
import { relationStem } from './relationStem.ts';

/** One end of a relation as a statement writes it. */
export interface StatedEnd {
  /** The preposition right before its name (`on` in “runs on the host cph-74”), or null. */
  readonly preposition: string | null;
  /** Stems of the words that say what it is: those of its name, and the one right before it (“the server cph-74”). */
  readonly kinds: readonly string[];
}

/** What the statement of one edge says beside the names of its ends. */
export interface StatementWords {
  /** Stems of its telling words, and pairs of a word and the particle behind it (`look after`), each once. */
  readonly words: readonly string[];
  readonly from: StatedEnd;
  readonly to: StatedEnd;
}

/** A text longer than this is read at its beginning. UTF-16 code units. */
const longestText = 20_000;

/**
 * The words in which a text states an edge: those of the sentences that hold both of its ends, or else one of them. Words
 * of names, of time, and those that only hold a sentence together are left out.
 */
export function statementWords(whole: string, from: string, to: string): StatementWords {
  const text = whole.slice(0, longestText);
  const spans = { from: occurrences(text, from), to: occurrences(text, to) };
  const sentences = sentencesOf(text);
  const holding = (places: readonly Place[]) =>
    sentences.filter(({ start, end }) => places.some((place) => place.start >= start && place.start < end));
  const [withFrom, withTo] = [holding(spans.from), holding(spans.to)];
  const both = withFrom.filter((sentence) => withTo.includes(sentence));
  const stating = both.length > 0 ? both : [...new Set([...withFrom, ...withTo])];
  const taken = [...spans.from, ...spans.to];
  const words = stating.flatMap(({ start, end }) => tellingWords(text, start, end, taken));
  const inside = ({ start }: Place) => stating.some((one) => start >= one.start && start < one.end);
  return {
    words: [...new Set(words)],
    from: endOf(text, from, spans.from.filter(inside)),
    to: endOf(text, to, spans.to.filter(inside)),
  };
}

interface Place {
  readonly start: number;
  readonly end: number;
}

function occurrences(text: string, name: string): Place[] {
  const [lower, sought] = [text.toLowerCase(), name.trim().toLowerCase()];
  const places: Place[] = [];
  if (sought === '') return places;
  for (let at = lower.indexOf(sought); at >= 0; at = lower.indexOf(sought, at + sought.length)) {
    places.push({ start: at, end: at + sought.length });
  }
  return places;
}

const token = /[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}_.'’-]*[\p{L}\p{M}\p{N}])?/gu;
const plainWord = /^\p{L}[\p{L}\p{M}]+$/u;

function tellingWords(text: string, start: number, end: number, taken: readonly Place[]): string[] {
  const tokens = [...text.slice(start, end).matchAll(token)].map(({ 0: shown, index }) => {
    const at = start + index;
    const named = taken.some((place) => at < place.end && at + shown.length > place.start);
    return { shown, named, first: index === 0 };
  });
  return tokens.flatMap(({ shown, named, first }, place) => {
    const word = shown.toLowerCase();
    // A capital inside a sentence begins a name.
    const other = named || !plainWord.test(shown) || (!first && /^\p{Lu}/u.test(shown));
    if (other || stopWords.has(word) || prepositions.has(word) || timeWords.has(word)) return [];
    const stem = relationStem(word);
    const next = tokens[place + 1]?.shown.toLowerCase() ?? '';
    return prepositions.has(next) ? [stem, `${stem} ${next}`] : [stem];
  });
}

function endOf(text: string, name: string, places: readonly Place[]): StatedEnd {
  const ofName = nameTokens(name).filter((one) => plainWord.test(one));
  const before = places.flatMap(({ start }) => beforeName(text, start));
  const kinds = before.flatMap(({ kind }) => kind ?? []);
  return {
    preposition: before.find(({ preposition }) => preposition !== null)?.preposition ?? null,
    kinds: [...new Set([...ofName, ...kinds].map(relationStem))],
  };
}

/** What leads to a name: “on cph-74”, “on the cph-74”, “on the host cph-74”. */
export function beforeName(
  text: string,
  start: number,
): { readonly preposition: string | null; readonly kind: string | null }[] {
  const told = /([\p{L}]+)\s+(?:(?:the|a|an|our|your|their|its)\s+)?(?:(\p{L}{3,})\s+)?(?:["'“‘`]|the\s+)?$/iu.exec(
    text.slice(Math.max(0, start - 60), start),
  );
  if (told === null) return [];
  const [first, second] = [told[1]?.toLowerCase() ?? '', told[2]?.toLowerCase() ?? null];
  const kindOf = (word: string | null) =>
    word === null || stopWords.has(word) || prepositions.has(word) || timeWords.has(word) ? null : word;
  if (second === null) {
    return [{ preposition: prepositions.has(first) ? first : null, kind: kindOf(first) }];
  }
  if (prepositions.has(second)) return [{ preposition: second, kind: null }];
  return [{ preposition: prepositions.has(first) ? first : null, kind: kindOf(second) }];
}
