/** `{s}` is the subject, `{p}` the predicate, `{d}` a day. A predicate may read as a noun (“owner”) or not (“works at”). */
export const phrasings = {
  current: {
    noun: [
      'What is the {p} of {s}?',
      'Which {p} does {s} have at the moment?',
      '{s}: current {p}?',
      'As of today, what do we have as the {p} for {s}?',
      'Remind me what the {p} of {s} is these days.',
    ],
    other: ['{s} {p} what, as things stand?', 'What do we have on {s}: {p} …?', 'Right now, {s} {p} whom or what?'],
  },
  asof: {
    noun: [
      'What was the {p} of {s} on {d}?',
      'On {d}, which {p} did {s} have?',
      '{s}: {p} as of {d}?',
      'Back on {d}, what was the {p} for {s}?',
    ],
    other: ['On {d}, {s} {p} what?', 'What held on {d} for {s}: {p} …?', '{s} {p} whom or what, as of {d}?'],
  },
} as const;

/** The wordings that fit a predicate: one that ends in a preposition or begins as a verb is no noun. */
export function wordingsFor(mode: keyof typeof phrasings, predicate: string): readonly string[] {
  const words = predicateWords(predicate);
  const isVerbal = /\b(in|at|for|to|on|with|by|from|of|as)$/.test(words) || /^(is|has|was|can|does)\b/.test(words);
  return phrasings[mode][isVerbal ? 'other' : 'noun'];
}

/** `deployed_version` and `deployedVersion` as a person says them. */
export function predicateWords(predicate: string): string {
  return predicate
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .trim()
    .toLowerCase();
}

export function word(text: string, { subject, predicate, day = '' }: Named): string {
  const values: Readonly<Record<string, string>> = { s: subject, p: predicateWords(predicate), d: day };
  return text.replace(/\{([spd])\}/g, (_, key: string) => values[key] ?? '');
}

interface Named {
  readonly subject: string;
  readonly predicate: string;
  readonly day?: string;
}
