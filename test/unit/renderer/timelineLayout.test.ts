import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FactAssertion, FactSegment } from '../../../main/contract/index.ts';
import {
  beginningOf,
  changesOf,
  fitted,
  huesOf,
  lanesOf,
  momentAt,
  recordTicks,
  regionBox,
  regionsOf,
  stripOf,
  thinned,
  timelineScales,
} from '../../../renderer/parts/timelineLayout.ts';

const at = (day: string) => Date.parse(`${day}T00:00:00Z`);
const instant = (day: string) => `${day}T00:00:00.000Z`;

const assertion = (factId: string, object: string, from: string, known: string, rest: Partial<FactAssertion> = {}) =>
  ({
    factId,
    object,
    validFrom: instant(from),
    validTo: null,
    knownAt: instant(known),
    retractedAt: null,
    status: 'standing',
    ...rest,
  }) as unknown as FactAssertion;

const segment = (factId: string, value: string, from: string | null, to: string | null, contested = false) =>
  ({
    factId,
    value,
    from: from === null ? null : instant(from),
    to: to === null ? null : instant(to),
    support: [factId],
    contested,
    contradicts: [],
    endedBy: null,
  }) satisfies FactSegment;

const first = assertion('a', '300', '2026-09-01', '2026-09-02');
const second = assertion('b', '600', '2026-09-10', '2026-09-12');
const never = assertion('c', '450', '2026-09-15', '2026-09-18', {
  status: 'corrected',
  retractedAt: instant('2026-10-01'),
});
const frame = { now: at('2026-11-01'), left: 100, right: 900, top: 10, bottom: 310, chosen: null };

describe('changesOf', () => {
  test('names each moment once at which something became known or was taken back, oldest first', () => {
    expect(changesOf([never, second, first, first])).toEqual(
      ['2026-09-02', '2026-09-12', '2026-09-18', '2026-10-01'].map(at),
    );
  });
});

describe('thinned', () => {
  test('keeps the first and the latest, in order and without a repetition', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer(), { minLength: 1 }).map((list) => list.sort((a, b) => a - b)),
        fc.integer({ min: 2, max: 20 }),
        (moments, limit) => {
          const kept = thinned(moments, limit);
          expect(kept.length).toBe(Math.min(moments.length, limit));
          expect([kept.at(0), kept.at(-1)]).toEqual([moments.at(0), moments.at(-1)]);
          expect([...new Set(kept)].sort((a, b) => a - b)).toEqual(kept);
        },
      ),
    );
  });
});

describe('momentAt', () => {
  test('is the last moment that has come, and none before the first', () => {
    expect([5, 10, 15, 20].map((now) => momentAt([10, 20], now))).toEqual([null, 10, 10, 20]);
  });
});

describe('regionsOf', () => {
  const bands = [
    { from: at('2026-09-02'), to: at('2026-09-12'), segments: [segment('a', '300', '2026-09-01', null)] },
    {
      from: at('2026-09-12'),
      to: at('2026-09-18'),
      segments: [segment('a', '300', '2026-09-01', '2026-09-10'), segment('b', '600', '2026-09-10', null)],
    },
    {
      from: at('2026-09-18'),
      to: null,
      segments: [
        segment('a', '300', '2026-09-01', '2026-09-10'),
        segment('b', '600', '2026-09-10', '2026-09-15'),
        segment('c', '450', '2026-09-15', null, true),
      ],
    },
  ];
  const regions = regionsOf(bands, [first, second, never]);

  test('joins what stays believed from one moment to the next', () => {
    expect(
      regions
        .filter(({ factId }) => factId === 'a')
        .map(({ knownFrom, knownTo, to }) => [knownFrom, knownTo, to])
        .sort(),
    ).toEqual([
      [at('2026-09-02'), at('2026-09-12'), null],
      [at('2026-09-12'), null, at('2026-09-10')],
    ]);
  });

  test('strikes what was believed once and corrected since, and keeps that it was contested', () => {
    expect(regions.filter(({ struck }) => struck).map(({ factId, contested }) => [factId, contested])).toEqual([
      ['c', true],
    ]);
  });

  test('covers each band exactly: as many regions reach into it as it has segments', () => {
    for (const { from, segments } of bands) {
      const there = regions.filter(
        ({ knownFrom, knownTo }) => knownFrom <= from && (knownTo === null || knownTo > from),
      );
      expect(there.map(({ factId }) => factId).sort()).toEqual(segments.map(({ factId }) => factId).sort());
    }
  });

  test('gives values that hold at once a lane each', () => {
    const both = [segment('x', 'eu', '2026-01-01', null), segment('y', 'us', '2026-02-01', null)];
    const many = regionsOf([{ from: 0, to: null, segments: both }], []);
    expect(many.map(({ lane, lanes }) => [lane, lanes])).toEqual([
      [0, 2],
      [1, 2],
    ]);
  });
});

describe('lanesOf', () => {
  const stretch = fc
    .record({ from: fc.option(fc.integer({ min: 0, max: 50 })), length: fc.option(fc.integer({ min: 1, max: 20 })) })
    .map(({ from, length }) => ({ from, to: length === null ? null : (from ?? 0) + length }));

  test('never lays two stretches that overlap into one lane', () => {
    fc.assert(
      fc.property(fc.array(stretch, { maxLength: 12 }), (stretches) => {
        const { lanes, laneOf } = lanesOf(stretches);
        for (const [i, a] of stretches.entries()) {
          expect(laneOf[i]).toBeLessThan(lanes);
          for (const [j, b] of stretches.entries()) {
            if (i >= j || laneOf[i] !== laneOf[j]) continue;
            const apart = (a.to ?? Infinity) <= (b.from ?? -Infinity) || (b.to ?? Infinity) <= (a.from ?? -Infinity);
            expect(apart).toBe(true);
          }
        }
      }),
    );
  });
});

describe('timelineScales', () => {
  test('draws record time to scale where every band can be read', () => {
    const { record, spread } = timelineScales([first, second], [at('2026-09-02'), at('2026-10-01')], frame);
    expect(spread).toBe('to scale');
    expect(record(frame.now)).toBe(10);
    expect(record(beginningOf([at('2026-09-02')], frame.now))).toBe(310);
  });

  test('draws bands of one height where some would be too thin, unless the reader chose', () => {
    const moments = [at('2026-09-02'), at('2026-09-02') + 5, at('2026-09-02') + 9];
    const even = timelineScales([first], moments, frame);
    expect(even.spread).toBe('evenly');
    const heights = moments.map((moment, index) => even.record(moment) - even.record(moments[index + 1] ?? frame.now));
    expect(Math.max(...heights) - Math.min(...heights)).toBeLessThan(1e-6);
    expect(timelineScales([first], moments, { ...frame, chosen: 'to scale' }).spread).toBe('to scale');
  });

  test('turns a height back into the moment it stands for, for the line that is dragged', () => {
    const moments = [at('2026-09-02'), at('2026-09-02') + 5, at('2026-10-01')];
    const { record } = timelineScales([first], moments, frame);
    for (const moment of moments) expect(record.invert(record(moment)).getTime()).toBe(moment);
  });

  test('has a place for a single statement that is known this very moment', () => {
    const now = at('2026-09-02');
    const { valid, record } = timelineScales([first], [now], { ...frame, now });
    expect([valid(at('2026-09-01')), record(now)].every(Number.isFinite)).toBe(true);
  });
});

describe('the boxes of regions', () => {
  const scales = timelineScales([first, second], [at('2026-09-02'), at('2026-09-12')], frame);
  const region = regionsOf([{ from: at('2026-09-12'), to: null, segments: [segment('b', '600', null, null)] }], [])[0];

  test('reach to the edges of the picture where a time is open', () => {
    if (region === undefined) throw new Error('there is no region');
    const box = regionBox(region, scales);
    expect(box).toMatchObject({ x: 100, width: 800, y: 10 });
    expect(box?.height).toBeCloseTo(scales.record(at('2026-09-12')) - 10);
  });

  test('are left out where the zoom has moved them out of sight', () => {
    const past = { ...scales, valid: scales.valid.copy().domain([at('2027-01-01'), at('2027-02-01')]) };
    const closed = regionsOf([{ from: 0, to: null, segments: [segment('a', '300', '2026-09-01', '2026-09-10')] }], []);
    expect(closed.map((one) => regionBox(one, past))).toEqual([null]);
    expect(stripOf([segment('a', '300', '2026-09-01', '2026-09-10')], past, 340, 40)).toEqual([]);
  });

  test('stand above one another in the strip where values hold at once', () => {
    const strip = stripOf([segment('x', 'eu', null, null), segment('y', 'us', null, null)], scales, 340, 40);
    expect(strip.map(({ box }) => [box.y, box.height])).toEqual([
      [340, 19],
      [360, 19],
    ]);
  });
});

describe('labels', () => {
  test('are cut to their field and left out where three letters would not fit', () => {
    expect([fitted('600 seconds', 200), fitted('600 seconds', 60), fitted('600 seconds', 30)]).toEqual([
      '600 seconds',
      '600 se…',
      '',
    ]);
  });

  test('of record time keep their distance', () => {
    const moments = Array.from({ length: 60 }, (_, index) => at('2026-09-02') + index * 1000);
    const scales = timelineScales([first], moments, frame);
    const places = recordTicks(scales, moments).map(({ place }) => place);
    for (const [index, place] of places.slice(1).entries())
      expect((places[index] ?? 0) - place).toBeGreaterThanOrEqual(15);
  });

  test('give each value a hue in the order in which it was first said, whatever comes later', () => {
    expect([...huesOf([second, first, assertion('d', '300', '2026-10-01', '2026-10-01')])]).toEqual([
      ['300', 0],
      ['600', 1],
    ]);
  });
});
