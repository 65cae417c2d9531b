import { withoutLead } from '../clauses.ts';
import type { Rule } from '../extraction.ts';
import { attitude, cause, clauseOf, denied, hasVerb, inSentence, lastClause, phraseOf, pointer } from './causes.ts';

const consequence =
  /^(?<cause>[^,;]{8,160}), (?:which (?:then |in turn |also |eventually )?(?:led to|caused|resulted in|triggered|broke|brought down)|(?:thereby |thus |in turn |eventually )?(?:causing|leading to|resulting in|triggering)) (?<effect>.+)$/i;
/** "The disk filled up, which led to a failed backup"; "…, causing timeouts". */
const consequences: Rule = {
  name: 'cause/consequence',
  trigger:
    /, (?:\p{L}+ ){0,2}(?:led to|caused|resulted in|triggered|broke|brought down|causing|leading to|resulting in|triggering) /iu,
  read: (sentence) =>
    inSentence(sentence, consequence, ({ cause: ground = '', effect = '' }) => {
      const text = clauseOf(effect);
      if (
        text === null ||
        !hasVerb(ground) ||
        pointer.test(ground) ||
        attitude.test(ground) ||
        denied.test(ground) ||
        /^(?:fix|fixe[sd]|prevent|avoid|handle|resolve)/i.test(ground)
      )
        return null;
      return cause('cause/consequence', sentence, ground, text);
    }),
};

const resultOf =
  /^(?<effect>.+?)(?:,? (?:as a (?:direct )?(?:result|consequence)|as the result|on account|in consequence)|,? (?:is|are|was|were) (?:a |the )?(?:direct )?(?:result|consequence)) of (?<cause>.+)$/i;
/** "The service failed as a result of the migration". */
const result: Rule = {
  name: 'cause/result-of',
  trigger:
    /\S (?:as a (?:direct )?(?:result|consequence)|as the result|on account|in consequence|(?:is|are|was|were) (?:a |the )?(?:direct )?(?:result|consequence)) of /i,
  read: (sentence) =>
    inSentence(sentence, resultOf, ({ effect = '', cause: ground = '' }) => {
      const text = phraseOf(ground);
      const told = lastClause(effect);
      if (
        text === null ||
        /\bnot\b|n['‘’]t\b/i.test(told) ||
        !/\S \S/.test(told) ||
        (!hasVerb(told) && !/^(?:the|an?|\p{Lu}\p{Ll}+ \p{Ll})/u.test(told))
      )
        return null;
      return cause('cause/result-of', sentence, text, told);
    }),
};

const soThat =
  /^(?<cause>[^,;]{8,140}), so (?!that\b|far\b|as\b|long\b|much\b|many\b|you\b|it\b|i\b|we\b|they\b|please\b|this\b|that\b|be\b|make\b|use\b|if\b|when\b|there\b)(?<effect>[^,;]+)/i;
const past =
  /\b(?:was|were|had|failed|broke|crashed|stopped|ran|went|lost|missed|dropped|filled|timed|expired|closed|moved|postponed|cancelled|died|left|fell|rose|became|got|came|hung|rejected|restarted|delayed)\b/i;
/** "The disk was full, so the backup failed": what happened because something else had. */
const so: Rule = {
  name: 'cause/so',
  trigger: /, so \p{L}/iu,
  read: (sentence) =>
    inSentence(sentence, soThat, ({ cause: ground = '', effect = '' }) => {
      const reason = withoutLead(ground);
      if (
        !past.test(effect) ||
        !past.test(reason) ||
        /\b(?:you|we|us|our|they|he|she|them|it)\b/i.test(`${reason} ${effect}`)
      )
        return null;
      if (pointer.test(reason) || attitude.test(reason) || denied.test(reason)) return null;
      return cause('cause/so', sentence, reason, clauseOf(effect) ?? '');
    }),
};

const failure =
  'crash|crashes|error|errors|exception|failure|deadlock|hang|freeze|memory leak|leak|panic|segfault|infinite loop|race condition|timeout|regression|stack overflow|data loss|corruption';
const failing = new RegExp(
  `^(?:fix|fixe[sd]|resolve[sd]?) (?<effect>(?!for\\b)(?:an? |the |some |rare |possible |potential )*(?:[\\p{L}\\d\`._-]+ ){0,3}?(?:${failure})) (?:(?:that|which) (?:(?:happened|occurred|appeared) )?)?when (?<cause>.+)`,
  'iu',
);
/** "Fix a crash when the cache is empty": the circumstance brings about the failure. */
const failureWhen: Rule = {
  name: 'cause/failure-when',
  trigger: /\b(?:fix|resolve)\p{L}* .*\bwhen /iu,
  read: (sentence) =>
    sentence.source.kind === 'document'
      ? inSentence(sentence, failing, ({ effect = '', cause: ground = '' }) => {
          const text = clauseOf(ground);
          return text === null || text.split('`').length % 2 === 0 || /\b(?:possible|potential)\b/i.test(effect)
            ? null
            : cause('cause/failure-when', sentence, text, effect);
        })
      : [],
};

export const consequenceRules: readonly Rule[] = [consequences, result, so, failureWhen];
