import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { z } from 'zod';
import { PiperError } from '../../base/errors.ts';
import { badBenchmark, firstIssue } from '../run/checkBenchmark.ts';

const strict = new TextDecoder('utf-8', { fatal: true });
const remedy = 'Take the file as its source gives it, or correct the place.';

/**
 * One JSON value that is the whole file; a bare NaN, which Python's json writes, is read as null. Throws PiperError
 * `bad-benchmark` with the file and the line or field, `unreadable-file` where it cannot be opened.
 */
export function readJson<T extends z.ZodType>(file: string, schema: T): z.output<T> {
  const text = readText(file).replace(/(?<=[[:,]\s*)NaN(?=\s*[\],}])/g, 'null');
  return checked(parsed(text, basename(file)), schema, basename(file));
}

/** A JSON value on each line; empty lines are passed over. Throws as `readJson`, with the number of the line. */
export function readJsonLines<T extends z.ZodType>(file: string, schema: T): z.output<T>[] {
  return readText(file)
    .split('\n')
    .flatMap((line, at) => {
      if (line.trim() === '') return [];
      const place = `${basename(file)}, line ${at + 1}`;
      return [checked(parsed(line, place), schema, place)];
    });
}

/** The text of a UTF-8 file, without its byte order mark. */
export function readText(file: string): string {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (cause) {
    const missing = (cause as NodeJS.ErrnoException).code === 'ENOENT';
    throw new PiperError(
      'unreadable-file',
      `${file} ${missing ? 'is not there' : 'cannot be read'}.`,
      missing ? 'Check the path: the set needs this file.' : 'Look at its permissions and its size.',
      { cause },
    );
  }
  try {
    return strict.decode(bytes);
  } catch (cause) {
    throw badBenchmark(`${basename(file)} is not UTF-8.`, 'Convert it first.', cause);
  }
}

/** The engine's own message quotes the text, which must not go into a log: only its line is taken. */
function parsed(text: string, place: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const line = /\(line (\d+) /.exec(String(error))?.[1] ?? text.trimEnd().split('\n').length;
    const where = place.includes(', line ') ? place : `${place}, line ${line}`;
    throw badBenchmark(`${where}: not complete JSON.`, remedy);
  }
}

function checked<T extends z.ZodType>(value: unknown, schema: T, place: string): z.output<T> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw badBenchmark(`${place}: ${firstIssue(result.error)}.`, remedy);
}
