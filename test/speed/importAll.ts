import { setTimeout as sleep } from 'node:timers/promises';
import type { SocketClient } from '../../main/hosts/socketClient.ts';

/** Imports a file and returns when all of it is durable and found by its words; throws unless `count` objects went in. */
export async function importAll(client: SocketClient, file: string, count: number): Promise<void> {
  const { importId } = await client.call('import.start', { paths: [file] });
  for (;;) {
    const [status] = (await client.call('import.status', { importId })).imports;
    if (status?.state === 'failed') throw new Error(status.error?.message);
    if (status?.state === 'finished' && status.written === count) return;
    if (status?.state === 'finished') throw new Error(`only ${status.written} of ${count} went in`);
    await sleep(20);
  }
}
