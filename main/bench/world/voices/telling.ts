/** The hands by which things are told. */
export type Register = 'log' | 'note' | 'chat' | 'ticket' | 'commit' | 'report' | 'mail' | 'minutes';

/** One way of saying a thing: by which hand, and in which words; `{slot}` is filled from the world. */
export interface Telling {
  readonly register: Register;
  readonly text: string;
}

/** Reads `register| text` lines. */
export function tellings(lines: readonly string[]): Telling[] {
  return lines.map((line) => {
    const bar = line.indexOf('|');
    return { register: line.slice(0, bar) as Register, text: line.slice(bar + 1).trim() };
  });
}

export type Slots = Readonly<Record<string, string>>;

/** Fills `{slot}`; a slot without a filling is a fault of the generator. */
export function fill(text: string, slots: Slots): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const filling = slots[name];
    if (filling === undefined) throw new Error(`no filling for {${name}} in "${text}"`);
    return filling;
  });
}
