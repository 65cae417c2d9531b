import type { Probe } from '../../contract/bench.ts';
import type { MemoryObject } from '../../contract/memory.ts';
import { toInstant } from '../../contract/time.ts';
import { day, worldEnd } from './calendar.ts';
import { checkBenchmark } from './checks.ts';
import { coreScale, otherScale, simulateDivision } from './division.ts';
import type { IncidentShape } from './incidents.ts';
import { knobs } from './knobs.ts';
import type { Division } from './model.ts';
import { createNames, headOf } from './names.ts';
import { createPhraseBank } from './phraseBank.ts';
import { absentDrafts } from './probes/absentProbes.ts';
import { associationDrafts } from './probes/associationProbes.ts';
import { causalDrafts } from './probes/causalProbes.ts';
import { createDesk, type Desk, type Draft, type Drafted } from './probes/draft.ts';
import { fusedDrafts } from './probes/fusedProbes.ts';
import { graphDrafts } from './probes/graphProbes.ts';
import { lexicalDrafts } from './probes/lexicalProbes.ts';
import { semanticDrafts } from './probes/semanticProbes.ts';
import { temporalDrafts } from './probes/temporalProbes.ts';
import { createRandom, type Random } from './random.ts';
import { type IncidentStory, incidentStories } from './voices/incidents.ts';
import { paraphraseStories } from './voices/paraphrases.ts';

/** Raised whenever the same seed no longer gives the same benchmark. */
export const generatorVersion = '1';

export type BenchmarkSize = keyof typeof knobs.sizes;
export const benchmarkSizes: readonly BenchmarkSize[] = ['small', 'standard', 'stress'];

export interface Benchmark {
  /** The core division first, then distractors; a smaller corpus is the beginning of a larger one. */
  readonly objects: readonly MemoryObject[];
  readonly probes: readonly Probe[];
  readonly about: {
    readonly name: string;
    readonly version: string;
    readonly seed: number;
    readonly generator: string;
    readonly size: BenchmarkSize;
    readonly counts: Readonly<Record<string, number>>;
  };
}

/** What was told and asked before it was put on paper: for the checks and for reading. */
export interface World {
  readonly core: Division;
  readonly objects: readonly MemoryObject[];
  readonly drafted: readonly Drafted[];
  readonly now: number;
  readonly size: BenchmarkSize;
}

/** The benchmark of a seed: deterministic, the same probes at every size; throws when a self-check fails. */
export function generateBenchmark({ seed, size }: { readonly seed: number; readonly size: BenchmarkSize }): Benchmark {
  const world = simulateWorld({ seed, size });
  checkBenchmark(world);
  const probes = world.drafted.map(({ probe }) => probe);
  return {
    objects: world.objects,
    probes,
    about: {
      name: `r4-${size}`,
      version: '1',
      seed,
      generator: generatorVersion,
      size,
      counts: {
        objects: world.objects.length,
        probes: probes.length,
        sealed: probes.filter(({ about }) => about?.sealed).length,
      },
    },
  };
}

export function simulateWorld({ seed, size }: { readonly seed: number; readonly size: BenchmarkSize }): World {
  const root = `r4/${generatorVersion}/${seed}`;
  const random = createRandom(root);
  const names = createNames(random.fork('names'));
  const stories = random.fork('stories').shuffle(incidentStories);
  const paraphrases = random.fork('paraphrases').shuffle(paraphraseStories);
  const core = simulateDivision({
    seed: root,
    name: 'core',
    scale: coreScale,
    names,
    random: random.fork('core'),
    nearHeads: [],
    stories,
    shapes: coreShapes,
    paraphrases,
  });
  const coreObjects = core.teller.objects();
  const now = worldEnd + day;
  const desk = createDesk(core, random.fork('questions'), now);
  const drafted = ask(desk, random.fork('phrases'), stories.slice(coreScale.incidents));
  const objects = [...coreObjects];
  const nearHeads = [...new Set(core.cast.components.map(headOf))];
  // Stories that a probe tells without naming its subject must happen once only.
  const unique = new Set(stories.filter((_, index) => ['quiet', 'chain'].includes(coreShapes[index] ?? '')));
  for (let index = 0; objects.length < knobs.sizes[size]; index += 1) {
    const own = random.fork(`other-${index}`);
    const division = simulateDivision({
      seed: root,
      name: `d${index + 1}`,
      scale: otherScale,
      names,
      random: own,
      nearHeads,
      stories: own.shuffle(stories.filter((story) => !unique.has(story))),
      shapes: own.shuffle(coreShapes),
      paraphrases: own.shuffle(paraphrases),
    });
    objects.push(...own.fork('order').shuffle(division.teller.objects()));
  }
  return { core, objects: objects.slice(0, knobs.sizes[size]), drafted, now, size };
}

/** How the incidents of the core are told; the first are those of the components with settings. */
const coreShapes: readonly IncidentShape[] = [
  'quiet',
  'quiet',
  'quiet',
  'chain',
  'quiet',
  'quiet',
  'quiet',
  'overturned',
  'quiet',
  'quiet',
  'quiet',
  'chain',
  'overturned',
  'plain',
  'chain',
  'overturned',
  'unexplained',
  'chain',
  'overturned',
  'plain',
  'unexplained',
  'overturned',
  'unexplained',
];

function ask(desk: Desk, random: Random, unused: readonly IncidentStory[]): Drafted[] {
  const count = knobs.probesPerFamily;
  const families: readonly (readonly Draft[])[] = [
    lexicalDrafts(desk, count),
    semanticDrafts(desk, count),
    associationDrafts(desk, count),
    graphDrafts(desk, count),
    causalDrafts(desk, count),
    temporalDrafts(desk, count),
    fusedDrafts(desk, count),
    absentDrafts(desk, count, unused),
  ];
  const bank = createPhraseBank(random);
  const asked = families.flatMap((drafts, family) => {
    // Seven and eight by turns make a quarter of thirty.
    const share = Math.floor(count * knobs.sealedShare) + (family % 2);
    const sealed = new Set(random.sample(drafts.filter(bank.hasSealed), share));
    return drafts.map((draft) => ({ draft, worded: bank.word(draft, sealed.has(draft)) }));
  });
  // Neither an id nor a place in the list tells the family.
  return random.shuffle(asked).map(({ draft, worded }, index) => {
    const { query, ...about } = worded;
    return { draft, probe: toProbe(draft, query, about, index, random, desk.now) };
  });
}

function toProbe(
  draft: Draft,
  query: string,
  about: { readonly phrasing: string; readonly sealed: boolean; readonly register: string },
  index: number,
  random: Random,
  now: number,
): Probe {
  const ids = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id);
  const negatives = Object.entries(draft.negatives).filter(([, told]) => told.length > 0);
  return {
    id: `p${String(index + 1).padStart(3, '0')}`,
    family: draft.family,
    query,
    now: toInstant(now + random.int(0, 2 * 24 * 60) * 60_000),
    ...(random.chance(0.15) ? { timeZone: random.pick(['Europe/Helsinki', 'Europe/Berlin', 'Europe/Lisbon']) } : {}),
    ...(draft.knownAt === undefined ? {} : { knownAt: toInstant(draft.knownAt) }),
    mode: draft.mode,
    gold: ids(draft.gold),
    stale: ids(draft.stale ?? []),
    negatives: Object.fromEntries(negatives.map(([name, told]) => [name, ids(told)])),
    about: { ...about, ...(draft.hops === undefined ? {} : { hops: draft.hops }) },
  };
}
