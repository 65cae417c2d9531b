import { findDates } from '../../language/dates.ts';
import { isVerbAt } from '../../language/verbs.ts';
import type { Rule } from '../extraction.ts';
import { inClauses } from '../facts.ts';
import { bare, edge, isClearSubject, isMeasure, isSubject, np, vp } from '../phrases.ts';
import { isTold, property } from './properties.ts';

const dated = new RegExp(
  `^(?<who>${np}(?: (?:for|of|on|in|with) ${np})?) (?:(?<is>is|are|was|were) (?:now )?)?(?<verb>due|scheduled (?:for|on)|planned for|starts|start|begins|ends|expires|closes|opens|launches|ships|founded|established|released|launched|born|opened|started|began|ended|expired|closed|died|built|completed|published|created)(?: again)? (?<when>.+)$`,
  'u',
);
const present = /^(?:starts?|begins|ends|expires|closes|opens|launches|ships)$/i;
const alone = /^(?:started|began|ended|expired|closed|died|launched|opened)$/i;
/** "The report is due on 5 May", "Acme was founded in 1998": an event that has one date. */
const date: Rule = {
  name: 'value/date',
  trigger:
    /\b(?:due|scheduled|planned for|starts?|begins|ends|expires|closes|opens|launches|ships|founded|established|released|launched|born|opened|started|began|ended|expired|closed|died|built|completed|published|created) (?:again )?(?:on|in|at|by|for|from|next|this|\d|today|tomorrow|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b/i,
  read: (sentence) =>
    inClauses(sentence, dated, ({ who = '', is, verb = '', when = '' }) => {
      const [found] = findDates(when, { now: sentence.source.occurredAt, timeZone: sentence.source.timeZone });
      if (
        found === undefined ||
        found.start > 4 ||
        (found.start > 0 && !/^(?:on|in|at|by|from|the) $/i.test(when.slice(0, found.start))) ||
        /^\d{1,3}$/.test(when.slice(found.start, found.end))
      )
        return null;
      const fits = is === undefined ? present.test(verb) || alone.test(verb) : !present.test(verb);
      if (!fits || !isTold(who) || !isSubject(who)) return null;
      if (
        !/^(?:$|[.,;!)]| (?:and|but|at|in|with|because|due|so|by|for|after|from|until|to)\b)/.test(
          when.slice(found.end),
        )
      )
        return null;
      const predicate = verb.toLowerCase().replace(/ .*/, '');
      const object = when.slice(found.start, found.end).replace(/^(?:on|in|at|by|from) /i, '');
      const fact = {
        subject: bare(who),
        predicate: predicate === 'planned' ? 'scheduled' : predicate,
        object,
        cardinality: 'one',
      } as const;
      return { rule: 'value/date', family: 'value', fact } as const;
    }),
};

const acts =
  'scored|raised|earned|spent|received|won|lost|sold|generated|costs?|weighs?|measures|takes|ran|walked|cycled|donated|saved|employs|serves|covers|holds|seats|stores|handles|hired|attracted|produces|produced|invested|gained|pays|charges|announced';
const amount = new RegExp(
  `^(?<who>i|${np}) (?:(?:has|have) )?(?:just |already |now |recently |also )?(?<verb>${acts}) (?<value>(?:(?:about|around|nearly|almost|over|up to|at least|more than|less than) )?${vp})${edge}`,
  'u',
);
/** "I scored 40 points", "the licence costs €20 a month": an act or a property with its measure. */
const measured: Rule = {
  name: 'value/amount',
  trigger: new RegExp(
    `\\b(?:${acts}) (?:(?:about|around|nearly|almost|over|up to|at least|more than|less than) )?[$€£]?\\d`,
    'i',
  ),
  read: (sentence) =>
    inClauses(sentence, amount, ({ who = '', verb = '', value = '' }) => {
      const { author, kind: said } = sentence.source;
      const subject = /^i$/i.test(who)
        ? said === 'speech'
          ? author
          : null
        : isTold(who) && isClearSubject(who)
          ? bare(who)
          : null;
      if (subject === null || !isMeasure(bare(value)) || /^[-+]?[\d.,]+$/.test(bare(value))) return null;
      const cardinality = /^(?:costs?|weighs?|measures|takes|employs|seats|holds|covers)$/i.test(verb) ? 'one' : 'many';
      return property('value/amount', sentence, { subject, predicate: verb.toLowerCase() }, value, cardinality);
    }),
};

const counted = new RegExp(
  `^(?<who>i|${np})(?<i>['’]ve)? (?:now )?(?:has|have|had|contains|consists of|comprises|got|have got) (?:about |around |over |exactly |a total of )?(?<number>\\d[\\d,.]*|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty) (?<noun>\\p{Ll}[\\p{L}-]+(?: \\p{Ll}[\\p{L}-]+)?)${edge}`,
  'u',
);
/** "The cluster has 5 nodes", "I have two cats": how many of what. */
const count: Rule = {
  name: 'value/count',
  trigger:
    /\b(?:has|have|contains|consists of|comprises|got) (?:about |around |over |exactly |a total of )?(?:\d[\d,.]*|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty) \p{Ll}/u,
  read: (sentence) =>
    inClauses(sentence, counted, ({ who = '', i, number = '', noun = '' }, clause, rest) => {
      const { author, kind: said } = sentence.source;
      const subject = /^i(?:['’]ve)?$/i.test(who + (i ?? ''))
        ? said === 'speech'
          ? author
          : null
        : isTold(who) && isClearSubject(who)
          ? bare(who)
          : null;
      const words = noun.split(' ');
      if (
        subject === null ||
        / had /.test(clause.slice(0, who.length + 6)) ||
        !/s$|children|people|men|women/.test(noun)
      )
        return null;
      if (
        words.some((_, at) => at > 0 && isVerbAt(words, at)) ||
        /^(?:more|other|main|different|things?|reasons?|options?|ways?|questions?|points?|problems?|issues?|choices?|kinds?|types?|days?|hours?|weeks?|minutes?|months?|years?|seconds?|times?)\b/.test(
          noun,
        ) ||
        /^ (?:left|to|ago|that|who|which|if|when)\b/.test(rest)
      )
        return null;
      return property('value/count', sentence, { subject, predicate: noun }, number, 'one');
    }),
};

/** Dates, amounts and counts. */
export const measureRules: readonly Rule[] = [date, measured, count];
