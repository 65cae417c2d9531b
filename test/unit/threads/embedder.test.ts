import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { resourcePath } from '../../../main/store/resources.ts';
import type { EmbedderFunctions, EmbedderThreadData } from '../../../main/threads/embedder.ts';
import { startThread } from '../../../main/threads/thread.ts';
import { temporaryDirectory } from '../../support/temporary.ts';

const models = resourcePath('models');
const [model] = existsSync(models)
  ? readdirSync(models).filter((name) => existsSync(join(models, name, 'model.onnx')))
  : [];

function start(modelDir: string) {
  const thread = startThread<EmbedderFunctions>('embedder', { modelDir, threads: 1 } satisfies EmbedderThreadData);
  onTestFinished(() => thread.stop());
  return thread.remote;
}

test.skipIf(model === undefined)(
  'embeds in a thread of its own (skipped where resources/models is empty)',
  async () => {
    const remote = start(join(models, model ?? ''));
    const { id, dimensions } = await remote.info();
    expect(id).toContain(model);
    const [one, two] = await Promise.all([remote.embed(['one', 'two'], 'passage'), remote.embed(['three'], 'query')]);
    expect([...one, ...two].map((vector) => [vector instanceof Float32Array, vector.length])).toEqual(
      Array(3).fill([true, dimensions]),
    );
    await remote.close();
  },
);

test('a missing model is an error of the calls, with its remedy, and the thread lives', async () => {
  const remote = start(join(temporaryDirectory(), 'gone'));
  const missing = { code: 'model-missing', remedy: expect.stringContaining('resources/models') };
  await expect(remote.info()).rejects.toMatchObject(missing);
  await expect(remote.embed(['one'], 'query')).rejects.toMatchObject(missing);
});
