import { describe, expect, it } from 'vitest';
import { extract } from '../../../main/extraction/extract.ts';
import { read, said } from './read.ts';

/** subject | predicate | object, from – to, as days; an open end is empty. */
function held(text: string): string[] {
  const day = (instant?: string | null) => (instant ?? '').slice(0, 10);
  return extract({ ...said, text }).map(
    ({ fact }) =>
      `${fact?.subject} | ${fact?.predicate} | ${fact?.object}, ${day(fact?.validFrom)} – ${day(fact?.validTo)}`,
  );
}

describe('a past state with its time', () => {
  it.each([
    [
      'The site manager was Ida Berg from 1 March 2023 until 1 June 2024.',
      'site manager | value | Ida Berg, 2023-03-01 – 2024-06-01',
    ],
    [
      'From 1 March 2023 until 1 June 2024 Ida Berg was the site manager.',
      'site manager | value | Ida Berg, 2023-03-01 – 2024-06-01',
    ],
    [
      'Ida Berg was the site manager from March 2023 until June 2024.',
      'site manager | value | Ida Berg, 2023-03-01 – 2024-06-01',
    ],
    [
      'Ida Berg was the site manager from March 2023 to June 2024.',
      'site manager | value | Ida Berg, 2023-03-01 – 2024-07-01',
    ],
    [
      'Ida Berg was the site manager of Pier 4 from 2019 to 2021.',
      'Pier 4 | site manager | Ida Berg, 2019-01-01 – 2022-01-01',
    ],
    ['Between 2019 and 2021 the lead of Atlas was Ben Okafor.', 'Atlas | lead | Ben Okafor, 2019-01-01 – 2022-01-01'],
    [
      'Between 1 May and 1 June 2024 the rate limit was 100 per minute.',
      'rate | limit | 100 per minute, 2024-05-01 – 2024-06-02',
    ],
    [
      'Between May and July 2024 the rate limit was 100 per minute.',
      'rate | limit | 100 per minute, 2024-05-01 – 2024-08-01',
    ],
    [
      'Ida Berg held the role of treasurer from 2019 until 2021.',
      'treasurer | value | Ida Berg, 2019-01-01 – 2021-01-01',
    ],
    [
      'Ida Berg served as site manager from 2019 until 2021.',
      'site manager | value | Ida Berg, 2019-01-01 – 2021-01-01',
    ],
    ['Ida Berg lived in Porto from 2019 until 2021.', 'Ida Berg | lives in | Porto, 2019-01-01 – 2021-01-01'],
    [
      'The billing service was owned by the payments team from May 2023 until 3 June 2024.',
      'billing service | owner | payments team, 2023-05-01 – 2024-06-03',
    ],
    [
      'From 5 May 2023 until 1 June 2024 my address was 5 Elm Street.',
      'Ana | address | 5 Elm Street, 2023-05-05 – 2024-06-01',
    ],
  ])('"%s"', (text, expected) => {
    expect(held(text)).toEqual([expected]);
  });

  it('of which only the end is told is claimed for the year before it', () => {
    expect(held('Until 20 August 2024 the rent was €900.')).toEqual(['rent | value | €900, 2023-08-20 – 2024-08-20']);
    expect(held('Until August 20, the rent was 900 euros.')).toEqual([
      'rent | value | 900 euros, 2023-08-20 – 2024-08-20',
    ]);
    expect(held('Ida Berg was the maintainer of Atlas until May 2024.')).toEqual([
      'Atlas | maintainer | Ida Berg, 2023-05-01 – 2024-05-01',
    ]);
  });

  it.each([
    'The rent was €900.',
    'The site manager was Ida Berg.',
    'Ida Berg was the site manager.',
    'The billing service was owned by the payments team.',
    'Ida Berg lived in Porto.',
    'The site manager was Ida Berg since 2019.',
    'Until the rent was €900, we stayed.',
    'Until August we might pay €900.',
  ])('without an end says nothing: "%s"', (text) => {
    expect(read(text)).toEqual([]);
  });
});

describe('a state that holds since', () => {
  it.each([
    ['As of July 2024 the rent is €950.', 'rent | value | €950, 2024-07-01 – '],
    ['Effective 1 May 2024, the rent is €950.', 'rent | value | €950, 2024-05-01 – '],
    ['Since 3 May 2024 the worker timeout is 5 min.', 'worker | timeout | 5 min, 2024-05-03 – '],
    ['The site manager is Ida Berg since 1 May 2024.', 'site manager | value | Ida Berg, 2024-05-01 – '],
    ['The retry limit was raised from 1900 to 2000.', 'retry | limit | 2000,  – '],
  ])('"%s"', (text, expected) => {
    expect(held(text)).toEqual([expected]);
  });
});
