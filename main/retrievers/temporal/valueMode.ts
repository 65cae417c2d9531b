import type { TimeQuestion } from '../../contract/packet.ts';

type Mode = TimeQuestion['mode'];

/** The first question word asks for a time: “since when”, “which day”, “the date when”. */
const asksTime =
  /^(?:(?!\b(?:what|which|who|whom|how)\b).)*?\b(?:when|(?:the|on|since|from|until|till|what|which|first|last) (?:exact )?(?:day|date|time|moment)|how long)\b/iu;
const asksTimeByNoun = /^\W*(?:(?:on|since|from|until|till|at|by)\s+)?(?:what|which)\s+(?:day|date|time|moment)\b/iu;
const ceasing =
  /\b(?:stop(?:s|ped)?|cease[sd]?|end(?:s|ed)?|expired?|no longer|away from|dropp?(?:ed)?|abandon(?:ed)?|discard(?:ed)?|gave up|given up|left|leave|until|till|up to|last (?:day|time|date))\b/iu;

const adverbs = String.raw`(?:\s+(?:immediately|directly|right|just|then|the|a|an|value|setting|of))*\s*$`;
const changes = '(?:chang|switch|mov|rais|lower|go|went|increas|decreas|reduc|cut|updat|bump|adjust|turn)';
const replaces = '(?:replac|supersed|succe|follow|displac|supplant)';

/** Words right before the value, or right behind it, and which neighbour of it they ask for; most telling first. */
const beforeIt: readonly (readonly [RegExp, Mode])[] = [
  [new RegExp(String.raw`\b${changes}\w*\b.*\bfrom${adverbs}`, 'iu'), 'after'],
  [new RegExp(String.raw`\bfrom (?:what|which)\b.*\bto${adverbs}`, 'iu'), 'before'],
  [new RegExp(String.raw`\b${replaces}\w*\s+by${adverbs}`, 'iu'), 'before'],
  [new RegExp(String.raw`\bpreced\w*\s+by${adverbs}`, 'iu'), 'after'],
  [new RegExp(String.raw`\b(?:way|yield\w*|room)\s+(?:to|for)${adverbs}`, 'iu'), 'before'],
  [new RegExp(String.raw`\b${replaces}\w*${adverbs}`, 'iu'), 'after'],
  [new RegExp(String.raw`\bpreced\w*${adverbs}`, 'iu'), 'before'],
];
const behindIt: readonly (readonly [RegExp, Mode])[] = [
  [new RegExp(String.raw`^\W*(?:was|were|got|is|been)\s+${replaces}`, 'iu'), 'after'],
  [new RegExp(String.raw`^\W*${replaces}`, 'iu'), 'before'],
  [/^\W*(?:was\s+|were\s+)?preceded\b/iu, 'before'],
  [/^\W*precede\b/iu, 'after'],
  [/\b(?:(?:give|gave|given|make|made) way|yield\w*|become|turn(?:ed)? into|change[d]? to)\b/iu, 'after'],
];
const anywhere: readonly (readonly [RegExp, Mode])[] = [
  [
    /\b(?:before|prior to|previous(?:ly)?|former(?:ly)?|earlier|predecessor|ahead of|until|till|up to|used to)\b/iu,
    'before',
  ],
  [/\b(?:after(?:wards)?|next|successor|later|subsequent(?:ly)?|instead of|from then on)\b/iu, 'after'],
];

/**
 * What is asked about a value that is named: when it began or ended, or what came before or after it; null where the words
 * say nothing of it, so that it may be asked whether it holds.
 *
 * @param before the question up to the value, without names and dates
 * @param behind the rest of it
 */
export function modeAroundValue(before: string, behind: string): Mode | null {
  const whole = `${before} ${behind}`;
  if (asksTime.test(whole) || asksTimeByNoun.test(whole)) return ceasing.test(whole) ? 'ended' : 'began';
  const found =
    beforeIt.find(([words]) => words.test(before)) ??
    behindIt.find(([words]) => words.test(behind)) ??
    anywhere.find(([words]) => words.test(whole));
  if (found !== undefined) return found[1];
  if (/\bsince\b/iu.test(whole)) return 'began';
  return ceasing.test(whole) ? 'ended' : null;
}
