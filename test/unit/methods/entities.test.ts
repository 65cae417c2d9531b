import { describe, expect, test } from 'vitest';
import { fixedClock } from '../../../main/base/clock.ts';
import { type MethodInput, methods } from '../../../main/contract/methods.ts';
import { entityHandlers } from '../../../main/methods/entities.ts';
import type { CallContext } from '../../../main/methods/ports.ts';
import { edge, now, openEdgeStore } from '../retrievers/relations/edgeStore.ts';

const context: CallContext = { role: 'agent', client: 'test', signal: new AbortController().signal };
type Name =
  | 'entities.resolve'
  | 'entities.list'
  | 'entities.alias'
  | 'entities.merge'
  | 'entities.split'
  | 'entities.neighbours'
  | 'edges.assert';

function open() {
  const store = openEdgeStore();
  const { questions, writes, items } = store;
  const handlers = entityHandlers({
    writing: { append: async (drafts) => writes.append(drafts) },
    reading: {
      unknownIds: async (namespace, ids) => ids.filter((id) => items.owner(namespace, id) === null),
      named: async (...asked) => questions.named(...asked),
      entityResolved: async (params) => questions.entityResolved(params),
      entitiesListed: async (params) => questions.entitiesListed(params),
      neighbours: async (...asked) => questions.neighbours(...asked),
    },
    clock: fixedClock(now),
  });
  const call = async <M extends Name>(method: M, params: MethodInput<M>) => {
    const handler = handlers[method] as (params: unknown, context: CallContext) => unknown;
    const result = await handler(methods[method].params.parse(params), context);
    return methods[method].result.parse(result) as never;
  };
  return { ...store, call };
}

describe('entities.alias', () => {
  test('makes another name, which resolves to the same entity', async () => {
    const { call, say } = open();
    say(edge('e1', 'PostgreSQL', 'runs on', 'db-1'));
    await call('entities.alias', { name: 'PostgreSQL', alias: 'Postgres', type: 'database' });
    expect(await call('entities.resolve', { name: 'postgres' })).toMatchObject({
      entity: { name: 'PostgreSQL', type: 'database', aliases: [{ name: 'Postgres', how: 'alias' }] },
    });
  });

  test('a name that is new becomes known by it, and no name is an alias of itself', async () => {
    const { call } = open();
    await call('entities.alias', { name: 'Heron', alias: 'Grey bird' });
    expect(await call('entities.resolve', { name: 'grey bird' })).toMatchObject({ entity: { name: 'Heron' } });
    const itself = call('entities.alias', { name: 'Heron', alias: ' heron ' });
    await expect(itself).rejects.toMatchObject({ code: 'invalid-params' });
  });

  test('a name that already means another entity is refused, and merging joins them', async () => {
    const { call, say } = open();
    say(edge('e1', 'PostgreSQL', 'runs on', 'db-1'), edge('e2', 'Postgres', 'stores', 'invoices'));
    const alias = call('entities.alias', { name: 'PostgreSQL', alias: 'Postgres' });
    await expect(alias).rejects.toMatchObject({
      code: 'would-join',
      remedy: expect.stringContaining('entities.merge'),
    });
    await call('entities.merge', { into: 'PostgreSQL', from: ['Postgres'], reason: 'one and the same' });
    expect(await call('entities.neighbours', { name: 'Postgres' })).toMatchObject({
      edges: [{ itemId: 'e2' }, { itemId: 'e1' }],
    });
  });

  test('an edge alias_of is refused like an alias', async () => {
    const { call, say } = open();
    say(edge('e1', 'Ann', 'knows', 'Bob'));
    const asserted = call('edges.assert', { from: 'Ann', relation: 'alias_of', to: 'Bob' });
    await expect(asserted).rejects.toMatchObject({ code: 'would-join' });
    await call('edges.assert', { from: 'Annie', relation: 'alias_of', to: 'Ann' });
    expect(await call('entities.resolve', { name: 'Annie' })).toMatchObject({ entity: { name: 'Ann' } });
  });

  test('two predicates with names of their own are not joined', async () => {
    const { call } = open();
    await call('entities.alias', { name: 'eol', alias: 'end of life', of: 'predicate' });
    await call('entities.alias', { name: 'lts', alias: 'long term support', of: 'predicate' });
    const alias = call('entities.alias', { name: 'eol', alias: 'lts', of: 'predicate' });
    await expect(alias).rejects.toMatchObject({ code: 'would-join' });
  });
});

describe('entities.merge and entities.split', () => {
  test('a split undoes a merge; the history keeps both', async () => {
    const { call, say, ledger } = open();
    say(edge('e1', 'Jon Smith', 'works at', 'Acme'), edge('e2', 'John Smith', 'works at', 'Beta'));
    await call('entities.merge', { into: 'Jon Smith', from: ['John Smith'] });
    await call('entities.split', { entity: 'Jon Smith', names: ['John Smith'] });
    expect(await call('entities.resolve', { name: 'Jon Smith' })).toMatchObject({
      entity: { name: 'Jon Smith', aliases: [] },
      near: [{ name: 'John Smith' }],
    });
    expect(ledger.readAfter(2, 10).map(({ eventType }) => eventType)).toEqual(['entity_merged', 'entity_split']);
  });

  test('unknown names, names that were never joined and whole entities are errors', async () => {
    const { call, say } = open();
    say(edge('e1', 'Ann', 'knows', 'Bob'));
    const notFound = { code: 'not-found' };
    await expect(call('entities.merge', { into: 'Ann', from: ['Zoe'] })).rejects.toMatchObject(notFound);
    await expect(call('entities.merge', { into: 'Ann', from: ['ANN'] })).rejects.toMatchObject({
      code: 'invalid-params',
    });
    await expect(call('entities.split', { entity: 'Ann', names: ['Bob'] })).rejects.toMatchObject(notFound);
    await expect(call('entities.split', { entity: 'Zoe', names: ['Bob'] })).rejects.toMatchObject(notFound);
    await expect(call('entities.split', { entity: 'Ann', names: ['Ann'] })).rejects.toMatchObject({
      code: 'invalid-params',
    });
  });
});

describe('edges.assert', () => {
  test('states a relation that is found at once, and once for one idempotency key', async () => {
    const { call, ids } = open();
    const params = { from: 'gateway', relation: 'uses', to: 'Redis', id: 'e1', idempotencyKey: 'k' };
    expect(await call('edges.assert', params)).toMatchObject({ itemId: 'e1', duplicate: false });
    expect(await call('edges.assert', params)).toMatchObject({ itemId: 'e1', duplicate: true });
    expect(ids('associate', 'What does the gateway use?')).toEqual(['e1']);
  });

  test('relates a thing to another, and not to itself', async () => {
    const { call, ids } = open();
    const itself = call('edges.assert', { from: 'api gateway', relation: 'uses', to: 'API-Gateway' });
    await expect(itself).rejects.toMatchObject({
      code: 'invalid-params',
      remedy: expect.stringContaining('facts.assert'),
    });
    expect(ids('associate', 'What does the API gateway use?')).toEqual([]);
  });

  test('an end that is no name, and evidence that is not there, are errors', async () => {
    const { call } = open();
    const endless = call('edges.assert', { from: 'gateway', relation: 'uses', to: 'x'.repeat(1_000_000) });
    await expect(endless).rejects.toMatchObject({ code: 'invalid-params' });
    const asserted = call('edges.assert', { from: 'gateway', relation: 'uses', to: 'Redis', derivedFrom: ['nothing'] });
    await expect(asserted).rejects.toMatchObject({ code: 'not-found' });
  });
});

describe('entities.list', () => {
  test('shows those with the most mentions first, filtered by words', async () => {
    const { call, say } = open();
    say(edge('e1', 'router', 'uses', 'Redis'), edge('e2', 'foundation_router', 'uses', 'Redis'));
    const list = async (text?: string) =>
      ((await call('entities.list', { text })) as { entities: { name: string }[]; total: number }).entities.map(
        ({ name }) => name,
      );
    expect(await list()).toEqual(['Redis', 'router', 'foundation_router']);
    expect(await list('Router')).toEqual(['router', 'foundation_router']);
  });
});
