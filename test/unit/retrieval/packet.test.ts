import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EvidenceResult } from '../../../main/contract/packet.ts';
import type { Misgiving } from '../../../main/projections/misgivings.ts';
import { fairShare, packResults, resultIdOf } from '../../../main/retrieval/packet.ts';
import { tokensOf } from '../../../main/retrieval/tokenCount.ts';
import { days, item, judged, noon, recallHit, searchHit, volatility } from './support.ts';

const options = {
  sessionId: 's1',
  now: noon,
  retrievedAt: noon,
  tokenBudget: 1000,
  leastTokens: 40,
  terms: [{ term: 'needle', weight: 1 }],
  fusion: { k0: 60, weights: { search: 1, recall: 1 } },
  volatility,
  acting: false,
  misgivings: [] as readonly Misgiving[],
  redact: true,
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

  test('holds in any script, with secrets and marks, and gives each shown result its least share', () => {
    const pieces = fc.constantFrom(
      'needle ',
      'hay. ',
      '知識ベース',
      'Ünïcödé ',
      '🗝️',
      `password=${'aB3x'} `,
      '\n',
      'x'.repeat(60),
    );
    const words = fc.array(pieces, { maxLength: 120 }).map((parts) => parts.join(''));
    const one = fc.record({
      text: words,
      title: fc.option(words),
      author: fc.option(words),
      caption: fc.option(words),
    });
    fc.assert(
      fc.property(fc.array(one, { maxLength: 10 }), fc.integer({ min: 100, max: 1500 }), (items, tokenBudget) => {
        const list = items.map(({ text, ...rest }, at) => selected(item(at + 1, text, rest)));
        const { results, overBudget, tokensUsed, redacted } = packResults(list, { ...options, tokenBudget });
        const costOf = ({ text, title, author, caption }: (typeof results)[number]) =>
          [text, title, author, caption].reduce((sum, part) => sum + tokensOf(part), 0);
        expect(results.reduce((sum, result) => sum + costOf(result), 0)).toBe(tokensUsed);
        expect(tokensUsed).toBeLessThanOrEqual(tokenBudget);
        expect([...results, ...overBudget.map(({ item }) => item)].map(({ itemId }) => itemId)).toEqual(
          list.map(({ item }) => item.itemId),
        );
        expect(JSON.stringify(results)).not.toContain('aB3x');
        expect(redacted.length).toBeGreaterThanOrEqual(
          results.filter(({ text }) => text.includes('[redacted: password]')).length,
        );
        // A share is a right, not a duty: who wants less leaves the rest to the others.
        const { share } = fairShare(
          list.slice(0, results.length).map(() => Number.POSITIVE_INFINITY),
          tokenBudget,
          options.leastTokens,
        );
        if (results.length > 0) expect(share).toBeGreaterThanOrEqual(Math.min(options.leastTokens, tokenBudget));
      }),
      { seed: 13, numRuns: 150 },
    );
  });

  test('never lets one result take what another needs: who is cut has had at least an equal share', () => {
    const lengths = fc.array(fc.integer({ min: 1, max: 9000 }), { minLength: 1, maxLength: 10 });
    fc.assert(
      fc.property(lengths, fc.integer({ min: 100, max: 4000 }), (wants, budget) => {
        const { fitting, share } = fairShare(wants, budget, 40);
        const given = wants.slice(0, fitting).map((want) => Math.min(want, share));
        expect(given.reduce((sum, tokens) => sum + tokens, 0)).toBeLessThanOrEqual(budget);
        for (const [at, tokens] of given.entries()) {
          if (tokens < (wants[at] ?? 0))
            expect(tokens).toBeGreaterThanOrEqual(Math.min(40, Math.floor(budget / fitting)));
        }
        expect(fitting).toBeGreaterThan(0);
      }),
      { seed: 17 },
    );
  });

  test('does not let a source, a thread or a heading of any length slip past it', () => {
    const long = 'y'.repeat(50_000);
    const one = item(1, 'Short.', { source: long, thread: long, heading: long, documentId: 'd', start: 0, end: 6 });
    expect(JSON.stringify(packResults([selected(one)], options).results).length).toBeLessThan(4000);
  });
});

describe('secrets', () => {
  const secret = 'tr0ub4dor';
  const text = `The old note. The needle opens with password=${secret} and nothing else. The rest is hay.`;
  const end = text.length;

  test('are left out of every part of a result, counted by kind, and told where the text lies', () => {
    const from = text.indexOf('The rest');
    const one = selected(item(1, text, { title: `password=${secret}`, source: `https://u:${secret}@h.example/x` }));
    const stale = [{ start: from, end, by: 'm2' }];
    const { results, redacted } = packResults([{ ...one, standing: { ...one.standing, stale } }], options);
    const [result] = results;
    expect(JSON.stringify(result)).not.toContain(secret);
    expect(result?.text).toContain('password=[redacted: password] and');
    expect(result?.source).toBe('https://u:[redacted: connection-string]@h.example/x');
    const [span] = result?.stale ?? [];
    expect(result?.text.slice(span?.start, span?.end)).toBe('The rest is hay.');
    expect(redacted).toContain('password');
  });

  test('stay for an operator who asks for the text as it was stored', () => {
    const { results, redacted } = packResults([selected(item(1, text))], { ...options, redact: false });
    expect(results[0]?.text).toBe(text);
    expect(redacted).toEqual([]);
  });

  test('that an excerpt would cut in two are left out whole', () => {
    const pem = `-----BEGIN ${'PRIVATE'} KEY-----\n${'MIIEvQIBADANBgkqhkiG9w0B\n'.repeat(60)}-----END ${'PRIVATE'} KEY-----`;
    const one = item(1, `${'Hay. '.repeat(400)}A needle. ${pem} ${'Hay. '.repeat(400)}`);
    const [result] = packResults([selected(one)], { ...options, tokenBudget: 120 }).results;
    expect(result?.text).toContain('A needle.');
    expect(result?.text).not.toContain('MIIE');
    const { start = 0, end = 0 } = result?.excerpt ?? {};
    expect(one.text.slice(start, end)).toContain('A needle.');
  });
});

describe('what is to be verified first', () => {
  const status = (one: Parameters<typeof selected>[0], rest: Partial<typeof options> = {}) =>
    packResults([selected(one)], { ...options, ...rest }).results[0]?.memoryStatus;

  test('is told with the class of the fact and its horizon', () => {
    expect(status(item(1, 'The price of the needle is 3.'))?.verifyFirst).toEqual({
      reasons: ['volatile', 'past-horizon'],
      volatility: 'price',
      horizon: days(7),
    });
    expect(status(item(1, 'A needle is thin.'))).not.toHaveProperty('verifyFirst');
  });

  test('is everything that is about to be acted on', () => {
    expect(status(item(1, 'A needle is thin.'), { acting: true })?.verifyFirst?.reasons).toEqual(['about-to-act']);
  });

  test('is what failed before, and what was taken from a source that has changed', () => {
    const misgivings = [{ namespace: 'default', itemId: 'm1', failedBefore: true, sourceChanged: true }];
    const reasons = status(item(1, 'A needle is thin.'), { misgivings })?.verifyFirst?.reasons;
    expect(reasons).toEqual(['failed-before', 'source-changed']);
  });

  test('is no state that is over', () => {
    const over = item(1, 'The price of the needle is 3.', { validFrom: noon - days(9), validTo: noon - days(1) });
    expect(status(over)).not.toHaveProperty('verifyFirst');
  });
});
