import { type InferenceSession, loadOnnx, type Onnx, type Tensor } from '../../native/onnx.ts';
import { PiperError } from '../base/errors.ts';
import type { Embedder } from './embedder.ts';
import { readModel } from './modelFiles.ts';
import { openTokenizer, type TokenIds } from './tokenIds.ts';

/** What is done to a text besides what the model's own files say: a change of it makes another embedder. */
const recipe = 1;

/**
 * Opens a sentence model in ONNX form. `modelDir` holds `model.json` (settings and checksums), `model.onnx` and
 * `tokenizer.json`; they are checked once, here. Vectors have unit length.
 *
 * Texts are run one by one: padding to the longest of a batch costs a processor as much as it saves, and a quantised
 * model scales its numbers by the whole batch, so that a text's vector would depend on its company.
 *
 * Throws PiperError `model-missing` (a file is missing, damaged or not what `model.json` says) or `io` (no runtime).
 *
 * @param options `threads`: how many cores one text may use
 */
export async function openOnnxEmbedder(modelDir: string, options: { readonly threads: number }): Promise<Embedder> {
  const { settings, onnx: graph, tokenizer, checksum } = readModel(modelDir);
  const onnx = await loadOnnx();
  const tokenise = openTokenizer(tokenizer, settings.maxTokens);
  const session = await openSession(onnx, graph, options.threads);
  const pool = settings.pooling === 'cls' ? firstToken : sumOfTokens;

  async function vectorOf(text: string): Promise<Float32Array> {
    const outputs = await session.run(feedsOf(onnx, session, tokenise(text)));
    return unitLength(pool(tokenStates(session, outputs), settings.dimensions));
  }

  return {
    id: `${settings.id}-${checksum.slice(0, 8)}-r${recipe}`,
    dimensions: settings.dimensions,
    async embed(texts, as) {
      const prefix = as === 'query' ? settings.queryPrefix : settings.passagePrefix;
      const vectors: Float32Array[] = [];
      for (const text of texts) vectors.push(await vectorOf(prefix + text));
      return vectors;
    },
    close: () => session.release(),
  };
}

async function openSession(onnx: Onnx, graph: Uint8Array, threads: number): Promise<InferenceSession> {
  try {
    return await onnx.InferenceSession.create(graph, {
      intraOpNumThreads: threads,
      interOpNumThreads: 1,
      graphOptimizationLevel: 'all',
      // The arena would keep the longest text's memory for good, and is no faster.
      enableCpuMemArena: false,
      logSeverityLevel: 3,
    });
  } catch (cause) {
    throw new PiperError(
      'io',
      'The embedding model cannot be run on this machine.',
      'Free some memory and start the daemon again. Search by words works meanwhile.',
      { cause },
    );
  }
}

/** The inputs of BERT-like models for one text; a model that does not know one of them is not given it. */
function feedsOf(onnx: Onnx, session: InferenceSession, ids: TokenIds): Record<string, Tensor> {
  const values: Record<string, BigInt64Array> = {
    input_ids: BigInt64Array.from(ids, BigInt),
    attention_mask: new BigInt64Array(ids.length).fill(1n),
    token_type_ids: new BigInt64Array(ids.length),
  };
  const known = Object.entries(values).filter(([name]) => session.inputNames.includes(name));
  return Object.fromEntries(known.map(([name, data]) => [name, new onnx.Tensor('int64', data, [1, ids.length])]));
}

/** Tokens × dimensions, row by row. */
function tokenStates(session: InferenceSession, outputs: InferenceSession.OnnxValueMapType): Float32Array {
  const name = session.outputNames.includes('last_hidden_state') ? 'last_hidden_state' : session.outputNames[0];
  const data = name === undefined ? undefined : outputs[name]?.data;
  if (!(data instanceof Float32Array)) throw new Error('The model gave no token states of 32-bit floats.');
  return data;
}

/** Mean pooling, but for the division, which scaling to unit length undoes. */
function sumOfTokens(states: Float32Array, dimensions: number): Float32Array {
  const sum = new Float32Array(dimensions);
  for (const [at, value] of states.entries()) sum[at % dimensions] = (sum[at % dimensions] ?? 0) + value;
  return sum;
}

function firstToken(states: Float32Array, dimensions: number): Float32Array {
  return states.slice(0, dimensions);
}

function unitLength(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  return length === 0 ? vector : vector.map((value) => value / length);
}
