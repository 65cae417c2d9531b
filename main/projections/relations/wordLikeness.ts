import { readFileSync } from 'node:fs';
import { resourcePath } from '../../store/resources.ts';
import { relationStem } from './relationStem.ts';

/** How near two words are in general English. */
export interface WordLikeness {
  /** Unit vectors of a stem, or of a word and its particle (`look after`): one for each common word of it. */
  vectorsOf(stem: string): readonly Float32Array[];
}

/** A cosine below `unlike` says nothing, one of `alike` is as good as the same word. */
const unlike = 0.38;
const alike = 0.72;

/** Words of one stem that are held: supply, supplier, supplying say it from several sides. */
const mostOfStem = 3;

/**
 * Opens the prepared vectors of common English words (`build/makeWordLikeness.ts` says how they were made): one row of
 * signed bytes a word, of equal length, the more common words first.
 */
export function openWordLikeness(): WordLikeness {
  const words = readFileSync(resourcePath('words', 'words.txt'), 'utf8').trimEnd().split('\n');
  const bytes = readFileSync(resourcePath('words', 'vectors.bin'));
  const dimensions = bytes.length / words.length;
  const rows = new Map<string, Int8Array[]>();
  const units = new Map<string, readonly Float32Array[]>();
  for (const [row, word] of words.entries()) {
    const [verb = '', particle] = word.split(' ');
    const key = particle === undefined ? relationStem(verb) : `${relationStem(verb)} ${particle}`;
    const known = rows.get(key) ?? [];
    rows.set(key, known);
    if (known.length < mostOfStem)
      known.push(new Int8Array(bytes.buffer, bytes.byteOffset + row * dimensions, dimensions));
  }
  return {
    vectorsOf(stem) {
      const known = units.get(stem) ?? (rows.get(stem) ?? []).map(unit);
      units.set(stem, known);
      return known;
    },
  };
}

/** 0 for words that have nothing to do with each other, to 1 for those that say the same: the nearest pair counts. */
export function likeness(some: readonly Float32Array[], others: readonly Float32Array[]): number {
  let nearest = 0;
  for (const a of some) for (const b of others) nearest = Math.max(nearest, product(a, b));
  return Math.min(1, Math.max(0, (nearest - unlike) / (alike - unlike)));
}

/** The cosine of two unit vectors. */
function product(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += (a[at] ?? 0) * (b[at] ?? 0);
  return sum;
}

function unit(row: Int8Array): Float32Array {
  const length = Math.hypot(...row);
  return Float32Array.from(row, (value) => value / (length || 1));
}
