import { parseValue } from '../../language/values.ts';
import type { Found, Rule, Sentence } from '../extraction.ts';
import { factOf, inClauses, pastFactOf } from '../facts.ts';
import { ownSlot } from '../lists.ts';
import {
  bare,
  edge,
  exactnessOf,
  isAttribute,
  isClearSubject,
  isMeasure,
  isNamed,
  isOpinion,
  isSubject,
  isValue,
  np,
  type Slot,
  slotOf,
  vp,
} from '../phrases.ts';

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
    /\b(?:is|are|was|were) (?:(?:now|currently) )?(?:the )?(?:[-+~<>≤≥\d$€£"“`\p{Lu}\u2060]|\p{Ll}+\d|(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|forty|fifty|sixty|ninety|true|false|null|none|enabled|disabled|about|around|at least|up to)\b)|(?:status|state|mode|colou?r|phase|stage|level|priority|theme|language|position|condition|severity)\b.{0,40} (?:is|are) /u,
  read: (sentence) =>
    inClauses(
      sentence,
      isValuePattern,
      ({ subject: said = '', verb = '', now: current, value: object = '', rest = '' }) => {
        const subject = said.replace(/^our (?!(?:\p{L}+ )?(?:address|home)$)/iu, 'the ');
        if (!isSubject(subject) || !isValue(object) || !endsThere(rest) || comparison.test(object)) return null;
        const slot = slotOf(subject);
        const property = slot.predicate !== 'value';
        const exact = isExact(object);
        const measured = exact && /[^\d.\s]/.test(bare(object)) && isMeasure(bare(object));
        const told = current !== undefined || (measured && isClearSubject(subject)) || isProperty(subject);
        const ofThing = exact || /^the\b/i.test(subject) || isNamed(slot.subject, true);
        const state = property && states.test(slot.predicate) && isState(object);
        const sure =
          state ||
          (property ? ofThing && (exact || exactnessOf(object) === 'name') : exact && told) ||
          isPlain(subject, object);
        if (!sure || /^(?:a|an)\b/i.test(object)) return null;
        const own = versionSlot(ownSlot(slot, sentence.source), object);
        return /^w/i.test(verb)
          ? past(sentence, own, object, subject)
          : value('value/is', sentence, own, object, [subject]);
      },
    ),
};

/** "lodash is now 4.17.21" says the same as "lodash was bumped to 4.17.21". */
function versionSlot(slot: Slot, object: string): Slot {
  const versioned =
    slot.predicate === 'value' && (/^v\d/.test(bare(object)) || parseValue(bare(object)).kind === 'version');
  return versioned && !isAttribute(slot.subject) ? { ...slot, predicate: 'version' } : slot;
}

/** "The rent is €900", "the supplier is Globex": a plain noun with a quantity, or with a name for its value. */
function isPlain(subject: string, object: string): boolean {
  if (!/^the \p{Ll}[\p{L}-]+(?: \p{Ll}[\p{L}-]+)?$/iu.test(subject) || isOpinion(subject)) return false;
  if (parseValue(bare(object)).kind === 'quantity')
    return !/\b(?:other|last|next|first|new|old|whole)\b/i.test(subject);
  return (
    isNameAlone(object) &&
    !/s$|\b(?:other|last|next|first|second|third|only|former|latter|same|whole|\p{L}+est)\b/iu.test(subject)
  );
}

/** Capitals alone, and no word that only opens an answer or names a day. */
function isNameAlone(object: string): boolean {
  return (
    /^(?:the )?\p{Lu}[\p{L}\d&.]*(?:[ -](?:of |and )?\p{Lu}[\p{L}\d&.]*){0,3}$/u.test(object.trim()) &&
    !/^(?:the )?(?:I|Yes|No|OK|God|[\p{L}]+day|January|February|March|April|May|June|July|August|September|October|November|December|Chair|Minister)\b/u.test(
      object.trim(),
    )
  );
}

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
  const fact = pastFactOf(sentence, slot, object, [subject]);
  return fact === null ? null : { rule: 'value/was', family: 'value', fact };
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
  `^(?:(?:(?:my|our) (?<where>(?:(?:home|postal|street|email|new|current) )?address|home)|my (?<what>(?:favou?rite|middle|last|first|maiden|home|current|all-time favou?rite) [\\p{L} -]{2,30}?|name|job|birthday|hometown|nickname|email|phone number)|my (?<plain>\\p{Ll}[\\p{L}-]+(?: \\p{Ll}[\\p{L}-]+){0,2})) (?<be>is|are|was) (?:now )?(?:on |in |at )?(?<value>${vp})|(?<subject>${np}) (?:is|are) my (?<which>(?:all-time )?favou?rite \\p{L}+))(?<rest>.*)$`,
  'u',
);
/** The further lines of an address: ", Porto", ", 4150-123 Porto". */
const furtherLines = /^(?:, (?:\p{Lu}|\d)[\p{L}\d.'’-]*(?: (?:\p{Lu}|\d)[\p{L}\d.'’-]*)*)+/u;
/** Of these kinds the favourite mostly has a plain noun for its name. */
const tastes =
  /favou?rite (?:food|drink|colou?r|animal|sport|fruit|season|hobby|dish|subject|flavou?r|cuisine|genre|music|instrument|dessert|snack|vegetable)$/i;
/** "My favourite colour is Blue", "my shoe size is 43": said by a person of himself, of what everybody has one of. */
const mine: Rule = {
  name: 'value/my',
  trigger:
    /\bmy (?:favou?rite|middle|last|first|maiden|home|current|all-time|name|job|birthday|hometown|nickname|email|phone|address)\b|\b(?:my|our) (?:\p{L}+ )?(?:address|home) |\bmy (?:[\p{L}-]+ ){1,3}(?:is|was) [$€£]?\d/iu,
  read: (sentence) => {
    const { author, kind } = sentence.source;
    if (author === null || kind !== 'speech') return [];
    return inClauses(sentence, favourite, ({ what, where, plain, which, be, value: start, subject, rest = '' }) => {
      const predicate = (what ?? where ?? plain ?? which ?? '')
        .toLowerCase()
        .replace(/^(?:new|current) (?=address)/, '');
      const held = (start ?? subject ?? '') + (where === undefined ? '' : (furtherLines.exec(rest)?.[0] ?? ''));
      const tasted =
        tastes.test(predicate) &&
        /^\p{Ll}+(?: \p{Ll}+)?$/u.test(held) &&
        !/ing$|^(?:the|a|when|one|probably)\b/.test(held);
      if (!isValue(start ?? held) || !endsThere(rest)) return null;
      if (plain !== undefined) {
        // "My son is 5" tells his age.
        if (!isAttribute(plain.split(' ').at(-1) ?? '') || !/\d/.test(held) || !isExact(held)) return null;
      } else if (!tasted && !isTold(start ?? held, where !== undefined)) return null;
      const slot = { subject: author, predicate };
      const fact = be?.toLowerCase() === 'was' ? pastFactOf(sentence, slot, held) : factOf(sentence, slot, held);
      return fact === null ? null : ({ rule: 'value/my', family: 'value', fact } as const);
    });
  },
};

/** A name, or what is exact; an address may begin with its number. */
function isTold(held: string, address: boolean): boolean {
  if (address && /^\d+\S* \p{Lu}/u.test(held)) return true;
  return exactnessOf(held) !== 'words' && isNamed(held);
}

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
  return isAttribute(/^the (\p{L}+)$/iu.exec(subject)?.[1] ?? '');
}

function isDefinite(subject: string): boolean {
  return isClearSubject(subject) || (isSubject(subject) && /^the \p{L}+$/iu.test(subject));
}

export const valueRules: readonly Rule[] = [mine, assignment, setTo, defaultTo, copula, standsAt, name, material];
