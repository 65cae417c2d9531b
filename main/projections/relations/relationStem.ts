import { stem } from '../keywords/stem.ts';
import { stopWords } from '../keywords/stopWords.ts';

const wordPattern = /[\p{L}\p{M}\p{N}]+(?:['’][\p{L}]+)?/gu;

/** A stem that also lets who does something meet what is done: `owner`, `owns` and `owned` are `own`, `led` is `lead`. */
export function relationStem(word: string): string {
  const stemmed = stem(irregular.get(word) ?? word);
  return stemmed.length > 3 ? stemmed.replace(/(?:er|or)$/, '').replace(/e$/, '') : stemmed.replace(/(?<=..)e$/, '');
}

/** The stems of a relation's words: `depends_on` → depend; one of nothing but function words keeps them. */
export function relationStems(relation: string): string[] {
  const words = relation
    .replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .toLowerCase()
    .match(wordPattern);
  const all = (words ?? []).filter((word) => word !== '');
  const content = all.filter((word) => !stopWords.has(word.replaceAll('_', '')));
  return [...new Set((content.length > 0 ? content : all).map(relationStem))];
}

/** Whether a word is a past form that no rule makes (`led`, `written`). */
export function isIrregularPast(word: string): boolean {
  return irregular.has(word);
}

/** Past forms of common English verbs that no rule makes, and the verb. */
const irregular = new Map(
  (
    'led lead, wrote write, written write, made make, built build, held hold, bought buy, sold sell, taught teach, ' +
    'began begin, begun begin, chose choose, chosen choose, drove drive, driven drive, fed feed, felt feel, ' +
    'fought fight, found find, gave give, given give, grew grow, grown grow, kept keep, knew know, known know, ' +
    'left leave, lent lend, lost lose, met meet, paid pay, ran run, rode ride, sang sing, sung sing, sent send, ' +
    'shot shoot, spoke speak, spoken speak, spent spend, stood stand, stole steal, stolen steal, swam swim, took take, ' +
    'taken take, thought think, threw throw, thrown throw, told tell, won win, wore wear, worn wear, became become, ' +
    'born bear, brought bring, broke break, broken break, caught catch, drew draw, drawn draw, ate eat, eaten eat'
  )
    .split(', ')
    .map((pair) => pair.split(' ') as [string, string]),
);
