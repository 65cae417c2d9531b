import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sha256 } from '../../../main/base/hash.ts';
import { eventPayloads } from '../../../main/contract/events.ts';
import { type MethodInput, methods } from '../../../main/contract/methods.ts';
import type { EventDraft } from '../../../main/ledger/event.ts';
import type { CallContext, Writing } from '../../../main/methods/ports.ts';
import { retrieveMethods } from '../../../main/methods/retrieve.ts';
import { matcherVersion, matchUse } from '../../../main/retrieval/matchUse.ts';
import { answer, item, ranked, term, workshop } from '../retrieval/support.ts';

const context: CallContext = { role: 'agent', client: 'test', signal: new AbortController().signal };
const words = [term('timeout'), term('parser')];
const items = [
  item(1, 'The timeout of the parser is 600.', { namespace: 'a' }),
  item(2, 'The parser has a timeout.', { namespace: 'b', itemId: 'm1' }),
];

let shop: ReturnType<typeof workshop>;
let appended: EventDraft[];
beforeEach(() => {
  shop = workshop(items, { search: () => answer({ candidates: ranked([1, 9], [2, 8]), terms: words }) });
  appended = [];
});
afterEach(() => shop.close());

const writing: Writing = {
  async append(drafts) {
    return drafts.map((draft) => {
      const event = { seq: appended.push(draft), eventId: `event-${appended.length}`, recordedAt: 0 };
      return { status: 'appended' as const, event, itemId: null, extracted: 0 };
    });
  },
};
const handlers = () =>
  retrieveMethods({ pipeline: shop.pipeline, traces: shop.traces, writing, matching: { matchUse } });
const ask = () =>
  handlers().retrieve(
    methods.retrieve.params.parse({ query: 'timeout of the parser', namespaces: ['a', 'b'] }),
    context,
  );
const report = (params: MethodInput<'evidence.report'>) =>
  handlers()['evidence.report'](methods['evidence.report'].params.parse(params), context);

describe('evidence.report', () => {
  test('writes what was used to the ledger, by namespace, and marks the trace', async () => {
    const { sessionId, results } = await ask();
    const [first, second] = results.map(({ resultId }) => resultId);
    const result = await report({
      sessionId,
      uses: [
        { resultId: first ?? '', mark: 'cited', claimId: 'c1' },
        { resultId: second ?? '', mark: 'ignored' },
        { resultId: 'r_stranger', mark: 'used' },
      ],
      outcome: 'It worked.',
    });
    expect(result).toEqual({ eventId: 'event-1', marked: 2, unknown: ['r_stranger'], observed: [] });
    expect(appended.map(({ namespace, eventType, actor }) => [namespace, eventType, actor])).toEqual([
      ['a', 'evidence_use', 'agent'],
      ['b', 'evidence_use', 'agent'],
    ]);
    expect(eventPayloads.evidence_use.schema.parse(appended[0]?.payload)).toEqual({
      sessionId,
      source: 'reported',
      uses: [{ resultId: first, itemId: 'm1', mark: 'cited', claimId: 'c1' }],
      outcome: 'It worked.',
    });
    const trace = await handlers()['trace.get']({ sessionId }, context);
    expect(trace.candidates.map(({ mark }) => mark)).toEqual(['cited', 'ignored']);
  });

  test('that names nothing still says that nothing was of use', async () => {
    const { sessionId } = await ask();
    expect(await report({ sessionId, uses: [] })).toEqual({
      eventId: 'event-1',
      marked: 0,
      unknown: [],
      observed: [],
    });
    expect(appended).toMatchObject([{ namespace: 'a', payload: { uses: [], nothingUsed: true } }]);
    expect(shop.traces.get(sessionId)).toMatchObject({ use: 'reported', reported: true });
  });

  test('about an unknown session writes nothing', async () => {
    await expect(report({ sessionId: 'nobody', uses: [] })).rejects.toMatchObject({ code: 'not-found' });
    expect(appended).toEqual([]);
  });
});

describe('an answer that is handed over', () => {
  const observe = (params: MethodInput<'evidence.observe'>) =>
    handlers()['evidence.observe'](methods['evidence.observe'].params.parse(params), context);

  test('is looked through for what it took, and the ledger keeps its hash and not its words', async () => {
    const { sessionId, results } = await ask();
    const [first, second] = results.map(({ resultId }) => resultId);
    const observed = [
      { sessionId, resultId: first, mark: 'used', signs: ['quantity'] },
      { sessionId, resultId: second, mark: 'ignored', signs: [] },
    ];
    const answer = 'The parser has a limit of 600.';
    expect(await observe({ sessionId, answer, claimId: 'c1' })).toEqual({ eventId: 'event-1', traced: true, observed });
    expect(appended.map(({ namespace }) => namespace)).toEqual(['a', 'b']);
    expect(eventPayloads.evidence_use.schema.parse(appended[0]?.payload)).toEqual({
      sessionId,
      source: 'observed',
      uses: [{ resultId: first, itemId: 'm1', mark: 'used', claimId: 'c1', signs: ['quantity'] }],
      answer: { kind: 'answer', textHash: sha256(answer), claimId: 'c1' },
      matcher: matcherVersion,
    });
    expect(JSON.stringify(appended)).not.toContain('limit of');
    expect(shop.traces.get(sessionId)).toMatchObject({ use: 'observed', answers: [{ text: answer, claimId: 'c1' }] });
  });

  test('of which nothing is found leaves the use unknown', async () => {
    const { sessionId } = await ask();
    expect(await observe({ sessionId, answer: 'I cannot say.' })).toMatchObject({ traced: false, observed: [] });
    expect(shop.traces.get(sessionId)).toMatchObject({ use: 'untraced' });
    expect(appended).toMatchObject([{ namespace: 'a', payload: { source: 'observed', uses: [] } }]);
  });

  test('may rest on several sessions; its values are compared over all that they showed', async () => {
    const [one, other] = [await ask(), await ask()];
    const { observed } = await observe({
      sessionId: one.sessionId,
      contextIds: [other.sessionId],
      answer: 'Parser: 600',
    });
    expect(observed.map((use) => [use.sessionId, use.mark])).toEqual([
      [one.sessionId, 'used'],
      [one.sessionId, 'ignored'],
      [other.sessionId, 'used'],
      [other.sessionId, 'ignored'],
    ]);
    for (const { sessionId } of [one, other]) expect(shop.traces.get(sessionId)).toMatchObject({ use: 'observed' });
    await expect(observe({ sessionId: one.sessionId, contextIds: ['nobody'], answer: '600' })).rejects.toMatchObject({
      code: 'not-found',
    });
  });

  test('may be a tool call, whose arguments are read wherever they stand', async () => {
    const { sessionId } = await ask();
    const action = { tool: 'configure', arguments: { parser: { limits: [{ name: 'parser timeout', seconds: 600 }] } } };
    expect(await observe({ sessionId, action })).toMatchObject({ traced: true });
    expect(shop.traces.get(sessionId)?.answers).toMatchObject([
      { kind: 'action', text: 'configure\nparser timeout\n600' },
    ]);
  });

  test('with a report is told by both sources, each in an event of its own', async () => {
    const { sessionId, results } = await ask();
    const uses = [{ resultId: results[1]?.resultId ?? '', mark: 'used' as const }];
    expect(await report({ sessionId, uses, answer: 'The parser has 600.' })).toMatchObject({ marked: 1 });
    expect(appended.map(({ namespace, payload }) => [namespace, 'source' in payload ? payload.source : ''])).toEqual([
      ['b', 'reported'],
      ['a', 'observed'],
      ['b', 'observed'],
    ]);
  });
});

describe('an outcome', () => {
  test('comes later, says nothing of the use, and names what it completes', async () => {
    const { sessionId, results } = await ask();
    const { eventId } = await report({ sessionId, uses: [{ resultId: results[0]?.resultId ?? '', mark: 'used' }] });
    await report({ sessionId, outcome: 'The build passed.', about: eventId });
    expect(appended[1]).toMatchObject({ parentEventId: eventId, payload: { uses: [], outcome: 'The build passed.' } });
    expect(appended[1]?.payload).not.toMatchObject({ nothingUsed: true });
    expect(shop.traces.get(sessionId)?.outcomes).toMatchObject([{ outcome: 'The build passed.', about: eventId }]);
  });

  test('alone leaves the session open', async () => {
    const { sessionId } = await ask();
    await report({ sessionId, outcome: 'Never mind.' });
    expect(shop.traces.get(sessionId)).toMatchObject({ use: 'open' });
  });
});

describe('what reports nothing', () => {
  test('is refused: results of other sessions alone, no content, two things at once', async () => {
    const { sessionId } = await ask();
    await expect(report({ sessionId, uses: [{ resultId: 'r_other', mark: 'used' }] })).rejects.toMatchObject({
      code: 'not-found',
    });
    expect(appended).toEqual([]);
    expect(() => methods['evidence.report'].params.parse({ sessionId })).toThrow(/must come with something/);
    expect(() => methods['evidence.observe'].params.parse({ sessionId })).toThrow(/is missing/);
    const both = { sessionId, answer: 'a', action: { tool: 't', arguments: {} } };
    expect(() => methods['evidence.observe'].params.parse(both)).toThrow(/one at a time/);
  });

  test('is not waited for from the operator', async () => {
    const { sessionId } = await handlers().retrieve(
      methods.retrieve.params.parse({ query: 'timeout of the parser', namespaces: ['a'] }),
      { ...context, role: 'operator' },
    );
    expect(shop.traces.get(sessionId)).toMatchObject({ use: 'unfollowed' });
  });
});

describe('trace', () => {
  test('is found by its session, listed, and not found under another id', async () => {
    const { sessionId } = await ask();
    const { sessions } = await handlers()['trace.list']({ limit: 5 }, context);
    expect(sessions.map((session) => session.sessionId)).toEqual([sessionId]);
    expect(() => handlers()['trace.get']({ sessionId: 'nobody' }, context)).toThrow(/no retrieval session/);
  });
});
