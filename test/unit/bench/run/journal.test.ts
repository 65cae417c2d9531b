import { appendFileSync, readFileSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type JournalEntry, journalStart, openJournal } from '../../../../main/bench/run/journal.ts';
import { missingAnswer } from '../../../../main/bench/score/scoredAnswer.ts';
import { temporaryDirectory } from '../../../support/temporary.ts';

const entry = (probeId: string): JournalEntry => ({
  variant: 'whole engine',
  probeId,
  sessionId: `s-${probeId}`,
  answer: missingAnswer,
  forced: { search: missingAnswer },
});
const fingerprint = { corpusHash: 'c', commit: null };

function journalOf(...probes: string[]): string {
  const file = join(temporaryDirectory(), 'answers.jsonl');
  const journal = openJournal(file, fingerprint, 1);
  for (const probe of probes) journal.add(entry(probe));
  return file;
}
const idsIn = (file: string, rests: unknown = fingerprint) =>
  openJournal(file, rests, 1).entries.map(({ probeId }) => probeId);

test('goes on with what it holds', () => {
  const file = journalOf('a', 'b');
  const again = openJournal(file, fingerprint, 1);
  again.add(entry('c'));
  expect(again.entries).toEqual([entry('a'), entry('b'), entry('c')]);
  expect(idsIn(file)).toEqual(['a', 'b', 'c']);
});

test('drops a last line that was cut short, wherever the cut is', () => {
  const file = journalOf('a', 'b');
  const whole = statSync(file).size;
  const kept = statSync(journalOf('a')).size;
  for (let size = whole - 1; size > kept; size -= 7) {
    truncateSync(file, size);
    expect(idsIn(file)).toEqual(['a']);
    expect(statSync(file).size).toBe(kept);
    appendFileSync(file, `${JSON.stringify(entry('b'))}\n`);
  }
  expect(idsIn(file)).toEqual(['a', 'b']);
});

test('begins anew where its first line was cut short', () => {
  const file = journalOf('a');
  truncateSync(file, 5);
  expect(idsIn(file)).toEqual([]);
  expect(readFileSync(file, 'utf8').split('\n')).toHaveLength(2);
});

test('begins anew over another corpus', () => {
  const file = journalOf('a');
  expect(idsIn(file, { ...fingerprint, corpusHash: 'd' })).toEqual([]);
  expect(idsIn(file)).toEqual([]);
});

test('does not care for the order in which the fingerprint is written', () => {
  expect(idsIn(journalOf('a'), { commit: null, corpusHash: 'c' })).toEqual(['a']);
});

describe('the start', () => {
  test('of an attempt that goes on with answers is that of the first', () => {
    const file = journalOf('a');
    expect(openJournal(file, fingerprint, 2).startedAt).toBe(1);
    expect(journalStart(file)).toBe(1);
  });

  test('of an attempt that begins anew is its own', () => {
    const [changed, empty] = [journalOf('a'), journalOf()];
    expect(openJournal(changed, { ...fingerprint, corpusHash: 'd' }, 2).startedAt).toBe(2);
    expect(openJournal(empty, fingerprint, 2).startedAt).toBe(2);
    expect([changed, empty].map(journalStart)).toEqual([null, null]);
  });

  test('is not known of a journal that is not there', () => {
    expect(journalStart(join(temporaryDirectory(), 'answers.jsonl'))).toBeNull();
  });
});
