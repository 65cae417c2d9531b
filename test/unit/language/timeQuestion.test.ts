import { describe, expect, it } from 'vitest';
import { readTimeQuestion } from '../../../main/language/timeQuestion.ts';

const now = Date.UTC(2026, 9, 1, 12);
const read = (text: string, at = now, timeZone = 'UTC') => readTimeQuestion(text, { now: at, timeZone });
const time = (text: string, at = now, timeZone = 'UTC') => read(text, at, timeZone).time;

describe('what a question asks of time', () => {
  it.each([
    ['What is the worker timeout now?', 'now'],
    ['What is the worker timeout?', 'now'],
    ['As things stand today, who owns the router?', 'now'],
    ['Which version do we currently run?', 'now'],
    ['What was the worker timeout on September 15?', 'at'],
    ['What was the limit back in spring 2024?', 'at'],
    ['What value immediately preceded 420 seconds?', 'before'],
    ['What was the previous timeout?', 'before'],
    ['What was the timeout before it was changed to 420 seconds?', 'before'],
    ['What was the version before the upgrade?', 'before'],
    ['What did Buildkite replace?', 'before'],
    ['What replaced Jenkins?', 'after'],
    ['What was the value right after 300 seconds?', 'after'],
    ['What did the timeout of 300 seconds become?', 'after'],
    ['When did the 600-second configuration stop being valid?', 'ended'],
    ['Until when was the limit 20?', 'ended'],
    ['When was the limit of 20 withdrawn?', 'ended'],
    ['Since when has Anna been the owner?', 'began'],
    ['When did the timeout become 600 seconds?', 'began'],
    ['When was the timeout changed to 600 seconds?', 'began'],
    ['Show me the history of the worker timeout.', 'history'],
    ['How has the timeout changed over time?', 'history'],
    ['What was the timeout originally?', 'history'],
    ['What was the first timeout?', 'history'],
    ['What did the timeout use to be?', 'before'],
  ])('reads %j as %s', (text, mode) => {
    expect(time(text).mode).toBe(mode);
  });

  it('gives the present without a phrase where nothing is said of time', () => {
    expect(time('What is the worker timeout?')).toEqual({
      mode: 'now',
      at: null,
      from: null,
      knownAt: null,
      value: null,
      phrase: null,
    });
  });

  it('names the value that a question asks from', () => {
    expect(time('What value immediately preceded 420 seconds?').value).toBe('420 seconds');
    expect(time('What was it before it was changed to 420 seconds on September 24?').value).toBe('420 seconds');
    expect(time('What replaced Jenkins?').value).toBe('Jenkins');
  });

  it('takes a named end of support for a thing and not for an end of a value', () => {
    expect(time('When does AlmaLinux 8 reach end of life?').mode).toBe('now');
    expect(time('What is the end of support of Django 4.2?').mode).toBe('now');
  });
});

describe('when a question means', () => {
  it('gives a day from its beginning to its end', () => {
    const { at, from } = time('What was the timeout on 15 September 2026?');
    expect([from, at]).toEqual(['2026-09-15T00:00:00.000Z', '2026-09-15T23:59:59.999Z']);
  });

  it('reads a day in the zone of the asker', () => {
    const { at, from } = time('What was the timeout on 2026-09-15?', now, 'America/New_York');
    expect([from, at]).toEqual(['2026-09-15T04:00:00.000Z', '2026-09-16T03:59:59.999Z']);
  });

  it('gives mid-September as the span of its second third', () => {
    const { at, from } = time('What was it like in mid-September?');
    expect([from, at]).toEqual(['2026-09-11T00:00:00.000Z', '2026-09-20T23:59:59.999Z']);
  });

  it.each([
    ['What was the worker timeout in January?', '2026-01-01'],
    ['What was the worker timeout on February 15?', '2026-02-15'],
    ['What was the worker timeout in mid-March?', '2026-03-11'],
    ['Who owned the checkout service in April?', '2026-04-01'],
    ['What was the limit on December 24?', '2025-12-24'],
    ['What was the limit between November and January?', '2025-11-01'],
    ['What is the limit in March?', '2026-03-01'],
    ['What is the limit in November?', '2026-11-01'],
    ['What will the limit be in January?', '2027-01-01'],
  ])('gives a date without a year the year that the tense says: %j', (text, from) => {
    expect(time(text).from).toBe(`${from}T00:00:00.000Z`);
  });

  // Asked on Thursday, 1 October 2026.
  it.each([
    ['on 03/14/2026', '2026-03-14', '2026-03-14'],
    ['on 14/3/2026', '2026-03-14', '2026-03-14'],
    ['on 3/14', '2026-03-14', '2026-03-14'],
    ['in Q2', '2026-04-01', '2026-06-30'],
    ['in Q3 2025', '2025-07-01', '2025-09-30'],
    ['last quarter', '2026-07-01', '2026-09-30'],
    ['in the second quarter', '2026-04-01', '2026-06-30'],
    ['in the last quarter of last year', '2025-10-01', '2025-12-31'],
    ['in the first half of the year', '2026-01-01', '2026-06-30'],
    ['in H2 2025', '2025-07-01', '2025-12-31'],
    ['last Tuesday', '2026-09-29', '2026-09-29'],
    ['on Monday', '2026-09-28', '2026-09-28'],
    ['on Saturday', '2026-09-26', '2026-09-26'],
    ['on Thursday', '2026-09-24', '2026-09-24'],
    ['the day before yesterday', '2026-09-29', '2026-09-29'],
    ['a fortnight ago', '2026-09-17', '2026-09-17'],
    ['in early June', '2026-06-01', '2026-06-10'],
    ['in mid June', '2026-06-11', '2026-06-20'],
    ['in late June', '2026-06-21', '2026-06-30'],
    ['over the weekend', '2026-09-26', '2026-09-27'],
    ['last weekend', '2026-09-26', '2026-09-27'],
    ['in the last week of March', '2026-03-25', '2026-03-31'],
    ['at the start of the month', '2026-10-01', '2026-10-01'],
    ['in the summer', '2026-06-01', '2026-08-31'],
  ])('reads %j in a question about the past', (words, from, to) => {
    const { at, from: start } = time(`What was the limit ${words}?`);
    expect([start?.slice(0, 10), at?.slice(0, 10)]).toEqual([from, to]);
  });

  it('takes a quarter or a day of the week that is to come for the last one in a question about the past alone', () => {
    const february = Date.UTC(2026, 1, 5, 12);
    expect(time('What was the limit in Q4?', february).from).toBe('2025-10-01T00:00:00.000Z');
    expect(time('What will the limit be in Q4?', february).from).toBe('2026-10-01T00:00:00.000Z');
    expect(time('What will the limit be on Saturday?').from).toBe('2026-10-03T00:00:00.000Z');
    expect(time('What will the limit be over the weekend?').from).toBe('2026-10-03T00:00:00.000Z');
  });

  it('reads an ambiguous day month first, and says how it was read', () => {
    expect(time('What was the limit on 03/04/2026?')).toMatchObject({
      from: '2026-03-04T00:00:00.000Z',
      phrase: '03/04/2026 (read as 4 March 2026)',
    });
    expect(time('What was the limit on 4/5?').phrase).toBe('4/5 (read as 5 April)');
    expect(time('What is 3/4 of the limit?').at).toBeNull();
  });

  it('reads a day with dots behind a word of time, and no version', () => {
    expect(time('What was the limit on 10.05.2026?').from).toBe('2026-05-10T00:00:00.000Z');
    expect(time('What was the limit on 1.5.2026?').from).toBe('2026-05-01T00:00:00.000Z');
    expect(read('What was the limit on 31.02.2026?').impossible).toBe('31.02.2026');
    expect(time('What is the limit of release 10.05.2026?').at).toBeNull();
  });

  it('tells of a date that cannot be read', () => {
    expect(read('What was the limit on 02/30/2026?').unread).toBe(true);
    expect(read('What was the limit at Christmas?').unread).toBe(true);
    expect(read('What was the limit on 25/12/2025?').unread).toBe(false);
    expect(read('What is the limit on the server?').unread).toBe(false);
  });

  it('counts back from the asker’s own present', () => {
    const { at, from } = time('What was the limit three weeks ago?', Date.UTC(2024, 4, 22, 9));
    expect([from, at]).toEqual(['2024-05-01T00:00:00.000Z', '2024-05-01T23:59:59.999Z']);
  });

  it('counts back from a date in the question', () => {
    expect(time('What was the limit three weeks before 2024-05-22?').from).toBe('2024-05-01T00:00:00.000Z');
  });

  it('finds the last day of a month', () => {
    const { at, from } = time('What was the limit on the last day of February 2024?');
    expect([from, at]).toEqual(['2024-02-29T00:00:00.000Z', '2024-02-29T23:59:59.999Z']);
  });

  it('reads before, until and after a date as an instant beside it', () => {
    expect(time('What was the limit before 2024-05-22?')).toMatchObject({ mode: 'at', at: '2024-05-21T23:59:59.999Z' });
    expect(time('What was the limit until 22 May 2024?').at).toBe('2024-05-21T23:59:59.999Z');
    expect(time('What was the limit after 22 May 2024?')).toMatchObject({ mode: 'at', at: '2024-05-23T00:00:00.000Z' });
  });

  it('takes two dates for the ends of a span', () => {
    const { at, from } = time('What was the limit between 1 May 2024 and 3 May 2024?');
    expect([from, at]).toEqual(['2024-05-01T00:00:00.000Z', '2024-05-03T23:59:59.999Z']);
  });

  it('ends a span that holds the present with the present', () => {
    expect(time('What was the limit this month?').at).toBe(new Date(now).toISOString());
  });

  it('takes a date that is said to be the value for a value', () => {
    expect(time('Is the end-of-life date 2024-05-01?').mode).toBe('now');
  });
});

describe('what was known when', () => {
  it.each([
    'What did we believe on 15 September 2026 about the timeout?',
    'As known on 15 September 2026, what was the timeout?',
    'According to what was recorded by September 15, 2026, what is the timeout?',
    'What did we have on record on 2026-09-15 as the timeout?',
    'What was on file on the 15th of September 2026 for the timeout?',
  ])('reads a date with a word of knowing as record time: %j', (text) => {
    expect(time(text)).toMatchObject({ mode: 'at', knownAt: '2026-09-15T23:59:59.999Z' });
  });

  it('tells the time of knowing from the time that is known of', () => {
    const { knownAt, at } = time('What did we believe on 20 September 2026 the timeout was on 5 September 2026?');
    expect([knownAt, at]).toEqual(['2026-09-20T23:59:59.999Z', '2026-09-05T23:59:59.999Z']);
  });

  it('lets nothing be known later than now', () => {
    expect(time('What will we know on 1 January 2030 about the timeout?').knownAt).toBe(new Date(now).toISOString());
  });
});

describe('what is no time', () => {
  it('leaves a version or year inside a name alone', () => {
    const text = 'What is the end of life of Amazon Linux 2018.03?';
    expect(time(text).mode).toBe('now');
    const named = 'What was the limit of Release May 2024?';
    const start = named.indexOf('Release');
    const taken = [{ start, end: named.length - 1 }];
    expect(readTimeQuestion(named, { now, timeZone: 'UTC' }, taken).time).toMatchObject({ mode: 'now', at: null });
  });

  it('gives a day of no calendar its name and no other day', () => {
    expect(read('What was the limit on 30 February 2025?').impossible).toBe('30 February 2025');
    expect(read('What was the limit on 2025-02-30?').impossible).toBe('2025-02-30');
    expect(read('What was the limit on February 29, 2023?').impossible).toBe('February 29, 2023');
    expect(read('What was the limit on February 29, 2024?').impossible).toBeNull();
    expect(read('Marketing 60 and Q1?').impossible).toBeNull();
  });

  it.each([
    '31 November',
    '31 Nov',
    '31/11/2026',
    '11/31/2026',
    '31/11',
    '31-11-2026',
    '2026/02/30',
    '30 February 2026',
    'November 31',
    '31st of November',
  ])('knows that no calendar has a %s', (day) => {
    expect(read(`What was the limit on ${day}?`).impossible).toBe(day);
  });

  it.each([
    'What may 45 people do?',
    'Who had 31 November people?',
    'What was it on 30/11/2026?',
    'What runs 24/7?',
    'What was it on 30 November?',
  ])('sees no impossible day in %j', (text) => {
    expect(read(text).impossible).toBeNull();
  });

  it.each([
    'between 3 and 10 September',
    'between 3 and 10 September 2026',
    'between September 3 and 10',
    'between 3 September and 10 September 2026',
  ])('reads the days %s as one span', (span) => {
    expect(time(`What was the limit ${span}?`)).toMatchObject({
      mode: 'at',
      from: '2026-09-03T00:00:00.000Z',
      at: '2026-09-10T23:59:59.999Z',
    });
  });

  it('reads a time that the clocks skip without failing, after the gap', () => {
    const { at } = time('What was the limit on 2025-03-30 02:30?', now, 'Europe/Berlin');
    expect(at).toBe('2025-03-30T01:30:00.000Z');
  });

  it('is not slowed down by a page pasted as a question', () => {
    const page = 'when did the thing of which we spoke before change and was it known '.repeat(120);
    expect(time(page).mode).toBeDefined();
  });

  it('refuses a zone that is none', () => {
    expect(() => time('What was it on 2024-05-01?', now, 'Mars/Olympus')).toThrow('zone');
  });
});
