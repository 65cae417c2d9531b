import { type NegativeClass, Probe, type ProbeFamily } from '../../contract/bench.ts';
import { MemoryObject } from '../../contract/memory.ts';
import type { World } from './generate.ts';
import { knobs } from './knobs.ts';
import type { Drafted } from './probes/draft.ts';
import { contentStems, mentions, overlap } from './words.ts';

/** Which classes of hard negatives a family must have. Stale ones are asked for wherever the gold has a past. */
const applicable: Readonly<Record<ProbeFamily, readonly NegativeClass[]>> = {
  A: ['lexical', 'semantic', 'entity'],
  B: ['lexical', 'semantic', 'entity'],
  C: ['semantic', 'entity', 'graph'],
  D: ['semantic', 'entity', 'graph'],
  E: ['lexical', 'semantic', 'entity', 'causal'],
  F: ['semantic', 'entity', 'temporal'],
  G: ['semantic', 'entity'],
  H: ['entity'],
};

/** Proves what bench.md promises of R4-Bench; throws with every broken promise. */
export function checkBenchmark(world: World): void {
  const known = new Set(world.objects.flatMap(({ id }) => id ?? []));
  const faults = [
    ...objectFaults(world),
    ...probeFaults(world),
    ...world.drafted.flatMap((drafted) => [
      ...goldFaults(world, known, drafted),
      ...negativeFaults(drafted),
      ...familyFaults(world, drafted),
    ]),
    ...phrasingFaults(world),
  ];
  if (faults.length > 0) throw new Error(`the benchmark breaks its promises:\n${faults.join('\n')}`);
}

function objectFaults({ core, objects, size }: World): string[] {
  const ids = new Set(objects.map(({ id }) => id));
  const faults: string[] = [];
  if (objects.length !== knobs.sizes[size]) faults.push(`${objects.length} objects instead of ${knobs.sizes[size]}`);
  const missing = core.teller.told().filter(({ id }) => !ids.has(id));
  if (missing.length > 0) faults.push(`${missing.length} objects of the core have no place in ${size}`);
  for (const object of objects) {
    const parsed = MemoryObject.safeParse(object);
    if (!parsed.success) faults.push(`${object.id}: ${parsed.error.message}`);
    const unnamed = object.entities?.filter((name) => !mentions(object.text ?? '', name)) ?? [];
    if (unnamed.length > 0) faults.push(`${object.id}: does not name ${unnamed.join(', ')}`);
    if (!object.text?.trim()) faults.push(`${object.id}: structure without text would vanish from prose`);
  }
  return ids.size === objects.length ? faults : [...faults, 'ids repeat'];
}

function probeFaults({ drafted }: World): string[] {
  const faults = drafted.flatMap(({ probe }) => {
    const parsed = Probe.safeParse(probe);
    return parsed.success ? [] : [`${probe.id}: ${parsed.error.message}`];
  });
  const byFamily = Map.groupBy(drafted, ({ probe }) => probe.family);
  for (const [family, list] of byFamily) {
    if (list.length !== knobs.probesPerFamily) faults.push(`${family}: ${list.length} probes`);
  }
  if (byFamily.size !== 8) faults.push(`${byFamily.size} families`);
  const queries = new Set(drafted.map(({ probe }) => probe.query));
  return queries.size === drafted.length ? faults : [...faults, 'a question is asked twice'];
}

/** Gold exists, is small enough, and is true at the time asked about. */
function goldFaults({ objects, now }: World, known: ReadonlySet<string>, { probe, draft }: Drafted): string[] {
  const faults: string[] = [];
  for (const id of [...probe.gold, ...probe.stale, ...Object.values(probe.negatives).flat()]) {
    if (!known.has(id)) faults.push(`${probe.id}: ${id} is not in the corpus`);
  }
  if ((probe.gold.length === 0) !== (probe.family === 'H')) faults.push(`${probe.id}: gold and family disagree`);
  if (probe.stale.some((id) => probe.gold.includes(id))) faults.push(`${probe.id}: gold is stale`);
  if (probe.mode === 'current') {
    for (const { id, object } of draft.gold) {
      const ended = object.fact?.validTo ?? object.edge?.validTo;
      if (ended && Date.parse(ended) <= now) faults.push(`${probe.id}: ${id} has ended`);
      if (objects.some((other) => succeeds(other, object) && !hasEnded(other, now)))
        faults.push(`${probe.id}: ${id} is outdated`);
    }
  }
  return [...faults, ...pastFaults(objects, { probe, draft })];
}

/** Gold of a question about the past held then, was known by then, and nothing later had replaced it. */
function pastFaults(objects: readonly MemoryObject[], { probe, draft }: Drafted): string[] {
  const { at, knownAt } = draft;
  if (at === undefined) return [];
  const known = objects.filter(({ recordedAt }) => knownAt === undefined || Date.parse(recordedAt ?? '') <= knownAt);
  const inForce = ({ fact, edge }: MemoryObject) => {
    const { validFrom, validTo } = fact ?? edge ?? {};
    return Date.parse(validFrom ?? '') <= at && (!validTo || at < Date.parse(validTo));
  };
  return draft.gold.flatMap(({ id, object }) => {
    if (!known.includes(object) && !known.some((other) => other.id === id)) return [`${probe.id}: ${id} was not known`];
    if (!inForce(object)) return [`${probe.id}: ${id} did not hold then`];
    const rivals = known.filter((other) => inForce(other) && succeeds(other, object) && !isTaken(known, other));
    return rivals.map((other) => `${probe.id}: ${other.id} held instead of ${id}`);
  });
}

/** Whether a later correction says that an object was never true. */
function isTaken(objects: readonly MemoryObject[], object: MemoryObject): boolean {
  return objects.some(({ corrects }) => object.id !== undefined && corrects?.includes(object.id));
}

/** A value that was limited in time gives way to the older open one. */
function hasEnded({ fact }: MemoryObject, now: number): boolean {
  return Boolean(fact?.validTo && Date.parse(fact.validTo) <= now);
}

/** Whether one object states a later value of what another states, in the one-valued relations. */
function succeeds(other: MemoryObject, object: MemoryObject): boolean {
  if (
    other.id !== object.id &&
    object.id &&
    (other.supersedes?.includes(object.id) || other.corrects?.includes(object.id))
  )
    return true;
  const [mine, theirs] = [object.fact, other.fact];
  return Boolean(
    mine &&
      theirs &&
      mine.subject === theirs.subject &&
      mine.predicate === theirs.predicate &&
      (theirs.validFrom ?? '') > (mine.validFrom ?? ''),
  );
}

function negativeFaults({ probe }: Drafted): string[] {
  const faults = applicable[probe.family]
    .filter((name) => !probe.negatives[name]?.length)
    .map((name) => `${probe.id}: no ${name} negative`);
  if (probe.mode === 'current' && probe.stale.length > 0 && !probe.negatives.stale?.length) {
    faults.push(`${probe.id}: no stale negative`);
  }
  for (const [name, ids] of Object.entries(probe.negatives)) {
    if (ids.some((id) => probe.gold.includes(id))) faults.push(`${probe.id}: ${name} negatives hold gold`);
  }
  return faults;
}

function familyFaults({ core, objects }: World, { probe, draft }: Drafted): string[] {
  switch (probe.family) {
    case 'B': {
      const asked = contentStems(probe.query, draft.names);
      return draft.gold.flatMap(({ object }) => {
        const shared = overlap(asked, contentStems(object.text ?? '', draft.names));
        return shared.length > 0 ? [`${probe.id}: shares ${shared.join(', ')} with its gold`] : [];
      });
    }
    case 'D': {
      const answers = draft.answers ?? [];
      const alone = objects.filter(({ text = '' }) =>
        [...draft.names, ...answers].every((name) => mentions(text, name)),
      );
      const short = probe.gold.length < 2 ? [`${probe.id}: one object suffices`] : [];
      return [...short, ...alone.map(({ id }) => `${probe.id}: ${id} gives it away`)];
    }
    case 'H': {
      const told = core.teller.told();
      const answers = objects.filter((object) => draft.answeredBy?.(object));
      const answered = answers.map(({ id }) => `${probe.id}: ${id} is an answer`);
      const uncovered = draft.names
        .filter((name) => told.filter(({ object }) => mentions(object.text ?? '', name)).length < knobs.coveredBy)
        .map((name) => `${probe.id}: too little is told of ${name}`);
      return [...answered, ...uncovered];
    }
    default:
      return [];
  }
}

/** No phrasing more than twice, a quarter sealed, half of D over two hops or more, and openings that betray nothing. */
function phrasingFaults({ drafted }: World): string[] {
  const faults: string[] = [];
  for (const [phrasing, list] of Map.groupBy(drafted, ({ probe }) => probe.about?.phrasing)) {
    if (list.length > knobs.phrasingRepeats) faults.push(`${phrasing} is used ${list.length} times`);
  }
  const sealed = drafted.filter(({ probe }) => probe.about?.sealed).length;
  if (Math.abs(sealed / drafted.length - knobs.sealedShare) > 0.03) faults.push(`${sealed} sealed phrasings`);
  const far = drafted.filter(({ probe }) => probe.family === 'D' && (probe.about?.hops ?? 0) >= 2).length;
  if (far < knobs.probesPerFamily / 2) faults.push(`${far} questions of two hops or more`);
  const guessed = guessedShare(drafted.map(({ probe }) => probe));
  if (guessed >= knobs.guessLimit) faults.push(`the family is guessed from three words in ${guessed} of cases`);
  return faults;
}

/** Share of probes whose family a naive-Bayes reader of the first three words guesses, in ten-fold cross-validation. */
export function guessedShare(probes: readonly Probe[]): number {
  const cases = probes.map(({ family, query }) => ({ family, words: query.toLowerCase().split(/\s+/).slice(0, 3) }));
  const vocabulary = new Set(cases.flatMap(({ words }) => words)).size;
  const families = [...new Set(cases.map(({ family }) => family))];
  const hits = cases.filter((item, index) => {
    const seen = cases.filter((_, other) => other % 10 !== index % 10);
    const scores = families.map((family) => {
      const own = seen.filter((other) => other.family === family);
      const words = own.flatMap((other) => other.words);
      const score = item.words.reduce(
        (sum, word) => {
          const count = words.filter((other) => other === word).length;
          return sum + Math.log((count + 1) / (words.length + vocabulary));
        },
        Math.log(own.length / seen.length),
      );
      return { family, score };
    });
    return scores.sort((a, b) => b.score - a.score)[0]?.family === item.family;
  });
  return hits.length / cases.length;
}
