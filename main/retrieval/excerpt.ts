import { escapeRegExp } from '../language/identifiers.ts';

/** A part of a text: `text.slice(start, end)`, in UTF-16 offsets. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A word of the question and what a match of it is worth. */
export interface Weighted {
  readonly term: string;
  readonly weight: number;
}

/** Sentences are looked for this far around the match, so that a text of megabytes costs no more than a page. */
const neighbourhood = 4000;

/**
 * The part of a long text that says most about the question: the stretch of at most `maxLength` UTF-16 units that
 * holds the heaviest set of distinct terms, widened to whole sentences where they fit. A sentence that is itself too
 * long is cut between words. The whole text when it fits. No character is split, no blank begins or ends it.
 */
export function excerptSpan(text: string, maxLength: number, terms: readonly Weighted[]): Span {
  if (text.length <= maxLength) return { start: 0, end: text.length };
  const focus = bestStretch(findMatches(text, terms), maxLength);
  const sentences = sentencesAround(text, focus, maxLength);
  return trim(text, growBySentences(sentences, focus, maxLength) ?? cutBetweenWords(text, focus, maxLength));
}

interface Match extends Span, Weighted {}

/** Where the terms occur, in the order of the text; the first 5,000 matches decide. */
function findMatches(text: string, terms: readonly Weighted[]): Match[] {
  const weights = new Map(
    terms.filter(({ term }) => term !== '').map(({ term, weight }) => [term.toLowerCase(), weight]),
  );
  if (weights.size === 0) return [];
  const longestFirst = [...weights.keys()].sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
  const anyTerm = new RegExp(longestFirst.map(escapeRegExp).join('|'), 'giu');
  const matches: Match[] = [];
  for (const match of text.matchAll(anyTerm)) {
    const term = match[0].toLowerCase();
    const inWord = /[\p{L}\p{N}]/u.test(text.charAt(match.index - 1));
    // Inside a word it may be chance: "art" in "start". It still beats nothing, as for scripts without spaces.
    const weight = (weights.get(term) ?? 0) * (inWord ? 0.2 : 1);
    matches.push({ term, weight, start: match.index, end: match.index + match[0].length });
    if (matches.length === 5000) break;
  }
  return matches;
}

/** The stretch of matches, no longer than `maxLength`, whose distinct terms weigh most; of equals the earliest. */
function bestStretch(matches: readonly Match[], maxLength: number): Span {
  let best = { start: 0, end: 0, weight: 0 };
  let first = 0;
  const window: Match[] = [];
  for (const match of matches) {
    window.push(match);
    while (first < window.length - 1 && match.end - (window[first]?.start ?? 0) > maxLength) first++;
    const inside = window.slice(Math.max(first, window.length - 64));
    const weight = [...new Map(inside.map((one) => [one.term, one.weight])).values()].reduce((a, b) => a + b, 0);
    const start = inside[0]?.start ?? match.start;
    if (weight > best.weight) best = { start, end: Math.min(match.end, start + maxLength), weight };
  }
  return best;
}

function sentencesAround(text: string, focus: Span, maxLength: number): Span[] {
  const reach = Math.min(neighbourhood, maxLength) + 500;
  const from = avoidSplit(text, Math.max(0, focus.start - reach));
  const to = avoidSplit(text, Math.min(text.length, focus.end + reach));
  const segments = [...new Intl.Segmenter('en', { granularity: 'sentence' }).segment(text.slice(from, to))];
  const spans = segments.map(({ index, segment }) => ({ start: from + index, end: from + index + segment.length }));
  // The outermost ones may be torn by the reach itself.
  return spans.slice(from === 0 ? 0 : 1, to === text.length ? spans.length : -1);
}

/** The sentences that the focus touches, then their neighbours, following ones first, while they fit; else null. */
function growBySentences(sentences: readonly Span[], focus: Span, maxLength: number): Span | null {
  const touches = ({ start, end }: Span) => start < Math.max(focus.end, focus.start + 1) && end > focus.start;
  let [first, last] = [sentences.findIndex(touches), sentences.findLastIndex(touches)];
  const spanOf = (from: number, to: number): Span | null => {
    const [head, tail] = [sentences[from], sentences[to]];
    if (head === undefined || tail === undefined || tail.end - head.start > maxLength) return null;
    return { start: head.start, end: tail.end };
  };
  const core = spanOf(first, last);
  if (core === null || core.start > focus.start || core.end < focus.end) return null;
  for (;;) {
    if (spanOf(first, last + 1) !== null) last++;
    else if (spanOf(first - 1, last) !== null) first--;
    else return spanOf(first, last);
    // One on each side in turn, so that the match does not end up at the edge.
    if (spanOf(first - 1, last) !== null) first--;
  }
}

/** The focus with as much on both sides as fits, cut at blanks where there are any. */
function cutBetweenWords(text: string, focus: Span, maxLength: number): Span {
  const slack = maxLength - (focus.end - focus.start);
  const wanted = Math.max(0, Math.min(focus.start - Math.floor(slack / 3), text.length - maxLength));
  const limit = Math.min(text.length, wanted + maxLength);
  const blankAfter = wanted === 0 ? -1 : text.slice(wanted, focus.start).search(/\s/u);
  const start = blankAfter < 0 ? wanted : wanted + blankAfter;
  const tail = limit === text.length ? '' : (/\s\S*$/u.exec(text.slice(focus.end, limit))?.[0] ?? '');
  // Inwards on both sides, so that a pair of surrogates stays whole and the length is kept.
  const from = isPairInside(text, start) ? start + 1 : start;
  const to = limit - tail.length;
  return { start: from, end: Math.max(from, isPairInside(text, to) ? to - 1 : to) };
}

function isPairInside(text: string, at: number): boolean {
  return at > 0 && at < text.length && /^[\uD800-\uDBFF][\uDC00-\uDFFF]$/.test(text.slice(at - 1, at + 1));
}

function avoidSplit(text: string, at: number): number {
  return isPairInside(text, at) ? at - 1 : at;
}

function trim(text: string, { start, end }: Span): Span {
  const part = text.slice(start, end);
  const left = part.length - part.trimStart().length;
  const right = part.length - part.trimEnd().length;
  return left === part.length ? { start, end } : { start: start + left, end: end - right };
}

/** The beginning of a label, with an ellipsis where it was cut. At most `maxLength` UTF-16 units. */
export function clip(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  return `${text.slice(0, avoidSplit(text, Math.max(0, maxLength - 1)))}…`.slice(0, maxLength);
}
