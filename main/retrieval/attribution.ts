import { timeWords } from '../language/functionWords.ts';
import { nameKey } from '../language/names.ts';
import { readSpeech, type Speech, type Told } from '../language/speech.ts';
import type { QuestionLink } from '../projections/entities/questionLinks.ts';
import type { Item } from '../projections/items/item.ts';
import type { QueryTerm } from '../retrievers/path.ts';
import { termsIn } from './coverage.ts';

/** Whether a text tells of the thing that a question asks about, of another one, or whether nobody can say. */
export type About = 'asked' | 'other' | 'undecided';

/** The things whose deed, word or property a question asks for; any of them answers. */
export interface AskedSubjects {
  readonly names: readonly string[];
  /** The question says that something is theirs or done by them; else it only names them. */
  readonly marked: boolean;
}

const name = String.raw`\p{Lu}[\p{L}\p{M}\p{N}_-]*(?:[ -]\p{Lu}[\p{L}\p{M}\p{N}_-]*)*`;
const names = new RegExp(String.raw`(?<![\p{L}\p{N}_])${name}`, 'gu');
const helping =
  '(?:[Dd]id|[Dd]oes|[Dd]o|[Ii]s|[Aa]re|[Ww]as|[Ww]ere|[Hh]as|[Hh]ave|[Hh]ad|[Ww]ill|[Ww]ould|[Cc]an|[Cc]ould|[Ss]hould|[Mm]ay|[Mm]ight|[Mm]ust)';
const subjectForms = [
  // “Ana’s boat”
  new RegExp(String.raw`(?<![\p{L}\p{N}_])(?<name>${name})['’]s?(?![\p{L}\p{N}])`, 'gu'),
  // “what did Ana buy”, “did Ana and Tim buy”
  new RegExp(
    String.raw`(?<![\p{L}\p{N}])${helping}\s+(?:the\s+)?(?<name>${name})(?:\s*(?:,|and|or|&)\s*(?<more>${name}))?`,
    'gu',
  ),
  // “the boat of Ana”
  new RegExp(String.raw`(?<=\p{Ll} of (?:the )?)(?<name>${name})`, 'gu'),
];

/**
 * Whose deed, word or property is asked, by the names that the question capitalises and those that the memory knows; null
 * where it names nobody and nothing.
 */
export function readAsked(
  query: string,
  links: readonly Pick<QuestionLink, 'start' | 'end' | 'name'>[],
): AskedSubjects | null {
  const named = namesIn(query);
  if (named.length === 0) return null;
  const subjects = subjectForms
    .flatMap((form) => [...query.matchAll(form)])
    .flatMap(({ groups = {} }) => [groups.name, groups.more])
    .flatMap((found) => (found === undefined ? [] : namesIn(` ${found}`)));
  const asked = new Set(subjects.length > 0 ? subjects : named);
  // The same thing by the name under which the memory knows it.
  for (const { start, end, name } of links) {
    const written = nameKey(query.slice(start, end));
    if ([...asked].some((one) => nameKey(one) === written)) asked.add(name);
  }
  return { names: [...asked], marked: subjects.length > 0 };
}

/** Capitalised words that name something: not the first word unless it is marked as a name, no month and no “I”. */
function namesIn(text: string): string[] {
  const found = [...text.matchAll(names)].flatMap(({ 0: run, index }) => {
    const [first = '', ...rest] = run.split(' ');
    const opens = index === 0 && !/^['’]s/u.test(text.slice(run.length));
    const words = (opens ? rest : [first, ...rest]).filter((word) => !timeWords.has(word.toLowerCase()));
    return words.length === 0 || /^I$/u.test(words.join(' ')) ? [] : [words.join(' ')];
  });
  return [...new Set(found)];
}

/** What a text tells of the subjects that are asked about, and of others: of each the question's terms it holds. */
export interface Attributed {
  readonly about: About;
  /** Terms in sentences about an asked subject, or of which nobody can say. */
  readonly own: ReadonlySet<QueryTerm>;
  readonly others: ReadonlySet<QueryTerm>;
}

/** What is known of those who speak, beside one text. */
export interface Speakers {
  /** The subject is somebody who speaks: what another says of themselves is not about them. */
  readonly askedSpeaks: boolean;
}

/**
 * Tells whose the sentences of a text are by who wrote it, whom it addresses, and which names stand in them. The text is
 * about the asked subject when one of the sentences that hold most of what is asked is.
 *
 * @param terms the question's terms without its names
 */
export function attribute(
  item: Item,
  asked: AskedSubjects,
  terms: readonly QueryTerm[],
  speakers: Speakers,
): Attributed {
  const speech = readSpeech(item.text.slice(0, longest));
  const author = item.author === null ? null : nameKey(item.author);
  const isAsked = (key: string) => asked.names.some((one) => sameName(key, nameKey(one)));
  const scene: Scene = { speech, author, item, isAsked, ...speakers };
  const sentences = speech.sentences.map((told) => {
    const held = termsIn(told.text, terms);
    return { held, weight: weightOf(held), about: aboutOf(told, scene) };
  });
  const most = Math.max(0, ...sentences.map(({ weight }) => weight));
  const telling = sentences.filter(({ weight }) => weight >= most * nearlyMost).map(({ about }) => about);
  const about = telling.find((one) => one === 'asked') ?? telling.find((one) => one === 'undecided') ?? telling[0];
  const beside = termsIn([item.title, item.caption, item.heading].filter((part) => part !== null).join('\n'), terms);
  const heldBy = (isOwn: boolean) =>
    new Set([
      ...((about !== 'other') === isOwn ? beside : []),
      ...sentences.flatMap((one) => ((one.about !== 'other') === isOwn ? [...one.held] : [])),
    ]);
  return { about: about ?? 'undecided', own: heldBy(true), others: heldBy(false) };
}

/** UTF-16 units of a text that are read. */
const longest = 8000;
/** A sentence with so much of what the best one holds tells it too. */
const nearlyMost = 0.75;

function weightOf(terms: ReadonlySet<QueryTerm>): number {
  return [...terms].reduce((sum, { idf }) => sum + Math.max(idf, 0.1), 0);
}

interface Scene extends Speakers {
  readonly speech: Speech;
  readonly author: string | null;
  readonly item: Item;
  readonly isAsked: (key: string) => boolean;
}

function aboutOf(told: Told, scene: Scene): About {
  const { speech, author, isAsked, askedSpeaks } = scene;
  if (told.names.some(isAsked)) return 'asked';
  if (told.label !== null) return isAsked(told.label) ? 'asked' : 'other';
  const byAsked = author !== null && isAsked(author);
  if (told.first && author !== null) {
    if (byAsked) return 'asked';
    // “I loved your boat” may tell of the speaker, or of whom it is said to.
    if (told.second && (speech.called.length === 0 || speech.called.some(isAsked))) return 'undecided';
    return askedSpeaks ? 'other' : aboutThing(told, scene);
  }
  if (told.second) {
    if (byAsked) return 'other';
    if (speech.called.length > 0) return speech.called.some(isAsked) ? 'asked' : 'other';
    return 'undecided';
  }
  if (told.meant !== null) return isAsked(told.meant) ? 'asked' : 'other';
  if (byAsked) return told.third ? 'undecided' : 'asked';
  if (askedSpeaks && (told.names.length > 0 || (author !== null && !told.third))) return 'other';
  return aboutThing(told, scene);
}

/** What is told under a title or behind a sentence that names a thing is told of it, unless it names another one. */
function aboutThing({ names, before }: Told, { item, isAsked }: Scene): About {
  const places = [item.title, item.heading, item.thread, ...item.entities].filter((place) => place !== null);
  if (places.some((place) => isAsked(nameKey(place)))) return 'asked';
  if (before !== null && isAsked(before)) return names.length > 0 ? 'undecided' : 'asked';
  return names.length > 0 ? 'other' : 'undecided';
}

/** One name is the other, some of its words, a family of it (“the Okafors”), or a short form: “Mel” of “Melanie Ortiz”. Both as `nameKey`s. */
export function sameName(a: string, b: string): boolean {
  const [first, second] = [a.split(' '), b.split(' ')];
  const [long, short] = first.length >= second.length ? [first, second] : [second, first];
  return short.every((part) =>
    long.some((word) => isOne(part, word) || isShortFor(part, word) || isShortFor(word, part)),
  );
}

function isOne(a: string, b: string): boolean {
  return a === b || (a.length > 3 && `${a}s` === b) || (b.length > 3 && `${b}s` === a);
}

function isShortFor(short: string, long: string): boolean {
  return (
    short.length >= 3 &&
    short.length <= 4 &&
    long.length > short.length &&
    long.startsWith(short) &&
    /^\p{L}+$/u.test(long)
  );
}
