import { between } from './clauses.ts';
import type { Extraction, Found } from './extraction.ts';

/**
 * Where a statement stands: the clause that holds its words, where the sentence has several and one alone holds them, else
 * the sentence. So of two statements of a sentence one can be stale alone. UTF-16 offsets; `at` is where the sentence begins.
 */
export function clauseSpan(sentence: string, at: number, found: Found): Pick<Extraction, 'start' | 'end'> {
  const whole = { start: at, end: at + sentence.length };
  const clauses = clausesOf(sentence);
  if (clauses.length === 1) return whole;
  const [ends, property] = wordsOf(found);
  const stating = clauses.filter(({ text }) => ends.every((phrase) => holds(text, phrase)));
  const naming = stating.length > 1 ? stating.filter(({ text }) => holds(text, property)) : stating;
  const [clause] = naming;
  if (clause === undefined || naming.length > 1) return whole;
  return { start: at + clause.start, end: at + clause.start + clause.text.length };
}

/** What has to be said in the clause: the two ends of a statement; and where several hold them, the name of the property. */
function wordsOf({ fact, edge, cause, previous }: Found): readonly [ends: readonly string[], property: string] {
  if (edge !== undefined) return [[edge.from, edge.to], edge.relation];
  if (cause !== undefined) return [[cause.cause, cause.effect], ''];
  if (fact === undefined) return [[], ''];
  const before = previous === undefined ? [] : [previous];
  return [[fact.subject, String(fact.object), ...before], fact.predicate];
}

/** Whether a phrase stands in a text as words of its own: "2 t" does not in "12 tons". */
function holds(clause: string, words: string): boolean {
  const [text, phrase] = [clause.toLowerCase(), words.toLowerCase()];
  for (let at = text.indexOf(phrase); at >= 0; at = text.indexOf(phrase, at + 1)) {
    const [before, after] = [text.slice(0, at), text.slice(at + phrase.length)];
    if (!/[\p{L}\p{N}]$/u.test(before) && !/^[\p{L}\p{N}]/u.test(after)) return true;
  }
  return false;
}

function clausesOf(sentence: string): { readonly start: number; readonly text: string }[] {
  let start = 0;
  return sentence.split(between).map((part) => {
    // The conjunction and what parts two clauses belong to neither.
    const lead = /^\s*(?:(?:and|but|so|yet|because)\s+)?/i.exec(part)?.[0].length ?? 0;
    const text = part.slice(lead).replace(/[\s,;–—-]+$/, '');
    const place = sentence.indexOf(part, start) + lead;
    start = place - lead + part.length;
    return { start: place, text };
  });
}
