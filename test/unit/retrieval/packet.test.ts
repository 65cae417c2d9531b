import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EvidenceResult } from '../../../main/contract/packet.ts';
import { fairShare, packResults, resultIdOf, tokensOf } from '../../../main/retrieval/packet.ts';
import { days, item, judged, noon, recallHit, searchHit } from './support.ts';

const options = {
  sessionId: 's1',
  now: noon,
  retrievedAt: noon,
  tokenBudget: 1000,
  leastTokens: 40,
  terms: [{ term: 'needle', weight: 1 }],
  fusion: { k0: 60, weights: { search: 1, recall: 1 } },
};
const selected = (one: ReturnType<typeof item>, sameText: string[] = []) => ({
  ...judged(one, [searchHit(2, 7.1), recallHit(1, 0.62)]),
  sameText,
});

describe('fair share', () => {
  test.each([
    [[10, 20, 30], 100, { fitting: 3, share: Number.POSITIVE_INFINITY }],
    [[10, 500, 500], 110, { fitting: 3, share: 50 }],
    [[500, 10, 60], 200, { fitting: 3, share: 130 }],
    [[500, 500, 500], 100, { fitting: 2, share: 50 }],
    [[500], 100, { fitting: 1, share: 100 }],
    [[], 100, { fitting: 0, share: 100 }],
  ])('of wants %j under %i is %j', (wants, budget, expected) => {
    expect(fairShare(wants, budget, 40)).toEqual(expected);
  });
});

describe('what is told beside the words of a result', () => {
  test('is cut off where it is a text: subject, value, edges and the signals of the paths', () => {
    const long = 'v'.repeat(1_100_000);
    const one = selected(item(1, 'a fact', { kind: 'fact' }));
    const fact = {
      subject: 'disk',
      predicate: 'log',
      value: long,
      validFrom: null,
      validTo: null,
      status: 'standing',
    } as const;
    const hits = [{ ...searchHit(1), signals: { value: long, slot: { subject: 'disk' }, matched: ['log'] } }] as const;
    const { results } = packResults([{ ...one, hits, standing: { ...one.standing, fact } }], options);
    expect(results[0]?.fact).toMatchObject({ subject: 'disk', value: `${'v'.repeat(199)}…` });
    expect(results[0]?.because[0]).toMatchObject({
      value: `${'v'.repeat(199)}…`,
      slot: { subject: 'disk' },
      matched: ['log'],
    });
    expect(JSON.stringify(results).length).toBeLessThan(5000);
  });
});

describe('result', () => {
  const chunk = item(7, 'A needle in the hay.', {
    kind: 'chunk',
    itemId: 'doc#2',
    documentId: 'doc',
    start: 120,
    end: 140,
    heading: 'Hay',
    title: 'Farming',
    source: null,
    sourceType: 'import',
    validFrom: noon - days(3),
    supersededBy: [{ itemId: 'm9', relation: 'retracts', from: noon + 5 }],
  });

  test('carries every field of the contract with provenance, place and standing', () => {
    const { results } = packResults([selected(chunk, ['m8'])], options);
    const [result] = results;
    expect(EvidenceResult.parse(result)).toEqual(result);
    expect(result).toMatchObject({
      itemId: 'doc#2',
      text: 'A needle in the hay.',
      excerpt: null,
      derivedFrom: ['doc#2', 'doc'],
      document: { itemId: 'doc', start: 120, end: 140, heading: 'Hay' },
      rank: 1,
      paths: [
        { path: 'search', rank: 2, score: 7.1 },
        { path: 'recall', rank: 1, score: 0.62 },
      ],
      source: 'import',
      timestamp: new Date(noon - days(8)).toISOString(),
      validity: { isCurrent: true, supersededBy: [], validFrom: new Date(noon - days(3)).toISOString(), validTo: null },
      memoryStatus: { source: 'import', age: days(8), authority: 0.6, currentness: 'current' },
      eventId: 'e7',
    });
    expect(result?.because.at(-1)).toMatchObject({ path: 'fused', rank: 1, k0: 60, sameText: ['m8'] });
  });

  test('id is the same for the same item in the same session, and else another', () => {
    expect(resultIdOf('s1', 'a', 'b')).toBe(resultIdOf('s1', 'a', 'b'));
    const others = [resultIdOf('s2', 'a', 'b'), resultIdOf('s1', 'ab', ''), resultIdOf('s1', '', 'ab')];
    expect(new Set([resultIdOf('s1', 'a', 'b'), ...others]).size).toBe(4);
  });

  test('says who contradicts a retracted memory that is shown on purpose', () => {
    const retracted = item(1, 'x', { supersededBy: [{ itemId: 'm9', relation: 'retracts', from: noon - 5 }] });
    const [result] = packResults([selected(retracted)], options).results;
    expect(result?.memoryStatus).toMatchObject({ currentness: 'retracted', contradictoryEvidence: ['m9'] });
    expect(result?.validity).toMatchObject({ isCurrent: false, supersededBy: ['m9'] });
  });
});

describe('token budget', () => {
  test('excerpts the long one around its match and leaves the short ones whole', () => {
    const long = item(1, `${'Straw is dry. '.repeat(3000)}Here is the needle. ${'Straw is dry. '.repeat(3000)}`);
    const { results, overBudget, tokensUsed } = packResults([selected(long), selected(item(2, 'Short.'))], {
      ...options,
      tokenBudget: 200,
    });
    expect(overBudget).toEqual([]);
    expect(tokensUsed).toBeLessThanOrEqual(200);
    expect(results[1]).toMatchObject({ text: 'Short.', excerpt: null });
    expect(results[0]?.text).toContain('Here is the needle.');
    const { start = 0, end = 0, of } = results[0]?.excerpt ?? {};
    expect(long.text.slice(start, end)).toBe(results[0]?.text);
    expect(of).toBe(long.text.length);
  });

  test('drops the last ones when a share would be less than a sentence', () => {
    const list = [1, 2, 3, 4].map((n) => selected(item(n, `${n} needle. `.repeat(100))));
    const { results, overBudget } = packResults(list, { ...options, tokenBudget: 100 });
    expect(results.map(({ itemId }) => itemId)).toEqual(['m1', 'm2']);
    expect(overBudget.map(({ item: { itemId }, reason }) => [itemId, reason])).toEqual([
      ['m3', 'over-budget'],
      ['m4', 'over-budget'],
    ]);
  });

  test('is never exceeded, whatever the lengths of texts and labels', () => {
    const words = fc.integer({ min: 0, max: 900 }).map((n) => 'needle hay. '.repeat(n).slice(0, n * 9));
    const label = fc.option(fc.integer({ min: 0, max: 900 }).map((n) => 'x'.repeat(n)));
    const one = fc.record({ text: words, title: label, author: label, caption: label });
    fc.assert(
      fc.property(fc.array(one, { maxLength: 12 }), fc.integer({ min: 100, max: 3000 }), (items, tokenBudget) => {
        const list = items.map(({ text, ...rest }, at) => selected(item(at + 1, text, rest)));
        const { results, overBudget, tokensUsed } = packResults(list, { ...options, tokenBudget });
        const counted = results.flatMap(({ text, title, author, caption }) => [text, title, author, caption]);
        expect(counted.reduce((sum, part) => sum + tokensOf(part), 0)).toBe(tokensUsed);
        expect(tokensUsed).toBeLessThanOrEqual(tokenBudget);
        expect(results.length + overBudget.length).toBe(list.length);
        for (const [at, result] of results.entries()) {
          const { start, end } = result.excerpt ?? { start: 0, end: result.text.length };
          expect(items[at]?.text.slice(start, end)).toBe(result.text);
        }
      }),
      { seed: 7 },
    );
  });
});
