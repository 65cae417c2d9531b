/** The grammatical shapes in which the matter of a question may come. */
export type Shape = 'ask' | 'clause' | 'np' | 'key';

/** What stands around the matter of a question; `{}` is the matter. The same frames serve all families. */
export interface Frame {
  readonly voice: Voice;
  readonly shape: Shape;
  readonly text: string;
}
export type Voice = 'operator' | 'colleague' | 'formal' | 'nonnative' | 'searchbox' | 'indirect';

export function frames(lines: readonly string[]): Frame[] {
  return lines.map((line) => {
    const [voice = '', shape = '', ...text] = line.split('|');
    return { voice: voice as Voice, shape: shape as Shape, text: text.join('|').trim() };
  });
}

/** A matter in each shape: a question's words, a subordinate clause, a noun phrase, key words. */
export type Forms = Readonly<Partial<Record<Shape, readonly string[]>>>;
