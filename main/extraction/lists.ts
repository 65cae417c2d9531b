import { isVerbAt } from '../language/verbs.ts';
import type { ExtractionSource } from './extraction.ts';
import { bare, edge, isNamed, np } from './phrases.ts';

const nextItem = new RegExp(`^(?:,? (?:and|or|as well as) |, )(?<item>${np})${edge}`, 'iu');
/** Longer items are clauses. Words. */
const longestItem = 4;
const longestList = 12;

/** The further named members of a list, in what stands behind its first: "A | , B and C" gives B and C. */
export function furtherItems(rest: string): string[] {
  const items: string[] = [];
  for (let left = rest; items.length < longestList; ) {
    const match = nextItem.exec(left);
    const item = match?.groups?.item ?? '';
    const words = item.split(' ');
    if (match === null || words.length > longestItem || !isNamed(item)) return items;
    if (words.some((_, at) => at > 0 && isVerbAt(words, at))) return items;
    items.push(item);
    left = left.slice(match[0].length);
    // "A, B runs C": what went before was no list.
    if (/^ \p{Ll}/u.test(left) && !/^ (?:and|or|as well as|in|on|for|to|at|from|since|with|by|which)\b/.test(left))
      return items.slice(0, -1);
  }
  return items;
}

const self =
  /^(?:this|the|these) (?:package|module|library|project|plug-?in|tool|app|application|framework|repo|repository|crate|gem|website|site|extension|program|service|definitions)$/i;

/** "This package", "the library" in a document is what its title names; null where no title does. */
export function ofTitle(phrase: string, { kind, title }: ExtractionSource): string | null {
  if (kind !== 'document' || title === null || !self.test(phrase.trim())) return null;
  return titleName({ kind, title });
}

/** The title of a document where it is a name: one word, or capitals; "Minutes of Tuesday's call" is none. */
export function titleName({ kind, title }: Pick<ExtractionSource, 'kind' | 'title'>): string | null {
  if (kind !== 'document' || title === null || title.length > 60) return null;
  if (/^(?:readme|changelog|changes|history|license|licence|contributing|notes|index|todo)(?:\.\w+)?$/i.test(title))
    return null;
  return !title.includes(' ') || isNamed(bare(title), true) ? title : null;
}
