const small =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');

const numbers = new Map<string, number>([
  ...small.map((word, number) => [word, number] as const),
  ...tens.flatMap((word, index) => {
    const ten = 20 + index * 10;
    const ones = small.slice(1, 10).map((one, at) => [`${word}-${one}`, ten + at + 1] as const);
    return [[word, ten] as const, ...ones];
  }),
  ['hundred', 100],
  ['a hundred', 100],
  ['one hundred', 100],
  ['thousand', 1000],
  ['a thousand', 1000],
  ['one thousand', 1000],
]);

/** The number that words say, from zero to ninety-nine, a hundred and a thousand; null for other words. */
export function numberOfWord(words: string): number | null {
  const lower = words.toLowerCase();
  return numbers.get(lower) ?? numbers.get(lower.replace(' ', '-')) ?? null;
}

/** The same words as a pattern, the longer first; no group captures. */
export const numberWords = [...numbers.keys()]
  .sort((a, b) => b.length - a.length)
  .map((word) => word.replace(/[- ]/, '[- ]'))
  .join('|');
