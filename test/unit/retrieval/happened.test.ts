import { describe, expect, test } from 'vitest';
import type { PathAnswer } from '../../../main/retrieval/ask.ts';
import type { Evidence } from '../../../main/retrieval/confidence.ts';
import type { Selected } from '../../../main/retrieval/cut.ts';
import { happenedAsked, judgeHappened, withoutOtherTimes } from '../../../main/retrieval/happened.ts';
import { cosineScaleOf } from '../../../main/retrieval/policy.ts';
import { readFeatures } from '../../../main/retrieval/queryFeatures.ts';
import type { QueryTerm } from '../../../main/retrievers/path.ts';
import { answer, days, item, judged, noon, policy, recallHit, searchHit, term } from './support.ts';

const scale = cosineScaleOf(policy, '');
const day = { shown: 'on 5 March', from: noon - days(5.5), to: noon - days(4.5) };

function episode(rowid: number, text: string, ago: number, when: boolean | null = ago === 5): Selected {
  const hit = { ...searchHit(rowid), signals: when === null ? {} : { episode: { when } } };
  return { ...judged(item(rowid, text, { kind: 'episode', occurredAt: noon - days(ago) }), [hit]), sameText: [] };
}

/** A question with its terms, those of them that say when, and what was found. */
function judgeOf(query: string, terms: readonly QueryTerm[], when: readonly string[], selected: readonly Selected[]) {
  const result = answer({ terms, happened: { spans: [day], terms: when } });
  const run = { path: 'search' as const, version: '1', status: 'ok' as const, reason: null, candidates: 1, lagging: 0 };
  const answers: PathAnswer[] = [{ path: 'search', result, run: { ...run, latencyMs: 1 } }];
  const features = readFeatures(query, policy.patterns, []);
  const evidence: Evidence = { query, features, runs: answers, selected, hidden: [] };
  const happened = happenedAsked(answers, selected, noon);
  if (happened === null) throw new Error('no time is asked about');
  return { happened, ...judgeHappened(evidence, happened, policy, scale) };
}

const who = 'Who deployed the router on 5 March?';
const whoTerms = [term('deployed'), term('router'), term('5', 0), term('march', 0)];
const dated = ['5', 'march'];

describe('an episode of the time that is asked about', () => {
  test('meets the words that say when, and one of another time goes', () => {
    const [then, other] = [episode(1, 'Ann deployed the router.', 5), episode(2, 'Bob deployed the router.', 3)];
    const judgement = judgeOf(who, whoTerms, dated, [then, other]);
    expect(judgement).toMatchObject({ answersThen: true, verdict: { status: 'found', missing: [] } });
    expect(judgement.happened.time).toMatchObject({
      mode: 'at',
      phrase: 'on 5 March',
      from: '2026-03-05T00:00:00.000Z',
    });
    expect(withoutOtherTimes({ selected: [then, other], dropped: [] }, judgement.happened)).toMatchObject({
      selected: [{ rowid: 1 }],
      dropped: [{ rowid: 2, reason: 'other-time', by: null }],
    });
  });

  test('answers what happened then, whatever its words', () => {
    const terms = [term('happened', 0), term('5', 0), term('march', 0)];
    const judgement = judgeOf('What happened on 5 March?', terms, ['happened', ...dated], [episode(1, 'A flood.', 5)]);
    expect(judgement).toMatchObject({ answersThen: true, verdict: { status: 'found', reason: 'happened-then' } });
  });

  test('is judged by its other words: one about something else does not answer', () => {
    const { verdict } = judgeOf(who, whoTerms, dated, [episode(1, 'A flood in the cellar.', 5)]);
    expect(verdict.status).toBe('none');
  });

  test('is known by its own time where the keyword path did not look at it', () => {
    const { happened } = judgeOf(who, whoTerms, dated, [episode(1, 'a', 5, null), episode(2, 'b', 3, null)]);
    expect(happened).toMatchObject({ within: [{ rowid: 1 }], outside: [{ rowid: 2 }] });
  });
});

describe('an episode of another time', () => {
  test('is never found, however near it is, and what is missing is told', () => {
    const near: Selected = {
      ...episode(1, 'Ann deployed the router.', 3),
      hits: [{ ...searchHit(1), signals: { episode: { when: false } } }, recallHit(1, 0.99)],
    };
    const { verdict, answersThen } = judgeOf(who, whoTerms, dated, [near]);
    expect(answersThen).toBe(false);
    expect(verdict).toMatchObject({ status: 'weak', reason: 'other-time', missing: ['5', 'march', 'on 5 March'] });
  });
});

test('nothing is asked of time where no episode is among the results', () => {
  const note: Selected = { ...judged(item(1, 'a note'), [searchHit(1)]), sameText: [] };
  const result = answer({ happened: { spans: [day], terms: [] } });
  const run = { path: 'search' as const, version: '1', status: 'ok' as const, reason: null, candidates: 1, lagging: 0 };
  expect(happenedAsked([{ path: 'search', result, run: { ...run, latencyMs: 1 } }], [note], noon)).toBeNull();
});
