import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

/** One thing that is wrong with a value. `given` is a type, never a stored word. */
export interface Fault {
  /** The field, from the outermost one in: `fact.validTo`; the name of the whole where it lies in no single field. */
  readonly path: string;
  readonly given: string;
  /** What is to be said of the field: `must be a text, but null was given`; null when the contract has no such field. */
  readonly told: string | null;
}

/**
 * What is wrong according to an issue of a schema.
 *
 * @param given the value that was parsed, and `whole` its name
 */
export function faultOf(issue: Issue, given: unknown, whole: string): Fault {
  const path = [...issue.path.map(String), ...strangerOf(issue)];
  const fault = { path: path.join('.') || whole, given: typeAt(given, path) };
  if (issue.code === 'unrecognized_keys') return { ...fault, told: null };
  if (saysItself(issue)) return { ...fault, told: issue.message };
  return { ...fault, told: `must be ${wantedBy(issue)}, but ${fault.given} was given` };
}

/** A sentence that begins with the field's name. */
export function sentenceOf({ path, told }: Fault, where: string): string {
  return `${path} ${told ?? `is no field of ${where}`}.`;
}

function strangerOf(issue: Issue): string[] {
  return issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
}

/** The contract's own messages go on where the field's name ends; a parser's general ones do not. */
function saysItself({ message }: Issue): boolean {
  return message.startsWith('must ');
}

/** What the contract wants in words: the rest of "must be …". */
function wantedBy(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return named(issue.expected);
    case 'invalid_value':
      return `${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map(String).join(', ')}`;
    case 'too_small':
      return `${named(issue.origin)} of ${sized(issue.origin, issue.inclusive === false ? 'more than' : 'at least', issue.minimum)}`;
    case 'too_big':
      return `${named(issue.origin)} of ${sized(issue.origin, issue.inclusive === false ? 'less than' : 'at most', issue.maximum)}`;
    case 'invalid_format':
      return issue.format === 'datetime'
        ? 'an instant in ISO 8601 with a zone, such as 2026-03-03T12:00:00Z'
        : 'a text of the right form';
    case 'invalid_union':
      // The first issue of a form says what it is; the others follow from it.
      return [...new Set(issue.errors.flatMap((errors) => errors.slice(0, 1).map(wantedBy)))].join(' or ');
    default:
      return 'of another form';
  }
}

function sized(origin: string, bound: string, size: number | bigint): string {
  const one = Number(size) === 1;
  if (origin === 'string') return `${bound} ${size} character${one ? '' : 's'}`;
  if (origin === 'array' || origin === 'set') return `${bound} ${size} member${one ? '' : 's'}`;
  return `${bound} ${size}`;
}

function named(type: string): string {
  const names: Readonly<Record<string, string>> = {
    string: 'a text',
    number: 'a number',
    int: 'a whole number',
    boolean: 'true or false',
    array: 'a list',
    object: 'an object',
    record: 'an object',
    null: 'null',
  };
  return names[type] ?? `of type ${type}`;
}

/** What was given at a path, as a type: its words stay where they are. */
export function typeAt(given: unknown, path: readonly string[]): string {
  let value = given;
  for (const key of path) {
    if (value === null || typeof value !== 'object') return 'nothing';
    value = (value as Readonly<Record<string, unknown>>)[key];
  }
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'string')
    return value.length === 0 ? 'an empty text' : `a text of ${value.length} character${value.length === 1 ? '' : 's'}`;
  if (typeof value === 'number') return `the number ${value}`;
  return typeof value === 'boolean' ? `${value}` : 'an object';
}
