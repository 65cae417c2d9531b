import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { SocketClient } from '../../main/hosts/socketClient.ts';
import { dataPaths } from '../../main/store/paths.ts';
import { type DaemonProcess, daemonCommand, startDaemon } from './daemonProcess.ts';
import { importUntilDeath, type Memory, rebuildUntilDeath, send, writeImportFile, writeUntilDeath } from './load.ts';
import { checkPromises } from './promises.ts';
import { type Random, seededRandom } from './random.ts';

export interface CampaignOptions {
  readonly rounds: number;
  readonly seed: number;
  /** Objects in the file that each round imports. */
  readonly objects?: number;
  /** Rounds after which a new data directory is taken, so that rebuilds stay short. */
  readonly roundsPerStore?: number;
  readonly command?: readonly string[];
  readonly say?: (line: string) => void;
}

export interface CampaignReport {
  readonly kills: number;
  readonly acknowledged: number;
  /** Writes that were under way when the daemon died: there whole, or not there. */
  readonly unanswered: number;
  /** Objects of the killed imports, all in once they were started again. */
  readonly imported: number;
}

/**
 * Kills a real daemon with `kill -9` at random moments of writes and imports, starts it again on the same directory
 * and checks every promise it had made. The first broken one throws, and the directory is kept.
 */
export async function runCampaign(options: CampaignOptions): Promise<CampaignReport> {
  const { rounds, seed, roundsPerStore = 10, say = () => {} } = options;
  const report = { kills: 0, acknowledged: 0, unanswered: 0, imported: 0 };
  for (let first = 1; first <= rounds; first += roundsPerStore) {
    const dir = mkdtempSync(join(tmpdir(), 'piper-crash-'));
    const last = Math.min(rounds, first + roundsPerStore - 1);
    try {
      const told = await runStore({ ...options, say }, dir, first, last);
      for (const key of Object.keys(report) as (keyof CampaignReport)[]) report[key] += told[key];
    } catch (error) {
      throw new Error(`seed ${seed}, rounds ${first}–${last}: a promise was broken; the directory ${dir} is kept`, {
        cause: error,
      });
    }
    rmSync(dir, { recursive: true, force: true });
  }
  return report;
}

type StoreOptions = CampaignOptions & { readonly say: (line: string) => void };

/** The rounds of one data directory: each begins with the daemon that the checks of the one before were asked of. */
async function runStore(options: StoreOptions, dir: string, first: number, last: number): Promise<CampaignReport> {
  const { seed, objects = 2000, command = daemonCommand, say } = options;
  const files = mkdtempSync(join(tmpdir(), 'piper-crash-files-'));
  const memory: Memory = { writes: [], imported: new Map() };
  const report = { kills: 0, acknowledged: 0, unanswered: 0, imported: 0 };
  // Every other store also makes vectors, whose bookkeeping lies in the same memory.db.
  const embedder = (first - 1) % 20 === 0 ? 'on' : 'off';
  writeFileSync(dataPaths(dir).config, JSON.stringify({ embedder }));
  let daemon = startDaemon(dir, command);
  try {
    for (let round = first; round <= last; round++) {
      const random = seededRandom(seed * 100_003 + round);
      const before = memory.writes.length;
      const file = join(files, `round-${round}.pmem.jsonl`);
      writeImportFile(file, `import-${round}`, objects, random);
      const delay = await killUnderLoad(daemon, { round, file, memory, random });
      report.kills += 1;
      daemon = startDaemon(dir, command);
      while (random.between(1, 4) === 1) {
        // One start in four is killed too: recovery must survive its own interruption.
        await sleep(random.between(20, 1500));
        await daemon.kill();
        report.kills += 1;
        daemon = startDaemon(dir, command);
      }
      const client = await daemon.operator();
      const writes = memory.writes.slice(before);
      const unanswered = writes.filter((write) => write.seq === null);
      const kept = await checkPromises(client, memory, writes);
      for (const write of unanswered) {
        if (!(await send(client, write))) throw new Error('the daemon died without being killed');
      }
      client.close();
      report.unanswered += unanswered.length;
      say(
        `round ${round}: killed after ${delay} ms; ${writes.length} writes, ${unanswered.length} of them ` +
          `unanswered, ${memory.imported.get(namespaceOf(round)) ?? 0}/${objects} imported; ` +
          `${kept.events} events verify, ${kept.items} items equal a rebuild`,
      );
    }
    await finish(daemon, files, memory, { first, last, objects });
  } finally {
    await daemon.kill();
    rmSync(files, { recursive: true, force: true });
  }
  report.acknowledged = memory.writes.length;
  for (const objectsSaid of memory.imported.values()) report.imported += objectsSaid;
  return report;
}

interface Load {
  readonly round: number;
  readonly file: string;
  readonly memory: Memory;
  readonly random: Random;
}

function namespaceOf(round: number): string {
  return `import-${round}`;
}

/**
 * Four writers and an import, in one round of three a rebuild too; then, some time after they began, the end. In every
 * other round the time counts from the import's first acknowledged objects on, because an import takes a while to begin.
 * Returns the milliseconds they had.
 */
async function killUnderLoad(daemon: DaemonProcess, { round, file, memory, random }: Load): Promise<number> {
  const clients = await Promise.all(Array.from({ length: 6 }, () => daemon.operator()));
  const [importing, rebuilding, ...writing] = clients as [SocketClient, SocketClient, ...SocketClient[]];
  const delay = random.between(20, 1500);
  const loads = [
    importUntilDeath(importing, file, namespaceOf(round), memory),
    ...writing.map((client, n) =>
      writeUntilDeath(client, `write-${round}-${n + 1}`, seededRandom(random.between(0, 2 ** 31)), memory),
    ),
    ...(random.between(1, 3) === 1 ? [rebuildUntilDeath(rebuilding)] : []),
  ];
  // A load that fails by itself must not go unseen, nor unheard while we sleep.
  const ended = Promise.all(loads);
  const begun = round % 2 === 0 ? importBegun(memory, namespaceOf(round)) : Promise.resolve();
  await Promise.race([begun.then(() => sleep(delay)), ended]);
  await daemon.kill();
  await ended;
  for (const client of clients) client.close();
  return delay;
}

async function importBegun(memory: Memory, namespace: string): Promise<void> {
  for (let waits = 0; waits < 1000 && (memory.imported.get(namespace) ?? 0) === 0; waits++) await sleep(10);
}

/** At the end of a store every killed import is resumed by starting it again, and must come out whole. */
async function finish(
  daemon: DaemonProcess,
  files: string,
  memory: Memory,
  { first, last, objects }: { first: number; last: number; objects: number },
): Promise<void> {
  for (let round = first; round <= last; round++) {
    const client = await daemon.operator();
    await importUntilDeath(client, join(files, `round-${round}.pmem.jsonl`), namespaceOf(round), memory);
    client.close();
  }
  const client = await daemon.operator();
  const { namespaces } = await client.call('namespaces.list', {});
  for (let round = first; round <= last; round++) {
    const items = namespaces.find((each) => each.namespace === namespaceOf(round))?.items;
    if (items !== objects) throw new Error(`the resumed import of round ${round} has ${items} of ${objects} objects`);
  }
  await checkPromises(client, memory, memory.writes);
  await client.call('admin.shutdown', {});
  client.close();
  const code = await daemon.exited;
  if (code !== 0) throw new Error(`the daemon was asked to stop and ended with code ${code}`);
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '100' },
      seed: { type: 'string', default: '1' },
      objects: { type: 'string', default: '2000' },
    },
  });
  const { kills, acknowledged, unanswered, imported } = await runCampaign({
    rounds: Number(values.rounds),
    seed: Number(values.seed),
    objects: Number(values.objects),
    say: console.log,
  });
  console.log(
    `${kills} kills: ${acknowledged} writes and ${imported} imported objects kept, ${unanswered} unanswered ones ` +
      'whole or absent, every chain verified, every projection equal to its rebuild.',
  );
}
