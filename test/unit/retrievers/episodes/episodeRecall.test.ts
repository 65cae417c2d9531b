import { describe, expect, test } from 'vitest';
import type { MethodInput } from '../../../../main/contract/methods.ts';
import { memory } from '../../projections/store.ts';
import { idsOf, openEpisodeStore } from './episodeStore.ts';

type Recorded = MethodInput<'episodes.record'> & { readonly id: string };
type Asked = MethodInput<'episodes.find'>;

/** Distinct events with actor, time, action, outcome and place (memory.md §11, B1). */
const events: readonly Recorded[] = [
  {
    id: 'search-deploy',
    summary: 'Ada deployed the search service to the staging cluster.',
    actors: ['Ada Lovelace'],
    environment: 'staging cluster',
    action: 'helm upgrade search',
    outcome: 'succeeded after a retry',
    occurredAt: '2026-03-02T09:00:00Z',
    goalId: 'launch',
  },
  {
    id: 'certificates',
    summary: 'Bob rotated the TLS certificates of the mail relay.',
    actors: ['Bob'],
    environment: 'mail relay in Hamburg',
    action: 'certbot renew',
    outcome: 'failed: the port was closed',
    occurredAt: '2026-03-03T14:00:00Z',
  },
  {
    id: 'migration',
    summary: 'Carol migrated the billing database to the new host.',
    actors: ['Carol'],
    environment: 'rack 12',
    action: 'pg_dump and restore',
    outcome: 'done, three rows were lost',
    occurredAt: '2026-03-04T20:00:00Z',
    goalId: 'launch',
    taskId: 'move-billing',
  },
  {
    id: 'interview',
    summary: 'Dan interviewed a candidate for the data team.',
    actors: ['Dan', 'Ada Lovelace'],
    environment: 'Oslo office',
    outcome: 'an offer was made',
    occurredAt: '2026-03-05T10:00:00Z',
  },
  {
    id: 'fire-drill',
    summary: 'The building was emptied for a fire drill.',
    actors: ['Eve'],
    environment: 'Oslo office',
    outcome: 'everyone was out within four minutes',
    occurredAt: '2026-03-06T11:00:00Z',
  },
];

function planted() {
  const store = openEpisodeStore();
  store.record(...events);
  return store;
}

/** Of the questions, the share whose first answer is the one named. */
function accuracy(store: ReturnType<typeof openEpisodeStore>, questions: readonly (readonly [string, Asked])[]) {
  const wrong = questions.filter(([id, asked]) => idsOf(store.find(asked))[0] !== id);
  expect(wrong).toEqual([]);
  return 1 - wrong.length / questions.length;
}

describe('B1: an event is recalled', () => {
  const questions: readonly (readonly [string, Asked])[] = [
    ['search-deploy', { what: 'When did Ada deploy the search service?' }],
    ['certificates', { what: 'Who rotated the certificates of the mail relay?' }],
    ['migration', { what: 'What happened when Carol migrated the billing database?' }],
    ['interview', { what: 'How did the interview of the candidate go?', who: 'Dan' }],
    ['fire-drill', { what: 'fire drill', where: 'Oslo office' }],
    ['certificates', { what: 'What did Bob do on 3 March?' }],
    ['migration', { who: 'Carol' }],
    ['fire-drill', { from: '2026-03-06T00:00:00Z', to: '2026-03-07T00:00:00Z' }],
    ['certificates', { outcome: 'failure' }],
    ['migration', { taskId: 'move-billing' }],
    ['interview', { where: 'Oslo', near: '2026-03-05T09:00:00Z' }],
    ['search-deploy', { goalId: 'launch', who: 'Ada' }],
  ];

  test('by its words, its people, its time, its place, its goal and its outcome: exact_event_recall 1', () => {
    expect(accuracy(planted(), questions)).toBe(1);
  });

  test('with its actor, its time and its outcome as they were', () => {
    const [first] = planted().find({ what: 'Who rotated the certificates of the mail relay?' }).episodes;
    expect(first?.episode).toMatchObject({
      actors: ['Bob'],
      occurredAt: '2026-03-03T14:00:00.000Z',
      outcome: 'failed: the port was closed',
      environment: 'mail relay in Hamburg',
      action: 'certbot renew',
    });
  });

  test('among a thousand other items as well', () => {
    const store = planted();
    store.write(
      ...Array.from({ length: 1000 }, (_, n) =>
        memory({
          id: `n${n}`,
          text: `Note ${n}: the service, the database and the office were quiet in week ${n % 52}.`,
        }),
      ),
    );
    expect(accuracy(store, questions)).toBe(1);
  });
});

describe('B2: five highly similar episodes', () => {
  const variants = [
    ['canary', 'Ada', 'eu-west', '2026-03-02T09:00:00Z', 'succeeded'],
    ['blue-green', 'Ada', 'eu-west', '2026-03-02T15:00:00Z', 'succeeded'],
    ['rolling', 'Ada', 'us-east', '2026-03-02T19:00:00Z', 'succeeded'],
    ['recreate', 'Ada', 'eu-west', '2026-03-03T09:00:00Z', 'rolled back'],
    ['shadow', 'Grace', 'eu-west', '2026-03-02T21:00:00Z', 'succeeded'],
  ] as const;

  function similar() {
    const store = openEpisodeStore();
    store.record(
      ...variants.map(([strategy, actor, environment, occurredAt, outcome]) => ({
        id: strategy,
        summary: `The checkout service was deployed to production with the ${strategy} strategy.`,
        actors: [actor],
        environment,
        occurredAt,
        outcome,
      })),
    );
    return store;
  }

  test('are each found first by their own detail: episode_disambiguation_accuracy 1', () => {
    const questions = variants.map(
      ([strategy]) =>
        [strategy, { what: `When was the checkout service deployed with the ${strategy} strategy?` }] as const,
    );
    expect(accuracy(similar(), questions)).toBe(1);
  });

  test('are told apart by place, time, actor and outcome as well', () => {
    const what = 'deployment of the checkout service to production';
    const questions: (readonly [string, Asked])[] = [
      ['rolling', { what, where: 'us-east' }],
      ['recreate', { what, outcome: 'failed' }],
      ['recreate', { what: `${what} on 3 March` }],
      ['shadow', { what, who: 'Grace' }],
      ['blue-green', { what, near: '2026-03-02T15:10:00Z' }],
      ['shadow', { what: 'When did Grace deploy the checkout service?' }],
    ];
    expect(accuracy(similar(), questions)).toBe(1);
  });

  test('are returned with the details in which they differ', () => {
    const { differing } = similar().find({ what: 'When was the checkout service deployed with the canary strategy?' });
    expect(differing.map(({ field }) => field)).toEqual(['occurredAt', 'actors', 'environment', 'outcome', 'summary']);
    expect(differing.at(-1)?.values).toEqual(Object.fromEntries(variants.map(([strategy]) => [strategy, strategy])));
    expect(differing[1]?.values).toMatchObject({ canary: 'Ada', shadow: 'Grace' });
  });
});

describe('B3: evidence distributed over sessions', () => {
  function sessions() {
    const store = openEpisodeStore();
    const day = (n: number) => Date.UTC(2026, 2, n, 9);
    const said = (n: number, id: string, text: string, author = 'Ada') =>
      memory({ id, text, author, thread: `session-${n}` }, { occurredAt: day(n) });
    store.write(
      said(1, 's1a', 'The nightly backup of the wiki failed because the disk was full.'),
      said(1, 's1b', 'Nothing else today.', 'Bob'),
      said(2, 's2a', 'We bought two larger disks for the backup host.'),
      said(3, 's3a', 'Lunch was late.'),
      said(4, 's4a', 'The wiki backup ran through again and was verified.'),
      said(5, 's5a', 'The printer is out of toner.'),
    );
    return store;
  }

  test('is brought together: cross_session_synthesis_accuracy 1', () => {
    const store = sessions();
    const questions: (readonly [string[], Asked])[] = [
      [['segment:s1a', 'segment:s4a'], { what: 'What happened to the wiki backup?' }],
      [['segment:s1a', 'segment:s2a', 'segment:s4a'], { what: 'backup', who: 'Ada' }],
      [['segment:s1a', 'segment:s2a'], { what: 'What happened with the disks and the backup?' }],
    ];
    const complete = questions.filter(([ids, asked]) => {
      const found = idsOf(store.find(asked));
      return ids.every((id) => found.includes(id));
    });
    expect(complete.length / questions.length).toBe(1);
    expect(idsOf(store.find({ what: 'What happened to the wiki backup?' }))).not.toContain('segment:s5a');
  });
});

describe('B4: an event that never happened', () => {
  const never: readonly Asked[] = [
    { what: 'When did the company picnic take place?' },
    { what: 'Bob deployed the search service' },
    { what: 'Did Carol rotate the TLS certificates?' },
    { what: 'When did Ada deploy the payroll service?' },
    { what: 'Ada deployed the search service on 7 March' },
    { what: 'the migration of the billing database to Lisbon' },
    { what: 'search service deployment', who: 'Dan' },
    { what: 'rotation of certificates', from: '2026-03-05T00:00:00Z' },
    { what: 'fire drill', where: 'Hamburg' },
    { what: 'search service deployment', goalId: 'other' },
    { what: 'deployment of the search service', outcome: 'failed' },
    { what: 'Zoe deleted the staging cluster' },
    { what: 'payroll deployment' },
    { who: 'Frank' },
    { what: 'version 4.2.1 of the search service was deployed' },
    { what: 'What happened when the elevator got stuck?' },
  ];

  test('is none, with what is missing: episodic_false_memory_rate 0', () => {
    const store = planted();
    const believed = never.filter((asked) => store.find(asked).status !== 'none');
    expect(believed).toEqual([]);
    for (const asked of never) expect(store.find(asked).reason).not.toBe('');
  });

  test('names the detail that no episode has', () => {
    const store = planted();
    expect(store.find({ what: 'Did Zoe deploy the search service?' }).reason).toContain('“Zoe”');
    expect(store.find({ who: 'Bob', where: 'Oslo' }).reason).toBe('No episode meets all that is asked for at once.');
    expect(store.find({ who: 'Frank' }).reason).toBe('No episode has that person in it.');
  });

  test('stays none for what was recorded in another namespace', () => {
    expect(planted().find({ what: 'fire drill', namespace: 'elsewhere' }).status).toBe('none');
  });
});
