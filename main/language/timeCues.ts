import type { TimeQuestion } from '../contract/packet.ts';
import { overlaps, type Span } from './span.ts';

/** Words that say what is asked of time. `value` is what they are said of, where they name it. */
export interface Cue extends Span {
  readonly mode: TimeQuestion['mode'];
  readonly value: Span | null;
  /** Of a history, its beginning is wanted. */
  readonly first: boolean;
}

interface Rule {
  readonly mode: TimeQuestion['mode'];
  readonly pattern: RegExp;
  readonly first?: true;
}

const change =
  '(?:chang|switch|rais|lower|increas|decreas|reduc|updat|mov|migrat|bump|upgrad|renam|replac|reset|revert)';
/** Verbs by which a value comes into force, and goes out of it. */
const begin = `(?:starts?|began|begins?|becomes?|became|come into (?:force|effect)|go into effect|take (?:effect|over)|${change}e?)`;
const begun = `(?:${change}(?:ed|ted)|set|introduced|adopted|established|started|begun|made|put in place|chosen|appointed|assigned)`;
const cease = '(?:stop(?:ped|s)?|ceased?|ends?|ended|expired?|lapsed?|run out|go out of (?:force|effect))';
const ceased =
  '(?:dropped|abandoned|replaced|superseded|discontinued|removed|retired|withdrawn|revoked|ended|stopped|given up)';
/** The thing asked about, between the question word and the verb. */
const thing = '[^?!;]{0,160}?';
/** What follows "before" and stands for the last change: recall.md §15, version expansion. */
const event = `(?:the|that|this|its|our|last|latest)(?: (?:last|latest|most recent))? (?:change|upgrade|update|switch|migration|move|rename|increase|decrease|reduction|edit|revision)`;
const adverb = '(?:immediately|directly|right|just)';
const value = String.raw`(?<value>[^?!;,]{1,200}?)(?=[?!;,]|\.(?:\s|$)|$)`;

/** Most telling first. Closed sets of general English; none of a test set's words. */
const rules: readonly Rule[] = [
  { mode: 'ended', pattern: rule(`\\b(?:until|till|up to) when\\b`) },
  { mode: 'ended', pattern: rule(`\\bwhen (?:did|does|will|had|has) ${thing}\\b(?<cue>${cease})\\b(?! of\\b)`) },
  { mode: 'ended', pattern: rule(`\\bwhen (?:was|were|is|will) ${thing}\\b(?<cue>${ceased})\\b`) },
  { mode: 'ended', pattern: rule(`\\bwhen (?:was|were|did|is) ${thing}\\b(?<cue>no longer)\\b`) },
  { mode: 'ended', pattern: rule(`\\bhow long (?:was|were|did)\\b`) },
  { mode: 'began', pattern: rule(`\\b(?:since|from) (?:when|what (?:date|day|time))\\b`) },
  { mode: 'began', pattern: rule(`\\bhow long (?:has|have|is|are)\\b`) },
  { mode: 'began', pattern: rule(`\\bwhen (?:did|does|will|had|has) ${thing}\\b(?<cue>${begin})\\b`) },
  { mode: 'began', pattern: rule(`\\bwhen (?:was|were|is) ${thing}\\b(?<cue>${begun})\\b`) },
  {
    mode: 'before',
    pattern: rule(`\\b(?<cue>(?:${adverb} )?(?:preceded|precedes|came (?:${adverb} )?before)) ${value}`),
  },
  {
    mode: 'before',
    pattern: rule(
      `\\b(?<cue>(?:predecessor|(?:previous|prior|preceding) (?:value|setting|version)) (?:of|to)) ${value}`,
    ),
  },
  {
    mode: 'before',
    pattern: rule(`\\bwhat did (?<value>[^?!;,]{1,200}?) (?<cue>replace|supersede|succeed|follow)\\b`),
  },
  { mode: 'before', pattern: rule(`\\b(?:was|were|had)\\b${thing}\\b(?<cue>(?:${adverb} )?before ${event})\\b`) },
  {
    mode: 'before',
    pattern: rule(
      `\\b(?<cue>(?:${adverb} )?(?:before|prior to)) (?:(?:it|that|this|we|they|becoming|being|getting|changing|switching|going) )?(?:(?:was|were|got|became|is|been) )?(?:(?:${begun}|${begin}) )?(?:(?:to|it|it to) )?${value}`,
    ),
  },
  {
    mode: 'before',
    pattern: rule(`\\b(?:was|were|had|did)\\b${thing}\\b(?<cue>before(?: that| this| then)?)(?=\\s*[?!.]|\\s*$)`),
  },
  {
    mode: 'before',
    pattern: rule(`\\b(?<cue>previous|previously|former|formerly|preceding|prior|used? to (?:be|have|use|run))\\b`),
  },
  {
    mode: 'after',
    pattern: rule(
      `\\b(?<cue>(?:${adverb} )?(?:followed|succeeded|replaced|superseded|came (?:${adverb} )?after)) ${value}`,
    ),
  },
  {
    mode: 'after',
    pattern: rule(`\\b(?<cue>(?:successor|(?:next|following) (?:value|setting|version)) (?:of|to|after)) ${value}`),
  },
  {
    mode: 'after',
    pattern: rule(`\\bwhat did (?<value>[^?!;,]{1,200}?) (?<cue>become|change to|turn into|get changed to)\\b`),
  },
  {
    mode: 'after',
    pattern: rule(
      `\\b(?:was|were|did|came)\\b${thing}\\b(?<cue>(?:${adverb} )?after)(?: (?:it|that|this) was)? ${value}`,
    ),
  },
  {
    mode: 'history',
    first: true,
    pattern: rule(
      `\\b(?<cue>originally|initially|at first|to begin with|in the beginning|first (?:value|setting|version)|at the (?:very )?(?:start|beginning))\\b`,
    ),
  },
  {
    mode: 'history',
    first: true,
    pattern: rule(
      `\\b(?:what|which|who)(?: (?:is|was|were)|['’]s) (?:(?:the|its|our|their) )?(?:very )?(?<cue>first|original|initial|earliest)\\b`,
    ),
  },
  {
    mode: 'history',
    pattern: rule(`\\b(?<cue>history|over time|over the (?:years|months|weeks)|timeline|evolv\\w+|evolution)\\b`),
  },
  {
    mode: 'history',
    pattern: rule(
      `\\b(?<cue>(?:all|every|each|which|what) (?:of )?(?:the |its |their )?(?:(?:past|previous|earlier|different|old) )?(?:values|settings|changes|value it (?:has )?had))\\b`,
    ),
  },
  { mode: 'history', pattern: rule(`\\b(?<cue>how (?:has|have|did)) ${thing}\\b(?:changed?|develop(?:ed)?)\\b`) },
];

const present =
  /\b(?:right now|now(?:adays)?|at present|at the moment|currently|current|present(?:ly)?|these days|today|latest|newest|up[- ]to[- ]date|most recent|so far|as things stand)\b/giu;

const knowing = new RegExp(
  [
    String.raw`\b(?:know|knew|known|knows|knowledge|knowing|aware|believed?|believing|belief|thought|think|thinking|assum(?:e|ed|ing|ption)|expect(?:ed|ing|ation)?|understood|record(?:s|ed)?|on file|on the books|ledger|informed|noted)\b`,
    String.raw`\b(?:did|had|have|do) (?:we|i|you|they|anyone|anybody|someone|somebody) (?:(?:already|still|ever|then|really) )?(?:have|had|told|hear|heard)\b`,
    String.raw`\b(?:had|have) (?:it |this |that )?down (?:as|for)\b`,
    String.raw`\bwould (?:we|i|you|they|anyone|someone) have (?:said|given|told|answered|replied|put)\b`,
    String.raw`\b(?:had|have) (?:anyone|someone|somebody|you|they) asked\b`,
  ].join('|'),
  'giu',
);

/** The first rule that holds, or null. A cue that lies in `taken`, words that name something already, does not count. */
export function findCue(text: string, taken: readonly Span[]): Cue | null {
  for (const { mode, pattern, first } of rules) {
    for (const match of text.matchAll(pattern)) {
      const { cue, value: valueSpan } = match.indices?.groups ?? {};
      const [start, end] = cue ?? [match.index, match.index + match[0].length];
      if (taken.some((span) => overlaps(span, { start, end }))) continue;
      return { mode, start, end, value: valueSpan ? spanOf(valueSpan) : null, first: first === true };
    }
  }
  return null;
}

/** Words for the present. */
export function findPresent(text: string, taken: readonly Span[]): Span[] {
  return found(text, present, taken);
}

/** Words for what is known, believed or on record. */
export function findKnowing(text: string, taken: readonly Span[]): Span[] {
  return found(text, knowing, taken);
}

function found(text: string, pattern: RegExp, taken: readonly Span[]): Span[] {
  return [...text.matchAll(pattern)]
    .map(({ index, 0: words }) => ({ start: index, end: index + words.length }))
    .filter((span) => !taken.some((other) => overlaps(other, span)));
}

function spanOf([start, end]: readonly [number, number]): Span {
  return { start, end };
}

function rule(source: string): RegExp {
  return new RegExp(source, 'dgiu');
}
