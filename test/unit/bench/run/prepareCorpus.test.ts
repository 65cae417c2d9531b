import { expect, test } from 'vitest';
import { corpusLines } from '../../../../main/bench/run/prepareCorpus.ts';
import { MemoryObject } from '../../../../main/contract/memory.ts';
import { tinyObjects } from '../../../support/tinyBenchmark.ts';

const objects = tinyObjects.map((object) => MemoryObject.parse(object));
const read = (lines: string) =>
  lines
    .split('\n')
    .slice(0, -1)
    .map((line) => MemoryObject.parse(JSON.parse(line)));

test('at the level full an object is what it was, and known since it happened', () => {
  const full = read(corpusLines(objects, 'full'));
  expect(full.map(({ recordedAt: _, ...object }) => object)).toEqual(objects);
  expect(full.map(({ recordedAt }) => recordedAt)).toEqual(objects.map(({ occurredAt }) => occurredAt));
});

test('at the level prose the ids and words stay, and every structured part goes', () => {
  const prose = read(corpusLines(objects, 'prose'));
  expect(prose.map(({ id, text }) => [id, text])).toEqual(objects.map(({ id, text }) => [id, text]));
  expect(prose.filter(({ fact, edge, cause }) => fact ?? edge ?? cause)).toEqual([]);
});

test('what supersedes, derives and names entities is structure too', () => {
  const object = { id: 'x', kind: 'fact' as const, text: 'y', supersedes: ['a'], derivedFrom: ['b'], entities: ['e'] };
  expect(read(corpusLines([object], 'prose'))).toEqual([{ id: 'x', text: 'y' }]);
});

test('an object without words cannot be told in prose', () => {
  const object = { id: 'bare', edge: { from: 'a', relation: 'uses', to: 'b' } };
  expect(() => corpusLines([object], 'prose')).toThrow('bare has no text');
});

test('a source’s own word on when it was recorded stands', () => {
  const object = { id: 'x', text: 'y', occurredAt: '2026-01-01T00:00:00Z', recordedAt: '2026-02-01T00:00:00Z' };
  expect(read(corpusLines([object], 'full'))).toEqual([object]);
});
