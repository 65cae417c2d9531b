/** An exact string in a question. A hard one is either held by a memory letter by letter or not at all. */
export interface Identifier {
  readonly text: string;
  readonly kind: 'url' | 'email' | 'uuid' | 'file' | 'version' | 'ticket' | 'hash' | 'code';
  readonly hard: boolean;
}

const fileEndings =
  'ts|tsx|js|jsx|mjs|cjs|py|rb|rs|go|java|kt|swift|c|h|cc|cpp|hpp|cs|php|sh|bash|ps1|sql|md|txt|rst|json|jsonl|yaml|yml|toml|ini|cfg|conf|env|lock|xml|html|css|scss|svelte|vue|csv|tsv|pdf|docx?|xlsx?|pptx?|png|jpe?g|gif|svg|mp3|mp4|wav|zip|gz|tar|db|sqlite|log|onnx|exe|dll|so|wasm';

/** Most telling kind first: what one has taken, a later one does not see again. */
const identifierPatterns: readonly (Pick<Identifier, 'kind' | 'hard'> & { readonly pattern: RegExp })[] = [
  { kind: 'url', hard: true, pattern: /\bhttps?:\/\/[^\s"'<>]+[^\s"'<>.,;:!?)\]]/giu },
  { kind: 'email', hard: true, pattern: /\b[\w.+-]+@[\w-]+(?:\.[\w-]+)+\b/giu },
  { kind: 'uuid', hard: true, pattern: /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/giu },
  {
    kind: 'file',
    hard: true,
    pattern: new RegExp(`(?<![\\w/])(?:[\\w.~-]*/)*[\\w-]+(?:\\.[\\w-]+)*\\.(?:${fileEndings})\\b(?!\\.\\w)`, 'gu'),
  },
  { kind: 'file', hard: true, pattern: /(?<![\w/])(?:~|\.{1,2})?\/[\w.-]+(?:\/[\w.-]+)+/gu },
  // 12.05.2023 is a date, not a version.
  {
    kind: 'version',
    hard: true,
    pattern:
      /(?<![\w.])(?!\d{1,2}\.\d{1,2}\.(?:19|20)\d\d\b)(?:v\d+(?:\.\d+)*|\d+(?:\.\d+){2,})(?:[-+](?=[\w.]*\d)[\w.]*\w)?(?![\w]|\.\d)/giu,
  },
  { kind: 'version', hard: true, pattern: /(?<=\b(?:version|release|build)\s)\d+(?:\.\d+)*(?![\w]|\.\d)/giu },
  { kind: 'ticket', hard: true, pattern: /(?<![\w-])(?:[A-Z][A-Z0-9]{1,9}(?:-\d+)+|#\d+)(?![\w-])/gu },
  { kind: 'hash', hard: true, pattern: /\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,64}\b/gu },
  { kind: 'code', hard: false, pattern: /\b[A-Za-z]\w*_\w+\b|\b_\w+\b|\b[\w.]+\(\)/gu },
  { kind: 'code', hard: false, pattern: /\b[a-z]{2,}(?:[A-Z][a-z0-9]+)+\b/gu },
  { kind: 'code', hard: false, pattern: /(?<![\w-])(?=[\w-]*[a-z])(?=[\w-]*\d)[a-zA-Z]\w*(?:-\w+)+(?![\w-])/gu },
  { kind: 'code', hard: true, pattern: /\b[A-Z]{1,5}\d{2,}\b/gu },
];

/** The exact strings of a question, in the order of their kinds. */
export function findIdentifiers(query: string): Identifier[] {
  const found: Identifier[] = [];
  let rest = query;
  for (const { kind, hard, pattern } of identifierPatterns) {
    rest = rest.replaceAll(pattern, (text) => {
      if (!found.some((known) => known.text === text)) found.push({ text, kind, hard });
      return ' '.repeat(text.length);
    });
  }
  return found;
}

/** Whether a text holds this identifier as a whole: 1.5.1 and 1.5.21 do not hold 1.5.2, v1.5.2 does. */
export function holdsIdentifier(text: string, identifier: Identifier): boolean {
  const bare = identifier.kind === 'version' ? identifier.text.replace(/^v/iu, '') : identifier.text;
  const before = identifier.kind === 'version' ? '(?<![\\d.])' : '(?<![\\p{L}\\p{N}])';
  const after = identifier.kind === 'version' ? '(?!\\d|\\.\\d)' : '(?![\\p{L}\\p{N}])';
  return new RegExp(`${before}${escapeRegExp(bare)}${after}`, 'iu').test(text);
}

/** The text as a pattern that matches it alone (for the flags `u` and `v`, which refuse needless escapes). */
export function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/gu, '\\$&');
}
