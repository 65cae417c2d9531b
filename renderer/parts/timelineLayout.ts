import { type ScaleTime, scaleTime } from 'd3';
import type { FactAssertion, FactSegment } from '../../main/contract/index.ts';
import { assertionWords } from '../words.ts';
import { dayOfYear, type Tick, timeOfDay } from './timeAxis.ts';

type Value = FactSegment['value'];

/** What was believed from one moment of record time to the next: `[from, to)` in ms; `to` null for the latest. */
export interface Band {
  readonly from: number;
  readonly to: number | null;
  readonly segments: readonly FactSegment[];
}

/** A value believed over one stretch of valid time during one stretch of record time; null where it is open. */
export interface Region {
  readonly value: Value;
  readonly factId: string;
  readonly from: number | null;
  readonly to: number | null;
  readonly knownFrom: number;
  readonly knownTo: number | null;
  /** Where several values hold at once each has a row of its own within the band. */
  readonly lane: number;
  readonly lanes: number;
  readonly contested: boolean;
  /** Believed then; corrected, taken back or distrusted since. */
  readonly struck: boolean;
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Record time drawn to scale, or with the same height for every moment at which belief changed. */
export type Spread = 'to scale' | 'evenly';

export interface TimelineScales {
  readonly valid: ScaleTime<number, number>;
  readonly record: ScaleTime<number, number>;
  /** The spread that was used. */
  readonly spread: Spread;
}

/** How many values are told apart by hue; their labels tell the rest. */
const hues = 8;

/** The moments of record time at which what is believed of a slot may have changed, oldest first, in ms. */
export function changesOf(assertions: readonly FactAssertion[], more: readonly number[] = []): number[] {
  const moments = assertions.flatMap(({ knownAt, retractedAt }) => [knownAt, ...(retractedAt ? [retractedAt] : [])]);
  return [...new Set([...moments.map((moment) => Date.parse(moment)), ...more])].sort((a, b) => a - b);
}

/** At most `limit` of the moments, evenly chosen; the first and the latest always. */
export function thinned(moments: readonly number[], limit: number): number[] {
  if (moments.length <= limit) return [...moments];
  const step = (moments.length - 1) / (limit - 1);
  return Array.from({ length: limit }, (_, index) => moments[Math.round(index * step)] ?? 0);
}

/** The last of the moments that is not after `at`; null before the first. */
export function momentAt(moments: readonly number[], at: number): number | null {
  return moments.findLast((moment) => moment <= at) ?? null;
}

/** A hue for each value, in the order in which the values were first said. */
export function huesOf(assertions: readonly FactAssertion[]): ReadonlyMap<string, number> {
  const values = new Set(
    [...assertions].sort((a, b) => a.knownAt.localeCompare(b.knownAt)).map((one) => String(one.object)),
  );
  return new Map([...values].map((value, index) => [value, index % hues]));
}

/** Gives each of several overlapping stretches a lane: the first that is free where it begins. */
export function lanesOf(stretches: readonly { readonly from: number | null; readonly to: number | null }[]): {
  readonly lanes: number;
  readonly laneOf: readonly number[];
} {
  const ends: number[] = [];
  const laneOf = new Array<number>(stretches.length).fill(0);
  const inOrder = stretches
    .map(({ from, to }, index) => ({ index, from: from ?? -Infinity, to: to ?? Infinity }))
    .sort((a, b) => a.from - b.from || a.index - b.index);
  for (const { index, from, to } of inOrder) {
    const free = ends.findIndex((end) => end <= from);
    const lane = free < 0 ? ends.length : free;
    ends[lane] = to;
    laneOf[index] = lane;
  }
  return { lanes: Math.max(ends.length, 1), laneOf };
}

/** A moment before anything was known, a little below the first in the picture. */
export function beginningOf(moments: readonly number[], latest: number): number {
  const first = moments[0] ?? latest;
  return first - Math.max(Math.round((latest - first) * 0.04), 1000);
}

/** The regions of belief; what stays the same from one band to the next is one region. */
export function regionsOf(bands: readonly Band[], assertions: readonly FactAssertion[]): Region[] {
  const struck = new Set(assertions.filter(({ status }) => assertionWords[status].struck).map(({ factId }) => factId));
  const done: Region[] = [];
  let open: Region[] = [];
  for (const band of bands) {
    const stretches = band.segments.map(({ from, to }) => ({ from: ms(from), to: ms(to) }));
    const { lanes, laneOf } = lanesOf(stretches);
    const next = band.segments.map((segment, index): Region => {
      const { from, to } = stretches[index] ?? { from: null, to: null };
      return {
        value: segment.value,
        factId: segment.factId,
        from,
        to,
        knownFrom: band.from,
        knownTo: band.to,
        lane: laneOf[index] ?? 0,
        lanes,
        contested: segment.contested,
        struck: struck.has(segment.factId),
      };
    });
    done.push(...open.filter((before) => !next.some((after) => continues(before, after))));
    open = next.map((after) => {
      const before = open.find((one) => continues(one, after));
      return before === undefined ? after : { ...after, knownFrom: before.knownFrom };
    });
  }
  return [...done, ...open];
}

function continues(before: Region, after: Region): boolean {
  return (
    before.lanes === 1 &&
    after.lanes === 1 &&
    before.value === after.value &&
    before.factId === after.factId &&
    before.from === after.from &&
    before.to === after.to &&
    before.contested === after.contested
  );
}

/**
 * Valid time from left to right, record time from the bottom up; both reach to `now`. Record time is drawn to scale
 * where every band stays at least `legible` px high, else evenly, unless the reader has chosen.
 */
export function timelineScales(
  assertions: readonly FactAssertion[],
  moments: readonly number[],
  { now, left, right, top, bottom, chosen }: Frame,
): TimelineScales {
  const times = assertions.flatMap(({ validFrom, validTo }) => [
    Date.parse(validFrom),
    ...(validTo === null ? [] : [Date.parse(validTo)]),
  ]);
  const [begin, end] = [Math.min(now, ...times), Math.max(now, ...times)];
  const margin = Math.max((end - begin) * 0.05, 60_000);
  const valid = scaleTime([begin - margin, end + margin], [left, right]);

  const first = moments[0] ?? now;
  const latest = Math.max(now, moments.at(-1) ?? now, first + 1);
  const beginning = beginningOf(moments, latest);
  const toScale = scaleTime([beginning, latest], [bottom, top]);
  const edges = [...moments, latest];
  const heights = edges.slice(1).map((edge, index) => toScale(edges[index] ?? 0) - toScale(edge));
  const spread = chosen ?? (heights.every((height) => height >= legible) ? 'to scale' : 'evenly');
  if (spread === 'to scale') return { valid, record: toScale, spread };
  const steps = [...new Set([beginning, ...moments, latest])];
  const lead = 10;
  const each = (bottom - lead - top) / Math.max(steps.length - 2, 1);
  const places = steps.map((_, index) => (index === 0 ? bottom : bottom - lead - (index - 1) * each));
  return { valid, record: scaleTime(steps, places), spread };
}

interface Frame {
  readonly now: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly chosen: Spread | null;
}

const legible = 16;

/** Where a region lies, cut to the picture; null where the zoom has left it outside. */
export function regionBox(region: Region, { valid, record }: TimelineScales): Box | null {
  const [left = 0, right = 0] = valid.range();
  const top = Math.min(...record.range());
  const x0 = region.from === null ? left : Math.max(valid(region.from), left);
  const x1 = region.to === null ? right : Math.min(valid(region.to), right);
  if (x1 <= x0) return null;
  const y1 = record(region.knownFrom);
  const y0 = region.knownTo === null ? top : record(region.knownTo);
  const height = (y1 - y0) / region.lanes;
  return { x: x0, y: y0 + region.lane * height, width: x1 - x0, height: Math.max(height, 0) };
}

/** A label that fits into `width` px, or nothing where not even three letters would. */
export function fitted(text: string, width: number, perLetter = 6.9): string {
  const letters = Math.floor((width - 10) / perLetter);
  if (text.length <= letters) return text;
  return letters < 4 ? '' : `${text.slice(0, letters - 1)}…`;
}

function ms(instant: string | null): number | null {
  return instant === null ? null : Date.parse(instant);
}

/** A tick at each moment at which belief changed, as far as the labels have room; the day is said where it is new. */
export function recordTicks({ record }: TimelineScales, moments: readonly number[]): Tick[] {
  const ticks: Tick[] = [];
  let day = '';
  for (const at of moments) {
    const place = record(at);
    const last = ticks.at(-1);
    if (last !== undefined && last.place - place < 15) continue;
    const ofDay = dayOfYear(new Date(at));
    ticks.push({ at, place, label: ofDay === day ? timeOfDay(new Date(at)) : ofDay });
    day = ofDay;
  }
  return ticks;
}

/** What is believed at one moment as a strip: fields along valid time, those that hold at once above one another. */
export function stripOf(
  segments: readonly FactSegment[],
  { valid }: TimelineScales,
  y: number,
  height: number,
): { readonly segment: FactSegment; readonly box: Box }[] {
  const [left = 0, right = 0] = valid.range();
  const stretches = segments.map(({ from, to }) => ({ from: ms(from), to: ms(to) }));
  const { lanes, laneOf } = lanesOf(stretches);
  return segments.flatMap((segment, index) => {
    const { from, to } = stretches[index] ?? { from: null, to: null };
    const x0 = from === null ? left : Math.max(valid(from), left);
    const x1 = to === null ? right : Math.min(valid(to), right);
    if (x1 <= x0) return [];
    const each = height / lanes;
    const box = { x: x0, y: y + (laneOf[index] ?? 0) * each, width: x1 - x0, height: Math.max(each - 1, 1) };
    return [{ segment, box }];
  });
}
