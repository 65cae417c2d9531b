import type { Found, Rule, Sentence } from '../extraction.ts';
import { inClauses } from '../facts.ts';
import { titleName } from '../lists.ts';
import { bare, edge, isNamed, isSubject, np } from '../phrases.ts';
import { denial, holding, memberOf } from './denials.ts';
import { roleOf } from './owners.ts';
import { personOf } from './people.ts';
import { postNoun, postSlot } from './posts.ts';

const departure = new RegExp(
  `^(?<who>i|${np}) (?:has |have |['’]ve )?(?:(?:stepped|stood) down|resigned|retired)(?: as|(?: from (?:being|the (?:role|post|position|job) of))) (?:the |our )?(?<post>(?:[\\p{L}-]+ ){0,2}${postNoun})(?: (?:of|for|at) (?<thing>${np}))?${edge}`,
  'u',
);
const leaving = new RegExp(`^(?<who>i|${np}) (?:has |have |['’]ve )?(?:left|quit) (?<what>${np})${edge}`, 'u');
/** "Ida stepped down as maintainer of Atlas", "Ben left the payments team". */
const left: Rule = {
  name: 'end/left',
  trigger:
    /\b(?:(?:stepped|stood) down|resigned|retired) (?:as|from)\b|\b(?:left|quit) (?:the |our )?(?:\S+ ){0,3}(?:team|group|department|squad|crew|guild|committee|board|band|club|council|party|project)\b/i,
  read: (sentence) => [
    ...inClauses(sentence, departure, ({ who = '', post: held = '', thing }) => {
      const person = personOf(who, sentence);
      const role = thing === undefined ? null : roleOf(held);
      const slot =
        role !== null && thing !== undefined ? { subject: bare(thing), predicate: role } : postSlot(held, thing);
      return person === null || slot === null || (thing !== undefined && !isSubject(thing))
        ? null
        : denial(sentence, 'no-longer', slot, person);
    }),
    ...inClauses(sentence, leaving, ({ who = '', what = '' }) => memberOf(sentence, 'no-longer', who, what)).flat(),
  ],
};

const asWhat = 'dependency|maintainer|owner|member|sponsor|lead';
const removedAs = new RegExp(
  `^(?<what>${np}) (?:was|were|is|has been|have been) (?:removed|dropped) (?:as (?:an? |the )?(?<as>${asWhat}) (?:of|for|from)|from) (?<thing>${np})${edge}`,
  'u',
);
const dependency = new RegExp(
  `^(?:(?<who>we|${np}) (?:has |have )?(?:removed|dropped) (?:the|its|our|their) dependency on (?<on>${np})|(?:the |its )?dependency on (?<what>${np}) (?:was|has been) (?:removed|dropped)(?: from (?<thing>${np}))?|(?:removed|dropped) (?:the )?(?:dependency on (?<noted>${np})|(?<name>\`[^\`]+\`|\\S+) dependency))${edge}`,
  'u',
);
/** "Redis was removed as a dependency of Atlas", "Atlas dropped its dependency on Redis": where the relation is named. */
const removed: Rule = {
  name: 'end/removed',
  trigger: /\b(?:removed|dropped) (?:as|from) |\bdependency on |\b(?:removed|dropped) (?:the )?\S+ dependency\b/i,
  read: (sentence) => [
    ...inClauses(sentence, removedAs, ({ what = '', as, thing = '' }) => {
      if (!isNamed(what, true) || !isSubject(what) || !isSubject(thing)) return null;
      if (as === undefined || as === 'member') return memberOf(sentence, 'no-longer', what, thing)[0] ?? null;
      if (!isNamed(thing)) return null;
      if (/^(?:dependency|sponsor)$/i.test(as))
        return tieEnded(sentence, thing, as === 'sponsor' ? 'sponsored by' : 'depends on', what);
      return holding(sentence, 'no-longer', thing, what, as)[0] ?? null;
    }),
    ...inClauses(sentence, dependency, ({ who, on, what, thing, noted, name }) => {
      const dependent = who !== undefined && !/^we$/i.test(who) ? who : (thing ?? titleName(sentence.source));
      const object = on ?? what ?? noted ?? name ?? '';
      if (dependent === null || !isSubject(dependent) || !isSubject(object)) return null;
      return tieEnded(sentence, dependent, 'depends on', object.replace(/ (?:module|package|library)$/i, ''));
    }),
  ],
};

function tieEnded(sentence: Sentence, subject: string, predicate: string, object: string): Found {
  return denial(sentence, 'no-longer', { subject: bare(subject), predicate }, object, 'many');
}

/** Whoever left, and what was removed. */
export const departureRules: readonly Rule[] = [left, removed];
