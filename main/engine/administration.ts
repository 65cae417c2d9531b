import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, join, resolve } from 'node:path';
import type { Clock } from '../base/clock.ts';
import { PiperError } from '../base/errors.ts';
import { uuidv7 } from '../base/ids.ts';
import type { MethodResult } from '../contract/methods.ts';
import { openLedgerReader } from '../ledger/open.ts';
import { verifyBackup } from '../store/backup.ts';
import { readConfig } from '../store/config.ts';
import { makeFolder } from '../store/makeFolder.ts';
import type { DataPaths } from '../store/paths.ts';
import { guardSqlite, mapSqliteError } from '../store/sqlite.ts';
import { removeDatabase } from '../threads/memoryFile.ts';
import type { Engine } from './engine.ts';

/** Copies what cannot be made again: the ledger, the traces, the settings. */
export async function backup(
  engine: Engine,
  paths: DataPaths,
  destination: string,
): Promise<MethodResult<'admin.backup'>> {
  const folder = resolve(destination);
  guardSqlite('The folder of the backup', () => makeFolder(folder));
  if (readdirSync(folder).length > 0) {
    throw new PiperError('io', 'The folder for the backup is not empty.', 'Give a new or an empty folder.');
  }
  const job = engine.jobs.begin('backup', 'files', 'Backing up');
  try {
    const headSeq = (await engine.writer.remote.standing()).head.seq;
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

/** Verifies a backup before anything here is touched: its files by SQLite, its settings, its chain event by event. */
export function checkBackup(source: string, clock: Clock): { events: number; headSeq: number } {
  const { paths } = verifyBackup(resolve(source));
  readConfig(paths.config);
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

/** Copies a checked backup beside the files whose place it is to take: what may fail for want of space comes first. */
export function bringBackup(source: string, paths: DataPaths): void {
  const from = resolve(source);
  try {
    for (const place of restorable(paths)) {
      rmSync(`${place}.restoring`, { force: true });
      const file = join(from, basename(place));
      if (existsSync(file)) copyDurably(file, `${place}.restoring`);
    }
  } catch (error) {
    dropBackup(paths);
    throw mapSqliteError(error, 'The copy of the backup');
  }
}

/** Takes back what `bringBackup` brought. */
export function dropBackup(paths: DataPaths): void {
  for (const place of restorable(paths)) rmSync(`${place}.restoring`, { force: true });
}

/**
 * Puts what was brought in the place of a closed store. The present ledger is set aside under another name; what can be
 * made again is removed, so that it follows the restored ledger. A ledger lies in its place at every moment.
 */
export function putBackup(paths: DataPaths, now: number): string | null {
  removeDatabase(paths.memory);
  rmSync(paths.vectors, { recursive: true, force: true });
  const aside = keepAside(paths.ledger, now);
  if (existsSync(`${paths.traces}.restoring`)) removeDatabase(paths.traces);
  for (const place of restorable(paths)) {
    if (existsSync(`${place}.restoring`)) renameSync(`${place}.restoring`, place);
  }
  return aside;
}

/** What a backup may hold. */
function restorable(paths: DataPaths): string[] {
  return [paths.ledger, paths.traces, paths.config];
}

function copyDurably(file: string, copy: string): void {
  copyFileSync(file, copy);
  chmodSync(copy, 0o600);
  const handle = openSync(copy, 'r+');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Gives the present ledger a second name, under which it stays. A log beside it belongs to it and goes along. */
function keepAside(ledger: string, now: number): string | null {
  if (!existsSync(ledger)) return null;
  const aside = `${ledger}.before-${new Date(now).toISOString().replace(/[:.]/g, '-')}`;
  try {
    linkSync(ledger, aside);
  } catch {
    // A file system without second names: for a moment there is no ledger.
    renameSync(ledger, aside);
  }
  for (const end of ['-wal', '-shm']) if (existsSync(ledger + end)) renameSync(ledger + end, aside + end);
  return aside;
}
