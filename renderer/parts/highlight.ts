export interface Segment {
  readonly text: string;
  readonly matched: boolean;
}

/** Words that say nothing about what was asked; the engine's own signals are used where it gives them. */
const unremarkable = new Set(
  'a an and are as at be been but by did do does for from had has have he her his how i in is it its me my of on or our she so than that the their them they this to was we were what when where which who why will with you your'.split(
    ' ',
  ),
);

/** The terms of a question worth marking. */
export function questionTerms(query: string): string[] {
  return words(query).filter((word) => !unremarkable.has(word.toLowerCase()));
}

/**
 * The terms that a result's signals name as matched; the question's own where they name none. Only strings and lists of
 * strings under the key `matched` or `terms` are looked at.
 */
export function matchedTerms(because: readonly Readonly<Record<string, unknown>>[], query: string): string[] {
  const named = because.flatMap((row) => [row.matched, row.matchedTerms, row.terms].flatMap(namesIn));
  return named.length > 0 ? [...new Set(named)] : questionTerms(query);
}

function namesIn(value: unknown): string[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((entry) => {
    if (typeof entry === 'string') return [entry];
    if (typeof entry === 'object' && entry !== null && 'term' in entry && typeof entry.term === 'string') {
      return [entry.term];
    }
    return [];
  });
}

/**
 * Cuts a text into marked and unmarked segments; joined they are the text again. A word is marked when it is a term or
 * differs from one only in a short ending (`paint`, `painted`), compared without case. Scripts that set no spaces are
 * matched anywhere.
 */
export function highlight(text: string, terms: readonly string[]): Segment[] {
  const wanted = terms.map((term) => term.toLowerCase()).filter((term) => term !== '');
  const segments: { text: string; matched: boolean }[] = [];
  const push = (piece: string, matched: boolean) => {
    if (piece === '') return;
    const last = segments.at(-1);
    if (last !== undefined && last.matched === matched) last.text += piece;
    else segments.push({ text: piece, matched });
  };
  let at = 0;
  for (const { 0: word, index } of text.matchAll(wordPattern)) {
    push(text.slice(at, index), false);
    if (unspaced.test(word)) for (const piece of substrings(word, wanted)) push(piece.text, piece.matched);
    else
      push(
        word,
        wanted.some((term) => sameWord(word.toLowerCase(), term)),
      );
    at = index + word.length;
  }
  push(text.slice(at), false);
  return segments;
}

/** A segment of a text that may state what no longer holds. */
export interface MarkedSegment extends Segment {
  readonly stale: boolean;
}

/** Cuts segments where stale parts of the text begin and end (UTF-16 offsets into the whole text). */
export function withStale(
  segments: readonly Segment[],
  stale: readonly { readonly start: number; readonly end: number }[],
): MarkedSegment[] {
  const cuts = stale.flatMap(({ start, end }) => [start, end]);
  let at = 0;
  return segments.flatMap(({ text, matched }) => {
    const begin = at;
    at += text.length;
    const inner = cuts.filter((cut) => cut > begin && cut < at).sort((a, b) => a - b);
    const edges = [...new Set([begin, ...inner, at])];
    return edges.slice(1).map((to, index) => {
      const from = edges[index] ?? begin;
      const isStale = stale.some(({ start, end }) => start <= from && from < end);
      return { text: text.slice(from - begin, to - begin), matched, stale: isStale };
    });
  });
}

const wordPattern = /[\p{L}\p{N}_]+(?:[.\-/'’][\p{L}\p{N}_]+)*/gu;
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;

function words(text: string): string[] {
  return [...text.matchAll(wordPattern)].map((match) => match[0]);
}

function sameWord(word: string, term: string): boolean {
  if (word === term) return true;
  if (/[.\-/]/.test(word) && !/[.\-/]/.test(term)) return word.split(/[.\-/'’]/).some((part) => sameWord(part, term));
  const [short, long] = word.length < term.length ? [word, term] : [term, word];
  if (!/^\p{L}+$/u.test(short) || short.length < 3) return false;
  const stem = short.length > 4 && short.endsWith('e') ? short.slice(0, -1) : short;
  return long.startsWith(stem) && /^(|e|s|es|d|ed|er|ing|ings|ly|['’]s)$/u.test(long.slice(stem.length));
}

function substrings(word: string, wanted: readonly string[]): Segment[] {
  const lower = word.toLowerCase();
  const marked = new Array<boolean>(word.length).fill(false);
  for (const term of wanted) {
    for (let at = lower.indexOf(term); at >= 0; at = lower.indexOf(term, at + 1)) {
      marked.fill(true, at, at + term.length);
    }
  }
  return word.split('').map((text, index) => ({ text, matched: marked[index] ?? false }));
}
