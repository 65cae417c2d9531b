import { describe, expect, it } from 'vitest';
import { extract } from '../../../main/extraction/extract.ts';
import { noted, ofAtlas, read } from './read.ts';

describe('one slot, however its value is told', () => {
  it.each([
    ['The timeout is 300 s.', 'timeout | value | 300 s'],
    ['timeout = 300 s', 'timeout | value | 300 s'],
    ['The timeout of the parser is 300 s.', 'parser | timeout | 300 s'],
    ['The parser timeout is 300 s.', 'parser | timeout | 300 s'],
    ["The parser's timeout is 300 s.", 'parser | timeout | 300 s'],
    ['The pool size of pg-main is 40.', 'pg-main | pool size | 40'],
    ['pg-main pool size = 40', 'pg-main | pool size | 40'],
    ['The retry limit of Atlas is 5.', 'Atlas | retry limit | 5'],
    ['The Atlas retry limit is 5.', 'Atlas | retry limit | 5'],
    ['The retry count is 5.', 'retry | count | 5'],
    ['The lodash version is 4.17.21.', 'lodash | version | 4.17.21'],
    ['lodash is now 4.17.21.', 'lodash | version | 4.17.21'],
    ['We bumped lodash to 4.17.21.', 'lodash | version | 4.17.21'],
  ])('"%s"', (text, expected) => {
    expect(read(text, text.includes('bumped') ? noted : undefined)).toEqual([expected]);
  });

  it('a property that stands alone belongs to what the heading or the title names', () => {
    expect(read('The timeout is 300 s.', ofAtlas)).toEqual(['atlas | timeout | 300 s']);
    expect(read('timeout: 300 s', ofAtlas)).toEqual(['atlas | timeout | 300 s']);
    const text =
      '## Gateway\n\n- timeout: 30s\n- max_connections = 100\n\nThe port is 8080.\n\n## Settings\n\nretries: 5';
    expect(read(text, ofAtlas)).toEqual([
      'Gateway | timeout | 30s',
      'Gateway | max connections | 100',
      'Gateway | port | 8080',
      'atlas | retries | 5',
    ]);
    expect(read('timeout: 30s', { ...noted, heading: '2. Gateway settings' })).toEqual(['Gateway | timeout | 30s']);
    expect(read('Database:\n  port: 5432\n\nlevel: 3', noted)).toEqual(['Database | port | 5432', 'level | value | 3']);
  });

  it('is read in a fence that is called a configuration, and in no example', () => {
    expect(read('The worker runs with:\n\n```toml\nversion = 2\n[server]\nport = 8080\n```', noted)).toEqual([
      'server | port | 8080',
    ]);
    expect(read('For example:\n\n```toml\nport = 8080\n```', ofAtlas)).toEqual([]);
    expect(read('The worker runs with:\n\n```js\nport = 8080\n```', ofAtlas)).toEqual([]);
  });
});

describe('a plain noun', () => {
  it.each([
    ['The rent is €900.', 'rent | value | €900'],
    ['Our rent is €900.', 'rent | value | €900'],
    ['The venue is Harbour Hall.', 'venue | value | Harbour Hall'],
    ['The supplier is Globex.', 'supplier | value | Globex'],
    ['Our CI provider is Buildkite.', 'CI | provider | Buildkite'],
    ['The wifi password is hunter2.', 'wifi | password | hunter2'],
    ['My home address is 12 Mill Lane, Porto.', 'Ana | home address | 12 Mill Lane, Porto'],
    ['Our home address is 12 Mill Lane, Porto.', 'Ana | home address | 12 Mill Lane, Porto'],
    ['My shoe size is 43.', 'Ana | shoe size | 43'],
  ])('"%s"', (text, expected) => {
    expect(read(text)).toEqual([expected]);
  });

  it.each([
    'The answer is Yes.',
    'The other supplier is Globex.',
    'The best is Globex.',
    'The problem is Redis.',
    'The next meeting is Monday.',
    'My point is 5 of them fail.',
    'My son is 5.',
    'My favourite part is seeing you.',
    'The winner is Ana’s.',
  ])('says nothing in "%s"', (text) => {
    expect(read(text)).toEqual([]);
  });
});

describe('from one to another', () => {
  it.each([
    ['The default branch was renamed from master to main.', 'branch | default | main < master'],
    ['We renamed the default branch from master to main.', 'branch | default | main < master'],
    ['The project was renamed from Atlas to Borealis.', 'Atlas -alias_of-> Borealis'],
    ['Renamed from master to main.', 'master -alias_of-> main'],
    ['Bumped lodash from 4.17.20 to 4.17.21.', 'lodash | version | 4.17.21 < 4.17.20'],
    ['We bumped the price from 4 to 5.', 'price | value | 5 < 4'],
    ['The database moved from host-a to host-b.', 'database | moved to | host-b'],
    ['The database was moved from rack 4 to rack 7.', 'database | moved to | rack 7'],
    ['Ownership of the billing service moved from Ana to Ben.', 'billing service | owner | Ben < Ana'],
    ['Atlas switched from MySQL to Postgres.', 'Atlas | switched to | Postgres'],
    ['We replaced Jenkins with Buildkite.', 'Jenkins | replaced by | Buildkite'],
  ])('"%s"', (text, expected) => {
    expect(read(text)).toEqual([expected]);
  });

  it.each([
    'Should the branch be renamed from master to main?',
    'Bump lodash from 4.17.20 to 4.17.21',
    'The mood went from bad to worse.',
  ])('says nothing in "%s"', (text) => {
    expect(read(text)).toEqual([]);
  });
});

it('names are clean, for entities are linked by them', () => {
  const texts = [
    'The billing service is owned by the payments team.',
    'Atlas depends on "Redis", Kafka and Postgres!',
    'The maintainer of the `foundation_router` is "Ida Berg".',
    'The payments service runs on Nomad, in Oslo.',
    'The payments team took over the billing service from Ana.',
    'The venue is the Harbour Hall.',
    'The codename of the release is “Falcon”.',
    'We replaced the `Redis` cache with "Valkey".',
    'The "checkout" service no longer uses the Redis cluster.',
    'The Borealis project, formerly known as Atlas, ships weekly.',
  ];
  const names = texts.flatMap((text) =>
    extract({ ...ofAtlas, text }).flatMap(({ fact, edge }) =>
      fact ? [fact.subject, String(fact.object)] : edge ? [edge.from, edge.to] : [],
    ),
  );
  expect(names.length).toBeGreaterThan(18);
  for (const name of names) expect(name).not.toMatch(/^(?:the|an?|our|my) |^["'“`]|["'”`.,;:!?]$|^\s|\s$/i);
});
