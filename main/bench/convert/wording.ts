import type { ProbeFamily } from '../../contract/bench.ts';

/** A sentence for `about.json`: how a question for one text gets its family. */
export const wordingRule =
  'A where at least half of the question’s words of four letters or more stand in its gold, else B: it has to be met by meaning.';

/** A or B by `wordingRule`. */
export function familyByWording(question: string, gold: readonly string[]): Extract<ProbeFamily, 'A' | 'B'> {
  const asked = wordsOf(question);
  const said = wordsOf(gold.join(' '));
  const shared = [...asked].filter((word) => said.has(word)).length;
  return asked.size > 0 && shared * 2 >= asked.size ? 'A' : 'B';
}

function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu));
}
