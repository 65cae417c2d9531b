import { describe, expect, test } from 'vitest';
import { judgeConfidence } from '../../../main/retrieval/confidence.ts';
import { cosineScaleOf } from '../../../main/retrieval/policy.ts';
import { readFeatures } from '../../../main/retrieval/queryFeatures.ts';
import { shareOfSubject, weighWhose } from '../../../main/retrieval/whose.ts';
import { answer, item, judged, policy, policyV1, ranked, recallHit, searchHit, term } from './support.ts';

const scale = cosineScaleOf(policyV1, 'recall all-MiniLM-L6-v2');
const terms = [term('ana'), term('paint'), term('jetty')];
const said = (row: number, author: string, text: string) => ({
  ...judged(item(row, text, { author }), [searchHit(row), recallHit(row, 0.6)]),
  sameText: [],
});
const tims = said(1, 'Tim Boll', 'I painted the jetty.');
const anas = said(2, 'Ana Ruiz', 'I painted the jetty.');
const elsewhere = said(3, 'Ana Ruiz', 'My sister lives in Porto.');

const query = 'What did Ana paint at the jetty?';
const features = readFeatures(query, policyV1.patterns, []);

function judge(selected: readonly (typeof tims)[], used = policyV1) {
  const candidates = ranked(...selected.map(({ rowid }, at) => [rowid, 9 - at] as const));
  const runs = [
    { path: 'search' as const, result: answer({ candidates, terms }) },
    { path: 'recall' as const, result: answer({ candidates }) },
  ];
  return judgeConfidence({ query, features, runs, selected, hidden: [] }, used, scale);
}

describe('evidence about another', () => {
  test('is found where it is about the subject, whatever others did', () => {
    expect(judge([anas]).status).toBe('found');
    expect(judge([tims, anas]).status).toBe('found');
  });

  test('is none where it is about somebody else alone', () => {
    expect(judge([tims, elsewhere])).toMatchObject({ status: 'none', reason: 'other-subject' });
  });

  test('is weak, with the subject missing, where a little is told of the subject too', () => {
    const little = said(4, 'Ana Ruiz', 'I like the jetty.');
    const verdict = judge([tims, little]);
    expect(verdict).toMatchObject({ status: 'weak', reason: 'other-subject' });
    expect(verdict.missing).toContain('Ana');
    expect(verdict.confidence).toBeLessThan(judge([anas]).confidence);
  });

  test('is not looked at by a policy that does not say how', () => {
    expect(judge([tims, elsewhere], policy).status).toBe('found');
  });
});

test('the share falls as more is told of others, and is whole where nothing is', () => {
  const { attribution } = policyV1.confidence;
  if (attribution === undefined) throw new Error('the policy weighs attribution');
  const whose = weighWhose(query, features, [anas, tims], terms, (words) => words, attribution);
  if (whose === null) throw new Error('the question names somebody');
  expect(whose).toMatchObject({ about: ['asked', 'other'], own: 1, others: 1, speaks: true });
  const shares = [0, 0.3, 0.6, 0.9].map((others) => shareOfSubject({ ...whose, others }, attribution));
  expect(shares[0]).toBe(1);
  expect(shares).toEqual(shares.toSorted((a, b) => b - a));
});

describe('words that no memory holds', () => {
  const ask = (text: string, unknown: number) => {
    const found = said(5, 'Tim Boll', 'The cellar is dry.');
    const all = [term('cellar'), ...Array.from({ length: unknown }, (_, at) => term(`strange${at}`, 0))];
    const result = answer({ candidates: ranked([5, 9]), terms: all });
    const runs = [
      { path: 'search' as const, result },
      { path: 'recall' as const, result: answer({ candidates: ranked([5, 0.6]) }) },
    ];
    const read = readFeatures(text, policyV1.patterns, []);
    return judgeConfidence({ query: text, features: read, runs, selected: [found], hidden: [] }, policyV1, scale);
  };

  test('are a sign of another topic', () => {
    const [none, one, two] = [0, 1, 2].map((unknown) => ask('who painted the cellar', unknown).confidence);
    expect(none).toBeGreaterThan(one ?? 1);
    expect(one).toBeGreaterThan(two ?? 1);
  });
});
