import type { Embedder } from '../../main/store/embedder.ts';

/**
 * An embedder without a model: every word has a direction of its own, drawn from its letters, and a text is the sum of
 * its words. Texts that share words are near each other, and the same text always has the same vector.
 */
export function hashEmbedder(id = 'hash-1', dimensions = 64): Embedder {
  return {
    id,
    dimensions,
    embed: async (texts) => texts.map((text) => unit(sumOfWords(text, id, dimensions))),
    close: async () => {},
  };
}

function sumOfWords(text: string, seed: string, dimensions: number): Float32Array {
  const sum = new Float32Array(dimensions);
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['']) {
    const random = generator(hashOf(`${seed} ${word}`));
    for (let d = 0; d < dimensions; d++) sum[d] = (sum[d] ?? 0) + normal(random);
  }
  return sum;
}

/** Length 1. */
export function unit(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  return length === 0 ? vector : vector.map((value) => value / length);
}

/** Uniform numbers in (0, 1): xorshift32 (Marsaglia 2003). */
export function generator(seed: number): () => number {
  let state = seed | 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return ((state >>> 0) + 0.5) / 4294967296;
  };
}

/** Standard normal numbers (Box and Muller 1958). */
export function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random());
}

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const char of text) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193);
  return hash;
}
