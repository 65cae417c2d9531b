import { type CompoundPiece, fixed, isHash, stemmed, type WordPiece, word } from './terms.ts';

/** Reads what is not a plain word: one term if it has one part, else its wholes and its parts. `bare` keeps its case. */
export function readCompound(bare: string): WordPiece | CompoundPiece {
  // U.S., e.g. and O'Brien are one word each; l'homme is two.
  if (/^\p{L}(?:\.\p{L})+$/u.test(bare)) return word(bare.replaceAll('.', ''));
  const named = bare.replace(/(?<![\p{L}\p{N}])(l|d|j|m|n|s|t|c|qu)'(?=\p{L}{3})/giu, '$1-').replaceAll("'", '');
  const parts = [...named.matchAll(run)].flatMap(([held]) => partsOf(held));
  const lower = named.toLowerCase();
  const [only, second] = parts;
  if (only !== undefined && second === undefined) return only;
  const strict = isStrict(named);
  return {
    kind: 'compound',
    shown: lower,
    wholes: strict ? wholesOf(lower) : [stemmed(withoutSeparators(lower))],
    segments: segmentsOf(lower),
    parts,
    strict,
  };
}

/** Letters and digits without a separator, but for the points of a version. */
const run = /\d{4}-\d\d-\d\d(?!\d)|[\p{L}\p{M}\p{N}]+(?:\.\d+)*/gu;

/** The parts of one run: `python3.11` → python, 3.11; `FoundationRouter` → foundation, router. */
function partsOf(held: string): WordPiece[] {
  const lower = held.toLowerCase();
  if (/^\d{4}-/.test(lower) || isHash(lower)) return [fixed(lower)];
  if (/^v\d+(?:\.\d+)*$/.test(lower)) return [fixed(lower.includes('.') ? lower.slice(1) : lower)];
  const groups = held.match(/\d+(?:\.\d+)*|[\p{L}\p{M}]+|\p{N}+/gu) ?? [];
  // A random id changes between letters and digits too often for its parts to mean anything.
  if (groups.length > 4) return [{ ...fixed(lower), widen: 'around' }];
  return groups.flatMap((group) => (/^\p{N}/u.test(group) ? [fixed(group)] : group.split(camelHump).map(word)));
}

/** Between `n` and `R` of foundationRouter, between `P` and `S` of HTTPServer; TVs and PDFs are one word. */
const camelHump = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll}{2})/u;

/** Whether this is a name that stands as a whole, and not words of a language side by side: `and/or`, `self-care`. */
function isStrict(named: string): boolean {
  // A missing space after a full stop makes no file name.
  if (/^\p{L}+\.\p{Lu}\p{Ll}*$/u.test(named)) return false;
  return /[\d_.@\\#]|::|\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}{2}|\/.*\//u.test(named);
}

function wholesOf(lower: string): string[] {
  const joined = joinedOf(lower);
  return joined === null || joined === lower ? [stemmed(lower)] : [lower, stemmed(joined)];
}

/** `foundation_router` and `FoundationRouter` meet in `foundationrouter`; but app-1.52 must not meet app-15.2. */
function joinedOf(lower: string): string | null {
  const single = /^[\p{L}\p{M}\p{N}_.-]{1,40}$/u.test(lower) && !/\d[^\p{L}\p{N}]+\d/u.test(lower);
  return single ? withoutSeparators(lower) : null;
}

function withoutSeparators(lower: string): string {
  return lower.replace(/[^\p{L}\p{M}\p{N}]+/gu, '');
}

/** The names inside a path, a URL or an address, in every form; and the month and year of a date. */
function segmentsOf(lower: string): string[] {
  const dates = [...lower.matchAll(/(?<!\d)(\d{4})-(\d\d)-\d\d(?!\d)/g)];
  const ofDates = dates.flatMap(([, year, month]) => [`${year}-${month}`, `${year}`]);
  const names = lower.split(/[^\p{L}\p{M}\p{N}_.+~-]+/u);
  if (names.length < 2) return ofDates;
  const compound = names
    .map((name) => name.replace(/^[_.+~-]+|[_.+~-]+$/g, ''))
    .filter((name) => /[\p{L}\p{M}\p{N}][_.+~-]+[\p{L}\p{M}\p{N}]/u.test(name));
  return [...new Set([...ofDates, ...compound.flatMap(wholesOf)])];
}
