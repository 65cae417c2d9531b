import { PiperError } from '../../main/base/errors.ts';
import type { SocketClient } from '../../main/hosts/socketClient.ts';
import type { Memory, Write } from './load.ts';

/** Long enough for the largest store of a campaign on a slow machine. */
const patience = { deadlineMs: 600_000 };

export interface Kept {
  readonly events: number;
  readonly items: number;
}

/**
 * What must hold after every restart: each acknowledged write is there, word for word, as the very event that was
 * promised; one that nobody acknowledged is there whole or not at all; the imports have at least what they said they
 * had; the chain verifies; and the projections equal a rebuild. Throws with the first promise that was broken.
 *
 * @param writes those to look up, one by one
 */
export async function checkPromises(client: SocketClient, memory: Memory, writes: readonly Write[]): Promise<Kept> {
  for (let at = 0; at < writes.length; at += 16) {
    await Promise.all(writes.slice(at, at + 16).map((write) => checkWrite(client, write)));
  }
  const { namespaces } = await client.call('namespaces.list', {});
  for (const [namespace, imported] of memory.imported) {
    const items = namespaces.find((each) => each.namespace === namespace)?.items ?? 0;
    if (items < imported) throw new Error(`the import had said ${imported} objects; ${items} are in ${namespace}`);
  }
  const report = await client.call('ledger.verify', {}, patience);
  if (!report.ok) throw new Error(`the chain breaks at event ${report.break?.seq}: ${report.break?.reason}`);
  const rebuilt = await client.call('admin.rebuild', { waitForVectors: false }, patience);
  if (!rebuilt.same) {
    throw new Error(`the projections differ from a rebuild: ${rebuilt.digestBefore} became ${rebuilt.digestAfter}`);
  }
  return { events: report.events, items: rebuilt.items };
}

async function checkWrite(client: SocketClient, write: Write): Promise<void> {
  const item = await client.call('memory.get', { itemId: write.id }).catch((error: unknown) => {
    if (error instanceof PiperError && error.code === 'not-found') return null;
    throw error;
  });
  if (item === null) {
    if (write.seq === null) return;
    throw new Error(`the acknowledged write ${write.id} (event ${write.seq}) is gone`);
  }
  if (item.text !== write.text) throw new Error(`the text of ${write.id} is not what was written`);
  if (write.seq !== null && (item.event.seq !== write.seq || item.event.eventId !== write.eventId)) {
    throw new Error(`${write.id} was promised as event ${write.seq} and is event ${item.event.seq}`);
  }
}
