/**
 * Stored text for a screen or for a model: without control characters (line feed and tab stay), which move cursors and
 * change colours, without the marks that turn the reading direction around, without Unicode's tag characters, which
 * spell out words that nobody sees, and without halves of characters. Each of them shows as a replacement character.
 */
export function printable(text: string): string {
  return text.replace(/[\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}\p{Cs}]|(?![\n\t])\p{Cc}/gu, '�');
}
