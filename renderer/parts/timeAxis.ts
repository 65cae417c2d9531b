import { type ScaleTime, timeDay, timeFormat, timeMinute, timeMonth, timeYear } from 'd3';

export interface Tick {
  readonly at: number;
  readonly place: number;
  readonly label: string;
}

/** Ticks of a time axis in the reader's zone, each said as exactly as it must be; the first names its year. */
export function timeTicks(scale: ScaleTime<number, number>): Tick[] {
  const [left = 0, right = 0] = scale.range();
  return scale
    .ticks(Math.max(2, Math.floor((right - left) / 110)))
    .map((at) => ({ at: at.getTime(), place: scale(at), when: at }))
    .filter(({ place }) => place > left + 16 && place < right - 24)
    .map(({ at, place, when }, index) => ({ at, place, label: (index === 0 ? firstLabel : label)(when) }));
}

function label(at: Date): string {
  if (timeMinute(at) < at) return seconds(at);
  if (timeDay(at) < at) return minutes(at);
  if (timeMonth(at) < at) return day(at);
  return timeYear(at) < at ? month(at) : year(at);
}

function firstLabel(at: Date): string {
  if (timeDay(at) < at) return `${dayOfYear(at)}, ${minutes(at)}`;
  if (timeMonth(at) < at) return dayOfYear(at);
  return timeYear(at) < at ? monthOfYear(at) : year(at);
}

const seconds = timeFormat('%H:%M:%S');
const minutes = timeFormat('%H:%M');
const day = timeFormat('%-d %b');
const month = timeFormat('%b');
const year = timeFormat('%Y');
const monthOfYear = timeFormat('%b %Y');
export const dayOfYear = timeFormat('%-d %b %Y');
export const timeOfDay = seconds;
