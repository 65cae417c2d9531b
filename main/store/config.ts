import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { PiperError } from '../base/errors.ts';
import { mapSqliteError } from './sqlite.ts';

const endpointFields = {
  /** Up to and with `/v1`, or what stands for it: https, or http on this machine. */
  baseUrl: z
    .url({ abort: true })
    .refine(isSafe, 'must be https, or http on this machine (localhost, 127.0.0.1, [::1])')
    .refine(isPlain, 'must hold no name, password, query or fragment'),
  /** The environment variable that holds the key. The key itself never stands here. */
  apiKeyEnv: z.string().min(1).optional(),
  /** Or a file that holds it and that its owner alone can read (0600); a relative path is one in the data directory. */
  apiKeyFile: z.string().min(1).optional(),
};

/** Where a user's own OpenAI-compatible server is, and how it knows us. */
export const EndpointSettings = z.strictObject(endpointFields);
export type EndpointSettings = z.infer<typeof EndpointSettings>;

/** A model that turns texts into vectors in the place of the bundled one: POST {baseUrl}/embeddings. */
export const EmbedderSettings = z.strictObject({ ...endpointFields, model: z.string().min(1).max(180) });
export type EmbedderSettings = z.infer<typeof EmbedderSettings>;

/** A model that reads texts and proposes what they state: POST {baseUrl}/chat/completions. */
export const ModelSettings = z.strictObject({
  ...endpointFields,
  name: z.string().min(1).max(200),
  maxTextsPerMinute: z.number().min(0.1).max(10_000).default(20),
  /** null: not sent, for models that allow none but their own. */
  temperature: z.number().min(0).max(2).nullable().default(0),
});
export type ModelSettings = z.infer<typeof ModelSettings>;

/** A setting of a user's own server that cannot be used: said as a warning, while everything else works. */
export interface BadSetting {
  readonly bad: string;
}

/** `config.json`: every setting has a default, so that the file need not exist. */
export const Config = z.strictObject({
  /**
   * `off`: no vectors are made, `recall` answers that it could not look, everything else works. Or an endpoint of the
   * user's own.
   */
  embedder: z
    .union([z.enum(['on', 'off']), z.looseObject({}).transform(orBad('embedder', EmbedderSettings))])
    .default('on'),
  /** Off unless it is given: then, and only then, texts leave this program. */
  model: z
    .unknown()
    .default(null)
    .transform((raw) => (raw === null ? null : orBad('model', ModelSettings)(raw))),
  vectors: z
    .strictObject({
      /** Where the settled vectors lie: a path or a URI that LanceDB knows; null for `vectors/` in the directory. */
      uri: z.string().min(1).nullable().default(null),
      /** Vectors that the fresh tier holds before a batch moves on to the settled one; null for the built-in number. */
      settleAt: z.number().int().min(0).nullable().default(null),
    })
    .prefault({}),
  traces: z
    .strictObject({
      /** Days that retrieval sessions are kept. */
      retentionDays: z.number().int().min(1).max(36_500).default(90),
      /** Minutes that an agent has for its word about what it used; then the session is closed as unreported. */
      reportWithinMinutes: z.number().int().min(1).max(525_600).default(60),
    })
    .prefault({}),
  /** Whether `memory.autoRecall` may look anything up by itself: off unless somebody switches it on. */
  autoRecall: z.boolean().default(false),
  delivery: z
    .strictObject({
      /** Whether keys, tokens and passwords are left out of what is delivered; the ledger keeps them either way. */
      redactSecrets: z.boolean().default(true),
    })
    .prefault({}),
  /** A candidate policy that runs behind the replies; `candidate` is its version. Off unless somebody switches it on. */
  shadow: z
    .strictObject({
      on: z.boolean().default(false),
      candidate: z.string().max(100).nullable().default(null),
      share: z.number().min(0).max(1).default(1),
      budgetMs: z.number().int().min(1).max(600_000).default(5000),
      waiting: z.number().int().min(1).max(1000).default(20),
    })
    .prefault({}),
  log: z.strictObject({ level: z.enum(['debug', 'info', 'warn', 'error']).default('info') }).prefault({}),
});
export type Config = z.infer<typeof Config>;

/** Reads `config.json`; a missing file gives the defaults, a bad one a PiperError that names the place. */
export function readConfig(file: string): Config {
  const text = readOptional(file);
  if (text === null) return Config.parse({});
  const parsed = Config.safeParse(parseJson(text, file));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const place = issue?.path.join('.') || 'the top level';
  throw badConfig(file, `${place}: ${issue?.message ?? 'not valid'}`);
}

/**
 * Changes `config.json` and gives what it holds then: members are put in the place of those of the same name, objects
 * into each other. What is not valid with the change is refused (PiperError) and nothing is written.
 */
export function changeConfig(file: string, change: Readonly<Record<string, unknown>>): Config {
  const text = readOptional(file);
  const given = text === null ? {} : parseJson(text, file);
  const changed = merged(typeof given === 'object' && given !== null ? given : {}, change);
  const parsed = Config.safeParse(changed);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw badConfig(file, `${issue?.path.join('.') || 'the top level'}: ${issue?.message ?? 'not valid'}`);
  }
  try {
    const beside = `${file}.new`;
    writeFileSync(beside, `${JSON.stringify(changed, null, 2)}\n`, { mode: 0o600 });
    renameSync(beside, file);
  } catch (error) {
    throw mapSqliteError(error, 'config.json');
  }
  return parsed.data;
}

function merged(into: object, change: object): Record<string, unknown> {
  const result: Record<string, unknown> = { ...into };
  for (const [name, value] of Object.entries(change)) {
    const before = result[name];
    const both = isObject(before) && isObject(value);
    result[name] = both ? merged(before, value) : value;
  }
  return result;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function orBad<T>(place: string, schema: z.ZodType<T>): (raw: unknown) => T | BadSetting {
  return (raw) => {
    const parsed = schema.safeParse(raw);
    if (parsed.success) return parsed.data;
    const [issue] = parsed.error.issues;
    return { bad: `${[place, ...(issue?.path ?? [])].join('.')}: ${issue?.message ?? 'not valid'}` };
  };
}

/** Nothing goes over a network in the open. */
function isSafe(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' || (protocol === 'http:' && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname));
}

function isPlain(url: string): boolean {
  const { username, password, search, hash } = new URL(url);
  return username + password + search + hash === '';
}

function readOptional(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw mapSqliteError(error, 'config.json');
  }
}

function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw badConfig(file, error instanceof Error ? error.message : 'not JSON', error);
  }
}

function badConfig(file: string, reason: string, cause?: unknown): PiperError {
  return new PiperError(
    'invalid-params',
    `The settings cannot be read: ${reason}.`,
    `Correct ${file}, or move it away to start with the defaults.`,
    { cause },
  );
}
