import type { FactStructure } from '../../contract/memory.ts';
import { parseValue } from '../../language/values.ts';
import type { Found, Rule, Sentence } from '../extraction.ts';
import { factOf, inClauses } from '../facts.ts';
import {
  bare,
  edge,
  exactnessOf,
  isAttribute,
  isClearSubject,
  isNamed,
  isSubject,
  isValue,
  np,
  type Slot,
  slotOf,
  vp,
} from '../phrases.ts';

const adverb = '(?:(?:now|just|recently|already|since|then|again|later|also|subsequently|temporarily|permanently) )?';
const participle =
  'changed|raised|lowered|switched|moved|bumped|upgraded|downgraded|updated|increased|decreased|reduced|cut|extended|shortened|reverted|reset|migrated|rolled back|set back|restored|lifted|doubled|tripled|halved|adjusted|rescheduled|postponed|relocated|transferred';
const past =
  'changed|doubled|tripled|halved|rose|fell|dropped|went up|went down|went|increased|decreased|grew|shrank|moved|switched|migrated|reverted|went back|jumped|climbed|is back|are back|relocated|upgraded|downgraded';
const from = `(?: from (?<previous>${vp}))?`;

/** A new value, and the value that it ends where the sentence names it. */
function change(
  rule: string,
  sentence: Sentence,
  slot: Slot,
  object: string,
  previous: string | undefined,
  phrases: readonly string[],
): Found | null {
  if (!isValue(object) || (previous !== undefined && !isValue(previous))) return null;
  const versioned = versionOf(slot, object, previous);
  if (versioned === null) return null;
  if (versioned !== undefined)
    return change(rule, sentence, versioned.slot, versioned.object, versioned.previous, phrases);
  // Whoever moved from one place to another had not moved to the first.
  const old = previous === undefined || isDirection(slot.predicate) ? undefined : bare(previous);
  // "From 36 to 21 symbols": the unit stands once.
  const unit = old === undefined ? '' : (/^[-+$€£]?[\d.,]+ (.+)$/.exec(bare(object))?.[1] ?? '');
  const fact = factOf(sentence, slot, object, [...phrases, ...(previous === undefined ? [] : [previous])]);
  if (old === undefined) {
    const others = followed(sentence, slot, object, previous);
    return { rule, family: 'change', fact, ...(others.length > 0 && { others }) };
  }
  const whole = unit !== '' && /^[-+$€£]?[\d.,]+$/.test(old) && !/\d/.test(unit) ? `${old} ${unit}` : old;
  return { rule, family: 'change', fact, previous: whole };
}

/**
 * What a change of direction says of the tie that it changes. Whoever moved from a place lives there no longer, but where
 * he moved to; what switched to a tool uses it; what was migrated to a platform uses it and runs on it, whichever was said.
 */
function followed(sentence: Sentence, slot: Slot, object: string, previous: string | undefined): FactStructure[] {
  const { subject, predicate } = slot;
  if (!isDirection(predicate) || !isNamed(subject, true) || !isNamed(object)) return [];
  const home = /^moved/.test(predicate);
  if (home && ![object, previous ?? object].every(isPlace)) return [];
  // "Atlas moved to Redis" is no removal: without the place before it takes a full name to tell a person.
  if (home && previous === undefined && !/^\p{Lu}\S+[ \u2060]\p{Lu}/u.test(subject)) return [];
  const ties = home ? ['lives in'] : /^switched/.test(predicate) ? ['uses'] : platformTies;
  return ties.flatMap((tie) => {
    const cardinality = home ? 'one' : 'many';
    const fact = factOf(sentence, { subject, predicate: tie }, object, [previous ?? object], cardinality);
    if (previous === undefined) return tie === 'hosted on' ? [] : [fact];
    if (!isNamed(previous)) return [];
    const { validTo: _to, ...ended } = fact;
    return [{ ...ended, object: bare(previous), holds: 'no-longer' as const }, fact];
  });
}

const platformTies = ['uses', 'runs on', 'hosted on'];

function isPlace(phrase: string): boolean {
  return /^\p{Lu}\p{Ll}+(?:[ -]\p{Lu}\p{Ll}+)*$/u.test(bare(phrase));
}

function isDirection(predicate: string): boolean {
  return /^(?:moved|switched|migrated|transferred) to$/.test(predicate);
}

const namedVersion = /^(?<name>\p{Lu}\S*(?: \p{Lu}\S*)*) (?<version>v?\d+(?:\.\d+)+\S*)$/u;

/**
 * "From Kubernetes 1.27 to Kubernetes 1.29" is another version of the same product: null where the two are of different
 * ones, undefined where the value names no version or the slot has its property.
 */
function versionOf(slot: Slot, object: string, previous: string | undefined) {
  const now = slot.predicate === 'value' ? namedVersion.exec(bare(object))?.groups : undefined;
  if (now === undefined) return undefined;
  const before = previous === undefined ? undefined : namedVersion.exec(bare(previous))?.groups;
  const old = before === undefined ? previous : before.version;
  if (before !== undefined ? before.name !== now.name : old !== undefined && !isVersion(old)) return null;
  return {
    slot: { ...slot, predicate: `${now.name} version` },
    object: now.version ?? '',
    previous: old,
  };
}

/** "The cache mode changed to eager": of a property that is named, a plain word, and nothing goes on behind it. */
function isPlainChange(subject: string, verb: string, value: string, rest: string): boolean {
  if (!/^(?:changed|switched|reverted|went back|reset)$/i.test(verb) || slotOf(subject).predicate === 'value')
    return false;
  const word = bare(value);
  return (
    /^\p{L}[\p{L}-]*$/u.test(word) &&
    isValue(value) &&
    !/^(?:be|match|fit|suit|reflect|better|worse|different|similar)$/i.test(word) &&
    /^(?:$|[.,;:!—(]| \(| (?:on|at|as of|since|this|last|by|because|due|after|before|again|now|today|yesterday|and|but|so|while|when|during)\b)/i.test(
      rest,
    )
  );
}

/** "The meeting was moved to Friday": one plain noun, if its new value is exact, a name or a mark ("rack 7", "host-b"). */
function isDefinite(subject: string, object: string, previous?: string): boolean {
  if (!isSubject(subject) || !/^the \p{L}+$/iu.test(subject)) return false;
  return exactnessOf(object) !== 'words' || (previous !== undefined && isMark(object) && isMark(previous));
}

function isMark(phrase: string): boolean {
  return /^(?:\p{Ll}+ \d+\w?|[\p{L}\d]+(?:[-_.:][\p{L}\d]+)+)$/u.test(bare(phrase));
}

/** What changes: a property; the version of what is upgraded; where something moves to. */
function changedSlot(subject: string, verb: string, object: string): Slot {
  const slot = slotOf(subject);
  if (slot.predicate !== 'value') return slot;
  if (isVersionChange(verb, object) && !isAttribute(slot.subject)) return { ...slot, predicate: 'version' };
  const direction = /^(move|switch|migrate|relocate|transfer)/i.exec(verb)?.[1]?.toLowerCase();
  if (direction === undefined || exactnessOf(object) === 'exact') return slot;
  return {
    ...slot,
    predicate:
      { move: 'moved to', switch: 'switched to', migrate: 'migrated to', relocate: 'moved to' }[direction] ??
      'transferred to',
  };
}

function isVersion(object: string): boolean {
  const { kind } = parseValue(bare(object));
  return kind === 'version' || (kind === 'number' && /^v?\d/.test(bare(object)));
}

/** What is bumped has a version; what is rolled back or reset has one where its value can be nothing else. */
function isVersionChange(verb: string, object: string): boolean {
  return /^(?:bump|upgrad|downgrad|updat)/i.test(verb)
    ? isVersion(object)
    : /^(?:roll|revert|restor|reset|set back)/i.test(verb) && isDotted(object);
}

/** "4.17.20" can only be a version; "4" may be anything. */
function isDotted(object: string | undefined): boolean {
  return object !== undefined && parseValue(bare(object)).kind === 'version';
}

const passive = new RegExp(
  `^(?<subject>${np}(?: (?:of|for|on|in) ${np})?) (?:was|were|is|are|has been|have been|got|have now been) ${adverb}(?<verb>${participle})${from} (?:back )?(?:to|as) (?<value>${vp})${edge}`,
  'u',
);
const wasChanged: Rule = {
  name: 'change/passive',
  trigger: new RegExp(`\\b(?:${participle}) `, 'i'),
  read: (sentence) =>
    inClauses(sentence, passive, ({ subject = '', verb = '', previous, value = '' }) =>
      isClearSubject(subject) || isDefinite(subject, value, previous) || isVersioned(subject, verb, value)
        ? change('change/passive', sentence, changedSlot(subject, verb, value), value, previous, [subject])
        : null,
    ),
};

const active = new RegExp(
  `^(?<subject>${np}(?: (?:of|for|on|in) ${np})?) (?:(?:has|have) )?${adverb}(?<verb>${past})${from} (?:back )?(?:to|at) (?<value>${vp})${edge}`,
  'u',
);
const itChanged: Rule = {
  name: 'change/active',
  trigger: new RegExp(`\\b(?:${past}) `, 'i'),
  read: (sentence) =>
    inClauses(sentence, active, ({ subject = '', verb = '', previous, value = '' }, _, rest) => {
      const exact = exactnessOf(value) === 'exact' || (isNamed(value) && exactnessOf(value) === 'name');
      const going = /^went$/i.test(verb) && exactnessOf(value) !== 'exact';
      // "The team moved to Berlin", "sales rose to 5 million"; "the crowd went to sleep" is no value.
      if (!(isClearSubject(subject) || isDefinite(subject, value, previous)) || going || isOwnership(subject))
        return null;
      if (!exact && previous === undefined && !isPlainChange(subject, verb, value, rest)) return null;
      return change('change/active', sentence, changedSlot(subject, verb, value), value, previous, [subject]);
    }),
};

/** What is handed over is for the rules of owners to read. */
function isOwnership(subject: string): boolean {
  return /^(?:the )?(?:ownership|maintenance|control|responsibility|maintainership)\b/i.test(subject);
}

const acts =
  'tripled|doubled|halved|grew|changed|rolled back|raised|lowered|switched|moved|bumped|upgraded|downgraded|updated|increased|decreased|reduced|cut|extended|shortened|reset|reverted|set|migrated|rescheduled|postponed';
const notes = 'change|raise|lower|switch|bump|upgrade|downgrade|update|increase|decrease|reduce|extend|revert|set';
const done = new RegExp(
  `^(?:(?:we|i|they|he|she|${np}) (?:(?:have|has|['’]ve|['’]s) )?${adverb})?(?<verb>${acts}) (?<subject>${np}(?: (?:of|for|on|in) ${np})?)${from} (?:back )?to (?<value>${vp})${edge}`,
  'u',
);
const noted = new RegExp(
  `^(?<verb>(?:${notes})|(?:bump|upgrade|downgrade|update)s) (?<subject>${np}(?: (?:of|for|on|in) ${np})?)${from} to (?<value>${vp})${edge}`,
  'u',
);
/** "We raised the timeout from 300 to 600"; in a note of what was done, "bump x to 2". */
const changedIt: Rule = {
  name: 'change/object',
  trigger: new RegExp(`\\b(?:${acts}|${notes})s? `, 'i'),
  read: (sentence) => {
    const read = (
      { subject = '', verb = '', previous, value = '' }: Readonly<Record<string, string | undefined>>,
      _: string,
      rest: string,
    ) => {
      const exact = exactnessOf(value) === 'exact';
      const versioned = (isVersion(value) && sentence.source.kind === 'document') || isVersioned(subject, verb, value);
      const known = isClearSubject(subject) || isDefinite(subject, value) || versioned;
      const plain = isPlainChange(subject, verb, value, rest);
      if (!isSubject(subject) || !known || (!exact && !plain && previous === undefined)) return null;
      if (/^(?:moved?|switch|set)/i.test(verb) && !exact && !plain && exactnessOf(value) === 'words') return null;
      return change('change/object', sentence, changedSlot(subject, verb, value), value, previous, [subject]);
    };
    const found = inClauses(sentence, done, read);
    if (found.length > 0 || sentence.source.kind === 'speech') return found;
    return inClauses(sentence, noted, (groups, clause, rest) => {
      const versioned = isVersion(groups.value ?? '') && isNamedThing(groups.subject ?? '');
      return sentence.noted || versioned || groups.previous !== undefined ? read(groups, clause, rest) : null;
    });
  },
};

/** "Downgraded robin to 1.0.0": what can only be a version makes a name of the one word before it. */
function isVersioned(subject: string, verb: string, value: string): boolean {
  return isVersionChange(verb, value) && isDotted(value) && isNamedThing(subject) && isSubject(subject);
}

/** One lower-case word can be a package, if a version follows; "the code" cannot. */
function isNamedThing(subject: string): boolean {
  return !/^(?:the|a|an|your|all)\b/i.test(subject);
}

const was = `(?:previously|formerly|used to be|it was|was|were|had been|before:?|instead of|up from|down from|originally)`;
const nowWas = new RegExp(
  `^(?<subject>${np}(?: (?:of|for|on|like) ${np})?) (?:is|are)(?: now)? (?<value>${vp})(?: \\(|, ?)${was} (?<previous>${vp})\\)?${edge}`,
  'u',
);
const nowAndBefore: Rule = {
  name: 'change/was',
  trigger:
    /[(,] ?(?:previously|formerly|used to be|it was|was|were|had been|before|instead of|up from|down from|originally) /i,
  read: (sentence) =>
    inClauses(sentence, nowWas, ({ subject = '', value = '', previous }) =>
      isSubject(subject) && (exactnessOf(value) !== 'words' || exactnessOf(previous ?? '') === 'exact')
        ? change('change/was', sentence, slotOf(subject), value, previous, [subject])
        : null,
    ),
};

const replaced = new RegExp(
  `^(?:(?<user>we|i|they|${np}) (?:(?:have|has) )?${adverb})?replaced (?<old>${np}) (?:with|by) (?<value>${vp})${edge}`,
  'u',
);
const replacedBy = new RegExp(
  `^(?<old>${np}) (?:was|were|is|are|has been|have been|got) ${adverb}(?:replaced|superseded|succeeded) (?:by|with) (?<value>${vp})${edge}`,
  'u',
);
const replaces = new RegExp(`^replaces? (?<old>${np}) (?:with|by) (?<value>${vp})${edge}`, 'u');
const instead = new RegExp(
  `^(?:uses?|used|using|switch(?:ed)? to) (?<value>${vp}(?: and ${vp})?) (?:instead of|in place of|rather than) (?<old>${np})${edge}`,
  'u',
);
const inFavour = `(?<old>${np}) in favou?r of (?<value>${vp})${edge}`;
const removed = new RegExp(`^(?:removed|dropped|deprecated) ${inFavour}`, 'u');
const favour = new RegExp(`^(?:remove|drop|deprecate) ${inFavour}`, 'u');
const switchFrom = new RegExp(
  `^(?:switch|switched|moved?|migrated?|migrate|change|changed) from (?<old>${np}) to (?<value>${vp})${edge}`,
  'u',
);

/** "Replaced A with B", "use B instead of A", "switch from A to B": A's place is taken by B. */
const replacement: Rule = {
  name: 'change/replaced',
  trigger:
    /\b(?:replace[sd]?|superseded|succeeded|instead of|in place of|in favou?r of|(?:switch|switched|moved?|migrated?|changed?) from)\b/i,
  read: (sentence) => {
    const { kind } = sentence.source;
    const patterns = [replaced, replacedBy];
    if (kind === 'document') patterns.push(removed);
    if (kind === 'document' && sentence.noted) patterns.push(replaces, instead, favour, switchFrom);
    return patterns.flatMap((pattern) => inClauses(sentence, pattern, (groups) => taken(sentence, groups))).slice(0, 1);
  },
};
function taken(
  sentence: Sentence,
  { old = '', value = '', user }: Readonly<Record<string, string | undefined>>,
): Found | null {
  if (!isSubject(old) || /^(?:all|any)\b|^\p{L}+ing$/iu.test(old) || !isValue(value)) return null;
  const packages = sentence.noted && !/^(?:the|a|an)\b/i.test(old);
  if (!packages && !isNamed(old) && !isNamed(value)) return null;
  const fact = factOf(sentence, { subject: bare(old), predicate: 'replaced by' }, value, [old]);
  const left = user !== undefined && isSubject(user) && isNamed(user, true) ? user : null;
  if (left === null) return { rule: 'change/replaced', family: 'change', fact };
  const used = factOf(sentence, { subject: bare(left), predicate: 'uses' }, value, [old], 'many');
  const others = [{ ...used, object: bare(old), holds: 'no-longer' as const }, used];
  return { rule: 'change/replaced', family: 'change', fact, others };
}

export const changeRules: readonly Rule[] = [wasChanged, itChanged, changedIt, nowAndBefore, replacement];
