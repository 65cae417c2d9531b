import type { Found, Rule, Sentence } from '../extraction.ts';
import { factOf, inClauses, pastFactOf } from '../facts.ts';
import { bare, edge, isClearSubject, isNamed, isSubject, np } from '../phrases.ts';

/** What a verb or a noun of holding makes somebody of something, by its base form. */
const roles: Readonly<Record<string, string>> = {
  own: 'owner',
  maintain: 'maintainer',
  lead: 'lead',
  led: 'lead',
  head: 'lead',
  manag: 'manager',
  run: 'operator',
  operat: 'operator',
  chair: 'chair',
};

/** The predicate under which a holder is kept: "owned", "owns", "owning" and "owner" are `owner`. */
export function roleOf(word: string): string | null {
  const lower = word.toLowerCase();
  return roles[lower] ?? roles[lower.replace(/(?:ers?|ors?|ed|es|s|ing|e)$/, '')] ?? null;
}

function owner(sentence: Sentence, rule: string, held: Holding): Found | null {
  const { thing, holder, word, previous, past } = held;
  if (!isHolding(held)) return null;
  const slot = { subject: bare(thing), predicate: roleOf(word) ?? 'owner' };
  const fact = past === true ? pastFactOf(sentence, slot, holder, [thing]) : factOf(sentence, slot, holder, [thing]);
  if (fact === null) return null;
  if (previous === undefined || !isHolder(previous)) return { rule, family: 'relation', fact };
  return { rule, family: 'relation', fact, previous: bare(previous) };
}

export interface Holding {
  readonly thing: string;
  readonly holder: string;
  /** The verb or the noun of holding. */
  readonly word: string;
  readonly previous?: string | undefined;
  /** It is told as over: it counts only with the time in which it was so. */
  readonly past?: boolean;
}

/** Whether something that can be held is held by somebody else. */
export function isHolding({ thing, holder }: Holding): boolean {
  const ownsItself = bare(thing).toLowerCase() === bare(holder).toLowerCase();
  if (!isSubject(thing) || !isHolder(holder) || ownsItself) return false;
  return isNamed(thing) || isClearSubject(thing) || /^the \p{L}+/iu.test(thing);
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
  `^(?<thing>${np}) (?<be>is|are|was|were|has been)(?: (?:now|currently|still|originally|jointly))? (?<word>owned|maintained|led|headed|managed|operated|chaired|run) by (?<holder>${np})${edge}`,
  'u',
);
const heldBy: Rule = {
  name: 'relation/held-by',
  trigger: /\b(?:owned|maintained|led|headed|managed|operated|chaired|run) by /i,
  read: (sentence) =>
    inClauses(sentence, byHolder, ({ thing = '', be = '', word = '', holder = '' }) =>
      owner(sentence, 'relation/held-by', { thing, holder, word, past: /^w/i.test(be) }),
    ),
};

const holding = new RegExp(
  `^(?<holder>${np}) (?:now |currently )?(?<word>owns|maintains|leads|heads|manages|operates|chairs|owned|maintained|led|headed|managed|operated|chaired) (?<thing>${np})${edge}`,
  'u',
);
const holds: Rule = {
  name: 'relation/holds',
  trigger: /\b(?:owns|owned|maintain(?:s|ed)|leads|led|head(?:s|ed)|manage[sd]|operate[sd]|chair(?:s|ed)) /i,
  read: (sentence) =>
    inClauses(sentence, holding, ({ holder = '', word = '', thing = '' }) =>
      isNamed(thing) || /^the (?:\p{L}+ )?\p{L}+$/iu.test(thing)
        ? owner(sentence, 'relation/holds', { thing, holder, word, past: /ed$/i.test(word) })
        : null,
    ),
};

const isOwner = new RegExp(
  `^(?:(?<holder>${np}) (?<be>is|was|became|becomes)(?: now)? the (?:new |current |sole |main )?(?<word>owner|maintainer|lead|head|manager|operator|chair) (?:of|for) (?<thing>${np})|the (?:new |current )?(?<role>owner|maintainer|lead|head|manager|operator|chair) (?:of|for) (?<what>${np}) (?<are>is|was)(?: now)? (?<who>${np})|(?<its>${np})['’]s (?:new |current )?(?<post>owner|maintainer|lead|manager|operator|chair) (?<has>is|was)(?: now)? (?<name>${np}))${edge}`,
  'u',
);
const named: Rule = {
  name: 'relation/owner-is',
  trigger: /\b(?:owner|maintainer|lead|head|manager|operator|chair) (?:of|for|is|was)\b/i,
  read: (sentence) =>
    inClauses(sentence, isOwner, ({ holder, word, thing, role, what, who, its, post, name, be, are, has }) =>
      owner(sentence, 'relation/owner-is', {
        thing: thing ?? what ?? its ?? '',
        holder: holder ?? who ?? name ?? '',
        word: word ?? role ?? post ?? '',
        past: (be ?? are ?? has)?.toLowerCase() === 'was',
      }),
    ),
};

const handed = new RegExp(
  `^(?:(?:ownership|maintenance|control|responsibility|maintainership) (?:of|for) )?(?<thing>${np}) (?:was|were|has been|is|got)(?: now| just)? (?:handed over|handed|transferred|passed|reassigned|sold)(?: from (?<previous>${np}))? to (?<holder>${np})${edge}`,
  'u',
);
const wentTo = new RegExp(
  `^(?:the )?(?:ownership|maintenance|control|responsibility|maintainership) (?:of|for) (?<thing>${np}) (?:has |was )?(?:moved|passed|went|gone|transferred|shifted)(?: from (?<previous>${np}))? to (?<holder>${np})${edge}`,
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
  trigger:
    /\b(?:handed|transferred|passed|reassigned|sold) |\b(?:took|taken|takes) over |\b(?:ownership|maintenance|control|responsibility|maintainership) (?:of|for) /i,
  read: (sentence) =>
    [handed, wentTo, handing, tookOver]
      .flatMap((pattern) =>
        inClauses(sentence, pattern, ({ thing = '', holder = '', previous }) =>
          owner(sentence, 'relation/handed-over', { thing, holder, word: 'owner', previous }),
        ),
      )
      .slice(0, 1),
};

export const ownerRules: readonly Rule[] = [heldBy, holds, named, handover];
