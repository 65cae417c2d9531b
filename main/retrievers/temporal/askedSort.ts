import type { Span } from '../../language/span.ts';
import type { ValueSort } from '../../projections/facts/valueSort.ts';

/** What the form of a question says of the values that may answer it. */
export interface AskedSort {
  readonly sorts: ReadonlySet<ValueSort>;
  /** The words that say so. */
  readonly at: Span;
}

/** The form of a question and the sorts of values that answer it; the most telling first. */
const forms: readonly (readonly [form: RegExp, sorts: readonly ValueSort[]])[] = [
  [/\bhow long\b|\b(?:what|which) (?:duration|length of time)\b/iu, ['duration']],
  [/\bhow (?:many|often|frequently)\b/iu, ['number', 'rate', 'quantity']],
  [/\bhow (?:big|large|heavy)\b/iu, ['size', 'quantity', 'number']],
  [/\bhow much\b/iu, ['money', 'size', 'quantity', 'share', 'number', 'rate']],
  [/\bhow (?:old|tall|high|far|wide|deep|fast)\b/iu, ['quantity', 'number', 'duration', 'rate']],
  [/\b(?:what|which) (?:share|percentage|percent|fraction|proportion)\b/iu, ['share', 'number']],
  [/\b(?:(?:what|which)(?: (?:is|was) the)?|on (?:what|which)) (?:week)?day\b/iu, ['weekday', 'date']],
  [/\bwh(?:o|om|ose)\b|\bwhere\b/iu, ['words']],
  [/\b(?:what|which) version\b/iu, ['version']],
  [
    /(?<!\b(?:what|which|whom?|how)\b.*)\bwhen\b|\b(?:at )?(?:what|which) (?:time|hour)s?\b/iu,
    ['clock', 'date', 'weekday'],
  ],
];

/** What a question asks for by its form; null for a form that any value answers (“what is…”). */
export function askedSort(text: string): AskedSort | null {
  for (const [form, sorts] of forms) {
    const found = form.exec(text);
    if (found !== null)
      return { sorts: new Set(sorts), at: { start: found.index, end: found.index + found[0].length } };
  }
  return null;
}
