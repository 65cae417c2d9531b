import { mulberry32 } from '../../main/base/mulberry32.ts';

export interface Turn {
  readonly id: string;
  readonly text: string;
  readonly author: string;
  readonly thread: string;
  readonly position: number;
}

const syllables =
  'ba be bi bo bu da de di do ka ke ki ko la le li lo ma me mi mo na ne no pa pe po ra re ri ro sa se si so ta te ti to va ve vi vo za ze zo'.split(
    ' ',
  );
const functionWords = 'the a to of and in it is that was for on with we you they this have be not at as are but'.split(
  ' ',
);

/**
 * Chat turns of 8 to 40 words whose frequencies follow Zipf's law (exponent 1.07, as English text has), with English
 * function words at the top: keyword indexes live and die by that shape.
 */
export function makeTurns(count: number, seed: number): Turn[] {
  const random = mulberry32(seed);
  const words = makeVocabulary(30_000, random);
  const pick = zipf(words.length, 1.07, random);
  return Array.from({ length: count }, (_, index) => ({
    id: `t${index}`,
    text: `${Array.from({ length: 8 + Math.floor(random() * 33) }, () => words[pick()]).join(' ')}.`,
    author: `speaker ${index % 7}`,
    thread: `thread-${Math.floor(index / 200)}`,
    position: index % 200,
  }));
}

/** Questions take four rarer words of one turn and ask in English around them. */
export function makeQueries(turns: readonly Turn[], count: number, seed: number): string[] {
  const random = mulberry32(seed);
  return Array.from({ length: count }, () => {
    const words = (turns[Math.floor(random() * turns.length)]?.text ?? '').replace('.', '').split(' ');
    const content = words.filter((word) => !functionWords.includes(word));
    const chosen = Array.from({ length: 4 }, () => content[Math.floor(random() * content.length)] ?? 'ba');
    return `What was it that we have on ${chosen.join(' ')}?`;
  });
}

export function exchangeLine({ id, text, author, thread, position }: Turn): string {
  return JSON.stringify({ id, kind: 'turn', text, author, thread, position });
}

function makeVocabulary(size: number, random: () => number): string[] {
  const words = new Set(functionWords);
  while (words.size < size) {
    const length = 2 + Math.floor(random() * 3);
    words.add(Array.from({ length }, () => syllables[Math.floor(random() * syllables.length)]).join(''));
  }
  return [...words];
}

/** Draws ranks 0 … size−1 with probability ∝ 1/(rank+1)^exponent, by inversion of the cumulated weights. */
function zipf(size: number, exponent: number, random: () => number): () => number {
  const cumulated = new Float64Array(size);
  let sum = 0;
  for (let rank = 0; rank < size; rank++) {
    sum += 1 / (rank + 1) ** exponent;
    cumulated[rank] = sum;
  }
  return () => {
    const target = random() * sum;
    let low = 0;
    let high = size - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((cumulated[middle] ?? 0) < target) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}

/** Unit vectors in loose clusters, as embeddings of real text lie; without end. */
export function* clusteredVectors(
  centres: number,
  dimensions: number,
  seed: number,
): Generator<Float32Array, Float32Array> {
  const random = mulberry32(seed);
  const gaussian = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const centre = Array.from({ length: Math.min(centres, 200) }, () =>
    Float32Array.from({ length: dimensions }, gaussian),
  );
  for (;;) {
    const around = centre[Math.floor(random() * centre.length)];
    yield unit(Float32Array.from({ length: dimensions }, (_, at) => (around?.[at] ?? 0) + 0.7 * gaussian()));
  }
}

function unit(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}
