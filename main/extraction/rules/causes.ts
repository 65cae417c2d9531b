import { isVerbAt } from '../../language/verbs.ts';
import { withoutLead } from '../clauses.ts';
import { isHedged, isQuoted } from '../doubts.ts';
import type { Found, Rule, Sentence } from '../extraction.ts';

export function cause(rule: string, sentence: Sentence, because: string, effect: string): Found | null {
  const { source } = sentence;
  const [from, to] = [tidy(because), tidy(effect)];
  if (!isEvent(to) || !isGround(from) || leavesOpen.test(to)) return null;
  // In talk, whoever speaks gives reasons for what he does; and a sentence that falters is not cut where it seems.
  if (
    source.kind === 'speech' &&
    (/\b(?:uh|um|we|you|us|our|your|me)\b|^(?:see|in terms|for instance)\b/i.test(`${to}; ${from}`) ||
      attitude.test(from))
  )
    return null;
  const by = source.author ?? source.title;
  const basis = by === null ? {} : { basis: `reported by ${by}` };
  return { rule, family: 'cause', cause: { cause: from, effect: to, claimType: 'reported', ...basis } };
}

/**
 * "It did not fail due to X" denies the cause, for what did not go wrong is seldom explained, unlike "it did not start";
 * and what something turned out (not) to be is no event.
 */
const leavesOpen =
  /\b(?:not|n['‘’]t|never)(?: (?:actually|really|ever))? (?:fail|crash|break|stop|die|happen|occur|leak|hang|freeze|overheat|panic|time out|go down|fall over|explode|burn|degrade|deteriorate|result|arise|stem|failed|crashed|broke|broken|happened|occurred|stopped)\b|\b(?:turn(?:s|ed)? out|proved)\b/i;

export function tidy(phrase: string): string {
  return phrase
    .trim()
    .replace(
      /^(?:the fact that|that|which|is|was|are|were|partly|mainly|mostly|largely|probably|only|just|simply|also|,)\s+/i,
      '',
    )
    .replace(/^\((?!.*\))|(?:,? either| that| which|[\s,;:.!(–—-])+$|(?<!\([^)]*)\)$/g, '')
    .trim();
}

/** Opinions, feelings and wishes have reasons, not causes; what only points elsewhere cannot be found again. */
export const attitude =
  /^(?:i|we|you)\b|\b(?:i|you)(?:['’](?:m|re|ve))?\b|\b(?:important|great|good|better|best|nice|useful|hard|easy|difficult|funny|interesting|amazing|cool|happy|glad|sad|excited|special|recommended|necessary|practical|straightforward|tricky|sensible|worth|fun|love|loves|like|likes|enjoy|favou?rite|proud|lucky|grateful|beautiful|perfect|tempting|convenient|helpful|ideal|wonderful|awesome)\b/i;
export const pointer =
  /^(?:it|this|that|these|those|they|he|she|there|which|what|who|here|one|some|all|everything|something|nothing|so)(?:['’]s|['’]re)?\b/i;
const shortest = 4;

function isEvent(effect: string): boolean {
  if (
    effect.includes('|') ||
    effect.length < shortest ||
    effect.length > 240 ||
    attitude.test(effect) ||
    pointer.test(effect)
  )
    return false;
  return (
    !/^\p{L}+ly$/u.test(effect) &&
    !/\b(?:and|or|following \p{L}+)$/iu.test(effect) &&
    !/^(?:and|but|or|so|because|if|when|mostly|partly|just|only|not|why|how)\b/i.test(effect) &&
    /\p{L}{3}/u.test(effect)
  );
}

function isGround(because: string): boolean {
  if (because.length < 3 || because.length > 240 || /\b(?:i['’]m|i am|i|my|me)\b/i.test(because)) return false;
  if (/^(?:it|this|that|these|those|they|he|she|which|what|there|of|so|some reason|reasons?)$/i.test(because))
    return false;
  if (/^(?:this|these) (?:is|was|are|were|has|will)\b/i.test(because)) return false;
  return because.split(' ').length > 2 || !/^(?:this|that|these|those|it|which|what)\b/i.test(because);
}

/** Reads the whole sentence, for a cause and its effect may be two clauses. */
export function inSentence(
  sentence: Sentence,
  pattern: RegExp,
  read: (groups: Readonly<Record<string, string | undefined>>) => Found | null,
): Found[] {
  const text = withoutLead(sentence.text);
  if (isHedged(text)) return [];
  const match = pattern.exec(text);
  if (match?.groups === undefined || isQuoted(text, text.search(/because|due|caus|led|result|trigger/i))) return [];
  const found = read(match.groups);
  return found === null ? [] : [found];
}

export const denied = /\b(?:not|n['‘’]t|never)(?: (?:just|only|simply|really|necessarily))?,?$/i;

const becauseOf =
  /^(?<effect>.+?),?(?<between> (?:just|simply|mainly|mostly|partly|only|largely))? because (?<of>of )?(?<cause>.+)$/i;
const because: Rule = {
  name: 'cause/because',
  trigger: /\bbecause\b/i,
  read: (sentence) =>
    inSentence(sentence, becauseOf, ({ effect = '', of, cause: ground = '' }) => {
      if (denied.test(effect.trim()) || /\bbecause\b/i.test(ground) || /^(?:and )?the (?:main )?reason\b/i.test(effect))
        return null;
      // In a note the effect may be what was done: "pin x because…".
      if (sentence.source.kind === 'speech' && !hasVerb(lastClause(effect))) return null;
      if (of === undefined && !hasVerb(ground)) return null;
      const text = of === undefined ? clauseOf(ground) : phraseOf(ground);
      return text === null ? null : cause('cause/because', sentence, text, lastClause(effect));
    }),
};

const sinceReason =
  /^(?<effect>\p{L}[^,]+?),? since (?!then\b|(?:the )?(?:start|begin|last|release)|v?\d[\w.+]*(?![\w.+]| (?:is|has|requires?|needs?|doesn['‘’]t|can)))(?<cause>.*\b(?:is|are|was|were|has|have|do(?:es)?n['‘’]t|isn['‘’]t|can['‘’]t|cannot|requires?|needs?|no longer)\b.+)$/iu;
/** A lack or a need is no point in time. */
const lack =
  /\bsince .*\b(?:do(?:es)?(?:n['‘’]t| not)|is(?:n['‘’]t| not)|are(?:n['‘’]t| not)|can(?:['‘’]t|not)|no longer|lacks?|requires?|already|deprecated|broken)\b/i;
/** In a note, what was done "since" something is so; in talk the word is mostly one of time. */
const since: Rule = {
  name: 'cause/since',
  trigger: /\bsince\b/i,
  read: (sentence) =>
    sentence.source.kind === 'document' && (sentence.noted || lack.test(sentence.text))
      ? inSentence(sentence, sinceReason, ({ effect = '', cause: ground = '' }) =>
          cause('cause/since', sentence, clauseOf(ground) ?? '', lastClause(effect)),
        )
      : [],
};

const dueTo =
  /^(?<effect>.+?)(?<is> (?:is|are|was|were|has been|have been|turned out to be|proved to be))?,?(?: (?:largely|mainly|mostly|partly|entirely|in part))? (?:due|owing) to (?<cause>.+)$/i;
const due: Rule = {
  name: 'cause/due-to',
  trigger: /\b(?:due|owing) to\b/i,
  read: (sentence) =>
    inSentence(sentence, dueTo, ({ effect = '', cause: ground = '' }) => {
      const text = phraseOf(ground);
      // "Due to arrive at noon" is a time; "not due to X" says what was not the cause.
      if (
        text === null ||
        denied.test(effect.trim()) ||
        /^(?:be|arrive|start|begin|end|finish|expire|go|take|become|come|have|retire|open|close|launch|return|get|receive)\b/i.test(
          text,
        )
      )
        return null;
      return cause('cause/due-to', sentence, text, lastClause(effect));
    }),
};

const verbs = '(?:caused|triggered|brought on|set off|produced)';
const causedByPattern = new RegExp(
  `^(?<effect>.+?)(?<is> (?:(?:is|are|was|were|has been|have been|being|got|turned out to be|proved to be)(?: (?:actually|mainly|partly|probably|apparently|in fact))?))? ${verbs} by (?<cause>.+)$`,
  'i',
);
const causedBy: Rule = {
  name: 'cause/caused-by',
  trigger: /\b(?:caused|triggered|brought on|set off) by\b/i,
  read: (sentence) =>
    inSentence(sentence, causedByPattern, ({ effect = '', is, cause: ground = '' }) => {
      const text = phraseOf(ground);
      if (text === null || denied.test(effect.trim()) || /\b(?:was|is|were|are)(?:n['‘’]t| not)\b/i.test(effect))
        return null;
      const made =
        /^(?:fix(?:e[sd])?|resolve[sd]?|avoid(?:s|ed)?|prevent(?:s|ed)?|handle[sd]?|address(?:e[sd])?|correct(?:s|ed)?|work(?:ed)? around|patch(?:ed)?) (.+)$/i.exec(
          lastClause(effect),
        );
      // "Differences caused by links": without its own verb it only describes what the sentence is about.
      if (made === null && is === undefined) return null;
      return cause('cause/caused-by', sentence, text, lastPart(made?.[1] ?? lastClause(effect)));
    }),
};

/** "Fix the `no-shadow` rule, as well as an IE 8 bug": the last of what is listed. */
function lastPart(effect: string): string {
  return effect.split(/,? (?:as well as|and) /i).at(-1) ?? effect;
}

const leadsTo =
  /^(?<cause>.{3,120}?) (?:(?:has|have|had) )?(?:caused|led to|resulted in|triggered|brought about|gave rise to) (?<effect>.+)$/i;
const led: Rule = {
  name: 'cause/led-to',
  trigger: /\b(?:caused|led to|resulted in|triggered|brought about|gave rise to) /i,
  read: (sentence) =>
    inSentence(sentence, leadsTo, ({ effect = '', cause: ground = '' }) =>
      /^(?:by|it|us|me|him|her|you|this|that|them|all|some) ?/i.test(effect) ||
      pointer.test(ground) ||
      phraseOf(ground) !== tidy(ground) ||
      /^(?:fix|fixed|fixes|resolve|resolved|avoid|handle)\b/i.test(ground)
        ? null
        : cause('cause/led-to', sentence, ground, clauseOf(effect) ?? ''),
    ),
};

const rootCause =
  /^(?:the )?(?:(?:root|main|actual|real|underlying|primary) )?(?:cause|reason) (?:(?:of|for|behind) (?<effect>.+?)|(?:why |that )?(?<why>.+?)) (?:is|was|turned out to be)(?: that| because(?: of)?)? (?<cause>.+)$/i;
const root: Rule = {
  name: 'cause/root-cause',
  trigger: /\b(?:cause|reason) (?:of|for|behind|why|that|the)\b/i,
  read: (sentence) =>
    inSentence(sentence, rootCause, ({ effect, why, cause: ground = '' }) =>
      /^(?:not|n['‘’]t|to|simple|simply|unknown|unclear|still|never)\b/i.test(ground)
        ? null
        : cause('cause/root-cause', sentence, clauseOf(ground) ?? '', effect ?? why ?? ''),
    ),
};

const inFront = /^(?<kind>because of|because|due to|owing to|as a result of) (?<cause>[^,]+), (?<effect>.+)$/i;
const front: Rule = {
  name: 'cause/in-front',
  trigger: /^\W*(?:\p{L}+,? )?(?:because|due to|owing to|as a result of)\b/iu,
  read: (sentence) =>
    inSentence(sentence, inFront, ({ kind = '', cause: ground = '', effect = '' }) => {
      const text = /because$/i.test(kind) ? clauseOf(ground) : phraseOf(ground);
      if (text === null || !hasVerb(effect) || (/because$/i.test(kind) && !hasVerb(ground))) return null;
      return cause('cause/in-front', sentence, text, clauseOf(effect) ?? '');
    }),
};

/** Whether words hold a finite verb behind their subject, as far as forms tell. */
export function hasVerb(clause: string): boolean {
  const words = clause.replace(/[,;:.]/g, '').split(' ');
  return (
    words.some(
      (word, at) =>
        at > 0 &&
        (isVerbAt(words, at) || /^(?:can|cannot|could|will|won['‘’]t|broke|crashed|\p{L}+n['‘’]t)$/u.test(word)),
    ) || /['’](?:s|re|ve) /.test(clause)
  );
}

/** A clause up to where another thought begins. */
export function clauseOf(text: string): string | null {
  const end = text.search(
    /[;.:](?:\s|$)|, (?:and|but|so|which|who|although|while|as|or|then)\b| (?:so|but) |[–—]| - |\(|, (?:obviously|right|you know)/i,
  );
  const clause = tidy(end < 0 ? text : text.slice(0, end));
  return clause.split(' ').length > 28 || clause === '' ? null : clause;
}

/** A noun phrase with what belongs to it: no verb, up to a comma or a relative clause. */
export function phraseOf(text: string): string | null {
  const end = text.search(
    /[;.:,(](?:\s|$)|\(|[–—]| - | (?:which|who|that|so|but|when|where|while|and (?:is|was|are|were|has|have|it|we|they|i))\b/i,
  );
  const phrase = tidy(end < 0 ? text : text.slice(0, end));
  if (phrase === '' || phrase.split(' ').length > 14) return null;
  return / (?:is|are|was|were|has|have|had|does|do|did|can|will)\b/i.test(phrase) ? null : phrase;
}

/** The main clause right before the cause. */
export function lastClause(text: string): string {
  const parts = text.split(/; |, (?:and|but|so) |,? (?:thus|thereby|hence|therefore) |[–—] |: |\. /);
  return withoutLead((parts.at(-1) ?? text).trim());
}

const isNot =
  "(?:(?:was|were|is|are|has been)(?: not|n['‘’]t)|(?:turned out|proved) (?:not to|to not) be|(?:did not|didn['‘’]t) turn out to be)(?: actually| in fact)?";
const notBy = new RegExp(
  `^(?<effect>.+?) ${isNot} (?:caused by|due to|triggered by|because of|the result of) (?<cause>.+)$`,
  'i',
);
const wasNotThe = new RegExp(
  `^(?<cause>.+?) ${isNot} (?:the|a) (?:(?:root|real|actual|main) )?(?:cause|reason|culprit|trigger|source)(?: (?:of|for|behind) (?<effect>.+))?$`,
  'i',
);
const didNot = /^(?<cause>.+?) (?:did not|didn['‘’]t) (?:cause|trigger|lead to|result in) (?<effect>.+)$/i;
const ruledOut =
  /^(?:(?:we|they|i) (?:have )?)?(?:ruled out (?<ruled>.+?)|(?<cause>.+?) (?:was|were|has been|is) ruled out) as (?:the|a) (?:(?:root|possible|likely) )?(?:cause|reason|culprit)(?: (?:of|for|behind) (?<effect>.+))?$/i;
const overturnedForms: readonly RegExp[] = [notBy, wasNotThe, didNot, ruledOut];

/** A cause that turned out to be none. Without its effect there is nothing that it could be told of. */
const overturned: Rule = {
  name: 'overturned/not-the-cause',
  trigger:
    /\b(?:not|n['‘’]t|ruled out)\b.*\b(?:caus|due to|trigger|because of|result|reason|culprit|source|lead to)|\bruled out\b/i,
  read: (sentence) => {
    for (const form of overturnedForms) {
      const found = inSentence(sentence, form, ({ cause: wrong, ruled, effect = '' }) => {
        const [from, to] = [tidy(clauseOf(wrong ?? ruled ?? '') ?? ''), tidy(clauseOf(effect) ?? '')];
        if (from === '' || to === '' || pointer.test(from) || pointer.test(to) || attitude.test(to)) return null;
        const by = sentence.source.author ?? sentence.source.title;
        const basis = by === null ? {} : { basis: `reported by ${by}` };
        return {
          rule: 'overturned/not-the-cause',
          family: 'overturned',
          cause: { cause: from, effect: to, claimType: 'reported', holds: false, ...basis },
        };
      });
      if (found.length > 0) return found;
    }
    return [];
  },
};

const causeIsNot = new RegExp(
  `^(?:the )?(?:(?:root|main|actual|real|underlying|primary) )?(?:cause|reason) (?:of|for|behind) (?<effect>[^;,]+?) ${isNot} (?<cause>[^;,–—]+?)(?:(?:,? but|[;,–—-]+ ?(?:but |rather,? )?(?:it|(?:the )?(?:(?:real|actual|true|root) )?(?:cause|reason)) (?:was|is|turned out to be|proved to be)) (?<instead>.+))?$`,
  'i',
);
/** "The cause of the outage turned out not to be the disk; it was a full inode table": one cause less, and one more. */
const corrected: Rule = {
  name: 'overturned/cause-is-not',
  trigger: /\b(?:cause|reason) (?:of|for|behind)\b.* (?:not|\p{L}+n['‘’]t) /iu,
  read: (sentence) => {
    const rule = 'overturned/cause-is-not';
    return inSentence(sentence, causeIsNot, ({ effect = '', cause: wrong = '' }) => {
      const found = cause(rule, sentence, phraseOf(wrong) ?? '', effect);
      return found?.cause === undefined
        ? null
        : { ...found, family: 'overturned', cause: { ...found.cause, holds: false } };
    }).concat(
      inSentence(sentence, causeIsNot, ({ effect = '', instead = '' }) =>
        cause(rule, sentence, phraseOf(instead) ?? '', effect),
      ),
    );
  },
};

export const causeRules: readonly Rule[] = [corrected, overturned, root, because, since, due, causedBy, led, front];
