import { describe, expect, test, vi } from 'vitest';
import type { MethodInput } from '../../main/contract/methods.ts';
import type { SocketClient } from '../../main/hosts/socketClient.ts';
import { folderOf } from '../support/temporary.ts';
import { importAll, openHome } from './faultFixtures.ts';

vi.setConfig({ testTimeout: 120_000 });

const x = { subject: 'X', predicate: 'value' };
const march = (day: number) => `2026-03-${String(day).padStart(2, '0')}T00:00:00.000Z`;

/** Imports lines of the exchange format: only there a source's own record time can be given. */
async function importLines(client: SocketClient, lines: readonly object[]): Promise<void> {
  const folder = folderOf({ 'facts.pmem.jsonl': lines.map((line) => JSON.stringify(line)).join('\n') });
  expect(await importAll(client, { paths: [folder] })).toMatchObject({ state: 'finished', rejected: 0 });
}

function line(id: string, object: string, from: number, recorded: number, rest: object = {}) {
  return { id, fact: { ...x, object, validFrom: march(from) }, recordedAt: march(recorded), ...rest };
}

async function valueAt(client: SocketClient, params: MethodInput<'facts.asOf'>) {
  const { status, values } = await client.call('facts.asOf', params);
  return [status, values.map(({ value }) => value).join()];
}

/** The code of the error that a call ends with. */
function refused(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => 'not refused',
    (error: { code: string }) => error.code,
  );
}

describe('memory.md §12', () => {
  test('C1: atomic facts are kept: semantic_recall 1 at once, after a restart, three days and a year later', async () => {
    const home = openHome();
    const planted = [
      ['gateway', 'port', 8443],
      ['gateway', 'owner', 'Ada Lovelace'],
      ['billing service', 'language', 'Rust'],
      ['billing service', 'timeout', '300 seconds'],
      ['Berlin office', 'floor', 4],
      ['Berlin office', 'step-free', true],
      ['Project Falcon', 'deadline', '2026-09-30'],
      ['Project Falcon', 'budget', '40,000 euros'],
    ] as const;
    const first = await home.start();
    for (const [subject, predicate, object] of planted) {
      await first.call('facts.assert', { subject, predicate, object, validFrom: march(1) });
    }
    for (let n = 0; n < 40; n++) await first.call('memory.write', { text: `Note ${n}: lunch was late again.` });
    const recalled = async (client: SocketClient, now: string) => {
      let found = 0;
      for (const [subject, predicate, object] of planted) {
        const { values } = await client.call('facts.current', { subject, predicate, now });
        const query = `What is the ${predicate} of ${subject}?`;
        const { results } = await client.call('retrieve', { query, now, budgetMs: 60_000 });
        if (values.length === 1 && values[0]?.value === object && results[0]?.fact?.value === object) found++;
      }
      return found / planted.length;
    };
    expect(await recalled(first, march(2))).toBe(1);
    await home.stop(first);
    const later = await home.start();
    expect(await recalled(later, march(5))).toBe(1);
    expect(await recalled(later, '2027-03-02T00:00:00Z')).toBe(1);
  });

  test('C2: a supersession chain answers what X is now, was at T1, and was between T2 and T3', async () => {
    const client = await openHome().start();
    for (const [day, object] of [
      [1, 'A'],
      [10, 'B'],
      [20, 'C'],
    ] as const) {
      await client.call('facts.assert', { ...x, object, validFrom: march(day), id: `f${object}` });
    }
    expect(await client.call('facts.current', x)).toMatchObject({
      status: 'known',
      values: [{ value: 'C', from: march(20) }],
    });
    expect(await valueAt(client, { ...x, at: march(1) })).toEqual(['known', 'A']);
    expect(await valueAt(client, { ...x, at: march(15) })).toEqual(['known', 'B']);
    expect(await valueAt(client, { ...x, at: '2026-02-28T23:59:59Z' })).toEqual(['unknown', '']);
    const { segments } = await client.call('facts.history', x);
    expect(segments.map(({ value, from, to }) => [value, from, to])).toEqual([
      ['A', march(1), march(10)],
      ['B', march(10), march(20)],
      ['C', march(20), null],
    ]);
    // The stale values are held back wherever they are found.
    const packet = await client.call('retrieve', { query: 'X value', paths: ['search'], budgetMs: 30_000 });
    expect(packet.results.map(({ itemId }) => itemId)).toEqual(['fC']);
    expect(
      packet.dropped
        .filter(({ reason }) => reason === 'superseded')
        .map(({ itemId }) => itemId)
        .sort(),
    ).toEqual(['fA', 'fB']);
    expect(await client.call('memory.get', { itemId: 'fA' })).toMatchObject({ status: 'superseded' });
  });

  test('C3: a recent rumour does not beat an older register, whose own later correction does', async () => {
    const client = await openHome().start();
    await client.call('facts.assert', {
      ...x,
      object: 'A',
      validFrom: march(1),
      authority: 0.9,
      source: 'register',
      id: 'old',
    });
    await client.call('facts.assert', {
      ...x,
      object: 'B',
      validFrom: march(10),
      authority: 0.2,
      source: 'rumour',
      id: 'rumour',
    });
    expect(await client.call('facts.current', x)).toMatchObject({
      status: 'contested',
      values: [{ value: 'A', factId: 'old', contested: true, contradicts: ['rumour'] }],
    });
    const fixed = await client.call('facts.correct', {
      itemId: 'old',
      object: 'C',
      reason: 'a slip',
      authority: 0.9,
      source: 'register',
    });
    expect(await client.call('facts.current', x)).toMatchObject({
      status: 'contested',
      values: [{ value: 'C', factId: fixed.itemId }],
    });
    const explained = await client.call('facts.explain', { itemId: 'old' });
    expect(explained).toMatchObject({ fact: { status: 'corrected', sourceId: 'register', band: 'authoritative' } });
    expect(explained.words).toMatchObject([{ by: fixed.itemId, relation: 'corrects', target: 'old', inForce: true }]);
  });

  test('C4: evidence that arrives late lands in the past, and what was believed before it came can be told', async () => {
    const client = await openHome().start();
    await importLines(client, [line('a', 'A', 1, 1), line('c', 'C', 20, 20), line('late', 'B', 10, 25)]);
    const about = (at: number, knownAt: number) => valueAt(client, { ...x, at: march(at), knownAt: march(knownAt) });
    expect(await about(15, 24)).toEqual(['known', 'A']);
    expect(await about(15, 25)).toEqual(['known', 'B']);
    expect(await about(5, 25)).toEqual(['known', 'A']);
    expect(await about(22, 25)).toEqual(['known', 'C']);
    expect(await about(22, 19)).toEqual(['known', 'A']);
    const believed = await client.call('facts.knownAt', { ...x, knownAt: march(21) });
    expect(believed).toMatchObject({ values: [{ value: 'C' }], at: march(21), predecessor: { value: 'A' } });
    // This store itself held none of it then.
    expect(await client.call('facts.knownAt', { ...x, knownAt: march(21), by: 'ledger' })).toMatchObject({
      reason: 'not-known-then',
    });
    expect(await client.call('admin.rebuild', {})).toMatchObject({ same: true });
    expect(await about(15, 25)).toEqual(['known', 'B']);
  });
});

describe('retraction', () => {
  test('is previewed, carried out, and undone by its own retraction', async () => {
    const client = await openHome().start();
    await client.call('facts.assert', { ...x, object: 'A', validFrom: march(1), id: 'a' });
    await client.call('facts.assert', { ...x, object: 'B', validFrom: march(2), id: 'b', source: 'blog' });
    await client.call('memory.write', { id: 'note', text: 'Therefore all is well.', derivedFrom: ['b'] });
    const params = { source: 'blog', distrust: true, reason: 'invented' };
    const preview = await client.call('facts.retract', { ...params, dryRun: true });
    expect(preview).toMatchObject({
      retractionId: null,
      effect: { retracted: ['b'], dependent: ['note'], revived: ['a'], changes: [{ after: [{ value: 'A' }] }] },
    });
    expect(await client.call('facts.current', x)).toMatchObject({ values: [{ value: 'B' }] });
    const done = await client.call('facts.retract', params);
    expect(done.effect).toEqual(preview.effect);
    await client.call('facts.assert', { ...x, object: 'D', validFrom: march(9), source: 'blog' });
    expect(await client.call('facts.current', x)).toMatchObject({ values: [{ value: 'A' }] });
    expect(await client.call('memory.get', { itemId: 'note' })).toMatchObject({ status: 'retracted' });
    await client.call('facts.retract', { itemIds: [done.retractionId ?? ''], reason: 'it was right after all' });
    expect(await client.call('facts.current', x)).toMatchObject({ values: [{ value: 'D' }] });
    expect(await client.call('memory.get', { itemId: 'note' })).toMatchObject({ status: 'current' });
  });
});

describe('bad input', () => {
  test('is a clear error, and nothing of it is written', async () => {
    const client = await openHome().start();
    const assert = (rest: object) => refused(client.call('facts.assert', { ...x, object: 'A', ...rest }));
    expect(await assert({ validFrom: march(2), validTo: march(1) })).toBe('invalid-params');
    expect(await assert({ validFrom: march(2), validTo: march(2) })).toBe('invalid-params');
    expect(await assert({ validFrom: '2026-02-30T00:00:00Z' })).toBe('invalid-params');
    expect(await assert({ validFrom: '2026-02-03 12:00' })).toBe('invalid-params');
    expect(await assert({ subject: '  ' })).toBe('invalid-params');
    expect(await assert({ authority: 1.2 })).toBe('invalid-params');
    expect(await refused(client.call('facts.correct', { itemId: 'nobody', reason: 'x' }))).toBe('not-found');
    expect(await refused(client.call('facts.retract', { itemIds: ['nobody'], reason: 'x' }))).toBe('not-found');
    expect(await refused(client.call('facts.retract', { reason: 'x' }))).toBe('invalid-params');
    expect(await refused(client.call('facts.explain', { itemId: 'nobody' }))).toBe('not-found');
    expect((await client.call('status', {})).ledger.events).toBe(0);
    await client.call('facts.assert', { ...x, object: 'A', id: 'a' });
    expect(await client.call('facts.assert', { ...x, object: 'A', id: 'a' })).toMatchObject({
      itemId: 'a',
      duplicate: true,
    });
    expect(await assert({ id: 'a', object: 'B' })).toBe('id-taken');
    expect(await assert({ supersedes: ['a', 'nobody'] })).toBe('not-found');
    expect(await assert({ derivedFrom: ['nobody'] })).toBe('not-found');
    expect(await refused(client.call('facts.retract', { source: 'nobody', reason: 'x' }))).toBe('not-found');
    expect(await refused(client.call('facts.retract', { itemIds: ['a'], distrust: true, reason: 'x' }))).toBe(
      'invalid-params',
    );
  });

  test('a NUL is refused in names and ids, and kept in text, which is found all the same', async () => {
    const client = await openHome().start();
    const write = (rest: object) => refused(client.call('memory.write', { text: 'x', ...rest }));
    for (const name of ['id', 'namespace', 'source', 'author', 'thread', 'actor', 'idempotencyKey', 'goalId']) {
      expect([name, await write({ [name]: 'a\0b' })]).toEqual([name, 'invalid-params']);
    }
    for (const blank of ['subject', 'predicate', 'object']) {
      expect(await refused(client.call('facts.assert', { ...x, object: 'A', [blank]: ' \n' }))).toBe('invalid-params');
      expect(await refused(client.call('facts.assert', { ...x, object: 'A', [blank]: 'a\0' }))).toBe('invalid-params');
    }
    expect((await client.call('status', {})).ledger.events).toBe(0);
    const text = 'The dump began with zebra\0stripes and ended in quagga.';
    await client.call('memory.write', { id: 'dump', text });
    expect(await client.call('memory.get', { itemId: 'dump' })).toMatchObject({ text });
    for (const query of ['zebra', 'stripes', 'quagga', 'zebra\0stripes']) {
      const { results } = await client.call('retrieve', { query, paths: ['search'], budgetMs: 60_000 });
      expect(results.map((result) => [query, result.itemId, result.text])).toEqual([[query, 'dump', text]]);
    }
  });

  test('an import keeps what names ids that are not there, and counts them', async () => {
    const client = await openHome().start();
    const lines = [
      { id: 'new', text: 'It is 30.', supersedes: ['old', 'lost'] },
      { id: 'old', text: 'It is 10.', derivedFrom: ['lost', 'gone'] },
    ];
    const folder = folderOf({ 'lines.pmem.jsonl': lines.map((one) => JSON.stringify(one)).join('\n') });
    const dry = await importAll(client, { paths: [folder], dryRun: true });
    expect(dry).toMatchObject({ written: 2, rejected: 0, unresolved: 2 });
    expect(await importAll(client, { paths: [folder] })).toMatchObject({ written: 2, rejected: 0, unresolved: 2 });
    expect(await client.call('memory.get', { itemId: 'old' })).toMatchObject({ supersededBy: ['new'] });
  });

  test('the same edge, cause, episode and memory under its id again is the first one, another one a conflict', async () => {
    const client = await openHome().start();
    const calls = [
      ['facts.assert', { ...x, object: 'A', id: 'fact' }, { object: 'B' }],
      ['edges.assert', { from: 'a', relation: 'uses', to: 'b', id: 'edge' }, { to: 'c' }],
      ['causes.assert', { cause: 'the leak', effect: 'the outage', id: 'cause' }, { effect: 'the delay' }],
      ['episodes.record', { summary: 'We deployed.', id: 'episode' }, { summary: 'We rolled back.' }],
      ['memory.write', { text: 'Nothing was said.', id: 'memory' }, { text: 'Something was said.' }],
    ] as const;
    for (const [method, params, other] of calls) {
      const call = (given: object) => client.call(method, { ...params, ...given });
      const first = await call({});
      expect(await call({})).toMatchObject({ eventId: first.eventId, seq: first.seq, duplicate: true });
      expect([method, await refused(call(other))]).toEqual([method, 'id-taken']);
    }
    expect((await client.call('status', {})).ledger.events).toBe(calls.length);
  });

  test('a correction to the very value is refused, in whatever spelling', async () => {
    const client = await openHome().start();
    await client.call('facts.assert', { ...x, object: '300 seconds', id: 'a' });
    const same = client.call('facts.correct', { itemId: 'a', object: '5 min', reason: 'typo' });
    await expect(same).rejects.toMatchObject({ code: 'invalid-params' });
    expect((await client.call('facts.current', x)).values).toMatchObject([{ value: '300 seconds' }]);
  });

  test('a value of a megabyte fits the budget of a packet, and is told whole by facts.current', async () => {
    const client = await openHome().start();
    const object = 'long words '.repeat(100_000);
    await client.call('facts.assert', { ...x, object });
    const query = `What is the ${x.predicate} of ${x.subject}?`;
    const packet = await client.call('retrieve', { query, tokenBudget: 1000, budgetMs: 60_000 });
    expect(packet.results.length).toBeGreaterThan(0);
    expect(packet.tokens.used).toBeLessThanOrEqual(1000);
    expect(packet.statement?.length ?? 0).toBeLessThanOrEqual(1000);
    expect(JSON.stringify(packet).length).toBeLessThan(20_000);
    expect((await client.call('facts.current', x)).values[0]?.value === object).toBe(true);
  });

  test('circles of supersession and corrections of corrections have a defined result', async () => {
    const client = await openHome().start();
    // Only an import may name what is still to come.
    await importLines(client, [
      line('a', 'A', 1, 1, { supersedes: ['b'] }),
      line('b', 'B', 1, 2, { supersedes: ['a'] }),
    ]);
    const current = async () => (await client.call('facts.current', x)).values.map(({ value }) => value);
    expect(await current()).toEqual(['B']);
    const first = await client.call('facts.correct', { itemId: 'b', object: 'C', reason: 'misread' });
    expect(await current()).toEqual(['C']);
    const second = await client.call('facts.correct', { itemId: first.itemId, object: 'D', reason: 'misread again' });
    expect(await current()).toEqual(['D']);
    // Neither a word about the last correction alone nor one about the first brings a denied value back by itself.
    await client.call('facts.correct', { itemId: second.itemId, reason: 'that was wrong too' });
    expect(await current()).toEqual(['C']);
    await client.call('facts.correct', { itemId: first.itemId, reason: 'so it was B' });
    expect(await current()).toEqual(['B']);
  });

  test('values of other units are told apart by what they amount to', async () => {
    const client = await openHome().start();
    const timeout = { subject: 'router', predicate: 'timeout' };
    await client.call('facts.assert', { ...timeout, object: '300 seconds', validFrom: march(1) });
    await client.call('facts.assert', { ...timeout, object: '5 min', validFrom: march(5) });
    await client.call('facts.assert', { ...timeout, object: '300 MB', validFrom: march(9) });
    const { segments } = await client.call('facts.history', timeout);
    expect(segments.map(({ from, support }) => [from, support.length])).toEqual([
      [march(1), 2],
      [march(9), 1],
    ]);
  });

  test('10,000 versions of one fact are resolved, asked and previewed', async () => {
    const client = await openHome().start();
    const begin = Date.UTC(2020, 0, 1);
    const lines = Array.from({ length: 10_000 }, (_, at) => ({
      id: `v${at}`,
      fact: { ...x, object: `value ${at % 10}`, validFrom: new Date(begin + at * 3_600_000).toISOString() },
    }));
    await importLines(client, lines);
    expect(await client.call('facts.current', x)).toMatchObject({ values: [{ value: 'value 9', factId: 'v9999' }] });
    const { segments, assertions } = await client.call('facts.history', x);
    expect([segments.length, assertions.length]).toEqual([10_000, 10_000]);
    const { effect } = await client.call('facts.retract', { itemIds: ['v9999'], reason: 'x', dryRun: true });
    expect(effect.changes).toMatchObject([{ after: [{ factId: 'v9998' }] }]);
  });
});
