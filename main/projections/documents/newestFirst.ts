/**
 * Whether a document tells the newest first, as changelogs and diaries kept upside down do: at least two of its headings
 * bear a date or a version number, and they never ascend. `headings` are those of its chunks, in order.
 */
export function isNewestFirst(headings: readonly (string | null)[]): boolean {
  const marks = headings
    .filter((heading, at) => heading !== headings[at - 1])
    .flatMap((heading) => {
      const mark = markOf(heading ?? '');
      return mark === null ? [] : [mark];
    });
  let falls = 0;
  for (const [at, mark] of marks.entries()) {
    const before = marks[at - 1];
    if (before === undefined) continue;
    const order = compare(before, mark);
    if (order < 0) return false;
    if (order > 0) falls++;
  }
  return falls > 0;
}

/** The figures of the date or else the version that the heading names, most weighty first. */
function markOf(heading: string): readonly number[] | null {
  const date = /(?<!\d)(\d{4})-(\d\d)-(\d\d)(?!\d)/.exec(heading);
  if (date !== null) return date.slice(1).map(Number);
  const version = /(?<![\w.])v?(\d+(?:\.\d+)+)/i.exec(heading)?.[1];
  return version === undefined ? null : version.split('.').map(Number);
}

function compare(a: readonly number[], b: readonly number[]): number {
  for (let at = 0; at < Math.max(a.length, b.length); at++) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
