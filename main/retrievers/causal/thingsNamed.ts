import { nameKey } from '../../language/names.ts';
import { type EntityReads, openEntityReads } from '../../projections/entities/entityReads.ts';
import { isWrittenAsName } from '../../projections/entities/objectNames.ts';
import type { Database } from '../../store/sqlite.ts';

/** A thing that a text names: where (UTF-16 offsets), and the keys (`nameKey`) of all its names. */
export interface NamedThing {
  readonly namespace: string;
  readonly start: number;
  readonly end: number;
  readonly keys: readonly string[];
}

/** The things that a text names in these namespaces: known ones, and whatever is written as an identifier. */
export type ThingsNamed = (namespaces: readonly string[], text: string) => NamedThing[];

/** Signs inside a word that no plain word has: `cobalt-router`, `orbit_sync.ts`, `isleImporter`. */
const identifier = /[\p{L}\p{N}]+(?:[_./@-][\p{L}\p{N}]+)+|\p{L}*\p{Ll}\p{Lu}[\p{L}\p{N}]*/gu;

export function openThingsNamed(db: Database): ThingsNamed {
  const entities: EntityReads = openEntityReads(db);
  return (namespaces, text) => {
    const linked = entities.link(namespaces, text).filter(({ start, end }) => isWrittenAsName(text.slice(start, end)));
    const written = [...text.matchAll(identifier)]
      .map(({ 0: shown, index: start }) => ({ start, end: start + shown.length, keys: [nameKey(shown)] }))
      .filter(
        ({ start, end, keys }) =>
          !/^[\d-]+$/.test(keys[0] ?? '') && !linked.some((one) => one.start < end && start < one.end),
      );
    return [...linked, ...namespaces.flatMap((namespace) => written.map((one) => ({ namespace, ...one })))];
  };
}
