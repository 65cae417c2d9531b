import { describe, expect, test } from 'vitest';
import { openPredicateWords } from '../../../../main/projections/facts/predicateWords.ts';
import { valueSort } from '../../../../main/projections/facts/valueSort.ts';
import { memory } from '../store.ts';
import { openFactStore } from './factStore.ts';

const stated = (id: string, predicate: string, object: string, text: string) =>
  memory({ id, text, fact: { subject: 'gate-filter', predicate, object } });

function withWords() {
  const store = openFactStore();
  store.writes.append([
    stated('s1', 'session_lifetime', '8 h', 'The tea is cold. The logout time of gate-filter is 8 h.'),
    stated('s2', 'upload_limit', '40 MB', 'gate-filter takes attachments of 40 MB.'),
  ]);
  return { ...store, wordsOf: openPredicateWords(store.memory) };
}

describe('the words of a predicate', () => {
  test('are those of its name and of the sentences that state it, and no others', () => {
    const profile = withWords().wordsOf('default').get('session lifetime');
    expect(profile?.weight('logout')).toBeGreaterThan(0);
    expect(profile?.weight('session')).toBeGreaterThan(0);
    expect([profile?.weight('tea'), profile?.weight('attach')]).toEqual([0, 0]);
    expect(profile?.sorts.get('duration')).toBe(1);
  });

  test('come with new statements and go with erased ones', () => {
    const { writes, erase, wordsOf } = withWords();
    const weight = () => wordsOf('default').get('session lifetime')?.weight('expiri') ?? 0;
    expect(weight()).toBe(0);
    const [outcome] = writes.append([stated('s3', 'session_lifetime', '2 h', 'gate-filter: an expiry of 2 h.')]);
    expect(weight()).toBeGreaterThan(0);
    if (outcome?.status !== 'appended') throw new Error('the statement was not written');
    erase(outcome.event.eventId, ['s3']);
    expect(weight()).toBe(0);
  });
});

test('a value tells what it is a value of', () => {
  const sorts = ['8 h', '40 MB', '15,500 EUR', '$5', '50 %', '600/min', '05:10', '8-16 h', 'Tuesday', '3', 'Anna'];
  expect(sorts.map(valueSort)).toEqual([
    'duration',
    'size',
    'money',
    'money',
    'share',
    'rate',
    'clock',
    'clock',
    'weekday',
    'number',
    'words',
  ]);
});
