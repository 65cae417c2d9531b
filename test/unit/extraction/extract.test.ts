import { describe, expect, it } from 'vitest';
import { extract } from '../../../main/extraction/extract.ts';
import { noted, read, said } from './read.ts';

describe('values', () => {
  it.each([
    ['Worker timeout = 300 seconds.', 'worker | timeout | 300 seconds'],
    ['The timeout of the worker is 300 s.', 'worker | timeout | 300 s'],
    ["The worker's timeout is 300 seconds.", 'worker | timeout | 300 seconds'],
    ['The worker timeout is now 5 min, effective 1 May 2025.', 'worker | timeout | 5 min'],
    ['The default value of max_connections is 100.', 'max_connections | default | 100'],
    ['The retry limit was set to 5.', 'retry | limit | 5'],
    ['The build status is green.', 'build | status | green'],
    ['The capital of Freedonia is Fredville.', 'Freedonia | capital | Fredville'],
    ['The pump pressure stands at 3.2 bar.', 'pump | pressure | 3.2 bar'],
    ['The deadline is 5 May 2025.', 'deadline | value | 5 May 2025'],
  ])('"%s" gives %s', (text, expected) => {
    expect(read(text)).toEqual([expected]);
  });

  it('come from lines of a configuration, one by one', () => {
    expect(read('server.port=8080\nMAX_RETRIES=5\nworker_timeout: 300', noted)).toEqual([
      'server | port | 8080',
      'retries | max | 5',
      'worker | timeout | 300',
    ]);
  });

  it('do not come from program text', () => {
    expect(read('```js\ntimeout: 300\n```\n\nconst timeout = 300;\nres.statusCode = 200', noted)).toEqual([]);
  });
});

describe('changes', () => {
  it.each([
    ['Worker timeout changed to 600 seconds.', 'Worker | timeout | 600 seconds'],
    ['The worker timeout was raised from 300 to 600 seconds.', 'worker | timeout | 600 seconds < 300 seconds'],
    ['We raised the retry limit from 3 to 5.', 'retry | limit | 5 < 3'],
    ['Worker timeout reverted to 300 seconds.', 'Worker | timeout | 300 seconds'],
    ['The worker timeout is back to 300 seconds.', 'worker | timeout | 300 seconds'],
    ['foundation_router was upgraded from v1.5.1 to v1.5.2.', 'foundation_router | version | v1.5.2 < v1.5.1'],
    ['We replaced Redis with Valkey.', 'Redis | replaced by | Valkey'],
    ['The default value of `depth` is now 6 (used to be 5).', 'depth | default | 6 < 5'],
    ['The meeting was moved from Tuesday to Thursday.', 'meeting | moved to | Thursday'],
  ])('"%s" gives %s', (text, expected) => {
    expect(read(text)).toEqual([expected]);
  });

  it('are noted in the imperative, which in talk is a request', () => {
    expect(read('bump foo from 1.2.3 to 1.3.0', noted)).toEqual(['foo | version | 1.3.0 < 1.2.3']);
    expect(read('Bump foo from 1.2.3 to 1.3.0')).toEqual([]);
  });
});

describe('names, owners and uses', () => {
  it.each([
    ['The project Atlas was renamed to Borealis.', 'project Atlas -alias_of-> Borealis'],
    ['Borealis, formerly known as Atlas, ships weekly.', 'Atlas -alias_of-> Borealis'],
    ['The billing service is owned by the payments team.', 'billing service | owner | payments team'],
    ['Ownership of foundation_router was handed over from Ana to Ben.', 'foundation_router | owner | Ben < Ana'],
    ['Ben took over foundation_router from Ana.', 'foundation_router | owner | Ben < Ana'],
    ['Ana is the maintainer of foundation_router.', 'foundation_router | maintainer | Ana'],
    ['Project A uses Component B.', 'Project A -uses-> Component B'],
    ['Component B was written by Worker C.', 'Component B -written by-> Worker C'],
    ['foundation_router depends on Z3.', 'foundation_router -depends on-> Z3'],
    ['memory-tools.ts is built on better-sqlite3.', 'memory-tools.ts -built on-> better-sqlite3'],
  ])('"%s" gives %s', (text, expected) => {
    expect(read(text)).toEqual([expected]);
  });

  it('take the author for "I" in talk, and nobody where no author is known', () => {
    expect(read('I use Neovim.')).toEqual(['Ana -uses-> Neovim']);
    expect(read('My favorite color is Blue.')).toEqual(['Ana | favorite color | Blue']);
    expect(read('I use Neovim.', { ...said, author: null })).toEqual([]);
    expect(read('I use Neovim.', { ...noted, author: 'Ana' })).toEqual([]);
  });
});

describe('causes', () => {
  it.each([
    ['The outage was caused by an expired certificate.', 'an expired certificate => The outage'],
    ['The root cause of the outage was a full disk.', 'a full disk => the outage'],
    ['An expired certificate led to the outage of the gateway.', 'An expired certificate => the outage of the gateway'],
    ['The build broke because of the new linter.', 'the new linter => The build broke'],
    ['Because the disk was full, the backup failed.', 'the disk was full => the backup failed'],
    ['The match was cancelled due to heavy rain.', 'heavy rain => The match was cancelled'],
    ['The outage was not caused by the expired certificate.', 'the expired certificate =/=> The outage'],
    ['The disk turned out not to be the cause of the outage.', 'The disk =/=> the outage'],
    ['DNS was ruled out as the cause of the outage.', 'DNS =/=> the outage'],
  ])('"%s" gives %s', (text, expected) => {
    expect(read(text)).toEqual([expected]);
  });

  it('are reported, and by whom is said', () => {
    const [found] = extract({ ...said, text: 'The outage was caused by an expired certificate.' });
    expect(found?.cause).toMatchObject({ claimType: 'reported', basis: 'reported by Ana' });
  });
});

describe('what is not asserted yields nothing', () => {
  it.each([
    'Is the worker timeout 600 seconds now?',
    'Might the timeout be 600 seconds?',
    'If the worker timeout is 600 seconds, jobs fail.',
    'The worker timeout should be 600 seconds.',
    'The worker timeout will be raised to 600 seconds.',
    'The worker timeout is not 600 seconds.',
    'I wish the worker timeout was 600 seconds.',
    'I think the worker timeout is 600 seconds.',
    'Ana said the worker timeout is 600 seconds.',
    'Perhaps the worker timeout was raised from 300 to 600 seconds.',
    '"The worker timeout was raised to 600 seconds," he wrote.',
    'She wrote "the worker timeout was raised from 300 to 600 seconds" on the board.',
    'It is now 600.',
    'This is because of the rain.',
    'I am happy because the sun is out.',
    'The outage might be due to an expired certificate.',
    'The train is due to arrive at noon.',
    'Rename the file to index.ts',
  ])('"%s"', (text) => {
    expect(read(text)).toEqual([]);
  });
});

describe('the time of a statement', () => {
  const factOf = (text: string) => extract({ ...said, text })[0]?.fact;

  it('is the date in its text, read with the text’s own clock and zone', () => {
    expect(factOf('The worker timeout was raised to 600 seconds yesterday.')?.validFrom).toBe(
      '2024-09-11T00:00:00.000Z',
    );
    const berlin = { ...said, timeZone: 'Europe/Berlin', text: 'The worker timeout is 5 min since 1 May 2024.' };
    expect(extract(berlin)[0]?.fact?.validFrom).toBe('2024-04-30T22:00:00.000Z');
  });

  it('ends where "until" says', () => {
    const text = 'From 1 May 2024 until 1 June 2024 the rate limit is 100 per minute.';
    expect(factOf(text)).toMatchObject({ validFrom: '2024-05-01T00:00:00.000Z', validTo: '2024-06-01T00:00:00.000Z' });
  });

  it('of a past state is the stretch that is named, and without one nothing is said', () => {
    expect(factOf('In 2014 the total budget was $85 million.')).toMatchObject({
      validFrom: '2014-01-01T00:00:00.000Z',
      validTo: '2015-01-01T00:00:00.000Z',
    });
    expect(factOf('The total budget was $85 million.')).toBeUndefined();
  });

  it('is not a date that is the value itself', () => {
    expect(factOf('The deadline of the report was extended to 5 May 2025.')).toEqual({
      subject: 'report',
      predicate: 'deadline',
      object: '5 May 2025',
    });
  });
});

it('the sentence that makes a statement is named by its place', () => {
  const text = 'Hello there! The retry limit is 5. Bye.';
  const found = extract({ ...said, text });
  expect(found.map(({ rule, start, end }) => [rule, text.slice(start, end)])).toEqual([
    ['value/is', 'The retry limit is 5.'],
  ]);
});

it('bad text gives nothing and takes no time to fail', () => {
  for (const text of [
    '',
    ' ',
    '\u0000',
    '= = = =',
    'a'.repeat(1_000_000),
    'is 5 '.repeat(10_000),
    '[[[['.repeat(1000),
  ]) {
    expect(read(text)).toEqual([]);
  }
});
