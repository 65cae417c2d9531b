import { listMark, type Span } from '../../language/statementSpans.ts';
import { readStatement } from '../../language/statements.ts';

/** Fewer lines than these are a paragraph, however they are broken. */
const fewest = 8;
/** Characters (UTF-16 code units) of the middle line of a list, at most. */
const short = 200;

/**
 * The lines of a stretch of text that is a list of statements, as spans that cover it without a gap: most of its lines
 * are short, end like a sentence or bear the mark of a list, and state one thing each. Null for anything else, such as prose, wrapped or not. An
 * indented line goes on with the one before it; a heading, or a line that opens the list, stands before its first one.
 */
export function statementLines(text: string, start: number, end: number): Span[] | null {
  const lines = linesIn(text, start, end);
  if (lines.length < fewest) return null;
  const lengths = lines.map((line) => line.end - line.start).toSorted((a, b) => a - b);
  if ((lengths[lines.length >> 1] ?? 0) > short) return null;
  const words = lines.map((line) => text.slice(line.start, line.end));
  // Most texts are no list, and their line ends say so at once.
  if (words.filter((line) => endsLikeSentence(line) || listMark.test(line)).length < lines.length * 0.8) return null;
  return words.filter(isStatement).length < lines.length * 0.6 ? null : lines;
}

/** Lines with their breaks, blank ones and continuations with the line before them. */
function linesIn(text: string, start: number, end: number): Span[] {
  const lines: Span[] = [];
  let open: number | null = null;
  let opened = false;
  for (const match of text.slice(start, end).matchAll(/[^\r\n]*(?:\r\n|\n|\r|$)/g)) {
    const [line] = match;
    if (line === '') continue;
    const from = start + match.index;
    const title = /^ {0,3}(?:#{1,6}[ \t]|[=-]{3,}\s*$)/.test(line);
    const goesOn = line.trim() === '' || (/^(?: {2,}|\t)/.test(line) && !listMark.test(line));
    if (open === null) open = from;
    else if (opened && !goesOn) {
      lines.push({ start: open, end: from });
      open = from;
      opened = false;
    }
    opened ||= line.trim() !== '' && !title;
  }
  if (open !== null) lines.push({ start: open, end });
  return lines;
}

function endsLikeSentence(line: string): boolean {
  return /[.!。！…]["'”’)\]]*\s*$/.test(line.slice(-8));
}

function isStatement(line: string): boolean {
  const words = line.replace(/^ {0,3}#{1,6}[ \t].*$/gm, '').trimStart();
  const statement = readStatement(words.replace(listMark, '').trim());
  return statement !== null && !statement.fragmentary;
}
