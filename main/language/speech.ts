import {
  auxiliaries,
  conditions,
  determiners,
  interjections,
  looseWords,
  passingAdverbs,
  prepositions,
  pronouns,
  subordinators,
  timeWords,
} from './functionWords.ts';
import { nameKey } from './names.ts';
import { type SentenceSpan, sentencesOf } from './sentences.ts';

/** Who speaks in a sentence, to whom and of whom, as its own words and those before it tell. Names by their `nameKey`. */
export interface Told {
  readonly text: string;
  /** Says I or we: what it tells is the speaker’s. */
  readonly first: boolean;
  /** Says you: what it tells is the addressee’s. */
  readonly second: boolean;
  /** Says he, she or they. */
  readonly third: boolean;
  /** Whom he, she or they means: the first name in the sentence, else the last one before; null where there is none. */
  readonly meant: string | null;
  /** Whose words or task it is, where the line begins with a name and a colon: “Ana: will write the minutes”. */
  readonly label: string | null;
  /** The name that stood last before it; null where none did. */
  readonly before: string | null;
  /** Names in it, without those that are only called: “thanks, Ana”. */
  readonly names: readonly string[];
}

/** A text by its sentences, and whom it calls by name: “Hi Ana, …”, “thanks, Ana!”. */
export interface Speech {
  readonly sentences: readonly Told[];
  readonly called: readonly string[];
}

/** Sentences of a text that are read. */
const most = 200;

/** Reads who speaks of whom, by the closed classes of English and by capitals. */
export function readSpeech(text: string): Speech {
  const called: string[] = [];
  const sentences: Told[] = [];
  let before: string | null = null;
  for (const span of sentencesOf(text).slice(0, most)) {
    const { calls, ...told } = readSentence(text, span, before);
    called.push(...calls);
    sentences.push(told);
    before = told.label ?? told.names.at(-1) ?? before;
  }
  return { sentences, called };
}

const word = (list: string) => new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${list})(?![\p{L}\p{N}])`, 'u');
const firstPerson = word('I|[Mm]e|[Mm]y|[Mm]ine|[Mm]yself|[Ww]e|us|[Oo]ur|ours|ourselves');
const secondPerson = word('[Yy]ou|[Yy]our|yours|yourself|yourselves');
const thirdPerson = word('[Hh]e|[Ss]he|him|[Hh]er|[Hh]is|hers|[Tt]hey|them|[Tt]heir');
const labelled = /^(\p{Lu}[\p{L}\p{M}.'’-]*(?: \p{Lu}[\p{L}\p{M}.'’-]*){0,3}):\s/u;
const nameRun = /(?<![\p{L}\p{N}_])\p{Lu}[\p{L}\p{M}\p{N}_'’-]*(?:[ -]\p{Lu}[\p{L}\p{M}\p{N}_'’-]*)*/gu;

function readSentence(text: string, { start, end }: SentenceSpan, before: string | null) {
  const words = text.slice(start, end);
  const label = labelled.exec(words);
  const body = label === null ? words : words.slice(label[0].length);
  const calls: string[] = [];
  const names: string[] = [];
  for (const { 0: run, index } of body.matchAll(nameRun)) {
    const name = withoutSmallWords(run);
    if (name === '') continue;
    const at = index + run.length - name.length;
    if (isCalled(body, at, name)) calls.push(nameKey(name));
    else if (at > 0 || isSubject(name, body)) names.push(nameKey(name));
  }
  const third = thirdPerson.test(body);
  return {
    ...{ text: body, calls, names, before, third },
    first: firstPerson.test(body),
    second: secondPerson.test(body),
    meant: third ? (names[0] ?? before) : null,
    label: label?.[1] === undefined ? null : nameKey(label[1]),
  };
}

const smallWords = [
  ...[auxiliaries, conditions, determiners, interjections, looseWords, passingAdverbs],
  ...[prepositions, pronouns, subordinators, timeWords],
];

/** The run without what is capitalised only for standing first: “Hi Ana”, “When Tim”, “She”. */
function withoutSmallWords(run: string): string {
  const words = run.split(' ');
  const from = words.findIndex((one) => {
    const lower = one.toLowerCase().replace(/['’].*$/u, '');
    return lower !== 'dear' && !smallWords.some((some) => some.has(lower));
  });
  return from < 0 ? '' : words.slice(from).join(' ');
}

/** Set off by commas or behind a greeting, with nothing said of it: “Hi Ana, …”, “Ana, …”, “thanks, Ana!”. */
function isCalled(body: string, at: number, name: string): boolean {
  const [before, after] = [body.slice(0, at), body.slice(at + name.length)];
  const [last = ''] = /[\p{L}]+(?=[\s,]*$)/u.exec(before) ?? [];
  const greeted = last.toLowerCase() === 'dear' || interjections.has(last.toLowerCase());
  if (greeted) return /^\s*(?:[,!?.:;–—-]|$)/u.test(after);
  if (before.trim() === '') return /^\s*[,!–—]/u.test(after);
  return /^[^,]*,\s*$/u.test(before) && /^\s*(?:[!?.]|$)/u.test(after);
}

/** Whether the word that a sentence begins with is followed by what is said of it, so that it is a name. */
function isSubject(name: string, body: string): boolean {
  const next = /^\s+(\p{L}+)/u.exec(body.slice(name.length))?.[1]?.toLowerCase() ?? '';
  if (/[\s_\d-]|['’]s$/u.test(name) || /^['’]s\b/u.test(body.slice(name.length))) return true;
  return (
    auxiliaries.has(next) ||
    passingAdverbs.has(next) ||
    next === 'and' ||
    /(?:ed|s|told|said|wrote|took|went|got|made|will|would|can)$/u.test(next)
  );
}
