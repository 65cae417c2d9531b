import { describe, expect, test } from 'vitest';
import { PiperError } from '../../../../main/base/errors.ts';
import { readFolder } from '../../../../main/bench/run/readFolder.ts';
import { folderOf } from '../../../support/temporary.ts';
import { benchmarkFiles, tinyBenchmark, tinyObjects, tinyProbes } from '../../../support/tinyBenchmark.ts';

describe('a benchmark folder', () => {
  test('is read with its name, objects and probes', () => {
    const { name, objects, probes } = readFolder(tinyBenchmark());
    expect([name, objects.length, probes.length]).toEqual(['tiny', tinyObjects.length, tinyProbes.length]);
  });

  test('without about.json is named for itself', () => {
    const { 'about.json': _, ...files } = benchmarkFiles();
    expect(
      readFolder(folderOf(Object.fromEntries(Object.entries(files).map(([k, v]) => [`mine/${k}`, v]))).concat('/mine'))
        .name,
    ).toBe('mine');
  });
});

const [object, ...objects] = tinyObjects;
const [probe, ...probes] = tinyProbes;
const without = (name: string) => {
  const files = benchmarkFiles();
  delete files[name];
  return files;
};

describe('refused is', () => {
  test.each([
    ['a folder without a corpus', without('corpus.pmem.jsonl'), 'no corpus.pmem.jsonl'],
    ['a folder without probes', without('probes.jsonl'), 'no probes.jsonl'],
    ['an empty corpus', benchmarkFiles([], tinyProbes), 'corpus is empty'],
    ['a file without a probe', benchmarkFiles(tinyObjects, []), 'no probes'],
    ['gold that is nowhere', benchmarkFiles(objects, tinyProbes), 'a1 names release-notes (gold)'],
    ['a stale id that is nowhere', benchmarkFiles(tinyObjects, [{ ...probe, stale: ['x'] }]), 'names x (stale)'],
    [
      'a negative that is nowhere',
      benchmarkFiles(tinyObjects, [{ ...probe, negatives: { graph: ['x'] } }]),
      'names x (graph)',
    ],
    [
      'gold of another namespace',
      benchmarkFiles([{ ...object, namespace: 'other' }, ...objects], tinyProbes),
      'not in the corpus of its namespace',
    ],
    ['an id that is there twice', benchmarkFiles([object, ...tinyObjects], tinyProbes), 'the id release-notes twice'],
    [
      'an object without an id',
      benchmarkFiles([{ text: 'x' }, ...tinyObjects], tinyProbes),
      'Object 1 of the corpus has no id',
    ],
    ['a probe id that is there twice', benchmarkFiles(tinyObjects, [probe, probe, ...probes]), 'bear the id a1'],
    [
      'a probe without a family',
      benchmarkFiles(tinyObjects, [probe, { ...probe, id: 'a2', family: undefined }]),
      'probes.jsonl, line 2: family',
    ],
    ['an H-probe with gold', benchmarkFiles(tinyObjects, [{ ...probe, family: 'H' }]), 'family H has gold'],
    [
      'a line that is not JSON',
      { ...benchmarkFiles(), 'probes.jsonl': `${JSON.stringify(probe)}\n{"id":\n` },
      'probes.jsonl, line 2: not complete JSON',
    ],
    [
      'an object that says nothing',
      benchmarkFiles([...tinyObjects, { id: 'empty' }], tinyProbes),
      'corpus.pmem.jsonl, line 13: text',
    ],
    ['bytes that are no text', { ...benchmarkFiles(), 'probes.jsonl': new Uint8Array([0xff, 10]) }, 'not UTF-8'],
  ])('%s', (_, files, message) => {
    const error = thrownBy(() => readFolder(folderOf(files)));
    expect(error).toBeInstanceOf(PiperError);
    expect(error).toMatchObject({ code: 'bad-benchmark', message: expect.stringContaining(message) });
  });
});

function thrownBy(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}
