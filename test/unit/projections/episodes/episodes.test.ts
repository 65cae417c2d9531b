import { describe, expect, test } from 'vitest';
import { openEpisodeReads } from '../../../../main/projections/episodes/episodeReads.ts';
import { openEpisodes } from '../../../../main/projections/episodes/episodes.ts';
import { memory, openTestStore, turn } from '../store.ts';

const at = (time: string) => Date.parse(`2026-03-03T${time}:00Z`);
const everything = { namespace: 'default', from: null, to: null, actors: null, goalId: null, taskId: null };

function openStore() {
  const store = openTestStore((db) => [openEpisodes(db)]);
  const reads = openEpisodeReads(store.memory);
  const view = (episodeId: string) => {
    const head = reads.head('default', episodeId);
    return head === null ? null : (reads.episode(head)?.view ?? null);
  };
  const rowOf = (itemId: string) => store.items.item('default', itemId)?.rowid ?? -1;
  return { ...store, reads, view, rowOf };
}

describe('a recorded episode', () => {
  const fields = {
    eventType: 'deployment',
    endedAt: '2026-03-03T12:20:00Z',
    actors: ['Ada', 'Bob'],
    environment: 'staging',
    goalId: 'g1',
    taskId: 't1',
    action: 'rolled version 7 out',
    observation: 'latency rose',
    outcome: 'rolled back',
    rewardOrScore: -1,
    rawSourceRef: 'log:77',
    salience: 0.9,
    relatedEpisodeIds: ['e0'],
  };

  test('keeps every field, and its raw evidence in the order given', () => {
    const { writes, view, reads, items } = openStore();
    writes.append([
      memory({ id: 'b', text: 'The graph went up.' }),
      memory({ id: 'a', text: 'kubectl apply' }),
      memory(
        { id: 'e1', text: 'Version 7 went to staging.', episode: fields, derivedFrom: ['a', 'b'], confidence: 0.7 },
        { eventType: 'episode', occurredAt: at('12:00'), provenance: { run: 3 } },
      ),
    ]);
    expect(view('e1')).toEqual({
      ...fields,
      episodeId: 'e1',
      namespace: 'default',
      made: 'recorded',
      occurredAt: '2026-03-03T12:00:00.000Z',
      endedAt: '2026-03-03T12:20:00.000Z',
      recordedAt: '2026-01-01T00:00:00.000Z',
      summary: 'Version 7 went to staging.',
      provenance: { run: 3 },
      confidence: 0.7,
      members: ['a', 'b'],
      entities: ['Ada', 'Bob'],
      isCurrent: true,
    });
    expect(reads.evidence(reads.head('default', 'e1') ?? -1).map(({ text }) => text)).toEqual([
      'kubectl apply',
      'The graph went up.',
    ]);
    expect(items.item('default', 'e1')).toMatchObject({
      kind: 'episode',
      salience: 0.9,
      text: 'Version 7 went to staging.\nrolled version 7 out\nlatency rose\nrolled back',
    });
  });

  test('is not believed where it ends before it begins', () => {
    const { writes, view } = openStore();
    writes.append([memory({ id: 'e1', text: 'x', episode: fields }, { occurredAt: at('13:00') })]);
    expect(view('e1')).toMatchObject({ occurredAt: '2026-03-03T13:00:00.000Z', endedAt: null });
  });

  test('is the episode of its evidence, also where a segment holds it too', () => {
    const { writes, reads, rowOf } = openStore();
    writes.append([
      turn('a', 'talk', 1),
      turn('b', 'talk', 2),
      memory({ id: 'e1', text: 'They talked.', derivedFrom: ['b', 'nothing'] }, { eventType: 'episode' }),
    ]);
    const rows = ['a', 'b', 'e1'].map(rowOf);
    expect([...reads.episodeOf(rows).values()]).toEqual(['segment:a', 'e1', 'e1']);
    expect(reads.evidence(rowOf('e1')).map(({ itemId }) => itemId)).toEqual(['b']);
  });

  test('is not current once it was taken back, and is again once that was', () => {
    const { writes, view } = openStore();
    writes.append([
      memory({ id: 'e1', text: 'The server burnt.' }, { eventType: 'episode' }),
      memory({ id: 'no', text: 'It did not.', retracts: ['e1'] }),
    ]);
    expect(view('e1')?.isCurrent).toBe(false);
    writes.append([memory({ id: 'yes', text: 'It did.', retracts: ['no'] })]);
    expect(view('e1')?.isCurrent).toBe(true);
  });

  test('leaves with its rows when it is erased', () => {
    const { writes, erase, memory: db, view, reads } = openStore();
    const [outcome] = writes.append([
      memory({ id: 'e1', text: 'x', episode: fields, derivedFrom: ['a'] }, { eventType: 'episode' }),
    ]);
    if (outcome?.status !== 'appended') throw new Error('not appended');
    erase(outcome.event.eventId, ['e1']);
    expect(view('e1')).toBeNull();
    expect(reads.count(everything)).toBe(0);
    for (const table of ['episodes', 'episode_evidence']) {
      expect(db.prepare(`SELECT count(*) AS n FROM ${table}`).get()).toEqual({ n: 0 });
    }
  });
});

describe('a segment', () => {
  function talk() {
    const store = openStore();
    const said = (id: string, time: string, author: string, text: string, eventType: 'action' | 'user_statement') =>
      memory({ id, text, author, thread: 'talk' }, { occurredAt: at(time), eventType });
    store.writes.append([
      said('a', '12:00', 'Ada', 'Please move the cache to the second disk.', 'user_statement'),
      said('b', '12:01', 'agent', 'rsync started', 'action'),
      said('c', '12:09', 'agent', 'The copy is done and the cache works.', 'action'),
      said('d', '12:10', 'Ada', 'Thanks.', 'user_statement'),
      said('e', '15:00', 'Ada', 'Now something else.', 'user_statement'),
    ]);
    return store;
  }

  test('is summed up in its members’ own words', () => {
    expect(talk().view('segment:a')).toMatchObject({
      made: 'segmented',
      summary:
        'Ada, agent, 2026-03-03 12:00–12:10 UTC: Please move the cache to the second disk. … The copy is done and the cache works.',
      actors: ['Ada', 'agent'],
      action: 'rsync started',
      outcome: 'The copy is done and the cache works.',
      members: ['a', 'b', 'c', 'd'],
      occurredAt: '2026-03-03T12:00:00.000Z',
      endedAt: '2026-03-03T12:10:00.000Z',
    });
  });

  test('is listed by time and by who took part, with the number of all', () => {
    const { reads } = talk();
    const ids = (rest: object) =>
      reads.heads({ ...everything, ...rest }, 10).map((head) => reads.episode(head)?.view.episodeId);
    expect(ids({})).toEqual(['segment:e', 'segment:a']);
    expect(ids({ actors: ['agent'] })).toEqual(['segment:a']);
    expect(ids({ from: at('13:00') })).toEqual(['segment:e']);
    expect(ids({ to: at('13:00') })).toEqual(['segment:a']);
    expect(reads.count({ ...everything, actors: ['Ada'] })).toBe(2);
  });

  test('needs a thread, a session, a goal or a task: a loose note is no episode', () => {
    const { writes, reads } = openStore();
    writes.append([
      memory({ id: 'note', text: 'x' }),
      memory({ id: 'said', text: 'x' }, { sessionId: 's' }),
      memory({ id: 'done', text: 'x', goalId: 'g' }, { eventType: 'action' }),
      memory(
        { id: 'fact', fact: { subject: 's', predicate: 'p', object: 'o' }, thread: 't' },
        { eventType: 'fact_asserted' },
      ),
    ]);
    expect(reads.count(everything)).toBe(2);
  });

  test('is known by its first member, and by no other', () => {
    const { view } = talk();
    expect(view('segment:b')).toBeNull();
    expect(view('a')).toBeNull();
    expect(view('segment:nothing')).toBeNull();
  });
});

describe('actors', () => {
  test('are meant by their very name, else by a part of it', () => {
    const { writes, reads } = openStore();
    const by = (actors: string[]) => memory({ text: 'x', episode: { actors } }, { eventType: 'episode' });
    writes.append([by(['Ada']), by(['Ada Byron', 'Bo']), by(['Ann-Marie Hall'])]);
    expect(reads.actorsNamed('default', 'ada')).toEqual(['Ada']);
    expect(reads.actorsNamed('default', 'Byron')).toEqual(['Ada Byron']);
    expect(reads.actorsNamed('default', 'ann marie hall')).toEqual(['Ann-Marie Hall']);
    expect(reads.actorsNamed('default', 'Ad')).toEqual([]);
    expect(reads.actorsNamed('elsewhere', 'Ada')).toEqual([]);
  });
});
