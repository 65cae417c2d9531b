import { describe, expect, it } from 'vitest';
import { extract } from '../../../main/extraction/extract.ts';
import { noted, ofAtlas, read, said } from './read.ts';

/** What a text denies: how | subject | predicate | object since. */
function denied(text: string, source = said): string[] {
  return extract({ ...source, text }).map(({ fact }) => {
    const since = fact?.validFrom ? ` since ${fact.validFrom.slice(0, 10)}` : '';
    return `${fact?.holds ?? 'holds'} | ${fact?.subject} | ${fact?.predicate} | ${fact?.object}${since}`;
  });
}

describe('a holder who is none any more', () => {
  it.each([
    ['The billing service is no longer owned by the payments team.', 'billing service | owner | payments team'],
    [
      'As of 1 May 2024 the payments team no longer owns the billing service.',
      'billing service | owner | payments team since 2024-05-01',
    ],
    ['Ben no longer maintains Atlas.', 'Atlas | maintainer | Ben'],
    ['Ben does not maintain Atlas any more.', 'Atlas | maintainer | Ben'],
    ['Ben stopped maintaining Atlas.', 'Atlas | maintainer | Ben'],
    ['Ben is no longer the maintainer of Atlas.', 'Atlas | maintainer | Ben'],
    ['The maintainer of Atlas is no longer Ben.', 'Atlas | maintainer | Ben'],
    ['Atlas ceased to be led by Ben in May 2024.', 'Atlas | lead | Ben since 2024-05-01'],
    ['Ida stepped down as maintainer of Atlas.', 'Atlas | maintainer | Ida'],
    ['Ida Berg resigned as site manager on 3 May 2024.', 'site manager | value | Ida Berg since 2024-05-03'],
    ['Ida Berg is no longer the site manager.', 'site manager | value | Ida Berg'],
    ['Ida Berg left the payments team in May 2024.', 'Ida Berg | member of | payments team since 2024-05-01'],
    ['I no longer live in Lisbon.', 'Ana | lives in | Lisbon'],
    ['Tom Reed no longer works at Globex.', 'Tom Reed | works at | Globex'],
    ['Tom is no longer a nurse.', 'Tom | works as | nurse'],
  ])('"%s"', (text, expected) => {
    expect(denied(text)).toEqual([`no-longer | ${expected}`]);
  });
});

describe('a value that is none any more', () => {
  it.each([
    ['The retry limit is no longer 5.', 'retry | limit | 5'],
    ["The retry limit isn't 5 anymore.", 'retry | limit | 5'],
    ['Since 3 May 2024 the timeout of the worker is no longer 300 s.', 'worker | timeout | 300 s since 2024-05-03'],
    ['The build status is no longer green.', 'build | status | green'],
    ['The venue is no longer Harbour Hall.', 'venue | value | Harbour Hall'],
    ['Atlas is no longer supported.', 'Atlas | status | supported'],
    ['Atlas stopped being supported in May 2024.', 'Atlas | status | supported since 2024-05-01'],
  ])('"%s"', (text, expected) => {
    expect(denied(text)).toEqual([`no-longer | ${expected}`]);
  });
});

describe('a tie that has ended', () => {
  it.each([
    ['Atlas no longer uses Redis.', ['Atlas | uses | Redis']],
    ['Atlas does not use Redis any more.', ['Atlas | uses | Redis']],
    ['Atlas stopped using Redis on 3 May 2024.', ['Atlas | uses | Redis since 2024-05-03']],
    [
      'Atlas no longer depends on Redis, Kafka and Postgres.',
      ['Atlas | depends on | Redis', 'Atlas | depends on | Kafka', 'Atlas | depends on | Postgres'],
    ],
    ['The payments service no longer runs on Nomad.', ['payments service | runs on | Nomad']],
    ['Redis was removed as a dependency of Atlas.', ['Atlas | depends on | Redis']],
    ['Atlas dropped its dependency on Redis.', ['Atlas | depends on | Redis']],
  ])('"%s"', (text, expected) => {
    expect(denied(text)).toEqual(expected.map((one) => `no-longer | ${one}`));
    expect(extract({ ...said, text }).every(({ fact }) => fact?.cardinality === 'many')).toBe(true);
  });

  it('is noted by a document of its own thing', () => {
    expect(denied('No longer depends on `lodash`.', ofAtlas)).toEqual(['no-longer | atlas | depends on | lodash']);
    expect(denied('This package no longer uses `lodash`.', ofAtlas)).toEqual(['no-longer | atlas | uses | lodash']);
    expect(denied('Removed the dependency on lodash.', ofAtlas)).toEqual(['no-longer | atlas | depends on | lodash']);
    expect(denied('Removed the dependency on lodash.', noted)).toEqual([]);
  });

  it.each([
    ['Atlas switched from MySQL to Postgres.', ['no-longer uses MySQL', 'holds uses Postgres']],
    ['Atlas switched to Postgres.', ['holds uses Postgres']],
    ['Ana moved from Berlin to Rome.', ['no-longer lives in Berlin', 'holds lives in Rome']],
    ['Ida Berg moved to Rome.', ['holds lives in Rome']],
    ['Atlas replaced Redis with Valkey.', ['no-longer uses Redis', 'holds uses Valkey']],
    [
      'Kestrel was migrated from Nomad to Cobalt.',
      ['uses', 'runs on', 'hosted on'].flatMap((tie) => [`no-longer ${tie} Nomad`, `holds ${tie} Cobalt`]),
    ],
    ['The database moved from host-a to host-b.', []],
    ['Atlas moved to Redis.', []],
  ])('"%s" gives its place to another', (text, expected) => {
    const [found] = extract({ ...said, text });
    expect(
      (found?.others ?? []).map(({ holds, predicate, object }) => `${holds ?? 'holds'} ${predicate} ${object}`),
    ).toEqual(expected);
  });
});

describe('what never was', () => {
  it.each([
    ['The retry limit was never 5.', ['never | retry | limit | 5']],
    ['The retry limit was never 5, always 7.', ['never | retry | limit | 5', 'holds | retry | limit | 7']],
    ['The retry limit was never 5; it was always 7.', ['never | retry | limit | 5', 'holds | retry | limit | 7']],
    ['The retry limit has never been 5 but 7.', ['never | retry | limit | 5', 'holds | retry | limit | 7']],
    ['Atlas was never owned by Ben.', ['never | Atlas | owner | Ben']],
    ['Ben never owned Atlas.', ['never | Atlas | owner | Ben']],
    ['Tom Reed never lived in Porto.', ['never | Tom Reed | lives in | Porto']],
  ])('"%s"', (text, expected) => {
    expect(denied(text)).toEqual(expected);
  });
});

describe('no end is read where none is told', () => {
  it.each([
    'The cable is no longer than 5 metres.',
    'The retry limit might no longer be 5.',
    'Is the retry limit no longer 5?',
    'If Atlas no longer uses Redis, remove it.',
    'Atlas will no longer use Redis.',
    'Atlas can no longer use Redis.',
    'It no longer uses Redis.',
    'We stopped using Redis.',
    'This is no longer needed.',
    'The workaround is no longer necessary.',
    'The tests are no longer slow.',
    'Ben said Atlas no longer uses Redis.',
    'I never liked Redis.',
    'Atlas never uses Redis.',
    'Never use Redis.',
    'The limit is never 5.',
    'The retry limit was perhaps never 5.',
    'The team left the building.',
    'Ida left Berlin.',
    'The rain stopped.',
    'The file was removed from the folder.',
    'The talk moved from politics to sports.',
  ])('"%s"', (text) => {
    expect(read(text)).toEqual([]);
  });
});
