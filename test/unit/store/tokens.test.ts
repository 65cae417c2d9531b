import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { dataPaths } from '../../../main/store/paths.ts';
import { ensureTokens, readToken, sameToken } from '../../../main/store/tokens.ts';
import { temporaryDirectory } from '../../support/temporary.ts';

const windows = process.platform === 'win32';

describe('tokens', () => {
  test('are 32 random bytes each, made once and read back', () => {
    const paths = dataPaths(temporaryDirectory());
    expect(readToken(paths.agentToken)).toBeNull();
    const made = ensureTokens(paths);
    expect(Buffer.from(made.agent, 'base64url')).toHaveLength(32);
    expect(made.agent).not.toBe(made.operator);
    expect(ensureTokens(paths)).toEqual(made);
    expect(readToken(paths.operatorToken)).toBe(made.operator);
    expect(ensureTokens(dataPaths(temporaryDirectory()))).not.toEqual(made);
  });

  test.skipIf(windows)('are readable by their owner alone, even if someone opened them up', () => {
    const paths = dataPaths(temporaryDirectory());
    ensureTokens(paths);
    const mode = (file: string) => statSync(file).mode & 0o777;
    expect([mode(paths.agentToken), mode(paths.operatorToken)]).toEqual([0o600, 0o600]);
    chmodSync(paths.operatorToken, 0o644);
    ensureTokens(paths);
    expect(mode(paths.operatorToken)).toBe(0o600);
  });

  test('one that was cut short is made anew', () => {
    const paths = dataPaths(temporaryDirectory());
    const { agent } = ensureTokens(paths);
    writeFileSync(paths.agentToken, agent.slice(0, 10));
    expect(readToken(paths.agentToken)).toBeNull();
    const again = ensureTokens(paths);
    expect(again.agent).not.toBe(agent);
    expect(readFileSync(paths.agentToken, 'utf8')).toBe(`${again.agent}\n`);
  });

  test('sameToken compares whole tokens of any length', () => {
    expect(sameToken('abc', 'abc')).toBe(true);
    expect(sameToken('abc', 'abd')).toBe(false);
    expect(sameToken('abc', '')).toBe(false);
  });
});
