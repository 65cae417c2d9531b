import type { TimeQuestion } from '../../main/contract/index.ts';
import { formatDay, formatMoment } from '../format.ts';

/** What a question was understood to ask of time: `asked about 15 Sept 2026, as known then`. */
export function toldTime(time: TimeQuestion, timeZone?: string): string {
  const about = asked(time, timeZone);
  if (time.knownAt === null) return about;
  return time.knownAt === time.at
    ? `${about}, as known then`
    : `${about}, as known ${formatMoment(time.knownAt, timeZone)}`;
}

function asked({ mode, at, from, value }: TimeQuestion, timeZone?: string): string {
  const of = value === null ? '' : ` “${value}”`;
  switch (mode) {
    case 'now':
      return 'asked about the present';
    case 'at':
      if (at === null) return 'asked about a moment';
      return from === null
        ? `asked about ${formatMoment(at, timeZone)}`
        : `asked about ${formatDay(from, timeZone)} – ${formatDay(at, timeZone)}`;
    case 'before':
      return `asked what came before${of === '' ? ' the present value' : of}`;
    case 'after':
      return `asked what came after${of === '' ? ' that' : of}`;
    case 'began':
      return `asked when${of === '' ? ' it' : of} began`;
    case 'ended':
      return `asked when${of === '' ? ' it' : of} ended`;
    case 'history':
      return 'asked about the whole history';
  }
}
