import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { EventDraft } from '../../main/ledger/event.ts';
import { openKeywords } from '../../main/projections/keywords/keywords.ts';
import { document, memory, openTestStore, type TestStore, turn } from '../unit/projections/store.ts';

/** With the keyword index, which takes over words of neighbours and so must forget them too. */
const openStore = () => openTestStore((db) => [openKeywords(db)]);

const ids = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h');
const namespaces = fc.constantFrom('left', 'right');
const words = fc.string({ unit: 'grapheme', maxLength: 40 }).map((text) => `words ${text}`);
const sections = fc.array(fc.tuple(words, fc.nat(30)), { maxLength: 4 });

/** One step of a life: a draft, or the erasing of one of the events written so far (`erase`, as a share of them). */
type Step = { readonly draft: EventDraft } | { readonly erase: number };

const draft: fc.Arbitrary<EventDraft> = fc.oneof(
  fc
    .record({ id: fc.option(ids, { nil: undefined }), text: words, supersedes: fc.array(ids, { maxLength: 2 }) })
    .chain((object) => namespaces.map((namespace) => memory(object, { namespace }))),
  fc
    .tuple(ids, fc.constantFrom('t1', 't2'), fc.integer({ min: -2, max: 5 }), namespaces)
    .map(([id, thread, position, namespace]) => ({ ...turn(id, thread, position), namespace })),
  fc
    .tuple(ids, sections, fc.constantFrom('x.md', 'y.md', undefined), namespaces)
    .map(([id, parts, sourceRef, namespace]) => {
      const text = parts.map(([title, repeats]) => `# ${title}\n\n${`${title}. `.repeat(repeats)}`).join('\n\n');
      return document({ id: `doc-${id}`, text: `start ${text}` }, { sourceRef, namespace });
    }),
  fc
    .tuple(ids, ids, namespaces)
    .map(([target, cause, namespace]) =>
      memory({ retracts: [target], corrects: [`doc-${target}`], cause: { cause, effect: target } }, { namespace }),
    ),
);
const life: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: draft.map((draft) => ({ draft })) },
    { weight: 1, arbitrary: fc.double({ min: 0, max: 0.999, noNaN: true }).map((erase) => ({ erase })) },
  ),
  { maxLength: 30 },
);

/** Lives it: drafts in batches of the given sizes, which an erasing cuts short. */
function live(store: TestStore, steps: readonly Step[], sizes: readonly number[]): void {
  const written: { eventId: string; itemId: string; namespace: string }[] = [];
  let batch: EventDraft[] = [];
  let size = 0;
  const flush = () => {
    const outcomes = store.writes.append(batch);
    for (const [index, outcome] of outcomes.entries()) {
      const namespace = batch[index]?.namespace ?? '';
      if (outcome.status !== 'appended' || outcome.itemId === null) continue;
      written.push({ eventId: outcome.event.eventId, itemId: outcome.itemId, namespace });
    }
    batch = [];
    size++;
  };
  for (const step of steps) {
    if ('draft' in step) {
      batch.push(step.draft);
      if (batch.length >= (sizes[size % sizes.length] ?? 1)) flush();
      continue;
    }
    flush();
    const [gone] = written.splice(Math.floor(step.erase * written.length), 1);
    if (gone !== undefined) store.erase(gone.eventId, [gone.itemId], gone.namespace);
  }
  flush();
}

function countsAsTheyAre({ memory: db, items }: TestStore) {
  const kinds = db.prepare('SELECT kind, count(*) AS items FROM items GROUP BY kind ORDER BY kind').all();
  expect(Object.entries(items.countsByKind()).map(([kind, items]) => ({ kind, items }))).toEqual(kinds);
  const namespaces = db
    .prepare(
      `SELECT namespace, count(*) AS items, max(known_at) AS lastKnownAt FROM items
       GROUP BY namespace ORDER BY max(event_seq) DESC`,
    )
    .all() as { lastKnownAt: number }[];
  expect(items.namespaces()).toEqual(
    namespaces.map((row) => ({ ...row, lastKnownAt: new Date(row.lastKnownAt).toISOString() })),
  );
}

/** Everything that is read of the items, without the row numbers. */
function view({ memory: db, items }: TestStore) {
  const rowids = db.prepare('SELECT rowid FROM items ORDER BY namespace, item_id').pluck().all() as number[];
  const nameOf = (rowid: number | null) => (rowid === null ? null : items.itemsByRowid([rowid])[0]?.itemId);
  return items.itemsByRowid(rowids).map(({ rowid, ...item }) => {
    const { previous, next } = items.turnNeighbours(rowid);
    return { ...item, previous: nameOf(previous), next: nameOf(next) };
  });
}

describe('rebuild', () => {
  test('any life, in any batches, ends in the rows that a rebuild makes', async () => {
    await fc.assert(
      fc.asyncProperty(
        life,
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 }),
        async (steps, sizes) => {
          const store = openStore();
          live(store, steps, sizes);
          expect(store.writes.behind()).toEqual({ events: 0, error: null });
          countsAsTheyAre(store);
          const before = view(store);
          const report = await store.writes.rebuild();
          expect(report.digestAfter).toBe(report.digestBefore);
          expect(view(store)).toEqual(before);
          countsAsTheyAre(store);
        },
      ),
      { seed: 7, numRuns: 40 },
    );
  });

  test('the ledger alone is enough: an empty memory.db catches up to the same digest, one event at a time', () => {
    fc.assert(
      fc.property(life, (steps) => {
        const store = openStore();
        live(store, steps, [4]);
        const digest = store.projector.digest();
        store.projector.truncateAll();
        expect(store.items.total()).toBe(0);
        store.projector.catchUp(undefined, 1);
        expect(store.projector.digest()).toBe(digest);
      }),
      { seed: 8, numRuns: 20 },
    );
  });

  test('the digest tells a changed word, position, supersession or document', () => {
    const digestOf = (...drafts: EventDraft[]) => {
      const { writes, projector } = openStore();
      writes.append(drafts);
      return projector.digest();
    };
    const eventId = 'fixed';
    const digests = [
      digestOf(),
      digestOf({ ...turn('a', 't', 1), eventId }),
      digestOf({ ...turn('a', 't', 2), eventId }),
      digestOf({ ...turn('a', 't', 1, 'other words'), eventId }),
      digestOf(memory({ id: 'a', text: 'x', thread: 't', position: 1, supersedes: ['b'] }, { eventId })),
      digestOf(memory({ id: 'a', text: 'x', thread: 't', position: 1, retracts: ['b'] }, { eventId })),
      digestOf(document({ id: 'a' }, { eventId })),
      digestOf(document({ id: 'a', frontmatter: { a: 1 } }, { eventId })),
    ];
    expect(new Set(digests).size).toBe(digests.length);
  });
});

describe('erase', () => {
  const secret = (part: string) => `Zq7-${part}-unrepeatable`;

  function bytesHolding(dir: string, needle: string): string[] {
    return readdirSync(dir).filter((file) => readFileSync(join(dir, file)).includes(needle));
  }

  test('leaves no byte of the words, titles, captions, chunks or front matter in any file', async () => {
    const store = openStore();
    const filler = Array.from({ length: 300 }, (_, n) => turn(`f${n}`, 't', n * 2, `ordinary words ${n}`));
    store.writes.append(filler.slice(0, 150));
    const text = `# ${secret('heading')}\n\n${`${secret('paragraph')} goes on. `.repeat(2000)}`;
    const outcomes = store.writes.append([
      document({ id: 'd', text, title: secret('title'), frontmatter: { key: secret('front') } }, { sourceRef: 'd.md' }),
      memory({
        id: 'm',
        text: secret('turn'),
        thread: 't',
        position: 31,
        author: secret('author'),
        caption: secret('caption'),
        entities: [secret('entity')],
        supersedes: [secret('target')],
      }),
    ]);
    store.writes.append(filler.slice(150));
    store.checkpoint();
    const parts = ['heading', 'paragraph', 'title', 'front', 'turn', 'author', 'caption', 'entity', 'target'];
    for (const part of parts) expect(bytesHolding(store.dir, secret(part))).not.toEqual([]);

    for (const [index, id] of ['d', 'm'].entries()) {
      const outcome = outcomes[index];
      if (outcome?.status !== 'appended') throw new Error('not appended');
      store.erase(outcome.event.eventId, [id]);
    }
    store.checkpoint();
    for (const part of parts) expect(bytesHolding(store.dir, secret(part))).toEqual([]);
    expect(store.items.total()).toBe(300);

    const report = await store.writes.rebuild();
    expect(report.digestAfter).toBe(report.digestBefore);
    store.checkpoint();
    for (const part of parts) expect(bytesHolding(store.dir, secret(part))).toEqual([]);
  });
});
