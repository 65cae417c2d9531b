import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../main/base/clock.ts';
import type { TakenOut } from '../../main/contract/bench.ts';
import { type MethodInput, methods } from '../../main/contract/methods.ts';
import { openBenchStore, tracesFile } from '../../main/engine/benchStore.ts';
import { dataPaths } from '../../main/store/paths.ts';
import { resourcePath } from '../../main/store/resources.ts';
import { temporaryDir } from './hostFixtures.ts';

const corpus = [
  { id: 'cracked', text: 'Kilnorth cracked in January.', occurredAt: '2026-01-01T09:00:00Z' },
  { id: 'painted', text: 'The shed was painted green.', occurredAt: '2026-01-02T09:00:00Z' },
  {
    id: 'alias',
    edge: { from: 'Brick Oven', relation: 'alias_of', to: 'Kilnorth' },
    occurredAt: '2026-01-03T09:00:00Z',
  },
];

/** The policy of the program, with other names of things switched on. */
function wideningPolicy(file: string): string {
  const { calibration: _, ...policy } = JSON.parse(readFileSync(resourcePath('router', 'policy-v1.json'), 'utf8'));
  writeFileSync(file, JSON.stringify({ ...policy, expansion: { entity: { on: true, from: 'a test' } } }));
  return file;
}

test('a text under another name of what is asked about is found, packet and status say why, and an ablation takes it out', async () => {
  const dir = temporaryDir();
  writeFileSync(join(dir, 'config.json'), JSON.stringify({ embedder: 'off' }));
  writeFileSync(join(dir, 'corpus.pmem.jsonl'), corpus.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const store = await openBenchStore({
    ...{ paths: dataPaths(dir), runFolder: join(dir, 'run'), clock: systemClock },
    policy: wideningPolicy(join(dir, 'policy.json')),
  });
  onTestFinished(() => store.close());
  const { signal } = new AbortController();
  await store.load(join(dir, 'corpus.pmem.jsonl'), () => {}, signal);
  const input: MethodInput<'retrieve'> = { query: 'notes: Brick Oven, cracks' };
  const ask = (without: readonly TakenOut[]) =>
    store.retrieve({ kind: 'routed', engine: { without, fusion: true } }, methods.retrieve.params.parse(input), signal);
  const widened = await ask([]);
  const bare = await ask(['expand-entity']);
  const found = widened.results.find(({ itemId }) => itemId === 'cracked');
  expect(found?.because).toContainEqual(
    expect.objectContaining({ path: 'search', matched: expect.arrayContaining(['kilnorth']) }),
  );
  expect(widened.expansions).toMatchObject([{ kind: 'entity', added: 1 }]);
  expect(bare).not.toHaveProperty('expansions');
  expect(JSON.stringify(bare.results)).not.toContain('"kilnorth"');
  const traces = new DatabaseSync(tracesFile(join(dir, 'run')), { readOnly: true });
  expect(traces.prepare("SELECT n FROM counters WHERE name = 'expansions.entity'").get()).toEqual({ n: 1 });
  traces.close();
});
