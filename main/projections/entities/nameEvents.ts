import type { AliasPayload, EntityMergedPayload, EntitySplitPayload } from '../../contract/events.ts';
import type { MemoryObject } from '../../contract/memory.ts';
import { gluedKey, nameKey } from '../../language/names.ts';
import type { LedgerEvent } from '../../ledger/event.ts';
import { documentOf, memoryOf } from '../items/itemOfEvent.ts';
import { isWrittenAsName } from './objectNames.ts';

export type NameSort = 'entity' | 'predicate';

/** A name as an event writes it, and its normal form. */
export interface NameUse {
  readonly sort: NameSort;
  readonly key: string;
  readonly form: string;
}

/** What an event says about names: `others` mean the same as `name` from now on, or no longer do. */
export interface NameStatement {
  readonly sort: NameSort;
  readonly act: 'alias' | 'merge' | 'split';
  readonly name: string;
  readonly others: readonly string[];
  readonly type: string | null;
}

/** What is longer is no name but a text: it links nothing, and an edge from or to it is none. UTF-16 code units. */
export const longestName = 500;

/** The normal form of a name, or null for what is none: nothing but space, or longer than a name can be. */
export function keyOfName(name: string): string | null {
  if (name.length > longestName) return null;
  return nameKey(name) || null;
}

/** Every name that an event uses, each once, in the order in which it writes them. */
export function namesOf(event: LedgerEvent): NameUse[] {
  const statement = statementOf(event);
  const memory = memoryOf(event);
  const document = documentOf(event);
  const forms = [
    ...(memory ? namesOfMemory(memory) : []),
    ...(document ? [document.author, ...(document.entities ?? [])] : []),
    ...(memory || !statement ? [] : [statement.name, ...statement.others]),
  ];
  const sort = statement?.sort ?? 'entity';
  const uses = new Map<string, NameUse>();
  for (const form of forms) {
    const key = form === undefined ? null : keyOfName(form);
    if (form !== undefined && key !== null && !uses.has(key)) uses.set(key, { sort, key, form: form.trim() });
  }
  return [...uses.values()];
}

function namesOfMemory({ author, entities = [], fact, edge }: MemoryObject): (string | undefined)[] {
  const object = typeof fact?.object === 'string' && isWrittenAsName(fact.object) ? fact.object : undefined;
  return [author, ...entities, fact?.subject, object, ...(edge ? [edge.from, edge.to] : [])];
}

/** What an event says about names, in their written forms; null where it says nothing of the kind. */
export function statementOf(event: LedgerEvent): NameStatement | null {
  if (event.payload === null) return null;
  // The ledger checked each payload against its type when it was written.
  switch (event.eventType) {
    case 'alias': {
      const { name, alias, of, type } = event.payload as (typeof AliasPayload)['_output'];
      return { sort: of, act: 'alias', name, others: [alias], type: type ?? null };
    }
    case 'entity_merged': {
      const { into, from } = event.payload as (typeof EntityMergedPayload)['_output'];
      return { sort: 'entity', act: 'merge', name: into, others: from, type: null };
    }
    case 'entity_split': {
      const { entity, names } = event.payload as (typeof EntitySplitPayload)['_output'];
      return { sort: 'entity', act: 'split', name: entity, others: names, type: null };
    }
    default: {
      const edge = memoryOf(event)?.edge;
      if (edge === undefined || !saysAlias(edge.relation)) return null;
      return { sort: 'entity', act: 'alias', name: edge.to, others: [edge.from], type: null };
    }
  }
}

/** `alias_of`, in any spelling: `from` is another name of `to`. */
export function saysAlias(relation: string): boolean {
  return relation.length <= 40 && gluedKey(relation) === 'aliasof';
}
