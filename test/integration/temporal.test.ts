import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Daemon, startDaemon } from '../../main/daemon.ts';

const now = '2026-10-01T12:00:00Z';
let dir: string;
let daemon: Daemon;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'temporal-'));
  daemon = await startDaemon({ dir: join(dir, 'store') });
});
afterAll(async () => {
  await daemon.close();
  rmSync(dir, { recursive: true, force: true });
});

function ask(namespace: string, query: string) {
  return daemon.caller.call('retrieve', { query, now, timeZone: 'UTC', namespaces: [namespace], budgetMs: 60_000 });
}

/** As an operator's import gives them: each note at its day. */
async function importNotes(namespace: string, notes: readonly object[]) {
  const file = join(dir, `${namespace}.pmem.jsonl`);
  writeFileSync(file, notes.map((note) => `${JSON.stringify(note)}\n`).join(''));
  const { importId } = await daemon.caller.call('import.start', { paths: [file], namespace });
  for (;;) {
    const [status] = (await daemon.caller.call('import.status', { importId })).imports;
    if (status !== undefined && status.state !== 'running') return status;
    await sleep(20);
  }
}

const days = ['2026-09-01T09:00:00Z', '2026-09-12T09:00:00Z', '2026-09-24T09:00:00Z'] as const;
const words = [
  'Worker timeout = 300 seconds',
  'Worker timeout changed to 600 seconds',
  'Worker timeout changed to 420 seconds',
];
const values = ['300 seconds', '600 seconds', '420 seconds'];
const timed = (at: string | undefined) => ({ occurredAt: at, recordedAt: at });

// The worked example of recall.md §7 F.
describe.each([
  [
    'facts',
    days.map((at, i) => ({
      id: `f${i}`,
      ...timed(at),
      fact: { subject: 'Worker', predicate: 'timeout', object: values[i] },
    })),
  ],
  ['texts', days.map((at, i) => ({ id: `t${i}`, ...timed(at), text: `${words[i]}.` }))],
])('a value that changed twice, as %s', (form, notes) => {
  beforeAll(async () => {
    const status = await importNotes(form, notes);
    expect([status.written, status.rejected]).toEqual([3, 0]);
  });

  it('is the last one now, and no earlier one stands beside it', async () => {
    const packet = await ask(form, 'What is the worker timeout now?');
    expect(packet.status).toBe('found');
    expect(packet.statement).toContain('420 seconds');
    expect(packet.results[0]?.fact?.value).toBe('420 seconds');
    expect(packet.results.filter(({ fact }) => fact !== null && fact.value !== '420 seconds')).toEqual([]);
  });

  it('was the second one on a day between', async () => {
    const packet = await ask(form, 'What was the worker timeout on September 15?');
    expect(packet.time).toMatchObject({ mode: 'at', from: '2026-09-15T00:00:00.000Z' });
    expect(packet.results[0]?.fact?.value).toBe('600 seconds');
    expect(packet.statement).toContain('was 600 seconds from 12 September 2026 until 24 September 2026');
  });

  it('tells what preceded the last one', async () => {
    const packet = await ask(form, 'What value immediately preceded 420 seconds?');
    expect(packet.status).toBe('found');
    expect(packet.results[0]?.fact?.value).toBe('600 seconds');
    expect(packet.statement).toContain('600 seconds');
  });

  it('tells when the second one stopped being valid', async () => {
    const packet = await ask(form, 'When did the 600-second configuration stop being valid?');
    expect(packet.status).toBe('found');
    // The statement that ended it tells when it ended.
    expect(packet.results.map(({ fact }) => fact?.value).slice(0, 2)).toContain('600 seconds');
    expect(packet.statement).toContain('stopped being 600 seconds on 24 September 2026');
  });

  it('was not known before it was said', async () => {
    const packet = await ask(form, 'As known on 20 August 2026, what was the worker timeout?');
    expect([packet.status, packet.reason, packet.results]).toEqual(['none', 'not-known-then', []]);
  });
});

describe('a text without a fact that a later one replaced', () => {
  beforeAll(async () => {
    const said = [
      ['2026-02-01', 'For a leaking tap we always ring Rossi.', {}],
      ['2026-06-01', 'For a leaking tap we always ring Bianchi.', { supersedes: ['p0'] }],
      ['2026-03-01', 'The guest wifi password is heron2026.', {}],
      ['2026-08-01', 'The guest wifi password is otter2027.', {}],
    ] as const;
    const notes = said.map(([at, text, words], i) => ({ id: `p${i}`, text, ...words, ...timed(`${at}T09:00:00Z`) }));
    expect((await importNotes('household', notes)).written).toBe(4);
  });

  it.each([
    'Whom did we ring for a leaking tap in March?',
    'Whom did we ring for a leaking tap on 03/14/2026?',
    'Whom did we ring for a leaking tap before Bianchi?',
    'Whom did we ring for a leaking tap before?',
  ])('answers %j, labelled with its time, before what took its place', async (query) => {
    const packet = await ask('household', query);
    expect(packet.status).toBe('found');
    const [first, ...others] = packet.results.filter(({ text }) => text.includes('tap'));
    expect(first?.memoryStatus.currentness).toBe('superseded');
    expect(first?.validity).toMatchObject({
      validFrom: '2026-02-01T09:00:00.000Z',
      validTo: '2026-06-01T09:00:00.000Z',
      isCurrent: false,
    });
    expect(others.map(({ itemId }) => itemId)).toEqual(['p1']);
    expect(packet.time?.phrase).toBeTruthy();
  });

  it('is hidden from the present, and from a time in which it did not hold', async () => {
    for (const query of ['Whom do we ring for a leaking tap?', 'Whom did we ring for a leaking tap in August?']) {
      const { results } = await ask('household', query);
      expect(results.map(({ itemId }) => itemId)).not.toContain('p0');
    }
  });

  it('is found by the time of a value too', async () => {
    for (const query of ['What was the guest wifi password before?', 'What was the guest wifi password in May?']) {
      const packet = await ask('household', query);
      expect(packet.status).toBe('found');
      expect(packet.results[0]?.itemId).toBe('p2');
    }
  });
});

describe('questions in plain words about facts', () => {
  const from = { occurredAt: '2026-01-10T09:00:00Z', recordedAt: '2026-01-10T09:00:00Z' };
  const facts = [
    { subject: 'billing service', predicate: 'owner', object: 'Ben' },
    { subject: 'Ben', predicate: 'lives in', object: 'Porto' },
    { subject: 'Worker timeout', predicate: 'value', object: '300 s' },
  ];
  beforeAll(async () => {
    const notes = facts.map((fact, i) => ({ id: `q${i}`, fact, ...from }));
    expect((await importNotes('plain', notes)).written).toBe(3);
  });

  it.each([
    ['Is the worker timeout 300 s?', 'Yes: Worker timeout is 300 s since 10 January 2026.'],
    ['Is the worker timeout 600 s?', 'No: Worker timeout is 300 s since 10 January 2026.'],
    ['What is the worker timeout?', 'Worker timeout is 300 s since 10 January 2026.'],
    [
      'Where does the owner of the billing service live?',
      'billing service owner is Ben since 10 January 2026. Ben lives in Porto since 10 January 2026.',
    ],
    ['What is the worker timeout of the frobnicator?', null],
  ])('gives %j the sentence %j', async (query, statement) => {
    expect((await ask('plain', query)).statement).toBe(statement);
  });
});
