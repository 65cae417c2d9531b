import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { fixedClock } from '../../main/base/clock.ts';
import { uuidv7 } from '../../main/base/ids.ts';
import type { BenchStatus } from '../../main/contract/bench.ts';
import { type Daemon, startDaemon } from '../../main/daemon.ts';
import { openLedgerFile } from '../../main/ledger/open.ts';
import { folderOf, temporaryDirectory } from '../support/temporary.ts';
import { benchmarkFiles } from '../support/tinyBenchmark.ts';
import { dataDirWithoutVectors } from './cliFixtures.ts';

vi.setConfig({ testTimeout: 300_000 });

/** Words of one item alone. */
const secret = 'Zq7-unrepeatable';

async function daemonOver(dir: string): Promise<Daemon> {
  const daemon = await startDaemon({ dir });
  onTestFinished(() => daemon.close());
  return daemon;
}

/** Tells of a fact and of what superseded it; the event of the first. */
async function tell({ caller }: Daemon): Promise<string> {
  const owner = (id: string, object: string, month: number) => ({
    id,
    text: `The owner of the harbour crane is ${object}.`,
    fact: { subject: 'harbour crane', predicate: 'owner', object, validFrom: `2026-0${month}-01T00:00:00Z` },
  });
  const { eventId } = await caller.call('memory.write', owner('first', `${secret} Falk`, 1));
  await caller.call('memory.write', owner('second', 'Tomas Berg', 4));
  return eventId;
}

/** How a run over a folder ended. */
async function runOver({ caller }: Daemon, benchmark: string): Promise<BenchStatus> {
  const { runId } = await caller.call('bench.run', { benchmark, oracle: false });
  for (;;) {
    const { runs } = await caller.call('bench.status', {});
    const status = runs.find((one) => one.runId === runId);
    if (status !== undefined && status.state !== 'running') return status;
    await pause(20);
  }
}

/** Erases an item from the ledger of a data directory that nobody serves. */
async function erase(dir: string, eventId: string, itemId: string): Promise<void> {
  const clock = fixedClock(Date.now());
  const { ledger, close } = openLedgerFile(join(dir, 'ledger.db'), { clock, ids: uuidv7(clock) });
  ledger.erase(eventId, {
    namespace: 'default',
    actor: 'operator',
    sourceType: 'operator',
    privacyClass: 'internal',
    retentionClass: 'keep',
    eventType: 'tombstone',
    payload: { eventId, itemIds: [itemId], reason: 'asked for' },
  });
  close();
}

function filesWithSecret(dir: string): string[] {
  return readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(dir, name)).isFile())
    .filter((name) => readFileSync(join(dir, name)).includes(secret));
}

test('what is erased leaves canaries, their runs and the traces of these with the next start', async () => {
  const dir = dataDirWithoutVectors();
  const first = await daemonOver(dir);
  const eventId = await tell(first);
  mkdirSync(join(dir, 'bench'));
  const inside = join(dir, 'bench', 'canary');
  const outside = join(temporaryDirectory(), 'canary');
  for (const destination of [inside, outside]) await first.caller.call('bench.canary', { destination });
  const own = folderOf(benchmarkFiles());
  const kept = await runOver(first, own);
  expect(await runOver(first, `${inside}/`)).toMatchObject({ state: 'finished' });
  writeFileSync(join(outside, 'mine.txt'), 'mine');
  await first.close();
  expect(filesWithSecret(join(dir, 'bench')).join(' ')).toMatch(/corpus[\s\S]*traces/);

  await erase(dir, eventId, 'first');
  const second = await daemonOver(dir);
  const { runs } = await second.caller.call('bench.list', {});
  expect(runs.map(({ runId }) => runId)).toEqual([kept.runId]);
  expect([existsSync(inside), existsSync(join(dir, 'bench', 'embeddings.db'))]).toEqual([false, false]);
  expect(readdirSync(outside)).toEqual(['mine.txt']);
  await second.close();
  expect(filesWithSecret(dir)).toEqual([]);
});

test('a canary that is younger than the last erasure stays, and so does what has taken the place of one', async () => {
  const dir = dataDirWithoutVectors();
  const first = await daemonOver(dir);
  await tell(first);
  const { eventId } = await first.caller.call('memory.write', { id: 'other', text: 'Nothing of note.' });
  const replaced = join(temporaryDirectory(), 'canary');
  await first.caller.call('bench.canary', { destination: replaced });
  await first.close();
  for (const [name, text] of Object.entries(benchmarkFiles())) writeFileSync(join(replaced, name), text);
  await erase(dir, eventId, 'other');

  const second = await daemonOver(dir);
  expect(readdirSync(replaced)).toHaveLength(3);
  const younger = join(temporaryDirectory(), 'canary');
  await second.caller.call('bench.canary', { destination: younger });
  await second.close();
  await daemonOver(dir);
  expect(readdirSync(younger)).toHaveLength(3);
});
