import { describe, expect, onTestFinished, test } from 'vitest';
import type { Asked } from '../../../main/retrievers/asked.ts';
import { answer, type Behaviour, item, policyV1, term, workshop } from './support.ts';

const boat = item(1, 'The skipper of Otter is Lena.');
const shed = item(2, 'Otter lies in shed 4.');

const proposing =
  (rowid: number, rest: { readonly asked?: boolean; readonly score?: number } = {}): Behaviour =>
  () =>
    answer({
      candidates: [{ rowid, rank: 1, score: rest.score ?? 1, signals: {}, ...(rest.asked && { asked: true }) }],
    });
const silent: Behaviour = () => answer();
const says =
  (absence: string): Behaviour =>
  () =>
    answer({ absence });

function shopOf(
  items: Parameters<typeof workshop>[0],
  behaviours: Parameters<typeof workshop>[1],
  asks: Partial<Asked> = { fact: true },
) {
  const shop = workshop(items, behaviours, { under: policyV1, names: ['Otter'], asks });
  onTestFinished(() => shop.close());
  return shop;
}

describe('escalation', () => {
  test('what structure answers is asked of no other path', async () => {
    const shop = shopOf([boat], { temporal: proposing(1, { asked: true }), search: silent, recall: silent });
    const packet = await shop.ask('Who is the skipper of Otter now?');
    expect(packet).toMatchObject({ status: 'found', escalations: [] });
    expect(packet.steps.map(({ path }) => path)).toEqual(['temporal']);
    expect(packet.route.escalation).toContain('search+recall');
  });

  test('where the first path finds nothing, words and meaning are asked, and it is told why', async () => {
    const found: Behaviour = () =>
      answer({ candidates: [{ rowid: 1, rank: 1, score: 9, signals: {} }], terms: [term('skipper'), term('otter')] });
    const shop = shopOf([boat], { temporal: silent, search: found, recall: proposing(1, { score: 0.9 }) });
    const packet = await shop.ask('Who is the skipper of Otter now?');
    expect(packet.escalations).toEqual([
      { to: ['search', 'recall'], because: 'nothing', before: 'none', after: 'found' },
    ]);
    expect(packet.steps.map(({ path }) => path)).toEqual(['temporal', 'search', 'recall']);
    const traced = shop.traces.get(packet.sessionId);
    expect(traced?.stages.filter(({ stage }) => stage === 'candidates_retrieved')).toHaveLength(2);
  });

  test('a place that is known and empty is the answer', async () => {
    const shop = shopOf([boat], { temporal: says('not-known-then'), search: proposing(1), recall: proposing(1) });
    const packet = await shop.ask('Who is the skipper of Otter now?');
    expect(packet).toMatchObject({ status: 'none', reason: 'not-known-then', results: [], escalations: [] });
  });

  test('what is told of others only is looked for in words once before it counts as unknown', async () => {
    const shop = shopOf(
      [boat],
      { associate: says('relation-unsupported'), search: silent, recall: silent },
      { relation: 'edge' },
    );
    const packet = await shop.ask('Who works with Otter?');
    expect(packet).toMatchObject({ status: 'none', reason: 'relation-unsupported' });
    expect(packet.escalations.map(({ to }) => to)).toEqual([['search', 'recall']]);
  });

  test('forced paths are asked as they are, and no others', async () => {
    const shop = shopOf([boat], { temporal: silent, search: proposing(1), recall: proposing(1) });
    const packet = await shop.ask('Who is the skipper of Otter now?', { paths: ['temporal'] });
    expect(packet).toMatchObject({ status: 'none', escalations: [] });
    expect(packet.steps.map(({ path }) => path)).toEqual(['temporal']);
  });
});

describe('a question that asks several things', () => {
  const parted: Behaviour = ({ text }) =>
    answer({ candidates: [{ rowid: text.includes('shed') ? 2 : 1, rank: 1, score: 1, signals: {}, asked: true }] });

  test('is answered part by part, each on its own route, and every part is covered', async () => {
    const shop = shopOf([boat, shed], { temporal: parted, search: silent, recall: silent });
    const packet = await shop.ask('Who is the skipper of Otter now, and in which shed is it today?');
    expect(packet).toMatchObject({ status: 'found', need: 'mixed', support: { required: 2, covered: 2 } });
    expect(packet.results.map(({ itemId }) => itemId)).toEqual(['m1', 'm2']);
    expect(packet.route).toMatchObject({ reasonCode: 'several-questions', participants: ['temporal'] });
  });

  const asks = (rowid: number, rank: number, asked: boolean) => ({
    ...{ rowid, rank, score: 1 / rank, signals: {} },
    ...(asked && { asked }),
  });

  test('shows what is only like a part that structure answers behind what the other part has', async () => {
    const pier = item(3, 'Otter lay at pier 7.');
    const mast = item(4, 'The mast of Otter is new.');
    const temporal: Behaviour = ({ text }) =>
      text.includes('shed')
        ? answer({ candidates: [asks(2, 1, true), asks(3, 2, true)] })
        : answer({ candidates: [asks(1, 1, true), asks(4, 2, false)] });
    const shop = shopOf([boat, shed, pier, mast], { temporal, search: silent, recall: silent });
    const packet = await shop.ask('Who is the skipper of Otter now, and in which shed is it today?');
    expect(packet.results.map(({ itemId }) => itemId)).toEqual(['m1', 'm2', 'm3', 'm4']);
  });

  test('is told the statement of each part that has an answer', async () => {
    const temporal: Behaviour = ({ text }) => {
      if (text.includes('mast')) return answer({ absence: 'not-known-then', statement: 'The mast is old.' });
      const [rowid, statement] = text.includes('shed') ? [2, 'It is shed 4.'] : [1, 'It is Lena.'];
      return answer({ candidates: [asks(rowid, 1, true)], statement });
    };
    const shop = shopOf([boat, shed], { temporal, search: silent, recall: silent });
    const packet = await shop.ask(
      'Who is the skipper of Otter now, and in which shed is it today, and what is its mast today?',
    );
    expect(packet.statement).toBe('It is Lena. It is shed 4.');
  });

  test('is explained part by part, with a notice of a namespace that holds nothing', async () => {
    const shop = shopOf([boat, shed], { temporal: parted });
    const query = 'What is the skipper of Otter and the shed of its tender?';
    const explained = await shop.pipeline.explain({ query, namespaces: ['defualt'] });
    expect(explained.parts.map(({ question }) => question)).toEqual([
      'What is the skipper of Otter?',
      'What is the shed of Otter’s tender?',
    ]);
    expect(explained.notices).toEqual(['The namespace "defualt" holds nothing. Did you mean "default"?']);
  });

  test('is weak where a part has no evidence, and names that part', async () => {
    const onlyOne: Behaviour = ({ text }) =>
      text.includes('shed') ? answer({ absence: 'not-known-then' }) : parted({ text } as never, AbortSignal.any([]));
    const shop = shopOf([boat, shed], { temporal: onlyOne, search: silent, recall: silent });
    const packet = await shop.ask('Who is the skipper of Otter now, and in which shed is it today?');
    expect(packet).toMatchObject({
      status: 'weak',
      reason: 'a-part-without-evidence',
      support: { required: 2, covered: 1 },
    });
    expect(packet.missing).toEqual(['in which shed is Otter today?']);
    expect(packet.results.map(({ itemId }) => itemId)).toEqual(['m1']);
  });

  test('has no answer where no part has', async () => {
    const shop = shopOf([boat], { temporal: says('not-known-then'), search: proposing(1), recall: silent });
    const packet = await shop.ask('Who is the skipper of Otter now, and in which shed is it today?');
    expect(packet).toMatchObject({ status: 'none', results: [], support: { required: 2, covered: 0 } });
  });
});
