import { closeSync, openSync, readFileSync, statSync, writeFileSync, writeSync } from 'node:fs';
import BetterSqlite3 from 'better-sqlite3';
import { onTestFinished } from 'vitest';
import type { ImportStatus } from '../../main/contract/imports.ts';
import type { MethodInput } from '../../main/contract/methods.ts';
import { startDaemon } from '../../main/daemon.ts';
import { connect, type SocketClient } from '../../main/hosts/socketClient.ts';
import { type DataPaths, dataPaths } from '../../main/store/paths.ts';
import { readToken } from '../../main/store/tokens.ts';
import { startDaemon as startProcess } from '../crash/daemonProcess.ts';
import { temporaryDirectory } from '../support/temporary.ts';

/** A data directory and, one after another, the daemons that serve it. */
export interface Home {
  readonly dir: string;
  readonly paths: DataPaths;
  /** Starts a daemon and resolves with an operator's connection to its socket. */
  start(): Promise<SocketClient>;
  /** Asks the daemon to stop, and resolves when it is gone. */
  stop(client: SocketClient): Promise<void>;
  /** kill -9, where the daemon has a process of its own. */
  kill(): Promise<void>;
}

export interface HomeOptions {
  /** Off unless the test is about vectors: the model takes a second to load. */
  readonly embedder?: 'on' | 'off';
  /**
   * The command of a daemon in a process of its own. Needed by tests that kill it or touch its files while they are open:
   * POSIX takes a process's locks away when any part of it closes the file. Without it the daemon runs in this process,
   * which starts in half the time.
   */
  readonly command?: readonly string[];
  readonly dir?: string;
}

interface Serving {
  operator(): Promise<SocketClient>;
  readonly ended: Promise<unknown>;
  kill(): Promise<unknown>;
}

export function openHome({ embedder = 'off', command, dir = temporaryDirectory() }: HomeOptions = {}): Home {
  const paths = dataPaths(dir);
  writeFileSync(paths.config, JSON.stringify({ embedder }));
  let serving: Serving | null = null;
  onTestFinished(async () => {
    await serving?.kill();
  });
  return {
    dir,
    paths,
    async start() {
      serving = command === undefined ? await serveHere(dir) : serveApart(dir, command);
      return serving.operator();
    },
    async stop(client) {
      await client.call('admin.shutdown', {});
      client.close();
      await serving?.ended;
    },
    async kill() {
      await serving?.kill();
    },
  };
}

async function serveHere(dir: string): Promise<Serving> {
  const daemon = await startDaemon({ dir });
  const token = () => readToken(daemon.paths.operatorToken) ?? '';
  return {
    operator: () => connect(daemon.paths.socket, { token: token() }),
    ended: daemon.closed,
    kill: () => daemon.close(),
  };
}

function serveApart(dir: string, command: readonly string[]): Serving {
  const daemon = startProcess(dir, command);
  const ended = daemon.exited.then((code) => {
    // null after kill -9
    if (code) throw new Error(`the daemon ended with code ${code}`);
  });
  // Whoever waits for the end hears of it; nobody has to.
  ended.catch(() => {});
  return { operator: daemon.operator, ended, kill: daemon.kill };
}

/** Worded so that no rule reads a statement in them: the tests count events. */
export const facts = [
  { id: 'gateway', text: 'Since the rollback, 300 seconds of gateway timeout for everybody.' },
  { id: 'owner', text: 'Anna keeps an eye on the ingest service and its on-call rota.' },
  { id: 'cache', text: 'The cache index was moved to the second disk in March.' },
] as const;

/** Writes the facts, and enough besides that the files have a middle to be damaged. */
export async function writeFacts(client: SocketClient, besides = 0): Promise<void> {
  for (const fact of facts) await client.call('memory.write', fact);
  for (let n = 0; n < besides; n += 50) {
    await Promise.all(
      Array.from({ length: Math.min(50, besides - n) }, (_, m) =>
        client.call('memory.write', { id: `besides-${n + m}`, text: `Note ${n + m} about ${'weather '.repeat(20)}` }),
      ),
    );
  }
}

export function ask(client: SocketClient, query: string, more: Partial<MethodInput<'retrieve'>> = {}) {
  return client.call('retrieve', { query, paths: ['search'], ...more });
}

/** The ids found for the three questions that the facts answer. */
export async function askFacts(client: SocketClient): Promise<(string | undefined)[]> {
  const packets = await Promise.all(
    ['gateway timeout', 'who owns the ingest service', 'cache index second disk'].map((query) => ask(client, query)),
  );
  return packets.map(({ results }) => results[0]?.itemId);
}

export const factIds = facts.map(({ id }) => id);

export async function warningCodes(client: SocketClient): Promise<string[]> {
  return (await client.call('status', {})).warnings.map(({ code }) => code);
}

/** Overwrites bytes with a pattern that is valid nowhere. `from` may be a share of the file's length. */
export function overwrite(file: string, from: number, length: number): void {
  const at = from < 1 ? Math.floor(statSync(file).size * from) : from;
  const handle = openSync(file, 'r+');
  try {
    writeSync(handle, Buffer.alloc(length, 0xa5), 0, length, at);
  } finally {
    closeSync(handle);
  }
}

/** Changes a SQLite file behind the daemon's back, past the triggers that guard it. */
export function tamper(file: string, change: (db: BetterSqlite3.Database) => void): void {
  const db = new BetterSqlite3(file);
  try {
    const triggers = db.prepare(`SELECT name FROM sqlite_master WHERE type = 'trigger'`).pluck().all() as string[];
    for (const name of triggers) db.exec(`DROP TRIGGER "${name}"`);
    change(db);
  } finally {
    db.close();
  }
}

/** Another letter in the middle of one event's text: the JSON stays whole. */
export function flipPayload(ledger: string, seq: number): void {
  tamper(ledger, (db) => {
    db.prepare(`UPDATE memory_payloads SET body = replace(body, 'Note', 'Nose') WHERE seq = ?`).run(seq);
  });
}

export async function importEnded(client: SocketClient, importId: string): Promise<ImportStatus> {
  for (;;) {
    const { imports } = await client.call('import.status', { importId });
    const [status] = imports;
    if (status !== undefined && status.state !== 'running') return status;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Imports to the end. */
export async function importAll(client: SocketClient, params: MethodInput<'import.start'>): Promise<ImportStatus> {
  const { importId } = await client.call('import.start', params);
  return importEnded(client, importId);
}

export async function ledgerEvents(client: SocketClient): Promise<number> {
  return (await client.call('status', {})).ledger.events;
}

/** Lines of the exchange format, `<prefix>-1` and so on. */
export function exchangeLines(prefix: string, count: number): string[] {
  return Array.from({ length: count }, (_, n) =>
    JSON.stringify({ id: `${prefix}-${n + 1}`, text: `Line ${n + 1} of ${prefix} says something about weather.` }),
  );
}

export function bytesOf(file: string): Buffer {
  return readFileSync(file);
}
