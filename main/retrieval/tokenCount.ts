import { clip } from './excerpt.ts';

/**
 * An estimate of what a text costs a model, that needs no tokenizer and errs on the safe side: four UTF-16 units of Latin
 * script a token, as English and JSON come to, and a token for every unit of any other script or sign.
 */
export function tokensOf(text: string | null): number {
  return Math.ceil(quartersOf(text ?? '') / 4);
}

function quartersOf(text: string): number {
  let quarters = 0;
  for (let at = 0; at < text.length; at++) quarters += text.charCodeAt(at) < firstOfOtherScripts ? 1 : 4;
  return quarters;
}

/** Below it lie Latin letters with their accents. */
const firstOfOtherScripts = 0x300;

/** How many UTF-16 units of a text fit into so many tokens, where they are spread evenly. */
export function lengthWithin(text: string, tokens: number): number {
  return text === '' ? 0 : Math.floor((text.length * 4 * Math.max(0, tokens)) / quartersOf(text));
}

/** The beginning of a text with an ellipsis, in at most so many tokens; the whole text where it fits. */
export function clipToTokens(text: string, tokens: number): string {
  if (tokensOf(text) <= tokens) return text;
  // The ellipsis is of no script and costs a token of its own.
  let length = lengthWithin(text, tokens - 1);
  while (length > 0 && tokensOf(clip(text, length)) > tokens) length = Math.floor(length * 0.9);
  return length > 0 ? clip(text, length) : '';
}
