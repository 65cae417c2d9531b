import type { Rule } from '../extraction.ts';
import { factOf, inClauses } from '../facts.ts';
import { bare, edge, isSubject, np } from '../phrases.ts';
import { roleOf } from './owners.ts';
import { isFullName, isOffice, postNoun, postSlot } from './posts.ts';

const adverb = '(?:now |recently |since |later |then )?';
const ofThing = `(?: (?:of|for|at) (?<thing>${np}))?`;
const noun = '(?!(?:of|for|at|by|from|part|an?)\\b)\\p{L}[\\p{L}-]*';
/** Whoever comes after somebody fills his post, whatever noun it has: "warden of Keep North". */
const asPost = `(?:the |our )?(?:new )?(?<post>(?:${noun} ){0,2}${noun})${ofThing}`;
/** "Was made redundant", "was named Felix": without anybody before it takes the noun of a post. */
const asKnownPost = `(?:the |our )?(?:new )?(?<post>(?:${noun} ){0,2}${postNoun})${ofThing}`;

/** Each with the successor, the post and mostly the predecessor. */
const forms: readonly RegExp[] = [
  `(?<old>${np}) (?:was|were|is|has been|got) ${adverb}(?:replaced|succeeded|followed) by (?<who>${np}) as ${asPost}`,
  `(?<old>${np}) (?:was|were|is|has been|got) ${adverb}(?:replaced|succeeded|followed) as ${asPost} by (?<who>${np})`,
  `(?<who>${np}) (?:has )?${adverb}(?:replaced|replaces|succeeded|succeeds|followed|(?:took|takes|taken) over from) (?<old>${np}) as ${asPost}`,
  `(?<who>${np}) (?:has )?${adverb}(?:took|takes|taken) over as ${asKnownPost}(?: from (?<old>${np}))?`,
  `(?<who>${np}) (?:was|has been) ${adverb}(?:appointed|elected|named|made|sworn in)(?: as)? ${asKnownPost}`,
].map((form) => new RegExp(`^${form}${edge}`, 'u'));

/** "Mia Fox succeeded Bo Ek as director of Tern Hall": the post has another holder. */
const successor: Rule = {
  name: 'change/post',
  trigger:
    /\b(?:replace[sd]|succeed(?:s|ed)|followed|over from) .* as \p{L}|\b(?:replaced|succeeded|followed) as |\bover as |\b(?:appointed|elected|named|made|sworn in) (?:as )?(?:the |our )?\p{Ll}/iu,
  read: (sentence) =>
    forms
      .flatMap((form) =>
        inClauses(sentence, form, ({ who = '', old, post = '', thing }) => {
          if (!isFullName(who) || (old !== undefined && !isFullName(old))) return null;
          if (thing === undefined ? !post.includes(' ') && !isOffice(post) : !isSubject(thing)) return null;
          const role = thing === undefined ? null : roleOf(post);
          const slot =
            role !== null && thing !== undefined ? { subject: bare(thing), predicate: role } : postSlot(post, thing);
          if (slot === null) return null;
          const fact = factOf(sentence, slot, who, [who, slot.subject, ...(old === undefined ? [] : [old])]);
          const previous = old === undefined ? {} : { previous: bare(old) };
          return { rule: 'change/post', family: 'change', fact, ...previous } as const;
        }),
      )
      .slice(0, 1),
};

/** Who takes a post over. */
export const successorRules: readonly Rule[] = [successor];
