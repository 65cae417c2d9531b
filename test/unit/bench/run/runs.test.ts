import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openRuns } from '../../../../main/bench/run/runs.ts';
import { BenchSetup } from '../../../../main/contract/bench.ts';
import { folderOf, temporaryDirectory } from '../../../support/temporary.ts';
import { resultsOf, scoredWith } from '../score/builders.ts';

const results = resultsOf(scoredWith(({ answer }) => answer));
const record = {
  runId: 'run-1',
  setup: BenchSetup.parse({ benchmark: 'r4-small' }),
  ablate: false,
  name: 'r4-small',
  corpusHash: null,
  probesHash: null,
  state: 'cancelled' as const,
  startedAt: '2026-03-01T12:00:00.000Z',
  finishedAt: null,
  total: null,
  parts: null,
  commit: null,
};

test('a baseline or run that cannot be read hides no other and is told of', () => {
  const { score: _, ...older } = results;
  const baselines = folderOf({
    'r4-small-today.json': JSON.stringify(results),
    'r4-small-older.json': JSON.stringify(older),
    'r4-small-torn.json': JSON.stringify(results).slice(0, 100),
  });
  const dir = temporaryDirectory();
  const runs = openRuns(dir, baselines);
  runs.save(record);
  runs.save({ ...record, runId: 'run-2' });
  writeFileSync(join(dir, 'run-2', 'run.json'), '{"runId": "run-2"}');
  mkdirSync(join(dir, 'never-begun'));

  const listing = runs.listing();
  expect(listing.baselines.map(({ runId, total }) => [runId, total])).toEqual([
    ['r4-small-today', results.score.total],
  ]);
  expect(listing.runs).toEqual([record]);
  expect(runs.list()).toEqual([record]);
  expect(listing.warnings.map(({ code, message }) => [code, message.split(':')[0]])).toEqual([
    ['unreadable-file', 'r4-small-older'],
    ['unreadable-file', 'r4-small-torn'],
    ['unreadable-file', 'run-2'],
  ]);
  expect(() => runs.results('r4-small-torn')).toThrow(/damaged, or was written by another version/);
  expect(readFileSync(join(baselines, 'r4-small-torn.json'), 'utf8')).toHaveLength(100);
});
