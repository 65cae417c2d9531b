/**
 * The normal form of a name, by which spellings of one thing meet: `foundation_router`, "Foundation router",
 * `FoundationRouter` and "the foundation-router's" without its article are `foundationrouter`. Case, separators between
 * words and a possessive do not count; figures do, and so does a letter that stands alone, so that `foundationd` is not
 * `foundation d` and `app 1.52` is not `app 15.2`. Idempotent; empty only for a name of nothing but space.
 */
export function nameKey(name: string): string {
  return keyOfTokens(nameTokens(name));
}

/** The key of a name that is already cut into its tokens. */
export function keyOfTokens(tokens: readonly string[]): string {
  let key = tokens[0] ?? '';
  for (let at = 1; at < tokens.length; at++) {
    const [before = '', token = ''] = [tokens[at - 1], tokens[at]];
    key += isWord(before) && isWord(token) ? token : ` ${token}`;
  }
  return key;
}

/**
 * The words and figures of a name as `nameKey` tells them apart: lower case, versions and dates whole, letters apart from
 * the figures that follow them (`python3.11` → python, 3.11). A camelCase name is one word.
 */
export function nameTokens(name: string): string[] {
  const plain = name.normalize('NFKC').toLowerCase().normalize('NFKC').replace(possessive, '').replace(apostrophe, '');
  const tokens = (plain.match(run) ?? []).flatMap(tokensOfRun);
  if (tokens.length > 0) return tokens;
  // Nothing but symbols: an emoji is a name too.
  const symbols = plain.replace(/\s+/g, ' ').trim();
  return symbols === '' ? [] : [symbols];
}

/** Behind a closing bracket or quotation mark too: “the driver (beta)'s”. */
const possessive = /(?<=[\p{L}\p{M}\p{N})\]"”'’])['’]s(?![\p{L}\p{M}\p{N}'’])/gu;
const apostrophe = /(?<=[\p{L}\p{M}])['’](?=[\p{L}\p{M}])/gu;

/** A date, a version, or letters and figures without a separator; `c++`, `c#` and `S20+` keep what tells them apart. */
const run =
  /\d{4}-\d\d-\d\d(?!\d)|[\p{L}\p{M}\p{N}]+(?:\.\d+)*(?:\+\+|\+(?![\p{L}\p{N}+])|(?<=\p{L})#(?![\p{L}\p{N}]))?/gu;

/** More changes between letters and figures than this make a random id, which is one token. */
const mostGroups = 4;

function tokensOfRun(held: string): string[] {
  if (!/\d/.test(held) || /^\d{4}-/.test(held)) return [held];
  const version = /^v(\d+(?:\.\d+)+)$/.exec(held);
  if (version?.[1] !== undefined) return [version[1]];
  const groups = held.match(/\d+(?:\.\d+)*\+{0,2}|[^\d.+#]+(?:\+\+?|#)?/gu) ?? [];
  return groups.length > mostGroups ? [held] : groups;
}

/** Two words may be written as one; a letter alone, a figure or a random id may not be glued to its neighbour. */
function isWord(token: string): boolean {
  return token.length > 1 && /^[\p{L}\p{M}]+$/u.test(token);
}
