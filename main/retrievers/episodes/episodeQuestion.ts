import { type FoundDate, findDates } from '../../language/dates.ts';
import { findFigureDates } from '../../language/figureDates.ts';
import { blanked } from '../../language/span.ts';
import { stopWords } from '../../projections/keywords/stopWords.ts';
import { tokenize } from '../../projections/keywords/tokenize.ts';

/** What a question about an event asks for, in words of the keyword index. */
export interface EpisodeQuestion {
  /** Every word that tells something, once. */
  readonly words: readonly string[];
  /** Names, numbers and quoted words: an event without one of them is another event. */
  readonly names: readonly Named[];
  /** The first telling word of “the …”, “a …”, “our …”: what the event was about. */
  readonly objects: readonly string[];
  /** Times that are named: the event lies in one of them. */
  readonly spans: readonly NamedSpan[];
  /** Of several events of a kind, the one that is asked for by its turn; null where none is. */
  readonly turn: Turn | null;
  /** Nothing but telling words, as one types into a search box. */
  readonly isKeywords: boolean;
}

export interface Named {
  readonly shown: string;
  readonly words: readonly string[];
  /** The first word of the question has its capital from its place: it is a name only if nobody used it as a word. */
  readonly first: boolean;
}

/** “When was it deployed last?”: which end of the order of time is meant, and the words that say so. */
export interface Turn {
  readonly end: 'first' | 'last';
  readonly shown: string;
}

/** Milliseconds since 1970, `[from, to)`. */
export interface NamedSpan {
  readonly shown: string;
  readonly from: number;
  readonly to: number;
}

/** A page pasted as a question is asked by its beginning: UTF-16 units. */
const longestQuestion = 4000;

/** Reads a question. `now` is the asker's present, by which “yesterday” is told; the zone is an IANA name. */
export function readEpisodeQuestion(text: string, frame: { now: number; timeZone: string }): EpisodeQuestion {
  const asked = text.slice(0, longestQuestion);
  const dates = datesIn(asked, frame);
  const undated = blanked(asked, dates);
  const all = tokenize(undated).words;
  const turn = turnIn(undated);
  // Its place in the order of time meets what asks for a turn, and not a word.
  const ordinal = new Set(tokenize(turn?.shown ?? '').words);
  const telling = all.filter((word) => !stopStems.has(word) && !generic.has(word) && !ordinal.has(word));
  return {
    words: [...new Set(telling)].slice(0, mostWords),
    names: namesIn(undated),
    objects: objectsIn(undated),
    spans: joined(asked, dates).map(({ start, end, from, to }) => ({
      shown: asked.slice(start, end).trim(),
      from,
      to,
    })),
    turn,
    isKeywords: all.length > 0 && telling.length === all.length,
  };
}

/** A date in the words of a question, as far as the word before it lets it reach. */
type Dated = Pick<FoundDate, 'start' | 'end' | 'from' | 'to'>;

/** Days and more, those in figures too: who asks for “06/17/2026” means a day. In order. */
function datesIn(text: string, frame: { now: number; timeZone: string }): Dated[] {
  const found = findDates(text, frame).filter(({ grain }) => !withinADay.has(grain));
  const inFigures = findFigureDates(text, frame).filter(
    ({ start, end }) => !found.some((one) => one.start < end && start < one.end),
  );
  return [...found, ...inFigures].sort((a, b) => a.start - b.start).map((date) => reaching(text, date));
}

const direction =
  /\b(?:(before|prior to|earlier than|until|till|up to)|(after|later than)|since|(?:between|from)\s+(?:the\s+)?(\d{1,2})(?:st|nd|rd|th)?\s+(?:and|to))\s+(?:the\s+)?$/iu;

/** “After 17 June” is any time behind that day, “since” from its beginning on, “before” and “until” any time ahead of it;
 * “between 10 and 17 June” begins on the first of both days. */
function reaching(text: string, { start, end, from, to }: FoundDate): Dated {
  const match = direction.exec(text.slice(0, start));
  if (match === null) return { start, end, from, to };
  const place = { start: match.index, end };
  if (match[1] !== undefined) return { ...place, from: -endOfTime, to: from };
  if (match[3] !== undefined) return { ...place, from: from - Math.max(0, dayOf(from) - Number(match[3])) * dayMs, to };
  return { ...place, from: match[2] === undefined ? from : to, to: endOfTime };
}

function dayOf(ms: number): number {
  return new Date(ms).getUTCDate();
}

const dayMs = 86_400_000;

/** The furthest instant that a date can hold (ECMA-262, “time value”), in milliseconds from 1970. */
const endOfTime = 8.64e15;

/** “Between 10 and 17 June”, “from May to July”: two dates are the ends of one span. */
function joined(text: string, dates: readonly Dated[]): Dated[] {
  const [first, second, ...others] = dates;
  if (first === undefined || second === undefined || others.length > 0) return [...dates];
  const opening = /\b(?:between|from)\s+(?:the\s+)?$/iu.exec(text.slice(0, first.start));
  const isJoined = /^\s*(?:and|to|until|till|through|[-–])\s*(?:the\s+)?$/iu.test(text.slice(first.end, second.start));
  if (opening === null || !isJoined) return [...dates];
  return [{ start: opening.index, end: second.end, from: first.from, to: second.to }];
}

/** Not where somebody is called so (“last name”), nor at the head of a list (“first of all”). */
const turns =
  /\b(?:(last|latest|newest|most recent(?:ly)?)|(?:first|earliest|oldest))\b(?: time\b)?(?!\s+(?:names?|of)\b)/iu;

function turnIn(text: string): Turn | null {
  const match = turns.exec(text);
  return match === null ? null : { end: match[1] === undefined ? 'first' : 'last', shown: match[0] };
}

/** A time of day alone names no day, and events are told to the minute by few. */
const withinADay: ReadonlySet<string> = new Set(['second', 'minute', 'hour']);
const mostWords = 64;

/** Whether words of the keyword index ask for an event, whatever it was: “what happened”. */
export function asksOnlyForAnEvent(words: readonly string[]): boolean {
  return words.every((word) => generic.has(word));
}

/** Capitals within a sentence, figures, identifiers and what stands in quotation marks. */
const name =
  /["“„«]([^"”“»]{2,200})["”“»]|(?<![\p{L}\p{N}])(\p{Lu}[\p{L}\p{M}]*(?:['’-]\p{Lu}[\p{L}\p{M}]*)*|[\p{L}\p{N}_#@./:-]*\d[\p{L}\p{N}_#@./:-]*|[\p{L}\p{N}]+_[\p{L}\p{N}_]+)(?![\p{L}\p{N}])/gu;

/** Parts of dates that were left over, and times of day: an event is seldom told to the minute. */
const calendar =
  /^(?:\d{1,2}:\d\d(?::\d\d)?|(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|may|june|july|august|september|october|november|december)$/i;

function namesIn(text: string): Named[] {
  return [...text.matchAll(name)].flatMap((match) => {
    const shown = (match[1] ?? match[2] ?? '').replace(/['’]s$/, '');
    const first = match[1] === undefined && /(?:^|[.!?:]\s+)\s*$/.test(text.slice(0, match.index));
    const { words, wholes } = tokenize(shown);
    const kept = (wholes.length > 0 ? wholes.slice(0, 1) : words).filter((word) => !stopStems.has(word));
    // Capitals alone are as often an abbreviation of something that was written out.
    const isAbbreviation = match[1] === undefined && /^\p{Lu}{1,4}$/u.test(shown);
    return kept.length === 0 || isAbbreviation || calendar.test(shown)
      ? []
      : [{ shown, words: kept, first: first && !/\d/.test(shown) }];
  });
}

const determined =
  /(?<![\p{L}\p{N}])(?:the|an?|our|my|your|his|her|their|its|this|that|these|those)\s+((?:[\p{L}\p{N}_'.-]+\s*){1,3})/giu;

function objectsIn(text: string): string[] {
  return [...text.matchAll(determined)].flatMap((match) => {
    const { words } = tokenize(match[1] ?? '');
    const first = words.find((word) => !light.has(word));
    return first === undefined || stopStems.has(first) || generic.has(first) ? [] : [first];
  });
}

const stems = (words: string): ReadonlySet<string> => new Set(tokenize(words).words);

const stopStems = stems([...stopWords].join(' '));
/** Words with which one asks for an event, whatever it was. */
const generic = stems(
  `event events episode incident occasion occurrence time times day date moment thing things situation case outcome
   outcomes result results end happen happened happens happening occur occurred take place took person people someone
   anybody somebody everyone way place location go went gone going get got come came tell remember recall again ever last
   previous time work exactly reason week month year hour minute morning afternoon evening`,
);
/** Adjectives that hardly tell one thing from another. */
const light = stems(
  'new old first last second third next previous same other big small large whole entire main recent latest earlier ' +
    'final initial early late whole very good bad long short current original',
);
