import type { Span } from '../../language/span.ts';

const asker = /\b(?:i|me|my|we|our|you|your|somebody|someone|anybody|anyone)\b/giu;
const questionWord = /\b(?:who|whom|whose|what|which|where)\b/iu;
const opener = /\b(?:who|whom|whose|what|which|where|the|an?|all|every|each|any|both|everything)\b/iu;
const determiner = /\b(?:the|an?|all|every|each|any|both)\b/iu;
/** “Which hall do I go to”: the asker is in the midst of the question. */
const wherever = /\b(?:what|which)\s+\p{L}+\s+(?:do|does|did|should|can|could|must|may|would)\s+$/iu;
/** Orders in front of what is wanted: “Please look up …”, “need …”. */
const orders =
  /^\s*(?:(?:please|kindly|find|look(?:ing)?(?: up| for)?|need(?:ed)?|get|show|list|tell|check|search|give|enumerate|describe|want(?:ed)?|wanted)\b[\s,:]*)+/iu;

/**
 * Where what is asked begins: behind what the asker says of himself (“for my report:”, “I forgot,”, “could you tell me”)
 * and behind the order (“please look up”). `names` are the places of what is named; nothing behind the first is cut off.
 */
export function askedFrom(text: string, names: readonly Span[]): number {
  const first = names[0]?.start ?? text.length;
  let from = 0;
  // A sentence or clause in front that asks nothing.
  for (const { 0: mark, index } of text.slice(0, first).matchAll(/[.,;:!?\n–—]+\s+|\s-\s/gu)) {
    const clause = text.slice(from, index);
    if (questionWord.test(clause) && !asker.test(clause)) break;
    asker.lastIndex = 0;
    from = index + mark.length;
  }
  const said = [...text.slice(from, first).matchAll(asker)].findLast(
    ({ index }) => !wherever.test(text.slice(from, from + index)),
  );
  if (said !== undefined) {
    const behind = from + said.index + said[0].length;
    const next = opener.exec(text.slice(behind, first));
    from = next === null ? behind : behind + next.index;
  }
  const asks = questionWord.exec(text.slice(from, first));
  // “The room where …” tells which room; “look up where …” asks.
  if (asks !== null && !determiner.test(text.slice(from, from + asks.index))) from += asks.index;
  return from + (orders.exec(text.slice(from, first))?.[0].length ?? 0);
}

/** What stands for a thing that was named before: “X: who looks after it?” */
const pronoun = /\b(?:it|its|they|them|their|he|him|his|she|her)\b/giu;
/** One that ends the question, but for words of the time. */
const lastWord =
  /\b(?:it|them|him|her)\b[\s.,?!]*(?:(?:now|today|currently|at present|at the moment|these days|right now|before)\b[\s.,?!]*)?$/iu;
const questionBehind =
  /^\W*\s(?:(?:and|so|but|on|in|at|from|by|to|for|of|with|through)\s+)*(?=(?:who|whom|whose|what|which|where)\b)|[.,;:!?–—]\s+[^.,;:!?–—]*?(?=\b(?:who|whom|whose|what|which|where)\b)/iu;

/**
 * Where a question begins whose thing is named in front of it (“X, who looks after it?”), and where in it that thing is
 * meant: at its pronoun, else at the end. null where the name stands in the question itself.
 */
export function frontedBy(
  text: string,
  names: readonly Span[],
): { readonly asks: number; readonly meant: number } | null {
  const last = names.at(-1);
  if (last === undefined) return null;
  const behind = text.slice(last.end);
  const asks = questionBehind.exec(behind);
  if (asks !== null) {
    const place = [...behind.matchAll(pronoun)].findLast(({ index }) => index >= asks.index);
    return { asks: last.end + asks.index, meant: place === undefined ? text.length : last.end + place.index };
  }
  const named = lastWord.exec(behind);
  return named === null ? null : { asks: last.end, meant: last.end + named.index };
}
