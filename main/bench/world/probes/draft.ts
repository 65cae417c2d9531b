import type { NegativeClass, Probe, ProbeFamily, ProbeMode } from '../../../contract/bench.ts';
import type { MemoryObject } from '../../../contract/memory.ts';
import { knobs } from '../knobs.ts';
import type { Division } from '../model.ts';
import type { Random } from '../random.ts';
import type { Told } from '../teller.ts';
import type { Forms } from '../voices/frames.ts';
import { mentions } from '../words.ts';

/** A question before it is put into words. */
export interface Draft {
  readonly family: ProbeFamily;
  /** What kind of thing is asked: picks the forms of the phrase bank. */
  readonly intent: string;
  /** Forms of its own, where the bank has none for the intent. */
  readonly forms?: { readonly open: Forms; readonly sealed: Forms };
  readonly slots: Readonly<Record<string, string>>;
  readonly mode: ProbeMode;
  readonly gold: readonly Told[];
  readonly stale?: readonly Told[];
  readonly negatives: Readonly<Partial<Record<NegativeClass, readonly Told[]>>>;
  /** Names that occur in the question. */
  readonly names: readonly string[];
  readonly hops?: number;
  readonly knownAt?: number;
  /** The time asked about, where it is not the present. */
  readonly at?: number;
  /** For a question without an answer: whether an object would be one. */
  readonly answeredBy?: (object: MemoryObject) => boolean;
  /** What the gold must let one conclude, for the checks: the names at the far end of a path. */
  readonly answers?: readonly string[];
}

/** A probe together with what the checks need to know of it. */
export interface Drafted {
  readonly probe: Probe;
  readonly draft: Draft;
}

/** A division as its questioner sees it. */
export interface Desk {
  readonly division: Division;
  readonly random: Random;
  /** When the questions are asked. */
  readonly now: number;
  /** Everything told that mentions a name. */
  about(name: string): readonly Told[];
}

export function createDesk(division: Division, random: Random, now: number): Desk {
  const found = new Map<string, readonly Told[]>();
  return {
    division,
    random,
    now,
    about(name) {
      const known = found.get(name);
      if (known) return known;
      const told = division.teller.told().filter(({ object }) => mentions(object.text ?? '', name));
      found.set(name, told);
      return told;
    },
  };
}

/** Some of the candidates, none of them gold and none twice. */
export function some(desk: Desk, candidates: readonly (Told | null | undefined)[], gold: readonly Told[]): Told[] {
  const goldIds = new Set(gold.map(({ id }) => id));
  const unique = new Map(
    candidates.flatMap((told) => (told && !goldIds.has(told.id) ? [[told.id, told] as const] : [])),
  );
  return desk.random.sample([...unique.values()], knobs.negativesPerClass);
}

/** Takes the wanted number of drafts of each kind, and fills up from what is left when a kind has too few. */
export function takeShares(
  desk: Desk,
  total: number,
  kinds: readonly (readonly [wanted: number, drafts: readonly Draft[]])[],
): Draft[] {
  const taken: Draft[] = [];
  const rest: Draft[] = [];
  for (const [wanted, drafts] of kinds) {
    const shuffled = desk.random.shuffle(drafts);
    taken.push(...shuffled.slice(0, wanted));
    rest.push(...shuffled.slice(wanted));
  }
  const filled = [...taken, ...desk.random.shuffle(rest)].slice(0, total);
  if (filled.length < total) throw new Error(`only ${filled.length} of ${total} ${taken[0]?.family ?? ''} questions`);
  return filled;
}
