/**
 * Makes `resources/words/`: how near common English words are to each other, as short vectors. Run it only to make the
 * resource anew (some minutes): node build/makeWordLikeness.ts <index.sense of WordNet 3.0>
 *
 * Words are those whole words of the bundled model's vocabulary that WordNet knows, in the vocabulary's order, which is by
 * frequency, and WordNet's verbs with a particle that were counted in its texts (`look after`). Each is embedded by itself
 * as a question; the mean of all is taken away, since the model's vectors share a large common part; the 96 directions of
 * most variance are kept (orthogonal iteration), each row scaled to signed bytes.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openOnnxEmbedder } from '../main/store/onnxEmbedder.ts';
import { resourcePath } from '../main/store/resources.ts';

const dimensions = 96;
const rounds = 40;
const particles = new Set(
  'after over on in out up off for from with to by about into of at down through care charge part place use hold along back'.split(
    ' ',
  ),
);

/** How often WordNet counted each lemma in its texts. */
function wordNetCounts(file: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const [sense = '', , , count = '0'] = line.split(' ');
    const lemma = sense.split('%')[0] ?? '';
    if (lemma !== '') counts.set(lemma, (counts.get(lemma) ?? 0) + Number(count));
  }
  return counts;
}

function chooseWords(model: string, counts: ReadonlyMap<string, number>): string[] {
  const { model: tokenizer } = JSON.parse(readFileSync(join(model, 'tokenizer.json'), 'utf8')) as {
    model: { vocab: Record<string, number> };
  };
  const whole = Object.keys(tokenizer.vocab).filter((word) => /^[a-z]{3,}$/.test(word) && counts.has(word));
  const phrasal = [...counts].flatMap(([lemma, count]) => {
    const [verb = '', particle = '', ...rest] = lemma.split('_');
    const isPhrasal = rest.length === 0 && particles.has(particle) && /^[a-z]+$/.test(verb) && count >= 1;
    return isPhrasal ? [`${verb} ${particle}`] : [];
  });
  return [...new Set([...whole, ...phrasal])];
}

function centred(rows: readonly Float32Array[]): Float64Array[] {
  const mean = new Float64Array(rows[0]?.length ?? 0);
  for (const row of rows) for (const [at, value] of row.entries()) mean[at] = (mean[at] ?? 0) + value / rows.length;
  return rows.map((row) => Float64Array.from(row, (value, at) => value - (mean[at] ?? 0)));
}

const dot = (a: Float64Array, b: Float64Array) => a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);

/** Gram–Schmidt, in place. */
function orthonormalise(vectors: readonly Float64Array[]): void {
  for (const [at, vector] of vectors.entries()) {
    for (const other of vectors.slice(0, at)) {
      const along = dot(vector, other);
      for (const [place, value] of other.entries()) vector[place] = (vector[place] ?? 0) - along * value;
    }
    const length = Math.sqrt(dot(vector, vector));
    for (const [place, value] of vector.entries()) vector[place] = value / length;
  }
}

/** The directions of most variance of centred rows, from a fixed start. */
function principalDirections(rows: readonly Float64Array[]): Float64Array[] {
  const width = rows[0]?.length ?? 0;
  const covariance = Array.from({ length: width }, () => new Float64Array(width));
  for (const row of rows) {
    for (const [a, line] of covariance.entries()) {
      const value = row[a] ?? 0;
      for (let b = 0; b < width; b++) line[b] = (line[b] ?? 0) + (value * (row[b] ?? 0)) / rows.length;
    }
  }
  let directions = Array.from({ length: dimensions }, (_, k) =>
    Float64Array.from({ length: width }, (_, d) => Math.sin(1 + k * 1.7 + d * (k + 1) * 0.31)),
  );
  orthonormalise(directions);
  for (let round = 0; round < rounds; round++) {
    directions = directions.map((direction) => Float64Array.from(covariance, (line) => dot(line, direction)));
    orthonormalise(directions);
  }
  return directions;
}

const [index] = process.argv.slice(2);
if (index === undefined) throw new Error('Say where the index.sense of WordNet is.');
const model = resourcePath('models', 'e5-small-v2-int8');
const words = chooseWords(model, wordNetCounts(index));
const embedder = await openOnnxEmbedder(model, { threads: 1 });
const rows = centred(await embedder.embed(words, 'query'));
await embedder.close();
const directions = principalDirections(rows);
const bytes = new Int8Array(words.length * dimensions);
for (const [at, row] of rows.entries()) {
  const short = directions.map((direction) => dot(direction, row));
  const largest = Math.max(...short.map(Math.abs));
  bytes.set(
    short.map((value) => Math.round((value / largest) * 127)),
    at * dimensions,
  );
}
writeFileSync(resourcePath('words', 'words.txt'), `${words.join('\n')}\n`);
writeFileSync(resourcePath('words', 'vectors.bin'), bytes);
