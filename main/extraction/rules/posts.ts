import type { Found, Rule, Sentence } from '../extraction.ts';
import { factOf, inClauses, pastFactOf } from '../facts.ts';
import { bare, edge, isNamed, isSubject, np, type Slot } from '../phrases.ts';

/** Nouns of what somebody is for others: "the site manager", "the on-call engineer". */
export const postNoun =
  '(?:[\\p{L}-]*(?:er|or|ist)|lead|head|chair|contact|captain|director|secretary|president|dean|principal|ceo|cto|cfo|coo|[\\p{L}-]+(?:man|woman|person))';
/** A noun in -er that is none: "the next quarter", "the last number". */
const noPost =
  /(?:^|[ -])(?:number|quarter|order|letter|paper|matter|water|power|error|factor|other|former|latter|winter|summer|september|october|november|december|answer|winner|loser|corner|center|character|parameter|header|footer|folder|server|router|container|cluster|layer|buffer|filter|timer|counter|pointer|driver|parser|compiler|linter|bundler|browser|color|floor|door|vector|tutor(?:ial)|monitor|sensor|reactor|motor|indicator|never|ever|over|under|after|however|together)$/i;

/** A plain noun phrase of one to three words that ends in a post. */
export const post = `(?:the|our) (?:[\\p{L}-]+ ){0,2}${postNoun}`;

/** The slot of a post that stands alone, or of that of a named thing. */
export function postSlot(held: string, thing?: string): Slot | null {
  const name = bare(held).replace(/^(?:new|current) /i, '');
  const words = name.toLowerCase();
  if (
    noPost.test(words) ||
    /^(?:other|next|last|first|second|third|only|whole|same|former|previous|old|\p{L}+est) /u.test(words)
  )
    return null;
  if (thing === undefined) return { subject: name, predicate: 'value' };
  return isSubject(thing) && (isNamed(thing) || /^the \\S+ \\S/i.test(thing))
    ? { subject: bare(thing), predicate: words }
    : null;
}

/** A person by name: capitals, at most three words. */
export function isFullName(phrase: string): boolean {
  return /^\p{Lu}[\p{L}'’.-]+(?:[ \u2060]\p{Lu}[\p{L}'’.-]*){0,3}$/u.test(phrase.trim()) && isSubject(phrase);
}

const place = new RegExp(
  `^(?:(?<post>${post})(?: (?:of|at|for) (?<thing>${np}))? (?<be>is|was)(?: now| currently)? (?<name>${np})|(?<who>${np}) (?<are>is|was|became)(?: now| currently)? (?<held>${post})(?: (?:of|at|for) (?<what>${np}))?)${edge}`,
  'u',
);
const filled: Rule = {
  name: 'value/post',
  trigger:
    /(?:er|or|ist|lead|head|chair|contact|captain|secretary|president|dean|principal|[CE][ETFO]O|man|woman|person)(?: (?:of|at|for) .{1,40}?)? (?:is|was) (?:now |currently )?\p{Lu}|\p{Lu}[\p{L}.’'-]+ (?:is|was|became) (?:now |currently )?(?:the|our) [\p{L}-]/u,
  read: (sentence) =>
    inClauses(sentence, place, ({ post: noun, thing, be, name, who, are, held, what }) => {
      // One word says little of itself: "the manager" is some manager, "the winner is Ana" is no post.
      if (noun !== undefined && thing === undefined && !/ \S+ \S/.test(` ${bare(noun)}`) && !isOffice(noun))
        return null;
      if (held !== undefined && what === undefined && !/ /.test(bare(held)) && !isOffice(held)) return null;
      return fillingOf(sentence, postSlot(noun ?? held ?? '', thing ?? what), name ?? who ?? '', (be ?? are) === 'was');
    }),
};

/** What one thing has one of, so that a single word will do. */
export function isOffice(held: string): boolean {
  return /^(?:manager|director|chair(?:man|woman|person)?|treasurer|secretary|president|captain|editor|owner|maintainer|mayor|dean|principal|landlord|caretaker|tenant|ceo|cto|cfo|coo)$/i.test(
    bare(held),
  );
}

const service = new RegExp(
  `^(?<who>${np}) (?<verb>served|serves|worked|acted|held|holds|filled|fills)(?: as (?<as>(?:the |our )?(?:[\\p{L}-]+ ){0,2}${postNoun})| the (?:role|post|position|job|office) of (?:the )?(?<of>(?:[\\p{L}-]+ ){0,2}${postNoun})| the (?<before>(?:[\\p{L}-]+ ){1,2}?${postNoun}) (?:role|post|position|job|office))(?: (?:of|at|for) (?<what>${np}))?${edge}`,
  'u',
);
/** "Ida served as site manager until May", "Ida held the role of treasurer from 2019 to 2021". */
const served: Rule = {
  name: 'value/post-held',
  trigger: /(?:served?s?|worked|acted) as |(?:held|holds|filled|fills) the /,
  read: (sentence) =>
    inClauses(sentence, service, ({ who = '', verb = '', as, of, before, what }) =>
      fillingOf(sentence, postSlot(as ?? of ?? before ?? '', what), who, !/s$/i.test(verb)),
    ),
};

function fillingOf(sentence: Sentence, slot: Slot | null, name: string, past: boolean): Found | null {
  if (slot === null || !isFullName(name)) return null;
  const fact = past ? pastFactOf(sentence, slot, name, [slot.subject]) : factOf(sentence, slot, name, [], 'one');
  return fact === null ? null : { rule: 'value/post', family: 'value', fact };
}

/** Who fills a post, and who filled it when. */
export const postRules: readonly Rule[] = [filled, served];
