import type { Clock } from '../base/clock.ts';
import { PiperError } from '../base/errors.ts';
import type { MethodParams, MethodResult } from '../contract/methods.ts';
import { fromInstant } from '../contract/time.ts';
import type { EventDraft } from '../ledger/event.ts';
import type { NamedEntity } from '../projections/entities/entityQuestions.ts';
import { longestName, type NameSort, saysAlias } from '../projections/entities/nameEvents.ts';
import { given, writtenBy } from './drafts.ts';
import { type KnownReading, requireKnown } from './knownEvidence.ts';
import type { Handlers, Writing } from './ports.ts';
import { writeOne } from './writeOne.ts';

/** What entities are read by, seen from the main thread. */
export interface EntityReading extends KnownReading {
  named(namespace: string, sort: NameSort, name: string): Promise<NamedEntity | null>;
  entityResolved(params: MethodParams<'entities.resolve'>): Promise<MethodResult<'entities.resolve'>>;
  entitiesListed(params: MethodParams<'entities.list'>): Promise<MethodResult<'entities.list'>>;
  neighbours(params: MethodParams<'entities.neighbours'>, at: number): Promise<MethodResult<'entities.neighbours'>>;
}

type EntityMethod =
  | 'entities.resolve'
  | 'entities.list'
  | 'entities.alias'
  | 'entities.merge'
  | 'entities.split'
  | 'entities.neighbours'
  | 'edges.assert';

export function entityHandlers(parts: {
  readonly writing: Writing;
  readonly reading: EntityReading;
  readonly clock: Clock;
}): Pick<Handlers, EntityMethod> {
  const { writing, reading, clock } = parts;

  /** What a name means; a PiperError for what is no name. */
  async function meaning(method: EntityMethod, field: string, sort: NameSort, namespace: string, name: string) {
    const named = await reading.named(namespace, sort, name);
    if (named === null) throw noName(method, field);
    return named;
  }

  async function known(method: EntityMethod, field: string, namespace: string, name: string) {
    const named = await meaning(method, field, 'entity', namespace, name);
    if (named.entityId !== null) return { ...named, entityId: named.entityId };
    throw new PiperError(
      'not-found',
      `${method}: ${field} names ${JSON.stringify(name)}, which nothing in this namespace is called.`,
      'entities.list shows the names that are known; entities.alias makes a new one for something.',
    );
  }

  /** A name that means another thing already is not made an alias by the way: joining is said on purpose. */
  async function requireFree(method: EntityMethod, sort: NameSort, namespace: string, name: string, alias: string) {
    const [own, other] = [
      await meaning(method, 'name', sort, namespace, name),
      await meaning(method, 'alias', sort, namespace, alias),
    ];
    if (own.entityId === null || other.entityId === null || own.entityId === other.entityId) return;
    throw new PiperError(
      'would-join',
      `${JSON.stringify(alias)} and ${JSON.stringify(name)} are names of two ${sort === 'entity' ? 'entities' : 'predicates'} already.`,
      sort === 'entity'
        ? 'If they are one and the same, join them with entities.merge; entities.split undoes it.'
        : 'Give the alias to one of them, under a name that has no aliases of its own yet.',
    );
  }

  return {
    'entities.resolve': (params) => reading.entityResolved(params),
    'entities.list': (params) => reading.entitiesListed(params),
    'entities.neighbours': (params) => reading.neighbours(params, clock.now()),
    'entities.alias': async (params) => {
      const { name, alias, of, type, namespace } = params;
      await requireFree('entities.alias', of, namespace, name, alias);
      const payload = { name, alias, of, ...(type === undefined ? {} : { type }) };
      return writeOne(writing, { ...writtenBy(params), eventType: 'alias', payload });
    },
    'entities.merge': async (params) => {
      const { into, from, reason, namespace } = params;
      const staying = await known('entities.merge', 'into', namespace, into);
      const coming = await Promise.all(from.map((name) => known('entities.merge', 'from', namespace, name)));
      if (coming.every(({ entityId }) => entityId === staying.entityId)) {
        throw invalid('entities.merge: all these names mean the same entity already.', 'There is nothing to join.');
      }
      const payload = { into, from, ...(reason === undefined ? {} : { reason }) };
      return writeOne(writing, { ...writtenBy(params), eventType: 'entity_merged', payload });
    },
    'entities.split': async (params) => {
      const { entity, names, reason, namespace } = params;
      const whole = await known('entities.split', 'entity', namespace, entity);
      const taken = await Promise.all(
        names.map((name) => meaning('entities.split', 'names', 'entity', namespace, name)),
      );
      requireSplit(whole, taken, names);
      const payload = { entity, names, ...(reason === undefined ? {} : { reason }) };
      return writeOne(writing, { ...writtenBy(params), eventType: 'entity_split', payload });
    },
    'edges.assert': async (params) => {
      const { from, relation, to, namespace } = params;
      for (const [field, text] of Object.entries({ from, relation, to })) {
        if (text.trim() === '' || text.length > longestName) throw noName('edges.assert', field);
      }
      await requireKnown(reading, namespace, 'derivedFrom', params.derivedFrom ?? []);
      if (saysAlias(relation)) await requireFree('edges.assert', 'entity', namespace, to, from);
      return writeOne(writing, edgeDraft(params));
    },
  };
}

/** A split takes apart what was joined, and leaves something of both. */
function requireSplit(whole: NamedEntity, taken: readonly NamedEntity[], names: readonly string[]): void {
  const strange = names.filter((_, at) => taken[at]?.entityId !== whole.entityId);
  if (strange.length > 0) {
    throw new PiperError(
      'not-found',
      `entities.split: ${strange.map((name) => JSON.stringify(name)).join(', ')} ${strange.length === 1 ? 'is' : 'are'} no name of that entity, so that there is nothing to undo.`,
      'entities.resolve shows the names that were joined to an entity.',
    );
  }
  const keys = new Set(taken.map(({ key }) => key));
  if (whole.keys.some((key) => !keys.has(key))) return;
  throw invalid(
    'entities.split: these are all the names of that entity.',
    'Name those that mean something else, and leave at least one name; a spelling of the same name cannot be split off.',
  );
}

function edgeDraft(params: MethodParams<'edges.assert'>): EventDraft<'edge_asserted'> {
  const { from, relation, to, validFrom, validTo, source, occurredAt, ...rest } = params;
  const { id, text, authority, confidence, supersedes, derivedFrom } = rest;
  return {
    ...writtenBy(params),
    eventType: 'edge_asserted',
    payload: {
      kind: 'edge',
      edge: { from, relation, to, ...given({ validFrom, validTo }) },
      ...given({ id, text, occurredAt, source, authority, confidence, supersedes, derivedFrom }),
    },
    occurredAt: fromInstant(occurredAt) ?? undefined,
    sourceRef: source,
  };
}

function noName(method: EntityMethod, field: string): PiperError {
  return invalid(
    `${method}: ${field} must be a name of 1 to ${longestName} characters that are not all space.`,
    'Name the thing in a few words, and put what is to be told about it into text.',
  );
}

function invalid(sentence: string, remedy: string): PiperError {
  return new PiperError('invalid-params', sentence, remedy);
}
