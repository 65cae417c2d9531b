import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { MemoryObject } from '../../../../main/contract/memory.ts';
import { openKeywords } from '../../../../main/projections/keywords/keywords.ts';
import type { ReadBounds } from '../../../../main/retrievers/search/clauseHits.ts';
import { openSearch } from '../../../../main/retrievers/search/search.ts';
import { document, memory, openTestStore } from '../../projections/store.ts';

type Note = string | (MemoryObject & { namespace?: string; at?: number });

/** A store of notes, each with its place in the list as its id, and a question to it that answers in ids. */
function openNotes(...notes: readonly Note[]) {
  const store = openTestStore((db) => [openKeywords(db)]);
  const drafts = notes.map((note, n) => {
    const {
      namespace = 'default',
      at,
      ...payload
    }: Exclude<Note, string> = typeof note === 'string' ? { text: note } : note;
    return memory({ id: `${n}`, ...payload }, { namespace, occurredAt: at });
  });
  store.writes.append(drafts);
  const search = openSearch(store.memory);
  const idOf = store.memory.prepare<[number], string>('SELECT item_id FROM items WHERE rowid = ?').pluck();
  const query = (text: string, namespaces: readonly string[] = ['default'], depth = 20) => ({
    text,
    namespaces,
    depth,
    now: Date.UTC(2026, 0, 1),
    timeZone: 'UTC',
    knownAt: null,
    includeHistorical: false,
  });
  const result = (...asked: Parameters<typeof query>) => search(query(...asked));
  return {
    ...store,
    result,
    named: (text: string, names: readonly string[]) => search({ ...query(text), otherNames: { names, text } }),
    bounded: (bounds: ReadBounds, text: string) => openSearch(store.memory, bounds)(query(text, ['default'], 100)),
    ask: (text: string, namespaces?: readonly string[], depth?: number) =>
      result(text, namespaces, depth).candidates.map(({ rowid }) => idOf.get(rowid)),
  };
}

test('another name of what is asked about helps an item that has it, and is missed in none', () => {
  const { result, named } = openNotes('the old kiln cracked', 'Kiln North cracked', 'the shed cracked');
  const widened = named('old kiln cracked', ['kiln north']);
  expect(widened.terms).toEqual(result('old kiln cracked').terms);
  expect(widened.candidates).toHaveLength(3);
  expect(widened.candidates.find(({ signals }) => `${signals.matched}`.includes('kiln north'))?.rank).toBeLessThan(3);
});

describe('identifiers', () => {
  test('finds foundation_router by its words, by its other spelling and by a fragment', () => {
    const { ask } = openNotes('the foundation_router decides', 'the gateway decides', 'a memory of something else');
    expect(ask('foundation_router')).toEqual(['0']);
    expect(ask('foundation router')).toEqual(['0']);
    expect(ask('FoundationRouter')).toEqual(['0']);
    expect(ask('foundation-router')).toEqual(['0']);
    expect(ask('oundation_rout')).toEqual(['0']);
    expect(ask('oundation')).toEqual(['0']);
  });

  test('finds FoundationRouter by foundation_router', () => {
    const { ask } = openNotes('class FoundationRouter extends Base', 'foundation of the house');
    expect(ask('foundation_router')).toEqual(['0']);
    expect(ask('oundation_rout')).toEqual(['0']);
  });

  test('the exact identifier outranks its words apart', () => {
    const { ask } = openNotes(
      'the router stands on a foundation; router and foundation again, foundation and router',
      'see foundation_router',
      'a foundation router in words',
    );
    expect(ask('where is foundation_router defined?')[0]).toBe('1');
  });

  test('does not answer 1.5.1 for 1.5.2', () => {
    const { ask } = openNotes('upgraded to v1.5.1 today', 'upgraded to v1.5.2 today', 'upgraded to 11.5.2 today');
    expect(ask('1.5.2')).toEqual(['1']);
    expect(ask('v1.5.2')).toEqual(['1']);
    expect(ask('1.5.1')).toEqual(['0']);
    expect(ask('1.5.3')).toEqual([]);
    expect(ask('1.5')).toEqual([]);
    expect(ask('5.2')).toEqual([]);
  });

  test('a version at the end of a sentence or inside a name is the same version', () => {
    const { ask } = openNotes('We run 1.5.2.', 'file app-v1.5.2.tgz', 'file app-v1.5.20.tgz');
    expect(ask('version 1.5.2').sort()).toEqual(['0', '1']);
  });

  test('does not answer one ticket or file for another', () => {
    const { ask } = openNotes('PROJ-1234 is open', 'memory-tools.ts holds it', 'PROJ-12345 is closed', 'PROJ 9 lives');
    expect(ask('PROJ-1234')).toEqual(['0']);
    expect(ask('proj1234')).toEqual(['0']);
    expect(ask('PROJ-123')).toEqual([]);
    expect(ask('PROJ-1235')).toEqual([]);
    expect(ask('memory-tools.js')).toEqual([]);
    expect(ask('memory-tools.ts')).toEqual(['1']);
    expect(ask('memory-tools')).toEqual(['1']);
  });

  test('finds paths by their end, URLs by their host, addresses by their name and hashes by their beginning', () => {
    const { ask } = openNotes(
      'edit main/projections/keywords.ts now',
      'see https://docs.example.com/guide/foo_bar?x=1',
      'write to caroline.smith@example.org',
      'reverted in 3f2a91c4d5e6f7a8b9c0d1e2f3a4b5c6d7e8f9a0',
    );
    expect(ask('projections/keywords.ts')).toEqual(['0']);
    expect(ask('keywords.ts')).toEqual(['0']);
    expect(ask('docs.example.com')).toEqual(['1']);
    expect(ask('foo_bar')).toEqual(['1']);
    expect(ask('https://docs.example.com/guide/foo_bar?x=1')).toEqual(['1']);
    expect(ask('caroline.smith')).toEqual(['2']);
    expect(ask('3f2a91c4')).toEqual(['3']);
    expect(ask('3f2a91c5')).toEqual([]);
  });

  test('finds a number with its unit in either spelling', () => {
    const { ask } = openNotes('timeout is 300ms', 'timeout is 300 ms', 'timeout is 301ms');
    expect(ask('300 ms').slice(0, 2).sort()).toEqual(['0', '1']);
    expect(ask('300ms').sort()).toEqual(['0', '1']);
  });
});

describe('words of any language', () => {
  test('any two characters of a text without spaces find it, and one that begins a pair', () => {
    const { ask } = openNotes('昨日は東京都港区に行った', '大阪は雨だった', '오늘 한국어를 공부했다');
    expect(ask('東京')).toEqual(['0']);
    expect(ask('京都')).toEqual(['0']);
    expect(ask('港')).toEqual(['0']);
    expect(ask('雨')).toEqual(['1']);
    expect(ask('한국어')).toEqual(['2']);
    expect(ask('名古屋')).toEqual([]);
  });

  test('Cyrillic, Greek, Thai and Arabic are found without case and marks', () => {
    const { ask } = openNotes('Мы были в МОСКВЕ у ёлки', 'Η Αθήνα είναι ωραία', 'ฉันรักภาษาไทย', 'مُحَمَّد يكتب');
    expect(ask('москве')).toEqual(['0']);
    expect(ask('елки')).toEqual(['0']);
    expect(ask('αθηνα')).toEqual(['1']);
    expect(ask('ภาษา')).toEqual(['2']);
    expect(ask('محمد')).toEqual(['3']);
  });

  test('diacritics may be left out or written', () => {
    const { ask } = openNotes('le café à Zürich', 'plain cafe');
    expect(ask('cafe').sort()).toEqual(['0', '1']);
    expect(ask('café').sort()).toEqual(['0', '1']);
    expect(ask('zurich')).toEqual(['0']);
  });

  test('possessives, endings and hyphens do not hide a word', () => {
    const { ask } = openNotes('Caroline’s paintings', 'her self-care routine', 'he sent an e-mail');
    expect(ask('Caroline painted')).toEqual(['0']);
    expect(ask('self care')).toEqual(['1']);
    expect(ask('selfcare')).toEqual(['1']);
    expect(ask('email')).toEqual(['2']);
  });
});

describe('a question', () => {
  test('in quotation marks finds the phrase alone, and its words where no item has the phrase', () => {
    const { ask } = openNotes('to be or not to be', 'not to be confused', 'a gray cat sat', 'a cat that is gray');
    expect(ask('"or not to be"')).toEqual(['0']);
    expect(ask('"gray cat"')).toEqual(['2']);
    expect(ask('"gray dog cat"').sort()).toEqual(['2', '3']);
  });

  test('of function words alone is still answered', () => {
    expect(openNotes('to be or not to be', 'nothing here').ask('to be')).toEqual(['0']);
  });

  test('finds by author, entity, title, caption and day', () => {
    const { ask } = openNotes(
      { text: 'I agree', author: 'Melanie' },
      { text: 'it rains', entities: ['Lake Como'] },
      { text: 'it snows', title: 'Weather report' },
      { text: 'look', caption: 'a photo of a sunrise' },
      { text: 'it was good', at: Date.UTC(2023, 4, 8, 9) },
    );
    expect(ask('What does Melanie think?')).toEqual(['0']);
    expect(ask('Como')).toEqual(['1']);
    expect(ask('weather')).toEqual(['2']);
    expect(ask('sunrise')).toEqual(['3']);
    expect(ask('What was on May 8, 2023?')).toEqual(['4']);
  });

  test('is answered from its namespaces alone, counts and guesses included', () => {
    const { ask, result } = openNotes(
      { text: 'harbour one', namespace: 'a' },
      { text: 'harbour two', namespace: 'b' },
      { text: 'foundation_router', namespace: 'b' },
    );
    expect(ask('harbour', ['a'])).toEqual(['0']);
    expect(ask('harbour', ['a', 'b', 'a']).sort()).toEqual(['0', '1']);
    expect(ask('harbour', ['c'])).toEqual([]);
    expect(ask('harbour', [])).toEqual([]);
    expect(ask('oundation_rout', ['a'])).toEqual([]);
    expect(result('harbour', ['a']).terms).toMatchObject([{ term: 'harbour', documents: 1 }]);
  });

  test('tells of each term how many items hold it and what it was widened to', () => {
    const { result } = openNotes('red house', 'red door', 'blue foundation_router');
    const { terms } = result('red oundation_rout unicorn');
    expect(terms).toEqual([
      { term: 'red', documents: 2, idf: expect.closeTo(Math.log(1 + 1.5 / 2.5)), widenedTo: [] },
      {
        term: 'oundation_rout',
        documents: 1,
        idf: expect.any(Number),
        widenedTo: ['foundationrout', 'foundation_router'],
      },
      { term: 'unicorn', documents: 0, idf: 0, widenedTo: [] },
    ]);
  });

  test('says of each candidate which terms it holds, where, and whether side by side', () => {
    const { result } = openNotes({ text: 'the red house burned', author: 'Ann' }, 'a house that is red');
    const [first, second] = result('red house').candidates;
    expect(first).toMatchObject({
      rank: 1,
      signals: { matched: ['red', 'house'], columns: ['words'], phrase: true, context: [] },
    });
    expect(second).toMatchObject({ rank: 2, signals: { matched: ['red', 'house'], phrase: false } });
  });
});

describe('ranking', () => {
  test('a turn is found by the question before it', () => {
    const say = (position: number, text: string) => ({ text, thread: 't', position });
    const { ask, result } = openNotes(
      say(1, 'Good morning to you'),
      say(2, 'Where did you spend your holiday?'),
      say(3, 'In a cabin near the lake'),
      say(4, 'Sounds lovely'),
    );
    expect(ask('lake cabin holiday')[0]).toBe('2');
    const answer = result('holiday').candidates.find(({ signals }) => (signals.matched as string[]).length === 0);
    expect(answer?.signals.context).toEqual(['holiday']);
  });

  test('a turn lends nothing to another thread', () => {
    const { ask } = openNotes(
      { text: 'the holiday', thread: 'a', position: 1 },
      { text: 'cabin', thread: 'b', position: 2 },
    );
    expect(ask('holiday')).toEqual(['0']);
  });

  test('of equal items the one written first is first', () => {
    const { ask } = openNotes('same words', 'same words', 'same words');
    expect(ask('same words')).toEqual(['0', '1', '2']);
    expect(ask('same words', ['default'], 2)).toEqual(['0', '1']);
  });

  test('of many equal items those written first are returned', () => {
    const { ask } = openNotes(...Array.from({ length: 300 }, () => 'same words'));
    expect(ask('words', ['default'], 5)).toEqual(['0', '1', '2', '3', '4']);
  });

  test('never returns a document, but its chunks', () => {
    const store = openNotes('unrelated');
    store.writes.append([document({ id: 'doc', title: 'Harbour', text: 'ships come in' })]);
    expect(store.ask('harbour ships')).toEqual(['doc#1']);
  });

  test('an erased item is found no more', () => {
    const store = openNotes('alpha', 'alpha beta');
    const event = store.items.item('default', '1')?.eventId ?? '';
    store.erase(event, ['1']);
    expect(store.ask('alpha beta')).toEqual(['0']);
    expect(store.result('beta').terms).toMatchObject([{ documents: 0 }]);
  });
});

describe('any text', () => {
  const store = () =>
    openNotes('foundation_router v1.5.2', '東京都 "quoted" NEAR(a b) OR col:umn', { text: 'x', author: 'Y' });

  test('is a question that is answered and never an error', () => {
    const { result } = store();
    const syntax = fc.stringMatching(/^[a-z"*^:()+\-{}' ANDORT\u6771\u4eac.,_]{0,60}$/);
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary', maxLength: 100 }), fc.string(), syntax), (text) => {
        const { status, candidates } = result(text);
        return status === 'ok' && candidates.every(({ rank }, index) => rank === index + 1);
      }),
      { numRuns: 500 },
    );
  });

  test('cannot use the syntax of the index', () => {
    const { ask } = store();
    for (const text of ['found*', 'NOT x', 'words:foundation NOT router', '{words}', '"', '*', 'rowid:1', '^found']) {
      expect(() => ask(text)).not.toThrow();
    }
    expect(ask('umn')).toEqual(['1']);
    expect(ask('foundation NOT router')).toContain('0');
  });

  test('that is stored is found by each of its words', () => {
    const word = fc.stringMatching(/^[a-zA-Z]{3,12}$/);
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 5 }), (words) => {
        const { ask } = openNotes(words.join(' '));
        return words.every((asked) => ask(asked).length === 1);
      }),
      { numRuns: 15 },
    );
  });
});

describe('terms beyond what a question may read', () => {
  const asked = 'rare scarce common usual';
  /** Notes of some of the asked words, of which each is in more notes than the one before it. */
  const notes = fc.array(
    fc.tuple(fc.array(fc.integer({ min: 0, max: 99 }), { minLength: 4, maxLength: 4 }), fc.integer({ min: 1, max: 9 })),
    { minLength: 5, maxLength: 40 },
  );
  const shares = [15, 30, 70, 90];
  const textOf = ([drawn, filler]: readonly [readonly number[], number]) => {
    const words = asked.split(' ').filter((_, n) => (drawn[n] ?? 100) < (shares[n] ?? 0));
    return [...words, 'filler '.repeat(filler)].join(' ');
  };

  test('add to the items of the rarer ones, which match as if all had been read', () => {
    fc.assert(
      fc.property(notes, fc.integer({ min: 1, max: 40 }), (drawn, read) => {
        const store = openNotes(...drawn.map(textOf));
        const whole = new Map(store.result(asked, ['default'], 100).candidates.map((one) => [one.rowid, one]));
        const bounded = store.bounded({ read, scanned: 1000 }, asked);
        return bounded.candidates.every(({ rowid, signals }) => {
          const { matched } = whole.get(rowid)?.signals ?? {};
          return JSON.stringify(matched) === JSON.stringify(signals.matched);
        });
      }),
      { numRuns: 20 },
    );
  });

  test('leave no item out that scores more than they can give', () => {
    fc.assert(
      fc.property(notes, fc.integer({ min: 1, max: 40 }), (drawn, read) => {
        const store = openNotes(...drawn.map(textOf));
        const whole = store.result(asked, ['default'], 100);
        const bounded = store.bounded({ read, scanned: 1000 }, asked);
        const kept = new Set(bounded.candidates.map(({ rowid }) => rowid));
        const leftOut = whole.candidates.filter(({ rowid }) => !kept.has(rowid));
        // Read are the rarest, and the next as long as all together have no more places than that.
        let places = 0;
        const unread = (whole.terms ?? [])
          .toSorted((one, other) => one.documents - other.documents)
          .filter(({ documents }) => {
            if (places > 0 && places + documents > read) return true;
            places += documents;
            return false;
          });
        // Each gives at most k1 + 1 = 2 times its weight, and .3 of it for either neighbour in the question.
        const most = unread.reduce((sum, { idf }) => sum + 2.6 * idf, 0);
        const unreadTerms = new Set(unread.map(({ term }) => term));
        return leftOut.every(
          ({ score, signals }) => score <= most && (signals.matched as string[]).every((term) => unreadTerms.has(term)),
        );
      }),
      { numRuns: 20 },
    );
  });

  test('are counted as the index counts them, and read no further than the bound', () => {
    const store = openNotes(...Array.from({ length: 30 }, (_, n) => (n === 20 ? 'common rare' : 'common words')));
    const { terms, candidates } = store.bounded({ read: 5, scanned: 10 }, 'common');
    expect(terms).toMatchObject([{ term: 'common', documents: 30 }]);
    expect(candidates).toHaveLength(10);
    expect(store.bounded({ read: 5, scanned: 10 }, 'common rare').candidates.map(({ rowid }) => rowid)).toEqual([21]);
  });
});
