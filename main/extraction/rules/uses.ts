import { isDoubtful } from '../doubts.ts';
import type { Found, Rule, Sentence } from '../extraction.ts';
import { inClauses } from '../facts.ts';
import { furtherItems, ofTitle, titleName } from '../lists.ts';
import { bare, edge, isNamed, isSubject, np } from '../phrases.ts';
import { validityOf } from '../validity.ts';

const generic =
  /^(?:this|the|these|our|my|your|a|an) (?:\p{L}+)$|^(?:definitions?|library|package|module|project|tool|app|feature|version)$/iu;

/** Ties a named thing to another, and to those that a list names with it. */
function ties(rule: string, sentence: Sentence, from: string, relation: string, to: string, rest: string): Found[] {
  const first = tie(rule, sentence, from, relation, to);
  if (first === null) return [];
  return [first, ...furtherItems(rest).flatMap((item) => tie(rule, sentence, from, relation, item) ?? [])];
}

/** "Named curves `Ed25519`": the name itself, without the plain nouns before it. */
function innermost(object: string): string {
  const words = object.replace(/ \p{L}+ly$/u, '');
  const inner = /^(?:\p{Ll}[\p{L}-]* (?:of )?){1,5}(`[\p{L}_][^`]*`)$/u.exec(words.replace(/^(?:the|an?) /i, ''));
  return inner?.[1] ?? words;
}

/** A hyphen makes a name of one word ("graceful-fs"), but only describes in several ("higher-level capabilities"). */
function isProper(phrase: string): boolean {
  return /[\p{Lu}\d`"“_./@#\u2060]/u.test(phrase) || !bare(phrase).includes(' ');
}

/** Ties two named things. */
function tie(rule: string, sentence: Sentence, from: string, relation: string, object: string): Found | null {
  const to = innermost(object);
  if (
    !isProper(to) ||
    /^terms of\b/i.test(to) ||
    /^(?:add|fix|remove|update|use|allow|make|convert|improve|install|refactor|bump)$/i.test(from)
  )
    return null;
  const title = ofTitle(from, sentence.source);
  if (title !== null)
    return isSubject(to) && isNamed(to) && !generic.test(bare(to)) ? tied(rule, sentence, title, relation, to) : null;
  if (!isSubject(from) || !isSubject(to) || !isNamed(to) || generic.test(bare(to))) return null;
  if (/ly$/.test(bare(from)) || (!isNamed(from, true) && generic.test(from))) return null;
  if (bare(from).toLowerCase() === bare(to).toLowerCase()) return null;
  return tied(rule, sentence, from, relation, to);
}

function tied(rule: string, sentence: Sentence, from: string, relation: string, to: string): Found {
  const { validFrom, validTo } = validityOf(sentence, [from, to]);
  const base = { from: bare(from), relation, to: bare(to) };
  return {
    rule,
    family: 'relation',
    edge: { ...base, ...(validFrom === undefined ? {} : { validFrom }), ...(validTo === undefined ? {} : { validTo }) },
  };
}

/** Present tense, or an act that stays done: what is said of a named thing and another one. */
const furtherVerbs =
  'targets?|integrates with|connects to|talks to|communicates with|writes to|reads from|listens to|subscribes to|publishes to|forwards to|delegates to|feeds|(?:is |are )?(?:now )?(?:a )?part of|is a member of|is owned by|is hosted (?:on|by|at|in)|is deployed (?:to|on|in)|is (?:located|based|headquartered) in|are (?:located|based) in|is backed by|is compatible with|are compatible with|is incompatible with|is derived from|(?:is|are) (?:stored|kept|installed) (?:in|on|at)|is a fork of|is a port of|is a subsidiary of|is a successor (?:to|of)|acquired|founded|invented|wrote|created|designed|directed|sponsors|provides|exports|replaces|supersedes|succeeds|embeds|bundles|includes|ships with|comes with|consists of|competes with';
const active = new RegExp(
  `^(?<from>${np}?) (?:(?:now|currently|also|still|directly|only|\\p{L}+ly) )?(?<verb>${furtherVerbs}|depends? (?:up)?on|depended (?:up)?on|relies on|rely on|uses?|used|requires?|required|runs? (?:on|under|inside)|imports?|extends?|implements?|wraps?|calls?|supports?|belongs to) (?<to>${np})${edge}`,
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
const plainVerbs =
  /\b(?:depend(?:s|ed)? (?:up)?on|rel(?:ies|y) on|use[sd]?|requires?d?|runs? (?:on|under|inside)|imports?|extends?|implements?|wraps?|calls?|supports?|belongs to) /i;
const uses: Rule = {
  name: 'relation/uses',
  trigger: new RegExp(`\\b(?:${furtherVerbs}) |${plainVerbs.source}`, 'i'),
  read: (sentence) =>
    inClauses(sentence, active, ({ from = '', verb = '', to = '' }, _, rest) => {
      // "Users use X", "tests used to run": the subject is a thing with a name.
      if (
        !isUser(from, verb, sentence) ||
        /^\p{Lu}/u.test(verb) ||
        /^[-/]|^\p{L}+ing$/u.test(bare(from)) ||
        /^(?:used|required)$/i.test(verb) ||
        /^\p{L}+ing\b/iu.test(bare(to))
      )
        return null;
      const relation = relations.find(([start]) => start.test(verb))?.[1] ?? relationOf(verb);
      return ties('relation/uses', sentence, from, relation, to, rest);
    }).flat(),
};

/** A name, the document's own thing, or "the payments service"; a capital in -s is no plural before a verb in -s. */
function isUser(from: string, verb: string, sentence: Sentence): boolean {
  if (isNamed(from, true) || ofTitle(from, sentence.source) !== null) return true;
  if (/^the [\p{L}-]+ [\p{L}-]+(?: [\p{L}-]+)?$/iu.test(from)) return /s$|s /.test(verb) && !/s$/.test(from);
  return /^\p{Lu}\p{Ll}+s$/u.test(from) && /^(?!is |are )\p{L}+s\b/iu.test(verb);
}

/** "Is now a part of" and "is part of" are one relation. */
function relationOf(verb: string): string {
  return verb
    .toLowerCase()
    .replace(/^are /, 'is ')
    .replace(/^(?:is )?(?:now )?(?:a )?part of$/, 'part of')
    .replace(
      /^is (?:a )?(?=(?:member|fork|port|subsidiary|successor|owned|hosted|deployed|located|based|headquartered|backed|compatible|incompatible|derived|stored|kept|installed)\b)/,
      '',
    );
}

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
    inClauses(sentence, passive, ({ from = '', verb = '', by = '', to = '' }, _, rest) => {
      const preposition = by.toLowerCase();
      // "Written in 2020" and "published on Monday" are times; "based in Berlin" is a place.
      if (/^(?:in|on)$/.test(preposition) && !/^(?:written|implemented|built|based)$/i.test(verb)) return null;
      if (/^\d+$/.test(bare(to)) || isMonthOrDay(to)) return null;
      const relation = `${verb.toLowerCase()} ${preposition === 'upon' ? 'on' : preposition}`;
      return ties('relation/made', sentence, from, relation, to, rest);
    }).flat(),
};

function isMonthOrDay(phrase: string): boolean {
  return /^(?:january|february|march|april|may|june|july|august|september|october|november|december|\p{L}+day)\b/iu.test(
    phrase,
  );
}

const entry = new RegExp(
  `^(?<from>[^\\s,;:()]+(?: [^\\s,;:()]+){0,2}) ?(?: [–—-]|:| is an?| are) (?<kind>[^.;?!]{3,120}?) (?<verb>${built}) (?<by>by|on top of|on|with|in|using) (?<to>${np})${edge}`,
  'u',
);
/** "tsdown - The bundler for libraries powered by Rolldown": an entry of a list, or "X is a tool written in Y". */
const described: Rule = {
  name: 'relation/described',
  trigger: new RegExp(` (?:[–—-]|:|is|are) .* (?:${built}) (?:by|on|with|in|using) `, 'u'),
  read: (sentence) => {
    if (sentence.source.kind !== 'document' || isDoubtful(sentence.text)) return [];
    const {
      from = '',
      kind = '',
      verb = '',
      by = '',
      to = '',
    } = entry.exec(sentence.text.toLowerCase()) === null ? {} : entryOf(sentence.text);
    if (!isNamed(to) || isMonthOrDay(to) || /^\d+$/.test(bare(to))) return [];
    if (/^(?:in|on)$/.test(by) && !/^(?:written|implemented|built|based)$/.test(verb)) return [];
    if (
      /^(?:used|made|collected|drawn)$/.test(verb) ||
      /\b(?:that|which|who|when|is|are|was|were|and|or|[a-z]+ed)\b/.test(kind)
    )
      return [];
    const found = tie('relation/described', sentence, from, `${verb} ${by}`, to);
    return found === null ? [] : [found];
  },
};

function entryOf(text: string): Readonly<Record<string, string | undefined>> {
  return entry.exec(text)?.groups ?? {};
}

const purpose = new RegExp(`^we (?:now |currently )?use (?<tool>${np}) for (?<what>${np})${edge}`, 'u');
/** "We use Postgres for billing": what it is for uses it, whoever we are. */
const usedFor: Rule = {
  name: 'relation/used-for',
  trigger: /\b[Ww]e (?:now |currently )?use \S.* for /u,
  read: (sentence) =>
    inClauses(sentence, purpose, ({ tool = '', what = '' }) =>
      /^(?:\p{L}+ly|this|that|now|it|all|some|example|instance|\d.*)\b/iu.test(what) || bare(what).split(' ').length > 3
        ? null
        : tie('relation/used-for', sentence, what, 'uses', tool),
    ),
};

const additions = new RegExp(
  `^(?:adds?|added|introduces?|introduced) (?:initial |experimental |full |native |basic |first-class )?support for (?<to>${np})${edge}`,
  'u',
);
const shared = new RegExp(`^(?:requires|depends on|uses|supports|targets|needs) (?<to>${np})${edge}`, 'u');
/** A note about the thing its title names: "Added support for Node 20", "Requires Node 18 or later". */
const ofItself: Rule = {
  name: 'relation/of-itself',
  trigger:
    /^\W*(?:\S+ ){0,3}(?:adds?|added|introduced?s?) .{0,20}support for |^\W*(?:requires|depends on|supports|targets) \S/i,
  read: (sentence) => {
    const title = titleName(sentence.source);
    if (title === null) return [];
    const added = inClauses(sentence, additions, ({ to = '' }, _, rest) =>
      [to, ...furtherItems(rest)].map((each) => ({ relation: 'supports', to: each })),
    ).flat();
    const needed = inClauses(sentence, shared, ({ to = '' }, clause, rest) =>
      [to, ...furtherItems(rest)].map((each) => ({ relation: relationOf(verbOf(clause)), to: each })),
    ).flat();
    return [...added, ...needed]
      .filter(
        ({ to }) =>
          isNamed(to) &&
          isProper(to) &&
          isSubject(to) &&
          !generic.test(bare(to)) &&
          bare(to) !== title &&
          !/^\p{L}+ing\b/u.test(to),
      )
      .map(({ relation, to }) => tied('relation/of-itself', sentence, title, relation, to));
  },
};

function verbOf(clause: string): string {
  const verb = /^(?:depends on|\p{L}+)/iu.exec(clause)?.[0].toLowerCase() ?? '';
  return verb === 'require' ? 'requires' : verb === 'support' ? 'supports' : verb;
}

export const useRules: readonly Rule[] = [uses, usedFor, made, described, ofItself];
