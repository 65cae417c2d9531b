const believed = '(?:thought|believed|suspected|assumed|supposed|blamed|considered|diagnosed|held|said|claimed|taken)';
const earlier =
  '(?:at first|first|once|initially|originally|previously|formerly|wrongly|mistakenly|falsely|erroneously|earlier)';
/** A diagnosis, called so, and told to be one that did not last. */
const diagnosis =
  '(?:guess(?:es)?|theor(?:y|ies)|hypothes[ie]s|suspicions?|suspects?|explanations?|diagnos[ie]s|assumptions?)';
const given =
  '(?:ruled out|withdrawn|withdrawal|dropped|rejected|refuted|discarded|disproved|disproven|abandoned|overturned|retracted|false|wrong)';
const onceHeld = String.raw`(?:first|initial|early|earlier|original|former|wrong|false|mistaken|discarded|dropped|rejected|abandoned|withdrawn|overturned) (?:and (?:the )?\w+ )?${diagnosis}|wrong (?:and (?:the )?\w+ )?causes?|${diagnosis}\b.{0,120}?\b${given}|(?:suspect|blame|assume)(?:ed)? (?:at )?first`;
/** What was found to be the cause is called by its name: a diagnosis, a suspicion. */
export const diagnosed = new RegExp(String.raw`\b(?:${diagnosis}|suspect(?:ed)?|blamed?|misdiagnos\w+)\b`, 'i');
const onceBelievedPattern = String.raw`\b(?:(?:was|were|been|did \w+|had) (?:${earlier} )?${believed}(?: to(?: have| be| have been)?)?|(?:we|they|people|everyone|you|i) (?:${earlier} )?${believed}|${earlier}(?: (?:was|were))? ${believed}|used to (?:think|believe|suspect|assume)|turned out (?:not|to be wrong|wrong|otherwise|to be false)|(?:was|were|been) (?:ruled out|overturned|disproved|disproven|refuted|debunked|dismissed|discarded|retracted)|misdiagnos\w+|false leads?|red herrings?|no longer (?:thought|believed))\b`;
/** Words by which what was believed once, and is not any more, is asked for. */
export const onceBelieved = new RegExp(String.raw`${onceBelievedPattern}|\b(?:${onceHeld})\b`, 'i');
/** The same words where they are, without what stands between them. */
export const onceBelievedAll = new RegExp(
  String.raw`${onceBelievedPattern}|\b(?:(?:first|initial|wrong) )?${diagnosis}\b|\b${given}\b`,
  'gi',
);
