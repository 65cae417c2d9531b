import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { MemoryObject } from '../../../../main/contract/memory.ts';
import type { EventDraft } from '../../../../main/ledger/event.ts';
import { openVersionReads, type VersionFrame } from '../../../../main/projections/versions/versionReads.ts';
import { openVersions } from '../../../../main/projections/versions/versions.ts';
import { document, memory, openTestStore, turn } from '../store.ts';

const source = 'notes.txt';
const say = (id: string, text: string, rest: Partial<MemoryObject> = {}, extra: Partial<EventDraft> = {}) =>
  memory({ id, text, source, ...rest }, extra);

function openStore() {
  const store = openTestStore((db) => [openVersions(db)]);
  const reads = openVersionReads(store.memory);
  /** What replaces each statement of an item, by the words of the statement. */
  function replaced(itemId: string, frame: VersionFrame = { knownAt: null }, namespace = 'default') {
    const item = store.items.item(namespace, itemId);
    if (item === null) throw new Error(`no item ${itemId}`);
    const statements = reads([item], frame).get(item.rowid) ?? [];
    return statements.map(({ start, end, replacedBy }) => [
      item.text.slice(start, end),
      replacedBy && `${replacedBy.itemId} ${replacedBy.cardinality}`,
    ]);
  }
  const by = (itemId: string, frame?: VersionFrame, namespace?: string) => replaced(itemId, frame, namespace)[0]?.[1];
  return { ...store, reads, replaced, by };
}

describe('a later statement of the same source', () => {
  test('replaces the earlier one where the relation holds one value, and follows it where it may hold several', () => {
    const { writes, by } = openStore();
    writes.append([
      say('a', 'The capital of Ruritania is Strelsau.'),
      say('b', 'The capital of Ruritania is Zenda.'),
      say('c', 'Ana likes tea.'),
      say('d', 'Ana likes coffee.'),
    ]);
    expect([by('a'), by('b'), by('c'), by('d')]).toEqual(['b one', null, 'd many', null]);
  });

  test('that says the same replaces nothing, and a value that comes back is current again', () => {
    const { writes, by } = openStore();
    const values = ['300 seconds', '10 minutes', '5 min'];
    writes.append(values.map((value, n) => say(`v${n}`, `The timeout of X is ${value}.`)));
    expect([by('v0'), by('v1'), by('v2')]).toEqual([null, 'v2 one', null]);
  });

  test('does not count before it is known, nor while it is distrusted, taken back or not in force', () => {
    const { writes, by } = openStore();
    const day = (n: number) => Date.UTC(2025, 0, n);
    writes.append([
      say('a', 'The capital of Ruritania is Strelsau.', {}, { knownAt: day(1) }),
      say('b', 'The capital of Ruritania is Zenda.', {}, { knownAt: day(3) }),
      say('c', 'The capital of Ruritania is Hentzau.', { trust: 'invalid' }, { knownAt: day(4) }),
    ]);
    expect(by('a')).toBe('b one');
    expect(by('a', { knownAt: day(2) })).toBeNull();
    expect(by('a', { knownAt: null, inForce: () => false })).toBeNull();
    writes.append([memory({ id: 'r', text: 'That was a joke.', retracts: ['b'] }, { knownAt: day(5) })]);
    expect(by('a')).toBeNull();
    expect(by('a', { knownAt: day(4) })).toBe('b one');
  });

  test('of a lower band does not replace it', () => {
    const { writes, by } = openStore();
    writes.append([
      say('a', 'The capital of Ruritania is Strelsau.', { authority: 0.9 }),
      say('b', 'The capital of Ruritania is Zenda.', { authority: 0.6 }),
      say('c', 'The capital of Ruritania is Hentzau.', { authority: 0.3 }),
    ]);
    expect([by('a'), by('b')]).toEqual([null, null]);
  });

  test('is later by what was known when, then by its place in the thread, then by when it was written', () => {
    const { writes, by } = openStore();
    const said = (id: string, position: number, place: string, knownAt: number) => ({
      ...turn(id, 't', position, `The capital of Ruritania is ${place}.`),
      knownAt,
    });
    writes.append([said('c', 9, 'Hentzau', 5), said('a', 1, 'Strelsau', 5), said('d', 3, 'Tarlenheim', 7)]);
    expect([by('a'), by('c'), by('d')]).toEqual(['d one', 'd one', null]);
    writes.append([said('e', 2, 'Streslau', 7)]);
    expect([by('d'), by('e')]).toEqual([null, 'd one']);
  });
});

describe('sources', () => {
  test('another source, speaker, thread or namespace says nothing of this one', () => {
    const { writes, by } = openStore();
    const text = (place: string) => `The capital of Ruritania is ${place}.`;
    writes.append([
      say('a', text('Strelsau')),
      say('b', text('Zenda'), { source: 'other.txt' }),
      say('c', text('Zenda'), { author: 'Rudolf' }),
      say('d', text('Zenda'), {}, { namespace: 'elsewhere' }),
      turn('e', 'thread', 1, text('Hentzau')),
      turn('f', 'other thread', 1, text('Zenda')),
    ]);
    expect(['a', 'b', 'c', 'e', 'f'].map((id) => by(id))).toEqual([null, null, null, null, null]);
    expect(by('d', { knownAt: null }, 'elsewhere')).toBeNull();
  });

  test('a newer document of a source counts as later, wherever the line stands in it', () => {
    const { writes, by } = openStore();
    const filler = 'Nothing of note happened on that day. '.repeat(3);
    writes.append([
      document({ id: 'v1', text: `${filler}The capital of Ruritania is Strelsau.` }, { sourceRef: source }),
      document({ id: 'v2', text: `The capital of Ruritania is Zenda. ${filler}` }, { sourceRef: source }),
    ]);
    expect([by('v1#1'), by('v2#1')]).toEqual(['v2#1 one', null]);
  });

  test('a file that tells the newest first is read from its end', () => {
    const { writes, by } = openStore();
    const text =
      '# Changes\n\n## 2.0.0\n\nThe default port of Gate is 9100.\n\n## 1.0.0\n\nThe default port of Gate is 8080.\n';
    writes.append([document({ id: 'd', text })]);
    expect([by('d#1'), by('d#2')]).toEqual([null, 'd#1 one']);
  });

  test('what has no name is told apart by its heading', () => {
    const { writes, by } = openStore();
    const text = '# Kitchen\n\nThe colour is green.\n\n# Hall\n\nThe colour is blue.\n';
    writes.append([document({ id: 'd', text })]);
    expect([by('d#1'), by('d#2')]).toEqual([null, null]);
  });

  test('structure is judged as such, and what was extracted is no second statement', () => {
    const { writes, replaced } = openStore();
    const fact = { subject: 'Ruritania', predicate: 'capital', object: 'Zenda' };
    const extraction = { rule: 'r', version: '1', by: 'rules' as const, sourceItem: 'a', start: 0, end: 9 };
    writes.append([
      say('a', 'The capital of Ruritania is Strelsau.'),
      say('f', 'The capital of Ruritania is Zenda.', { fact }),
      say('x', 'The capital of Ruritania is Zenda.', { fact, extraction, derivedFrom: ['a'] }),
    ]);
    expect(replaced('a')).toEqual([['The capital of Ruritania is Strelsau.', null]]);
    expect(replaced('f')).toEqual([]);
  });
});

describe('texts of several sentences', () => {
  test('exactly the stale sentence is named, and only a text that says nothing else is stale as a whole', () => {
    const { writes, reads, items, replaced } = openStore();
    writes.append([
      say('long', 'We met at noon. The capital of Ruritania is Strelsau. Ana lives in Bonn. It rained.'),
      say('whole', '- The mill is located in Bonn.'),
      say('new', 'The capital of Ruritania is Zenda. The mill is located in Rome.'),
    ]);
    expect(replaced('long')).toEqual([
      ['The capital of Ruritania is Strelsau.', 'new one'],
      ['Ana lives in Bonn.', null],
    ]);
    const item = items.item('default', 'whole');
    if (item === null) throw new Error('no item');
    expect(reads([item], { knownAt: null }).get(item.rowid)).toMatchObject([
      { start: 2, end: 30, whole: true, replacedBy: { itemId: 'new', start: 35 } },
    ]);
  });

  test('two statements of one text are versions too', () => {
    const { writes, replaced } = openStore();
    writes.append([say('a', 'The mill is located in Bonn. The mill is located in Rome.')]);
    expect(replaced('a').map(([, by]) => by)).toEqual(['a one', null]);
  });
});

test('erasing the later statement revives the earlier one and leaves no row behind', () => {
  const { writes, erase, by, memory: db } = openStore();
  const [, outcome] = writes.append([
    say('a', 'The capital of Ruritania is Strelsau.'),
    say('b', 'The capital of Ruritania is Zenda.'),
  ]);
  if (outcome?.status !== 'appended') throw new Error('not appended');
  expect(by('a')).toBe('b one');
  erase(outcome.event.eventId, ['b']);
  expect(by('a')).toBeNull();
  expect(db.prepare('SELECT count(*) FROM statements').pluck().get()).toBe(1);
});

test('two thousand versions of one statement are answered by the newest', () => {
  const { writes, by } = openStore();
  writes.append(Array.from({ length: 2000 }, (_, n) => say(`v${n}`, `The serial number of X is ${n}.`)));
  expect([by('v0'), by('v1998'), by('v1999')]).toEqual(['v1999 one', 'v1999 one', null]);
});

const places = ['Strelsau', 'Zenda', 'Hentzau', 'Tarlenheim'] as const;
const statement = fc.record({
  subject: fc.constantFrom('Ruritania', 'Graustark'),
  place: fc.constantFrom(...places),
  position: fc.nat(50),
});

const mixed = (position: number, shift: number) => ((position + shift) * 31) % 53;

describe('for any statements', () => {
  test('with unlike places and one time, the order in which they were written does not matter', () => {
    const { writes, by } = openStore();
    let runs = 0;
    fc.assert(
      fc.property(
        fc.uniqueArray(statement, { maxLength: 12, selector: ({ position }) => position }),
        fc.nat(16),
        (statements, shift) => {
          runs++;
          const shuffled = statements.toSorted((a, b) => mixed(a.position, shift) - mixed(b.position, shift));
          for (const [at, order] of [statements, shuffled].entries()) {
            const namespace = `run ${runs} order ${at}`;
            writes.append(
              order.map(({ subject, place, position }) => ({
                ...turn(`p${position}`, 't', position, `The capital of ${subject} is ${place}.`),
                namespace,
                knownAt: 1,
              })),
            );
            // The newest of each group, and nothing else, says what is current: one group for each subject.
            for (const { subject, place, position } of statements) {
              const group = statements.filter((other) => other.subject === subject);
              const newest = group.toSorted((a, b) => b.position - a.position)[0];
              const expected = newest?.place === place ? null : `p${newest?.position} one`;
              expect(by(`p${position}`, { knownAt: null }, namespace)).toBe(expected);
            }
          }
        },
      ),
      { seed: 11, numRuns: 60 },
    );
  });

  test('rebuilt rows equal those written one by one, erased ones included', async () => {
    const { writes, erase, projector } = openStore();
    const outcomes = places.flatMap((place, n) =>
      writes.append([
        say(`a${n}`, `The capital of Ruritania is ${place}. Ana lives in ${place}.`),
        document({ id: `d${n}`, text: `# ${place}\n\nThe seat of Acme is ${place}.` }, { sourceRef: 'd.md' }),
      ]),
    );
    const [, , third] = outcomes;
    if (third?.status !== 'appended') throw new Error('not appended');
    erase(third.event.eventId, ['a1']);
    const before = projector.digest();
    const report = await writes.rebuild();
    expect(report.digestAfter).toBe(before);
  });
});
