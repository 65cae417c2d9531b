import { describe, expect, test } from 'vitest';
import { edge, openEdgeStore } from './edgeStore.ts';

/** Who runs what: no sentence holds more than one step. */
function openOffice() {
  const store = openEdgeStore();
  store.say(
    edge('e1', 'payments gateway', 'depends on', 'ledger service'),
    edge('e2', 'ledger service', 'is owned by', 'team Atlas'),
    edge('e3', 'team Atlas', 'is led by', 'Dana Reyes'),
    edge('e4', 'Dana Reyes', 'lives in', 'Lisbon'),
    edge('e5', 'team Atlas', 'uses', 'Postgres'),
    edge('e6', 'search service', 'is owned by', 'team Boreas'),
    edge('e7', 'team Boreas', 'is led by', 'Priya Nair'),
    edge('e8', 'Priya Nair', 'lives in', 'Oslo'),
    edge('e9', 'Dana Reyes', 'mentors', 'Priya Nair'),
  );
  return store;
}

describe('the path search (memory.md §12, C5: a chain that no single sentence answers)', () => {
  test.each([
    [
      'Who leads the team that owns the ledger service?',
      'ledger service is owned by team Atlas / team Atlas is led by Dana Reyes',
    ],
    [
      'Who leads the owner of the service which the payments gateway depends on?',
      'payments gateway depends on ledger service / ledger service is owned by team Atlas / team Atlas is led by Dana Reyes',
    ],
    [
      'Where does the leader of the owner of the service that the payments gateway depends on live?',
      'payments gateway depends on ledger service / ledger service is owned by team Atlas / team Atlas is led by Dana Reyes / Dana Reyes lives in Lisbon',
    ],
    [
      'Which services does the team led by Dana Reyes own?',
      'team Atlas is led by Dana Reyes / ledger service is owned by team Atlas',
    ],
  ])('%s', (question, path) => {
    expect(openOffice().walked(question)).toEqual([path]);
  });

  test('the items that state the path come first, the last step before the others', () => {
    const store = openOffice();
    expect(store.ids('graph', 'Who leads the team that owns the ledger service?').slice(0, 2)).toEqual(['e3', 'e2']);
  });

  test('no other path completes the support of a four-step chain', () => {
    const store = openOffice();
    const question = 'Where does the leader of the owner of the service that the payments gateway depends on live?';
    const found = (path: 'graph' | 'search' | 'associate') =>
      ['e1', 'e2', 'e3', 'e4'].filter((id) => store.ids(path, question).slice(0, 4).includes(id)).length;
    expect(found('graph')).toBe(4);
    expect(found('search')).toBeLessThan(4);
    expect(found('associate')).toBeLessThan(4);
  });

  test('a relation that is not in the graph gives no path, not a near one', () => {
    const store = openOffice();
    for (const question of [
      'Who married the leader of team Atlas?',
      'Who audits the owner of the ledger service?',
      'Where does the uncle of Dana Reyes live?',
    ]) {
      expect(store.walked(question)).toEqual([]);
    }
  });

  test('a question that goes with the arrow does not answer what goes against it', () => {
    const store = openEdgeStore();
    store.say(edge('e1', 'Ann', 'manages', 'Bob'), edge('e2', 'Bob', 'manages', 'Cid'));
    expect(store.walked('Who manages Bob?')).toEqual(['Ann manages Bob']);
    expect(store.walked('Whom does Bob manage?')).toEqual(['Bob manages Cid']);
    expect(store.walked('Who is the manager of Bob?')).toEqual(['Ann manages Bob']);
  });

  test('a path passes by everything that the question names', () => {
    const store = openEdgeStore();
    store.say(
      edge('e1', 'svc-a', 'depends on', 'Redis'),
      edge('e2', 'svc-a', 'owned by', 'Atlas'),
      edge('e3', 'svc-b', 'depends on', 'Redis'),
      edge('e4', 'svc-b', 'owned by', 'Boreas'),
    );
    expect(store.walked('Which service that depends on Redis is owned by Atlas?')).toEqual([
      'svc-a depends on Redis / svc-a owned by Atlas',
    ]);
  });

  test('a relation is met under its aliases', () => {
    const store = openOffice();
    expect(store.walked('Who is in charge of team Atlas?')).toEqual([]);
    store.write({
      ...{
        actor: 'tester',
        sourceType: 'agent',
        privacyClass: 'internal',
        retentionClass: 'keep',
        namespace: 'default',
      },
      eventType: 'alias',
      payload: { name: 'is led by', alias: 'in charge of', of: 'predicate' },
    });
    expect(store.walked('Who is in charge of team Atlas?')).toEqual(['team Atlas is led by Dana Reyes']);
  });

  test('facts whose object is a known name are steps too', () => {
    const store = openEdgeStore();
    store.say({ id: 'f1', fact: { subject: 'router', predicate: 'owner', object: 'mia' } });
    expect(store.walked('Who is the owner of the router?')).toEqual([]);
    store.say(edge('e1', 'Mia', 'works in', 'Porto'));
    expect(store.walked('Where does the owner of the router work?')).toEqual(['router owner mia / Mia works in Porto']);
  });

  test('an object that is written as a name is a step by itself, and a denial of it is none', () => {
    const store = openEdgeStore();
    store.say(
      { id: 'f1', fact: { subject: 'router', predicate: 'owner', object: 'Mia Berg' } },
      { id: 'f2', fact: { subject: 'gateway', predicate: 'owner', object: 'Mia Berg', holds: 'never' } },
    );
    expect(store.walked('Who is the owner of the router?')).toEqual(['router owner Mia Berg']);
    expect(store.walked('Who is the owner of the gateway?')).toEqual([]);
  });

  test('an object in other capitals is the thing that is known, whichever was said first', () => {
    const store = openEdgeStore();
    const hosted = (id: string, subject: string) => ({
      id,
      fact: { subject, predicate: 'hosted on', object: 'github' },
    });
    store.say(hosted('f1', 'router'));
    expect(store.walked('What is the router hosted on?')).toEqual([]);
    store.say({ id: 'e1', edge: { from: 'Microsoft', relation: 'owns', to: 'GitHub' } });
    store.say(hosted('f2', 'gateway'));
    const chain = (name: string) => [`${name} hosted on github / Microsoft owns GitHub`];
    expect(store.walked('Who owns what the router is hosted on?')).toEqual(chain('router'));
    expect(store.walked('Who owns what the gateway is hosted on?')).toEqual(chain('gateway'));
    store.say({ id: 'n', text: 'words', entities: ['github'] });
    expect(store.walked('Who owns what the gateway is hosted on?')).toEqual(chain('gateway'));
    expect(store.ids('associate', 'What is hosted on GitHub?').toSorted()).toEqual(['f1', 'f2']);
  });

  test('circles and relations of a thing to itself are walked once and end', () => {
    const store = openEdgeStore();
    store.say(
      edge('e1', 'a-node', 'feeds', 'b-node'),
      edge('e2', 'b-node', 'feeds', 'c-node'),
      edge('e3', 'c-node', 'feeds', 'a-node'),
      edge('self', 'a-node', 'feeds', 'a-node'),
    );
    expect(store.walked('What does a-node feed?')).toEqual(['a-node feeds b-node']);
    expect(store.ids('associate', 'What does a-node feed?').toSorted()).toEqual(['e1', 'self']);
    const around = { depth: 3, includeHistorical: false, limit: 60, namespace: 'default' };
    const { edges } = store.questions.neighbours({ ...around, name: 'a-node' }, 0);
    expect(edges.map(({ itemId }) => itemId).toSorted()).toEqual(['e1', 'e2', 'e3', 'self']);
  });

  test('edges that rest on each other or on themselves are shown once each, by their own words', () => {
    const store = openEdgeStore();
    store.say(
      edge('e1', 'a-node', 'feeds', 'b-node', { derivedFrom: ['e2'] }),
      edge('e2', 'b-node', 'feeds', 'c-node', { derivedFrom: ['e1'] }),
      edge('e3', 'c-node', 'feeds', 'd-node', { derivedFrom: ['e3'] }),
    );
    expect(store.walked('What does a-node feed?')).toEqual(['a-node feeds b-node']);
    expect(store.ids('associate', 'What does c-node feed?')).toEqual(['e3']);
    expect(store.ids('associate', 'What does a-node feed?')).toEqual(['e2']);
  });
});

describe('edges in time', () => {
  test('an edge that was replaced is walked only when history is asked for', () => {
    const store = openEdgeStore();
    store.say(
      edge('e1', 'router', 'is owned by', 'Ann'),
      edge('e2', 'router', 'is owned by', 'Bob', { supersedes: ['e1'] }),
    );
    expect(store.walked('Who owns the router?')).toEqual(['router is owned by Bob']);
    expect(store.walked('Who owns the router?', { includeHistorical: true }).toSorted()).toEqual([
      'router is owned by Ann',
      'router is owned by Bob',
    ]);
  });

  test('an edge that has ended is not walked, and one not known then is not either', () => {
    const store = openEdgeStore();
    store.at('2026-01-01T00:00:00Z', {
      id: 'e1',
      edge: { from: 'router', relation: 'is owned by', to: 'Ann', validTo: '2026-03-01T00:00:00Z' },
    });
    store.at('2026-04-01T00:00:00Z', edge('e2', 'router', 'is owned by', 'Bob'));
    expect(store.walked('Who owns the router?')).toEqual(['router is owned by Bob']);
    expect(store.walked('Who owns the router?', { knownAt: Date.UTC(2026, 1, 1) })).toEqual(['router is owned by Ann']);
    expect(store.ids('graph', 'Who owns the router?', { knownAt: Date.UTC(2025, 1, 1) })).toEqual([]);
  });
});

describe('the graph follows the store', () => {
  test('a write is in the next answer, and so is an erasure', () => {
    const store = openEdgeStore();
    const [first] = store.say(edge('e1', 'router', 'uses', 'Redis'));
    expect(store.ids('graph', 'What does the router use?')).toEqual(['e1']);
    store.say(edge('e2', 'router', 'uses', 'Kafka'));
    expect(store.ids('graph', 'What does the router use?').toSorted()).toEqual(['e1', 'e2']);
    store.erase(first?.status === 'appended' ? first.event.eventId : '', ['e1']);
    expect(store.ids('graph', 'What does the router use?')).toEqual(['e2']);
  });

  test('a merge joins nodes and a split parts them again', () => {
    const store = openEdgeStore();
    const frame = {
      ...({ actor: 'tester', sourceType: 'agent', privacyClass: 'internal' } as const),
      ...({ retentionClass: 'keep', namespace: 'default' } as const),
    };
    store.say(edge('e1', 'gateway', 'is owned by', 'D. Reyes'), edge('e2', 'Dana Reyes', 'lives in', 'Lisbon'));
    const question = 'Where does the owner of the gateway live?';
    expect(store.walked(question)).toEqual([]);
    store.write({ ...frame, eventType: 'entity_merged' as const, payload: { into: 'Dana Reyes', from: ['D. Reyes'] } });
    expect(store.walked(question)).toEqual(['gateway is owned by D. Reyes / Dana Reyes lives in Lisbon']);
    store.write({
      ...frame,
      eventType: 'entity_split' as const,
      payload: { entity: 'Dana Reyes', names: ['D. Reyes'] },
    });
    expect(store.walked(question)).toEqual([]);
  });

  test('an edge rests on the item it was concluded from once that is there', () => {
    const store = openEdgeStore();
    store.say(edge('e1', 'router', 'uses', 'Redis', { derivedFrom: ['note', 'never written'] }));
    expect(store.ids('graph', 'What does the router use?')).toEqual(['e1']);
    store.say({ id: 'note', text: 'The router keeps its sessions in Redis.' });
    expect(store.ids('graph', 'What does the router use?')).toEqual(['note']);
    expect(store.ask('graph', 'What does the router use?').candidates[0]?.edges?.[0]?.support).toEqual(['note']);
  });

  test('namespaces do not see each other', () => {
    const store = openEdgeStore();
    store.say(edge('e1', 'router', 'uses', 'Redis'));
    expect(store.ids('graph', 'What does the router use?', { namespaces: ['other'] })).toEqual([]);
    expect(store.ids('associate', 'What does the router use?', { namespaces: ['other'] })).toEqual([]);
  });
});
