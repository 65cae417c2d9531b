/**
 * The normal form of a name, by which spellings of one thing meet: `foundation_router`, "Foundation router",
 * `FoundationRouter` and "the foundation-router's" without its article are `foundation router`. Case, how words are
 * separated and a possessive do not count; whether they are separated does: `samsung-mobile` is not `samsungmobile`, nor
 * `app 1.52` `app 15.2`. Idempotent; empty only for a name of nothing but space.
 */
export function nameKey(name: string): string {
  return keyOfTokens(nameTokens(name));
}

/** The key of a name that is already cut into its tokens. */
export function keyOfTokens(tokens: readonly string[]): string {
  return tokens.join(' ');
}

/** The key of a name when capitals begin no word: of `GitHub` that of `github`. A name and its key may differ in it. */
export function foldedKey(name: string): string {
  return nameKey(lower(name));
}

/**
 * The key with its words written together, capitals or not, and versions without their v: `alma linux v8.5` and `AlmaLinux
 * 8.5` are `almalinux 8.5`. A letter that stands alone and a figure stay apart, so that `foundationd` is not `foundation
 * d`. It says what a name may mean that is not known in its own spelling, not which names are one. Idempotent.
 */
export function gluedKey(name: string): string {
  const tokens = nameTokens(lower(name)).map((token) => token.replace(leadingV, ''));
  let key = tokens[0] ?? '';
  for (let at = 1; at < tokens.length; at++) {
    const [before = '', token = ''] = [tokens[at - 1], tokens[at]];
    key += isWord(before) && isWord(token) ? token : ` ${token}`;
  }
  return key;
}

/**
 * The words and figures of a name as `nameKey` tells them apart: lower case, versions and dates whole, letters apart from
 * the figures that follow them (`python3.11` → python, 3.11), camelCase words apart from each other.
 */
export function nameTokens(name: string): string[] {
  const apart = name.normalize('NFKC').replace(letters, wordsApart);
  const plain = lower(apart).replace(possessive, '').replace(apostrophe, '');
  const tokens = (plain.match(run) ?? []).flatMap(tokensOfRun);
  if (tokens.length > 0) return tokens;
  // Nothing but symbols: an emoji is a name too.
  const symbols = plain.replace(/\s+/g, ' ').trim();
  return symbols === '' ? [] : [symbols];
}

function lower(name: string): string {
  return name.normalize('NFKC').toLowerCase().normalize('NFKC');
}

/** Behind a closing bracket or quotation mark too: “the driver (beta)'s”. */
const possessive = /(?<=[\p{L}\p{M}\p{N})\]"”'’])['’]s(?![\p{L}\p{M}\p{N}'’])/gu;
const apostrophe = /(?<=[\p{L}\p{M}])['’](?=[\p{L}\p{M}])/gu;

/** A date, a version, or letters and figures without a separator; `c++`, `c#` and `S20+` keep what tells them apart. */
const run =
  /\d{4}-\d\d-\d\d(?!\d)|[\p{L}\p{M}\p{N}]+(?:\.\d+)*(?:\+\+|\+(?![\p{L}\p{N}+])|(?<=\p{L})#(?![\p{L}\p{N}]))?/gu;
const letters = /[\p{L}\p{M}\p{N}]+/gu;
/** A capital behind a small letter (not `iPhone`), or the last of several that begins a word: `HTTPServer`, not `CPUs`. */
const camelCase = /(?<=[\p{L}\p{M}]\p{Ll}\p{M}*)(?=\p{Lu})|(?<=\p{Lu}{2})(?=\p{Lu}\p{Ll}{2})/gu;
const leadingV = /^v(?=\d+(?:\.\d+)+$)/;

/** More changes between letters and figures than this make a random id, which is one token. */
const mostGroups = 4;

function wordsApart(held: string): string {
  return (held.match(/\d+|\D+/g) ?? []).length > mostGroups ? held : held.replace(camelCase, ' ');
}

function tokensOfRun(held: string): string[] {
  if (!/\d/.test(held) || /^\d{4}-/.test(held) || leadingV.test(held)) return [held];
  const groups = held.match(/\d+(?:\.\d+)*\+{0,2}|[^\d.+#]+(?:\+\+?|#)?/gu) ?? [];
  return groups.length > mostGroups ? [held] : groups;
}

/** Two words may be written as one; a letter alone, a figure or a random id may not be glued to its neighbour. */
function isWord(token: string): boolean {
  return token.length > 1 && /^[\p{L}\p{M}]+$/u.test(token);
}
