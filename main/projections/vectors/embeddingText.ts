import type { Item } from '../items/item.ts';

/** The members of an item that its vector is made of. */
export type Embeddable = Pick<Item, 'kind' | 'text' | 'title' | 'author' | 'caption' | 'heading'>;

/**
 * The words of an item that are embedded: where it stands, who speaks, what is said and what a picture shows. Null for
 * what has no vector: a document, whose chunks have theirs, and an item without words.
 */
export function embeddingText(item: Embeddable): string | null {
  if (item.kind === 'document') return null;
  const said = item.text.trim();
  const shown = item.caption?.trim() ?? '';
  if (said === '' && shown === '') return null;
  const place = [item.title, item.heading].filter((part) => part !== null && part.trim() !== '').join(' › ');
  const speaker = item.author?.trim() ?? '';
  const words = speaker === '' ? said : `${speaker}: ${said}`.trim();
  return [place, words, shown === '' ? '' : `[${shown}]`].filter((part) => part !== '').join('\n');
}
