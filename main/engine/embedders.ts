import { readdirSync } from 'node:fs';
import { PiperError } from '../base/errors.ts';
import type { Config, EmbedderSettings } from '../store/config.ts';
import type { Embedder } from '../store/embedder.ts';
import { openEndpoint } from '../store/endpoint.ts';
import { openHttpEmbedder } from '../store/httpEmbedder.ts';
import { resourcePath } from '../store/resources.ts';
import type { EmbedderFunctions, EmbedderThreadData } from '../threads/embedder.ts';
import { startThread, type Thread } from '../threads/thread.ts';

/** One embedder twice: a question never waits behind an import's batch. */
export interface EmbedderPair {
  readonly questions: Embedder;
  readonly bulk: Pick<Embedder, 'embed'>;
}

/** Where vectors come from, before it is known whether it works. */
export interface EmbedderSource {
  open(): Promise<EmbedderPair>;
  /** Whether opening it again may succeed where it failed: a server may come back. */
  readonly mayReturn: boolean;
  /** Gives up what can be given up. */
  cancel(): void;
  /** Ends it, once nobody asks any more. */
  stop(): Promise<void>;
}

/** Null where vectors are turned off. Throws PiperError `model-missing` or `invalid-params`. */
export function embedderSource({ embedder }: Config, dir: string): EmbedderSource | null {
  if (embedder === 'off') return null;
  if (embedder === 'on') return bundledSource(findModel());
  if ('bad' in embedder) {
    const remedy = 'Correct config.json and start the daemon again. Search by words works meanwhile.';
    throw new PiperError('invalid-params', `The embedder in config.json cannot be used: ${embedder.bad}.`, remedy);
  }
  return endpointSource(embedder, dir);
}

/** The folder of the model that ships with the program. Throws PiperError `model-missing`. */
function findModel(): string {
  try {
    const [name] = readdirSync(resourcePath('models')).filter((entry) => !entry.startsWith('.'));
    if (name !== undefined) return resourcePath('models', name);
  } catch (cause) {
    throw modelMissing(cause);
  }
  throw modelMissing();
}

function bundledSource(modelDir: string): EmbedderSource {
  const questions = embedderThread(modelDir, 1);
  const bulk = embedderThread(modelDir, 1);
  return {
    async open() {
      const { id, dimensions } = await questions.remote.info();
      return { questions: { id, dimensions, ...calls(questions) }, bulk: calls(bulk) };
    },
    mayReturn: false,
    cancel() {},
    async stop() {
      await Promise.all([questions, bulk].map(stopEmbedder));
    },
  };
}

/** HTTP waits by itself: it needs no thread. */
function endpointSource(settings: EmbedderSettings, dir: string): EmbedderSource {
  const endpoint = openEndpoint(settings, { place: 'embedder', dir, env: process.env });
  return {
    async open() {
      const embedder = await openHttpEmbedder(endpoint, settings.model);
      return { questions: embedder, bulk: embedder };
    },
    mayReturn: true,
    cancel: () => endpoint.close(),
    stop: async () => endpoint.close(),
  };
}

function embedderThread(modelDir: string, threads: number): Thread<EmbedderFunctions> {
  return startThread<EmbedderFunctions>('embedder', { modelDir, threads } satisfies EmbedderThreadData);
}

function calls({ remote }: Thread<EmbedderFunctions>): Pick<Embedder, 'embed' | 'close'> {
  return { embed: (texts, as) => remote.embed(texts, as), close: () => remote.close() };
}

/** ONNX must not lose its thread under its hands: whatever it is at, the loading too, comes to its end first. */
async function stopEmbedder({ remote, stop }: Thread<EmbedderFunctions>): Promise<void> {
  await remote.close().catch(() => {});
  await stop();
}

function modelMissing(cause?: unknown): PiperError {
  return new PiperError(
    'model-missing',
    'The embedding model is missing, so recall cannot look; search by words works.',
    'Install Piper Memory again, or restore the folder resources/models.',
    { cause },
  );
}
