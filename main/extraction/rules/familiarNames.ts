import type { Rule } from '../extraction.ts';
import { factOf, inClauses } from '../facts.ts';
import { bare, edge, isNamed, isSubject, np } from '../phrases.ts';
import { isPerson } from './people.ts';

const kin =
  '(?:(?:younger|older|elder|little|big|best|oldest|youngest|late|new|home|twin|step|ex-?|close|old|closest) ?)?(?:daughter|son|wife|husband|partner|fiancée?|girlfriend|boyfriend|mother|father|mom|mum|dad|sister|brother|cousin|uncle|aunt|niece|nephew|grandma|grandpa|grandmother|grandfather|friend|colleague|coworker|boss|manager|mentor|teacher|coach|neighbou?r|roommate|flatmate|dog|cat|pup|puppy|kitten|hamster|parrot|rabbit|horse|turtle|snake|pet|hometown|country|city|team|band|company|employer|startup|school|university|doctor|landlord|assistant|baby|kid|child)';
const name = '(?:\\p{Lu}[\\p{Ll}\\d]{1,20}(?:[ -]\\p{Lu}[\\p{Ll}\\d]{1,20}){0,2})';
const beside = new RegExp(
  `\\b[Mm]y (?<kin>${kin})(?:(?<comma>, )|[ ])(?<name>${name})(?<behind>['’]s\\b|(?=[,.!?;:]|$| (?:and|is|was|has|had|for|in|at|on|to|with|who|which|as|from|by|but|so|a|the|told|gave|got|made|came|went|just|also|loves?|likes?|works?|lives?)\\b))`,
  'u',
);
const notName =
  /^(?:I|Yes|No|Hey|Oh|Thanks|Thank|But|And|So|The|Then|When|It|He|She|They|We|You|Well|Wow|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|January|February|March|April|May|June|July|August|September|October|November|December|Christmas|Thanksgiving|Easter|God)\b/;
/** "My daughter Sara", "my home country, Sweden": a name put beside what it names. It is taken for granted, not claimed. */
const apposed: Rule = {
  name: 'value/my-named',
  trigger: /\b[Mm]y (?:[\p{Ll}-]+ )?[\p{Ll}-]+,? \p{Lu}\p{Ll}/u,
  judges: true,
  read: (sentence) => {
    const { author, kind } = sentence.source;
    if (author === null || kind !== 'speech') return [];
    const { kin: noun = '', name: object = '', comma, behind } = beside.exec(sentence.text)?.groups ?? {};
    if (object === '' || notName.test(object)) return [];
    // "Thanks, my friend, John": a comma may address somebody.
    if (comma !== undefined && (behind !== '' || /^(?:\w+ )?friend$/.test(noun))) return [];
    const fact = factOf(sentence, { subject: author, predicate: noun }, object, [object], 'many');
    return [{ rule: 'value/my-named', family: 'value', fact: { ...withoutTimes(fact) } }];
  },
};

/** A date in such a sentence belongs to what else is told. */
function withoutTimes<T extends { validFrom?: unknown; validTo?: unknown }>(fact: T): Omit<T, 'validFrom' | 'validTo'> {
  const { validFrom: _from, validTo: _to, ...rest } = fact;
  return rest;
}

const called = new RegExp(
  `^(?:(?:my|(?<owner>${np})['’]s) (?<kin>[\\p{L}-]+(?: [\\p{L}-]+)?)(?:['’]s)? (?:is (?:now )?(?:called|named)|name is|is) (?<name>${np})|i(?:['’]ve| have| had)?(?: got)? (?:an?|one) (?<had>[\\p{L}-]+(?: [\\p{L}-]+)?) (?:called|named) (?<its>${np}))${edge}`,
  'u',
);
/** "My dog is called Rex", "I have a dog named Rex", "my sister's name is Ida". */
const named: Rule = {
  name: 'value/named',
  trigger: /\b(?:called|named|name is) |\b[Mm]y [\p{L} -]{3,25} is \p{Lu}/u,
  read: (sentence) =>
    inClauses(sentence, called, ({ owner, kin: noun, name: given, had, its }) => {
      const { author, kind } = sentence.source;
      const person = owner === undefined ? (kind === 'speech' ? author : null) : isPerson(owner) ? bare(owner) : null;
      const [what, object] = [noun ?? had ?? '', given ?? its ?? ''];
      if (
        person === null ||
        !/^["“\u2060]?\p{Lu}/u.test(bare(object)) ||
        notName.test(bare(object)) ||
        bare(object).split(' ').length > 4
      )
        return null;
      if (/^(?:name|favou?rite|point|question|goal|dream|idea|answer)\b|['’]/i.test(what)) return null;
      const slot = { subject: person, predicate: what.toLowerCase() };
      return { rule: 'value/named', family: 'value', fact: factOf(sentence, slot, object, [], 'many') } as const;
    }),
};

const afterwards = new RegExp(
  `^(?:my|our|the) (?<what>[\\p{L}-]+(?: (?!(?:is|are|was|has|and)\\b)[\\p{L}-]+)?)\\b[^.;?!]*?[,;—–-] ?(?:and )?(?:his|her|its|their) name(?: is|['’]s) (?<name>${name})`,
  'iu',
);
const anaphoric: Rule = {
  name: 'value/its-name',
  trigger: /\b(?:his|her|its|their) name(?: is|['’]s) \p{Lu}/u,
  read: (sentence) => {
    const { what = '', name: object = '' } = afterwards.exec(sentence.text)?.groups ?? {};
    if (object === '' || notName.test(object)) return [];
    const fact = factOf(sentence, { subject: what, predicate: 'name' }, object, [], 'many');
    return [{ rule: 'value/its-name', family: 'value', fact }];
  },
};

const mineIs = new RegExp(
  `^(?<who>${np}) (?:is|are) my (?<noun>(?!(?:favou?rite|all-time|first|last|only|best|next|main|biggest|own|new|go-to)\\b)${kin}|team|band|church|dentist|doctor|employer|bank|gym)${edge}`,
  'u',
);
/** "The Wolves are my team", "Ida is my sister". */
const isMine: Rule = {
  name: 'value/is-my',
  trigger: /\b(?:is|are) my /,
  read: (sentence) => {
    const { author, kind } = sentence.source;
    if (author === null || kind !== 'speech') return [];
    return inClauses(sentence, mineIs, ({ who = '', noun = '' }, _, rest) => {
      if (!isNamed(who) || !isSubject(who) || /^ (?:and|to|who)\b/.test(rest)) return null;
      const slot = { subject: author, predicate: noun.toLowerCase() };
      return { rule: 'value/is-my', family: 'value', fact: factOf(sentence, slot, who, [], 'many') } as const;
    });
  },
};

const titled =
  /(?<title>"[^"]{2,60}"|“[^”]{2,60}”) by (?<by>\p{Lu}[\p{L}.'’-]+(?: (?:\p{Lu}[\p{L}.'’-]+|de|van|von|der|le|la)){1,3})/u;
/** `"The Name of the Wind" by Patrick Rothfuss`: whoever made what is quoted. */
const madeBy: Rule = {
  name: 'relation/title-by',
  trigger: /["”] by \p{Lu}/u,
  judges: true,
  read: ({ text }) => {
    const { title, by } = titled.exec(text)?.groups ?? {};
    if (title === undefined || by === undefined) return [];
    const edgeFound = { from: bare(title), relation: 'by', to: by.replace(/['’]s$|[.,]+$/g, '') };
    return [{ rule: 'relation/title-by', family: 'relation', edge: edgeFound }];
  },
};

export const familiarNameRules: readonly Rule[] = [apposed, named, anaphoric, isMine, madeBy];
