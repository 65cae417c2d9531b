import { nameTokens } from '../../language/names.ts';
import { overlaps, type Span } from '../../language/span.ts';
import { stopWords } from '../../projections/keywords/stopWords.ts';
import type { Segment, Timeline } from '../../truth/evidence.ts';
import type { Picked } from './slotAnswer.ts';

/** What the record says to “is it so?”, and the value that was asked about where the slot ever had it. */
export interface Claim {
  readonly answer: 'yes' | 'no';
  readonly named: Segment | null;
}

const opening =
  /^\s*(?:(?:and|so|but|well|then|okay|ok|hey|please)[,\s]+)*(?:(?:tell me|do you know|can you tell me|check)\s+(?:if|whether)\b|(?:is|are|was|were|does|do|did|has|have|had)\b)/iu;
/** Asked for is more than whether one value holds: a denial, a comparison, a choice, or a thing. */
const otherwise =
  /\b(?:what|which|who|whom|whose|where|when|why|how|not|never|no longer|any ?more|any longer|or|more|less|fewer|over|under|above|below|at least|at most|than|between|there)\b|n['’]t\b/iu;

/** Whether a question wants a yes or a no: whether a value holds. */
export function isYesNo(text: string): boolean {
  return opening.test(text) && !otherwise.test(text);
}

/** “Was it 600?” without a time, and “has it ever been 600?”, ask whether it was so at any time. */
export function asksWhetherEver(text: string): boolean {
  return isYesNo(text) && (/\bever\b/iu.test(text) || /^\s*(?:(?:and|so|but)\s+)?(?:was|were|did|had)\b/iu.test(text));
}

/** Places of the question that name no date, subject or property: there a value may stand. */
export interface ValuePlace {
  readonly text: string;
  readonly excluded: readonly Span[];
  /** Keys of the values that the question mentions. */
  readonly mentioned: ReadonlySet<string>;
}

/**
 * What the picked values say to a question for a yes or a no; null where it names no value that can be compared. A no needs
 * a slot of one value, or that the value asked about is over: of many values one may merely not be told.
 */
export function claimOf(
  place: ValuePlace,
  { segments, cardinality }: Timeline,
  picks: readonly Picked[],
): Claim | null {
  if (!isYesNo(place.text)) return null;
  const names = properNames(place);
  const isNamed = ({ value, valueKey }: Segment) =>
    place.mentioned.has(valueKey) || names.some((name) => isPartOf(name, String(value)));
  const holding = picks.map(({ segment }) => segment);
  const held = holding.find(isNamed);
  if (held !== undefined) return { answer: 'yes', named: held };
  const other = segments.findLast(isNamed);
  if (other !== undefined) return { answer: 'no', named: other };
  if (cardinality === 'many' || holding.length === 0) return null;
  const comparable = holding.some(({ valueKey }) => {
    const kind = kindOf(valueKey);
    return kind === 'text' ? names.length > 0 : [...place.mentioned].some((key) => kindOf(key) === kind);
  });
  return comparable ? { answer: 'no', named: null } : null;
}

/** Where the question names a value of the slot, or what stands in the place of one: its words ask for nothing else. */
export function valueWords(place: ValuePlace, { segments }: Timeline): Span[] {
  if (!isYesNo(place.text)) return [];
  const tokens = new Set(segments.flatMap(({ value }) => nameTokens(String(value))));
  const named = wordsOf(place).filter(({ word }) => nameTokens(word).every((token) => tokens.has(token)));
  return [...named, ...properNames(place).flat()];
}

interface Word extends Span {
  readonly word: string;
}

function wordsOf({ text, excluded }: ValuePlace): Word[] {
  return [...text.matchAll(/[\p{L}\p{N}][\p{L}\p{M}\p{N}_.-]*/gu)]
    .map(({ 0: word, index }) => ({ word, start: index, end: index + word.length }))
    .filter((word) => !excluded.some((span) => overlaps(span, word)));
}

/** Runs of words with a capital, but for the first word of the question. */
function properNames(place: ValuePlace): Word[][] {
  const runs: Word[][] = [];
  for (const word of wordsOf(place)) {
    if (!/^\p{Lu}/u.test(word.word) || stopWords.has(word.word.toLowerCase())) continue;
    if (/^\W*$/u.test(place.text.slice(0, word.start))) continue;
    const run = runs.at(-1);
    const before = run?.at(-1);
    if (before !== undefined && place.text.slice(before.end, word.start) === ' ') run?.push(word);
    else runs.push([word]);
  }
  return runs;
}

/** “Anna” names the value “Anna Schmidt”; a figure has to be named whole. */
function isPartOf(name: readonly Word[], value: string): boolean {
  const tokens = new Set(nameTokens(value));
  return name.every(({ word }) => !/\d/.test(word) && nameTokens(word).every((token) => tokens.has(token)));
}

function kindOf(valueKey: string): string {
  return valueKey.slice(0, valueKey.indexOf(':'));
}
