import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { LedgerEventView } from '../../main/contract/events.ts';
import { type Daemon, startDaemon } from '../../main/daemon.ts';
import { startDaemon as startProcess } from '../crash/daemonProcess.ts';
import { type ModelServer, saying, startModelServer } from '../support/modelServer.ts';
import { temporaryDirectory } from '../support/temporary.ts';

vi.setConfig({ testTimeout: 120_000 });

/** A statement that no rule of the house looks for, so that only a model can find it. */
const text = 'Speaking of the billing gateway: retries, 7, and that is final.';
const statement = {
  span: 'retries, 7',
  confidence: 0.99,
  fact: { subject: 'billing gateway', predicate: 'retries', object: '7' },
};

function configure(dir: string, config: object): void {
  writeFileSync(join(dir, 'config.json'), JSON.stringify({ embedder: 'off', ...config }));
}

function modelOf(server: ModelServer, more: object = {}) {
  return { model: { baseUrl: server.baseUrl, name: 'stand-in', maxTextsPerMinute: 10_000, ...more } };
}

async function start(dir: string): Promise<Daemon> {
  const daemon = await startDaemon({ dir });
  onTestFinished(() => daemon.close());
  return daemon;
}

const write = (daemon: Daemon, id: string, text: string, more: object = {}) =>
  daemon.caller.call('memory.write', { id, text, ...more });

async function events(daemon: Daemon, ...eventTypes: LedgerEventView['eventType'][]): Promise<LedgerEventView[]> {
  const { events } = await daemon.caller.call('ledger.list', { eventTypes, limit: 500 });
  return events.toReversed();
}
const proposals = async (daemon: Daemon) =>
  (await events(daemon, 'extraction')).filter(({ actor }) => actor === 'model');

const status = (daemon: Daemon) => daemon.caller.call('status', {});
const until = <T>(look: () => T | Promise<T>) => vi.waitFor(look, { timeout: 60_000, interval: 20 });

/** Resolves when this many texts have been read, by the ledger's account. */
const readTexts = (daemon: Daemon, count: number) =>
  until(async () => expect(await events(daemon, 'model_read')).toHaveLength(count));

describe('a model that reads along', () => {
  test('is off unless it is configured', async () => {
    const server = await startModelServer();
    const dir = temporaryDirectory();
    configure(dir, {});
    const daemon = await start(dir);
    await write(daemon, 'a', text);
    expect((await status(daemon)).warnings).toEqual([]);
    await daemon.close();
    expect(server.seen).toEqual([]);
  });

  test('its proposals are events that say whose they are, and weak ones', async () => {
    const server = await startModelServer();
    server.chat = () => saying({ statements: [statement] });
    const dir = temporaryDirectory();
    configure(dir, modelOf(server));
    const daemon = await start(dir);
    await write(daemon, 'a', text, { author: 'Ada' });
    await readTexts(daemon, 1);
    const [proposal, ...others] = await proposals(daemon);
    expect(others).toEqual([]);
    expect(proposal).toMatchObject({
      actor: 'model',
      sourceType: 'model',
      payload: {
        text: 'retries, 7',
        author: 'Ada',
        fact: statement.fact,
        authority: 0.45,
        confidence: 0.7,
        derivedFrom: ['a'],
        extraction: {
          rule: 'model',
          version: '1',
          by: 'model',
          model: 'stand-in',
          sourceItem: 'a',
          start: 33,
          end: 43,
        },
      },
    });
    const [read] = await events(daemon, 'model_read');
    expect(read?.payload).toMatchObject({ outcome: 'read', sourceItem: 'a', proposed: 1, known: 0, refused: 0 });
    expect((await status(daemon)).counters).toMatchObject({ 'model.read': 1, 'model.proposed': 1 });
    expect(server.seen[0]?.authorization).toBeNull();
  });

  test('what it makes up, merges or garbles is refused and counted', async () => {
    const server = await startModelServer();
    const made = { subject: 'billing gateway', predicate: 'retries', object: '7' };
    server.chat = () =>
      saying({
        statements: [
          { ...statement, span: 'retries were set to 7' },
          { ...statement, fact: { ...made, object: '9' } },
          { ...statement, fact: { ...made, subject: 'mail gateway' } },
          { span: 'billing gateway', edge: { from: 'gateway', relation: 'alias of', to: 'billing' } },
          { span: 'billing gateway' },
          'retries',
          statement,
          statement,
        ],
      });
    const dir = temporaryDirectory();
    configure(dir, modelOf(server));
    const daemon = await start(dir);
    await write(daemon, 'a', text);
    await readTexts(daemon, 1);
    const [read] = await events(daemon, 'model_read');
    expect(read?.payload).toMatchObject({ proposed: 1, known: 1, refused: 6 });
    expect(await proposals(daemon)).toHaveLength(1);
  });

  test('an answer that is no JSON proposes nothing, and the text is not put before it again', async () => {
    const server = await startModelServer();
    server.chat = (shown) => saying(shown === text ? 'Sure! {"statements": [' : { statements: [] });
    const dir = temporaryDirectory();
    configure(dir, modelOf(server));
    const daemon = await start(dir);
    await write(daemon, 'a', text);
    await write(daemon, 'b', 'another text');
    await readTexts(daemon, 2);
    const outcomes = (await events(daemon, 'model_read')).map(
      ({ payload }) => (payload as { outcome: string }).outcome,
    );
    expect(outcomes).toEqual(['malformed', 'read']);
    expect(server.texts).toEqual([text, 'another text']);
  });

  test('what rules have found in the same text is not said twice', async () => {
    const server = await startModelServer();
    const said = 'The timeout of ledger-api is 300 seconds.';
    const dir = temporaryDirectory();
    configure(dir, modelOf(server));
    const daemon = await start(dir);
    await write(daemon, 'first', said);
    await readTexts(daemon, 1);
    const byRules = (await events(daemon, 'extraction')).map(({ payload }) => payload as { fact?: object });
    server.chat = () => saying({ statements: byRules.map(({ fact }) => ({ span: said, fact })) });
    await write(daemon, 'second', said);
    await readTexts(daemon, 2);
    expect((await events(daemon, 'model_read')).at(-1)?.payload).toMatchObject({ proposed: 0, known: byRules.length });
  });

  test('secret texts are never put before it, nor anywhere else', async () => {
    const server = await startModelServer();
    const dir = temporaryDirectory();
    configure(dir, {
      ...modelOf(server),
      embedder: { baseUrl: server.baseUrl, model: 'stand-in' },
    });
    const daemon = await start(dir);
    await write(daemon, 'a', 'an open word about herons');
    await write(daemon, 'b', 'hunter2 is the word about owls', { privacyClass: 'secret' });
    await write(daemon, 'c', 'one more open word about herons');
    await readTexts(daemon, 2);
    await until(async () => expect((await status(daemon)).vectors).toMatchObject({ pending: 0, fresh: 2 }));
    const found = await daemon.caller.call('retrieve', { query: 'hunter2 owls' });
    expect(found.results.map(({ itemId }) => itemId)).toContain('b');
    expect(found.notices).toEqual([]);
    expect(server.seen.filter(({ body }) => body.includes('the word about owls'))).toEqual([]);

    await daemon.close();
    configure(dir, { embedder: 'on' });
    const local = await start(dir);
    await until(async () => expect((await status(local)).vectors).toMatchObject({ pending: 0, fresh: 3 }));
  });

  test('429 is waited out, and the key goes along', async () => {
    const server = await startModelServer();
    const answers = [{ status: 429, headers: { 'retry-after': '0' } }, { status: 503 }];
    server.chat = () => answers.shift() ?? saying({ statements: [statement] });
    const dir = temporaryDirectory();
    writeFileSync(join(dir, 'model.key'), 'sk-very-secret\n', { mode: 0o600 });
    configure(dir, modelOf(server, { apiKeyFile: 'model.key' }));
    const daemon = await start(dir);
    await write(daemon, 'a', text);
    await readTexts(daemon, 1);
    expect(await proposals(daemon)).toHaveLength(1);
    expect(server.seen.map(({ authorization }) => authorization)).toEqual(Array(3).fill('Bearer sk-very-secret'));
    await daemon.close();
    const log = readFileSync(join(dir, 'daemon.log'), 'utf8');
    expect(log).not.toMatch(/sk-very-secret|billing|retries, 7/);
  });

  test('a server that is down is said with a remedy, holds nothing else up, and is asked again when it is back', async () => {
    const server = await startModelServer();
    server.chat = () => saying({ statements: [statement] });
    const dir = temporaryDirectory();
    configure(dir, modelOf(server));
    const daemon = await start(dir);
    await server.down();
    await write(daemon, 'a', text);
    await until(async () =>
      expect((await status(daemon)).warnings).toMatchObject([
        { code: 'endpoint-failed', remedy: expect.stringContaining('tried again') },
      ]),
    );
    expect((await daemon.caller.call('retrieve', { query: 'billing gateway' })).results[0]?.itemId).toBe('a');
    await server.up();
    await readTexts(daemon, 1);
    await until(async () => expect((await status(daemon)).warnings).toEqual([]));
  });

  test('a wrong key passes no text over', async () => {
    const server = await startModelServer();
    server.chat = () => ({ status: 401 });
    const dir = temporaryDirectory();
    configure(dir, modelOf(server));
    const daemon = await start(dir);
    await write(daemon, 'a', text);
    await until(async () =>
      expect((await status(daemon)).warnings).toMatchObject([{ remedy: expect.stringContaining('key') }]),
    );
    expect(await events(daemon, 'model_read')).toEqual([]);
  });

  test('a text that the server refuses is passed over; a server that refuses everything has none passed over', async () => {
    const server = await startModelServer();
    let mood: 'picky' | 'sulking' = 'sulking';
    server.chat = (shown) => (mood === 'sulking' || shown === text ? { status: 400 } : saying({ statements: [] }));
    const dir = temporaryDirectory();
    configure(dir, modelOf(server));
    const daemon = await start(dir);
    await write(daemon, 'a', text);
    await until(async () => expect((await status(daemon)).warnings).toHaveLength(1));
    expect(await events(daemon, 'model_read')).toEqual([]);
    mood = 'picky';
    await readTexts(daemon, 1);
    expect((await events(daemon, 'model_read'))[0]?.payload).toMatchObject({ outcome: 'refused', proposed: 0 });
  });

  test('a rebuild asks no model and gives the same projections', async () => {
    const server = await startModelServer();
    server.chat = () => saying({ statements: [statement] });
    const dir = temporaryDirectory();
    configure(dir, modelOf(server));
    const daemon = await start(dir);
    await write(daemon, 'a', text);
    await readTexts(daemon, 1);
    await server.down();
    const asked = server.seen.length;
    const { same, items } = await daemon.caller.call('admin.rebuild', {});
    expect({ same, items, asked: server.seen.length }).toEqual({ same: true, items: 2, asked });
    await daemon.close();
    await server.up();
    const later = await start(dir);
    await write(later, 'b', 'another text');
    await readTexts(later, 2);
    expect(server.texts).toEqual([text, 'another text']);
  });

  test('after a kill nothing is read twice but what was under way', async () => {
    const server = await startModelServer();
    const dir = temporaryDirectory();
    configure(dir, modelOf(server, { maxTextsPerMinute: 1200 }));
    const killed = startProcess(dir);
    const operator = await killed.operator();
    const notes = Array.from({ length: 30 }, (_, n) => `note ${n} about boats`);
    for (const note of notes) await operator.call('memory.write', { id: note, text: note });
    await until(() => expect(server.texts.length).toBeGreaterThan(5));
    await killed.kill();
    const before = server.texts.length;
    expect(before).toBeLessThan(30);
    configure(dir, modelOf(server));
    const daemon = await start(dir);
    await readTexts(daemon, 30);
    expect(server.texts.slice(before - 1, before + 1).includes(notes[before - 1] ?? '')).toBe(true);
    expect([...new Set(server.texts)]).toEqual(notes);
    expect(server.texts.length - notes.length).toBeLessThanOrEqual(1);
    const jobs = (await status(daemon)).jobs.filter(({ kind }) => kind === 'read');
    expect(jobs[0]?.message).toMatch(/\d+ texts read, 0 statements proposed, 0 refused/);
  });

  test('turning it off in config.json ends it at once', async () => {
    const server = await startModelServer();
    const dir = temporaryDirectory();
    configure(dir, modelOf(server));
    const daemon = await start(dir);
    await write(daemon, 'a', text);
    await readTexts(daemon, 1);
    configure(dir, {});
    await write(daemon, 'b', 'another text');
    await daemon.close();
    expect(server.texts).toEqual([text]);
  });

  test.each([
    [{ model: { baseUrl: 'http://example.org/v1', name: 'm' } }, /model\.baseUrl: must be https/],
    [{ model: { baseUrl: 'https://example.org/v1', name: 'm', apiKey: 'sk-1' } }, /apiKey/],
    [{ model: { baseUrl: 'https://example.org/v1', name: 'm', apiKeyEnv: 'PIPER_TEST_NO_SUCH_KEY' } }, /apiKeyEnv/],
    [{ model: { baseUrl: 'https://example.org/v1', name: 'm', apiKeyFile: 'open.key' } }, /others can read/],
    [{ model: 7 }, /model/],
    [{ embedder: { baseUrl: 'https://example.org/v1' } }, /embedder\.model/],
  ])('%j is said with a remedy, and everything else works', async (config, sentence) => {
    const dir = temporaryDirectory();
    writeFileSync(join(dir, 'open.key'), 'sk-1', { mode: 0o644 });
    configure(dir, config);
    const daemon = await start(dir);
    await write(daemon, 'a', text);
    const { warnings } = await status(daemon);
    expect(warnings).toMatchObject([{ code: 'invalid-params', message: expect.stringMatching(sentence) }]);
    expect(warnings[0]?.remedy).not.toBe('');
    const answer = await daemon.caller.call('retrieve', { query: 'billing gateway', paths: ['search'] });
    expect(answer.results[0]?.itemId).toBe('a');
  });
});

describe('an embedding endpoint', () => {
  const embedderOf = (server: ModelServer) => ({ embedder: { baseUrl: `${server.baseUrl}/`, model: 'stand-in' } });
  const done = (daemon: Daemon, fresh: number) =>
    until(async () => expect((await status(daemon)).vectors).toMatchObject({ pending: 0, fresh }));
  const recall = (daemon: Daemon, query: string) => daemon.caller.call('retrieve', { query, paths: ['recall'] });

  test('serves recall under an id that names no host', async () => {
    const server = await startModelServer();
    const dir = temporaryDirectory();
    configure(dir, embedderOf(server));
    const daemon = await start(dir);
    for (const word of ['heron', 'owl', 'wren']) await write(daemon, word, `the ${word} was seen at the ${word} pond`);
    await done(daemon, 3);
    expect((await status(daemon)).vectors).toMatchObject({
      embedder: 'openai:stand-in@64',
      state: 'ready',
      dimensions: 64,
    });
    const answer = await recall(daemon, 'owl pond owl');
    expect(answer.results[0]).toMatchObject({ itemId: 'owl', paths: [{ path: 'recall' }] });
  });

  test('one that is down makes recall unable to look, never sure that nothing is known', async () => {
    const server = await startModelServer();
    const dir = temporaryDirectory();
    configure(dir, embedderOf(server));
    const daemon = await start(dir);
    await write(daemon, 'a', text);
    await done(daemon, 1);
    await server.down();
    const { status: verdict, notices } = await recall(daemon, 'a question');
    expect(verdict).toBe('could_not_look');
    expect(notices.join()).toMatch(/recall could not look \(endpoint-failed\)/);
    expect((await daemon.caller.call('retrieve', { query: 'billing gateway' })).results[0]?.itemId).toBe('a');
    await server.up();
    expect((await recall(daemon, 'billing gateway')).status).not.toBe('could_not_look');
  });

  test('one that is not there at the start is found when it comes', async () => {
    const server = await startModelServer();
    const dir = temporaryDirectory();
    configure(dir, embedderOf(server));
    await server.down();
    const daemon = await start(dir);
    await write(daemon, 'a', text);
    expect((await recall(daemon, 'billing')).status).toBe('could_not_look');
    await until(async () => expect((await status(daemon)).vectors.state).toBe('failed'));
    expect((await status(daemon)).warnings).toMatchObject([{ code: 'endpoint-failed' }]);
    await server.up();
    await done(daemon, 1);
    expect((await status(daemon)).warnings).toEqual([]);
  });

  test('vectors of another width are refused, and those of another model made again', async () => {
    const server = await startModelServer();
    const dir = temporaryDirectory();
    configure(dir, embedderOf(server));
    const daemon = await start(dir);
    await write(daemon, 'a', text);
    await done(daemon, 1);
    const right = server.embeddings;
    server.embeddings = (input) => ({ json: { data: input.map(() => ({ embedding: [1, 2, 3] })) } });
    await write(daemon, 'b', 'another text');
    await until(async () =>
      expect((await status(daemon)).warnings).toMatchObject([
        { code: 'endpoint-failed', message: expect.stringContaining('3 numbers where 64 are expected') },
      ]),
    );
    expect((await recall(daemon, 'billing')).status).toBe('could_not_look');
    await daemon.close();
    const again = await start(dir);
    await done(again, 2);
    expect((await status(again)).vectors).toMatchObject({ embedder: 'openai:stand-in@3', dimensions: 3 });
    await again.close();
    server.embeddings = right;
    await done(await start(dir), 2);
  });

  test('a text that is too long for the model is cut, and the rest of its batch goes as it is', async () => {
    const server = await startModelServer();
    const right = server.embeddings;
    server.embeddings = (input) => (input.some(({ length }) => length > 900) ? { status: 400 } : right(input));
    const dir = temporaryDirectory();
    configure(dir, embedderOf(server));
    const daemon = await start(dir);
    await write(daemon, 'long', 'heron '.repeat(2000));
    await write(daemon, 'short', text);
    await done(daemon, 2);
    expect((await status(daemon)).warnings).toEqual([]);
  });

  test.each([
    ['no vectors', { json: { data: [] } }],
    ['no numbers', { json: { data: [{ embedding: ['a'] }] } }],
    ['nothing but noughts', { json: { data: [{ embedding: [0, 0] }] } }],
    ['an empty vector', { json: { data: [{ embedding: [] }] } }],
    ['a page', { status: 200, body: '<html>' }],
    ['a way elsewhere', { status: 302, headers: { location: 'http://127.0.0.1:1/' } }],
  ])('%s in the place of a vector is said with a remedy', async (_, given) => {
    const server = await startModelServer();
    server.embeddings = () => given;
    const dir = temporaryDirectory();
    configure(dir, embedderOf(server));
    const daemon = await start(dir);
    await until(async () =>
      expect((await status(daemon)).warnings).toMatchObject([{ code: 'endpoint-failed', remedy: expect.any(String) }]),
    );
    expect((await status(daemon)).vectors.state).toBe('failed');
  });
});
