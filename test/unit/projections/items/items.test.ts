import { describe, expect, test } from 'vitest';
import { document, memory, openTestStore } from '../store.ts';

describe('items', () => {
  test('an item has every field of its event and object', () => {
    const { writes, items } = openTestStore();
    const knownAt = Date.UTC(2025, 4, 1);
    const [outcome] = writes.append([
      memory(
        {
          id: 'a',
          text: 'The build takes 5 minutes.',
          title: 'Build',
          author: 'Ana',
          thread: 't',
          position: 3,
          caption: 'a clock',
          entities: ['build', 'Ana'],
          derivedFrom: [],
          source: 'chat.json',
          authority: 0.9,
          confidence: 0.7,
          trust: 'untrusted',
        },
        {
          occurredAt: Date.UTC(2025, 3, 1),
          knownAt,
          sourceType: 'import',
          privacyClass: 'personal',
          retentionClass: 'days:9',
        },
      ),
    ]);
    expect(outcome).toMatchObject({ status: 'appended', itemId: 'a', event: { seq: 1 } });
    expect(items.item('default', 'a')).toEqual({
      rowid: 1,
      itemId: 'a',
      namespace: 'default',
      kind: 'turn',
      text: 'The build takes 5 minutes.',
      title: 'Build',
      author: 'Ana',
      thread: 't',
      position: 3,
      caption: 'a clock',
      entities: ['build', 'Ana'],
      derivedFrom: [],
      source: 'chat.json',
      sourceType: 'import',
      occurredAt: Date.UTC(2025, 3, 1),
      validFrom: null,
      validTo: null,
      observedAt: Date.UTC(2025, 3, 1),
      recordedAt: Date.UTC(2026, 0, 1),
      knownAt,
      authority: 0.9,
      confidence: 0.7,
      salience: 0.5,
      supersedes: [],
      privacyClass: 'personal',
      retentionClass: 'days:9',
      trust: 'untrusted',
      contentHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      eventSeq: 1,
      eventId: expect.any(String),
      documentId: null,
      start: null,
      end: null,
      heading: null,
    });
  });

  test('an object without an id is known by its event, and what it leaves open has defaults', () => {
    const { writes, items } = openTestStore();
    const [outcome] = writes.append([memory({ text: 'plain' }, { sourceRef: 'notes.txt' })]);
    if (outcome?.status !== 'appended') throw new Error('not appended');
    expect(outcome.itemId).toBe(outcome.event.eventId);
    expect(items.item('default', outcome.event.eventId)).toMatchObject({
      kind: 'memory',
      authority: 0.6,
      confidence: 0.8,
      salience: 0.5,
      trust: 'trusted',
      source: 'notes.txt',
    });
  });

  test('a structured part alone gives its kind, plain words and valid interval', () => {
    const { writes, items } = openTestStore();
    writes.append([
      memory({
        id: 'f',
        fact: { subject: 'router', predicate: 'timeout', object: 30, validFrom: '2026-03-01T00:00:00Z', validTo: null },
      }),
      memory({ id: 'e', edge: { from: 'Ana', relation: 'works_with', to: 'Ben', validTo: '2026-04-01T00:00:00Z' } }),
      memory({ id: 'c', cause: { cause: 'the upgrade', effect: 'the outage' } }),
      memory({ id: 't', text: 'The timeout is 30.', fact: { subject: 'router', predicate: 'timeout', object: 30 } }),
      memory({ id: 'k', kind: 'lesson', text: 'Measure first.' }),
      memory({ id: 'd', kind: 'document', text: 'Called a document, but a memory.' }),
    ]);
    expect(items.item('default', 'f')).toMatchObject({
      kind: 'fact',
      text: 'router timeout 30',
      validFrom: Date.UTC(2026, 2, 1),
      validTo: null,
    });
    expect(items.item('default', 'e')).toMatchObject({
      kind: 'edge',
      text: 'Ana works_with Ben',
      validTo: Date.UTC(2026, 3, 1),
    });
    expect(items.item('default', 'c')).toMatchObject({ kind: 'cause', text: 'the upgrade causes the outage' });
    expect(items.item('default', 't')?.kind).toBe('memory');
    expect(items.item('default', 'k')?.kind).toBe('lesson');
    expect(items.item('default', 'd')?.kind).toBe('memory');
  });

  test('the same id in two namespaces is two items', () => {
    const { writes, items } = openTestStore();
    writes.append([
      memory({ id: 'a', text: 'one' }, { namespace: 'left' }),
      memory({ id: 'a', text: 'two' }, { namespace: 'right' }),
    ]);
    expect(items.item('left', 'a')?.text).toBe('one');
    expect(items.item('right', 'a')?.text).toBe('two');
    expect(items.item('default', 'a')).toBeNull();
  });

  test('rows come back in the order asked for, without those that are gone', () => {
    const { writes, items } = openTestStore();
    writes.append(['a', 'b', 'c'].map((id) => memory({ id, text: id })));
    expect(items.itemsByRowid([3, 99, 1]).map(({ itemId }) => itemId)).toEqual(['c', 'a']);
  });

  test('a row number is never given twice, not even after a rebuild', async () => {
    const { writes, items, erase, memory: db } = openTestStore();
    const [outcome] = writes.append([memory({ id: 'a', text: 'one' })]);
    if (outcome?.status !== 'appended') throw new Error('not appended');
    erase(outcome.event.eventId, ['a']);
    writes.append([memory({ id: 'b', text: 'two' })]);
    await writes.rebuild();
    expect(items.item('default', 'b')?.rowid).toBe(3);
    expect(db.prepare('SELECT max(rowid) AS highest FROM items').get()).toEqual({ highest: 3 });
  });
});

describe('counts', () => {
  test('are exact by namespace and kind, through erasing, and empty namespaces vanish', () => {
    const { writes, items, erase } = openTestStore();
    const outcomes = writes.append([
      memory({ id: 'a', text: 'one' }, { namespace: 'left', knownAt: Date.UTC(2026, 5, 1) }),
      memory({ id: 'b', text: 'two' }, { namespace: 'left', knownAt: Date.UTC(2026, 2, 1) }),
      document({ id: 'd', text: '# A\n\na\n\n# B\n\nb' }, { namespace: 'right', knownAt: Date.UTC(2024, 0, 1) }),
    ]);
    expect(items.namespaces()).toEqual([
      { namespace: 'right', items: 3, lastKnownAt: '2024-01-01T00:00:00.000Z' },
      { namespace: 'left', items: 2, lastKnownAt: '2026-06-01T00:00:00.000Z' },
    ]);
    expect(items.countsByKind()).toEqual({ chunk: 2, document: 1, memory: 2 });
    const eventIds = outcomes.map((outcome) => (outcome.status === 'appended' ? outcome.event.eventId : ''));
    erase(eventIds[0] ?? '', ['a'], 'left');
    expect(items.namespaces()[1]).toEqual({ namespace: 'left', items: 1, lastKnownAt: '2026-03-01T00:00:00.000Z' });
    erase(eventIds[2] ?? '', ['d'], 'right');
    expect(items.namespaces().map(({ namespace }) => namespace)).toEqual(['left']);
    expect(items.countsByKind()).toEqual({ memory: 1 });
    expect(items.total()).toBe(1);
  });
});
