/**
 * Brings a text to the form in which its characters are compared, letter case apart (camelCase still tells where an
 * identifier's parts are): compatibility forms unified (NFKC), invisible characters and the marks of Latin, Greek,
 * Arabic and Hebrew letters removed, `ß` and its like spelled out. Time is linear in the length.
 */
export function foldMarks(text: string): string {
  if (!beyondAscii.test(text)) return text;
  return (
    text
      // Endless marks on one letter would make normalisation quadratic (Unicode UAX 15, stream-safe text: at most 30).
      .replace(/(\p{M}{30})\p{M}+/gu, '$1')
      .normalize('NFKD')
      .replace(/[\u00ad\u200b-\u200f\u2060\ufeff]|\ufe0e|\ufe0f|\u20e3/g, '')
      .replace(markedLetter, '$1')
      .normalize('NFC')
      .replace(/[ßẞæÆœŒøØłŁđĐðÐþÞıςʼ’]/g, (letter) => spelledOut[letter] ?? letter)
  );
}

const beyondAscii = /[\u0080-\uffff]/;

/** Letters whose marks do not make another letter for who searches; ё is written е as often as not. */
const markedLetter = /([\p{Script=Latin}\p{Script=Greek}\p{Script=Arabic}\p{Script=Hebrew}])\p{M}+|(?<=[еЕ])\u0308/gu;

const spelledOut: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', ẞ: 'SS', æ: 'ae', Æ: 'Ae', œ: 'oe', Œ: 'Oe', ø: 'o', Ø: 'O', ł: 'l', Ł: 'L', đ: 'd', Đ: 'D' },
  ...{ ð: 'd', Ð: 'D', þ: 'th', Þ: 'Th', ı: 'i', ς: 'σ', ʼ: "'", '’': "'" },
};
