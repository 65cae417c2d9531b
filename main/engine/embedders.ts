import { readdirSync } from 'node:fs';
import { PiperError } from '../base/errors.ts';
import type { Embedder } from '../store/embedder.ts';
import { resourcePath } from '../store/resources.ts';
import type { EmbedderFunctions, EmbedderThreadData } from '../threads/embedder.ts';
import { startThread, type Thread } from '../threads/thread.ts';

/** The folder of the model that ships with the program, or null. */
export function findModel(): string | null {
  try {
    const [name] = readdirSync(resourcePath('models')).filter((entry) => !entry.startsWith('.'));
    return name === undefined ? null : resourcePath('models', name);
  } catch {
    return null;
  }
}

export function embedderThread(modelDir: string, threads: number): Thread<EmbedderFunctions> {
  return startThread<EmbedderFunctions>('embedder', { modelDir, threads } satisfies EmbedderThreadData);
}

/** ONNX must not lose its thread under its hands: whatever it is at, the loading too, comes to its end first. */
export async function stopEmbedder({ remote, stop }: Thread<EmbedderFunctions>): Promise<void> {
  await remote.close().catch(() => {});
  await stop();
}

export async function embedderOver(remote: Thread<EmbedderFunctions>['remote']): Promise<Embedder> {
  const { id, dimensions } = await remote.info();
  return { id, dimensions, embed: (texts, as) => remote.embed(texts, as), close: () => remote.close() };
}

export function modelMissing(): PiperError {
  return new PiperError(
    'model-missing',
    'The embedding model is missing, so recall cannot look; search by words works.',
    'Install Piper Memory again, or restore the folder resources/models.',
  );
}
