import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PiperError } from '../../../main/base/errors.ts';
import { Route } from '../../../main/contract/packet.ts';
import { findIdentifiers, holdsIdentifier } from '../../../main/language/identifiers.ts';
import type { Condition } from '../../../main/retrieval/policy.ts';
import { loadPolicy, type Policy, parsePolicy } from '../../../main/retrieval/policy.ts';
import { detectNeed, pathWeights, retrievalPaths, selectRoute } from '../../../main/retrieval/router.ts';
import { type Asked, nothingAsked } from '../../../main/retrievers/asked.ts';
import { policy, policyFile, policyV1 } from './support.ts';

const available = ['search', 'recall'] as const;
const routeOf = (query: string, forced?: Route['participants']) =>
  selectRoute(detectNeed(query, policy, []), policy, { forced, available });

describe('identifiers', () => {
  test.each([
    ['What did foundation_router v1.5.2 introduce?', ['v1.5.2', 'foundation_router']],
    ['who changed memory-tools.ts last week', ['memory-tools.ts']],
    ['see main/retrieval/fuse.ts', ['main/retrieval/fuse.ts']],
    ['is PIPER-431 fixed by #77?', ['PIPER-431', '#77']],
    ['what does maxRetryCount do', ['maxRetryCount']],
    ['version 12 of the memory-bm25-index', ['12', 'memory-bm25-index']],
    ['commit 9fceb02d and 018f2b6c-7b3a-7c11-9d55-2f7d0a9b1c3e', ['018f2b6c-7b3a-7c11-9d55-2f7d0a9b1c3e', '9fceb02d']],
    ['mail to ann@example.org about https://example.org/a?b=1.', ['https://example.org/a?b=1', 'ann@example.org']],
  ])('are found in %j', (query, expected) => {
    expect(findIdentifiers(query).map(({ text }) => text)).toEqual(expected);
  });

  test.each(['What did Caroline paint on 12.05.2023?', 'Is 3.5 more than 2?', 'a well-known and/or self-made plan'])(
    'are not seen in plain words: %j',
    (query) => expect(findIdentifiers(query)).toEqual([]),
  );

  test('a version is held as a whole: neither 1.5.1 nor 1.5.21 nor 11.5.2 holds 1.5.2', () => {
    const [version] = findIdentifiers('v1.5.2');
    const holds = (text: string) => version !== undefined && holdsIdentifier(text, version);
    expect(['since v1.5.2.', 'Version 1.5.2 is out'].map(holds)).toEqual([true, true]);
    expect(['v1.5.1', '1.5.21', '11.5.2', '1.5.2.1'].map(holds)).toEqual([false, false, false, false]);
  });
});

describe('need', () => {
  test.each([
    ['v1.5.2', 'identifier'],
    ['What did foundation_router v1.5.2 introduce?', 'identifier'],
    ['How do I restart the feed parser?', 'how_to'],
    ['Why did the intel feed stop updating?', 'cause'],
    ['What am I supposed to do before Friday?', 'commitment'],
    ['What exactly did the README say about licences, word for word?', 'source_wording'],
    ['What is connected to the foundation router?', 'association'],
    ['Who wrote the component that the project which Ann leads uses?', 'multi_hop'],
    ['What was the timeout back then?', 'historical_fact'],
    ['When did Caroline go to the support group?', 'what_happened'],
    ['What is the timeout now?', 'current_fact'],
    ['Anything about gardening?', 'concept'],
    ['sunrise painting lake', 'mixed'],
  ])('of %j is %s', (query, need) => {
    expect(detectNeed(query, policy, []).need).toBe(need);
  });
});

describe('route', () => {
  test('an exact string goes to search first and to recall second', () => {
    for (const query of ['What did v1.5.2 introduce?', 'Who wrote "the tide waits for no one"?', 'fuse.ts']) {
      expect(routeOf(query)).toMatchObject({ primary: 'search', secondary: 'recall', reasonCode: 'exact-string' });
    }
  });

  test('a need whose path does not exist yet is fused, and the reason says so', () => {
    expect(routeOf('How do I deploy?')).toMatchObject({ primary: 'fused', reasonCode: 'no-procedure-path-yet' });
    expect(routeOf('sunrise painting')).toMatchObject({ primary: 'fused', reasonCode: 'words-and-meaning' });
  });

  test('a forced path overrides the policy and says that it did', () => {
    const route = routeOf('What did v1.5.2 introduce?', ['recall']);
    expect(route).toMatchObject({ primary: 'recall', participants: ['recall'], forced: true, reasonCode: 'forced' });
    expect(selectRoute(detectNeed('x', policy, []), policy, { forced: ['fused'], available }).participants).toEqual([
      'search',
      'recall',
    ]);
  });

  test('a path that the store does not have takes no part unless it is asked for by name', () => {
    const detected = detectNeed('sunrise', policy, []);
    expect(selectRoute(detected, policy, { available: ['search'] }).participants).toEqual(['search']);
    expect(selectRoute(detected, policy, { forced: ['recall'], available: ['search'] }).participants).toEqual([
      'recall',
    ]);
  });

  test('a secondary path weighs less than a participant of a fusion', () => {
    const { weights, secondaryFactor } = policy.fusion;
    expect(pathWeights(routeOf('fuse.ts'), policy).recall).toBe(weights.recall * secondaryFactor.value);
    expect(pathWeights(routeOf('sunrise'), policy)).toMatchObject({ search: weights.search, recall: weights.recall });
  });

  test('the path that answers a need by structure is named, and all others take part', () => {
    const route = routeOf('Why did the feed stop?');
    expect(route).toMatchObject({ primary: 'causal', secondary: 'fused', reasonCode: 'recorded-causes' });
  });

  test('is the same for the same question and policy, and always within the contract', () => {
    const again = parsePolicy(JSON.parse(readFileSync(policyFile, 'utf8')));
    const word = fc.constantFrom('why', 'How do I', 'now', 'fuse.ts', '"a b"', 'v2', '2024', 'the', 'of', 'Ann’s', '?');
    const query = fc.oneof(
      fc.string(),
      fc.array(word).map((words) => words.join(' ')),
    );
    fc.assert(
      fc.property(query, (text) => {
        const first = routeOf(text);
        expect(selectRoute(detectNeed(text, again, []), again, { available })).toEqual(first);
        Route.parse(first);
      }),
      { seed: 7, numRuns: 300 },
    );
  });
});

describe('the paths of every route', () => {
  const every = ['search', 'recall', 'temporal'] as const;
  const participantsOf = (query: string, under: Policy) =>
    selectRoute(detectNeed(query, under, []), under, { available: every }).participants;

  test('take part beside those that the route names', () => {
    expect(participantsOf('foundation_router v1.5.2', policy)).toContain('temporal');
  });

  test('are none in the simplest policy: one path a question, the keywords for quoted words alone', () => {
    const simplest = loadPolicy(join(dirname(policyFile), 'policy-simplest.json'));
    expect(participantsOf('What is the timeout now?', simplest)).toEqual(['recall']);
    expect(participantsOf('foundation_router v1.5.2', simplest)).toEqual(['recall']);
    expect(participantsOf('Who said "never on a Friday"?', simplest)).toEqual(['search']);
  });
});

describe('policy file', () => {
  const file = () => JSON.parse(readFileSync(policyFile, 'utf8')) as Record<string, unknown>;

  test.each<[string, (json: Record<string, unknown>) => void]>([
    [
      'an unknown feature',
      (json) => Object.assign(json, { needs: [{ need: 'mixed', when: { all: ['tea'] }, reason: 'x' }] }),
    ],
    [
      'no rule for the rest',
      (json) => Object.assign(json, { needs: [{ need: 'mixed', when: { any: ['quoted'] }, reason: 'x' }] }),
    ],
    ['a broken pattern', (json) => Object.assign(json.patterns as object, { past: { pattern: '(', says: 'x' } })],
    ['no version', (json) => Reflect.deleteProperty(json, 'version')],
  ])('with %s is refused with a sentence and a remedy', (_, spoil) => {
    const json = file();
    spoil(json);
    expect(() => parsePolicy(json)).toThrow(PiperError);
  });
});

describe('router v1', () => {
  /** What the structure would say of a question that this rule is for. */
  function askedBy({ all = [], any = [] }: Condition): Asked {
    const features = new Set([...all, ...any]);
    const relation = features.has('asksEdge')
      ? 'edge'
      : features.has('asksChain')
        ? 'chain'
        : features.has('mayAskEdge')
          ? 'likely'
          : null;
    return { relation, fact: features.has('asksFact'), cause: features.has('asksCause') };
  }

  const named = [{ start: 0, end: 3, namespace: 'default', name: 'flat', edges: true, facts: true, stated: true }];
  const linksBy = ({ all = [] }: Condition) => (all.includes('thingHasStated') ? named : []);

  test('gives every rule a reason and three examples, which it is the first to hold for', () => {
    for (const rule of policyV1.needs) {
      expect(rule.reason).not.toBe('');
      expect(rule.examples).toHaveLength(3);
      for (const example of rule.examples) {
        const detected = detectNeed(example, policyV1, linksBy(rule.when), askedBy(rule.when));
        expect(detected, example).toMatchObject({ need: rule.need, reason: rule.reason });
      }
    }
  });

  test('sends what structure answers to the path that walks it, and the rest to words and meaning', () => {
    const routeOf = (query: string, asked: Partial<Asked>, links = named) =>
      selectRoute(detectNeed(query, policyV1, links, { ...nothingAsked, ...asked }), policyV1, {
        available: retrievalPaths,
      });
    expect(routeOf('the rent of the flat', { fact: true }).participants).toEqual(['temporal']);
    expect(routeOf('who plays in the band', { relation: 'edge' }).participants).toEqual(['associate']);
    expect(routeOf('where the coach of Noor lives', { relation: 'chain' }).participants).toEqual(['graph']);
    expect(routeOf('why the cake collapsed', { cause: true }).participants).toEqual(['causal']);
    expect(routeOf('what became of PAY-1182', {}).participants).toEqual(['search', 'recall']);
    expect(routeOf('the storm and the boat', {}).participants).toEqual(['search', 'recall']);
    // What rules read in texts is never all of it.
    expect(routeOf('the rent of the flat', { fact: true }, []).participants).toEqual(retrievalPaths);
  });
});
