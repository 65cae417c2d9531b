import { parseValue } from '../../language/values.ts';

/** What a value is a value of, as a question asks for it. `rate`: so many per something; `clock`: a time of day, or a span of one. */
export type ValueSort =
  | 'duration'
  | 'size'
  | 'money'
  | 'share'
  | 'quantity'
  | 'number'
  | 'rate'
  | 'version'
  | 'date'
  | 'clock'
  | 'weekday'
  | 'truth'
  | 'words';

export function valueSort(value: string | number | boolean): ValueSort {
  const { kind, unit } = parseValue(value);
  const text = String(value).trim();
  if (kind === 'boolean') return 'truth';
  if (/^(?:mon|tues|wednes|thurs|fri|satur|sun)days?$/iu.test(text)) return 'weekday';
  if (
    /^\d{1,2}[:.]\d\d\b|^\d{1,2}\s?(?:am|pm)\b|^\d{1,2}(?::\d\d)?\s?[-–]\s?\d{1,2}(?::\d\d)?\s?(?:h|am|pm|o['’]clock)\b/iu.test(
      text,
    )
  )
    return 'clock';
  if (kind === 'quantity') return sortOfUnit[unit ?? ''] ?? 'quantity';
  if (/^[\d.,_]+\s?(?:\/|per\b)/iu.test(text)) return 'rate';
  if (/^[\d.,_]+\s?\p{Sc}|^\p{Sc}\s?\d|^[\d.,_]+\s?[A-Z]{3}$/u.test(text)) return 'money';
  if (kind === 'number' || kind === 'version' || kind === 'date') return kind;
  return 'words';
}

const sortOfUnit: Readonly<Record<string, ValueSort>> = {
  s: 'duration',
  month: 'duration',
  byte: 'size',
  bit: 'size',
  $: 'money',
  '€': 'money',
  '£': 'money',
  '%': 'share',
};
