import { describe, expect, it } from 'vitest';
import { findDates } from '../../../main/language/dates.ts';
import { instantOf, wallOf, wallTime } from '../../../main/language/zones.ts';

/** A Friday. */
const now = Date.parse('2024-03-15T10:00:00Z');

function read(text: string, timeZone = 'UTC'): string[] {
  const day = (ms: number) => new Date(ms).toISOString().replace('.000Z', 'Z').replace('T00:00:00Z', '');
  return findDates(text, { now, timeZone }).map(({ from, to, grain }) => `${day(from)} ${day(to)} ${grain}`);
}

describe('findDates', () => {
  it('lets a date without a year lie no further ahead than it may', () => {
    const from = (text: string, mostAhead?: number) =>
      findDates(text, { now, timeZone: 'UTC', ...(mostAhead !== undefined && { mostAhead }) }).map((date) =>
        new Date(date.from).toISOString().slice(0, 10),
      );
    expect(from('in April')).toEqual(['2024-04-01']);
    expect(from('in April', 0)).toEqual(['2023-04-01']);
    expect(from('in March', 0)).toEqual(['2024-03-01']);
    expect(from('on 16 March', 0)).toEqual(['2023-03-16']);
    expect(from('on 16 March 2025', 0)).toEqual(['2025-03-16']);
    const winter = { now: Date.UTC(2027, 11, 1), timeZone: 'UTC', mostAhead: 0 };
    expect(findDates('on 29 February', winter)[0]?.from).toBe(Date.UTC(2024, 1, 29));
  });

  it.each([
    ['on 1 May 2024', '2024-05-01 2024-05-02 day'],
    ['on May 1st, 2024', '2024-05-01 2024-05-02 day'],
    ['2024-05-01', '2024-05-01 2024-05-02 day'],
    ['25/12/2023', '2023-12-25 2023-12-26 day'],
    ['May 2024', '2024-05-01 2024-06-01 month'],
    ['in March', '2024-03-01 2024-04-01 month'],
    ['2024-05', '2024-05-01 2024-06-01 month'],
    ['in 2020', '2020-01-01 2021-01-01 year'],
    ['mid-September 2023', '2023-09-11 2023-09-21 range'],
    ['late March', '2024-03-21 2024-04-01 range'],
    ['between May and July 2023', '2023-05-01 2023-08-01 range'],
    ['between November and February 2023', '2022-11-01 2023-03-01 range'],
    ['from 2019 to 2021', '2019-01-01 2022-01-01 range'],
    ['between 2019 and 2021', '2019-01-01 2022-01-01 range'],
    ['early 2023', '2023-01-01 2023-05-01 range'],
    ['the end of last month', '2024-02-21 2024-03-01 range'],
    ['the last day of February 2024', '2024-02-29 2024-03-01 day'],
    ['first day of Q2 2024', '2024-04-01 2024-04-02 day'],
    ['first half of May 2024', '2024-05-01 2024-05-16 half'],
    ['Q3 2023', '2023-07-01 2023-10-01 quarter'],
    ['last quarter', '2023-10-01 2024-01-01 quarter'],
    ['H2 2023', '2023-07-01 2024-01-01 half'],
    ['summer of 2023', '2023-06-01 2023-09-01 season'],
    ['2024-W18', '2024-04-29 2024-05-06 week'],
    ['2024-W18-3', '2024-05-01 2024-05-02 day'],
    ['week 20 of 2023', '2023-05-15 2023-05-22 week'],
    ['last week', '2024-03-04 2024-03-11 week'],
    ['yesterday', '2024-03-14 2024-03-15 day'],
    ['the day before yesterday', '2024-03-13 2024-03-14 day'],
    ['two days ago', '2024-03-13 2024-03-14 day'],
    ['a year ago', '2023-03-15 2023-03-16 day'],
    ['half a year ago', '2023-09-15 2023-09-16 day'],
    ['three weeks before 2024-05-01', '2024-04-10 2024-04-11 day'],
    ['a month after 31 January 2024', '2024-02-29 2024-03-01 day'],
    ['last Friday', '2024-03-08 2024-03-09 day'],
    ['last May', '2023-05-01 2023-06-01 month'],
    ['5th of March last year', '2023-03-05 2023-03-06 day'],
    ['Friday, 2024-05-03', '2024-05-03 2024-05-04 day'],
    ['May 1 to June 3, 2024', '2024-05-01 2024-06-04 range'],
    ['2024-05-01T10:00:00+02:00', '2024-05-01T08:00:00Z 2024-05-01T08:00:01Z second'],
  ])('reads "%s" as %s', (text, expected) => {
    expect(read(text)).toEqual([expected]);
  });

  it.each([
    '31 February 2024',
    '2024-02-31',
    'February 30',
    '29 Feb 2023',
    'May 32',
    '2020-W60',
    '5/6/2024',
    '1/2 of it',
    'version 1.5.0',
    'you may go',
    'march on',
    'she sat there',
    'at 5pm',
    'in 3 seconds',
    'from 2000 to 3000',
    'set to 2048',
  ])('finds no date in "%s"', (text) => {
    expect(read(text)).toEqual([]);
  });

  it('reads a date without a zone in the given one', () => {
    expect(read('on 1 May 2024', 'Europe/Berlin')).toEqual(['2024-04-30T22:00:00Z 2024-05-01T22:00:00Z day']);
    expect(read('2024-05-01 10:30 UTC', 'Asia/Tokyo')).toEqual(['2024-05-01T01:30:00Z 2024-05-01T01:31:00Z minute']);
  });

  it('gives a time that is skipped in spring the offset before the gap, and one that comes twice its first', () => {
    expect(read('2024-03-31 02:30', 'Europe/Berlin')).toEqual(['2024-03-31T01:30:00Z 2024-03-31T01:31:00Z minute']);
    expect(read('2024-10-27 02:30', 'Europe/Berlin')).toEqual(['2024-10-27T00:30:00Z 2024-10-27T00:31:00Z minute']);
  });

  it('lets the day on which the clocks change be as long as it is', () => {
    const [day] = findDates('2024-03-31', { now, timeZone: 'Europe/Berlin' });
    expect((day?.to ?? 0) - (day?.from ?? 0)).toBe(23 * 3_600_000);
  });

  it('gives the place of the words', () => {
    const text = 'It moved three weeks before 2024-05-01, not in May 2023.';
    const found = findDates(text, { now, timeZone: 'UTC' }).map(({ start, end }) => text.slice(start, end));
    expect(found).toEqual(['three weeks before 2024-05-01', 'May 2023']);
  });

  it('tells a caller that a zone is none', () => {
    expect(() => findDates('1 May 2024', { now, timeZone: 'Mars/Olympus' })).toThrow(
      'There is no time zone called "Mars/Olympus".',
    );
  });
});

describe('instantOf', () => {
  it('is the inverse of wallOf but for skipped and repeated times', () => {
    for (const zone of ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu']) {
      for (let hour = 0; hour < 24; hour++) {
        const wall = wallTime(2024, 6, 1, hour);
        expect(wallOf(instantOf(wall, zone), zone)).toBe(wall);
      }
    }
  });
});
