import { dateStart } from './dateWords.ts';

const list = (words: string): string => words.trim().split(/\s+/).join('|');

/** What is asked, wished, supposed, hedged, quoted from somebody or yet to come is not asserted. */
const unasserted = list(`
  would could should might may maybe perhaps probably possibly presumably apparently supposedly allegedly likely unlikely
  seems seem seemed appears guess guessed guesses suppose supposed imagine wonder wondering doubt suspect suspected
  think thinks thought believe believes believed assume assumes assumed feel hope hopes hoped wish wishes want wants
  wanted planned planning propose proposes proposed suggest suggests suggested recommend expect
  hypothetically theoretically whether unless potential potentially gonna wanna let's lets please trying aims`);

const hedge = new RegExp(
  `\\b(?:${unasserted})\\b|\\b(?:will|won['‘’]t|shall)\\b|['’](?:ll|d)\\b|\\b(?:going|about|supposed|meant|able|need|needs|have|has|had|ought) to\\b|\\b(?:as|even|only|like) if\\b|\\bif\\b|\\b(?:is|are|was|were|be|been|as) expected\\b|\\bused to\\b|\\bplans? (?:to|on|for)\\b|\\bconsider(?:s|ed|ing)?\\b|\\bsounds? like\\b|\\bprevent`,
  'i',
);
const denied = /\b(?:not|never|no|nor|neither|none|nobody|nothing|hardly|cannot|without)\b|n['‘’]t\b/i;
const reported =
  /\b(?:said|says|saying|say|claims?|claimed|told|tells|heard|according|reportedly|reports? that|rumou?rs?|argues?|argued|asked|asks)\b/i;
const possible = /\b(?:can|must|needs?|make sure|be sure|try|remember|don't|allows?|lets|useful|example|e\.g\.)\b/i;

/** The start of what is true only under a condition, or of a request. */
const conditional = new RegExp(
  String.raw`^(?:\W*(?:and|but|so|then|or|also|um|uh|well)\b[ ,]*)*(?:if|when|whenever|while|unless|once|suppose|imagine|say|should|would|could|can|do|does|did|is|are|was|were|will|has|have|why|how|what|who|where|which|let|try|make sure|please|in case|assuming|given that|for example|e\.g|until(?! (?:the )?${dateStart}))\b`,
  'i',
);

/** Whether no part of a sentence can be taken at its word. */
export function isNoStatement(sentence: string): boolean {
  return (
    isProgram(sentence) ||
    /\?["'”’)*\s]*$|\?\s/.test(sentence) ||
    conditional.test(sentence) ||
    /\{disfmarker\}/.test(sentence)
  );
}

/** A line of a program, or markup: it says what a machine does. */
function isProgram(sentence: string): boolean {
  return /[{}]|=>|;\s*$|^(?:\/\/|\/\*|\*\/|<|@\p{L}+\()|^(?:const|let|var|function|class|import|export|return)\b|\/>/u.test(
    withoutCode(sentence),
  );
}

/** Whether a clause hedges, denies, reports or merely allows what it says. */
export function isDoubtful(clause: string): boolean {
  const bare = withoutCode(clause);
  return hedge.test(bare) || denied.test(bare) || reported.test(bare) || possible.test(bare);
}

/** For causes: an effect may be that something is not so or cannot be, which is no doubt about it. */
export function isHedged(clause: string): boolean {
  const bare = withoutCode(clause);
  return hedge.test(bare.replace(/\b(?:won['‘’]t|had to|have to|has to|able to)\b/gi, '')) || reported.test(bare);
}

/** Whether a place lies within a quotation that is longer than a name. */
export function isQuoted(sentence: string, at: number): boolean {
  for (const { index, 0: quoted } of sentence.matchAll(/["“][^"“”]+["”]/g)) {
    if (index < at && at < index + quoted.length && quoted.split(' ').length > 4) return true;
  }
  return false;
}

/** The month, where a figure or a preposition tells it from the verb: it hedges nothing. */
const monthOfMay =
  /(?<=\d |\b(?:in|of|since|until|till|by|from|on|early|mid|late|last|next|this|effective) )May\b|\bMay (?=\d)/g;

/** The words that could hedge: what stands between code marks is a name, and "(used to be 5)" is what was before. */
function withoutCode(text: string): string {
  return text
    .replace(/`[^`]*`|"[^"]{1,40}"|“[^”]{1,40}”|\b[\w$]+(?:\.[\w$]+)+(?:\(\))?/g, '`x`')
    .replace(monthOfMay, 'June ')
    .replace(/[(,] ?used to be\b/, '(was');
}
