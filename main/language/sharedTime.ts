import { readTimeQuestion } from './timeQuestion.ts';

/**
 * The parts of one question, each with the time that it is asked of: “which host did we believe in on 1 May, and what was
 * its budget?” asks both of that day. What is asked in the present, or with a time of its own, keeps to that.
 */
export function withSharedTime(
  parts: readonly string[],
  at: { readonly now: number; readonly timeZone: string },
): readonly string[] {
  if (parts.length < 2) return parts;
  const read = parts.map((part) => readTimeQuestion(part, at, []));
  const told = read.find(({ time }) => time.mode === 'at' && time.phrase !== null);
  const phrase = told?.time.phrase;
  if (told === undefined || phrase == null) return parts;
  const day = phrase.replace(/^(?:on|in|at|by|during|as of|as at)\s+/iu, '');
  const words = told.time.knownAt === null ? `as of ${day}` : `as known on ${day}`;
  return parts.map((part, place) => {
    const own = read[place];
    const isTimed = own === undefined || own.dates.length > 0 || own.time.phrase !== null;
    return isTimed || !(inPast.test(part) || isLeftOpen(part))
      ? part
      : part.replace(/\s*[?.!]*\s*$/u, (end) => ` ${words}${end.trim()}`);
  });
}

const inPast = /\b(?:was|were|did|had|been|then|that (?:day|time|moment))\b/iu;

/** “… and with what budget”: it has no verb, and takes that of the part before. */
function isLeftOpen(part: string): boolean {
  return (
    /^(?:with|at|on|in|under|for|by)\s+(?:what|which)\b/iu.test(part) && !/\b(?:is|are|does|do|has|have)\b/iu.test(part)
  );
}
