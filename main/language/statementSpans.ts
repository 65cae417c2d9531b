import { nameEndings, titles } from './abbreviations.ts';

/** A sentence, or a line that is one, in a text: UTF-16 offsets `[start, end)`, without the mark of a list before it. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Headings are no statements and carry none. */
const heading = /^ {0,3}#{1,6}(?:[ \t]|$)/;
export const listMark = /^\s*(?:>\s*)?(?:[-*+•–]|\(?\d{1,9}[.):]|\(?[a-z]\))\s+/i;

/**
 * The sentences of a text, in order. A line that ends like a sentence, or is followed by a list mark or a blank line,
 * ends one; other line breaks are wraps. Time is linear.
 */
export function* statementSpans(text: string): Generator<Span> {
  for (const block of blocksOf(text)) yield* sentencesIn(text, block);
}

function* blocksOf(text: string): Generator<Span> {
  let open: { start: number; end: number } | null = null;
  let fenced = false;
  for (const match of text.matchAll(/[^\r\n]+/g)) {
    const [line] = match;
    const fence = /^ {0,3}(?:```|~~~)/.test(line);
    if (fence) fenced = !fenced;
    if (fence || fenced) {
      if (open !== null) yield open;
      open = null;
      continue;
    }
    const mark = listMark.exec(line)?.[0].length ?? 0;
    const breaksBefore =
      mark > 0 ||
      line.trim() === '' ||
      heading.test(line) ||
      /\n\s*\n$|\r\r$/.test(text.slice(Math.max(0, match.index - 4), match.index));
    if (open !== null && breaksBefore) {
      yield open;
      open = null;
    }
    if (line.trim() === '' || heading.test(line)) continue;
    const start: number = open?.start ?? match.index + mark;
    open = { start, end: match.index + line.trimEnd().length };
    if (!/[.!?。！？]["'”’)\]]*\s*$/.test(line)) continue;
    yield open;
    open = null;
  }
  if (open !== null) yield open;
}

const abbreviation = new RegExp(
  String.raw`(?:^|[\s(])(?:\p{Lu}|${titles}|${nameEndings}|No|vs|v|al|cf|e\.g|i\.e|etc|approx|fig|Fig)$`,
  'u',
);

function* sentencesIn(text: string, block: Span): Generator<Span> {
  const words = text.slice(block.start, block.end);
  let start = 0;
  for (const match of words.matchAll(/[.!?]["'”’)\]]*\s+(?=["'“‘([]*[\p{Lu}\p{N}])/gu)) {
    if (match[0].startsWith('.') && abbreviation.test(words.slice(Math.max(0, match.index - 8), match.index))) continue;
    yield spanOf(block, words, start, match.index + match[0].length);
    start = match.index + match[0].length;
  }
  yield spanOf(block, words, start, words.length);
}

function spanOf(block: Span, words: string, start: number, end: number): Span {
  const sentence = words.slice(start, end);
  const from = block.start + start + (sentence.length - sentence.trimStart().length);
  return { start: from, end: from + sentence.trim().length };
}
