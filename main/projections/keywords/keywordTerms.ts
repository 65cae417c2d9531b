import { dateTerms } from './dates.ts';
import { tokenize } from './tokenize.ts';

/** The members of an item that the keyword index reads. */
export interface IndexedItem {
  readonly text: string;
  readonly title: string | null;
  readonly heading: string | null;
  readonly author: string | null;
  readonly caption: string | null;
  /** A JSON array of strings, as the row holds it. */
  readonly entities: string;
  /** Milliseconds since 1970. */
  readonly occurredAt: number;
}

/** The terms of one item by the column of `keywords` that they go into. */
export interface ItemTerms {
  readonly words: readonly string[];
  readonly heading: readonly string[];
  readonly names: readonly string[];
  readonly caption: readonly string[];
  readonly identifiers: readonly string[];
  readonly days: readonly string[];
}

/** The terms of an item. The same item has the same terms for ever, or the projection's version must rise. */
export function termsOfItem(item: IndexedItem): ItemTerms {
  const text = tokenize(item.text);
  const heading = tokenize([item.title, item.heading].filter((part) => part !== null).join('\n'));
  const names = tokenize([item.author ?? '', ...(JSON.parse(item.entities) as string[])].join('\n'));
  const caption = tokenize(item.caption ?? '');
  return {
    words: text.words,
    heading: heading.words,
    names: names.words,
    caption: caption.words,
    identifiers: [...text.wholes, ...heading.wholes, ...names.wholes, ...caption.wholes],
    days: dateTerms(item.occurredAt),
  };
}

/** The terms of which a part may be all that a question knows: words and identifiers, no numbers or versions. */
export function findableByPart({ words, heading, names, caption, identifiers }: ItemTerms): string[] {
  return [words, heading, names, caption, identifiers].flatMap((column) => column.filter(isFindableByPart));
}

function isFindableByPart(term: string): boolean {
  return term.length >= 4 && term.length <= 120 && lettered.test(term);
}

/** With a letter, not a version, and not of the scripts that are indexed by two characters anyway. */
const lettered =
  /^(?!\d+\.\d)(?=.*\p{L})[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]+$/u;

/** The distinct sequences of three characters in a term. */
export function trigramsOf(term: string): string[] {
  const characters = [...term];
  return [...new Set(characters.slice(2).map((last, index) => `${characters[index]}${characters[index + 1]}${last}`))];
}
