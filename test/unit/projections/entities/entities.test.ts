import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { EventDraft } from '../../../../main/ledger/event.ts';
import { openEdges } from '../../../../main/projections/entities/edges.ts';
import { openEntities } from '../../../../main/projections/entities/entities.ts';
import { openEntityReads } from '../../../../main/projections/entities/entityReads.ts';
import { memory, openTestStore } from '../store.ts';

const frame = { actor: 'tester', sourceType: 'agent', privacyClass: 'internal', retentionClass: 'keep' } as const;

function alias(name: string, other: string, of: 'entity' | 'predicate' = 'entity'): EventDraft {
  return { ...frame, namespace: 'default', eventType: 'alias', payload: { name, alias: other, of } };
}
function merge(into: string, ...from: string[]): EventDraft {
  return { ...frame, namespace: 'default', eventType: 'entity_merged', payload: { into, from } };
}
function split(entity: string, ...names: string[]): EventDraft {
  return { ...frame, namespace: 'default', eventType: 'entity_split', payload: { entity, names } };
}
function mention(...entities: string[]): EventDraft {
  return memory({ text: 'words', entities });
}

function openStore() {
  const store = openTestStore((db) => [openEntities(db), openEdges(db)]);
  const reads = openEntityReads(store.memory);
  const id = (name: string) => reads.resolve('default', name)?.entityId;
  const linked = (text: string) => reads.link(['default'], text).map(({ key }) => key);
  return { ...store, reads, id, linked };
}

/** The names of a store as sets, whatever their ids. */
function partition(store: ReturnType<typeof openStore>, names: readonly string[]): string[] {
  const groups = Map.groupBy(
    names.filter((name) => store.id(name) !== undefined),
    (name) => store.id(name),
  );
  return [...groups.values()].map((group) => group.toSorted().join('+')).sort();
}

describe('names', () => {
  test('spellings of one name are one entity', () => {
    const store = openStore();
    store.writes.append([mention('foundation_router'), mention('FoundationRouter'), mention('Foundation router')]);
    expect(store.id('foundation-router')).toBe(store.id('FoundationRouter'));
    expect(store.reads.view('default', store.id('foundation router') ?? '')).toMatchObject({
      name: 'foundation_router',
      mentions: 3,
      aliases: [
        { name: 'FoundationRouter', how: 'spelling' },
        { name: 'Foundation router', how: 'spelling' },
      ],
    });
  });

  test('near names stay apart and are told as near', () => {
    const store = openStore();
    store.writes.append([mention('foundation'), mention('foundationd'), mention('Jon Smith'), mention('John Smith')]);
    expect(store.id('foundation')).not.toBe(store.id('foundationd'));
    const near = (name: string) => store.reads.near('default', name, 10).map(({ name }) => name);
    expect(near('foundation')).toEqual(['foundationd']);
    expect(near('Jon Smith')).toEqual(['John Smith']);
    expect(near('Jhon Smith')).toEqual(['Jon Smith', 'John Smith']);
  });

  test('subjects of facts, ends of edges and authors are names; values are none', () => {
    const store = openStore();
    store.writes.append([
      memory({ fact: { subject: 'router', predicate: 'timeout', object: '300 seconds' } }),
      memory({ edge: { from: 'gateway', relation: 'uses', to: 'router' } }),
      memory({ text: 'hello', author: 'Caroline' }),
    ]);
    for (const name of ['router', 'gateway', 'Caroline']) expect(store.id(name)).toBeDefined();
    expect(store.id('300 seconds')).toBeUndefined();
  });

  test('an object that is written as a name is one: it is resolved, merged and forgotten like any other', () => {
    const store = openStore();
    const owner = (id: string, object: string) =>
      memory({ id, fact: { subject: 'router', predicate: 'owner', object } });
    const [said] = store.writes.append([
      owner('f1', 'Jonas Weber'),
      owner('f2', 'J. Weber'),
      owner('f3', 'nobody yet'),
    ]);
    expect(store.reads.resolve('default', 'jonas weber')?.name).toBe('Jonas Weber');
    expect(store.id('nobody yet')).toBeUndefined();
    store.writes.append([merge('Jonas Weber', 'J. Weber')]);
    expect(partition(store, ['Jonas Weber', 'J. Weber'])).toEqual(['J. Weber+Jonas Weber']);
    store.erase(said?.status === 'appended' ? said.event.eventId : '', ['f1']);
    expectRebuilt(store);
    store.writes.append([split('Jonas Weber', 'J. Weber')]);
    expect(partition(store, ['Jonas Weber', 'J. Weber'])).toEqual(['J. Weber', 'Jonas Weber']);
  });

  test('a namespace knows nothing of the names of another', () => {
    const store = openStore();
    store.writes.append([mention('router'), { ...mention('gateway'), namespace: 'other' }]);
    expect(store.linked('router and gateway')).toEqual(['router']);
  });

  test('a text of a megabyte is no name, and an edge to it makes none', () => {
    const store = openStore();
    const huge = 'x'.repeat(1_000_000);
    store.writes.append([memory({ edge: { from: 'router', relation: 'says', to: huge } }), mention('gateway')]);
    expect(store.reads.list('default', undefined, 10).entities.map(({ name }) => name)).toEqual(['router', 'gateway']);
    expect(store.memory.prepare('SELECT count(*) FROM edges').pluck().get()).toBe(0);
  });

  test('an edge whose end is blank is refused before it is written', () => {
    const store = openStore();
    const write = () => store.writes.append([memory({ edge: { from: ' ', relation: 'uses', to: 'router' } })]);
    expect(write).toThrow('edge.from must not be blank');
    expect(store.memory.prepare('SELECT count(*) FROM edges').pluck().get()).toBe(0);
  });
});

describe('alias, merge and split', () => {
  test('an alias event and an edge alias_of make another name', () => {
    const store = openStore();
    store.writes.append([
      mention('PostgreSQL'),
      alias('PostgreSQL', 'Postgres'),
      memory({ edge: { from: 'pg', relation: 'alias_of', to: 'PostgreSQL' } }),
    ]);
    expect(partition(store, ['PostgreSQL', 'Postgres', 'pg'])).toEqual(['PostgreSQL+Postgres+pg']);
    expect(store.reads.view('default', store.id('pg') ?? '')).toMatchObject({ name: 'PostgreSQL' });
  });

  test('an alias event never joins two entities of several names, a merge does', () => {
    const store = openStore();
    store.writes.append([alias('a1', 'a2'), alias('b1', 'b2'), alias('a1', 'b1')]);
    expect(partition(store, ['a1', 'a2', 'b1', 'b2'])).toEqual(['a1+a2', 'b1+b2']);
    store.writes.append([merge('a1', 'b2')]);
    expect(partition(store, ['a1', 'a2', 'b1', 'b2'])).toEqual(['a1+a2+b1+b2']);
  });

  test('a predicate has aliases of its own', () => {
    const store = openStore();
    store.writes.append([alias('eol', 'end of life', 'predicate'), mention('eol')]);
    expect(store.reads.predicateKeys('default', 'End of Life')).toEqual(['end of life', 'eol']);
    expect(store.reads.predicateKeys('default', 'endoflife')).toEqual(['endoflife', 'eol', 'end of life']);
    expect(store.reads.predicateKeys('default', 'owner')).toEqual(['owner']);
    expect(store.reads.canonicalKeys('default', 'eol')).toEqual(['eol']);
    expect(store.reads.linkPredicates(['default'], 'When is its end of life?')[0]?.keys).toEqual([
      ...['end of life', 'eol'],
    ]);
  });

  test('a merge keeps the id of the entity it goes into, and a split gives the other its own back', () => {
    const store = openStore();
    store.writes.append([mention('a'), mention('b'), alias('b', 'c')]);
    const [a, b] = [store.id('a'), store.id('b')];
    store.writes.append([merge('a', 'b')]);
    expect([store.id('b'), store.id('c')]).toEqual([a, a]);
    store.writes.append([split('a', 'b', 'c')]);
    expect([store.id('a'), store.id('b'), store.id('c')]).toEqual([a, b, b]);
  });

  test('a split takes just the names it names', () => {
    const store = openStore();
    store.writes.append([alias('a', 'b'), alias('a', 'c'), split('a', 'b', 'never heard')]);
    expect(partition(store, ['a', 'b', 'c'])).toEqual(['a+c', 'b']);
  });

  test('erasing the item that said alias_of undoes it, as a rebuild does', () => {
    const store = openStore();
    const [, said] = store.writes.append([
      mention('router'),
      memory({ id: 'e', edge: { from: 'gateway', relation: 'alias_of', to: 'router' } }),
      mention('gateway'),
    ]);
    store.erase(said?.status === 'appended' ? said.event.eventId : '', ['e']);
    expect(store.id('router')).not.toBe(store.id('gateway'));
    expectRebuilt(store);
  });

  test('erasing the only item that uses a name leaves no trace of it', () => {
    const store = openStore();
    const [said] = store.writes.append([memory({ id: 'e', text: 'words', entities: ['Zanzibar'] }), mention('other')]);
    store.erase(said?.status === 'appended' ? said.event.eventId : '', ['e']);
    expect(store.linked('Zanzibar')).toEqual([]);
    for (const table of ['names', 'name_uses', 'name_thirds']) {
      const rows = JSON.stringify(store.memory.prepare(`SELECT * FROM ${table}`).all());
      expect(rows.toLowerCase()).not.toMatch(/zan|zib|bar/);
    }
    expectRebuilt(store);
  });
});

function expectRebuilt(store: ReturnType<typeof openStore>): void {
  const digest = store.projector.digest();
  store.projector.truncateAll();
  store.projector.catchUp(undefined, 3);
  expect(store.projector.digest()).toBe(digest);
}

describe('spellings', () => {
  test('names with and without a separator are two, and each is found under its own', () => {
    const store = openStore();
    store.writes.append([mention('samsung-mobile', 'nvidia-driver'), mention('samsungmobile', 'nvidiadriver')]);
    expect(store.id('samsungmobile')).not.toBe(store.id('Samsung Mobile'));
    expect(store.id('nvidiadriver')).not.toBe(store.id('nvidia_driver'));
    expect(store.linked('samsung mobile or samsungmobile')).toEqual(['samsung mobile', 'samsungmobile']);
    expect(store.reads.near('default', 'samsungmobile', 10).map(({ name }) => name)).toEqual(['samsung-mobile']);
  });

  test('a name that is not known as asked means the only one of the same letters', () => {
    const store = openStore();
    store.writes.append([mention('GitHub', 'almalinux', 'samsung-mobile', 'python 3.9', 'foundation d')]);
    const name = (asked: string) => store.reads.resolve('default', asked)?.name;
    expect(name('github')).toBe('GitHub');
    expect(name('AlmaLinux')).toBe('almalinux');
    expect(name('alma linux')).toBe('almalinux');
    expect(name('samsungmobile')).toBe('samsung-mobile');
    expect(name('Python v3.9')).toBe('python 3.9');
    expect(name('foundationd')).toBeUndefined();
    expect(store.linked('github, Alma Linux and python v3.9')).toEqual(['git hub', 'almalinux', 'python 3.9']);
    expect(store.reads.canonicalKeys('default', 'github')).toEqual(['github', 'git hub']);
    expect(store.reads.near('default', 'github', 10)).toEqual([]);
    expect(store.reads.list('default', 'hub', 10).total).toBe(1);
  });

  test('where several may be meant, none is', () => {
    const store = openStore();
    store.writes.append([mention('samsung-mobile', 'sam-sungmobile')]);
    expect(store.id('samsungmobile')).toBeUndefined();
    expect(store.linked('a samsungmobile')).toEqual([]);
  });

  test('names that differ in capitals alone are one, until one is written with a separator', () => {
    const store = openStore();
    store.writes.append([mention('GitHub', 'AlmaLinux 8'), mention('github', 'almalinux 8')]);
    expect(partition(store, ['GitHub', 'github'])).toEqual(['GitHub+github']);
    expect(partition(store, ['AlmaLinux 8', 'almalinux 8'])).toEqual(['AlmaLinux 8+almalinux 8']);
    expect(store.reads.view('default', store.id('github') ?? '')).toMatchObject({
      name: 'GitHub',
      aliases: [{ name: 'github', how: 'spelling' }],
    });
    const [said] = store.writes.append([memory({ id: 'e', text: 'words', entities: ['git-hub'] })]);
    expect(partition(store, ['GitHub', 'github'])).toEqual(['GitHub', 'github']);
    store.erase(said?.status === 'appended' ? said.event.eventId : '', ['e']);
    expect(partition(store, ['GitHub', 'github'])).toEqual(['GitHub+github']);
    expectRebuilt(store);
  });

  test('spellings count as one name when an alias joins them, and a split takes them apart', () => {
    const store = openStore();
    store.writes.append([mention('GitHub'), mention('github'), alias('Octo', 'Cat'), alias('Octo', 'GitHub')]);
    expect(partition(store, ['GitHub', 'github', 'Octo', 'Cat'])).toEqual(['Cat+GitHub+Octo+github']);
    store.writes.append([split('Octo', 'GitHub', 'github'), split('GitHub', 'github')]);
    expect(partition(store, ['GitHub', 'github', 'Octo', 'Cat'])).toEqual(['Cat+Octo', 'GitHub', 'github']);
    expectRebuilt(store);
  });

  test('do not depend on the order in which they came, with statements, erasure and a rebuild', {
    timeout: 60_000,
  }, () => {
    const forms = ['GitHub', 'github', 'git-hub', 'GiThub', 'GITHUB', 'Octo', 'octo cat', 'OctoCat', 'octocat'];
    const form = fc.constantFrom(...forms);
    const said = fc.oneof(
      { weight: 3, arbitrary: form.map((one) => mention(one)) },
      fc.tuple(form, form).map(([one, other]) => alias(one, other)),
      fc.tuple(form, form).map(([one, other]) => merge(one, other)),
      fc.tuple(form, form).map(([one, other]) => split(one, other)),
    );
    fc.assert(
      fc.property(fc.array(said, { maxLength: 10 }), fc.nat(9), form, (drafts, at, gone) => {
        const store = openStore();
        const item = memory({ id: 'e', text: 'words', entities: [gone] });
        const results = drafts.toSpliced(at, 0, item).map((draft) => store.writes.append([draft])[0]);
        expectRebuilt(store);
        const own = results[Math.min(at, drafts.length)];
        store.erase(own?.status === 'appended' ? own.event.eventId : '', ['e']);
        expectRebuilt(store);
      }),
      { numRuns: 60, seed: 6 },
    );
    fc.assert(
      fc.property(fc.shuffledSubarray(forms, { minLength: 3 }), (some) => {
        const [one, other] = [openStore(), openStore()];
        one.writes.append(some.map((name) => mention(name)));
        other.writes.append(some.toSorted().map((name) => mention(name)));
        expect(partition(one, forms)).toEqual(partition(other, forms));
      }),
      { numRuns: 25, seed: 8 },
    );
  });
});

const names = ['ann', 'bob', 'cid', 'dan', 'eve', 'fay'];
const name = fc.constantFrom(...names);
const act = fc.oneof(
  fc.record({ act: fc.constant('alias' as const), base: name, others: fc.array(name, { minLength: 1, maxLength: 1 }) }),
  fc.record({ act: fc.constant('merge' as const), base: name, others: fc.array(name, { minLength: 1, maxLength: 3 }) }),
  fc.record({ act: fc.constant('split' as const), base: name, others: fc.array(name, { minLength: 1, maxLength: 3 }) }),
);
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never;

function draftOf({ act, base, others }: Act): EventDraft {
  if (act === 'alias') return alias(base, others[0] ?? base);
  return act === 'merge' ? merge(base, ...others) : split(base, ...others);
}

/** The plain model: a list of sets. */
function model(acts: readonly Act[]): string[] {
  let sets = names.map((name) => new Set([name]));
  const of = (name: string) => sets.find((set) => set.has(name)) ?? new Set<string>();
  for (const { act, base, others } of acts) {
    if (act === 'split') {
      const [whole, taken] = [of(base), new Set(others.filter((other) => of(base).has(other)))];
      const rest = new Set([...whole].filter((one) => !taken.has(one)));
      if (taken.size > 0 && rest.size > 0) sets = [...sets.filter((set) => set !== whole), taken, rest];
      continue;
    }
    for (const other of others) {
      const [into, from] = [of(base), of(other)];
      if (into === from || (act === 'alias' && into.size > 1 && from.size > 1)) continue;
      sets = [...sets.filter((set) => set !== into && set !== from), new Set([...into, ...from])];
    }
  }
  return sets.map((set) => [...set].sort().join('+')).sort();
}

describe('the algebra of names', () => {
  test('agrees with plain sets, and a rebuild agrees with both', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(fc.array(act, { maxLength: 12 }), (acts) => {
        const store = openStore();
        store.writes.append([...names.map((name) => mention(name)), ...acts.map(draftOf)]);
        expect(partition(store, names)).toEqual(model(acts));
        expectRebuilt(store);
      }),
      { numRuns: 40, seed: 3 },
    );
  });

  test('merging and then splitting what was merged restores the entities', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(fc.array(act, { maxLength: 8 }), name, name, (acts, into, from) => {
        const store = openStore();
        store.writes.append([...names.map((name) => mention(name)), ...acts.map(draftOf)]);
        fc.pre(store.id(into) !== store.id(from));
        const before = partition(store, names);
        const members = names.filter((name) => store.id(name) === store.id(from));
        store.writes.append([merge(into, from), split(into, ...members)]);
        expect(partition(store, names)).toEqual(before);
      }),
      { numRuns: 40, seed: 4 },
    );
  });

  test('what a text links to does not depend on the order in which names came', { timeout: 60_000 }, () => {
    const known = ['New York', 'York', 'New York Times', 'almalinux 8', 'Times', 'The Who', 'c++', 'foundation_router'];
    const text =
      'The New York Times of York wrote that The Who run almalinux 8 and C++ on the FoundationRouter, in New York';
    fc.assert(
      fc.property(fc.shuffledSubarray(known, { minLength: known.length }), (order) => {
        const store = openStore();
        store.writes.append(order.map((name) => mention(name)));
        expect(store.linked(text)).toEqual([
          ...['new york times', 'york', 'the who', 'almalinux 8', 'c++', 'foundation router', 'new york'],
        ]);
      }),
      { numRuns: 15, seed: 5 },
    );
  });
});

describe('linking', () => {
  test('an alias stands for the name inside longer names', () => {
    const store = openStore();
    store.writes.append([
      memory({ fact: { subject: 'almalinux 8', predicate: 'eol', object: '2029-03-01' } }),
      alias('almalinux', 'AlmaLinux OS'),
    ]);
    const [link] = store.reads.link(['default'], 'When does AlmaLinux OS 8 end?');
    expect(link).toMatchObject({ start: 10, end: 24, name: 'almalinux 8', key: 'almalinux 8' });
    expect(store.reads.canonicalKeys('default', 'AlmaLinux OS 8')).toContain('almalinux 8');
    expect(store.reads.resolve('default', 'AlmaLinux OS 8')?.name).toBe('almalinux 8');
  });

  test('the longest name wins and function words name nothing', () => {
    const store = openStore();
    store.writes.append([mention('it', 'The Who', 'New York', 'York')]);
    expect(store.linked('who was it in New York?')).toEqual(['new york']);
    expect(store.linked('IT at The Who')).toEqual(['it', 'the who']);
  });

  test('finds names in scripts without spaces', () => {
    const store = openStore();
    store.writes.append([mention('東京', '山田太郎')]);
    expect(store.linked('山田太郎は東京に住んでいる')).toEqual(['山田太郎', '東京']);
  });

  test('signs around a name and its possessive do not count', () => {
    const store = openStore();
    store.writes.append([mention('Caroline', 'foundation_router')]);
    expect(store.linked('What is (Caroline’s) “foundation_router”?')).toEqual(['caroline', 'foundation router']);
  });
});
