import { describe, expect, it } from 'vitest';
import { extract } from '../../../main/extraction/extract.ts';
import { read, said } from './read.ts';

/** Each statement of a text: how | subject | predicate | object, from and until when. */
function told(text: string): string[] {
  return extract({ ...said, text }).map(({ fact, edge }) => {
    if (edge !== undefined) return `holds | ${edge.from} | ${edge.relation} | ${edge.to}`;
    const from = fact?.validFrom ? ` from ${fact.validFrom.slice(0, 10)}` : '';
    const to = fact?.validTo ? ` to ${fact.validTo.slice(0, 10)}` : '';
    return `${fact?.holds ?? 'holds'} | ${fact?.subject} | ${fact?.predicate} | ${fact?.object}${from}${to}`;
  });
}

describe('what is denied, and what holds in its place', () => {
  it.each([
    ['The shuttle speed was never 40, it is 44.', ['never | shuttle | speed | 40', 'holds | shuttle | speed | 44']],
    [
      'Amberline never used Redis, it always used Valkey.',
      ['never | Amberline | uses | Redis', 'holds | Amberline | uses | Valkey'],
    ],
    [
      'Wren never depended on Kafka but on Pulsar.',
      ['never | Wren | depends on | Kafka', 'holds | Wren | depends on | Pulsar'],
    ],
    [
      'The fee is no longer 5 euros but 6 euros.',
      ['no-longer | fee | value | 5 euros', 'holds | fee | value | 6 euros'],
    ],
    [
      'Egret no longer uses Postgres but MySQL.',
      ['no-longer | Egret | uses | Postgres', 'holds | Egret | uses | MySQL'],
    ],
    [
      'Egret no longer uses Postgres; it now uses MySQL.',
      ['no-longer | Egret | uses | Postgres', 'holds | Egret | uses | MySQL'],
    ],
    [
      'Tom Reed no longer lives in Porto but in Lisbon.',
      ['no-longer | Tom Reed | lives in | Porto', 'holds | Tom Reed | lives in | Lisbon'],
    ],
    [
      'Correction: the brine tank volume is 330 litres, not 300 litres.',
      ['holds | brine tank | volume | 330 litres', 'never | brine tank | volume | 300 litres'],
    ],
    ['Actually, the moat depth is 4 m, not 3 m.', ['holds | moat | depth | 4 m', 'never | moat | depth | 3 m']],
    ['The retry limit is 5, not 6.', ['holds | retry | limit | 5']],
  ])('"%s"', (text, expected) => {
    expect(told(text)).toEqual(expected);
  });
});

describe('one value after the other', () => {
  it.each([
    [
      'The hall rent is 30 euros until 30 June 2026, then 35 euros.',
      ['holds | hall | rent | 30 euros to 2026-06-30', 'holds | hall | rent | 35 euros from 2026-06-30'],
    ],
    [
      'The toll is 5 euros until May 2027, 6 euros afterwards.',
      ['holds | toll | value | 5 euros to 2027-05-01', 'holds | toll | value | 6 euros from 2027-05-01'],
    ],
    ['Effective 1 May 2026, loft rent: 550 euros.', ['holds | loft | rent | 550 euros from 2026-05-01']],
    ['As from June the crypt door code reads 9020.', ['holds | crypt door | code | 9020 from 2024-06-01']],
    [
      'Bo Ek stepped down as director of Tern Hall; Mia Fox took over.',
      ['no-longer | Tern Hall | director | Bo Ek', 'holds | Tern Hall | director | Mia Fox'],
    ],
  ])('"%s"', (text, expected) => {
    expect(told(text)).toEqual(expected);
  });

  it.each([
    ['The toll fee is now 9 euros instead of 8 euros.', ['toll | fee | 9 euros < 8 euros']],
    ['The pool size doubled to 16.', ['pool | size | 16']],
    ['The pool size of pg-main tripled from 10 to 30.', ['pg-main | pool size | 30 < 10']],
    ['The wage was halved to 5 euros.', ['wage | value | 5 euros']],
    ['We rolled tidepool back to 2.3.1.', ['tidepool | version | 2.3.1']],
    ['finch was rolled back to 1.0.0.', ['finch | version | 1.0.0']],
    ['Downgraded robin to 1.0.0.', ['robin | version | 1.0.0']],
    ['Reverted lark to 1.0.0.', ['lark | version | 1.0.0']],
    ['We moved the retry limit back to 5.', ['retry | limit | 5']],
  ])('"%s"', (text, expected) => {
    expect(read(text)).toEqual(expected);
  });
});

describe('a post that another takes', () => {
  it.each([
    'Sif Dahl was replaced by Otto Brandt as warden of Keep North.',
    'Sif Dahl was succeeded as warden of Keep North by Otto Brandt.',
    'Otto Brandt succeeded Sif Dahl as the warden of Keep North.',
    'Otto Brandt took over from Sif Dahl as warden of Keep North.',
  ])('"%s"', (text) => {
    expect(read(text)).toEqual(['Keep North | warden | Otto Brandt < Sif Dahl']);
  });

  it('is taken by whoever is appointed', () => {
    expect(told('Mia Fox was appointed director of Tern Hall on 3 May 2024.')).toEqual([
      'holds | Tern Hall | director | Mia Fox from 2024-05-03',
    ]);
  });
});

describe('of two causes one was none', () => {
  it.each([
    [
      'It turned out that the freight outage was not caused by a stuck relay but by a flooded conduit.',
      ['a stuck relay =/=> the freight outage', 'a flooded conduit => the freight outage'],
    ],
    ['It turned out that the lift stall was not caused by ice.', ['ice =/=> the lift stall']],
    ['It was not a stuck relay that caused the freight outage.', ['a stuck relay =/=> the freight outage']],
    ['It was a flooded conduit that caused the freight outage.', ['a flooded conduit => the freight outage']],
    ['A heater turned out not to be the cause of the depot fire.', ['A heater =/=> the depot fire']],
    ['The delay was due not to fog but to a strike.', ['fog =/=> The delay', 'a strike => The delay']],
    [
      'The outage was caused by an expired token, not a full disk.',
      ['an expired token => The outage', 'a full disk =/=> The outage'],
    ],
  ])('"%s"', (text, expected) => {
    expect(read(text)).toEqual(expected);
  });
});

describe('a figure is whole', () => {
  it.each([
    ['The grant amount is $1,250,000.', ['grant | amount | $1,250,000']],
    ['The hall capacity was raised from 9,500 to 20,000, and all came.', ['hall | capacity | 20,000 < 9,500']],
    ['The lid size is 1,5 cm.', ['lid | size | 1,5 cm']],
  ])('"%s"', (text, expected) => {
    expect(read(text)).toEqual(expected);
  });
});

describe('a statement stands in its clause', () => {
  it.each([
    ['The drum tone is 400 Hz; the drum weight is 2 t.', ['The drum tone is 400 Hz', 'the drum weight is 2 t.']],
    ['The retry limit is 5, and the drum weight is 5 t.', ['The retry limit is 5', 'the drum weight is 5 t.']],
    [
      'The pool size was never 5; it was always 7.',
      ['The pool size was never 5', 'The pool size was never 5; it was always 7.'],
    ],
  ])('"%s"', (sentence, expected) => {
    const text = `Hello. ${sentence} Bye.`;
    expect(extract({ ...said, text }).map(({ start, end }) => text.slice(start, end))).toEqual(expected);
  });
});

describe('nothing more is read', () => {
  it.each([
    'The point is speed, not size.',
    'It is not the size that counts.',
    'It was Bo that caused the delay.',
    'The delay was not only caused by fog but by a strike.',
    'The fee is not 5 euros.',
    'Is the fee no longer 5 euros but 6 euros?',
    'The fee might no longer be 5 euros but 6 euros.',
    'Put the lid back to front.',
    'He went back to Berlin.',
    'We upgraded the library to 2.0.0.',
    'The gate was replaced by a fence as part of the renovation.',
    'Ana was made redundant at Acme.',
    'Ana reads 12 books.',
    'Ports 1,2 and 3 are open.',
  ])('"%s"', (text) => {
    expect(read(text)).toEqual([]);
  });
});

describe('a text without end', () => {
  it.each(['1', 'a1', '1,', '(', 'No. '])('of %j alone is read through, and states nothing', (unit) => {
    expect(extract({ ...said, text: unit.repeat(200_000) })).toEqual([]);
  });
});
