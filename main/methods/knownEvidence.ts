import { PiperError } from '../base/errors.ts';

/** Which of some ids are items of the namespace. */
export interface KnownReading {
  known(namespace: string, itemIds: readonly string[]): Promise<string[]>;
}

/** Throws `not-found` where an item is named as evidence that is not there: what rests on nothing would never fall. */
export async function requireKnown(
  reading: KnownReading,
  namespace: string,
  field: string,
  itemIds: readonly string[],
): Promise<void> {
  if (itemIds.length === 0) return;
  const known = new Set(await reading.known(namespace, itemIds));
  const missing = itemIds.filter((itemId) => !known.has(itemId));
  if (missing.length === 0) return;
  throw new PiperError(
    'not-found',
    `${field} names ${missing.length === 1 ? 'an item that is' : `${missing.length} items that are`} not in this namespace: ${missing.slice(0, 5).join(', ')}.`,
    'Write the evidence first, or name items that are there.',
  );
}
