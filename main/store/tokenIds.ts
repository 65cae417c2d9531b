import { Tokenizer } from '@huggingface/tokenizers';

/** Token numbers of one text, special tokens included. */
export type TokenIds = readonly number[];

/**
 * A tokenizer for a sentence model, from its `tokenizer.json`. Any string is accepted: half a surrogate pair becomes
 * U+FFFD, and what lies beyond `maxTokens` is cut off with the closing special token kept.
 */
export function openTokenizer(tokenizerJson: object, maxTokens: number): (text: string) => TokenIds {
  const tokenizer = new Tokenizer(tokenizerJson, {});
  // Nothing that comes later can be among the first `maxTokens`: words are rarely longer, and those that are (a hash, a
  // base64 line) say nothing to a sentence model. It keeps a megabyte from being tokenised for its first page.
  const longest = maxTokens * 24;
  return (text) => {
    const { ids } = tokenizer.encode(squeeze(text, longest));
    return ids.length <= maxTokens ? ids : [...ids.slice(0, maxTokens - 1), ...ids.slice(-1)];
  };
}

/** The first `longest` characters with runs of white space made one space; a model reads both alike. */
function squeeze(text: string, longest: number): string {
  return text
    .slice(0, longest * 16)
    .replace(/\s+/g, ' ')
    .slice(0, longest)
    .toWellFormed();
}
