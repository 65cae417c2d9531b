import type { Found, Rule, Sentence } from '../extraction.ts';
import { inClauses } from '../facts.ts';
import { bare, edge, isNamed, isSubject, np } from '../phrases.ts';
import { validityOf } from '../validity.ts';

const generic =
  /^(?:this|the|these|our|my|your|a|an) (?:\p{L}+)$|^(?:definitions?|library|package|module|project|tool|app|feature|version)$/iu;

/** Ties two named things. */
function tie(rule: string, sentence: Sentence, from: string, relation: string, object: string): Found | null {
  const to = object.replace(/ \p{L}+ly$/u, '');
  if (!isSubject(from) || !isSubject(to) || !isNamed(to) || generic.test(bare(to))) return null;
  if (/ly$/.test(bare(from)) || (!isNamed(from, true) && generic.test(from))) return null;
  if (bare(from).toLowerCase() === bare(to).toLowerCase()) return null;
  const { validFrom, validTo } = validityOf(sentence, [from, to]);
  const base = { from: bare(from), relation, to: bare(to) };
  return {
    rule,
    family: 'relation',
    edge: { ...base, ...(validFrom === undefined ? {} : { validFrom }), ...(validTo === undefined ? {} : { validTo }) },
  };
}

const active = new RegExp(
  `^(?<from>${np}?) (?:(?:now|currently|also|still|directly|only|\\p{L}+ly) )?(?<verb>depends? (?:up)?on|depended (?:up)?on|relies on|rely on|uses?|used|requires?|required|runs? (?:on|under|inside)|imports?|extends?|implements?|wraps?|calls?|supports?|belongs to) (?<to>${np})${edge}`,
  'u',
);
const relations: readonly (readonly [RegExp, string])[] = [
  [/^depend/i, 'depends on'],
  [/^rel/i, 'relies on'],
  [/^use/i, 'uses'],
  [/^requir/i, 'requires'],
  [/^run/i, 'runs on'],
  [/^import/i, 'imports'],
  [/^extend/i, 'extends'],
  [/^implement/i, 'implements'],
  [/^wrap/i, 'wraps'],
  [/^call/i, 'calls'],
  [/^support/i, 'supports'],
  [/^belong/i, 'belongs to'],
];
const uses: Rule = {
  name: 'relation/uses',
  trigger:
    /\b(?:depend(?:s|ed)? (?:up)?on|rel(?:ies|y) on|use[sd]?|requires?d?|runs? (?:on|under|inside)|imports?|extends?|implements?|wraps?|calls?|supports?|belongs to) /i,
  read: (sentence) =>
    inClauses(sentence, active, ({ from = '', verb = '', to = '' }) => {
      // "Users use X", "tests used to run": the subject is a thing with a name.
      if (
        !isNamed(from, true) ||
        /^\p{Lu}/u.test(verb) ||
        /^[-/]|^\p{L}+ing$/u.test(bare(from)) ||
        /^(?:used|required)$/i.test(verb) ||
        /^\p{L}+ing\b/iu.test(bare(to))
      )
        return null;
      const relation = relations.find(([start]) => start.test(verb))?.[1] ?? verb.toLowerCase();
      return tie('relation/uses', sentence, from, relation, to);
    }),
};

const built =
  'built|based|written|created|developed|designed|published|authored|powered|inspired|implemented|founded|composed|invented|funded|produced|hosted|used|made|sponsored|drawn|directed|discovered|collected';
const passive = new RegExp(
  `^(?<from>${np}(?: (?:of|for) ${np})?) (?:is|are|was|were|has been|have been)(?: (?:now|currently|originally|initially|first|mostly|primarily|partly|heavily|entirely|mainly|loosely))? (?<verb>${built})(?: and (?:maintained|published|designed|written|developed))? (?<by>by|on top of|on|upon|with|in|using) (?<to>${np})${edge}`,
  'u',
);
const made: Rule = {
  name: 'relation/made',
  trigger: new RegExp(`\\b(?:${built})(?: and \\p{L}+)? (?:by|on|upon|with|in|using) `, 'u'),
  read: (sentence) =>
    inClauses(sentence, passive, ({ from = '', verb = '', by = '', to = '' }) => {
      const preposition = by.toLowerCase();
      // "Written in 2020" and "published on Monday" are times; "based in Berlin" is a place.
      if (/^(?:in|on)$/.test(preposition) && !/^(?:written|implemented|built|based)$/i.test(verb)) return null;
      if (/^\d+$/.test(bare(to)) || isMonthOrDay(to)) return null;
      return tie(
        'relation/made',
        sentence,
        from,
        `${verb.toLowerCase()} ${preposition === 'upon' ? 'on' : preposition}`,
        to,
      );
    }),
};

function isMonthOrDay(phrase: string): boolean {
  return /^(?:january|february|march|april|may|june|july|august|september|october|november|december|\p{L}+day)\b/iu.test(
    phrase,
  );
}

const mine = new RegExp(
  `^i(?:['’]m| am|['’]ve| have)? (?:(?:been|now|currently|still|also|already|mostly|always|just|recently) )*(?<verb>use|using|work at|work for|working at|working for|live in|living in|joined|bought|adopted|moved to|read|reading|playing|started) (?:(?:a|an|the|this|that|some|another)\\b[^,.;]{0,80}? (?:called|named|titled) (?<title>${np})|(?<to>${np}))${edge}`,
  'u',
);
const ownVerbs: Readonly<Record<string, string>> = {
  use: 'uses',
  using: 'uses',
  'work at': 'works at',
  'working at': 'works at',
  'work for': 'works for',
  'working for': 'works for',
  'live in': 'lives in',
  'living in': 'lives in',
  joined: 'joined',
  bought: 'bought',
  adopted: 'adopted',
  'moved to': 'moved to',
  read: 'read',
  reading: 'reading',
  playing: 'playing',
  started: 'started',
};
/** What a person says of himself, about something with a name: "I use Neovim", "I work at Initech". */
const firstPerson: Rule = {
  name: 'relation/first-person',
  trigger:
    /\bI(?:['’](?:m|ve)| am| have)? (?:(?:been|now|currently|still|also|already|mostly|always|just|recently) )*(?:us(?:e|ing)|work(?:ing)? (?:at|for)|liv(?:e|ing) in|joined|bought|adopted|moved to|read|reading|playing|started) /,
  read: (sentence) => {
    const { author, kind } = sentence.source;
    if (author === null || kind !== 'speech') return [];
    return inClauses(sentence, mine, ({ verb = '', to, title }) =>
      tie(
        'relation/first-person',
        sentence,
        author,
        ownVerbs[verb.toLowerCase()] ?? verb.toLowerCase(),
        to ?? title ?? '',
      ),
    );
  },
};

export const useRules: readonly Rule[] = [uses, made, firstPerson];
