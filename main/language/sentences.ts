import { nameEndings, titles } from './abbreviations.ts';

/** A sentence of a text: `text.slice(start, end)`, UTF-16 offsets, without the space and the bullet around it. */
export interface SentenceSpan {
  readonly start: number;
  readonly end: number;
}

/**
 * Cuts a text into sentences, in order and apart. A full stop ends one only where a new one can begin: not in a version,
 * a URL, a file name or after an abbreviation. Every line of a list, a table or a configuration is by itself; a wrapped
 * line of prose goes on in the next one.
 */
export function sentencesOf(text: string): SentenceSpan[] {
  const found: SentenceSpan[] = [];
  for (const block of blocksOf(text)) {
    let start = block.start + (bullet.exec(text.slice(block.start, block.start + 40))?.[0].length ?? 0);
    stop.lastIndex = start;
    for (let match = stop.exec(text); match !== null && match.index < block.end; match = stop.exec(text)) {
      const end = match.index + (match[0].length - (match[2]?.length ?? 0));
      if (
        !endsSentence(
          text.slice(Math.max(start, match.index - longestWord), match.index),
          match[1] ?? '',
          text.slice(match.index + match[0].length, block.end),
        )
      )
        continue;
      add(found, text, start, Math.min(end, block.end));
      start = end;
    }
    add(found, text, start, block.end);
  }
  return found;
}

/** What stands before a full stop is looked at no further back: no abbreviation is as long. */
const longestWord = 40;

/** A mark that may end a sentence, what closes with it, and the space behind it. */
const stop = /([.!?…]+|[。！？]+)["'”’)\]*_`]*(\s+|(?<=[。！？])|$)/gu;

const abbreviation = new RegExp(
  String.raw`(?:^|[\s("])(?:[A-Z]|\p{L}(?:\.\p{L})+|${titles}|${nameEndings}|vs|etc|e\.g|i\.e|cf|approx|ca|No|Nos|Fig|Sec|Vol|pp?|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec|min|max|ver|v|al)$`,
  'u',
);

function endsSentence(before: string, mark: string, after: string): boolean {
  if (after === '') return true;
  const first = /^["'“‘([*_`]*(.)/u.exec(after)?.[1] ?? '';
  if (mark !== '.') return mark.startsWith('…') || mark === '...' ? /\p{Lu}/u.test(first) : true;
  if (abbreviation.test(before)) return /(?:etc|Inc|Ltd|Corp)$/.test(before) && /\p{Lu}/u.test(first);
  return !/\p{Ll}/u.test(first) || /^`/.test(after);
}

const bullet = /^[ \t]*(?:[-*+•–—] +|\d{1,3}[.)] +|#{1,6} +|> ?|\[[ xX]\] +)*/;
/** A line that is a whole by itself: a list entry, a heading, a table row, a setting, a code fence. */
const ownLine =
  /^[ \t]*(?:[-*+•–] |\d{1,3}[.)] |#{1,6} |>|\||```|[\p{L}\p{N}_.-]+(?: [\p{L}\p{N}_.-]+){0,3} ?[:=] ?\S{1,60}(?: \S{1,12})?$)/u;

/** Lines that belong together: paragraphs, and entries of lists with the lines that continue them. */
function* blocksOf(text: string): Generator<SentenceSpan> {
  let start = -1;
  let end = -1;
  let at = 0;
  for (const line of text.split(/(?<=\n)/)) {
    const content = line.trimEnd();
    const from = at;
    at += line.length;
    const blank = content.trim() === '';
    const alone = ownLine.test(content);
    if (start >= 0 && (blank || alone || closesLine(text.slice(start, end)))) {
      yield { start, end };
      start = -1;
    }
    if (blank) continue;
    if (start < 0) start = from;
    end = from + content.length;
  }
  if (start >= 0) yield { start, end };
}

/** A setting or a heading does not go on in the next line. */
function closesLine(block: string): boolean {
  return (
    !block.includes('\n') &&
    /^[ \t]*(?:#{1,6} |\||```|[\p{L}\p{N}_.-]+(?: [\p{L}\p{N}_.-]+){0,3} ?[:=] ?\S)/u.test(block) &&
    ownLine.test(block) &&
    !/^[ \t]*[-*+•–] /.test(block)
  );
}

function add(found: SentenceSpan[], text: string, start: number, end: number): void {
  let from = start;
  let to = end;
  while (from < to && /\s/.test(text.charAt(from))) from++;
  from += bullet.exec(text.slice(from, Math.min(to, from + 40)))?.[0].length ?? 0;
  while (to > from && /\s/.test(text.charAt(to - 1))) to--;
  if (to > from) found.push({ start: from, end: to });
}
