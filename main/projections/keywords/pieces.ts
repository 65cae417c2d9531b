import { foldMarks } from './fold.ts';
import { readCompound } from './identifiers.ts';
import { fixed, isHash, type Piece, type WordPiece, word } from './terms.ts';

/** Cuts a text into pieces, in their order. Time is linear in its length. */
export function* cutPieces(text: string): Generator<Piece> {
  for (const [chunk] of foldMarks(text).matchAll(/[^\s\p{C}]+/gu)) {
    const plain = plainWord.exec(chunk)?.[1];
    if (plain !== undefined) yield word(plain);
    else if (address.test(chunk)) yield* cutChunk(chunk.replace(address, ''), addressCharacters);
    else yield* cutChunk(chunk, identifierCharacters);
  }
}

/** Most of any text: a word in one kind of letters, with punctuation around it. */
const plainWord = /^["'(“‘[]*([A-Z]?[a-z]+|[A-Z]+)[.,!?…;:)"”\]]*$/;

/** What begins a URL, and says nothing of where it leads. */
const address = /^[("'<[]*(?:[a-z][a-z\d+.-]{1,20}:\/\/(?:www\.)?|www\.)(?=.)/i;

/** What may hold the parts of an identifier together; anything else ends it. */
const identifierCharacters = /[\p{L}\p{M}\p{N}_'.@#+&/\\:~-]+/gu;
const addressCharacters = /[\p{L}\p{M}\p{N}_'.@#+&/\\:~?=%,;!$*-]+/gu;

function* cutChunk(chunk: string, characters: RegExp): Generator<Piece> {
  // 1,234,567 is one number.
  const joined = chunk.includes(',') ? chunk.replace(/(?<=\d),(?=\d{3}(?!\d))/g, '') : chunk;
  for (const [held] of joined.matchAll(characters)) {
    if (unspaced.test(held)) yield* cutScripts(held);
    else yield* cutHeld(held);
  }
}

const scripts = ['Han', 'Hiragana', 'Katakana', 'Hangul', 'Thai', 'Lao', 'Khmer', 'Myanmar', 'Tibetan']
  .map((script) => `\\p{Script=${script}}`)
  .join('');
const unspaced = new RegExp(`[${scripts}]`, 'u');
const scriptRun = new RegExp(`([${scripts}][${scripts}ー\\p{M}]*)|[^${scripts}]+`, 'gu');

function* cutScripts(held: string): Generator<Piece> {
  for (const [part, run] of held.matchAll(scriptRun)) {
    if (run === undefined) yield* cutHeld(part);
    else yield { kind: 'script', characters: [...run] };
  }
}

function* cutHeld(held: string): Generator<Piece> {
  if (held.length <= longestWhole) {
    const piece = readHeld(held);
    if (piece !== null) yield piece;
    return;
  }
  for (const [run] of held.matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
    const piece = run.length > longestPart ? fixed(run.slice(0, longestPart).toLowerCase()) : readHeld(run);
    if (piece !== null) yield piece;
  }
}

/** Beyond this a whole is not a name that anybody types but data, and only its parts count. UTF-16 units. */
const longestWhole = 400;
const longestPart = 128;

function readHeld(held: string): Piece | null {
  if (/^[a-z]+$/.test(held)) return word(held);
  const language = /^([a-z](?:\+\+|#))\P{L}*$/iu.exec(held)?.[1];
  if (language !== undefined) return fixed(language.toLowerCase());
  const bare = trimEdges(held).replace(/'s$/i, '');
  if (bare === '') return null;
  return readFixed(bare.toLowerCase()) ?? readCompound(bare.replace(/'s(?!\p{L})/giu, ''));
}

/** Takes off what belongs to the sentence and not to the name. */
function trimEdges(held: string): string {
  const first = held.search(/[\p{L}\p{M}\p{N}]/u);
  if (first < 0) return '';
  const tail = /[^\p{L}\p{M}\p{N}]*$/u.exec(held)?.[0].length ?? 0;
  return held.slice(first, held.length - tail);
}

/** Numbers, versions, times and hashes are one term, whose parts mean nothing: 1.5.1 must not answer 1.5.2. */
function readFixed(lower: string): WordPiece | null {
  const version =
    /^v?(\d+(?:\.(?:\d+|x))+(?:[-_.]?(?:alpha|beta|rc|pre|preview|dev|canary|next|nightly)[-.\d]*)?)$/.exec(lower)?.[1];
  if (version !== undefined) return fixed(version);
  if (/^(?:v?\d+|\d{1,2}:\d\d(?::\d\d)?(?:am|pm)?)$/.test(lower)) return fixed(lower);
  if (isHash(lower)) return { ...fixed(lower), widen: 'ahead' };
  return null;
}
