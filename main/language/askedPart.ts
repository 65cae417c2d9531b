import { overlaps, type Span } from './span.ts';

/** Verbs by which people introduce what they ask: “do you remember what…”, “I try to find out since yesterday when…”. */
const introducing =
  /\b(?:ask|check|curious|figur|find|forg[eo]t|get|giv|hear|idea|know|like|list|look|need|recall|remember|remind|say|search|see|send|show|tell|try|want|wonder|work|writ)/iu;
/** Behind an order (“please look up”, “can you give me”) what is asked for stands with its article. */
const article = /\b(?:the|an?|its|our|all|every|each|any)\b/iu;
const questionWord =
  /\b(?:(?:since|until|till|from|as of|at|in|on|by|for)\s+)?(?:what|which|who|whom|whose|when|where|how|whether|if)\b/giu;

const anyQuestionWord = /\b(?:what|which|who|whom|whose|when|where|how)\b/iu;

/**
 * A question with blanks in the place of what only introduces it (“Going through old notes here.”, “before I change
 * anything,”, “I keep forgetting”), so that all other places stay what they are. A part that says when is kept, unless it
 * says how long somebody has been looking.
 */
export function askedPart(text: string, subject: Span, dates: readonly Span[]): string {
  const from = openingOf(text, subject, dates);
  const blanked = blankedBut(text, { start: 0, end: from }, dates);
  const before = blanked.slice(0, subject.start);
  const isIntroduced = ({ index }: { readonly index: number }) => introducing.test(before.slice(0, index));
  const noun = article.exec(before);
  const word =
    [...before.matchAll(questionWord)].find(isIntroduced) ??
    (noun !== null && isIntroduced(noun) && !anyQuestionWord.test(before.slice(0, noun.index)) ? noun : undefined);
  if (word === undefined) return blanked;
  const own = dates.filter(({ start, end }) => !/^(?:since|until|till)\b/iu.test(text.slice(start, end)));
  return blankedBut(blanked, { start: 0, end: word.index }, own);
}

/** Where the part between marks begins that names the subject. */
function openingOf(text: string, { start }: Span, dates: readonly Span[]): number {
  const marks = [...text.slice(0, start).matchAll(/[,;:.!?]\s+/gu)].filter(
    ({ index }) => !dates.some((date) => overlaps(date, { start: index, end: index + 1 })),
  );
  const last = marks.at(-1);
  return last === undefined ? 0 : last.index + last[0].length;
}

/** A text with blanks in a stretch, but for some places in it. */
function blankedBut(text: string, { start, end }: Span, kept: readonly Span[]): string {
  const isKept = (at: number) => kept.some((place) => place.start <= at && at < place.end);
  const stretch = [...text.slice(start, end)].length === end - start ? text.slice(start, end) : '';
  const blanks = Array.from(stretch, (character, at) => (isKept(start + at) ? character : ' ')).join('');
  return text.slice(0, start) + blanks + text.slice(start + blanks.length);
}
