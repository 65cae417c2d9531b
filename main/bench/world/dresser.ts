import { fullDate, hour } from './calendar.ts';
import { knobs } from './knobs.ts';
import type { Random } from './random.ts';
import type { Cast, Tale } from './teller.ts';
import { asides } from './voices/asides.ts';
import { fill, type Register, type Slots } from './voices/telling.ts';
import { contentStems, overlap } from './words.ts';

export type Dresser = {
  readonly common: (tale: Tale, author: string) => Record<string, string>;
  readonly dress: (register: Register, core: string, tale: Tale, author: string, slots: Slots) => string;
};

/** Puts a statement into the middle of what else people write. */
export function createDresser(random: Random, cast: Cast): Dresser {
  function common(tale: Tale, author: string): Record<string, string> {
    const others = cast.people.filter((person) => person !== author && !tale.entities.includes(person));
    const [n = author, n2 = author] = random.sample(others, 2);
    return {
      n,
      n2,
      pid: String(random.int(400, 31_000)),
      ms: String(random.int(12, 2400)),
      minutes: String(random.int(12, 170)),
      time: `${random.int(6, 19)}:${String(random.int(0, 59)).padStart(2, '0')}`,
      date: fullDate(tale.at),
      ...strangers(),
    };
  }

  function strangers(): Record<string, string> {
    return {
      num: String(random.int(3, 380)),
      c: random.pick(cast.components),
      p: random.pick(cast.projects),
      h: random.pick(cast.hosts),
      v: random.pick(cast.vendors),
      k: random.pick(cast.customers),
      t: random.pick(cast.teams),
      alias: random.pick(cast.nicknames),
    };
  }

  /** Asides that do not use the words that a question will use. */
  function remarks(from: readonly string[], count: number, tale: Tale, slots: Slots): string[] {
    const filling = { ...slots, ...strangers() };
    return random
      .sample(from, count + 6)
      .map((text) => fill(text, { ...filling, num: String(random.int(3, 380)) }))
      .filter((text) => !tale.avoid || overlap(contentStems(text), tale.avoid).length === 0)
      .slice(0, count);
  }

  function around(core: string, tale: Tale, slots: Slots): string {
    const drawn = random.int(0, knobs.asidesBefore) + random.int(0, knobs.asidesAfter);
    const count = Math.min(drawn, tale.asides ?? drawn);
    const all = remarks(asides.prose, count, tale, slots);
    const before = random.int(0, Math.min(all.length, knobs.asidesBefore));
    return [...all.slice(0, before), core, ...all.slice(before)].join(' ');
  }

  function dress(register: Register, core: string, tale: Tale, author: string, slots: Slots): string {
    switch (register) {
      case 'log':
        return logLines(core, tale, slots);
      case 'commit':
        return core;
      case 'chat':
        return [core, ...remarks(asides.chat, random.chance(0.35) ? 1 : 0, tale, slots)]
          .join('. ')
          .replace(/([?!.])\./g, '$1');
      case 'mail':
        return `${random.pick(['Hi all', 'Hello', 'Dear colleagues', 'Good morning', 'Team', `Hi ${slots.n?.split(' ')[0]}`])},\n\n${slip(around(core, tale, slots))}\n\n${random.pick(['Best', 'Cheers', 'Regards', 'BR'])}, ${author.split(' ')[0]}`;
      case 'minutes':
        return minutes(core, tale, slots);
      default:
        return slip(around(core, tale, slots));
    }
  }

  function logLines(core: string, tale: Tale, slots: Slots): string {
    const stamp = (offset: number) => new Date(tale.at + offset).toISOString().replace(/\.\d+Z/, 'Z');
    const noise = remarks(asides.logs, random.int(0, 2), tale, slots);
    return [
      ...noise.slice(0, 1).map((line) => `${stamp(-2000)} ${line}`),
      `${stamp(0)} ${core}`,
      ...noise.slice(1).map((line) => `${stamp(hour / 60)} ${line}`),
    ].join('\n');
  }

  function minutes(core: string, tale: Tale, slots: Slots): string {
    const items = remarks(asides.prose, Math.min(random.int(1, 3), tale.asides ?? 3), tale, slots);
    const place = random.int(0, items.length);
    const all = [...items.slice(0, place), core, ...items.slice(place)];
    const heading = random.pick(['Present:', 'Attended by', 'With', 'Round:']);
    return `${heading} ${slots.n}, ${slots.n2} and others.\n${all.map((item, index) => `${index + 1}. ${item}`).join('\n')}`;
  }

  /** Now and then two letters change places in a longer, ordinary word. */
  function slip(text: string): string {
    if (!random.chance(knobs.typoShare)) return text;
    const words = text.split(' ');
    const places = words.flatMap((word, index) => (/^[a-z]{7,}$/.test(word) ? [index] : []));
    if (places.length === 0) return text;
    const place = random.pick(places);
    const word = words[place] ?? '';
    const cut = random.int(2, word.length - 3);
    words[place] = `${word.slice(0, cut)}${word[cut + 1]}${word[cut]}${word.slice(cut + 2)}`;
    return words.join(' ');
  }

  return { common, dress };
}
