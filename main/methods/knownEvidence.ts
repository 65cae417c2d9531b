import { PiperError } from '../base/errors.ts';

/** Which of some ids name neither an item nor a retraction of the namespace, in the ledger as far as it goes. */
export interface KnownReading {
  unknownIds(namespace: string, ids: readonly string[]): Promise<string[]>;
}

/**
 * Throws `not-found` where a field names what is not there: what rests on nothing would never fall, and what replaces
 * nothing was meant for something else. An import may bring its objects in any order, and is not asked.
 */
export async function requireKnown(
  reading: KnownReading,
  namespace: string,
  fields: Readonly<Record<string, readonly string[] | undefined>>,
): Promise<void> {
  const named = [...new Set(Object.values(fields).flatMap((ids) => ids ?? []))];
  if (named.length === 0) return;
  const unknown = new Set(await reading.unknownIds(namespace, named));
  for (const [field, ids = []] of Object.entries(fields)) {
    const missing = ids.filter((id) => unknown.has(id));
    if (missing.length > 0) throw notThere(namespace, field, missing);
  }
}

function notThere(namespace: string, field: string, ids: readonly string[]): PiperError {
  const shown = ids.slice(0, 5).map((id) => JSON.stringify(id));
  const more = ids.length > shown.length ? ` and ${ids.length - shown.length} more` : '';
  const which = ids.length === 1 ? 'which is' : 'which are';
  return new PiperError(
    'not-found',
    `${field} names ${shown.join(', ')}${more}, ${which} not in the namespace ${JSON.stringify(namespace)}.`,
    `Write it first, or name what is there: every result of retrieve bears its itemId and namespace, and every write returns its itemId. Nothing was written.`,
    { data: { field, ids } },
  );
}
