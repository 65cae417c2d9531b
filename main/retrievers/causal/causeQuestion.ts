import { blanked, type Span } from '../../language/span.ts';
import { phraseWords } from '../../projections/causes/causeWords.ts';
import { diagnosed, onceBelieved, onceBelievedAll } from './onceBelieved.ts';

/** What a question asks of causes. */
export interface CauseQuestion {
  /** causes: why something came about; effects: what came of it; either where the words leave it open, as in “did X cause Y?”. */
  readonly direction: 'causes' | 'effects' | 'either';
  /** Whether the words ask for a cause or an effect at all. */
  readonly isCausal: boolean;
  /** It is a question, and for neither a cause nor an effect. A mere name is none: then any cause of it may be meant. */
  readonly isOfOtherThings: boolean;
  /** Whether the whole way is asked for, to the first cause or the last effect, and not the next one alone. */
  readonly isOfChain: boolean;
  /** Whether a cause is asked for that was believed once and is not any more. */
  readonly overturned: boolean;
  /** The words that are left: what the question is about. */
  readonly words: readonly string[];
}

/** Reads a question's direction from the words of general English, and takes these words out of what it is about. */
export function readCauseQuestion(text: string, taken: readonly Span[] = []): CauseQuestion {
  const asked = text.slice(0, longestQuestion);
  const overturned = onceBelieved.test(asked);
  const belief = overturned ? [onceBelievedAll] : [];
  const plain = cleared(asked, belief).replace(/\s+/g, ' ');
  const direction = directionOf(plain);
  const isCausal = direction !== 'either' || causalWords.test(plain) || (overturned && diagnosed.test(asked));
  const isOfOtherThings = !isCausal && otherThings.test(asked);
  const left = cleared(blanked(asked, taken), [...belief, causalWordsAll, asking]);
  return { direction, isCausal, isOfOtherThings, isOfChain: ofChain.test(plain), overturned, words: phraseWords(left) };
}

function directionOf(plain: string): CauseQuestion['direction'] {
  if (towardsEffects.some((pattern) => pattern.test(plain))) return 'effects';
  if (towardsCauses.some((pattern) => pattern.test(plain))) return 'causes';
  // In the style of a search box the bare noun tells: “write errors root cause”. In “did X cause Y” it is the verb.
  if (yesOrNo.test(plain) || effectNoun.test(plain) === causeNoun.test(plain)) return 'either';
  return effectNoun.test(plain) ? 'effects' : 'causes';
}

function cleared(text: string, patterns: readonly RegExp[]): string {
  return patterns.reduce((left, pattern) => left.replace(pattern, ' '), text);
}

/** A page pasted as a question is asked by its beginning: UTF-16 units. */
const longestQuestion = 4000;

/** Not the noun: “the cause”, “a root cause”. */
const verb = String.raw`(?:(?<!\b(?:the|an?|its|their|our|no|root|real|true|final|main|first|direct) )caus(?:e[sd]?|ing)|trigger\w*|br(?:ing|ings|ought) (?:about|on)|produc(?:e[sd]?|ing)|provok\w+|prompt(?:s|ed)|spark(?:s|ed)|induc(?:e[sd]?|ing)|create[ds]?|underl(?:ie|ies|ay)|set(?:s)? off|g[ai]ve(?:s)? rise to)`;
const leads = String.raw`(?:le(?:a)?d(?:s|ing)? to|result(?:s|ed|ing)? in|contribut\w+ to|end(?:s|ed)? (?:up )?in|culminat\w+ in)`;
const did =
  '(?:did|has done|had done|caused|triggered|brought (?:about|on)|produced|provoked|prompted|created|led to|resulted in|contributed to|ended in|meant|cost)';
/** How something came to be known does not say what it came of. */
const aside =
  '(?:(?:was|were|is|are|has|had|have|lay|lies|stood|first|really|actually|directly|ultimately|originally|initially|probably|in fact|been|(?:found|known|shown|proven|established|determined|said) to (?:be|have(?: been)?)) )*';

/** Whether a text says of something that it came of something else. */
export function tellsCause(text: string): boolean {
  return toldAsCause.test(text);
}

/** A person, a time, a place, a number, a choice or a yes is asked for; “what” leaves open whether it is a cause. */
const otherThings =
  /\b(?:who|whom|whose|where|which|how (?:many|much|long|often|old|far|big|large|high|fast))\b|(?:^|[,;:.]\s*)(?:when|is|are|was|were|do|does|did|has|have|had|can|could|should|will|would)\b.*\?\s*$/i;
const yesOrNo = /^\s*(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would)\b/i;

/** Patterns that ask what came of something. Looked at first: “what did X cause” holds “what … cause” too. */
const towardsEffects = [
  String.raw`\bwhat (?:all )?(?:did|does|do|has|had|have|would|will|could|can|might)\b(?! (?:not )?${verb}\b).{1,300}?\b(?:${verb}|${leads}|lead to|do to|done to|mean for)`,
  // The same within another sentence: “tell me what the leak did to the archive”.
  String.raw`\bwhat (?:the|an?|this|that|these|those|our|their|its|his|her|my|your)\b.{1,300}?\b${did}\b`,
  String.raw`\b(?:effects?|consequences?|outcomes?|impacts?|results?|repercussions?|ramifications?|fallout|aftermath|upshot|damages?|harm) (?:of|from|on account of)(?! what\b)(?=\s+\w)`,
  String.raw`\bwhat (?:effects?|consequences?|impacts?|results?|damage|harm) (?:did|does|do|has|had|have|will|would|came|followed)\b`,
  String.raw`\bwhat (?:was|were|is|are|got|has been|have been|had been) (?:\w+ )?(?:caused|triggered|brought about|produced|affected|broken) by\b`,
  String.raw`\bwhat (?:\w+ )?(?:results?|resulted|follow(?:s|ed)?|arose) (?:from|of|out of|after|on)\b|\bwhat (?:came|comes|has come|had come|became) (?:of|out of|from|after)\b`,
  String.raw`\bwhat (?:all )?(?:else )?(?:happen(?:s|ed)|broke|breaks|failed|fails|changed|changes|went wrong|goes wrong|followed)\b.{0,200}?\b(?:if|when|because|due to|as a result of|after|thanks to|owing to|once)\b`,
  String.raw`\b(?:because of|because|due to|owing to|as a result of|after|when|once|since) .{1,200}?, (?:and |then )?what (?:else )?(?:happen(?:s|ed)|followed|came|broke|failed|went wrong|changed|resulted|(?:was|were|is|are) (?:the |its )?(?:effects?|consequences?|results?|outcome|damage))\b`,
  String.raw`\b(?:what|which|who|whom)\b.{1,200}?\b(?:because of|due to|as a (?:direct )?(?:result|consequence) of|thanks to|owing to|in the wake of|on account of)(?! what\b)(?=\s+\w)`,
  String.raw`\b(?:how|in what way) (?:\w+ )?(?:did|does|do|has|had|was|were) .{1,200}?\b(?:affect(?:ed)?|impact(?:ed)?|damaged?|hurt|harm(?:ed)?)\b`,
  String.raw`\bwhat (?:all )?(?:ensued|resulted|came next)\b|\bknock-on\b|\b(?:and )?(?:its|their|the) (?:effects?|consequences?|aftermath|repercussions?)\b`,
  String.raw`\b(?:${verb}|${leads}|lead to) what\b|\b${leads}\s*\??$`,
].map((pattern) => new RegExp(pattern, 'i'));

/** Patterns that ask what something came from. */
const towardsCauses = [
  String.raw`\bwhy\b|\bhow come\b|\bwhat for\b|\bhow (?:did|does|could|can) .{1,200}? (?:come about|come to (?:be|pass)|happen)\b`,
  String.raw`\b(?:what|who|which(?: \w+){0,3}) ${aside}(?:${verb}|${leads}|made|makes|broke|behind|responsible for|to blame for|blamed for|accounts? for|accounted for|explains?|explained)\b`,
  String.raw`\b(?:root )?(?:causes?|reasons?|triggers?|explanations?|culprits?|origins?|sources?) (?:of|for|why|that|behind)\b`,
  String.raw`\b(?:root|first|direct|original|underlying|real|true|actual) causes?\b|\bchains? of causes\b`,
  String.raw`\b(?:at|to) the (?:root|bottom|heart|origin) of\b|\bback to (?:its|their|the|where)\b.{0,60}\b(?:roots?|origins?|beginnings?|sources?|causes?|began|started)\b|\btrac(?:e|ed|ing)\b.{1,200}\bback\b|\bwhere (?:did|does|do) .{1,200}? (?:come|stem) from\b|\bbecause\s*\??$`,
  String.raw`\b(?:what|who) (?:is|was|were|are) (?:it )?(?:at fault|to blame|the matter|wrong|the (?:trouble|problem|story|reason|cause))\b|\b(?:down|due|owing) to what\b|\bwhat .{1,200}\b(?:down|due|owing) to\s*\??$`,
  String.raw`\bbecause of what\b|\bdue to what\b|\bas a result of what\b|\bowing to what\b|\b(?:a )?(?:result|consequence) of what\b|\bwhat\b.{1,200}\b(?:result|consequence) of\s*\??$`,
].map((pattern) => new RegExp(pattern, 'i'));

/** What asks for more than one step. A consequence may be any step on the way. */
const ofChain =
  /\b(?:chains?|root|roots?|in turn|first (?:cause|reason|one|link|trigger)|origins?|original|originally|ultimate(?:ly)?|underl(?:ying|ies|ay)|deeper|deepest|all the way|(?:down|back) to|step by step|trac(?:e|ed|ing)|beneath|set off|events|(?:all )?consequences|repercussions|ramifications|in the end|eventually|sequence|series)\b/i;
const effectNoun =
  /\b(?:after-?effects?|effects?|consequences?|impacts?|repercussions?|ramifications?|aftermath|upshot|fallout)\b/i;
const causeNoun = /\b(?:causes?|reasons?|origins?|culprits?|explanations?|triggers?|because|due to)\b/i;

/** Words that ask for an answer and tell nothing of which, and those that say how far back or on it goes. */
const asking =
  /\b(?:please|thanks|sorry|hello|hi|hey|(?:i|we) (?:need|want|like|try|have)|know|tell|remind|remember|find(?: out)?|look(?:ing)? (?:up|for)|check|search|show|give|understand|wonder(?:ing)?|question|any(?:one|body|thing)|some(?:one|body|thing)|(?:whole |full |entire |complete )?chains?(?: of (?:events|causes|effects))?|(?:the )?very|in turn|in the end|all the way|still|already|(?:down|back) to|first one)\b/gi;

/** Words that say that one thing came of another, and nothing of which. */
const causalPattern = String.raw`\b(?:why|how come|${verb}|${leads}|lead to|because(?: of)?|due to|owing to|thanks to|on account of|as a result(?: of)?|result(?:s|ed)? (?:of|from)|(?:root |first |direct |original |underlying |real )?causes?|reasons?|effects?|damage|harm|directly|found to be|consequences?|repercussions?|ramifications?|aftermath|upshot|impacts?|culprits?|triggers?|explanations?|responsible for|to blame for|blame[ds]?|happen(?:s|ed|ing)?|went wrong|follow(?:s|ed)|arose|occur(?:s|red)?|c[oa]me about|took place|explains?|explained|(?:came|come) (?:of|out of|from|after)|make|made|makes|behind|turned out|ultimately|really|actually|initially|originally|eventually)\b`;
const causalWords = new RegExp(
  String.raw`\b(?:why|${verb}|${leads}|because|due to|owing to|as a result|result(?:s|ed)? (?:of|from)|causes?|consequences?|reasons? (?:for|why|behind|that)|effects? of|impacts? of|(?:came|come|comes) (?:of|out of)|what (?:happened|went wrong) when|followed from)\b`,
  'i',
);
const toldAsCause = new RegExp(String.raw`${causalWords.source}|\b(?:so that|since|in order to|thanks to)\b`, 'i');
const causalWordsAll = new RegExp(causalPattern, 'gi');
