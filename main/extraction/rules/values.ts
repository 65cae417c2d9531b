import { attributes } from '../../language/subjects.ts';
import type { Found, Rule, Sentence } from '../extraction.ts';
import { factOf, inClauses } from '../facts.ts';
import {
  bare,
  edge,
  exactnessOf,
  isClearSubject,
  isMeasure,
  isNamed,
  isSubject,
  isValue,
  np,
  type Slot,
  slotOf,
  vp,
} from '../phrases.ts';
import { validityOf } from '../validity.ts';

const now = '(?: (?:now|currently|presently|officially|always|again))?';

function value(rule: string, sentence: Sentence, slot: Slot, object: string, taken: readonly string[] = []): Found {
  return { rule, family: 'value', fact: factOf(sentence, slot, object, taken) };
}

const assigned = new RegExp(`^(?<subject>${np}) (?:=|:=) (?<value>${vp})$`, 'u');

/** "X = Y" as a sentence of its own; program text is none. */
const assignment: Rule = {
  name: 'value/assignment',
  trigger: / :?= /,
  read: (sentence) =>
    /[{};]|=>|==|\b(?:const|let|var|return)\b|^\w+\.\w*[a-z][A-Z]\w* =/.test(sentence.text)
      ? []
      : inClauses(sentence, assigned, ({ subject = '', value: object = '' }) =>
          isSubject(subject) && isValue(object) ? value('value/assignment', sentence, slotOf(subject), object) : null,
        ),
};

const set = new RegExp(
  `^(?<subject>${np}) (?:is|are|was|were|has been|have been|got)${now} (?:set|configured|fixed|limited|capped|pinned|restricted|hard-?coded) (?:to|at) (?<value>${vp})${edge}`,
  'u',
);
const setTo: Rule = {
  name: 'value/set-to',
  trigger: /\b(?:set|configured|fixed|limited|capped|pinned|restricted|hard-?coded) (?:to|at) /i,
  read: (sentence) =>
    inClauses(sentence, set, ({ subject = '', value: object = '' }) =>
      isClearSubject(subject) && isValue(object)
        ? value('value/set-to', sentence, slotOf(subject), object, [subject])
        : null,
    ),
};

const defaults = new RegExp(
  `^(?<subject>${np})(?: \\([^)]*\\))?,? (?:which )?(?:now )?(?:defaults|defaulted|defaulting|default) to (?<value>${vp})${edge}`,
  'u',
);
const defaultTo: Rule = {
  name: 'value/defaults-to',
  trigger: /\bdefault(?:s|ing)? to /i,
  read: (sentence) =>
    inClauses(sentence, defaults, ({ subject = '', value: object = '' }) => {
      if (!isSubject(subject) || !isNamed(subject) || !(isExact(object) || exactnessOf(object) === 'name')) return null;
      return value('value/defaults-to', sentence, { subject: slotOf(subject).subject, predicate: 'default' }, object);
    }),
};

function isExact(object: string): boolean {
  return exactnessOf(object) === 'exact';
}

const isValuePattern = new RegExp(
  `^(?<subject>${np}(?: of ${np})?(?: (?:on|for|in) ${np})?) (?<verb>is|are|was|were)(?<now> (?:now|currently))? (?<value>${vp})(?<rest>.*)$`,
  'u',
);

/**
 * "The timeout of the worker is (now) 300 seconds": of a property, an exact value or a name; of anything that "is now"
 * something, an exact value. A past state is kept only with the time in which it held.
 */
const copula: Rule = {
  name: 'value/is',
  trigger:
    /\b(?:is|are|was|were) (?:(?:now|currently) )?(?:the )?(?:[-+~<>≤≥\d$€£"“`\p{Lu}\u2060]|(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|forty|fifty|sixty|ninety|true|false|null|none|enabled|disabled|about|around|at least|up to)\b)|(?:status|state|mode|colou?r|phase|stage|level|priority|theme|language|position|condition|severity)\b.{0,40} (?:is|are) /u,
  read: (sentence) =>
    inClauses(sentence, isValuePattern, ({ subject = '', verb = '', now: current, value: object = '', rest = '' }) => {
      if (!isSubject(subject) || !isValue(object) || !endsThere(rest) || comparison.test(object)) return null;
      const slot = slotOf(subject);
      const property = slot.predicate !== 'value';
      const exact = isExact(object);
      const measured = exact && /[^\d.\s]/.test(bare(object)) && isMeasure(bare(object));
      const told = current !== undefined || (measured && isClearSubject(subject)) || isProperty(subject);
      const ofThing = exact || /^(?:the|our)\b/i.test(subject) || isNamed(slot.subject, true);
      const state = property && states.test(slot.predicate) && isState(object);
      const sure = state || (property ? ofThing && (exact || exactnessOf(object) === 'name') : exact && told);
      if (!sure || /^(?:a|an)\b/i.test(object)) return null;
      return /^w/i.test(verb)
        ? past(sentence, slot, object, subject)
        : value('value/is', sentence, slot, object, [subject]);
    }),
};

/** "10x faster" compares with something else. */
const comparison = /^[~\d.,]+(?:x|%| times| percent) (?:\p{L}{3,}er|more|less)\b/u;

/** Properties whose values are plain words, and such a word: "the build status is green". */
const states =
  /(?:status|state|mode|colou?r|phase|stage|level|priority|type|kind|format|theme|language|position|condition|severity)$/;

function isState(object: string): boolean {
  const words = bare(object).split(' ');
  const judged =
    /^(?:important|good|great|bad|better|worse|fine|nice|wrong|right|ok|okay|unclear|clear|known|unknown|different|same|similar|very|quite|so|too|pretty|really|more|less|\p{L}+ly|(?!enabled|disabled|closed|resolved|blocked|completed|approved|rejected|deprecated|stopped|failed|paused|archived)\p{L}+ed)$/iu;
  return (
    words.length <= 2 && words.every((word) => /^[\p{L}-]+$/u.test(word) && !judged.test(word) && !/ing$/.test(word))
  );
}

/** Behind the value there may be a time or a place, not more of the predicate. */
function endsThere(rest: string): boolean {
  return /^(?:$|[,;:!—]| \(|\.(?:\s|$)| [–-] | (?:on|in|at|as of|since|from|until|till|effective|starting|for|by|because|due|after|before|now|again|when|to avoid|so|and|but|during|which|with)\b)/i.test(
    rest,
  );
}

function past(sentence: Sentence, slot: Slot, object: string, subject: string): Found | null {
  const { span } = validityOf(sentence, [object, subject]);
  if (span === undefined) return null;
  return { rule: 'value/was', family: 'value', fact: { ...slot, object: bare(object), ...span } };
}

const stays = new RegExp(
  `^(?<subject>${np}(?: of ${np})?) (?:(?:now|currently) )?(?:(?:remains?|stands?|stays?|sits) at|(?:has |have )?reached) (?<value>${vp})${edge}`,
  'u',
);
const standsAt: Rule = {
  name: 'value/stands-at',
  trigger: /\b(?:(?:remains?|stands?|stays?|sits) at|reached) /i,
  read: (sentence) =>
    inClauses(sentence, stays, ({ subject = '', value: object = '' }) =>
      isClearSubject(subject) && isMeasure(bare(object))
        ? value('value/stands-at', sentence, slotOf(subject), object)
        : null,
    ),
};

const called = new RegExp(
  `^(?<subject>${np}) (?:is|are|was|has been)(?: now)? (?:called|named|titled|entitled) (?<value>${vp})${edge}`,
  'u',
);
const name: Rule = {
  name: 'value/name',
  trigger: /\b(?:called|named|titled|entitled) /i,
  read: (sentence) =>
    inClauses(sentence, called, ({ subject = '', value: start = '' }, clause) => {
      // "Counter-Strike: Global Offensive": a title may go on behind its colon.
      const more = /^: \p{Lu}[\p{L}\d]*(?: \p{Lu}[\p{L}\d]*)*/u.exec(
        clause.slice(clause.indexOf(start) + start.length),
      );
      const object = start + (more?.[0] ?? '');
      const known = /^the \p{L}+/iu.test(subject) || isClearSubject(subject);
      if (!known || /^(?:it|this|that|a|an)\b/i.test(subject) || !isNamed(object) || exactnessOf(object) === 'words')
        return null;
      return value('value/name', sentence, { subject: bare(subject), predicate: 'name' }, object);
    }),
};

const favourite = new RegExp(
  `^(?:my (?<what>(?:favou?rite|middle|last|first|maiden|home|current|all-time favou?rite) [\\p{L} -]{2,30}?|name|job|birthday|hometown|nickname|email|phone number|address) (?:is|are) (?:on |in )?(?<value>${vp})|(?<subject>${np}) (?:is|are) my (?<which>(?:all-time )?favou?rite \\p{L}+))(?<rest>.*)$`,
  'u',
);
/** Of these kinds the favourite mostly has a plain noun for its name. */
const tastes =
  /favou?rite (?:food|drink|colou?r|animal|sport|fruit|season|hobby|dish|subject|flavou?r|cuisine|genre|music|instrument|dessert|snack|vegetable)$/i;
/** "My favourite colour is Blue": said by a person of himself, of what everybody has one of. */
const mine: Rule = {
  name: 'value/my',
  trigger:
    /\bmy (?:favou?rite|middle|last|first|maiden|home|current|all-time|name|job|birthday|hometown|nickname|email|phone|address)\b/i,
  read: (sentence) => {
    const { author, kind } = sentence.source;
    if (author === null || kind !== 'speech') return [];
    return inClauses(sentence, favourite, ({ what, which, value: object, subject, rest = '' }) => {
      const [predicate, held] = [what ?? which ?? '', object ?? subject ?? ''];
      const plain =
        tastes.test(predicate) &&
        /^\p{Ll}+(?: \p{Ll}+)?$/u.test(held) &&
        !/ing$|^(?:the|a|when|one|probably)\b/.test(held);
      if (!isValue(held) || !endsThere(rest)) return null;
      if (!plain && (exactnessOf(held) === 'words' || !isNamed(held))) return null;
      return value('value/my', sentence, { subject: author, predicate: predicate.toLowerCase() }, held);
    });
  },
};

const madeOf = new RegExp(`^(?<subject>${np}) (?:is|are) made (?:out )?of (?<value>${vp})${edge}`, 'u');
const material: Rule = {
  name: 'value/made-of',
  trigger: /\bmade (?:out )?of /i,
  read: (sentence) =>
    inClauses(sentence, madeOf, ({ subject = '', value: object = '' }) => {
      const words = bare(object).split(' ');
      if (!isDefinite(subject) || words.length > 3 || /^(?:all|many|several|some|two|three)\b|s$/i.test(bare(object)))
        return null;
      return value('value/made-of', sentence, { subject: bare(subject), predicate: 'material' }, object);
    }),
};

/** "The deadline": a property of what is talked about. */
function isProperty(subject: string): boolean {
  return attributes.has(/^the (\p{L}+)$/iu.exec(subject)?.[1]?.toLowerCase() ?? '');
}

function isDefinite(subject: string): boolean {
  return isClearSubject(subject) || (isSubject(subject) && /^the \p{L}+$/iu.test(subject));
}

export const valueRules: readonly Rule[] = [assignment, setTo, defaultTo, copula, standsAt, name, material, mine];
