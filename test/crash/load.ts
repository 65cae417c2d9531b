import { writeFileSync } from 'node:fs';
import { PiperError } from '../../main/base/errors.ts';
import type { SocketClient } from '../../main/hosts/socketClient.ts';
import type { Random } from './random.ts';

const words =
  'ledger gateway timeout rollback ingest Anna Tuesday owner follow-up cache index version v1.5.2 日本語 Über'.split(
    ' ',
  );

function sentence(random: Random): string {
  return Array.from({ length: random.between(4, 40) }, () => random.pick(words)).join(' ');
}

/** One write and what came back; `seq` is null as long as nobody has acknowledged it. */
export interface Write {
  readonly id: string;
  readonly text: string;
  seq: number | null;
  eventId: string | null;
}

/** What a client asked for and what it was promised, as it remembers it over the daemon's deaths. */
export interface Memory {
  readonly writes: Write[];
  /** Objects that an import's progress said were in, by namespace; the most that was ever said. */
  readonly imported: Map<string, number>;
}

/** Writes one after another over one connection until it breaks; each with an id and a key of its own. */
export async function writeUntilDeath(
  client: SocketClient,
  prefix: string,
  random: Random,
  memory: Memory,
): Promise<void> {
  for (let n = 1; ; n++) {
    const write: Write = { id: `${prefix}-${n}`, text: sentence(random), seq: null, eventId: null };
    memory.writes.push(write);
    if (!(await send(client, write))) return;
  }
}

/**
 * Sends one write, or repeats it.
 *
 * @returns false when the daemon died under it: then nothing is known about the write
 */
export async function send(client: SocketClient, write: Write): Promise<boolean> {
  try {
    const { id, text } = write;
    const { seq, eventId } = await client.call('memory.write', { id, text, idempotencyKey: id });
    if (write.seq !== null && write.seq !== seq) throw new Error(`${id} was event ${write.seq} and is now ${seq}`);
    Object.assign(write, { seq, eventId });
    return true;
  } catch (error) {
    if (error instanceof PiperError && error.code === 'daemon-unreachable') return false;
    throw error;
  }
}

/** A file of the exchange format with `objects` lines. */
export function writeImportFile(file: string, prefix: string, objects: number, random: Random): void {
  const lines = Array.from({ length: objects }, (_, n) =>
    JSON.stringify({
      id: `${prefix}-${n + 1}`,
      text: sentence(random),
      thread: `${prefix}-thread-${n % 7}`,
      position: n,
      occurredAt: new Date(Date.UTC(2026, 2, 3) + n * 60_000).toISOString(),
    }),
  );
  writeFileSync(file, `${lines.join('\n')}\n`);
}

/** Starts an import and follows its progress until the connection breaks or it ends. */
export async function importUntilDeath(
  client: SocketClient,
  file: string,
  namespace: string,
  memory: Memory,
): Promise<void> {
  const hear = ({ written, already }: { written: number; already: number }) =>
    memory.imported.set(namespace, Math.max(memory.imported.get(namespace) ?? 0, written + already));
  client.onNotification((name, params) => {
    if (name === 'import.progress') hear(params as { written: number; already: number });
  });
  try {
    const { importId } = await client.call('import.start', { paths: [file], namespace });
    for (;;) {
      const { imports } = await client.call('import.status', { importId });
      const [status] = imports;
      if (status === undefined || status.state === 'failed') {
        throw new Error(`the import failed: ${status?.error?.message ?? 'it is unknown'}`);
      }
      hear(status);
      if (status.state !== 'running') return;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  } catch (error) {
    if (!(error instanceof PiperError) || error.code !== 'daemon-unreachable') throw error;
  }
}

/** Rebuilds the projections again and again until the connection breaks. */
export async function rebuildUntilDeath(client: SocketClient): Promise<void> {
  try {
    for (;;) await client.call('admin.rebuild', { waitForVectors: false });
  } catch (error) {
    if (!(error instanceof PiperError) || error.code !== 'daemon-unreachable') throw error;
  }
}
