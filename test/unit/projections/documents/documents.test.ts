import { describe, expect, test } from 'vitest';
import { document, memory, openTestStore } from '../store.ts';

const sourceRef = 'notes/build.md';

describe('documents', () => {
  test('a document is one item without words and chunk items with exact offsets and its title', () => {
    const { writes, items, memory: db } = openTestStore();
    const text = '# Build\n\nRun it.\n\n## Cache\n\nClear it 🚀 first.';
    const [outcome] = writes.append([
      document(
        { id: 'd', title: 'Build', text, author: 'Ana', entities: ['cache'], frontmatter: { tags: ['x'] } },
        { sourceRef },
      ),
    ]);
    expect(outcome).toMatchObject({ status: 'appended', itemId: 'd' });
    expect(items.item('default', 'd')).toMatchObject({ kind: 'document', text: '', title: 'Build', source: sourceRef });
    const chunk = items.item('default', 'd#2');
    expect(chunk).toMatchObject({
      kind: 'chunk',
      documentId: 'd',
      heading: 'Build > Cache',
      title: 'Build',
      author: 'Ana',
      entities: ['cache'],
      source: sourceRef,
    });
    expect(text.slice(chunk?.start ?? 0, chunk?.end ?? 0)).toBe(chunk?.text);
    expect(db.prepare('SELECT * FROM documents').get()).toMatchObject({
      item_id: 'd',
      source_ref: sourceRef,
      media_type: 'text/markdown',
      frontmatter: '{"tags":["x"]}',
      length: text.length,
      chunks: 2,
    });
  });

  test('a newer document of the same source replaces the older one and its chunks, link by link', () => {
    const { writes, items, said, erase } = openTestStore();
    const dates = [1, 2, 3].map((month) => Date.UTC(2025, month, 1));
    const outcomes = writes.append(
      dates.map((occurredAt, n) => document({ id: `v${n + 1}`, text: `text ${n}` }, { sourceRef, occurredAt })),
    );
    writes.append([
      document({ id: 'other', text: 'text' }, { sourceRef: 'other.md' }),
      document({ id: 'none' }),
      document({ id: 'none2' }),
    ]);
    const [, second, third] = [1, 2, 3].map((n) => ({ by: `v${n}`, relation: 'supersedes', from: dates[n - 1] }));
    expect(said('v1#1')).toEqual([second, third]);
    expect(said('v2')).toEqual([third]);
    expect(items.item('default', 'v3')?.supersedes).toEqual(['v2']);
    for (const id of ['v3', 'v3#1', 'other#1', 'none', 'none2']) expect(said(id)).toEqual([]);
    const outcome = outcomes[1];
    if (outcome?.status !== 'appended') throw new Error('not appended');
    erase(outcome.event.eventId, ['v2']);
    expect(said('v1')).toEqual([third]);
    expect(items.item('default', 'v3')?.supersedes).toEqual(['v1']);
    expect(items.item('default', 'v2#1')).toBeNull();
  });

  test('a document about a day to come replaces the older one as soon as it is known', () => {
    const { writes, items, said } = openTestStore();
    const occurredAt = Date.UTC(2999, 0, 1);
    writes.append([
      document({ id: 'v1' }, { sourceRef, occurredAt }),
      document({ id: 'v2' }, { sourceRef, occurredAt }),
    ]);
    const { knownAt } = items.item('default', 'v2') ?? {};
    expect(said('v1')).toEqual([{ by: 'v2', relation: 'supersedes', from: knownAt }]);
    expect(knownAt).toBeLessThan(occurredAt);
  });

  test('the same source in another namespace is another document', () => {
    const { writes, said } = openTestStore();
    writes.append([
      document({ id: 'a' }, { sourceRef, namespace: 'left' }),
      document({ id: 'b' }, { sourceRef, namespace: 'right' }),
    ]);
    expect(said('a', 'left')).toEqual([]);
  });

  test('a chunk whose id a memory already bears is known by its event', () => {
    const { writes, items } = openTestStore();
    writes.append([memory({ id: 'd#1', text: 'mine' })]);
    const [outcome] = writes.append([document({ id: 'd', text: 'yours' })]);
    if (outcome?.status !== 'appended') throw new Error('not appended');
    expect(items.item('default', 'd#1')?.text).toBe('mine');
    expect(items.item('default', `${outcome.event.eventId}#1`)).toMatchObject({ text: 'yours', documentId: 'd' });
  });
});
