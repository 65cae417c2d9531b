import { describe, expect, test } from 'vitest';
import { fixedClock } from '../../../main/base/clock.ts';
import { silentLog } from '../../../main/base/log.ts';
import { methods } from '../../../main/contract/methods.ts';
import type { AppendOutcome, EventDraft, LedgerEvent } from '../../../main/ledger/event.ts';
import { createDispatch } from '../../../main/methods/dispatch.ts';
import type { KnownReading } from '../../../main/methods/knownEvidence.ts';
import { memoryHandlers } from '../../../main/methods/memory.ts';
import type { Reading } from '../../../main/methods/ports.ts';
import type { Item } from '../../../main/projections/items/item.ts';
import type { Standing } from '../../../main/projections/standing.ts';

const at = Date.parse('2026-03-03T12:00:00Z');
const event: LedgerEvent = {
  seq: 4,
  eventId: 'e4',
  eventType: 'document',
  occurredAt: at,
  recordedAt: at,
  knownAt: at,
  sessionId: null,
  actor: 'import',
  sourceType: 'file',
  sourceRef: 'notes.md',
  payloadHash: 'p',
  provenance: null,
  parentEventId: null,
  correctionOfEventId: null,
  privacyClass: 'internal',
  retentionClass: 'keep',
  namespace: 'default',
  schemaVersion: 1,
  idempotencyKey: null,
  prevHash: '0',
  hash: '1',
  payload: { id: 'notes.md', title: 'Notes', text: 'The whole source.', mediaType: 'text/markdown' },
};
const item: Item = {
  rowid: 9,
  itemId: 'notes.md',
  namespace: 'default',
  kind: 'document',
  text: '',
  title: 'Notes',
  author: null,
  thread: null,
  position: null,
  caption: null,
  derivedFrom: [],
  entities: ['Ada'],
  source: 'notes.md',
  sourceType: 'file',
  occurredAt: at,
  validFrom: null,
  validTo: null,
  observedAt: at,
  recordedAt: at,
  knownAt: at,
  authority: 0.6,
  confidence: 0.8,
  salience: 0.5,
  supersedes: [],
  privacyClass: 'internal',
  retentionClass: 'keep',
  trust: 'trusted',
  contentHash: 'c',
  eventSeq: 4,
  eventId: 'e4',
  documentId: null,
  start: null,
  end: null,
  heading: null,
};

const standing: Standing = {
  currentness: 'superseded',
  isCurrent: false,
  by: 'newer',
  supersededBy: ['newer'],
  contradicts: [],
  fact: null,
  held: null,
  stale: [],
};

function store(outcome?: AppendOutcome) {
  const drafts: EventDraft[] = [];
  const reading: Reading & KnownReading = {
    judgeNamed: async (refs) =>
      refs.some(({ namespace, itemId }) => namespace === 'default' && itemId === 'notes.md')
        ? [{ item, standing, episodeId: null }]
        : [],
    event: async () => event,
    events: async () => ({ events: [event], nextBeforeSeq: null }),
    namespaces: async () => [{ namespace: 'default', items: 1, lastKnownAt: null }],
    unknownIds: async (_, ids) => ids.filter((id) => id.startsWith('unknown')),
  };
  const handlers = memoryHandlers({
    writing: {
      append: async (given) => {
        drafts.push(...given);
        return [
          outcome ?? {
            status: 'appended',
            event: { seq: 1, eventId: 'e1', recordedAt: at },
            itemId: 'item-1',
            extracted: 0,
          },
        ];
      },
    },
    reading,
    echoes: () => [],
    observing: {
      recallPending: () => 3,
      status: () => {
        throw new Error('not asked here');
      },
    },
    clock: fixedClock(at),
  });
  const call = createDispatch(handlers, { log: silentLog });
  const signal = new AbortController().signal;
  return {
    drafts,
    call: (method: string, params: unknown) => call(method, params, { role: 'agent', client: 't', signal }),
  };
}

describe('memory.write', () => {
  test('makes an event of the call and answers with its place in the ledger', async () => {
    const { call, drafts } = store();
    const result = await call('memory.write', {
      text: 'Ada prefers tea.',
      source: 'chat',
      occurredAt: '2026-03-01T00:00:00Z',
      idempotencyKey: 'k1',
      supersedes: ['older'],
    });
    expect(result).toEqual({
      itemId: 'item-1',
      eventId: 'e1',
      seq: 1,
      recordedAt: '2026-03-03T12:00:00.000Z',
      duplicate: false,
      recallPending: 3,
    });
    expect(drafts).toMatchObject([
      {
        eventType: 'observation',
        payload: {
          text: 'Ada prefers tea.',
          source: 'chat',
          occurredAt: '2026-03-01T00:00:00Z',
          supersedes: ['older'],
        },
        occurredAt: Date.parse('2026-03-01T00:00:00Z'),
        sourceRef: 'chat',
        actor: 'agent',
        namespace: 'default',
        idempotencyKey: 'k1',
      },
    ]);
    expect(drafts[0]?.knownAt).toBeUndefined();
    expect(Object.keys(drafts[0]?.payload ?? {})).not.toContain('namespace');
  });

  test('tells a refusal of the writer with its code', async () => {
    const { call } = store({ status: 'refused', code: 'idempotency-conflict', message: 'Other.', remedy: 'New key.' });
    await expect(call('memory.write', { text: 'x' })).rejects.toMatchObject({ code: 'idempotency-conflict' });
  });

  test.each(['supersedes', 'corrects', 'retracts', 'derivedFrom', 'counterEvidence'])(
    'refuses an id in %s that names nothing, and writes nothing',
    async (field) => {
      const { call, drafts } = store();
      await expect(call('memory.write', { text: 'x', [field]: ['there', 'unknown-1'] })).rejects.toMatchObject({
        code: 'not-found',
        message: `${field} names "unknown-1", which is not in the namespace "default".`,
        remedy: expect.stringContaining('itemId'),
      });
      expect(drafts).toEqual([]);
    },
  );

  test('leaves documents to imports', async () => {
    await expect(store().call('memory.write', { text: 'x', kind: 'document' })).rejects.toMatchObject({
      code: 'invalid-params',
    });
  });
});

describe('memory.get', () => {
  test('gives a document’s whole source, its standing and its event, as the contract says', async () => {
    const got = methods['memory.get'].result.parse(await store().call('memory.get', { itemId: 'notes.md' }));
    expect(got).toMatchObject({ text: 'The whole source.', status: 'superseded', supersededBy: ['newer'] });
    expect(got.event).toMatchObject({ seq: 4, recordedAt: '2026-03-03T12:00:00.000Z' });
  });

  test('finds nothing under that id in another namespace', async () => {
    const asked = store().call('memory.get', { itemId: 'notes.md', namespace: 'defualt' });
    await expect(asked).rejects.toMatchObject({
      code: 'not-found',
      message: 'itemId names "notes.md", which is no item of the namespace "defualt".',
      remedy: expect.stringContaining('Did you mean the namespace "default"?'),
    });
  });
});
