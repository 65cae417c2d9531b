import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openEpisodeHeads } from '../../../../main/projections/episodes/episodeHeads.ts';
import { openEpisodeReads } from '../../../../main/projections/episodes/episodeReads.ts';
import { openEpisodes } from '../../../../main/projections/episodes/episodes.ts';
import { longestPauseMs, type Member, startsAt } from '../../../../main/projections/episodes/segmentation.ts';
import { memory, openTestStore, type TestStore } from '../store.ts';

const minute = 60_000;
const noon = Date.UTC(2026, 2, 3, 12);

function member(at: number, rest: Partial<Member> = {}): Member {
  return { occurredAt: noon + at * minute, goalId: null, taskId: null, eventType: 'action', actor: 'agent', ...rest };
}

/** The places at which episodes start. */
function starts(members: readonly Member[]): number[] {
  return members.flatMap((_, at) => (startsAt(members, at) ? [at] : []));
}

describe('a segment', () => {
  test('goes on through pauses of up to half an hour, and ends at a longer one', () => {
    expect(starts([member(0), member(30), member(60)])).toEqual([0]);
    expect(starts([member(0), member(1), member(31.1), member(32)])).toEqual([0, 2]);
    expect(longestPauseMs).toBe(30 * minute);
  });

  test('ends where the goal or the task changes', () => {
    const goals = [member(0, { goalId: 'a' }), member(1, { goalId: 'a' }), member(2, { goalId: 'b' }), member(3)];
    expect(starts(goals)).toEqual([0, 2, 3]);
    expect(starts([member(0, { taskId: 'x' }), member(1, { taskId: 'y' })])).toEqual([0, 1]);
  });

  test('ends where others take over', () => {
    const shift = ['ann', 'ann', 'bob', 'ann', 'cy', 'dee', 'cy', 'dee'].map((actor, at) => member(at, { actor }));
    expect(starts(shift)).toEqual([0, 4]);
  });

  test('goes on while people take turns, and while a request is carried out', () => {
    const turns = ['ann', 'bob', 'ann', 'bob', 'bob', 'ann'].map((actor, at) => member(at, { actor }));
    expect(starts(turns)).toEqual([0]);
    const request = ['user', 'user'].map((actor, at) => member(at, { actor, eventType: 'user_statement' }));
    expect(starts([...request, member(2), member(3)])).toEqual([0]);
  });
});

const someMember = fc.record({
  thread: fc.constantFrom('t1', 't2'),
  minutes: fc.integer({ min: 0, max: 90 }),
  goalId: fc.constantFrom(undefined, undefined, undefined, 'g1'),
  author: fc.constantFrom('ann', 'bob', 'cy', 'dee'),
  eventType: fc.constantFrom('observation', 'user_statement', 'tool_result', 'action'),
});

type SomeMember = typeof someMember extends fc.Arbitrary<infer T> ? T : never;

function draftOf({ thread, minutes, goalId, author, eventType }: SomeMember, at: number) {
  const payload = { id: `m${at}`, text: `Part ${at}.`, thread, author, ...(goalId === undefined ? {} : { goalId }) };
  return memory(payload, { eventType, occurredAt: noon + minutes * minute });
}

function openStore(): TestStore {
  return openTestStore((db) => [openEpisodes(db)]);
}

function digestOf({ projector }: TestStore): string {
  return projector.digest();
}

describe('segments of any stream', () => {
  const streams = fc.array(someMember, { minLength: 1, maxLength: 40 });
  const batches = fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 12 });
  const erased = fc.array(fc.nat(39), { maxLength: 4 });

  test('hold every member exactly once, in order, and are the same rebuilt as written bit by bit', () => {
    fc.assert(
      fc.property(streams, batches, erased, (stream, sizes, gone) => {
        const store = openStore();
        const drafts = stream.map(draftOf);
        const eventIds: string[] = [];
        for (let from = 0, turn = 0; from < drafts.length; turn += 1) {
          const size = sizes[turn % sizes.length] ?? 1;
          for (const outcome of store.writes.append(drafts.slice(from, from + size))) {
            if (outcome.status !== 'refused') eventIds.push(outcome.event.eventId);
          }
          from += size;
        }
        for (const at of new Set(gone)) {
          const eventId = eventIds[at];
          if (eventId !== undefined) store.erase(eventId, [`m${at}`]);
        }
        const incremental = digestOf(store);
        expectPartition(store);
        store.projector.truncateAll();
        store.projector.catchUp();
        expect(digestOf(store)).toBe(incremental);
      }),
      { numRuns: 30, seed: 7 },
    );
  });
});

function expectPartition({ memory: db }: TestStore): void {
  const reads = openEpisodeReads(db);
  const heads = openEpisodeHeads(db);
  const filter = { namespace: 'default', from: null, to: null, actors: null, goalId: null, taskId: null };
  const segments = reads.heads(filter, 1000).map((head) => heads.membersOf(head).map(({ item }) => item));
  const all = db
    .prepare<[], number>('SELECT item FROM episode_members ORDER BY stream, occurred_at, position, event_seq')
    .pluck()
    .all();
  expect(segments.flat().toSorted((a, b) => a - b)).toEqual(all.toSorted((a, b) => a - b));
  const place = new Map(all.map((item, at) => [item, at]));
  for (const segment of segments) {
    const places = segment.map((item) => place.get(item) ?? -1);
    expect(places).toEqual(places.map((_, at) => (places[0] ?? 0) + at));
    expect(new Set(segment.map((item) => reads.headsOf([item]).get(item)))).toEqual(new Set([segment[0]]));
  }
}
