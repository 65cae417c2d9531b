import { describe, expect, test } from 'vitest';
import { edge, openEdgeStore } from './edgeStore.ts';

describe('the associate path', () => {
  test('a question about two things is answered by the edge between them', () => {
    const store = openEdgeStore();
    store.say(
      edge('e1', 'gateway', 'talks to', 'router'),
      edge('e2', 'gateway', 'uses', 'Redis'),
      edge('e3', 'router', 'uses', 'Kafka'),
    );
    expect(store.ids('associate', 'How are the router and the gateway related?')[0]).toBe('e1');
    expect(store.ask('associate', 'How are the router and the gateway related?').candidates[0]?.signals).toMatchObject({
      between: true,
    });
  });

  test('prose that merely names both is no candidate', () => {
    const store = openEdgeStore();
    store.say(
      { id: 'prose', text: 'The router and the gateway were both restarted.', entities: ['router', 'gateway'] },
      edge('e1', 'gateway', 'uses', 'Redis'),
    );
    expect(store.ids('associate', 'How are the router and the gateway related?')).toEqual(['e1']);
  });

  test('where the question names a relation, edges of others are left out, and else the later comes first', () => {
    const store = openEdgeStore();
    store.at('2026-01-01T00:00:00Z', edge('e1', 'gateway', 'depends_on', 'ledger'));
    store.at('2026-05-01T00:00:00Z', edge('e2', 'gateway', 'monitoredBy', 'Grafana'));
    expect(store.ids('associate', 'What does the gateway depend on?')).toEqual(['e1']);
    expect(store.ids('associate', 'Who painted the gateway?')).toEqual([]);
    expect(store.ids('associate', 'What has the gateway interacted with?')).toEqual(['e2', 'e1']);
  });

  test('an edge concluded from a text is told by that text, with the edge', () => {
    const store = openEdgeStore();
    store.say(
      { id: 'note', text: 'Since May our gateway keeps sessions in Redis.' },
      edge('e1', 'gateway', 'uses', 'Redis', { derivedFrom: ['note'] }),
    );
    const [candidate] = store.ask('associate', 'What does the gateway use?').candidates;
    expect(store.ids('associate', 'What does the gateway use?')).toEqual(['note']);
    expect(candidate?.edges).toMatchObject([{ itemId: 'e1', from: 'gateway', relation: 'uses', to: 'Redis' }]);
  });

  test('replaced and ended edges are left out unless history is asked for', () => {
    const store = openEdgeStore();
    store.say(edge('e1', 'gateway', 'uses', 'Redis'), edge('e2', 'gateway', 'uses', 'Valkey', { supersedes: ['e1'] }), {
      id: 'e3',
      edge: { from: 'gateway', relation: 'uses', to: 'Kafka', validTo: '2026-02-01T00:00:00Z' },
    });
    expect(store.ids('associate', 'What does the gateway use?')).toEqual(['e2']);
    const all = store.ask('associate', 'What does the gateway use?', { includeHistorical: true }).candidates;
    expect(all.map(({ edges }) => [edges?.[0]?.to, edges?.[0]?.isCurrent]).toSorted()).toEqual([
      ['Kafka', false],
      ['Redis', false],
      ['Valkey', true],
    ]);
  });

  test('edges are found by every alias of a name', () => {
    const store = openEdgeStore();
    store.say(edge('a', 'GW', 'alias_of', 'gateway'), edge('e1', 'gateway', 'uses', 'Redis'));
    expect(store.ids('associate', 'What does GW use?')[0]).toBe('e1');
  });

  test('a question that names nothing known gives nothing', () => {
    const store = openEdgeStore();
    store.say(edge('e1', 'gateway', 'uses', 'Redis'));
    expect(store.ids('associate', 'What does the mainframe use?')).toEqual([]);
  });
});

test('an edge that answers the whole question is marked as asked for, one against the arrow is not', () => {
  const store = openEdgeStore();
  store.say(edge('e1', 'gateway', 'depends on', 'ledger'), edge('e2', 'mailer', 'depends on', 'gateway'));
  const asked = (text: string) =>
    store
      .ask('associate', text)
      .candidates.filter(({ asked }) => asked)
      .map(({ edges }) => edges?.[0]?.itemId);
  expect(asked('What does the gateway depend on?')).toEqual(['e1']);
  expect(asked('What depends on the gateway?')).toEqual(['e2']);
  expect(asked('How are the gateway and the ledger related?')).toEqual(['e1']);
  expect(asked('What does the gateway depend on in the staging cluster?')).toEqual([]);
});

describe('neighbours', () => {
  const asked = { depth: 1, includeHistorical: false, limit: 60, namespace: 'default' };

  test('go as many steps as asked and tell when there is more', () => {
    const store = openEdgeStore();
    store.say(edge('e1', 'a', 'knows', 'b'), edge('e2', 'b', 'knows', 'c'), edge('e3', 'c', 'likes', 'd'));
    const edges = (more: object) =>
      store.questions
        .neighbours({ ...asked, name: 'a', ...more }, Date.UTC(2026, 5, 1))
        .edges.map(({ itemId }) => itemId);
    expect(edges({})).toEqual(['e1']);
    expect(edges({ depth: 3 })).toEqual(['e1', 'e2', 'e3']);
    expect(edges({ depth: 3, relation: 'Knows' })).toEqual(['e1', 'e2']);
    expect(store.questions.neighbours({ ...asked, name: 'a', depth: 3, limit: 1 }, 0)).toMatchObject({
      truncated: true,
    });
    expect(store.questions.neighbours({ ...asked, name: 'nobody' }, 0)).toMatchObject({ entity: null, edges: [] });
  });
});
