import { monthOf } from './dateSpans.ts';
import { gluedKey } from './names.ts';
import { numberOfWord, numberWords } from './numberWords.ts';
import { type Unit, unitOf } from './units.ts';
import { isDay } from './zones.ts';

/** A value as it compares. `number` counts `unit`s (base units: s, byte, metre…); both are null where it is no quantity. */
export interface Value {
  readonly kind: 'quantity' | 'number' | 'version' | 'date' | 'boolean' | 'text';
  readonly key: string;
  readonly number: number | null;
  readonly unit: string | null;
}

/** Longer objects are text, whatever they begin with. */
const longestValue = 200;

/**
 * Reads the object of a fact: "300 seconds", "5 min", "1h 30m", "$5", "v1.5.0", "1 May 2024", `true`, or words.
 * Never fails: what is nothing else is text.
 */
export function parseValue(object: string | number | boolean): Value {
  if (typeof object === 'boolean') return keyed('boolean', String(object));
  if (typeof object === 'number') return plainNumber(String(object), object);
  const text = object.normalize('NFKC').replace(/\s+/g, ' ').trim();
  if (text.length > longestValue) return asText(text);
  const bare = text.replace(/^["'`“‘]+|["'`”’]+$|(?<=[\p{L}\p{N}%])[.,;]+$/gu, '').trim();
  return asBoolean(bare) ?? asNumber(bare) ?? asDate(bare) ?? asVersion(bare) ?? asQuantity(bare) ?? asText(text);
}

/** The normal form of a value: two objects are the same value exactly if their keys are equal. */
export function valueKey(object: string | number | boolean): string {
  return parseValue(object).key;
}

/** Whether two objects state one value: 300 seconds and 5 min do, 1.5 and 1.5.0 do not. An equivalence. */
export function sameValue(a: string | number | boolean, b: string | number | boolean): boolean {
  return a === b || valueKey(a) === valueKey(b);
}

/** The kind is part of the key: the words "300 S" are not 300 seconds. */
function keyed(kind: Value['kind'], key: string, number: number | null = null, unit: string | null = null): Value {
  return { kind, key: `${kind}:${key}`, number, unit };
}

function asBoolean(bare: string): Value | null {
  const key = bare.toLowerCase();
  return key === 'true' || key === 'false' ? keyed('boolean', key) : null;
}

/** A comma parts decimals where it cannot part thousands: "1,5", "0,125". */
const decimalComma = String.raw`0,\d+|\d+,\d{1,2}`;
const figures = String.raw`[-+−]?(?:(?:${decimalComma})(?![\d.,])|(?:\d{1,3}(?:[,_]\d{3})+|\d+)(?:\.\d+)?)`;
const withDecimalComma = new RegExp(`^[-+−]?(?:${decimalComma})$`);
const wholeNumber = new RegExp(`^(${figures})$`);

/** A figure alone may be a version, so its digits count: "3.10" is not "3.1". */
function asNumber(bare: string): Value | null {
  const digits = wholeNumber.exec(bare)?.[1];
  if (digits !== undefined) {
    const written = plainDigits(digits);
    return plainNumber(written, Number(written));
  }
  const words = numberOfWord(bare);
  return words === null ? null : plainNumber(String(words), words);
}

function plainNumber(written: string, number: number): Value {
  return keyed('number', written === '-0' ? '0' : written, number);
}

function plainDigits(digits: string): string {
  const pointed = withDecimalComma.test(digits) ? digits.replace(',', '.') : digits;
  return pointed
    .replace(/[,_]/g, '')
    .replace('−', '-')
    .replace(/^\+/, '')
    .replace(/^(-?)0+(?=\d)/, '$1');
}

/** "v1.5.0", "version 2", "2.0.0-rc.1": kept by its letters and figures; no part of it is a fraction. */
function asVersion(bare: string): Value | null {
  const found = /^(?:v(?:ersion|er)?\.? ?)?(\d+(?:\.\d+)*(?:[-+.]?[\p{L}\p{N}][\p{L}\p{N}.+-]*)?)$/iu.exec(bare)?.[1];
  if (found === undefined) return null;
  const named = /^v/i.test(bare);
  if (!named && !/^\d+\.\d+\.|^\d+\.\d+-?(?:a|b|rc|alpha|beta|dev|pre)/i.test(found)) return null;
  const key = found.toLowerCase();
  return wholeNumber.test(key) ? plainNumber(key, Number(key)) : keyed('version', key);
}

const dayFirst = /^(\d{1,2})(?:st|nd|rd|th)?(?: of)? ([a-z]{3,9})\.?,? (\d{4})$/i;
const monthFirst = /^([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/i;

function asDate(bare: string): Value | null {
  const iso = /^(\d{4})-(\d\d)-(\d\d)(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d))?$/i.exec(bare);
  if (iso !== null) {
    if (!isDay(Number(iso[1]), Number(iso[2]), Number(iso[3]))) return null;
    const ms = Date.parse(bare);
    const key = bare.length > 10 && Number.isFinite(ms) ? new Date(ms).toISOString() : bare;
    return keyed('date', key);
  }
  const [, first, second, year] = dayFirst.exec(bare) ?? monthFirst.exec(bare) ?? [];
  if (first === undefined || second === undefined) return null;
  const [day, name] = /^\d/.test(first) ? [first, second] : [second, first];
  const month = monthOf(name);
  if (month === 0 || !isDay(Number(year), month, Number(day))) return null;
  const key = `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`;
  return keyed('date', key);
}

const unitName = String.raw`(?:per cent|[a-zµμ]+\/s|°?[\p{L}℃℉µμ]{1,12}|[%$€£])`;
const wordNumber = `(?:${numberWords}|an?)(?=[- ])`;
const part = new RegExp(String.raw`(${figures}|${wordNumber})[- ]?(${unitName})(?: and |, ?| |$|(?=\d))`, 'giuy');
const priced = new RegExp(`^([$€£])(${figures})( ?(?:k|thousand|m|million|billion))?$`, 'i');
const scales: Readonly<Record<string, number>> = { k: 1e3, thousand: 1e3, m: 1e6, million: 1e6, bn: 1e9, billion: 1e9 };

/** One number with its unit, or several of one dimension one after the other: "1 hour 30 minutes". */
function asQuantity(bare: string): Value | null {
  const price = priced.exec(bare);
  if (price !== null) {
    const scale = scales[(price[3] ?? '').trim().toLowerCase()] ?? 1;
    return quantity(Number(plainDigits(price[2] ?? '')) * scale, price[1] ?? '');
  }
  const scaled = new RegExp(`^(${figures}) ?(k|thousand|million|billion)$`, 'i').exec(bare);
  if (scaled !== null) {
    const number = Number(plainDigits(scaled[1] ?? '')) * (scales[(scaled[2] ?? '').toLowerCase()] ?? 1);
    return plainNumber(String(number), number);
  }
  let total = 0;
  let base: string | undefined;
  let at = 0;
  while (at < bare.length) {
    part.lastIndex = at;
    const found = part.exec(bare);
    if (found === null) return null;
    const [whole, digits = '', name = ''] = found;
    const number = numberOf(digits);
    const unit = name === 'm' ? unitOfM(whole, base) : unitOf(name === 'per cent' ? '%' : name);
    if (number === null || unit === undefined || (base !== undefined && base !== unit.base)) return null;
    base = unit.base;
    total += number * unit.factor;
    at += whole.length;
  }
  return base === undefined ? null : quantity(total, base);
}

/**
 * Beside hours `m` are minutes ("1h 30m"). Else "2 m", spaced as the SI writes it, is in metres; "5m" is left open, for
 * chat writes minutes and millions so.
 */
function unitOfM(written: string, base: string | undefined): Unit | undefined {
  if (base === 's') return unitOf('min');
  return /\d m\b/.test(written) ? unitOf('metre') : undefined;
}

function numberOf(digits: string): number | null {
  if (/\d/.test(digits)) return Number(plainDigits(digits));
  const word = digits.toLowerCase();
  return word === 'a' || word === 'an' ? 1 : numberOfWord(word);
}

/** Twelve figures: conversion by a decimal factor must not part what is one quantity. */
function quantity(number: number, unit: string): Value {
  const rounded = Number(number.toPrecision(12));
  return keyed('quantity', `${rounded === 0 ? 0 : rounded} ${unit}`, rounded, unit);
}

/**
 * Words alone meet as names do; where symbols take part ("<= 5", "^1.2", a path) each of them counts, and in a code or a
 * path the capitals do too.
 */
function asText(text: string): Value {
  const bare = text
    .replace(/(?<=[\p{L}\p{N}"'`”’)])[.,;]+$/u, '')
    .replace(/^["'`“‘]+|["'`”’]+$/g, '')
    .replace(/^(?:the|an|a) (?=\S)/i, '');
  const folded = path.test(bare)
    ? bare
    : bare.replace(/[\p{L}\p{M}\p{N}]+/gu, (run) => (isCode(run) ? run : lower(run)));
  const isPlain = folded === lower(bare) && /^[\p{L}\p{M}\p{N}\s_.,'’&()+#-]*$/u.test(bare);
  const key = isPlain ? gluedKey(bare) : folded;
  return keyed('text', key === '' ? text : key);
}

/** From a root, over several folders, or to a file with an ending: not "and/or". */
const path = /^(?:[~.]{0,2}|[a-z]:)[\\/]\S|^[^\s/]+(?:\/[^\s/]*){2,}$|^\S+\/\S+\.[a-z]\w{0,4}$|^[^\s/]+:\/\/\S/i;

/**
 * Passwords, tokens and hashes mix letters and figures in one run of six or more and are copied by the letter; a word that
 * ends in a figure or two (`Python3`, `Windows11`) is a name and, as words without figures (`GitHub`), meets in any case.
 */
function isCode(run: string): boolean {
  return run.length >= 6 && /\p{L}/u.test(run) && /\d/.test(run) && !/^[\p{L}\p{M}]+\d{1,2}$/u.test(run);
}

function lower(text: string): string {
  return text.toLowerCase();
}
