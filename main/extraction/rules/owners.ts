import type { Found, Rule, Sentence } from '../extraction.ts';
import { factOf, inClauses } from '../facts.ts';
import { bare, edge, isClearSubject, isNamed, isSubject, np } from '../phrases.ts';

/** What a verb or a noun of holding makes somebody of something. */
const roles: Readonly<Record<string, string>> = {
  own: 'owner',
  owned: 'owner',
  owns: 'owner',
  owner: 'owner',
  maintained: 'maintainer',
  maintains: 'maintainer',
  maintainer: 'maintainer',
  led: 'lead',
  leads: 'lead',
  lead: 'lead',
  headed: 'lead',
  heads: 'lead',
  head: 'lead',
  managed: 'manager',
  manages: 'manager',
  manager: 'manager',
  run: 'operator',
  runs: 'operator',
  operated: 'operator',
  operates: 'operator',
  operator: 'operator',
  chaired: 'chair',
  chairs: 'chair',
  chair: 'chair',
};

function owner(
  sentence: Sentence,
  rule: string,
  thing: string,
  holder: string,
  word: string,
  previous?: string,
): Found | null {
  const predicate = roles[word.toLowerCase()] ?? 'owner';
  const ownsItself = bare(thing).toLowerCase() === bare(holder).toLowerCase();
  if (!isSubject(thing) || !isHolder(holder) || ownsItself) return null;
  if (!isNamed(thing) && !isClearSubject(thing) && !/^the \p{L}+/iu.test(thing)) return null;
  const fact = factOf(sentence, { subject: bare(thing), predicate }, holder, [thing]);
  if (previous === undefined || !isHolder(previous)) return { rule, family: 'relation', fact };
  return { rule, family: 'relation', fact, previous: bare(previous) };
}

/** A person, a group or an institution: by name, or "the platform team". */
function isHolder(phrase: string): boolean {
  if (!isSubject(phrase)) return false;
  return (
    isNamed(phrase) ||
    /^the (?:[\p{L}-]+ ){1,3}(?:team|group|department|squad|crew|guild|foundation|company|committee|board)$/iu.test(
      phrase.trim(),
    )
  );
}

const byHolder = new RegExp(
  `^(?<thing>${np}) (?:is|are|was|were|has been)(?: (?:now|currently|still|originally|jointly))? (?<word>owned|maintained|led|headed|managed|operated|chaired|run) by (?<holder>${np})${edge}`,
  'u',
);
const heldBy: Rule = {
  name: 'relation/held-by',
  trigger: /\b(?:owned|maintained|led|headed|managed|operated|chaired|run) by /i,
  read: (sentence) =>
    inClauses(sentence, byHolder, ({ thing = '', word = '', holder = '' }) =>
      owner(sentence, 'relation/held-by', thing, holder, word),
    ),
};

const holding = new RegExp(
  `^(?<holder>${np}) (?:now |currently )?(?<word>owns|maintains|leads|heads|manages|operates|chairs) (?<thing>${np})${edge}`,
  'u',
);
const holds: Rule = {
  name: 'relation/holds',
  trigger: /\b(?:owns|maintains|leads|heads|manages|operates|chairs) /i,
  read: (sentence) =>
    inClauses(sentence, holding, ({ holder = '', word = '', thing = '' }) =>
      isNamed(thing) || /^the (?:\p{L}+ )?\p{L}+$/iu.test(thing)
        ? owner(sentence, 'relation/holds', thing, holder, word)
        : null,
    ),
};

const isOwner = new RegExp(
  `^(?:(?<holder>${np}) (?:is|became|becomes)(?: now)? the (?:new |current |sole |main )?(?<word>owner|maintainer|lead|head|manager|operator|chair) (?:of|for) (?<thing>${np})|the (?:new |current )?(?<role>owner|maintainer|lead|head|manager|operator|chair) (?:of|for) (?<what>${np}) is(?: now)? (?<who>${np})|(?<its>${np})['’]s (?:new |current )?(?<post>owner|maintainer|lead|manager|operator|chair) is(?: now)? (?<name>${np}))${edge}`,
  'u',
);
const named: Rule = {
  name: 'relation/owner-is',
  trigger: /\b(?:owner|maintainer|lead|head|manager|operator|chair) (?:of|for|is)\b/i,
  read: (sentence) =>
    inClauses(sentence, isOwner, ({ holder, word, thing, role, what, who, its, post, name }) =>
      owner(
        sentence,
        'relation/owner-is',
        thing ?? what ?? its ?? '',
        holder ?? who ?? name ?? '',
        word ?? role ?? post ?? '',
      ),
    ),
};

const handed = new RegExp(
  `^(?:(?:ownership|maintenance|control|responsibility|maintainership) (?:of|for) )?(?<thing>${np}) (?:was|were|has been|is|got)(?: now| just)? (?:handed over|handed|transferred|passed|reassigned|sold)(?: from (?<previous>${np}))? to (?<holder>${np})${edge}`,
  'u',
);
const handing = new RegExp(
  `^(?<previous>${np}) (?:has )?(?:handed over|handed|transferred|passed|reassigned) (?:(?:ownership|maintenance|control|responsibility|maintainership) (?:of|for) )?(?<thing>${np})(?: over)? to (?<holder>${np})${edge}`,
  'u',
);
const tookOver = new RegExp(
  `^(?<holder>${np}) (?:has )?(?:took|taken|takes) over (?:(?:ownership|maintenance|control|responsibility|maintainership) (?:of|for) )?(?<thing>${np})(?: from (?<previous>${np}))?${edge}`,
  'u',
);
const handover: Rule = {
  name: 'relation/handed-over',
  trigger: /\b(?:handed|transferred|passed|reassigned|sold) |\b(?:took|taken|takes) over /i,
  read: (sentence) =>
    [handed, handing, tookOver]
      .flatMap((pattern) =>
        inClauses(sentence, pattern, ({ thing = '', holder = '', previous }) =>
          owner(sentence, 'relation/handed-over', thing, holder, 'owner', previous),
        ),
      )
      .slice(0, 1),
};

export const ownerRules: readonly Rule[] = [heldBy, holds, named, handover];
