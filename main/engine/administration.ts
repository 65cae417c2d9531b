import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Clock } from '../base/clock.ts';
import { PiperError } from '../base/errors.ts';
import { uuidv7 } from '../base/ids.ts';
import type { MethodResult } from '../contract/methods.ts';
import { openLedgerReader } from '../ledger/open.ts';
import { verifyBackup } from '../store/backup.ts';
import type { DataPaths } from '../store/paths.ts';
import { removeDatabase } from '../threads/memoryFile.ts';
import type { RebuilderFunctions, RebuilderListener } from '../threads/rebuilder.ts';
import { startThread } from '../threads/thread.ts';
import type { Engine } from './engine.ts';

/** Makes every projection again from the ledger while asking and writing go on, then puts the new ones in place. */
export async function rebuild(
  engine: Engine,
  paths: DataPaths,
  { waitForVectors }: { readonly waitForVectors: boolean },
): Promise<MethodResult<'admin.rebuild'>> {
  const { readOnly } = engine.opening;
  if (readOnly) {
    throw new PiperError(
      'ledger-corrupt',
      `The ledger is damaged (${readOnly.reason}): a rebuild from it would lose what the projections still hold.`,
      'Bring back a backup with `piper-memory restore`.',
    );
  }
  const begun = performance.now();
  const job = engine.jobs.begin('rebuild', 'events', 'Rebuilding the projections');
  const listener: RebuilderListener = { rebuildProgress: (done, total) => job.step(done, total) };
  const thread = startThread<RebuilderFunctions>('rebuilder', { dir: paths.dir }, listener);
  try {
    const rebuilt = await thread.remote.rebuild();
    await engine.vectors.whilePaused(async () => {
      await engine.readers.whileReleased(() => engine.writer.remote.swapMemory(rebuilt.file));
      // The settled tier is a projection too: it is filled again, from the cache.
      engine.vectors.discardSettled();
    });
    const vectorsFromCache = waitForVectors ? await engine.vectors.settledDown() : engine.vectors.restored();
    job.end('finished');
    const { pending } = await engine.writer.remote.counts();
    return {
      events: rebuilt.events,
      items: rebuilt.items,
      digestBefore: rebuilt.digestBefore,
      digestAfter: rebuilt.digestAfter,
      same: rebuilt.digestBefore === rebuilt.digestAfter,
      vectorsFromCache,
      vectorsPending: pending,
      ms: Math.round(performance.now() - begun),
    };
  } catch (error) {
    job.end('failed');
    throw error;
  } finally {
    await thread.stop();
    removeDatabase(`${paths.memory}.new`);
  }
}

/** Copies what cannot be made again: the ledger, the traces, the settings. */
export async function backup(
  engine: Engine,
  paths: DataPaths,
  destination: string,
): Promise<MethodResult<'admin.backup'>> {
  const folder = resolve(destination);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (readdirSync(folder).length > 0) {
    throw new PiperError('io', 'The folder for the backup is not empty.', 'Give a new or an empty folder.');
  }
  const job = engine.jobs.begin('backup', 'files', 'Backing up');
  try {
    const headSeq = (await engine.writer.remote.head()).seq;
    await engine.writer.remote.backupLedger(join(folder, 'ledger.db'));
    await engine.traces.backup(join(folder, 'traces.db'));
    if (existsSync(paths.config)) copyFileSync(paths.config, join(folder, 'config.json'));
    const files = readdirSync(folder).sort();
    job.end('finished');
    const bytes = files.reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);
    return { destination: folder, files, bytes, headSeq };
  } catch (error) {
    job.end('failed');
    throw error;
  }
}

/** Verifies a backup before anything here is touched: its files by SQLite, its chain event by event. */
export function checkBackup(source: string, clock: Clock): { events: number; headSeq: number } {
  const { paths } = verifyBackup(resolve(source));
  const { ledger, close } = openLedgerReader(paths.ledger, { clock, ids: uuidv7(clock) });
  try {
    const report = ledger.verify();
    if (report.ok) return { events: report.events, headSeq: report.headSeq };
    throw new PiperError(
      'ledger-corrupt',
      `The backup's ledger breaks at event ${report.break?.seq}: ${report.break?.reason}.`,
      'Use another backup. Nothing here was changed.',
    );
  } finally {
    close();
  }
}

/**
 * Puts a checked backup in the place of a closed store. The present ledger is set aside under another name; what can be
 * made again is removed, so that it follows the restored ledger.
 */
export function putBackup(source: string, paths: DataPaths, now: number): string | null {
  const from = resolve(source);
  const stamp = new Date(now).toISOString().replace(/[:.]/g, '-');
  const aside = existsSync(paths.ledger) ? `${paths.ledger}.before-${stamp}` : null;
  if (aside) {
    for (const end of ['', '-wal', '-shm']) {
      if (existsSync(paths.ledger + end)) renameSync(paths.ledger + end, aside + end);
    }
  }
  copyFileSync(join(from, 'ledger.db'), paths.ledger);
  removeDatabase(paths.memory);
  rmSync(paths.vectors, { recursive: true, force: true });
  if (existsSync(join(from, 'traces.db'))) {
    removeDatabase(paths.traces);
    copyFileSync(join(from, 'traces.db'), paths.traces);
  }
  if (existsSync(join(from, 'config.json'))) copyFileSync(join(from, 'config.json'), paths.config);
  return aside;
}
