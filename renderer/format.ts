/** Milliseconds as a reader would say them: `0.42 ms`, `18 ms`, `1.3 s`, `2 min 5 s`. */
export function formatMs(ms: number): string {
  if (ms < 0.995) return `${ms.toFixed(2)} ms`;
  if (ms < 9.95) return `${ms.toFixed(1)} ms`;
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`;
}

/** Bytes in powers of 1024: `812 B`, `3.1 MiB`. */
export function formatBytes(bytes: number): string {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${unit === 0 || value >= 99.95 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`;
}

const wholeNumber = new Intl.NumberFormat('en-GB');

/** `1234567` → `1,234,567`. */
export function formatCount(count: number): string {
  return wholeNumber.format(count);
}

/** `1 event`, `2 events`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** A score with three significant digits. */
export function formatScore(score: number): string {
  return Math.abs(score) >= 100 ? String(Math.round(score)) : String(Number(score.toPrecision(3)));
}

/** `7 May 2023, 13:56` in the reader's zone. */
export function formatInstant(instant: string, timeZone?: string): string {
  return new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'medium',
    timeStyle: 'short',
    ...(timeZone === undefined ? {} : { timeZone }),
  }).format(new Date(instant));
}

/** `7 May 2023` in the reader's zone. */
export function formatDay(instant: string, timeZone?: string): string {
  return new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'medium',
    ...(timeZone === undefined ? {} : { timeZone }),
  }).format(new Date(instant));
}

/** An instant that may stand for a whole day: at midnight in the reader's zone only the day is said. */
export function formatMoment(instant: string, timeZone?: string): string {
  const told = formatInstant(instant, timeZone);
  return told.endsWith(', 00:00') ? formatDay(instant, timeZone) : told;
}

const isoInstant = /\b\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)/g;

/** A sentence of the engine with its instants as the reader would say them. */
export function withReadableTimes(text: string, timeZone?: string): string {
  return text.replace(isoInstant, (instant) => formatMoment(instant, timeZone));
}

/** How long ago, in the largest fitting unit: `just now`, `5 min ago`, `3 years ago`. */
export function formatAge(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${minutes} min ago`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return `${counted(hours, 'hour')} ago`;
  const days = Math.floor(hours / 24);
  if (days < 60) return `${counted(days, 'day')} ago`;
  if (days < 730) return `${counted(Math.floor(days / 30.44), 'month')} ago`;
  return `${counted(Math.floor(days / 365.25), 'year')} ago`;
}

/** Any value of a signal or a payload, on one line. */
export function formatValue(value: unknown): string {
  if (value === null || value === undefined) return '–';
  if (typeof value === 'number') return Number.isInteger(value) ? formatCount(value) : formatScore(value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.length === 0 ? '–' : value.map(formatValue).join(', ');
  if (typeof value === 'object') {
    const entries = Object.entries(value);
    if (entries.length === 0) return '–';
    if (entries.every(([, member]) => member === null || typeof member !== 'object')) {
      return entries.map(([name, member]) => `${name} ${formatValue(member)}`).join(', ');
    }
  }
  return JSON.stringify(value);
}
