/**
 * The stem of a lower-case English word (Porter, "An algorithm for suffix stripping", 1980): `painted`, `painting` and
 * `paints` become `paint`. Words of one or two letters stay as they are.
 */
export function stem(word: string): string {
  const known = stems.get(word);
  if (known !== undefined) return known;
  const made = word.length < 3 ? word : step5(step4(step3(step2(step1c(step1b(step1a(word)))))));
  if (stems.size >= 50_000) stems.clear();
  stems.set(word, made);
  return made;
}

/** The words of a language are few and come again and again. */
const stems = new Map<string, string>();

const consonant = '(?:[^aeiouy]|(?<=^|[aeiou])y)';
const vowel = '(?:[aeiou]|(?<=[^aeiou])y)';
/** Porter's m, the number of vowel–consonant sequences: above 0, exactly 1, above 1. */
const measured = new RegExp(`^${consonant}*${vowel}+${consonant}`);
const measuredOnce = new RegExp(`^${consonant}*${vowel}+${consonant}+${vowel}*$`);
const measuredTwice = new RegExp(`^${consonant}*${vowel}+${consonant}+${vowel}+${consonant}`);
const voiced = new RegExp(`^${consonant}*${vowel}`);
/** Ends consonant–vowel–consonant, the last of them not w, x or y: `hop`, not `snow`. */
const short = new RegExp(`${consonant}${vowel}[^aeiouwxy]$`);

function step1a(word: string): string {
  if (word.endsWith('sses') || word.endsWith('ies')) return word.slice(0, -2);
  return word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}

function step1b(word: string): string {
  if (word.endsWith('eed')) return measured.test(word.slice(0, -3)) ? word.slice(0, -1) : word;
  const ending = word.endsWith('ed') ? 2 : word.endsWith('ing') ? 3 : 0;
  if (ending === 0) return word;
  const rest = word.slice(0, -ending);
  if (!voiced.test(rest)) return word;
  if (/(?:at|bl|iz)$/.test(rest)) return `${rest}e`;
  if (/([^aeiouylsz])\1$/.test(rest)) return rest.slice(0, -1);
  return measuredOnce.test(rest) && short.test(rest) ? `${rest}e` : rest;
}

function step1c(word: string): string {
  return word.endsWith('y') && voiced.test(word.slice(0, -1)) ? `${word.slice(0, -1)}i` : word;
}

function step2(word: string): string {
  return replaceEnding(word, step2Endings);
}

function step3(word: string): string {
  return replaceEnding(word, step3Endings);
}

function step4(word: string): string {
  const ending = step4Endings.exec(word)?.[1];
  if (ending === undefined) return word;
  const rest = word.slice(0, -ending.length);
  return measuredTwice.test(rest) ? rest : word;
}

function step5(word: string): string {
  let rest = word;
  if (rest.endsWith('e')) {
    const bare = rest.slice(0, -1);
    if (measuredTwice.test(bare) || (measuredOnce.test(bare) && !short.test(bare))) rest = bare;
  }
  return rest.endsWith('ll') && measuredTwice.test(rest) ? rest.slice(0, -1) : rest;
}

/** The longest ending of the table that fits decides, and is replaced where a measured stem is left. */
function replaceEnding(word: string, endings: readonly (readonly [string, string])[]): string {
  const found = endings.find(([ending]) => word.endsWith(ending));
  if (found === undefined) return word;
  const rest = word.slice(0, -found[0].length);
  return measured.test(rest) ? rest + found[1] : word;
}

const step2Endings = pairs(
  'ational ate, tional tion, enci ence, anci ance, izer ize, bli ble, alli al, entli ent, eli e, ousli ous, ' +
    'ization ize, ation ate, ator ate, alism al, iveness ive, fulness ful, ousness ous, aliti al, iviti ive, ' +
    'biliti ble, logi log',
);
const step3Endings = pairs('icate ic, ative , alize al, iciti ic, ical ic, ful , ness ');
const step4Endings = /(ement|ance|ence|able|ible|ment|(?<=[st])ion|ant|ent|ism|ate|iti|ous|ive|ize|al|er|ic|ou)$/;

function pairs(table: string): (readonly [string, string])[] {
  return table
    .split(', ')
    .map((pair) => pair.split(' '))
    .map(([ending = '', replacement = '']) => [ending, replacement] as const)
    .sort(([a], [b]) => b.length - a.length);
}
