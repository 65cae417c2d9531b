import { nameEndings, titles } from '../language/abbreviations.ts';
import { determiners, interjections, prepositions, pronouns } from '../language/functionWords.ts';

/** Stands for a space within what is one word to the rules: a link's text, "Project A". `unglued` gives it back. */
const glue = '\u2060';

/**
 * The words of a sentence without the markup of notes and transcripts: a link is its text, a commit hash and an issue
 * number at the end are gone, a code span keeps its marks, for it is a name.
 */
export function plainSentence(sentence: string): string {
  let text = sentence;
  if (text.includes('[') || text.includes('<')) {
    text = text
      .replace(/<(https?:[^>\s]+)>/g, ' ')
      .replace(/\.?<br ?\/?>/gi, '. ')
      .replace(/<sup>[^<]{0,20}<\/sup>/gi, ' ')
      .replace(/<\/?[a-z][^>]{0,60}>/gi, ' ')
      .replace(/!\[[^\]]*\]\([^)\s]*\)/g, ' ')
      .replace(/\[\[?(`[0-9a-f]{7,40}`|[0-9a-f]{7,40}|#\d+)\]?\]?(?:\([^)\s]*\))?/g, ' ')
      .replace(/\[([^[\]]+)\] ?(?:\( ?[^)\s]* ?\)|\[[^\]]*\])/g, (_, shown: string) => linked(shown));
  }
  text = text
    .replace(/\s+/g, ' ')
    .replace(/\{vocalsound\}|\{pause\}|\{gap\}/g, ' ')
    .replace(/\*\*|__/g, '')
    .replace(/(?<![\p{L}\p{N}])[_*](\p{L}[^_*]*?)[_*](?![\p{L}\p{N}])/gu, '$1')
    .replace(/(?<=\p{L}) (?=['’](?:s|m|re|ve|ll|d|t)\b)/gu, '')
    .replace(/ +(?=[,.;:!?])/g, '')
    .replace(/(?<=\p{Lu}[\p{L}\d]+) (?=[A-HJ-Z](?![\p{L}\d'’.]))/gu, glue)
    .replace(/(?<=[^\s,] )@[\w-]+\.?$/, '')
    .replace(/\((?:\s|#\d+|by @\S+|thanks @\S+|,)*\)/gi, ' ');
  return wholeNames(text.replace(/\s+/g, ' ').trim());
}

const title = new RegExp(`(?<![\\p{L}\\p{N}])(?:${titles})\\. (?=\\p{Lu})`, 'gu');
const initial = /(?<![\p{L}\p{N}.])\p{Lu}(?:\.\p{Lu})*\. (?=(\p{Lu}[\p{L}'’]*))/gu;
const versus = /(?<=\p{Lu}[\p{L}'’]*) (vs?\.) (?=\p{Lu})/gu;
const ending = new RegExp(`\\.(?= \\p{Ll})(?<=\\p{Lu}\\S*,? (?:${nameEndings})\\.)`, 'gu');

/** A full stop within a name does not end it: “Dr. Ines Prado”, “J. K. Rowling”, “Hale v. Orton”, “Acme Inc. owns…”. */
function wholeNames(text: string): string {
  if (!text.includes('. ')) return text;
  return text
    .replace(title, (words) => words.trimEnd() + glue)
    .replace(initial, (words, next: string) => (opens(next) ? words : words.trimEnd() + glue))
    .replace(versus, `${glue}$1${glue}`)
    .replace(ending, '');
}

/** Whether a word in capitals rather begins a sentence than goes on with a name: “vitamin C. The dose…”. */
function opens(word: string): boolean {
  return openers.some((words) => words.has(word.toLowerCase()));
}

const openers = [determiners, pronouns, prepositions, interjections];

/** What is linked by a few words is a name, whatever they are. */
function linked(shown: string): string {
  const words = shown.trim().split(' ');
  return words.length > 3 || shown.includes('`') ? shown : glue + words.join(glue);
}

/** The words as they were written. */
export function unglued(text: string): string {
  return text.includes(glue) ? text.replace(/(?<=\S)\u2060(?=\S)/g, ' ').replaceAll(glue, '') : text;
}

/** Whether a note says by its form that it reports what was done: a label in brackets, a commit, "deps:" before it. */
export function isNoted(sentence: string): boolean {
  return /\[`?[0-9a-f]{7,40}`?\]|^\W*\[[^\]]{2,20}\]|^\**(?:deps|chore|feat|fix|build|docs|test|tests|refactor|package|perf|ci|breaking|style)\b[^:]{0,30}:|\(#\d+\)|#\d+\b/i.test(
    sentence,
  );
}
