import { z } from 'zod';
import { PiperError } from '../base/errors.ts';

type Issue = z.core.$ZodIssue;

/** One thing that is wrong with the parameters of a call. `given` is a type, never a stored word. */
export interface ParameterFault {
  readonly path: string;
  readonly given: string;
  /** Null when the contract has no such field. */
  readonly wanted: string | null;
  /** Set when the fault lies in no single field: what the call needs. */
  readonly rule?: string;
}

/**
 * Parses the parameters of a call against the contract. A key that the contract does not know is refused, at any
 * depth, because an ignored `valid_from` would be a lost one.
 */
export function parseParameters<S extends z.ZodType>(method: string, schema: S, raw: unknown): z.output<S> {
  const given = raw ?? {};
  const parsed = schema.safeParse(given);
  if (parsed.success) {
    const ignored = ignoredKeys(given, parsed.data);
    if (ignored.length === 0) return parsed.data;
    throw refusal(
      method,
      ignored.map((path) => ({ path, given: typeAt(given, path.split('.')), wanted: null })),
      `Leave ${ignored.join(', ')} out; the fields of ${method} are ${fieldNames(schema).join(', ') || 'none'}.`,
    );
  }
  const faults = parsed.error.issues.slice(0, 20).map((issue) => faultOf(issue, given));
  throw refusal(method, faults, `Look the parameters of ${method} up in the contract and send it again.`);
}

function refusal(method: string, faults: readonly ParameterFault[], remedy: string): PiperError {
  const [first] = faults;
  const more = faults.length > 1 ? ` (and ${faults.length - 1} more)` : '';
  const sentence =
    first === undefined ? `The parameters of ${method} do not fit.` : `${sentenceOf(method, first)}${more}.`;
  return new PiperError('invalid-params', sentence, remedy, { data: { faults } });
}

function sentenceOf(method: string, { path, given, wanted, rule }: ParameterFault): string {
  if (rule !== undefined) return `${method} ${rule}`;
  if (wanted === null) return `${method} has no field ${path}`;
  return `${method}: ${path} must be ${wanted}, but ${given} was given`;
}

/** Paths of keys that are in the input and not in what was parsed from it: the schema passed them over. */
function ignoredKeys(input: unknown, output: unknown, at: readonly string[] = []): string[] {
  if (Array.isArray(input)) {
    return Array.isArray(output)
      ? input.flatMap((member, index) => ignoredKeys(member, output[index], [...at, String(index)]))
      : [];
  }
  if (!isRecord(input) || !isRecord(output)) return [];
  return Object.keys(input).flatMap((key) => {
    if (input[key] === undefined) return [];
    if (!Object.hasOwn(output, key)) return [[...at, key].join('.')];
    return ignoredKeys(input[key], output[key], [...at, key]);
  });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

function fieldNames(schema: z.ZodType): string[] {
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}

function faultOf(issue: Issue, given: unknown): ParameterFault {
  const path = issue.path.map(String);
  const fault = { path: path.join('.') || 'params', given: typeAt(given, path), wanted: wantedBy(issue) };
  return issue.code === 'custom' ? { ...fault, rule: issue.message } : fault;
}

/** What the contract wants in words: the rest of "must be …". */
function wantedBy(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return named(issue.expected);
    case 'invalid_value':
      return `one of ${issue.values.map(String).join(', ')}`;
    case 'too_small':
      return `${named(issue.origin)} of ${sized(issue.origin, issue.inclusive === false ? 'more than' : 'at least', issue.minimum)}`;
    case 'too_big':
      return `${named(issue.origin)} of ${sized(issue.origin, issue.inclusive === false ? 'less than' : 'at most', issue.maximum)}`;
    case 'invalid_format':
      return issue.format === 'datetime'
        ? 'an instant in ISO 8601 with a zone, such as 2026-03-03T12:00:00Z'
        : `a text of the right form: it ${issue.message}`;
    case 'invalid_union':
      return [...new Set(issue.errors.flatMap((errors) => errors.map(wantedBy)))].join(' or ') || 'of another form';
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

/** What was given, as a type: its words stay where they are. */
function typeAt(given: unknown, path: readonly string[]): string {
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
