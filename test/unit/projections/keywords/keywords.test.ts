import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { EventDraft } from '../../../../main/ledger/event.ts';
import { openKeywords } from '../../../../main/projections/keywords/keywords.ts';
import type { Database } from '../../../../main/store/sqlite.ts';
import { document, memory, openTestStore, type TestStore, turn } from '../store.ts';

const openStore = () => openTestStore((db) => [openKeywords(db)]);

function write(store: TestStore, ...drafts: EventDraft[]): string[] {
  return store.writes.append(drafts).map((outcome) => {
    if (outcome.status === 'refused') throw new Error(outcome.message);
    return outcome.event.eventId;
  });
}

function digestOf(db: Database): string {
  const hash = createHash('sha256');
  openKeywords(db).digest(hash);
  return hash.digest('hex');
}

const terms = (db: Database) =>
  db.prepare("SELECT substr(term, instr(term, ':') + 1) FROM keyword_counts ORDER BY 1").pluck().all();

describe('the keyword index', () => {
  test('holds text, heading, names, caption, identifiers and day of an item', () => {
    const store = openStore();
    write(
      store,
      memory({
        text: 'see foundation_router',
        title: 'Plan',
        author: 'Ann',
        entities: ['Bob'],
        caption: 'a map',
        occurredAt: '2023-05-08T10:00:00Z',
      }),
    );
    const columns = store.memory.prepare('SELECT DISTINCT col FROM keyword_places ORDER BY col').pluck().all();
    expect(columns).toEqual(expect.arrayContaining(['caption', 'days', 'heading', 'identifiers', 'names', 'words']));
    expect(terms(store.memory)).toEqual(
      expect.arrayContaining(['ann', 'bob', 'foundat', 'foundation_router', 'map', 'plan', 'router', 'see']),
    );
  });

  test('holds a document by its chunks alone', () => {
    const store = openStore();
    write(store, document({ id: 'd', title: 'Almanac', text: 'winter comes' }));
    expect(store.memory.prepare('SELECT count(*) FROM keyword_items').pluck().get()).toBe(1);
    expect(terms(store.memory)).toEqual(expect.arrayContaining(['almanac', 'winter']));
  });

  test('indexes an item once, however often its neighbours touch it', () => {
    const store = openStore();
    write(store, turn('a', 't', 1, 'first words'));
    write(store, turn('b', 't', 2, 'second words'));
    expect(store.memory.prepare("SELECT doc FROM keyword_counts WHERE term = '1:word'").pluck().get()).toBe(2);
    expect(store.memory.prepare("SELECT cnt FROM keyword_counts WHERE term = '1:first'").pluck().get()).toBe(1);
  });

  test('keeps the terms of one namespace apart from those of another', () => {
    const store = openStore();
    write(store, memory({ text: 'shared' }), memory({ text: 'shared' }, { namespace: 'other' }));
    const counts = store.memory
      .prepare("SELECT term, doc FROM keyword_counts WHERE term LIKE '%:share' ORDER BY term")
      .raw()
      .all();
    expect(counts).toEqual([
      ['1:share', 1],
      ['2:share', 1],
    ]);
  });
});

describe('the digest', () => {
  const text = fc.array(fc.constantFrom('alpha', 'beta', 'foundation_router', 'v1.5.2', '東京', 'PROJ-12'), {
    minLength: 1,
    maxLength: 6,
  });

  test('is the same whether items come one by one, all at once or after a rebuild', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(text, fc.constantFrom('x', 'y')), { minLength: 1, maxLength: 8 }), (rows) => {
        const drafts = rows.map(([words, namespace], n) =>
          memory({ id: `i${n}`, text: words.join(' ') }, { namespace }),
        );
        const slow = openStore();
        for (const draft of drafts) write(slow, draft);
        const quick = openStore();
        write(quick, ...drafts);
        const before = digestOf(slow.memory);
        expect(digestOf(quick.memory)).toBe(before);
        slow.projector.truncateAll();
        slow.projector.catchUp();
        expect(digestOf(slow.memory)).toBe(before);
      }),
      { numRuns: 8 },
    );
  });

  test('after erasing is that of a store which never held the item', () => {
    const store = openStore();
    const [kept, gone] = write(
      store,
      memory({ id: 'a', text: 'alpha beta' }),
      memory({ id: 'b', text: 'beta gamma_x' }),
    );
    const other = openStore();
    write(other, memory({ id: 'a', text: 'alpha beta' }));
    expect(digestOf(store.memory)).not.toBe(digestOf(other.memory));
    store.erase(gone ?? '', ['b']);
    expect(digestOf(store.memory)).toBe(digestOf(other.memory));
    store.erase(kept ?? '', ['a']);
    expect(digestOf(store.memory)).toBe(digestOf(openStore().memory));
  });

  test('changes when a posting is lost', () => {
    const store = openStore();
    write(store, memory({ text: 'alpha' }));
    const before = digestOf(store.memory);
    const { item, length } = store.memory.prepare('SELECT item, length FROM keyword_items').get() as {
      item: number;
      length: number;
    };
    store.memory
      .prepare("INSERT INTO keywords (keywords, rowid, words) VALUES ('delete', ? * 256 + ?, '1:alpha')")
      .run(item, length);
    expect(digestOf(store.memory)).not.toBe(before);
  });
});

describe('erasing', () => {
  /** Letters that no English ending is made of, so that a word stands in the index as it is written. */
  const secretWord = (n: number) =>
    [...createHash('sha256').update(`secret ${n}`).digest()].map((byte) => 'bcdfghjklmnpqrtvwxz'[byte % 19]).join('');

  function bytesOf({ dir }: TestStore): string {
    return ['memory.db', 'memory.db-wal']
      .map((name) => join(dir, name))
      .filter((path) => existsSync(path))
      .map((path) => readFileSync(path, 'latin1'))
      .join('\n');
  }

  test('leaves no byte of the words, in one item of many and in whichever place of the index', () => {
    const store = openStore();
    const drafts = Array.from({ length: 1200 }, (_, n) =>
      memory({
        id: `i${n}`,
        text: `${secretWord(n)} likes ${secretWord(n + 5000)}_router and common words like item${n}`,
        title: secretWord(n + 10_000),
      }),
    );
    const events: string[] = [];
    for (let at = 0; at < drafts.length; at += 100) events.push(...write(store, ...drafts.slice(at, at + 100)));
    for (let n = 0; n < drafts.length; n += 12) store.erase(events[n] ?? '', [`i${n}`]);
    store.checkpoint();
    const bytes = bytesOf(store);
    const words = (n: number) => [secretWord(n), secretWord(n + 5000), secretWord(n + 10_000)];
    // Eight letters of nineteen are nobody else's: already the beginning of a word would tell it.
    const found = drafts.flatMap((_, n) =>
      n % 12 === 0 ? words(n).filter((word) => bytes.includes(word.slice(0, 8))) : [],
    );
    expect(found).toEqual([]);
    expect(words(1).every((word) => bytes.includes(word.slice(4)))).toBe(true);
  });

  test('forgets everything when the projection is truncated', () => {
    const store = openStore();
    write(store, memory({ text: `${secretWord(1)} words` }));
    openKeywords(store.memory).truncate();
    expect(terms(store.memory)).toEqual([]);
    expect(store.memory.prepare('SELECT count(*) FROM keyword_terms').pluck().get()).toBe(0);
  });
});
