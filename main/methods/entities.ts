import type { Clock } from '../base/clock.ts';
import { PiperError } from '../base/errors.ts';
import type { MethodParams, MethodResult } from '../contract/methods.ts';
import { fromInstant } from '../contract/time.ts';
import type { EventDraft } from '../ledger/event.ts';
import type { NamedEntity } from '../projections/entities/entityQuestions.ts';
import { keyOfName, longestName, type NameSort, saysAlias } from '../projections/entities/nameEvents.ts';
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
  async function meaning(field: string, sort: NameSort, namespace: string, name: string) {
    const named = await reading.named(namespace, sort, name);
    if (named === null) throw noName(field);
    return named;
  }

  async function known(field: string, namespace: string, name: string) {
    const named = await meaning(field, 'entity', namespace, name);
    if (named.entityId !== null) return { ...named, entityId: named.entityId };
    throw new PiperError(
      'not-found',
      `${field} names ${JSON.stringify(name)}, which nothing in the namespace ${JSON.stringify(namespace)} is called.`,
      `${await nearestNames(namespace, name)}entities.list (piper-memory entity list) shows the names that are known; entities.alias makes a new one for something.`,
    );
  }

  /** “Did you mean …?”, where names look alike; else nothing. */
  async function nearestNames(namespace: string, name: string): Promise<string> {
    const { near } = await reading.entityResolved({ namespace, name });
    const names = near.slice(0, 3).map((one) => JSON.stringify(one.name));
    return names.length === 0 ? '' : `Did you mean ${names.join(' or ')}? `;
  }

  /** A name that means another thing already is not made an alias by the way: joining is said on purpose. */
  async function requireFree(sort: NameSort, namespace: string, name: string, alias: string) {
    const [own, other] = [await meaning('name', sort, namespace, name), await meaning('alias', sort, namespace, alias)];
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
      requireOther(
        'alias',
        name,
        alias,
        'Name it as it is called elsewhere; spellings of one name meet by themselves.',
      );
      await requireFree(of, namespace, name, alias);
      const payload = { name, alias, of, ...(type === undefined ? {} : { type }) };
      return writeOne(writing, { ...writtenBy(params), eventType: 'alias', payload });
    },
    'entities.merge': async (params) => {
      const { into, from, reason, namespace } = params;
      const staying = await known('into', namespace, into);
      const coming = await Promise.all(from.map((name) => known('from', namespace, name)));
      if (coming.every(({ entityId }) => entityId === staying.entityId)) {
        throw invalid(
          'from holds only names that mean the same entity as into already, so that there is nothing to join.',
          'Name another entity in from; entities.resolve (piper-memory entity show) shows what a name means.',
        );
      }
      const payload = { into, from, ...(reason === undefined ? {} : { reason }) };
      return writeOne(writing, { ...writtenBy(params), eventType: 'entity_merged', payload });
    },
    'entities.split': async (params) => {
      const { entity, names, reason, namespace } = params;
      const whole = await known('entity', namespace, entity);
      const taken = await Promise.all(names.map((name) => meaning('names', 'entity', namespace, name)));
      requireSplit(whole, taken, names);
      const payload = { entity, names, ...(reason === undefined ? {} : { reason }) };
      return writeOne(writing, { ...writtenBy(params), eventType: 'entity_split', payload });
    },
    'edges.assert': async (params) => {
      const { from, relation, to, namespace } = params;
      for (const [field, text] of Object.entries({ from, relation, to })) {
        if (keyOfName(text) === null) throw noName(field);
      }
      requireOther('to', from, to, 'Name two things; what is told of one alone is a fact about it (facts.assert).');
      const { supersedes, derivedFrom } = params;
      await requireKnown(reading, namespace, { supersedes, derivedFrom });
      if (saysAlias(relation)) await requireFree('entity', namespace, to, from);
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
      `names holds ${strange.map((name) => JSON.stringify(name)).join(', ')}, which ${strange.length === 1 ? 'is' : 'are'} no name of that entity, so that there is nothing to undo.`,
      'entities.resolve (piper-memory entity show) shows the names that were joined to an entity, as its aliases.',
    );
  }
  const keys = new Set(taken.map(({ key }) => key));
  if (whole.keys.some((key) => !keys.has(key))) return;
  throw invalid(
    'names holds all the names of that entity, so that nothing would be left of it.',
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

/** Two spellings of one name are one name. */
function requireOther(field: string, name: string, other: string, remedy: string): void {
  if (keyOfName(name) !== keyOfName(other)) return;
  throw invalid(`${field} must differ from ${JSON.stringify(name)}, of which it is only a spelling.`, remedy);
}

function noName(field: string): PiperError {
  return invalid(
    `${field} must be a name of 1 to ${longestName} characters that are not blank.`,
    'Name the thing in a few words, and put what is to be told about it into text.',
  );
}

function invalid(sentence: string, remedy: string): PiperError {
  return new PiperError('invalid-params', sentence, remedy);
}
