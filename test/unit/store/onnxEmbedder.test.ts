import { cpSync, existsSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Embedder } from '../../../main/store/embedder.ts';
import { openOnnxEmbedder } from '../../../main/store/onnxEmbedder.ts';
import { resourcePath } from '../../../main/store/resources.ts';
import { temporaryDirectory } from '../../support/temporary.ts';

const models = resourcePath('models');
const [model] = existsSync(models)
  ? readdirSync(models).filter((name) => existsSync(join(models, name, 'model.onnx')))
  : [];
const modelDir = join(models, model ?? 'none');

const dot = (a: Float32Array | undefined, b: Float32Array | undefined) =>
  (a ?? new Float32Array()).reduce((sum, value, at) => sum + value * (b?.[at] ?? 0), 0);

describe.skipIf(model === undefined)('the bundled model (skipped where resources/models is empty)', () => {
  let embedder: Embedder;
  beforeAll(async () => {
    embedder = await openOnnxEmbedder(modelDir, { threads: 1 });
  });
  afterAll(() => embedder.close());

  test('its id names the model, its files and the recipe', () => {
    expect(embedder.id).toMatch(/^[\w.-]+-[0-9a-f]{8}-r\d+$/);
  });

  test('a paraphrase is nearer than something else', async () => {
    const [query] = await embedder.embed(['When did she buy a car?'], 'query');
    const [near, far] = await embedder.embed(
      ['Last May she got herself a new vehicle.', 'The soup needs more salt.'],
      'passage',
    );
    expect(dot(query, near)).toBeGreaterThan(dot(query, far));
  });

  test('a vector has unit length and depends on its text alone', async () => {
    const texts = ['one', 'a much longer text about the harbour and its boats in winter', 'three'];
    const together = await embedder.embed(texts, 'passage');
    const alone = await embedder.embed(texts.slice(1, 2), 'passage');
    for (const vector of together) expect(dot(vector, vector)).toBeCloseTo(1, 5);
    expect(together[1]).toEqual(alone[0]);
    expect(together.every((vector) => vector.length === embedder.dimensions)).toBe(true);
  });

  test.each([
    ['nothing', ''],
    ['white space', ' \n\t '],
    ['an emoji family', '👨‍👩‍👧‍👦'],
    ['half a surrogate pair', 'x \ud83d y \udc00'],
    ['control characters', '\u0000\u0007\u200b\ufeff'],
    ['other scripts', '港は閉まっている العربية हिन्दी'],
    ['a megabyte of words', 'lorem ipsum dolor '.repeat(60_000)],
    ['a megabyte of white space', `${' '.repeat(1_000_000)}end`],
    ['one word of a megabyte', 'x'.repeat(1_000_000)],
  ])('%s has a vector too', async (_, text) => {
    const [vector] = await embedder.embed([text], 'passage');
    expect(dot(vector, vector)).toBeCloseTo(1, 5);
  });

  test('no texts have no vectors', async () => {
    expect(await embedder.embed([], 'passage')).toEqual([]);
  });

  test.each([
    ['a missing file', (dir: string) => rmSync(join(dir, 'tokenizer.json')), 'tokenizer.json cannot be read'],
    ['a cut file', (dir: string) => truncateSync(join(dir, 'model.onnx'), 1000), 'model.onnx is damaged'],
    ['unreadable settings', (dir: string) => writeFileSync(join(dir, 'model.json'), '{'), 'model.json cannot be'],
  ])('%s is told with a remedy', async (_, damage, message) => {
    const dir = temporaryDirectory();
    cpSync(modelDir, dir, { recursive: true });
    damage(dir);
    await expect(openOnnxEmbedder(dir, { threads: 1 })).rejects.toMatchObject({
      code: 'model-missing',
      message: expect.stringContaining(message),
      remedy: expect.stringContaining('resources/models'),
    });
  });
});

test('a model that is not there is told with a remedy', async () => {
  await expect(openOnnxEmbedder(join(temporaryDirectory(), 'gone'), { threads: 1 })).rejects.toMatchObject({
    code: 'model-missing',
    message: expect.stringContaining('gone'),
  });
});
