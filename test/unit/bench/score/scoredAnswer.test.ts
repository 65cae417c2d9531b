import { expect, test } from 'vitest';
import { scoredAnswer } from '../../../../main/bench/score/scoredAnswer.ts';
import type { EvidenceResult } from '../../../../main/contract/packet.ts';
import { edge, evidence, packet, step } from './builders.ts';

const corpus = new Set(['a', 'b', 'c', 'd']);

function only(result: Partial<EvidenceResult>) {
  const [scored] = scoredAnswer(packet([evidence(result)]), corpus).results;
  return scored;
}

test('a result counts for itself, its sources, and the objects of its edges and what states them', () => {
  const edges = [edge('b', ['c']), edge('made-by-a-rule', ['d'])];
  expect(only({ itemId: 'chunk-of-a', derivedFrom: ['chunk-of-a', 'a'], edges })?.counts).toEqual(['a', 'b', 'c', 'd']);
});

test('what the engine made for itself counts for nothing', () => {
  expect(only({ itemId: 'fact-1', derivedFrom: ['fact-1'] })?.counts).toEqual([]);
});

test('an edge, a cause and what a path walked are structural; a text and a fact that was looked up are not', () => {
  expect(only({ kind: 'edge' })?.structural).toBe(true);
  expect(only({ kind: 'cause' })?.structural).toBe(true);
  expect(only({ edges: [edge('b')] })?.structural).toBe(true);
  expect(only({})?.structural).toBe(false);
  expect(only({ kind: 'fact' })?.structural).toBe(false);
});

test('all seven fields of provenance are there', () => {
  expect(only({})?.provenance).toBe(7);
});

test.each([
  ['memory id', { itemId: '' }],
  ['path', { paths: [] }],
  ['source', { source: ' ' }],
  ['rank', { rank: 3 }],
  ['score', { score: Number.NaN }],
  ['timestamp', { timestamp: 'yesterday' }],
  ['validity', { validity: { ...evidence().validity, recordedAt: '' } }],
] satisfies [string, Partial<EvidenceResult>][])('a %s that says nothing is not there', (_, broken) => {
  expect(only(broken)?.provenance).toBe(6);
});

test('a second look is another call of a path that ran once', () => {
  const steps = [step('search'), step('recall'), step('search')];
  expect(scoredAnswer(packet([], { steps }), corpus)).toMatchObject({ executed: ['search', 'recall'], calls: 3 });
});

test('what was left out is kept as far as it is of the corpus', () => {
  const left = { path: 'search', rank: 2, reason: 'superseded', by: 'a' } as const;
  const dropped = [
    { ...left, itemId: 'b' },
    { ...left, itemId: 'fact-1' },
  ];
  expect(scoredAnswer(packet([], { dropped }), corpus).dropped).toEqual([{ itemId: 'b', reason: 'superseded' }]);
});
