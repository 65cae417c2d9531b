import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Daemon } from '../../main/daemon.ts';
import type { Embedder } from '../../main/store/embedder.ts';
import { openOnnxEmbedder } from '../../main/store/onnxEmbedder.ts';
import { resourcePath } from '../../native/resources.ts';

/** The model that the product ships, opened by itself for the plain baselines. */
export function openBundledEmbedder(): Promise<Embedder> {
  const [name] = readdirSync(resourcePath('models'));
  return openOnnxEmbedder(resourcePath('models', name ?? ''), { threads: 2 });
}

/** Imports through the public API and waits until all vectors are made. */
export async function importAndWait(daemon: Daemon, paths: readonly string[]) {
  const start = performance.now();
  const imported = await importOnly(daemon, paths);
  await vectorsMade(daemon);
  return { ...imported, vectorsMs: Math.round(performance.now() - start) };
}

/** Imports through the public API; vectors, if any are made, follow behind. */
export async function importOnly(daemon: Daemon, paths: readonly string[], namespace?: string) {
  const start = performance.now();
  const { importId } = await daemon.caller.call('import.start', { paths: [...paths], namespace });
  for (;;) {
    const [status] = (await daemon.caller.call('import.status', { importId })).imports;
    if (status && status.state !== 'running') return { ...status, ms: Math.round(performance.now() - start) };
    await sleep(20);
  }
}

export async function vectorsMade(daemon: Daemon): Promise<void> {
  while ((await daemon.caller.call('status', {})).vectors.pending > 0) await sleep(50);
}

export function quietly(json: boolean, line: string): void {
  if (!json) console.log(line);
}
