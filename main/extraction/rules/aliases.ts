import type { Found, Rule, Sentence } from '../extraction.ts';
import { factOf, inClauses } from '../facts.ts';
import { bare, edge, isNamed, isSubject, np, slotOf } from '../phrases.ts';
import { validityOf } from '../validity.ts';

/** `from` is another name of `to`. Both must be names: "renamed the file to something shorter" says none. */
function alias(rule: string, sentence: Sentence, from: string, to: string): Found | null {
  if (!isName(from) || !isName(to) || bare(from).toLowerCase() === bare(to).toLowerCase()) return null;
  const { validFrom } = validityOf(sentence, [from, to]);
  const edgeFound = { from: withoutKind(bare(from)), relation: 'alias_of', to: withoutKind(bare(to)) };
  return { rule, family: 'alias', edge: validFrom === undefined ? edgeFound : { ...edgeFound, validFrom } };
}

function isName(phrase: string): boolean {
  if (!isSubject(phrase) || /^(?:a|an|this|that|your|my|our)\b/i.test(phrase)) return false;
  return isNamed(phrase) || /^[\p{L}\d]+$/u.test(phrase);
}

/** "The `session` option" is known as `session`. */
function withoutKind(name: string): string {
  return (
    name.replace(
      / ?(?:option|setting|parameter|property|flag|field|argument|variable|constructor|method|function|class|module|package|event|type|helper|API)$/i,
      '',
    ) || name
  );
}

const passive = new RegExp(
  `^(?<from>${np}) (?:was|were|is|has been|have been|got)(?: (?:now|recently|since|later|then))? (?:re-?named|re-?branded|re-?titled)(?: (?:to|as|into))? (?<to>${np})${edge}`,
  'u',
);
const active = new RegExp(
  `^(?:(?:we|i|they|${np}) (?:(?:have|has) )?(?:just |recently )?)?(?:re-?named|re-?branded|renames?|renaming) (?<from>${np}) (?:to|as|into) (?<to>${np})${edge}`,
  'u',
);
/** "Renamed from master to main", whatever it was that was renamed. */
const fromTo = new RegExp(
  `^(?:(?<subject>${np}(?: of ${np})?) (?:was|were|is|has been|have been|got) (?:now |recently |since |later |then )?|(?:we|i|they) (?:have |has )?(?:just |recently )?)?re-?(?:named|branded|titled)(?: (?<what>${np}(?: of ${np})?))? from (?<from>${np}) to (?<to>${np})${edge}`,
  'u',
);
const renamedFrom: Rule = {
  name: 'alias/renamed-from',
  trigger: /\bre-?(?:named|branded|titled) (?:\S.{0,60} )?from /i,
  read: (sentence) =>
    inClauses(sentence, fromTo, ({ subject, what, from = '', to = '' }) => {
      const slot = slotOf(subject ?? what ?? '');
      if (slot.predicate === 'value' || !isSubject(subject ?? what ?? ''))
        return alias('alias/renamed', sentence, from, to);
      // A property that is given another name has another value: "the default branch was renamed from master to main".
      if (!isName(from) || !isName(to)) return null;
      const fact = factOf(sentence, slot, to, [from]);
      return { rule: 'alias/renamed-from', family: 'change', fact, previous: bare(from) } as const;
    }),
};

const renamed: Rule = {
  name: 'alias/renamed',
  trigger: /\bre-?(?:nam|brand|titl)/i,
  read: (sentence) =>
    [passive, active].flatMap((pattern) =>
      inClauses(sentence, pattern, ({ from = '', to = '' }, clause) => {
        // "Rename x to y" is a note of what was done, or an order in talk.
        if (/^renam(?:e|ing)\b/i.test(clause) && sentence.source.kind === 'speech') return null;
        const pair = isNamed(from) || isNamed(to) || sentence.noted || /^\p{L}+$/u.test(bare(from));
        return pair ? alias('alias/renamed', sentence, from, to) : null;
      }),
    ),
};

const formerly = new RegExp(
  `^(?<to>${np})(?:,? |,? \\()(?:formerly|previously|originally|once)(?: (?:known as|called|named))? (?<from>${np})(?:\\)|,|$|\\.)`,
  'u',
);
const alsoKnown = new RegExp(
  `^(?<to>${np})(?:,? |,? \\()(?:is |are )?(?:also (?:known as|called|named)|better known as|a\\.?k\\.?a\\.?|nicknamed|abbreviated(?: as| to)?|known as) (?<from>${np})${edge}`,
  'u',
);
const known: Rule = {
  name: 'alias/known-as',
  trigger:
    /\b(?:formerly|previously|originally|once|known as|also called|also named|a\.?k\.?a|nicknamed|abbreviated)\b/i,
  read: (sentence) =>
    [formerly, alsoKnown].flatMap((pattern) =>
      inClauses(sentence, pattern, ({ from = '', to = '' }) =>
        isNamed(from) && isNamed(to) ? alias('alias/known-as', sentence, from, to) : null,
      ),
    ),
};

const nowCalled = new RegExp(
  `^(?<from>${np}) (?:is|are|was) (?:now|henceforth|from now on) (?:called|named|known as) (?<to>${np})${edge}`,
  'u',
);
const isAlias = new RegExp(
  `^(?:added |introduced )?(?<from>${np})(?:,? which)? (?:is|are|as) (?:(?:now )?an? )?(?:alias(?:es)?|synonym|shorthand|another name|short|abbreviation|nickname) (?:for|of) (?<to>${np})${edge}`,
  'u',
);
const stated: Rule = {
  name: 'alias/stated',
  trigger:
    /\bnow (?:called|named|known)\b|\b(?:alias|aliases|synonym|shorthand|another name|short|abbreviation|nickname) (?:for|of)\b/i,
  read: (sentence) =>
    [nowCalled, isAlias].flatMap((pattern) =>
      inClauses(sentence, pattern, ({ from = '', to = '' }) => alias('alias/stated', sentence, from, to)),
    ),
};

export const aliasRules: readonly Rule[] = [renamedFrom, renamed, known, stated];
