import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isRefusal, openEndpoint } from '../../../main/store/endpoint.ts';
import { openHttpEmbedder } from '../../../main/store/httpEmbedder.ts';
import { type ServerAnswer, startModelServer } from '../../support/modelServer.ts';
import { temporaryDirectory } from '../../support/temporary.ts';

const parts = { place: 'embedder', dir: '/nowhere', env: {}, retryMs: 1 } as const;
const patience = { tries: 3, timeoutMs: 5000 };

async function endpointThatSays(...answers: ServerAnswer[]) {
  const server = await startModelServer();
  server.embeddings = () => (answers.length > 0 ? (answers.shift() ?? null) : { json: 'done' });
  return { server, endpoint: openEndpoint(server, parts) };
}

describe('openEndpoint', () => {
  test('429, 5xx and a lost connection are tried again', async () => {
    const { server, endpoint } = await endpointThatSays({ status: 429 }, { status: 502 });
    await expect(endpoint.post('/embeddings', {}, patience)).resolves.toBe('done');
    expect(server.seen).toHaveLength(3);
  });

  test('what would fail again is not', async () => {
    const { server, endpoint } = await endpointThatSays({ status: 401 });
    await expect(endpoint.post('/embeddings', {}, patience)).rejects.toMatchObject({
      code: 'endpoint-failed',
      message: expect.stringContaining('401'),
      remedy: expect.stringContaining('key'),
    });
    expect(server.seen).toHaveLength(1);
  });

  test('a server that says nothing is given up after a while', async () => {
    const { endpoint } = await endpointThatSays(null, null);
    await expect(endpoint.post('/embeddings', {}, { tries: 2, timeoutMs: 50 })).rejects.toMatchObject({
      code: 'endpoint-failed',
      message: expect.stringContaining('does not answer'),
    });
  });

  test('closing it gives up what is under way, and what waits for another try', async () => {
    const { endpoint } = await endpointThatSays(null);
    const silent = endpoint.post('/embeddings', {}, patience);
    const waiting = await endpointThatSays({ status: 429, headers: { 'retry-after': '3600' } });
    const patient = waiting.endpoint.post('/embeddings', {}, patience);
    await expect.poll(() => waiting.server.seen.length).toBe(1);
    endpoint.close();
    waiting.endpoint.close();
    await expect(silent).rejects.toMatchObject({ code: 'cancelled' });
    await expect(patient).rejects.toMatchObject({ code: 'cancelled' });
  });

  test('an error says nothing of what was sent or answered', async () => {
    const { endpoint } = await endpointThatSays({ status: 400, body: 'you said: stored words' });
    const error = await endpoint.post('/embeddings', { input: 'stored words' }, patience).catch((it: unknown) => it);
    expect(isRefusal(error)).toBe(true);
    expect(JSON.stringify(error) + String(error)).not.toContain('stored words');
  });

  test.each([
    ['no such variable', { apiKeyEnv: 'NONE' }, /apiKeyEnv/],
    ['a key with a line break', { apiKeyEnv: 'BROKEN' }, /strange character/],
    ['an empty file', { apiKeyFile: 'empty' }, /is empty/],
    ['a file that others can read', { apiKeyFile: 'open' }, /others can read/],
    ['no such file', { apiKeyFile: 'none' }, /cannot be read/],
  ])('%s is no key', (_, key, reason) => {
    const dir = temporaryDirectory();
    writeFileSync(join(dir, 'empty'), '', { mode: 0o600 });
    writeFileSync(join(dir, 'open'), 'sk-very-secret');
    chmodSync(join(dir, 'open'), 0o640);
    const env = { BROKEN: 'sk-very\nsecret' };
    const open = () => openEndpoint({ baseUrl: 'https://example.org', ...key }, { ...parts, dir, env });
    expect(open).toThrowError(
      expect.objectContaining({ code: 'invalid-params', message: expect.stringMatching(reason) }),
    );
    expect(open).not.toThrowError(/sk-very/);
  });
});

describe('openHttpEmbedder', () => {
  test('vectors have length one and stand in the order of the texts, whatever order they come in', async () => {
    const server = await startModelServer(8);
    const embedder = await openHttpEmbedder(openEndpoint(server, parts), 'stand-in');
    const texts = Array.from({ length: 100 }, (_, n) => `text ${n}`);
    const vectors = await embedder.embed(texts, 'passage');
    const [alone] = await embedder.embed(['text 70'], 'query');
    expect(vectors).toHaveLength(100);
    expect(vectors[70]).toEqual(alone);
    expect(Math.hypot(...(vectors[3] ?? []))).toBeCloseTo(1, 5);
    expect(embedder).toMatchObject({ id: 'openai:stand-in@8', dimensions: 8, remote: true });
  });

  test.each([
    ['too few', [{ index: 0, embedding: [1] }]],
    ['one twice', [0, 0].map((index) => ({ index, embedding: [1] }))],
    ['one of no place', [0, -1].map((index) => ({ index, embedding: [1] }))],
    ['one too far', [0, 2].map((index) => ({ index, embedding: [1] }))],
  ])('%s of the vectors is refused', async (_, data) => {
    const server = await startModelServer(1);
    const embedder = await openHttpEmbedder(openEndpoint(server, parts), 'stand-in');
    server.embeddings = () => ({ json: { data } });
    await expect(embedder.embed(['a', 'b'], 'passage')).rejects.toMatchObject({ code: 'endpoint-failed' });
  });
});
