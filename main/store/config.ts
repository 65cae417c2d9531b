import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { PiperError } from '../base/errors.ts';
import { mapSqliteError } from './sqlite.ts';

/** `config.json`: every setting has a default, so that the file need not exist. */
export const Config = z.strictObject({
  /** `off`: no vectors are made, `recall` answers that it could not look, everything else works. */
  embedder: z.enum(['on', 'off']).default('on'),
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
