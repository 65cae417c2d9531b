import type { Found, Rule, Sentence } from '../extraction.ts';
import { factOf, inClauses } from '../facts.ts';
import { furtherItems, titleName } from '../lists.ts';
import { bare, edge, exactnessOf, isClearSubject, isMeasure, isNamed, isSubject, isValue, np, vp } from '../phrases.ts';

const adverb = '(?:(?:now|just|recently|already|since|then|again|later|also|subsequently|temporarily|permanently) )?';

const inFavourOf = new RegExp(
  `^(?<old>${np}) (?:was|were|is|are|has been|have been) ${adverb}(?:removed|dropped|deprecated|replaced|retired|discontinued|phased out|abandoned) in favou?r of (?<value>${vp})${edge}`,
  'u',
);
const movedOn = new RegExp(
  `^(?:we|they|i|${np}) (?:(?:have|has|['’]ve) )?${adverb}(?:switched|moved|migrated|changed) (?:over )?from (?<old>${np}) to (?<value>${vp})${edge}`,
  'u',
);
const usesInstead = new RegExp(
  `^(?<user>${np}) (?:now )?(?:uses?|runs? on|relies on|rely on) (?<value>${np})(?: now)? (?:instead of|in place of|rather than) (?<old>${np})${edge}`,
  'u',
);
/** "Jenkins was retired in favour of Buildkite", "we migrated from MySQL to Postgres", "Atlas now uses Redis instead of etcd". */
const succession: Rule = {
  name: 'change/succeeded',
  trigger:
    /\bin favou?r of |\b(?:switched|moved|migrated|changed) (?:over )?from |\b(?:instead of|in place of|rather than) /i,
  read: (sentence) =>
    [inFavourOf, movedOn, usesInstead].flatMap((pattern) =>
      inClauses(sentence, pattern, ({ old = '', value = '', user }) => {
        // "We moved from Berlin to Rome" puts nothing in the place of Berlin; a product has no capital at random.
        if (!isSubject(old) || !isNamed(old) || !isNamed(value) || !isValue(value) || exactnessOf(value) === 'words')
          return null;
        if (
          pattern !== movedOn ||
          !/\bmoved\b/i.test(sentence.text) ||
          /^(?:we|they)\b/i.test(sentence.clauses[0] ?? '')
        ) {
          if (user !== undefined) {
            if (!isSubject(user) || !isNamed(user, true)) return null;
            const fact = factOf(sentence, { subject: bare(user), predicate: 'uses' }, value, [old], 'many');
            return { rule: 'change/succeeded', family: 'change', fact, previous: bare(old) } as const;
          }
          const fact = factOf(sentence, { subject: bare(old), predicate: 'replaced by' }, value, [old]);
          return { rule: 'change/succeeded', family: 'change', fact } as const;
        }
        return null;
      }),
    ),
};

const by = new RegExp(
  `^(?<subject>${np}(?: (?:of|for|in) ${np})?) (?:(?:has|have|was|were) )?${adverb}(?<verb>rose|fell|dropped|grew|shrank|increased|decreased|declined|jumped|climbed|slipped|plunged|improved|went up|went down|reduced|cut) by (?<value>${vp})${edge}`,
  'u',
);
/** "Active users rose by 12%": how much something changed. */
const difference: Rule = {
  name: 'change/by',
  trigger:
    /\b(?:rose|fell|dropped|grew|shrank|increased|decreased|declined|jumped|climbed|slipped|plunged|improved|up|down|reduced|cut) by .{0,12}\d/i,
  read: (sentence) =>
    inClauses(sentence, by, ({ subject = '', verb = '', value = '' }) => {
      if (!isClearSubject(subject) || !isMeasure(bare(value)) || /^(?:version|more|other)\b/i.test(subject))
        return null;
      const slot = { subject: bare(subject), predicate: `${verb.toLowerCase()} by` };
      return { rule: 'change/by', family: 'change', fact: factOf(sentence, slot, value, [subject], 'many') } as const;
    }),
};

const dropping = new RegExp(
  `^(?:(?<who>${np}) )?(?:now )?(?:drop|drops|dropped|remove|removes|removed|end|ends|ended|discontinued) (?:official |all )?support for (?<what>${np})${edge}`,
  'u',
);
const dropped = new RegExp(
  `^(?:official )?support for (?<what>${np}) (?:was|has been|is|is now) (?:dropped|removed|discontinued|ended)${edge}`,
  'u',
);
function noSupport(sentence: Sentence, owner: string | null, what: string): Found {
  const slot =
    owner === null ? { subject: what, predicate: 'support' } : { subject: owner, predicate: `support for ${what}` };
  const fact = factOf(sentence, slot, 'dropped', [what], 'one');
  return { rule: 'change/support-dropped', family: 'change', fact };
}

/** "Drops support for Node 12": of the thing whose notes these are, or of whoever is named. */
const unsupported: Rule = {
  name: 'change/support-dropped',
  trigger:
    /\b(?:drop|remov|end|discontinu)\p{L}* (?:official |all )?support for |\bsupport for .{1,60} (?:was|been|is|now) (?:dropped|removed|discontinued|ended)/iu,
  read: (sentence) =>
    [dropping, dropped].flatMap((pattern) =>
      inClauses(sentence, pattern, ({ who, what = '' }, _, rest) => {
        if (who !== undefined && (!isSubject(who) || !isNamed(who, true))) return null;
        if (who === undefined && sentence.source.kind === 'speech' && pattern === dropping) return null;
        // "…versions: 6, 13": which ones comes behind.
        if (!isNamed(what) || !isSubject(what) || /^ ?(?::|[<>])/.test(rest)) return null;
        const owner = who === undefined ? titleName(sentence.source) : bare(who);
        return [what, ...furtherItems(rest)].map((each) => noSupport(sentence, owner, bare(each)));
      }).flat(),
    ),
};

export const successionRules: readonly Rule[] = [succession, difference, unsupported];
