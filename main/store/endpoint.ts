import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { PiperError } from '../base/errors.ts';
import type { EndpointSettings } from './config.ts';

/** A user's own OpenAI-compatible server. */
export interface Endpoint {
  /**
   * Posts JSON and returns the JSON that comes back. 429, 5xx and a server that does not answer are tried again after a
   * growing pause. Throws PiperError `endpoint-failed`, or `cancelled` once it is closed.
   *
   * @param options `tries`: requests in all; `timeoutMs`: for each of them
   */
  post(path: string, body: unknown, options: { readonly tries: number; readonly timeoutMs: number }): Promise<unknown>;
  /** Gives up what is under way. */
  close(): void;
}

export interface EndpointParts {
  /** Which part of config.json speaks, for the remedies. */
  readonly place: 'model' | 'embedder';
  /** Relative key files lie here. */
  readonly dir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Milliseconds before the second try, doubled before each further one: 500 unless given. */
  readonly retryMs?: number | undefined;
}

/** Answers longer than this are not what was asked for. */
const longestAnswer = 64_000_000;

/** Throws PiperError `invalid-params` where the key cannot be had. Sends nothing. */
export function openEndpoint(settings: EndpointSettings, parts: EndpointParts): Endpoint {
  const { place, retryMs = 500 } = parts;
  const key = readKey(settings, parts);
  const base = settings.baseUrl.replace(/\/+$/, '');
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json',
    ...(key === null ? {} : { authorization: `Bearer ${key}` }),
  };
  const closing = new AbortController();

  async function once(url: string, body: string, timeoutMs: number): Promise<unknown> {
    const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(timeoutMs)]);
    // A redirect would carry the text to where nobody sent it.
    const response = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'error' }).catch(unreachable);
    if (!response.ok) {
      await response.body?.cancel();
      throw refused(response);
    }
    return readJson(response);
  }

  function unreachable(cause: unknown): never {
    throw failed('it does not answer', 'See whether the server runs. It is tried again by itself.', null, cause);
  }

  function refused({ status, headers: answered }: Response): PiperError {
    return failed(`it answered with status ${status}`, remedyOf(status, place), {
      status,
      retryAfterMs: 1000 * Number(answered.get('retry-after') ?? 0) || 0,
    });
  }

  async function readJson(response: Response): Promise<unknown> {
    const decoder = new TextDecoder();
    let text = '';
    try {
      for await (const chunk of response.body ?? []) {
        text += decoder.decode(chunk, { stream: true });
        if (text.length > longestAnswer) break;
      }
    } catch (cause) {
      unreachable(cause);
    }
    try {
      return JSON.parse(text);
    } catch {
      throw failed('it did not answer in JSON', `Check ${place}.baseUrl in config.json.`, { status: 200 });
    }
  }

  function failed(reason: string, remedy: string, data: Failure | null, cause?: unknown): PiperError {
    const message = `The configured ${place} endpoint failed: ${reason}.`;
    return new PiperError('endpoint-failed', message, remedy, { cause, data: data ?? undefined });
  }

  return {
    async post(path, value, { tries, timeoutMs }) {
      const body = JSON.stringify(value);
      for (let left = tries - 1, wait = retryMs; ; left--, wait *= 2) {
        try {
          return await once(base + path, body, timeoutMs);
        } catch (error) {
          if (closing.signal.aborted) throw closed();
          const { status, retryAfterMs = 0 } = failureOf(error);
          const passing = status === null || status === 429 || status >= 500;
          if (!passing || left <= 0) throw error;
          const longest = 60_000;
          await pause(Math.min(longest, Math.max(wait, retryAfterMs)), undefined, { signal: closing.signal }).catch(
            () => {
              throw closed();
            },
          );
        }
      }
    },
    close: () => closing.abort(),
  };
}

interface Failure {
  readonly status: number | null;
  readonly retryAfterMs?: number;
}

/** How a request failed; `status` is null where there was no answer. */
function failureOf(error: unknown): Failure {
  const data = error instanceof PiperError ? error.data : undefined;
  return data === undefined ? { status: null } : (data as Failure);
}

/** Whether the server took offence at what was sent, which another text may not give. */
export function isRefusal(error: unknown): boolean {
  return [400, 413, 422].includes(failureOf(error).status ?? 0);
}

/** An answer that is JSON but not what the protocol says. */
export function unexpectedAnswer(place: EndpointParts['place'], reason: string): PiperError {
  return new PiperError(
    'endpoint-failed',
    `The configured ${place} endpoint failed: ${reason}.`,
    `Check ${place} in config.json: the address and the model's name.`,
    { data: { status: 200 } satisfies Failure },
  );
}

function remedyOf(status: number, place: EndpointParts['place']): string {
  if (status === 401 || status === 403) return `Check the key that ${place} in config.json names.`;
  if (status === 429) return 'The server asks for patience. It is tried again by itself.';
  if (status >= 500) return 'See what the server says. It is tried again by itself.';
  return `Check ${place} in config.json: the address and the model's name.`;
}

function closed(): PiperError {
  return new PiperError('cancelled', 'The request was given up.', 'Start the daemon again.');
}

function readKey(
  { apiKeyEnv, apiKeyFile }: EndpointSettings,
  { place, dir, env }: Pick<EndpointParts, 'place' | 'dir' | 'env'>,
): string | null {
  if (apiKeyEnv !== undefined) {
    const key = env[apiKeyEnv]?.trim();
    if (key) return fitForHeader(key, `${place}.apiKeyEnv`);
    throw noKey(`${place}.apiKeyEnv names an environment variable that is not set`, 'Set it before the daemon starts.');
  }
  if (apiKeyFile === undefined) return null;
  const file = resolve(dir, apiKeyFile);
  const open = `${place}.apiKeyFile names a file that`;
  let key: string;
  try {
    if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0) {
      throw noKey(`${open} others can read`, 'Make it the owner’s alone: chmod 600.');
    }
    key = readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw error instanceof PiperError ? error : noKey(`${open} cannot be read`, 'Correct the path.');
  }
  if (key === '') throw noKey(`${open} is empty`, 'Put the key into it.');
  return fitForHeader(key, `${place}.apiKeyFile`);
}

/** What a header cannot carry would be quoted by the error that says so. */
function fitForHeader(key: string, place: string): string {
  if (/^[\x21-\x7e]+$/.test(key)) return key;
  throw noKey(`the key that ${place} names holds a space or a strange character`, 'Put nothing but the key there.');
}

function noKey(reason: string, remedy: string): PiperError {
  return new PiperError('invalid-params', `The endpoint in config.json cannot be used: ${reason}.`, remedy);
}
