import { findDates } from '../../language/dates.ts';
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
  /** Nothing but telling words, as one types into a search box. */
  readonly isKeywords: boolean;
}

export interface Named {
  readonly shown: string;
  readonly words: readonly string[];
  /** The first word of the question has its capital from its place: it is a name only if nobody used it as a word. */
  readonly first: boolean;
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
  const dates = findDates(asked, frame).filter(({ grain }) => !withinADay.has(grain));
  const undated = dates.reduce((rest, { start, end }) => blank(rest, start, end), asked);
  const all = tokenize(undated).words;
  const telling = all.filter((word) => !stopStems.has(word) && !generic.has(word));
  return {
    words: [...new Set(telling)].slice(0, mostWords),
    names: namesIn(undated),
    objects: objectsIn(undated),
    spans: dates.map(({ start, end, from, to }) => ({ shown: asked.slice(start, end), from, to })),
    isKeywords: all.length > 0 && telling.length === all.length,
  };
}

/** A time of day alone names no day, and events are told to the minute by few. */
const withinADay: ReadonlySet<string> = new Set(['second', 'minute', 'hour']);
const mostWords = 64;

function blank(text: string, start: number, end: number): string {
  return text.slice(0, start) + ' '.repeat(end - start) + text.slice(end);
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
