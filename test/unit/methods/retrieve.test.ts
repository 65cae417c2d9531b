import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { eventPayloads } from '../../../main/contract/events.ts';
import { type MethodInput, methods } from '../../../main/contract/methods.ts';
import type { EventDraft } from '../../../main/ledger/event.ts';
import type { CallContext, Writing } from '../../../main/methods/ports.ts';
import { retrieveMethods } from '../../../main/methods/retrieve.ts';
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
const handlers = () => retrieveMethods({ pipeline: shop.pipeline, traces: shop.traces, writing });
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
    expect(result).toEqual({ eventId: 'event-1', marked: 2, unknown: ['r_stranger'] });
    expect(appended.map(({ namespace, eventType, actor }) => [namespace, eventType, actor])).toEqual([
      ['a', 'evidence_use', 'agent'],
      ['b', 'evidence_use', 'agent'],
    ]);
    expect(eventPayloads.evidence_use.schema.parse(appended[0]?.payload)).toEqual({
      sessionId,
      uses: [{ resultId: first, itemId: 'm1', mark: 'cited', claimId: 'c1' }],
      outcome: 'It worked.',
    });
    const trace = await handlers()['trace.get']({ sessionId }, context);
    expect(trace.candidates.map(({ mark }) => mark)).toEqual(['cited', 'ignored']);
  });

  test('that names nothing still says that nothing was of use', async () => {
    const { sessionId } = await ask();
    expect(await report({ sessionId, uses: [] })).toEqual({ eventId: 'event-1', marked: 0, unknown: [] });
    expect(appended).toMatchObject([{ namespace: 'a', payload: { uses: [] } }]);
  });

  test('about an unknown session writes nothing', async () => {
    await expect(report({ sessionId: 'nobody', uses: [] })).rejects.toMatchObject({ code: 'not-found' });
    expect(appended).toEqual([]);
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
