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

describe('the direction of a question', () => {
  /** Of each relation: a question with the arrow and one against it, about the two ends of the edge. */
  const ways: readonly (readonly [
    relation: string,
    from: string,
    to: string,
    forward: string[],
    backward: string[],
  ])[] = [
    [
      'depends_on',
      'Lexer',
      'Parser',
      ['What does Lexer depend on?', 'List everything that Lexer depends on.', 'On what does Lexer depend?'],
      ['What depends on Parser?', 'Which modules depend on Parser?', 'List everything that depends on Parser.'],
    ],
    [
      'uses',
      'Lexer',
      'Parser',
      ['What does Lexer use?', 'What is used by Lexer?'],
      ['Who uses Parser?', 'What is Parser used by?', 'Who is the user of Parser?'],
    ],
    [
      'owned_by',
      'Lexer',
      'Ann',
      ['Who owns Lexer?', 'By whom is Lexer owned?', "Who is Lexer's owner?"],
      ['What does Ann own?', 'What is owned by Ann?', 'What is Ann the owner of?'],
    ],
    ['ownedBy', 'Lexer', 'Ann', ['Who owns Lexer?'], ['What does Ann own?']],
    [
      'owner',
      'Lexer',
      'Ann',
      ['Who is the owner of Lexer?', 'Who owns Lexer?'],
      ['What does Ann own?', 'What is Ann the owner of?'],
    ],
    [
      'part_of',
      'Lexer',
      'Compiler',
      ['What is Lexer part of?'],
      ['What is part of Compiler?', 'What are the parts of Compiler?'],
    ],
    [
      'wrote',
      'Ann',
      'Dune',
      ['What did Ann write?', 'Which books were written by Ann?', 'What has Ann written?'],
      ['Who wrote Dune?', 'By whom was Dune written?', 'Who was Dune written by?'],
    ],
    [
      'written by',
      'Dune',
      'Ann',
      ['Who wrote Dune?', 'By whom was Dune written?'],
      ['What did Ann write?', 'What was written by Ann?'],
    ],
    ['reports to', 'Ann', 'Bo', ['Who does Ann report to?', 'To whom does Ann report?'], ['Who reports to Bo?']],
    [
      'manages',
      'Ann',
      'Bo',
      ['Whom does Ann manage?', 'Who is managed by Ann?'],
      ['Who manages Bo?', 'Who is the manager of Bo?', 'Who is Bo managed by?'],
    ],
    [
      'monitors',
      'Grafana',
      'Lexer',
      ['What does Grafana monitor?', 'What is monitored by Grafana?'],
      ['What monitors Lexer?', 'What is Lexer monitored by?'],
    ],
    ['located in', 'Lexer', 'Oslo', ['Where is Lexer located?'], ['What is located in Oslo?']],
    ['capital', 'Norway', 'Oslo', ['What is the capital of Norway?', "What is Norway's capital?"], []],
  ];

  /** A noun tells its direction by custom alone: what goes against it comes behind and is not left out. */
  const byNoun = /\b(?:owner|capital|manager|user)\b/;

  test.each(ways)(
    '%s is walked the way that the question asks, active or passive',
    (relation, from, to, forward, backward) => {
      const store = openEdgeStore();
      store.say(
        edge('there', from, relation, to),
        // What stands on the other side of either end, and would answer the question turned round.
        edge('before', 'Earlier Thing', relation, from),
        edge('behind', to, relation, 'Later Thing'),
      );
      for (const question of forward) {
        expect([question, store.ids('associate', question)[0]]).toEqual([question, 'there']);
        expect([question, store.ids('associate', question).includes('before') && !byNoun.test(question)]).toEqual([
          question,
          false,
        ]);
      }
      for (const question of backward) {
        expect([question, store.ids('associate', question)[0]]).toEqual([question, 'there']);
        expect([question, store.ids('associate', question).includes('behind') && !byNoun.test(question)]).toEqual([
          question,
          false,
        ]);
      }
    },
  );

  test('what holds between two goes either way, and so does a question that names no relation', () => {
    const store = openEdgeStore();
    store.say(edge('e1', 'Ann', 'works with', 'Bo'), edge('e2', 'Cid', 'married to', 'Ann'));
    expect(store.ids('associate', 'Who does Bo work with?')).toEqual(['e1']);
    expect(store.ids('associate', 'Who is Ann married to?')).toEqual(['e2']);
    expect(store.ids('associate', 'What has Ann interacted with?').toSorted()).toEqual(['e1', 'e2']);
    expect(store.ids('associate', 'How are Ann and Bo related?')).toContain('e1');
  });

  test('an edge between two named things against the question is shown, and is not its answer', () => {
    const store = openEdgeStore();
    store.say(edge('e1', 'Parser', 'depends on', 'Lexer'));
    const [against] = store.ask('associate', 'Does Lexer depend on Parser?').candidates;
    expect(against).toMatchObject({ signals: { between: true, direction: 'against' } });
    expect(against?.asked).toBeUndefined();
    expect(store.ask('associate', 'Does Parser depend on Lexer?').candidates[0]?.asked).toBe(true);
  });
});

test('a relation that was never stated is answered by no other', () => {
  const store = openEdgeStore();
  store.say(edge('e1', 'Atlas', 'owned by', 'Ann'), edge('e2', 'Ann', 'lives in', 'Oslo'));
  expect(store.ask('associate', 'Who founded Atlas?').candidates.some(({ asked }) => asked)).toBe(false);
  const around = store.ask('graph', 'Who founded Atlas?').candidates;
  expect(around.some(({ asked }) => asked)).toBe(false);
  expect(around.every(({ signals }) => Number(signals.relationMatch ?? 0) < 0.5)).toBe(true);
  const [between] = store.ask('associate', 'Did Ann found Atlas?').candidates;
  expect(between).toMatchObject({ signals: { between: true } });
  expect(between?.asked).toBeUndefined();
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

describe('a relation in other words than its name', () => {
  function openRooms() {
    const store = openEdgeStore();
    const told = (id: string, text: string, from: string, relation: string, to: string, more = {}) =>
      edge(id, from, relation, to, { text, ...more });
    store.say(
      told('h1', 'We placed Shop on pir-63.', 'Shop', 'runs_on', 'pir-63'),
      told('h2', 'Gate was deployed to pir-64.', 'Gate', 'runs_on', 'pir-64'),
      told('h3', 'Mill was deployed to pir-65.', 'Mill', 'runs_on', 'pir-65'),
      told('m1', 'New contact for Shop: Ann Berg.', 'Shop', 'maintained_by', 'Ann Berg'),
      told('m2', 'New contact for Gate: Bo Lind.', 'Gate', 'maintained_by', 'Bo Lind'),
      told('s1', 'We bought pir-63 from Radix.', 'pir-63', 'supplied_by', 'Radix'),
    );
    return store;
  }
  const asked = (store: ReturnType<typeof openEdgeStore>, text: string) => {
    const { candidates } = store.ask('associate', text);
    return candidates.filter(({ asked }) => asked).map(({ edges }) => edges?.[0]?.itemId);
  };

  test('is recognised by how the memory tells it of other things', () => {
    expect(asked(openRooms(), 'Which contact does Gate have?')).toEqual(['m2']);
    expect(asked(openRooms(), 'What was deployed on pir-63?')).toEqual(['h1']);
  });

  test('is recognised by general English', () => {
    expect(asked(openRooms(), 'Could you tell me the vendor of pir-63?')).toEqual(['s1']);
  });

  test('is known to be missing where others have it and the thing does not', () => {
    const { candidates, absence } = openRooms().ask('associate', 'Who maintains Mill?');
    expect({ candidates, absence }).toEqual({ candidates: [], absence: 'relation-unsupported' });
  });

  test('is walked as of the time that the question names', () => {
    const store = openEdgeStore();
    const moved = { validFrom: '2026-01-01T00:00:00Z', validTo: '2026-03-01T00:00:00Z' };
    store.say({ id: 'e1', edge: { from: 'Shop', relation: 'runs_on', to: 'pir-63', ...moved } });
    store.say({ id: 'e2', edge: { from: 'Shop', relation: 'runs_on', to: 'pir-64', validFrom: moved.validTo } });
    expect(asked(store, 'What does Shop run on?')).toEqual(['e2']);
    expect(asked(store, 'What did Shop run on on 3 February 2026?')).toEqual(['e1']);
    expect(store.ask('associate', 'What did Shop run on on 3 February 2026?').time).toMatchObject({ mode: 'at' });
  });
});

describe('a relation that no word names', () => {
  const told = () => {
    const store = openEdgeStore();
    store.say(
      edge('hosted', 'shop-api', 'runs_on', 'pir-63'),
      edge('kept', 'shop-api', 'maintained_by', 'Ann Berg'),
      edge('needed', 'shop-web', 'depends_on', 'shop-api'),
    );
    return store;
  };
  const question = 'Whose plate is shop-api on?';

  test('is the one whose statements are nearest in meaning, and none is known to be asked', () => {
    const likeness = new Map([
      ['runs on', -0.2],
      ['maintained by', 0.4],
      ['depends on', -0.2],
    ]);
    const { candidates } = told().ask('associate', question, { likeness });
    expect(candidates[0]?.signals).toMatchObject({ relation: 'maintained_by', direction: 'open' });
    expect(candidates).toHaveLength(3);
    expect(candidates.some(({ asked }) => asked)).toBe(false);
  });

  test('is rather one at which somebody stands, where somebody is asked for', () => {
    const likeness = new Map(['runs on', 'maintained by', 'depends on'].map((key) => [key, 0]));
    expect(told().ids('associate', question, { likeness })[0]).toBe('kept');
  });
});

test('what is in use is used, wherever its name stands', () => {
  const store = openEdgeStore();
  store.say(edge('e1', 'Gull', 'uses', 'tide-filter'), edge('e2', 'Heron', 'uses', 'tide-filter'));
  for (const question of ['Which projects have tide-filter in use?', 'Which projects does tide-filter get used in?']) {
    expect([question, store.ids('associate', question).toSorted()]).toEqual([question, ['e1', 'e2']]);
  }
});
