import { overlaps, type Span } from '../../language/span.ts';
import { parseValue } from '../../language/values.ts';

/** The values that a text may mention. */
export interface MentionedValues {
  /** Keys of every run of a few words, as values compare. */
  readonly keys: ReadonlySet<string>;
  /** Keys of those that are a quantity, a version, a date or a truth value, whatever stands around them. */
  readonly definite: ReadonlySet<string>;
}

const mostWordsOfValue = 6;
const mostWords = 60;

/** Reads every run of up to six words as a value, but for the places in `excluded`. "600-second" is 600 seconds. */
export function mentionedValues(text: string, excluded: readonly Span[]): MentionedValues {
  const keys = new Set<string>();
  const definite = new Set<string>();
  const words = [...text.matchAll(/[^\s?!;]+/gu)]
    .map(({ 0: shown, index }) => ({ shown, start: index, end: index + shown.length }))
    .filter((word) => !excluded.some((span) => overlaps(span, word)))
    .slice(0, mostWords);
  for (const [from] of words.entries()) {
    for (let to = from + 1; to <= Math.min(words.length, from + mostWordsOfValue); to++) {
      const run = words.slice(from, to);
      const value = parseValue(run.map(({ shown }) => shown).join(' '));
      keys.add(value.key);
      if (value.kind === 'quantity' || value.kind === 'version' || value.kind === 'date') definite.add(value.key);
    }
  }
  return { keys, definite };
}
