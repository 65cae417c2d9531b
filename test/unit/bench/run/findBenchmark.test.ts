import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sha256 } from '../../../../main/base/hash.ts';
import { findBenchmark, listFrozen } from '../../../../main/bench/run/findBenchmark.ts';
import { folderOf, temporaryDirectory } from '../../../support/temporary.ts';
import { benchmarkFiles, tinyBenchmark, tinyObjects, tinyProbes } from '../../../support/tinyBenchmark.ts';

/** The tiny benchmark as if it were R4: its last object is among the distractors of the standard size. */
function frozen(): string {
  const corpusOf = (objects: readonly unknown[]) => benchmarkFiles(objects)['corpus.pmem.jsonl'] ?? '';
  const files = {
    'corpus.small.pmem.jsonl': corpusOf(tinyObjects),
    'more.standard.pmem.jsonl': corpusOf([{ id: 'far', text: 'Something far away.' }]),
    'more.stress.pmem.jsonl': corpusOf([{ id: 'farther', text: 'Something farther away.' }]),
    'probes.jsonl': benchmarkFiles()['probes.jsonl'] ?? '',
  };
  const sums = Object.fromEntries(Object.entries(files).map(([name, text]) => [name, sha256(text)]));
  return folderOf({ ...files, 'about.json': JSON.stringify({ name: 'R4-Bench', sha256: sums }) });
}

test('a larger R4 is the smaller one with more objects, and the same probes', async () => {
  const folder = frozen();
  const sizes = await Promise.all(
    ['r4-small', 'r4-standard', 'r4-stress'].map((benchmark) => findBenchmark({ benchmark }, folder)),
  );
  expect(sizes.map(({ name, objects, probes }) => [name, objects.length, probes.length])).toEqual([
    ['r4-small', tinyObjects.length, tinyProbes.length],
    ['r4-standard', tinyObjects.length + 1, tinyProbes.length],
    ['r4-stress', tinyObjects.length + 2, tinyProbes.length],
  ]);
  expect(listFrozen(folder).map(({ id, objects, probes }) => [id, objects, probes])).toEqual(
    sizes.map(({ name, objects, probes }) => [name, objects.length, probes.length]),
  );
  expect(listFrozen(temporaryDirectory())).toEqual([]);
});

test('a frozen file that was changed is refused, where it takes part', async () => {
  const folder = frozen();
  appendFileSync(join(folder, 'more.standard.pmem.jsonl'), '{"id": "new", "text": "new"}\n');
  await findBenchmark({ benchmark: 'r4-small' }, folder);
  await expect(findBenchmark({ benchmark: 'r4-standard' }, folder)).rejects.toMatchObject({
    code: 'bad-benchmark',
    message: 'more.standard.pmem.jsonl is not as it was frozen.',
  });
});

test('only R4 is made from a seed', async () => {
  await expect(findBenchmark({ benchmark: tinyBenchmark(), seed: 2 }, frozen())).rejects.toMatchObject({
    code: 'invalid-params',
  });
});
