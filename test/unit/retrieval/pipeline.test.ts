import { afterEach, describe, expect, test } from 'vitest';
import { PiperError } from '../../../main/base/errors.ts';
import { EvidencePacket, stageNames } from '../../../main/contract/packet.ts';
import { answer, type Behaviour, days, item, noon, policyV1, ranked, term, workshop } from './support.ts';

const words = [term('timeout'), term('parser')];
const current = item(1, 'The timeout of the parser is 600.');
const stale = item(2, 'The timeout of the parser is 300.', {
  supersededBy: [{ itemId: 'm1', relation: 'supersedes', from: noon - days(1) }],
});
const other = item(3, 'The parser has a timeout, says the manual.');
const never: Behaviour = () => new Promise(() => {});

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});
function open(...given: Parameters<typeof workshop>) {
  const shop = workshop(...given);
  closing.push(shop.close);
  return shop;
}
const search: Behaviour = () => answer({ candidates: ranked([2, 9], [1, 8], [3, 7]), terms: words });
const recall: Behaviour = () => answer({ candidates: ranked([1, 0.7], [2, 0.69]) });

describe('request path', () => {
  test('says that a namespace holds nothing, and which one was probably meant', async () => {
    const nothing: Behaviour = () => answer({ terms: words });
    const ask = (namespaces: string[]) =>
      open([current], { search: nothing, recall: nothing }).ask('timeout of the parser', { namespaces });
    expect(await ask(['defualt', 'elsewhere', 'default'])).toMatchObject({
      status: 'none',
      notices: [
        'The namespace "defualt" holds nothing. Did you mean "default"?',
        'The namespace "elsewhere" holds nothing. namespaces.list shows those that hold something.',
      ],
    });
    expect(await ask(['default'])).toMatchObject({ status: 'none', notices: [] });
  });

  test('answers with a whole packet: every stage timed, both paths named', async () => {
    const shop = open([current, stale, other], { search, recall });
    const packet = await shop.ask('timeout of the parser');
    expect(EvidencePacket.parse(packet)).toEqual(packet);
    expect(packet).toMatchObject({ status: 'found', need: 'mixed', namespaces: ['default'], notices: [] });
    expect(packet.results.map(({ itemId }) => itemId)).toEqual(['m1', 'm3']);
    expect(packet.results[0]?.paths.map(({ path }) => path)).toEqual(['search', 'recall']);
    expect(packet.steps.map(({ path, status }) => [path, status])).toEqual([
      ['search', 'ok'],
      ['recall', 'ok'],
    ]);
    expect(Object.keys(packet.latencyMs).sort()).toEqual([...stageNames, 'total'].sort());
    const stages = shop.traces.get(packet.sessionId)?.stages.map(({ stage }) => stage);
    expect([...new Set(stages)]).toEqual([...stageNames]);
  });

  test('gives the same answer to the same question', async () => {
    const shop = open([current, stale, other], { search, recall });
    const [first, second] = [await shop.ask('timeout of the parser'), await shop.ask('timeout of the parser')];
    const bare = ({ results, ...packet }: EvidencePacket) => ({
      ...packet,
      sessionId: '',
      latencyMs: null,
      steps: packet.steps.map((step) => ({ ...step, latencyMs: 0 })),
      results: results.map((result) => ({ ...result, resultId: '' })),
    });
    expect(bare(second)).toEqual(bare(first));
    expect(second.results[0]?.resultId).not.toBe(first.results[0]?.resultId);
  });

  test('tells the paths of the question, its namespaces, the present and the depth', async () => {
    const shop = open([], { search });
    await shop.ask('  timeout ', { namespaces: ['a', 'b', 'a'], k: 40, now: '2026-01-01T00:00:00Z' });
    expect(shop.paths.search?.asked).toEqual([
      {
        text: 'timeout',
        namespaces: ['a', 'b'],
        depth: 80,
        now: Date.UTC(2026, 0, 1),
        timeZone: 'UTC',
        knownAt: null,
        includeHistorical: false,
      },
    ]);
  });

  test('tells the paths other names of what is named, only where the policy widens, and says so', async () => {
    const question = 'timeout of the parser';
    const askUnder = async (on: boolean | null, paths?: ['search']) => {
      const { expansion: _, ...bare } = policyV1;
      const under = on === null ? bare : { ...bare, expansion: { entity: { on, from: 'a test' } } };
      const shop = open([current], { search, recall }, { under, names: ['parser'], also: ['feed reader'] });
      const packet = await shop.ask(question, paths && { paths });
      return { packet, stages: shop.traces.get(packet.sessionId)?.stages, asked: shop.paths.search?.asked[0] };
    };
    const widened = await askUnder(true);
    expect(widened.asked?.otherNames).toEqual({ names: ['feed reader'], text: question });
    expect(widened.packet.expansions).toMatchObject([{ kind: 'entity', added: 1 }]);
    const row = widened.stages?.find(({ stage }) => stage === 'query_generated');
    expect(row?.detail.expansions).toEqual(widened.packet.expansions);
    for (const { packet, asked } of [await askUnder(false), await askUnder(null), await askUnder(true, ['search'])]) {
      expect(asked).not.toHaveProperty('otherNames');
      expect(packet).not.toHaveProperty('expansions');
    }
  });

  test('asks only the forced path and gives its own scores', async () => {
    const shop = open([current, stale, other], { search, recall });
    const packet = await shop.ask('timeout of the parser', { paths: ['search'] });
    expect(shop.paths.recall?.asked).toEqual([]);
    expect(packet.route).toMatchObject({ primary: 'search', forced: true });
    expect(packet.results.map(({ itemId, score }) => [itemId, score])).toEqual([
      ['m1', 8],
      ['m3', 7],
    ]);
  });

  test('never shows an item of a namespace that was not asked about', async () => {
    const foreign = item(1, current.text, { namespace: 'theirs' });
    const packet = await open([foreign, other], { search, recall }).ask('timeout of the parser');
    expect(packet.results.map(({ itemId }) => itemId)).toEqual(['m3']);
  });

  test('leaves out a row that was gone when it was loaded', async () => {
    const packet = await open([current], { search, recall }).ask('timeout of the parser');
    expect(packet.results.map(({ itemId }) => itemId)).toEqual(['m1']);
  });
});

describe('validity', () => {
  test('hides the superseded version in every path, and says by what', async () => {
    const packet = await open([current, stale, other], { search, recall }).ask('timeout of the parser');
    expect(packet.dropped).toEqual([{ itemId: 'm2', path: 'search', rank: 1, reason: 'superseded', by: 'm1' }]);
  });

  test('shows it, labelled, when history is asked for', async () => {
    const shop = open([current, stale, other], { search, recall });
    const packet = await shop.ask('timeout of the parser', { includeHistorical: true });
    const told = packet.results.map(({ itemId, validity }) => [itemId, validity.isCurrent]);
    expect(told.toSorted()).toEqual([
      ['m1', true],
      ['m2', false],
      ['m3', true],
    ]);
    expect(packet.dropped).toEqual([]);
  });

  test('still holds for a present before the change', async () => {
    const shop = open([current, stale, other], { search, recall });
    const packet = await shop.ask('timeout of the parser', { now: new Date(noon - days(2)).toISOString() });
    expect(packet.results.map(({ itemId }) => itemId)).toContain('m2');
  });

  test('answers a question in the words of an old value with what took its place', async () => {
    const next = item(4, 'It is 420 seconds.');
    const old = item(5, 'The timeout of the parser is 300 seconds.', {
      supersededBy: [{ itemId: 'm4', relation: 'supersedes' as const, from: noon - 1 }],
    });
    const first: Behaviour = () => answer({ candidates: ranked([5, 9]), terms: words });
    const packet = await open([old, next], { search: first }).ask('timeout of the parser');
    expect(packet.results.map(({ itemId, because }) => [itemId, because[0]?.inPlaceOf])).toEqual([['m4', 'm5']]);
    expect(packet.dropped).toMatchObject([{ itemId: 'm5', by: 'm4' }]);
  });

  // What took their place was written elsewhere, so that nothing stands in for them.
  const twins = Array.from({ length: 120 }, (_, at) =>
    item(at + 1, `The timeout of the parser is ${at}.`, {
      ...(at < 118 && { supersededBy: [{ itemId: 'gone', relation: 'supersedes' as const, from: noon - 1 }] }),
    }),
  );
  const upTo: Behaviour = ({ depth }) =>
    answer({
      terms: words,
      candidates: ranked(...twins.slice(0, depth).map(({ rowid }) => [rowid, 200 - rowid] as const)),
    });

  test('looks deeper once when stale twins filled the list', async () => {
    const shop = open(twins, { search: upTo });
    const packet = await shop.ask('timeout of the parser');
    expect(packet.results.map(({ itemId }) => itemId)).toEqual(['m119', 'm120']);
    expect(shop.paths.search?.asked.map(({ depth }) => depth)).toEqual([50, 400]);
    expect(packet.steps.map(({ candidates }) => candidates)).toEqual([50, 120]);
    const rounds = shop.traces.get(packet.sessionId)?.stages.filter(({ stage }) => stage === 'candidates_retrieved');
    expect(rounds?.map(({ detail }) => detail.depth)).toEqual([50, 400]);
  });

  test('does not claim absence when that deeper look failed', async () => {
    const failing: Behaviour = (query, signal) => {
      if (query.depth > 50) throw new Error('disk');
      return upTo(query, signal);
    };
    const packet = await open(twins, { search: failing }).ask('timeout of the parser');
    expect(packet).toMatchObject({ status: 'could_not_look', reason: 'search:internal', results: [] });
  });

  test('does not claim absence when stale twins filled the deeper list too', async () => {
    const many = Array.from({ length: 500 }, (_, at) =>
      item(at + 1, `The timeout of the parser is ${at}.`, {
        supersededBy: [{ itemId: 'm501', relation: 'supersedes' as const, from: noon - 1 }],
      }),
    );
    const first: Behaviour = ({ depth }) =>
      answer({
        terms: words,
        candidates: ranked(...many.slice(0, depth).map(({ rowid }) => [rowid, 900 - rowid] as const)),
      });
    const packet = await open(many, { search: first }).ask('timeout of the parser');
    expect(packet).toMatchObject({ status: 'could_not_look', reason: 'search:list-full', results: [] });
  });

  test('does not claim absence when there was no time for that deeper look', async () => {
    const shop = open(twins, { search: upTo }, { loadMs: 200 });
    const packet = await shop.ask('timeout of the parser', { budgetMs: 20 });
    expect(packet).toMatchObject({ status: 'could_not_look', reason: 'search:deadline', results: [] });
    expect(shop.paths.search?.asked).toHaveLength(1);
  });
});

describe('status', () => {
  const nothing: Behaviour = () => answer({ terms: [term('volcano', 0)] });

  test('is none, with empty results, for a question about something else', async () => {
    const far: Behaviour = () => answer({ candidates: ranked([1, 0.21], [3, 0.2]) });
    const packet = await open([current, other], { search: nothing, recall: far }).ask('volcano');
    expect(packet).toMatchObject({ status: 'none', reason: 'no-term-known-and-nothing-similar', results: [] });
    expect(packet.dropped.map(({ itemId, reason }) => [itemId, reason])).toEqual([
      ['m1', 'below-floor'],
      ['m3', 'below-floor'],
    ]);
  });

  test('is could_not_look when a path throws, and its code is logged without its message', async () => {
    const broken: Behaviour = () => {
      throw new PiperError('model-missing', 'secret words', 'none');
    };
    const shop = open([current], { search: nothing, recall: broken });
    const packet = await shop.ask('volcano');
    expect(packet).toMatchObject({ status: 'could_not_look', reason: 'recall:model-missing' });
    expect(packet.notices).toEqual(['recall could not look (model-missing).']);
    expect(shop.errors).toEqual([JSON.stringify(['retrieval.path-failed', { path: 'recall', code: 'model-missing' }])]);
  });

  test('is could_not_look for a need that has no store yet, unless paths are forced', async () => {
    const shop = open([current, other], { search, recall }, { under: policyV1 });
    for (const query of ['How do I raise the timeout?', 'What is still to do?', 'What is on my to-do list?']) {
      const packet = await shop.ask(query);
      expect(packet).toMatchObject({ status: 'could_not_look', reason: 'not-built', confidence: 0, results: [] });
      expect(packet).toMatchObject({
        route: { reasonCode: 'not-built', participants: [] },
        steps: [],
        escalations: [],
      });
      expect(packet.notices).toEqual([expect.stringContaining('have no store yet')]);
      expect((await shop.ask(query, { paths: ['search'] })).status).not.toBe('could_not_look');
    }
    const others = ['How do clerks raise the timeout of the parser?', 'How do you feel about it?', 'How did it fail?'];
    for (const query of [...others, 'When did my reminder ring?', 'What did Bob promise last May?']) {
      expect((await shop.ask(query)).reason, query).not.toBe('not-built');
    }
  });

  test('is found all the same when the other path answers', async () => {
    const broken: Behaviour = () => Promise.reject(new Error('x'));
    const packet = await open([current, other], { search, recall: broken }).ask('timeout of the parser');
    expect(packet.status).toBe('found');
    expect(packet.steps[1]).toMatchObject({ path: 'recall', status: 'could_not_look', reason: 'internal' });
  });

  test('is could_not_look when the time is up, even if the path ignores its signal', async () => {
    const packet = await open([current], { search: nothing, recall: never }).ask('volcano', { budgetMs: 20 });
    expect(packet).toMatchObject({ status: 'could_not_look', reason: 'recall:deadline' });
  });

  test('is could_not_look while recall lags, and says by how many items', async () => {
    const behind: Behaviour = () => answer({ lagging: 12 });
    const packet = await open([current], { search: nothing, recall: behind }).ask('volcano');
    expect(packet).toMatchObject({ status: 'could_not_look', reason: 'recall:lagging' });
    expect(packet.notices).toEqual(['recall cannot see 12 items yet.']);
  });

  test('is could_not_look when the forced path is not there', async () => {
    const packet = await open([current], { search }).ask('timeout', { paths: ['recall'] });
    expect(packet).toMatchObject({ status: 'could_not_look', reason: 'recall:not-available' });
  });
});

describe('trouble', () => {
  test('a caller that goes away gets its own reason, at once', async () => {
    const gone = new AbortController();
    const asking = open([current], { search: never }).ask('timeout', {}, gone.signal);
    gone.abort(new PiperError('deadline', 'Too late.', 'Wait longer.'));
    await expect(asking).rejects.toMatchObject({ code: 'deadline' });
  });

  test('an answer that cannot be recorded is given, and says that it was not', async () => {
    const shop = open([current], { search, recall });
    shop.traces.close();
    const packet = await shop.ask('timeout of the parser');
    expect(packet.status).toBe('found');
    expect(packet.notices.join()).toContain('could not be recorded');
  });

  test('a long item does not starve the others of the token budget', async () => {
    const long = item(1, `${'Much ado. '.repeat(5000)}The timeout of the parser is 600. ${'Much ado. '.repeat(5000)}`);
    const packet = await open([long, other], { search, recall }).ask('timeout of the parser', { tokenBudget: 150 });
    expect(packet.results.map(({ itemId }) => itemId)).toEqual(['m1', 'm3']);
    expect(packet.results[0]?.text).toContain('The timeout of the parser is 600.');
    expect(packet.results[1]?.text).toBe(other.text);
    expect(packet.tokens.used).toBeLessThanOrEqual(150);
  });
});
