import type { DocumentPayload } from '../../contract/events.ts';
import { type Layout, readLayout, type Section } from './sections.ts';
import { statementLines } from './statementLines.ts';

/** A piece of a document. `text` is exactly `document.slice(start, end)`, UTF-16 offsets; it starts and ends in words. */
export interface Chunk {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly heading: string | null;
}

/** Characters (UTF-16 code units) of a chunk: no less than `least` if there is a choice, never more than `most`. */
const least = 300;
const target = 900;
const most = 1400;

const cut = new WeakMap<object, readonly Chunk[]>();

/** The chunks of a document as it was read from its event: the rules and the projections share one cutting. */
export function chunksOfDocument(document: Pick<DocumentPayload, 'text' | 'mediaType'>): readonly Chunk[] {
  const known = cut.get(document) ?? chunkText(document.text, document.mediaType);
  cut.set(document, known);
  return known;
}

/**
 * Cuts a document into chunks: in order, without overlap, every word in one of them, none across a heading. A section
 * that is too long is cut at the end of a paragraph, else of a sentence (Unicode UAX #29), else of a line, else between
 * words, else anywhere but inside a character. In a list of statements each line is a chunk, so that one result states
 * one thing.
 */
export function chunkText(text: string, mediaType: 'text/markdown' | 'text/plain'): Chunk[] {
  const layout = readLayout(text, mediaType);
  return layout.sections
    .flatMap((section) => linesOf(text, section))
    .flatMap((section) => [...chunksOf(text, section, layout)]);
}

/** The section itself, or each of its lines where it is a list of statements. */
function linesOf(text: string, section: Section): Section[] {
  const lines = statementLines(text, section.start, section.end);
  return lines === null ? [section] : lines.map((line) => ({ ...line, heading: section.heading }));
}

function* chunksOf(text: string, section: Section, layout: Layout): Generator<Chunk> {
  for (let from = skipSpace(text, section.start, section.end); from < section.end; ) {
    const cut = cutAfter(text, from, section.end, layout);
    const end = trimSpace(text, from, cut);
    yield { start: from, end, text: text.slice(from, end), heading: section.heading };
    from = skipSpace(text, cut, section.end);
  }
}

/** Where to end a chunk that begins at `from`, in a section that ends at `limit`. */
function cutAfter(text: string, from: number, limit: number, layout: Layout): number {
  if (limit - from <= target) return limit;
  const until = Math.min(from + most, limit);
  const paragraph = choose(from, between(layout.blockEnds, from, until));
  // What fits is cut only between paragraphs, and only where a piece of some length remains.
  if (until === limit) return paragraph !== null && limit - paragraph >= least ? paragraph : limit;
  const window = text.slice(from, until);
  const range = layout.lineBound[firstAfter(layout.lineBound, from + target, ([, end]) => end)];
  const lineBound = range !== undefined && range[0] <= from + target;
  return (
    paragraph ??
    (lineBound ? null : choose(from, sentenceEnds(window, from))) ??
    choose(from, matchEnds(window, from, /\r\n|\n|\r/g)) ??
    choose(from, matchEnds(window, from, /\s+/g)) ??
    wholeCharacters(text, from, from + target)
  );
}

/** The last good place up to the target length; else the first one after it. Places ascend. */
function choose(from: number, places: readonly number[]): number | null {
  const good = places.filter((place) => place - from >= least && place - from <= most);
  return good.findLast((place) => place - from <= target) ?? good[0] ?? null;
}

function between(places: readonly number[], after: number, until: number): number[] {
  const found: number[] = [];
  for (let index = firstAfter(places, after, (place) => place); index < places.length; index++) {
    const place = places[index];
    if (place === undefined || place > until) break;
    found.push(place);
  }
  return found;
}

/** The index of the first entry whose key lies after `offset`: binary search over ascending keys. */
function firstAfter<T>(entries: readonly T[], offset: number, key: (entry: T) => number): number {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const entry = entries[middle];
    if (entry !== undefined && key(entry) <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

// A fixed locale, so that one text is cut alike on every machine.
const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });

/** Ends of sentences, as offsets into the document. A line break alone ends none: prose may be wrapped. */
function sentenceEnds(window: string, from: number): number[] {
  const ends: number[] = [];
  for (const { index, segment } of sentences.segment(window)) {
    const end = index + segment.length;
    if (end < window.length && /[.!?。！？…।؟]["'”’»」』)\]]*\s*$/u.test(segment.slice(-40))) ends.push(from + end);
  }
  return ends;
}

function matchEnds(window: string, from: number, pattern: RegExp): number[] {
  return [...window.matchAll(pattern)].map((match) => from + match.index + match[0].length);
}

/** Moves a cut back so that no surrogate pair, accent or joined emoji is torn, as far as that is possible. */
function wholeCharacters(text: string, from: number, cut: number): number {
  for (let at = cut; at > from + least && at > cut - 64; at--) {
    if (!isInsideCharacter(text, at)) return at;
  }
  return isInsidePair(text, cut) ? cut - 1 : cut;
}

function isInsideCharacter(text: string, at: number): boolean {
  const next = String.fromCodePoint(text.codePointAt(at) ?? 0);
  return isInsidePair(text, at) || /^(\p{M}|\u200d|\p{Emoji_Modifier})/u.test(next) || text[at - 1] === '\u200d';
}

function isInsidePair(text: string, at: number): boolean {
  return /^[\ud800-\udbff][\udc00-\udfff]/.test(text.slice(at - 1, at + 1));
}

function skipSpace(text: string, from: number, limit: number): number {
  let at = from;
  while (at < limit && /\s/.test(text.charAt(at))) at++;
  return at;
}

function trimSpace(text: string, from: number, end: number): number {
  let at = end;
  while (at > from && /\s/.test(text.charAt(at - 1))) at--;
  return at;
}
