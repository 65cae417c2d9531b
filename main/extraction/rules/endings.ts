import type { Denial } from '../../contract/memory.ts';
import { assertedClauses } from '../clauses.ts';
import { isDoubtful } from '../doubts.ts';
import type { Found, Rule, Sentence } from '../extraction.ts';
import { inClauses } from '../facts.ts';
import { furtherItems, ofTitle, ownSlot, titleName } from '../lists.ts';
import {
  bare,
  edge,
  exactnessOf,
  isClearSubject,
  isNamed,
  isOpinion,
  isSubject,
  isValue,
  np,
  slotOf,
  vp,
} from '../phrases.ts';
import { denial, holding, memberOf } from './denials.ts';
import { personOf, trades } from './people.ts';
import { isFullName, post, postSlot } from './posts.ts';

/** Every way to say it, told as "no longer" or "never" before the verb: "does not use it any more", "stopped using it". */
function plainly(clause: string): string {
  return clause
    .replace(/\b(is|are)(?: not|n['’]t) (.{1,120}?),? (?:any ?more|any longer)\b/iu, '$1 no longer $2')
    .replace(/\b(?:does|do)(?: not|n['’]t) (.{1,120}?),? (?:any ?more|any longer)\b/iu, 'no longer $1')
    .replace(/\b(?:has |have )?(?:stopped|ceased) being\b|\b(?:has |have )?ceased to be\b/iu, 'is no longer')
    .replace(/\b(?:has |have )?(?:stopped|ceased) (?=\p{L}+ing\b)/iu, 'no longer ')
    .replace(/\b(?:has |have )?ceased to (?=\p{L})/iu, 'no longer ')
    .replace(/\b(?:was|were|has been|have been|is|are) (no longer|never)\b(?: been)?/iu, (words, how: string) =>
      how.toLowerCase() === 'never' && /^(?:is|are)\b/i.test(words) ? words : `is ${how.toLowerCase()}`,
    )
    .replace(/\b(?:has|have) never been\b/iu, 'is never')
    .replace(/\b(?:has|have) (no longer|never)\b/iu, '$1');
}

const denying = /\b(?:no longer|never)\b/gi;

/** The clauses that deny in so many words, and are sure of it. */
function denyingClauses({ text }: Sentence): string[] {
  const plain = plainly(text);
  if (/\bno longer than\b/i.test(plain)) return [];
  return assertedClauses(plain, (clause) => isDoubtful(clause.replace(denying, ''))).filter(
    (clause) => clause.search(denying) >= 0,
  );
}

const how = '(?<how>no longer|never)';
const holdings = 'own|maintain|lead|led|head|manag|operat|chair';
const heldBy = new RegExp(
  `^(?<thing>${np}) is ${how} (?:being )?(?<word>owned|maintained|led|headed|managed|operated|chaired|run) by (?<holder>${np})${edge}`,
  'u',
);
const holds = new RegExp(
  `^(?<holder>${np}) ${how} (?<word>(?:${holdings})(?:s|es|e|ed|ing)?) (?<thing>${np})${edge}`,
  'u',
);
const ownerIs = new RegExp(
  `^(?:(?<holder>${np}) is ${how} (?:the |an? )?(?<word>owner|maintainer|lead|head|manager|operator|chair) (?:of|for) (?<thing>${np})|the (?<role>owner|maintainer|lead|head|manager|operator|chair) (?:of|for) (?<what>${np}) is (?<not>no longer|never) (?<who>${np}))${edge}`,
  'u',
);
const verbs =
  'us(?:es?|ed|ing)|depend(?:s|ed|ing)? (?:up)?on|rel(?:ies|y|ied|ying) on|requir(?:es?|ed|ing)|r[ua]n(?:s|ning)? (?:on|under|inside)|support(?:s|ed|ing)?|import(?:s|ed|ing)?|extend(?:s|ed|ing)?|target(?:s|ed|ing)?|belong(?:s|ed|ing)? to|connect(?:s|ed|ing)? to|integrat(?:es?|ed|ing) with|includ(?:es?|ed|ing)|bundl(?:es?|ed|ing)|sponsor(?:s|ed|ing)?';
const relates = new RegExp(`^(?:(?<from>${np}?) )?${how} (?<verb>${verbs}) (?<to>${np})${edge}`, 'u');
const relations: readonly (readonly [RegExp, string])[] = [
  [/^us/, 'uses'],
  [/^depend/, 'depends on'],
  [/^rel/, 'relies on'],
  [/^requir/, 'requires'],
  [/^r[ua]n/, 'runs on'],
  [/^support/, 'supports'],
  [/^import/, 'imports'],
  [/^extend/, 'extends'],
  [/^target/, 'targets'],
  [/^belong/, 'belongs to'],
  [/^connect/, 'connects to'],
  [/^integrat/, 'integrates with'],
  [/^includ/, 'includes'],
  [/^bundl/, 'bundles'],
  [/^sponsor/, 'sponsors'],
];
const tied = new RegExp(
  `^(?<who>i|${np}) ${how} (?<verb>liv(?:es?|ed|ing) in|work(?:s|ed|ing)? (?:at|for)|report(?:s|ed|ing)? to|us(?:e|ing)) (?<to>${np})${edge}`,
  'u',
);
const isValuePattern = new RegExp(
  `^(?<subject>${np}(?: of ${np})?(?: (?:on|for|in) ${np})?) is ${how} (?<value>(?:an? )?${vp})${edge}`,
  'u',
);
const statuses =
  /^(?:supported|maintained|available|deprecated|experimental|active|open|closed|enabled|disabled|blocked|paused|online|offline|required|optional|public|private|archived|valid|in use|in force)$/i;

type Groups = Readonly<Record<string, string | undefined>>;
type Reading = readonly [pattern: RegExp, read: (sentence: Sentence, groups: Groups, rest: string) => readonly Found[]];

function holdsOf(said: string): Denial {
  return said.toLowerCase() === 'never' ? 'never' : 'no-longer';
}

/** By precedence: the first that reads a clause keeps it. */
const readings: readonly Reading[] = [
  [
    heldBy,
    (sentence, { thing = '', holder = '', word = '', how: said = '' }) =>
      holding(sentence, holdsOf(said), thing, holder, word),
  ],
  [
    holds,
    (sentence, { thing = '', holder = '', word = '', how: said = '' }) =>
      holding(sentence, holdsOf(said), thing, holder, word),
  ],
  [
    ownerIs,
    (sentence, { holder, word, thing, how: said, role, what, who, not }) =>
      holding(sentence, holdsOf(said ?? not ?? ''), thing ?? what ?? '', holder ?? who ?? '', word ?? role ?? ''),
  ],
  [
    relates,
    (sentence, { from, verb = '', to = '', how: said = '' }, rest) => {
      const relation = relations.find(([start]) => start.test(verb.toLowerCase()))?.[1];
      const subject = from === undefined ? titleName(sentence.source) : userOf(from, sentence);
      if (relation === undefined || subject === null) return [];
      return [to, ...furtherItems(rest)]
        .filter((object) => isNamed(object) && isSubject(object))
        .map((object) => denial(sentence, holdsOf(said), { subject, predicate: relation }, object, 'many'));
    },
  ],
  [
    tied,
    (sentence, { who = '', verb = '', to = '', how: said = '' }) => {
      const person = personOf(who, sentence);
      if (person === null || !isNamed(to) || !isSubject(to)) return [];
      const predicate = /^liv/i.test(verb)
        ? 'lives in'
        : /^work/i.test(verb)
          ? 'works at'
          : /^rep/i.test(verb)
            ? 'reports to'
            : 'uses';
      const cardinality = predicate === 'uses' ? 'many' : undefined;
      return [denial(sentence, holdsOf(said), { subject: person, predicate }, to, cardinality)];
    },
  ],
  [
    new RegExp(`^(?<who>${np}) is ${how} (?<held>${post})(?: (?:of|at|for) (?<what>${np}))?${edge}`, 'u'),
    (sentence, { who = '', held = '', what, how: said = '' }) => {
      const slot = postSlot(held, what);
      return slot === null || !isFullName(who) ? [] : [denial(sentence, holdsOf(said), slot, who)];
    },
  ],
  [
    new RegExp(`^(?<who>${np}) is ${how} (?:an? )?(?:member of|part of|(?:in|on)) (?<what>${np})${edge}`, 'u'),
    (sentence, { who = '', what = '', how: said = '' }) => memberOf(sentence, holdsOf(said), who, what),
  ],
  [
    isValuePattern,
    (sentence, { subject = '', value = '', how: said = '' }) => ended(sentence, subject, value, holdsOf(said)),
  ],
];

/** What can use something: a name, the document's own thing, or "the payments service". */
function userOf(from: string, { source }: Sentence): string | null {
  const own = ofTitle(from, source);
  if (own !== null) return own;
  return isSubject(from) && (isNamed(from, true) || /^the [\p{L}-]+ [\p{L}-]+/iu.test(from)) ? bare(from) : null;
}

/** "The retry limit is no longer 5", "Atlas is no longer supported", "Ida is no longer a nurse". */
function ended(sentence: Sentence, said: string, value: string, holds: Denial): readonly Found[] {
  const subject = said.replace(/^our (?=\p{L})/iu, 'the ');
  if (!isSubject(subject)) return [];
  const kind = /^an? (\p{Ll}[\p{L}-]+(?: \p{Ll}[\p{L}-]+){0,2})$/u.exec(value)?.[1];
  if (kind !== undefined) {
    if (!isNamed(subject, true) || isOpinion(kind)) return [];
    const predicate = trades.test(kind) ? 'works as' : 'is a';
    return [denial(sentence, holds, { subject: bare(subject), predicate }, kind, 'many')];
  }
  const slot = ownSlot(slotOf(subject), sentence.source);
  if (slot.predicate === 'value' && statuses.test(value)) {
    if (!isClearSubject(subject)) return [];
    return [denial(sentence, holds, { ...slot, predicate: 'status' }, value)];
  }
  if (!isValue(value) || /^(?:an?|the) /i.test(value)) return [];
  const definite = slot.predicate !== 'value' || /^the \p{L}/iu.test(subject) || isClearSubject(subject);
  const told = exactnessOf(value) === 'exact' || (exactnessOf(value) === 'name' && isNamed(value));
  const state =
    slot.predicate !== 'value' && /^\p{Ll}[\p{L}-]*$/u.test(value) && !isOpinion(value) && !vague.test(value);
  return definite && (told || state) ? [denial(sentence, holds, slot, value)] : [];
}

const vague =
  /^(?:needed|necessary|possible|true|valid|relevant|clear|sure|known|there|here|so|same|correct|wrong|ok|used|required|\p{L}+ly)$/iu;

const noLonger: Rule = {
  name: 'end/denied',
  trigger:
    /[Nn]o longer|any ?more|any longer|stopped|ceased|(?:was|were|been|has|have) never|never (?:been|\p{L}+ed|led|ran)/u,
  read: (sentence) =>
    denyingClauses(sentence).flatMap((clause) => {
      for (const [pattern, read] of readings) {
        const [found] = inClauses({ ...sentence, clauses: [clause] }, pattern, (groups, _, rest) =>
          read(sentence, groups, rest),
        );
        if (found !== undefined && found.length > 0) return found;
      }
      return [];
    }),
};

/** What holds no longer, and what never held. */
export const endingRules: readonly Rule[] = [noLonger];
