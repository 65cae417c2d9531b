import { isVerbAt } from '../../language/verbs.ts';
import type { Found, Rule, Sentence } from '../extraction.ts';
import { factOf, inClauses, pastFactOf } from '../facts.ts';
import { ofTitle } from '../lists.ts';
import {
  bare,
  edge,
  exactnessOf,
  isClearSubject,
  isNamed,
  isOpinion,
  isSubject,
  np,
  type Slot,
  slotOf,
  vp,
} from '../phrases.ts';

type Cardinality = 'one' | 'many';

/** One property's value, with how many it may have at a time. */
export function property(
  rule: string,
  sentence: Sentence,
  slot: Slot,
  object: string,
  cardinality: Cardinality,
): Found {
  return { rule, family: 'value', fact: factOf(sentence, slot, object, [object, slot.subject], cardinality) };
}

/** Who or what a statement is about: named, or the document's own thing; null where neither. */
export function holder(phrase: string, sentence: Sentence): string | null {
  const own = ofTitle(phrase, sentence.source);
  if (own !== null) return own;
  return isSubject(phrase) && isNamed(phrase, true) ? bare(phrase) : null;
}

/** A name, or "the <noun phrase>" of two words and more. */
export function isTold(phrase: string): boolean {
  return (
    isSubject(phrase) &&
    (isNamed(phrase, true) || /^(?:the|our) \S+ \S/i.test(phrase) || /^\p{Lu}?\p{Ll}+ \p{Ll}+$/u.test(phrase))
  );
}

const kindOf = new RegExp(
  `^(?<who>${np}) (?:is|are|was)(?: (?:now|currently|also|still|actually|essentially|basically))? an? (?<kind>[\\p{L}\\d\`][^\\s,;:()]*(?: (?!(?:is|are|was|were|has|have)\\b)[^\\s,;:().!?]+){0,5}?)(?=$|[,;:(!]|\\.(?:\\s|$)| (?:that|which|who|for|with|to|in|on|by|from|where|at|around|built|written|based|designed|used|and|but|because|so|as|of|when|like)(?=\\s))`,
  'u',
);
/** "Vite is a build tool": what kind of thing a name stands for, not what somebody thinks of it. */
const kind: Rule = {
  name: 'value/kind',
  trigger: /\b(?:is|are) (?:\p{Ll}+ )?an? /u,
  read: (sentence) =>
    inClauses(sentence, kindOf, ({ who = '', kind: noun = '' }, clause, rest) => {
      const name = holder(who, sentence);
      const words = noun.split(' ');
      if (
        name === null ||
        isOpinion(noun) ||
        words.length > 6 ||
        /^(?:an?|the|this) /i.test(who) ||
        / was an? /.test(clause)
      )
        return null;
      if (
        words.some(
          (word, at) =>
            (at > 0 && (isVerbAt(words, at) || /ing$/.test(word))) ||
            /ing$/.test(words.at(-1) ?? '') ||
            /^(?:very|so|too|more|most|much|really|quite|as)$/.test(word),
        )
      )
        return null;
      // "Ana is a member of the team" is a tie; a figure is no kind.
      if (
        /^ (?:of|in|and|but|as) /.test(rest) ||
        /^(?:below|above|here|version \d|\p{L}+ing\b)/iu.test(name) ||
        /^\d/.test(noun) ||
        /(?:ed|ive|ous|able|ible|ful|al|ic)$/.test(noun)
      )
        return null;
      if (sentence.source.kind === 'speech' && !/^\p{Lu}/u.test(name)) return null;
      return property('value/kind', sentence, { subject: name, predicate: 'is a' }, noun, 'many');
    }),
};

const roleOf = new RegExp(
  `^(?<who>${np}) (?<be>is|are|was|became|remains)(?: now| currently)? the (?:new |current )?(?<noun>\\p{Ll}[\\p{L}-]+(?: \\p{Ll}[\\p{L}-]+){0,2}|[A-Z]{2,4}) (?:of|at) (?<what>${np})${edge}`,
  'u',
);
const shares =
  /^(?:rest|end|start|beginning|top|bottom|part|use|purpose|reason|goal|point|problem|result|heart|core|key|name|one|kind|sort|type|basis|subject|case|cause|way|place|face|king|queen|product|work|same)\b|est\b|\b(?:most|only|first|last|next|second|third)\b/i;
/** "Paris is the capital of France", "Ida is the CTO of Acme": a named thing fills the place of another. */
const role: Rule = {
  name: 'value/role-of',
  trigger: /\b(?:is|are|was|became|remains) (?:now |currently )?the \S.{1,40} (?:of|at) /,
  read: (sentence) =>
    inClauses(sentence, roleOf, ({ who = '', be = '', noun = '', what = '' }) => {
      if (
        !isNamed(who, true) ||
        !isSubject(who) ||
        /^[`"]|^\p{Ll}/u.test(who) ||
        (/^(?:the|a) /i.test(who) && !/\p{Lu}/u.test(who.slice(4)))
      )
        return null;
      if (!isSubject(what) || !(isNamed(what) || /^the \S+ \S/i.test(what)) || shares.test(noun) || isOpinion(noun))
        return null;
      const slot = { subject: bare(what), predicate: noun.toLowerCase() };
      if (!/^was$/i.test(be)) return property('value/role-of', sentence, slot, who, 'one');
      const fact = pastFactOf(sentence, slot, who, [what]);
      return fact === null ? null : ({ rule: 'value/role-of', family: 'value', fact } as const);
    }),
};

const statuses =
  'deprecated|supported|unsupported|enabled(?: by default)?|disabled(?: by default)?|required|optional|mandatory|experimental|stable|unmaintained|archived|obsolete|read-only|abandoned|blocked|discontinued|cancelled|canceled|on hold|paused|closed|approved|rejected|resolved|live|complete|completed|finished|retired|bankrupt|married|divorced|pregnant|vegan|vegetarian|offline|online|feature-complete|end-of-life|in beta|in production|in maintenance mode|generally available|public|private|green|red';
const statusOf = new RegExp(
  `^(?<who>${np}) (?:is|are|has been|have been)(?<now> (?:now|currently|still|officially|already))? (?<status>${statuses})${edge}`,
  'u',
);
/** "Node 12 is still supported": a state out of a closed list, of something with a name. */
const status: Rule = {
  name: 'value/status',
  trigger: new RegExp(`\\b(?:is|are|been) (?:now |currently |still |officially |already )?(?:${statuses})\\b`, 'i'),
  read: (sentence) =>
    inClauses(sentence, statusOf, ({ who = '', status: word = '' }, _, rest) => {
      if (!isTold(who) || !isClearSubject(who) || (/s$/.test(bare(who)) && !isNamed(who, true))) return null;
      if (
        /^(?:required|optional|public|private|closed|green|red)$/i.test(word) &&
        !/[`\p{Lu}_\d]/u.test(who.replace(/^(?:The|Our) |^\p{Lu}/u, ''))
      )
        return null;
      // "Required for X", "supported by Y", "closed when…" say less than the bare word.
      if (/^ (?:for|by|to|when|while|on|only|and|or|as|via|with|than|per)\b/.test(rest)) return null;
      return property('value/status', sentence, { subject: bare(who), predicate: 'status' }, word, 'one');
    }),
};

const callings =
  /\b(?:a|an|the|this|our) (?<kind>\p{Ll}[\p{L}-]+(?: \p{Ll}[\p{L}-]+){0,2}) (?:called|named|titled|entitled) (?<name>["“\u2060][^"”]{2,60}["”.]|\p{Lu}[\p{L}\d.'’-]*(?: (?:\p{Lu}[\p{L}\d.'’-]*|of|the|and))*)/u;
/** "A contemporary piece called “Finding Freedom”": the name of something that is talked of. */
const calling: Rule = {
  name: 'value/called',
  trigger: /\b(?:called|named|titled|entitled) (?:["“\u2060]|\p{Lu})/u,
  read: (sentence) => {
    for (const clause of sentence.clauses) {
      const { kind: noun = '', name = '' } = callings.exec(clause)?.groups ?? {};
      if (
        name === '' ||
        /\b(?:is|are|was|were|been|be|get|gets|one|thing|something|function|method|file|variable|property|event|with)\b/.test(
          noun,
        )
      )
        continue;
      if (sentence.source.kind === 'document' && /[_`(]/.test(name)) continue;
      return [
        property('value/called', sentence, { subject: noun, predicate: 'name' }, name.replace(/[.,]+$/, ''), 'many'),
      ];
    }
    return [];
  },
};

const plainProperty = new RegExp(
  `^(?<subject>the ${np} (?:of|for) ${np}|${np}['’]s ${np}) (?:is|are)(?: now| currently)? (?<value>${vp})${edge}`,
  'u',
);
/** "The CI provider of Atlas is Buildkite", "Atlas's codename is Falcon": any plain noun, with a name for its value. */
const named: Rule = {
  name: 'value/property',
  trigger: /(?: (?:of|for) .{2,60}|['’]s .{2,40}) (?:is|are) (?:now |currently )?(?:the )?["“`\u2060\p{Lu}]/u,
  read: (sentence) =>
    inClauses(sentence, plainProperty, ({ subject = '', value = '' }) => {
      const slot = slotOf(subject);
      if (slot.predicate === 'value' || !isSubject(slot.subject) || !isNamed(value) || exactnessOf(value) === 'words')
        return null;
      if (
        isOpinion(slot.predicate) ||
        (/^(?:an?|the) /i.test(value) && !/\p{Lu}/u.test(value.slice(4))) ||
        !isNamed(slot.subject, true)
      )
        return null;
      return property('value/property', sentence, slot, value, /s$/.test(slot.predicate) ? 'many' : 'one');
    }),
};

const place = new RegExp(
  `^(?:(?<who>${np}) (?:is|are)(?: now)? (?<owner>${np})['’]s (?<noun>\\p{Ll}[\\p{L}-]+(?: \\p{Ll}[\\p{L}-]+)?)|(?<server>${np}) listens on port (?<port>\\d+))${edge}`,
  'u',
);
/** "Ben is Ida's brother", "the gateway listens on port 8080". */
const filled: Rule = {
  name: 'value/place-filled',
  trigger: /['’]s \p{Ll}|listens on port/u,
  read: (sentence) =>
    inClauses(sentence, place, ({ who = '', owner, noun = '', server, port = '' }) => {
      const rule = 'value/place-filled';
      const isName = (phrase: string) => /^\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+){0,2}$/u.test(phrase) && isSubject(phrase);
      if (server !== undefined)
        return isTold(server) && isClearSubject(server)
          ? property(rule, sentence, { subject: bare(server), predicate: 'port' }, port, 'one')
          : null;
      if (owner === undefined || !isName(who) || !isName(owner) || isOpinion(noun) || shares.test(noun)) return null;
      return property(rule, sentence, { subject: owner, predicate: noun }, who, 'many');
    }),
};

export const propertyRules: readonly Rule[] = [status, named, role, filled, calling, kind];
