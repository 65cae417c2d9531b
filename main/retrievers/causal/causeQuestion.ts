import { phraseWords } from '../../projections/causes/causeWords.ts';

/** What a question asks of causes. */
export interface CauseQuestion {
  /** causes: why something came about; effects: what came of it; either where the words leave it open, as in “did X cause Y?”. */
  readonly direction: 'causes' | 'effects' | 'either';
  /** Whether the words ask for a cause or an effect at all. */
  readonly isCausal: boolean;
  /** It is a question, and for neither a cause nor an effect. A mere name is none: then any cause of it may be meant. */
  readonly isOfOtherThings: boolean;
  /** Whether a cause is asked for that was believed once and is not any more. */
  readonly overturned: boolean;
  /** The words that are left: what the question is about. */
  readonly words: readonly string[];
}

/** Reads a question's direction from the words of general English, and takes these words out of what it is about. */
export function readCauseQuestion(text: string): CauseQuestion {
  const asked = text.slice(0, longestQuestion);
  const overturned = onceBelieved.test(asked);
  const plain = asked.replace(onceBelievedAll, ' ').replace(/\s+/g, ' ');
  const effects = towardsEffects.some((pattern) => pattern.test(plain));
  const causes = towardsCauses.some((pattern) => pattern.test(plain));
  const direction = effects ? 'effects' : causes ? 'causes' : 'either';
  const isCausal = effects || causes || causalWords.test(plain);
  const isOfOtherThings = !isCausal && questionForm.test(asked);
  return { direction, isCausal, isOfOtherThings, overturned, words: phraseWords(plain.replace(causalWordsAll, ' ')) };
}

/** A page pasted as a question is asked by its beginning: UTF-16 units. */
const longestQuestion = 4000;

const verb = String.raw`(?:caus\w+|trigger\w*|bring about|brought about|produc\w+|provok\w+|induc\w+|create[ds]?)`;
const leads = String.raw`(?:le(?:a)?d(?:s|ing)? to|result(?:s|ed|ing)? in|contribut\w+ to|end(?:s|ed)? (?:up )?in)`;

/** Whether a text says of something that it came of something else. */
export function tellsCause(text: string): boolean {
  return toldAsCause.test(text);
}

const questionForm =
  /\?\s*$|^\s*(?:who|whom|whose|what|which|when|where|how|is|are|was|were|do|does|did|has|have|had|can|could|should|will|would)\b/i;

/** Patterns that ask what came of something. Looked at first: “what did X cause” holds “what … cause” too. */
const towardsEffects = [
  String.raw`\bwhat (?:all )?(?:did|does|do|has|had|have|would|will|could|can|might)\b(?! (?:not )?${verb}\b).{1,300}?\b(?:${verb}|${leads}|lead to|do to|mean for)`,
  String.raw`\b(?:effects?|consequences?|outcomes?|impacts?|results?|repercussions?|ramifications?|fallout|aftermath|upshot) (?:of|from|on account of)(?! what\b)(?=\s+\w)`,
  String.raw`\bwhat (?:effects?|consequences?|impacts?|results?) (?:did|does|do|has|had|have|will|would)\b`,
  String.raw`\bwhat (?:was|were|is|are|got|has been|have been|had been) (?:\w+ )?(?:caused|triggered|brought about|produced|affected|broken) by\b`,
  String.raw`\bwhat (?:\w+ )?(?:results?|resulted|follow(?:s|ed)?|came|comes|arose) (?:from|of|out of|after)\b`,
  String.raw`\bwhat (?:happen(?:s|ed)|broke|failed|changed|went wrong) (?:if|when|because of|due to|as a result of|after|thanks to|owing to)\b`,
].map((pattern) => new RegExp(pattern, 'i'));

/** Patterns that ask what something came from. */
const towardsCauses = [
  String.raw`\bwhy\b|\bhow come\b|\bwhat for\b`,
  String.raw`\b(?:what|who|which(?: \w+){0,3}) (?:(?:was|were|is|are|has|had|have|first|really|actually|ultimately|originally|initially|probably) )*(?:been )?(?:${verb}|${leads}|made|makes|broke|behind|responsible for|to blame for|blamed for|accounts? for|accounted for|explains?|explained)\b`,
  String.raw`\b(?:root )?(?:causes?|reasons?|triggers?|explanations?|culprits?|origins?|sources?) (?:of|for|why|that|behind)\b`,
  String.raw`\broot causes?\b`,
  String.raw`\bbecause of what\b|\bdue to what\b|\bas a result of what\b|\bowing to what\b|\b(?:a )?(?:result|consequence) of what\b|\bwhat\b.{1,200}\b(?:result|consequence) of\s*\??$`,
].map((pattern) => new RegExp(pattern, 'i'));

const believed = '(?:thought|believed|suspected|assumed|supposed|blamed|considered|diagnosed|held|said|claimed|taken)';
const earlier =
  '(?:at first|first|once|initially|originally|previously|formerly|wrongly|mistakenly|falsely|erroneously|earlier)';
const onceBelievedPattern = String.raw`\b(?:(?:was|were|been|did \w+|had) (?:${earlier} )?${believed}(?: to(?: have| be| have been)?)?|(?:we|they|people|everyone|you|i) (?:${earlier} )?${believed}|${earlier}(?: (?:was|were))? ${believed}|used to (?:think|believe|suspect|assume)|turned out (?:not|to be wrong|wrong|otherwise|to be false)|(?:was|were|been) (?:ruled out|overturned|disproved|disproven|refuted|debunked|dismissed|discarded|retracted)|misdiagnos\w+|false leads?|red herrings?|no longer (?:thought|believed))\b`;
const onceBelieved = new RegExp(onceBelievedPattern, 'i');
const onceBelievedAll = new RegExp(onceBelievedPattern, 'gi');

/** Words that say that one thing came of another, and nothing of which. */
const causalPattern = String.raw`\b(?:why|how come|${verb}|${leads}|lead to|because(?: of)?|due to|owing to|thanks to|on account of|as a result(?: of)?|result(?:s|ed)? (?:of|from)|(?:root )?causes?|reasons?|effects?|consequences?|repercussions?|ramifications?|aftermath|upshot|impacts?|culprits?|triggers?|explanations?|responsible for|to blame for|blame[ds]?|happen(?:s|ed|ing)?|occur(?:s|red)?|c[oa]me about|took place|explains?|explained|came (?:of|from)|come (?:of|from)|make|made|makes|behind|turned out|ultimately|really|actually|initially|originally|eventually)\b`;
const causalWords = new RegExp(
  String.raw`\b(?:why|${verb}|${leads}|because|due to|owing to|as a result|result(?:s|ed)? (?:of|from)|causes?|consequences?|reasons? (?:for|why|behind|that)|effects? of|impacts? of)\b`,
  'i',
);
const toldAsCause = new RegExp(String.raw`${causalWords.source}|\b(?:so that|since|in order to|thanks to)\b`, 'i');
const causalWordsAll = new RegExp(causalPattern, 'gi');
