import { describe, expect, test } from 'vitest';
import { type Evidence, judgeConfidence } from '../../../main/retrieval/confidence.ts';
import { measureCoverage } from '../../../main/retrieval/coverage.ts';
import { cosineScaleOf } from '../../../main/retrieval/policy.ts';
import { readFeatures } from '../../../main/retrieval/queryFeatures.ts';
import type { PathResult } from '../../../main/retrievers/path.ts';
import { answer, item, judged, noon, policy, ranked, recallHit, searchHit, term } from './support.ts';

const scale = cosineScaleOf(policy, 'recall all-MiniLM-L6-v2');
const shown = (one: ReturnType<typeof judged>) => ({ ...one, sameText: [] });
const timeout = shown(
  judged(item(1, 'The timeout of the feed parser is 600 seconds.'), [searchHit(1), recallHit(1, 0.7)]),
);

function judge(
  query: string,
  rest: Partial<Evidence> & { search?: Partial<PathResult>; recall?: Partial<PathResult> },
) {
  const { search, recall, ...evidence } = rest;
  const runs = [
    ...(search ? [{ path: 'search' as const, result: answer(search) }] : []),
    ...(recall ? [{ path: 'recall' as const, result: answer(recall) }] : []),
  ];
  const features = readFeatures(query, policy.patterns, []);
  return judgeConfidence({ query, features, runs, selected: [], hidden: [], ...evidence }, policy, scale);
}

describe('coverage', () => {
  test('weighs terms by idf, and an unknown one like the most telling', () => {
    const coverage = measureCoverage([timeout], [term('timeout', 4), term('zebra', 0), term('second', 1)]);
    expect(coverage?.best).toBeCloseTo(5 / 9, 12);
    expect(coverage).toMatchObject({ missing: ['zebra'], required: 3, covered: 2 });
  });

  test('believes the keyword path where it names its matches', () => {
    const matched = shown(judged(item(1, 'ran'), [{ ...searchHit(1), signals: { matched: ['run'] } }]));
    expect(measureCoverage([matched], [term('run')])?.covered).toBe(1);
  });

  test('does not take a word for the beginning of another', () => {
    const careful = shown(judged(item(1, 'be careful with the artist'), [recallHit(1)]));
    expect(measureCoverage([careful], [term('car'), term('art')])?.covered).toBe(0);
  });

  test('finds a stem in its inflections and a term in a script without spaces', () => {
    const one = shown(judged(item(1, 'happy researchers in 東京都'), [recallHit(1)]));
    expect(measureCoverage([one], [term('happy'), term('research'), term('東京')])?.covered).toBe(3);
  });

  test('is unknown without content terms', () => {
    expect(measureCoverage([timeout], [])).toBeNull();
  });
});

describe('status', () => {
  const looked = { search: { candidates: ranked([1, 9]), terms: [term('timeout'), term('parser')] } };
  const similar = { recall: { candidates: ranked([1, 0.7]) } };

  test('is found when the words are covered and the meaning is close', () => {
    const verdict = judge('timeout of the parser', { ...looked, ...similar, selected: [timeout] });
    expect(verdict).toMatchObject({ status: 'found', missing: [], support: { required: 2, covered: 2 } });
    // 1 − (1 − 0.7 × 1)(1 − 0.8 × 1)
    expect(verdict.confidence).toBeCloseTo(0.94, 6);
  });

  test('is weak with what is missing when only a part is covered', () => {
    const search = { candidates: ranked([1, 9]), terms: [term('timeout'), term('intel', 3)] };
    const faint = shown(judged(item(1, 'The timeout is 600.'), [searchHit(1), recallHit(1, 0.3)]));
    const verdict = judge('timeout intel', { search, recall: { candidates: ranked([1, 0.3]) }, selected: [faint] });
    expect(verdict).toMatchObject({ status: 'weak', reason: 'only-partly-covered', missing: ['intel'] });
  });

  test('is none with a reason when nothing is known and nothing similar', () => {
    const far = shown(judged(item(1, 'The timeout is 600.'), [recallHit(1, 0.2)]));
    const search = { terms: [term('volcano', 0), term('iceland', 0)] };
    const verdict = judge('volcano iceland', { search, recall: { candidates: ranked([1, 0.2]) }, selected: [far] });
    expect(verdict).toMatchObject({ status: 'none', reason: 'no-term-known-and-nothing-similar' });
    expect(verdict.confidence).toBeLessThan(policy.confidence.weakAt.value);
  });

  test.each<[string, Partial<PathResult>, string]>([
    ['failed', { status: 'could_not_look', reason: 'embedder-missing' }, 'recall:embedder-missing'],
    ['looked only in part', { status: 'partial', reason: 'index-behind' }, 'recall:index-behind'],
    ['lags', { lagging: 12 }, 'recall:lagging'],
  ])('is never none when a path %s', (_, recall, reason) => {
    const verdict = judge('volcano', { search: { terms: [term('volcano', 0)] }, recall });
    expect(verdict).toMatchObject({ status: 'could_not_look', reason });
  });

  test('is could_not_look when no path took part', () => {
    expect(judge('volcano', {})).toMatchObject({ status: 'could_not_look', reason: 'no-path' });
  });

  test('is still found, a little less surely, when a path failed and the other one answers', () => {
    const recall = { status: 'could_not_look' as const, reason: 'deadline' };
    const verdict = judge('timeout parser', { ...looked, recall, selected: [timeout] });
    const whole = judge('timeout parser', { ...looked, ...similar, selected: [timeout] });
    expect(verdict.status).toBe('found');
    expect(verdict.confidence).toBeLessThan(whole.confidence);
  });

  test('reads words on their own scale when meaning could not be looked at', () => {
    const terms = [term('timeout', 2), term('intel'), term('feed', 2)];
    const part = shown(judged(item(1, 'The timeout is 600.'), [searchHit(1)]));
    const search = { candidates: ranked([1, 9]), terms };
    // Coverage 2/7 = .29: with meaning silent too little, alone a weak answer.
    expect(judge('timeout intel feed', { search, recall: {}, selected: [part] }).status).toBe('none');
    expect(judge('timeout intel feed', { search, selected: [part] }).status).toBe('weak');
    expect(judge('timeout intel feed', { search, recall: { lagging: 900 }, selected: [part] }).status).toBe('weak');
  });

  test('reads a cosine by the embedder it comes from', () => {
    const recall = { candidates: ranked([1, 0.74]) };
    const one = shown(judged(item(1, 'The timeout is 600.'), [recallHit(1, 0.74)]));
    const evidence = { query: 'x', features: readFeatures('x', policy.patterns, []), selected: [one], hidden: [] };
    const runs = [{ path: 'recall' as const, result: answer(recall) }];
    expect(judgeConfidence({ ...evidence, runs }, policy, scale).status).toBe('found');
    const e5 = cosineScaleOf(policy, 'knn-1 e5-small-v2-int8');
    expect(judgeConfidence({ ...evidence, runs }, policy, e5).status).toBe('none');
    expect(cosineScaleOf(policy, 'somebody-elses')).toMatchObject({ embedder: '' });
  });

  test('is none for a version that no memory holds, however near the others are', () => {
    const near = shown(judged(item(1, 'Router v1.5.1 rejects stale actions.'), [searchHit(1), recallHit(1, 0.8)]));
    const search = { candidates: ranked([1, 9]), terms: [term('router')] };
    const verdict = judge('What did router v1.5.2 do?', { search, ...similar, selected: [near] });
    expect(verdict).toMatchObject({ status: 'none', reason: 'identifier-unknown', missing: ['v1.5.2'] });
  });

  test('is none when the store knows no word of the question, unless the meaning is very near', () => {
    const search = { candidates: [], terms: [term('gluon', 0), term('confinement', 0)] };
    const at = (cosine: number) => {
      const recall = { candidates: ranked([1, cosine]) };
      const one = shown(judged(item(1, 'The pager sleeps.'), [recallHit(1, cosine)]));
      return judge('gluon confinement', { search, recall, selected: [one] }).status;
    };
    expect(at(scale.foundAlone - 0.01)).toBe('none');
    expect(at(0.9)).not.toBe('none');
  });

  test('is none for a function name that the keyword index does not know, however near another one is', () => {
    const near = shown(judged(item(1, 'getUserById() reads the cache.'), [recallHit(1, 0.9)]));
    const search = { candidates: [], terms: [term('getuserbyname', 0), term('cache')] };
    const verdict = judge('Does getUserByName() read the cache?', { search, ...similar, selected: [near] });
    expect(verdict).toMatchObject({ status: 'none', reason: 'identifier-unknown' });
  });

  test('says that the version is held only by what no longer holds', () => {
    const gone = { ...judged(item(2, 'Router v1.5.2'), [searchHit(1)]), reason: 'superseded' as const, by: 'm1' };
    const near = shown(judged(item(1, 'Router v1.5.3'), [searchHit(2)]));
    const search = { candidates: ranked([2, 9], [1, 8]), terms: [term('router')] };
    const verdict = judge('router v1.5.2', { search, selected: [near], hidden: [gone] });
    expect(verdict).toMatchObject({ status: 'none', reason: 'only-not-current' });
  });

  test('is weak when one of two versions is missing', () => {
    const one = shown(judged(item(1, 'Router v1.5.1 is fast'), [searchHit(1), recallHit(1, 0.8)]));
    const search = { candidates: ranked([1, 9]), terms: [term('router')] };
    const verdict = judge('router v1.5.1 against v1.5.2', { search, ...similar, selected: [one] });
    expect(verdict).toMatchObject({ status: 'weak', reason: 'identifier-missing', missing: ['v1.5.2'] });
  });

  test('is not found when the only name in the question is unknown', () => {
    const one = shown(judged(item(1, 'Ann has eggs for breakfast'), [searchHit(1), recallHit(1, 0.6)]));
    const search = { candidates: ranked([1, 9]), terms: [term('zorblax', 0), term('breakfast'), term('eggs')] };
    const verdict = judge('What does Zorblax have for breakfast, eggs?', { search, ...similar, selected: [one] });
    expect(verdict).toMatchObject({ status: 'weak', reason: 'entity-unknown', missing: ['zorblax'] });
  });

  test('is none when the only name is unknown and the rest fits only partly', () => {
    const one = shown(judged(item(1, 'Ann has eggs for breakfast'), [searchHit(1), recallHit(1, 0.4)]));
    const search = {
      candidates: ranked([1, 9]),
      terms: [term('zorblax', 0), term('breakfast', 3), term('tuesday', 3)],
    };
    const recall = { candidates: ranked([1, 0.4]) };
    const verdict = judge('Did Zorblax skip breakfast that tuesday?', { search, recall, selected: [one] });
    expect(verdict).toMatchObject({ status: 'none', reason: 'entity-unknown' });
  });

  test('is none with its reason when all that was found no longer holds', () => {
    const gone = { ...judged(item(2, 'timeout 300'), [searchHit(1)], noon), reason: 'superseded' as const, by: 'm1' };
    const verdict = judge('timeout', {
      search: { candidates: ranked([2, 9]), terms: [term('timeout')] },
      hidden: [gone],
    });
    expect(verdict).toMatchObject({ status: 'none', reason: 'only-not-current' });
  });
});

describe('weakness', () => {
  const list = (...rows: number[]) => ranked(...rows.map((row, at) => [row, 9 - at] as const));
  const terms = [term('timeout'), term('parser')];
  const confidenceWith = (search: Partial<PathResult>, recall: Partial<PathResult>) =>
    judge('timeout parser', { search: { terms, ...search }, recall, selected: [timeout] }).confidence;
  const sure = confidenceWith({ candidates: list(1, 2, 3) }, { candidates: list(1, 4) });

  test('shows when two paths have no result in common', () => {
    const torn = confidenceWith({ candidates: list(1, 2, 3) }, { candidates: list(4, 5) });
    expect(torn).toBeCloseTo(sure * policy.confidence.disagreement.value, 2);
  });

  test('shows when the scores are flat', () => {
    const flat = ranked(...[1, 2, 3, 4, 5].map((row) => [row, 5] as const));
    expect(confidenceWith({ candidates: flat }, { candidates: list(1) })).toBeCloseTo(
      sure * policy.confidence.flatness.value,
      2,
    );
  });
});

describe('a place that a structure knows', () => {
  const denial = item(7, 'The gate code is no longer 4411.');
  const gone = (phrase: string | null = null, absence = 'value-ended') => {
    const time = { mode: 'now', at: null, from: null, knownAt: null, value: null, phrase } as const;
    return [{ path: 'temporal' as const, result: answer({ absence, time }) }];
  };

  test('is weak where the word that ended its value is shown', () => {
    const hit = { path: 'temporal' as const, rank: 1, score: 0.9, signals: {}, asked: true };
    const verdict = judge('gate code', { runs: gone(), selected: [shown(judged(denial, [hit]))] });
    expect(verdict).toMatchObject({ status: 'weak', reason: 'value-ended' });
  });

  test('is empty where that word is not shown', () => {
    expect(judge('gate code', { runs: gone() })).toMatchObject({ status: 'none', reason: 'did-not-hold-then' });
  });

  test('is not empty for a day of no calendar that a text names itself', () => {
    const named = shown(judged(item(8, 'The parser fails on 2026-02-30.'), [searchHit(1)]));
    const empty = (selected: Evidence['selected']) =>
      judge('fails on 2026-02-30', { runs: gone('2026-02-30', 'no-such-date'), selected }).reason;
    expect(empty([])).toBe('no-such-date');
    expect(empty([timeout])).toBe('no-such-date');
    expect(empty([named])).not.toBe('no-such-date');
  });
});

describe('what is asked of a named thing', () => {
  const terms = [term('budget'), term('tarnlib')];
  const search = { candidates: ranked([1, 9], [2, 8]), terms };
  const recall = { candidates: ranked([1, 0.7], [2, 0.7]) };
  const ask = (...texts: string[]) => {
    const selected = texts.map((text, at) => shown(judged(item(at + 1, text), [searchHit(1), recallHit(1, 0.7)])));
    return judge('What is the budget of Tarnlib?', { search, recall, selected });
  };

  test('is weak where one result holds the word and another the name', () => {
    const verdict = ask('Tarnlib is written in Rust.', 'The budget of Osprey is 4000.');
    expect(verdict).toMatchObject({ status: 'weak', reason: 'only-partly-covered', missing: ['budget'] });
  });

  test('is found where one holds both', () => {
    expect(ask('The budget of Osprey is 4000.', 'Tarnlib has a budget of 300.')).toMatchObject({
      status: 'found',
      missing: [],
    });
  });
});
