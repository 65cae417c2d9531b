import { describe, expect, it } from 'vitest';
import type { EventPayload, EventType } from '../../../../main/contract/events.ts';
import type { MemoryObject } from '../../../../main/contract/memory.ts';
import type { EventDraft, LedgerEvent } from '../../../../main/ledger/event.ts';
import { chunkText } from '../../../../main/projections/documents/chunk.ts';
import { extractionDrafts } from '../../../../main/projections/items/extractionDrafts.ts';
import { statement, temporaryLedger } from '../../ledger/fixtures.ts';
import { openFactStore } from '../facts/factStore.ts';
import { document, memory } from '../store.ts';

const text = 'The worker timeout was raised from 300 to 600 seconds.';
const day = Date.parse('2024-09-12T10:00:00Z');

function eventOf(eventType: EventType, payload: EventPayload, more: Partial<LedgerEvent> = {}): LedgerEvent {
  const header = { seq: 7, eventId: 'event-7', occurredAt: day, recordedAt: day + 5, knownAt: day + 3, sessionId: 's' };
  const origin = { actor: 'agent', sourceType: 'agent', sourceRef: 'r', provenance: null, parentEventId: null };
  const classes = { privacyClass: 'personal', retentionClass: 'days:30', namespace: 'n', schemaVersion: 1 } as const;
  const chain = { payloadHash: '', correctionOfEventId: null, idempotencyKey: null, prevHash: '', hash: '' };
  return { ...header, ...origin, ...classes, ...chain, eventType, payload, ...more };
}

const saying = (memory: MemoryObject, more: Partial<LedgerEvent> = {}) => eventOf('user_statement', memory, more);
const payloads = (event: LedgerEvent) => extractionDrafts(event).map(({ payload }) => payload as MemoryObject);

describe('extractionDrafts', () => {
  it('gives the new value and the end of the old one, with the circumstances of the source', () => {
    const drafts = extractionDrafts(saying({ id: 'item', text, author: 'Ana', authority: 0.9, source: 'chat' }));
    const inherited = {
      eventType: 'extraction',
      occurredAt: day,
      knownAt: day + 3,
      sessionId: 's',
      actor: 'rules',
      parentEventId: 'event-7',
      privacyClass: 'personal',
      retentionClass: 'days:30',
      namespace: 'n',
      payload: { text, author: 'Ana', authority: 0.9, source: 'chat', derivedFrom: ['item'], kind: 'fact' },
    };
    expect(drafts).toMatchObject([inherited, inherited]);
    expect(drafts.map(({ idempotencyKey }) => idempotencyKey)).toEqual(['x:event-7:1', 'x:event-7:2']);
    expect(drafts.map(({ payload }) => payload)).toMatchObject([
      {
        fact: { object: '300 seconds', validTo: '2024-09-12T10:00:00.000Z' },
        extraction: { rule: 'change/passive/before' },
        position: 1,
      },
      {
        fact: { subject: 'worker', predicate: 'timeout', object: '600 seconds' },
        extraction: { rule: 'change/passive', by: 'rules', sourceItem: 'item', start: 0, end: text.length },
        position: 2,
      },
    ]);
  });

  it('gives the same drafts for the same event, which a ledger takes once', () => {
    const { ledger } = temporaryLedger();
    ledger.append([statement(text)]);
    const [event] = ledger.readAfter(0, 1);
    if (event === undefined) throw new Error('nothing was written');
    expect(ledger.append(extractionDrafts(event)).map(({ status }) => status)).toEqual(['appended', 'appended']);
    expect(ledger.append(extractionDrafts(event)).map(({ status }) => status)).toEqual(['duplicate', 'duplicate']);
  });

  it('reads a document chunk by chunk, with offsets into the chunk', () => {
    const filler = 'Nothing is said in this paragraph, which goes on for a while. '.repeat(20);
    const whole = `# Notes\n\n${filler}\n\n## Later\n\n${text}\n\n\`\`\`\nretries = 5\n\`\`\`\n`;
    const notes = { id: 'doc', title: 'Notes', text: whole, mediaType: 'text/markdown' } as const;
    const found = payloads(eventOf('document', notes));
    expect(found).toHaveLength(2);
    const { sourceItem = '', start = 0, end = 0 } = found[1]?.extraction ?? {};
    const chunk = chunkText(whole, 'text/markdown')[Number(sourceItem.split('#')[1]) - 1];
    expect(chunk?.text.slice(start, end)).toBe(text);
    expect(found[1]).toMatchObject({ derivedFrom: [sourceItem], title: 'Notes', text });
  });

  it.each([
    ['states a structure itself', saying({ text, fact: { subject: 'worker', predicate: 'timeout', object: 600 } })],
    ['is an extraction', eventOf('extraction', { text })],
    ['is an episode', eventOf('episode', { text })],
    ['is not trusted', saying({ text, trust: 'untrusted' })],
    ['is invalid', saying({ text, trust: 'invalid' })],
    ['is an intention', saying({ text, kind: 'intention' })],
    ['has no text', saying({ cause: { cause: 'a', effect: 'b' } })],
    ['is erased', { ...saying({ text }), payload: null }],
    ['was recalled', saying({ text }, { provenance: { recalled: true } })],
    ['was recalled in a way that is not understood', saying({ text }, { provenance: { recalled: 'yes' } })],
  ])('gives nothing of an event that %s', (_, event) => {
    expect(extractionDrafts(event)).toEqual([]);
  });

  it('gives nothing of recalled stretches, and reads the rest', () => {
    const more = `${text} The retry limit is 5.`;
    const event = saying({ text: more }, { provenance: { recalled: [[0, text.length]] } });
    expect(payloads(event).map(({ fact }) => fact?.object)).toEqual(['5']);
  });

  it('marks in a chunk what a later text replaces, and ends what a former revision of the document said', () => {
    const { writes, ledger, standing, questions } = openFactStore();
    const write = (draft: EventDraft) => {
      const { seq } = ledger.head();
      writes.append([draft]);
      writes.append(ledger.readAfter(seq, 1).flatMap((event) => extractionDrafts(event)));
    };
    const said = 'Some words come first. The retry limit is 5. And some words come last, to fill the chunk a bit more.';
    write(
      document(
        { id: 'd1', text: said },
        { sourceRef: 'a.md', occurredAt: Date.UTC(2024, 0, 1), knownAt: Date.UTC(2024, 0, 1) },
      ),
    );
    write(
      memory(
        { id: 'm', text: 'The retry limit is 7.' },
        { occurredAt: Date.UTC(2024, 0, 9), knownAt: Date.UTC(2024, 0, 9) },
      ),
    );
    const { stale = [] } = standing('d1#1', Date.UTC(2024, 0, 20)) ?? {};
    expect(stale.map(({ start, end }) => said.slice(start, end))).toEqual(['The retry limit is 5.']);
    write(
      document(
        { id: 'd2', text: 'Nothing.' },
        { sourceRef: 'a.md', occurredAt: Date.UTC(2024, 0, 5), knownAt: Date.UTC(2024, 0, 5) },
      ),
    );
    const slot = { namespace: 'default', subject: 'retry', predicate: 'limit' };
    const { segments } = questions.factHistory(slot, { knownAt: null, by: 'source' });
    expect(segments.map(({ value, to }) => [value, to])).toEqual([
      ['5', '2024-01-05T00:00:00.000Z'],
      ['7', null],
    ]);
  });

  it('ends one of several values by name, and leaves the others as they are', () => {
    const { writes, ledger, questions } = openFactStore();
    const say = (id: string, text: string, time: number) => {
      const { seq } = ledger.head();
      writes.append([memory({ id, text }, { occurredAt: time, knownAt: time })]);
      writes.append(ledger.readAfter(seq, 1).flatMap((event) => extractionDrafts(event)));
    };
    say('a', 'Atlas uses Redis.', Date.UTC(2024, 0, 1));
    say('b', 'Atlas uses Kafka.', Date.UTC(2024, 0, 5));
    say('c', 'Atlas no longer uses Redis.', Date.UTC(2024, 0, 9));
    const slot = { namespace: 'default', subject: 'Atlas', predicate: 'uses' };
    const at = (day: number) =>
      questions.factAnswer(slot, { at: Date.UTC(2024, 0, day), knownAt: null }).values.map(({ value }) => value);
    expect(at(8)).toEqual(expect.arrayContaining(['Redis', 'Kafka']));
    expect(at(10)).toEqual(['Kafka']);
  });

  it('ends what a move or a change of tools leaves behind', () => {
    expect(payloads(saying({ text: 'Atlas now uses Valkey instead of Redis.' })).map(({ fact }) => fact)).toMatchObject(
      [
        { subject: 'Atlas', predicate: 'uses', object: 'Redis', holds: 'no-longer' },
        { subject: 'Atlas', predicate: 'uses', object: 'Valkey', cardinality: 'many' },
      ],
    );
    const moved = payloads(saying({ text: 'Ana moved from Berlin to Rome on 3 May 2024.' }));
    expect(moved.map(({ fact }) => fact)).toMatchObject([
      {
        subject: 'Ana',
        predicate: 'lives in',
        object: 'Berlin',
        holds: 'no-longer',
        validFrom: '2024-05-03T00:00:00.000Z',
      },
      { subject: 'Ana', predicate: 'moved to', object: 'Rome' },
      { subject: 'Ana', predicate: 'lives in', object: 'Rome', validFrom: '2024-05-03T00:00:00.000Z' },
    ]);
  });

  it('makes of a tie a fact of many values whose ends are names, and of another name an edge', () => {
    expect(payloads(saying({ text: 'Atlas depends on lodash2.' }))).toMatchObject([
      {
        kind: 'fact',
        fact: { subject: 'Atlas', object: 'lodash2', cardinality: 'many' },
        entities: ['Atlas', 'lodash2'],
      },
    ]);
    expect(payloads(saying({ text: 'Atlas was renamed to Borealis.' }))).toMatchObject([
      { kind: 'edge', edge: { from: 'Atlas', relation: 'alias_of', to: 'Borealis' } },
    ]);
  });

  it('gives no new fact of recalled text, twenty times over', () => {
    const first = payloads(saying({ text }));
    const recalled = Array.from({ length: 20 }, (_, turn) =>
      saying(
        { text: `You told me: ${text}` },
        { eventId: `again-${turn}`, provenance: { recalled: [[13, 13 + text.length]] } },
      ),
    );
    expect(first).toHaveLength(2);
    expect(recalled.flatMap(payloads)).toEqual([]);
  });
});
