import { sha256 } from '../../base/hash.ts';
import type {
  CauseStructure,
  EdgeStructure,
  EpisodeFields,
  FactStructure,
  MemoryObject,
} from '../../contract/memory.ts';
import { toInstant } from '../../contract/time.ts';
import { day, effective, fullDate, happened, isoDay } from './calendar.ts';
import { createDresser } from './dresser.ts';
import type { Random } from './random.ts';
import { fill, type Register, type Slots, type Telling } from './voices/telling.ts';
import { mentions } from './words.ts';

/** Who and what may turn up in the asides of a division's texts. */
export interface Cast {
  readonly people: readonly string[];
  readonly components: readonly string[];
  readonly projects: readonly string[];
  readonly hosts: readonly string[];
  readonly halls: readonly string[];
  readonly teams: readonly string[];
  readonly vendors: readonly string[];
  readonly rooms: readonly string[];
  readonly customers: readonly string[];
  readonly nicknames: readonly string[];
}

/** What is to be told, and of what it is evidence. */
export interface Tale {
  readonly ways: readonly Telling[];
  readonly slots: Slots;
  /** Time of writing, in milliseconds. */
  readonly at: number;
  /** Since when it holds; told only where the words have a place for it, else it holds from the time of writing. */
  readonly from?: number;
  /** What it is about; listed with the object as far as the words name it. */
  readonly entities: readonly string[];
  readonly structure?: (from: string) => {
    readonly fact?: FactStructure;
    readonly edge?: EdgeStructure;
    readonly cause?: CauseStructure;
    readonly episode?: EpisodeFields;
    readonly supersedes?: string[];
    readonly corrects?: string[];
  };
  /** Content words that the asides must leave alone. */
  readonly avoid?: ReadonlySet<string>;
  /** At most so many asides around it; else as many as the knobs allow. */
  readonly asides?: number;
}

export interface Told {
  readonly id: string;
  readonly at: number;
  /** Since when it holds. */
  readonly from: number;
  readonly object: MemoryObject;
}

export interface Teller {
  tell(tale: Tale): Told;
  /** All that was told so far. */
  told(): readonly Told[];
  /** All that was told, in order of recording, with the positions in their threads. */
  objects(): MemoryObject[];
}

/** `fixed` gives slots that every text may use; authority stays in the ordinary band, so that time decides. */
const authorityOf: Readonly<Record<Register, number>> = {
  log: 0.75,
  note: 0.6,
  chat: 0.55,
  ticket: 0.65,
  commit: 0.7,
  report: 0.7,
  mail: 0.6,
  minutes: 0.7,
};

export function createTeller(seed: string, division: string, random: Random, cast: Cast): Teller {
  const told: Told[] = [];
  const texts = new Set<string>();
  const channel = (cast.projects[0] ?? division).toLowerCase();
  const { dress, common } = createDresser(random, cast);

  function tell(tale: Tale): Told {
    const way = random.pick(tale.ways);
    const from = /\{(eff|on)\}/.test(way.text) ? (tale.from ?? tale.at - random.int(0, 4) * day) : tale.at;
    const author = random.pick(cast.people);
    const dates = { eff: effective(random, tale.at, from), on: happened(random, tale.at, from) };
    const slots = { ...common(tale, author), ...dates, ...tale.slots };
    const text = fresh(() => dress(way.register, fill(way.text, slots), tale, author, slots));
    const id = `r4-${sha256(`${seed}/${division}/${told.length}`).slice(0, 10)}`;
    const thread = `${channel}-${random.pick(['ops', 'general', 'builds', 'random'])}`;
    const instant = toInstant(from);
    const object: MemoryObject = {
      id,
      kind: way.register === 'chat' ? 'turn' : way.register === 'report' ? 'document' : 'memory',
      text,
      occurredAt: toInstant(tale.at),
      recordedAt: toInstant(tale.at + random.int(0, 50) * 60_000),
      authority: authorityOf[way.register],
      entities: [...new Set(tale.entities)].filter((name) => mentions(text, name)),
      ...heading(way.register, tale, author, thread),
      ...tale.structure?.(instant),
    };
    const result = { id, at: tale.at, from, object };
    told.push(result);
    return result;
  }

  /** People repeat themselves, archives of the same line are dull: three tries for a text that is not there yet. */
  function fresh(draw: () => string): string {
    let text = draw();
    for (let tries = 0; tries < 3 && texts.has(text); tries += 1) text = draw();
    texts.add(text);
    return text;
  }

  function heading(register: Register, tale: Tale, author: string, thread: string): Partial<MemoryObject> {
    switch (register) {
      case 'log':
        return { source: `journal/${isoDay(tale.at)}` };
      case 'chat':
        return { source: `chat/${thread}`, thread, author };
      case 'note':
        return { source: `notebook/${author}`, author };
      case 'mail':
        return {
          source: 'mail',
          author,
          title: random.pick(['Update', 'Short note', 'For your information', 'Re: question']),
        };
      case 'ticket':
        return {
          source: 'tracker',
          author,
          title: random.pick(['Task', 'Follow-up', 'Change', 'Request', 'Question']),
        };
      case 'commit':
        return { source: 'git', author };
      case 'report':
        return { source: `reports/${isoDay(tale.at)}`, author, title: `Report of ${fullDate(tale.at)}` };
      case 'minutes':
        return { source: `minutes/${isoDay(tale.at)}`, author, title: `Minutes, ${fullDate(tale.at)}` };
    }
  }

  function objects(): MemoryObject[] {
    const positions = new Map<string, number>();
    return [...told]
      .sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1))
      .map(({ object }) => {
        if (!object.thread) return object;
        const position = positions.get(object.thread) ?? 0;
        positions.set(object.thread, position + 1);
        return { ...object, position };
      });
  }

  return { tell, told: () => told, objects };
}
