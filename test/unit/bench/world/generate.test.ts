import { describe, expect, it } from 'vitest';
import { checkBenchmark, guessedShare } from '../../../../main/bench/world/checks.ts';
import { generateBenchmark, simulateWorld } from '../../../../main/bench/world/generate.ts';
import { knobs } from '../../../../main/bench/world/knobs.ts';
import { stripStructure } from '../../../../main/bench/world/stripStructure.ts';

const small = generateBenchmark({ seed: 1, size: 'small' });

describe('the benchmark of a seed', () => {
  it('is the same every time', () => {
    expect(generateBenchmark({ seed: 1, size: 'small' })).toEqual(small);
  });

  it('is another one for another seed', () => {
    const other = generateBenchmark({ seed: 2, size: 'small' });
    const queries = new Set(small.probes.map(({ query }) => query));
    expect(other.probes.filter(({ query }) => queries.has(query)).length).toBeLessThan(12);
  });

  it.each([1, 2, 3])('keeps its promises with seed %i', (seed) => {
    expect(() => checkBenchmark(simulateWorld({ seed, size: 'small' }))).not.toThrow();
  });

  it('asks 240 questions, thirty a family, a quarter of them in sealed words', () => {
    expect(small.probes).toHaveLength(240);
    for (const family of 'ABCDEFGH') {
      expect(small.probes.filter((probe) => probe.family === family)).toHaveLength(knobs.probesPerFamily);
    }
    expect(small.about.counts.sealed).toBe(60);
  });

  it('tells no family by the ids or the order of the questions', () => {
    expect(small.probes.map(({ id }) => id)).toEqual(
      Array.from({ length: 240 }, (_, index) => `p${String(index + 1).padStart(3, '0')}`),
    );
    const runs = small.probes.filter(({ family }, index) => family !== small.probes[index - 1]?.family);
    expect(runs.length).toBeGreaterThan(150);
  });

  it('asks for the knowledge of a past day in at least six questions of F, and in some of G', () => {
    const past = (family: string) =>
      small.probes.filter((probe) => probe.family === family && probe.knownAt !== undefined).length;
    expect(past('F')).toBeGreaterThanOrEqual(6);
    expect(past('G')).toBeGreaterThan(0);
  });

  it('is the beginning of the larger one, which asks the same', () => {
    const standard = generateBenchmark({ seed: 1, size: 'standard' });
    expect(standard.objects).toHaveLength(knobs.sizes.standard);
    expect(standard.objects.slice(0, small.objects.length)).toEqual(small.objects);
    expect(standard.probes).toEqual(small.probes);
  });

  it('reaches ten thousand objects', () => {
    expect(simulateWorld({ seed: 1, size: 'stress' }).objects).toHaveLength(knobs.sizes.stress);
  });
});

describe('stripStructure', () => {
  it('keeps ids and texts and nothing that extraction should earn', () => {
    const prose = small.objects.map(stripStructure);
    expect(prose.map(({ id, text }) => ({ id, text }))).toEqual(small.objects.map(({ id, text }) => ({ id, text })));
    for (const object of prose) {
      expect(object).not.toHaveProperty('fact');
      expect(object).not.toHaveProperty('edge');
      expect(object).not.toHaveProperty('cause');
      expect(object).not.toHaveProperty('episode');
      expect(object).not.toHaveProperty('entities');
      expect(object).not.toHaveProperty('supersedes');
    }
  });
});

describe('guessedShare', () => {
  it('is high where openings betray the family', () => {
    const betrayed = small.probes.map((probe) => ({ ...probe, query: `${probe.family}x ${probe.query}` }));
    expect(guessedShare(betrayed)).toBeGreaterThan(0.9);
  });

  it('is low as the questions stand', () => {
    expect(guessedShare(small.probes)).toBeLessThan(knobs.guessLimit);
  });
});
