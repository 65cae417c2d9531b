import { describe, expect, it } from 'vitest';
import { checkBenchmark } from '../../../../main/bench/world/checks.ts';
import { simulateWorld, type World } from '../../../../main/bench/world/generate.ts';
import type { Drafted } from '../../../../main/bench/world/probes/draft.ts';

const world = simulateWorld({ seed: 3, size: 'small' });

/** The world with one probe of a family (and mode) changed. */
function withProbe(family: string, change: (drafted: Drafted) => Drafted, mode?: string): World {
  const index = world.drafted.findIndex(
    ({ probe }) => probe.family === family && (mode === undefined || probe.mode === mode),
  );
  return { ...world, drafted: world.drafted.map((drafted, place) => (place === index ? change(drafted) : drafted)) };
}

describe('checkBenchmark', () => {
  it('accepts what was generated', () => {
    expect(() => checkBenchmark(world)).not.toThrow();
  });

  it('refuses a paraphrase that uses a word of its gold', () => {
    const spoiled = withProbe('B', ({ probe, draft }) => ({
      draft,
      probe: { ...probe, query: `${probe.query} ${draft.gold[0]?.object.text}` },
    }));
    expect(() => checkBenchmark(spoiled)).toThrow(/shares .* with its gold/);
  });

  it('refuses a path whose ends meet in one object', () => {
    const drafted = world.drafted.find(({ probe }) => probe.family === 'D');
    const text = [...(drafted?.draft.names ?? []), ...(drafted?.draft.answers ?? [])].join(' and ');
    const objects = world.objects.map((object, index) => (index === 0 ? { ...object, text } : object));
    expect(() => checkBenchmark({ ...world, objects })).toThrow(/gives it away/);
  });

  it('refuses gold that is not in the corpus, and ids that repeat', () => {
    const lost = withProbe('A', ({ probe, draft }) => ({ draft, probe: { ...probe, gold: ['nowhere'] } }));
    expect(() => checkBenchmark(lost)).toThrow(/nowhere is not in the corpus/);
    const first = world.objects[0];
    const twice = { ...world, objects: first ? [first, first, ...world.objects.slice(2)] : [] };
    expect(() => checkBenchmark(twice)).toThrow(/ids repeat/);
  });

  it('refuses an object that is filed under a name that it does not mention', () => {
    const objects = world.objects.map((object, index) => (index === 0 ? { ...object, entities: ['Nowhere'] } : object));
    expect(() => checkBenchmark({ ...world, objects })).toThrow(/does not name Nowhere/);
  });

  it('refuses outdated gold for a question about the present', () => {
    const spoiled = withProbe(
      'F',
      ({ probe, draft }) => {
        const old = draft.stale?.find(({ object }) => object.fact && !object.fact.validTo);
        const gold = old ? [old] : [];
        const stale = probe.stale.filter((id) => id !== old?.id);
        return {
          draft: { ...draft, gold },
          probe: { ...probe, gold: gold.map(({ id }) => id), stale, negatives: {} },
        };
      },
      'current',
    );
    expect(() => checkBenchmark(spoiled)).toThrow(/is outdated/);
  });

  it('refuses gold that did not hold at the time asked about', () => {
    const index = world.drafted.findIndex(({ draft }) => draft.at !== undefined && draft.knownAt === undefined);
    const drafted = world.drafted.map(({ probe, draft }, place) =>
      place === index ? { probe, draft: { ...draft, at: Date.UTC(2020, 0, 1) } } : { probe, draft },
    );
    expect(() => checkBenchmark({ ...world, drafted })).toThrow(/did not hold then/);
  });

  it('refuses gold that was not yet known at the time whose knowledge is asked for', () => {
    const index = world.drafted.findIndex(({ draft }) => draft.family === 'G' && draft.knownAt !== undefined);
    const drafted = world.drafted.map(({ probe, draft }, place) =>
      place === index ? { probe, draft: { ...draft, knownAt: Date.UTC(2020, 0, 1) } } : { probe, draft },
    );
    expect(() => checkBenchmark({ ...world, drafted })).toThrow(/was not known/);
  });

  it('refuses a question without an answer that has one after all', () => {
    const spoiled = withProbe('H', ({ probe, draft }) => ({
      probe,
      draft: { ...draft, answeredBy: ({ id }) => id === world.objects[5]?.id },
    }));
    expect(() => checkBenchmark(spoiled)).toThrow(/is an answer/);
  });

  it('refuses a question without hard negatives', () => {
    const easy = withProbe('E', ({ probe, draft }) => ({ draft, probe: { ...probe, negatives: {} } }));
    expect(() => checkBenchmark(easy)).toThrow(/no causal negative/);
  });

  it('refuses openings that betray the family', () => {
    const drafted = world.drafted.map(({ probe, draft }) => ({
      draft,
      probe: { ...probe, query: `${probe.family}x ${probe.query}` },
    }));
    expect(() => checkBenchmark({ ...world, drafted })).toThrow(/guessed from three words/);
  });
});
