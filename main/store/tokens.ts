import { randomBytes, timingSafeEqual } from 'node:crypto';
import { chmodSync, closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import { basename } from 'node:path';
import { sha256 } from '../base/hash.ts';
import type { DataPaths } from './paths.ts';
import { guardSqlite } from './sqlite.ts';

/** 32 random bytes each, base64url. Whoever can read the operator's file is the operator. */
export interface Tokens {
  readonly agent: string;
  readonly operator: string;
}

/** Reads both tokens, making those that are not there (or were cut short). Only the holder of the lock calls this. */
export function ensureTokens(paths: DataPaths): Tokens {
  return { agent: ensureToken(paths.agentToken), operator: ensureToken(paths.operatorToken) };
}

/** A client's side: the token, or null where there is none or this user may not read it. */
export function readToken(file: string): string | null {
  try {
    const token = readFileSync(file, 'utf8').trim();
    return /^[\w-]{43}$/.test(token) ? token : null;
  } catch {
    return null;
  }
}

/** Compares in constant time, whatever the lengths. */
export function sameToken(expected: string, given: string): boolean {
  return timingSafeEqual(Buffer.from(sha256(expected), 'hex'), Buffer.from(sha256(given), 'hex'));
}

function ensureToken(file: string): string {
  return guardSqlite(basename(file), () => {
    const present = readToken(file);
    if (present !== null) {
      chmodSync(file, 0o600);
      return present;
    }
    const token = randomBytes(32).toString('base64url');
    writeWhole(file, `${token}\n`);
    return token;
  });
}

/** Under its name stands the whole content or the former one, never half: written beside it, then renamed. */
function writeWhole(file: string, content: string): void {
  const beside = `${file}.new`;
  rmSync(beside, { force: true });
  const fd = openSync(beside, 'wx', 0o600);
  try {
    writeSync(fd, content);
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
  renameSync(beside, file);
}
