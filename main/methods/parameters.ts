import { z } from 'zod';
import { PiperError } from '../base/errors.ts';
import { type Fault, faultOf, sentenceOf, typeAt } from '../base/issues.ts';
import { nearest } from '../base/nearest.ts';

/**
 * Parses the parameters of a call against the contract. A key that the contract does not know is refused, at any
 * depth, because an ignored `valid_from` would be a lost one. Throws `invalid-params` with a sentence that begins with
 * the field's name, and with all faults as its data.
 */
export function parseParameters<S extends z.ZodType>(method: string, schema: S, raw: unknown): z.output<S> {
  const given = raw ?? {};
  const parsed = schema.safeParse(given);
  if (!parsed.success) {
    const faults = parsed.error.issues.slice(0, 20).map((issue) => faultOf(issue, given, 'params'));
    throw refusal(method, schema, faults);
  }
  const ignored = ignoredKeys(given, parsed.data);
  if (ignored.length === 0) return parsed.data;
  const faults = ignored.map((path) => ({ path, given: typeAt(given, path.split('.')), told: null }));
  throw refusal(method, schema, faults);
}

function refusal(method: string, schema: z.ZodType, faults: readonly Fault[]): PiperError {
  const [first] = faults;
  if (first === undefined) throw new Error('a schema refused without an issue');
  const more = faults.length > 1 ? ` (and ${faults.length - 1} more)` : '';
  const sentence = sentenceOf(first, method).replace(/\.$/, `${more}.`);
  const strangers = faults.filter(({ told }) => told === null).map(({ path }) => path);
  const remedy = first.told === null ? leaveOut(method, schema, strangers) : correct(method, schema, first);
  return new PiperError('invalid-params', sentence, remedy, { data: { faults } });
}

/** The strangers are named, and the field that the first of them was probably meant to be. */
function leaveOut(method: string, schema: z.ZodType, strangers: readonly string[]): string {
  const keys = strangers[0]?.split('.') ?? [];
  const around = keys.slice(0, -1);
  const fields = Object.keys(fieldsOf(descend(schema, around).schema));
  const meant = nearest(keys.at(-1) ?? '', fields);
  const instead = meant === null ? '' : `, or write ${[...around, meant].join('.')}`;
  const place = [method, ...around].join('.');
  return `Leave ${strangers.join(', ')} out${instead}; the fields of ${place} are ${fields.join(', ') || 'none'}.`;
}

/** What the field is for, as far as the contract says, and what the call cannot do without. */
function correct(method: string, schema: z.ZodType, { path }: Fault): string {
  const { description } = descend(schema, path.split('.'));
  const about = description === null ? '' : ` ${path}: ${description.replace(/\.?$/, '.')}`;
  return `Correct ${path} and call ${method} again.${about}${needs(method, schema)}`;
}

function needs(method: string, schema: z.ZodType): string {
  const fields = Object.entries(fieldsOf(schema));
  const needed = fields.filter(([, field]) => !field.safeParse(undefined).success).map(([name]) => name);
  return needed.length === 0 ? '' : ` ${method} needs ${needed.join(', ')}; all else may be left out.`;
}

/** The schema at a path as far as it can be followed, and what the contract says about that field. */
function descend(schema: z.ZodType, path: readonly string[]): { schema: z.ZodType; description: string | null } {
  let present = schema;
  let description: string | null = null;
  for (const key of path) {
    const next = memberOf(bare(present), key);
    if (next === null) break;
    description = next.description ?? bare(next).description ?? null;
    present = next;
  }
  return { schema: present, description };
}

/** The schema without what only says that a value may be left out. */
function bare(schema: z.ZodType): z.ZodType {
  let inner: z.core.$ZodType = schema;
  while (inner instanceof z.ZodOptional || inner instanceof z.ZodNullable || inner instanceof z.ZodDefault) {
    inner = inner.unwrap();
  }
  return inner as z.ZodType;
}

function memberOf(schema: z.ZodType, key: string): z.ZodType | null {
  if (schema instanceof z.ZodArray) return schema.element as z.ZodType;
  return fieldsOf(schema)[key] ?? null;
}

function fieldsOf(schema: z.ZodType): Readonly<Record<string, z.ZodType>> {
  const object = bare(schema);
  return object instanceof z.ZodObject ? (object.shape as Readonly<Record<string, z.ZodType>>) : {};
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
