import { workerData } from 'node:worker_threads';
import type { Embedder } from '../store/embedder.ts';
import { openOnnxEmbedder } from '../store/onnxEmbedder.ts';
import { serveThread } from './thread.ts';

/** What an embedder thread is started with. */
export interface EmbedderThreadData {
  /** The folder of the model: `resources/models/<name>`. */
  readonly modelDir: string;
  /** How many cores one call may use. */
  readonly threads: number;
}

/** What an embedder thread offers. Opening happens with the first call, and its error is that call's. */
export interface EmbedderFunctions {
  info(): Promise<{ id: string; dimensions: number }>;
  embed(texts: readonly string[], as: 'query' | 'passage'): Promise<Float32Array[]>;
  close(): Promise<void>;
}

const { modelDir, threads } = workerData as EmbedderThreadData;
const opened: Promise<Embedder> = openOnnxEmbedder(modelDir, { threads });
// Whoever calls first gets the error; until then it must not count as unhandled and end the thread.
opened.catch(() => {});

serveThread({
  async info() {
    const { id, dimensions } = await opened;
    return { id, dimensions };
  },
  async embed(texts, as) {
    return (await opened).embed(texts, as);
  },
  async close() {
    await (await opened).close();
  },
} satisfies EmbedderFunctions);
