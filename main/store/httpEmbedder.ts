import { z } from 'zod';
import type { Embedder } from './embedder.ts';
import { type Endpoint, isRefusal, unexpectedAnswer } from './endpoint.ts';

const Answer = z.object({
  data: z.array(z.object({ index: z.number().int().optional(), embedding: z.array(z.number()) })),
});

/** sqlite-vec's limit. */
const mostDimensions = 8192;
/** Characters of one text that are sent: models of 8,192 tokens take as much in any script. */
const longestText = 8000;
const shortestText = 500;
const textsARequest = 64;

/**
 * A user's own embedding model behind POST {baseUrl}/embeddings. Its id is the model's name and width, whatever machine
 * serves it. A text longer than the model takes is cut until it fits.
 *
 * Asks once for a vector, to learn the width. Throws PiperError `endpoint-failed`; a later vector of another width does,
 * too.
 */
export async function openHttpEmbedder(endpoint: Endpoint, model: string): Promise<Embedder> {
  async function ask(texts: readonly string[], as: 'query' | 'passage'): Promise<Float32Array[]> {
    // Whoever asks has a deadline; bulk work has time.
    const patience = as === 'query' ? { tries: 2, timeoutMs: 10_000 } : { tries: 4, timeoutMs: 60_000 };
    const body = { model, input: texts, encoding_format: 'float' };
    const { success, data } = Answer.safeParse(await endpoint.post('/embeddings', body, patience));
    if (!success) throw unexpectedAnswer('embedder', 'its answer holds no embeddings');
    if (data.data.length !== texts.length) {
      throw unexpectedAnswer('embedder', `it gave ${data.data.length} vectors for ${texts.length} texts`);
    }
    return inOrder(data.data).map(unitLength);
  }

  async function vectorsOf(texts: readonly string[], as: 'query' | 'passage'): Promise<Float32Array[]> {
    try {
      return await ask(texts, as);
    } catch (error) {
      const [first = ''] = texts;
      if (!isRefusal(error) || (texts.length === 1 && first.length <= shortestText)) throw error;
      if (texts.length === 1) return vectorsOf([cut(first, Math.floor(first.length / 2))], as);
      const vectors: Float32Array[] = [];
      for (const text of texts) vectors.push(...(await vectorsOf([text], as)));
      return vectors;
    }
  }

  const dimensions = (await ask(['width'], 'query'))[0]?.length ?? 0;
  if (dimensions === 0 || dimensions > mostDimensions) {
    throw unexpectedAnswer(
      'embedder',
      `it gave a vector of ${dimensions} numbers (1 to ${mostDimensions} can be kept)`,
    );
  }
  return {
    id: `openai:${model}@${dimensions}`,
    dimensions,
    remote: true,
    async embed(texts, as) {
      const vectors: Float32Array[] = [];
      for (let from = 0; from < texts.length; from += textsARequest) {
        const part = texts.slice(from, from + textsARequest).map((text) => cut(text, longestText));
        vectors.push(...(await vectorsOf(part, as)));
      }
      const odd = vectors.find(({ length }) => length !== dimensions);
      if (odd === undefined) return vectors;
      throw unexpectedAnswer('embedder', `it gave a vector of ${odd.length} numbers where ${dimensions} are expected`);
    },
    close: async () => endpoint.close(),
  };
}

/** Servers may answer in any order, and then number what they give. */
function inOrder(data: z.infer<typeof Answer>['data']): number[][] {
  const vectors: number[][] = [];
  data.forEach(({ index, embedding }, place) => {
    vectors[index ?? place] = embedding;
  });
  if (vectors.length !== data.length || Object.keys(vectors).length !== data.length) {
    throw unexpectedAnswer('embedder', 'it did not number its vectors rightly');
  }
  return vectors;
}

/** Never through the middle of a character. */
function cut(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, length).replace(/[\ud800-\udbff]$/, '');
}

function unitLength(numbers: readonly number[]): Float32Array {
  const length = Math.hypot(...numbers);
  if (!Number.isFinite(length) || (length === 0 && numbers.length > 0)) {
    throw unexpectedAnswer('embedder', 'it gave a vector without a direction');
  }
  return Float32Array.from(numbers, (value) => value / length);
}
