import { expect, test } from 'vitest';
import { failureOf, type Known } from '../../../../main/bench/score/failureCode.ts';
import { measure } from '../../../../main/bench/score/measures.ts';
import { scoreBenchmark } from '../../../../main/bench/score/scoreBenchmark.ts';
import { missingAnswer } from '../../../../main/bench/score/scoredAnswer.ts';
import type { Probe, ProbeAnswer } from '../../../../main/contract/bench.ts';
import { answer, listed, probe, result } from './builders.ts';

const everything: Known = { stored: new Set(['g', 'h', 'old']), structured: null };
const path = (path: 'associate' | 'graph') => result(['g'], { paths: [path], structural: true });

function failure(one: Probe, given: ProbeAnswer, forced: Record<string, ProbeAnswer> = {}, known = everything) {
  return failureOf({ probe: one, answer: given, ...measure(one, given) }, forced, known);
}

test('gold in the top 5 is no failure, wherever it stands there', () => {
  expect(failure(probe(), listed('x', 'g'))).toBeNull();
  expect(failure(probe({ family: 'H', gold: [] }), answer([]))).toBeNull();
});

test('W0: it is not in the store', () => {
  expect(failure(probe(), listed('x'), {}, { stored: new Set(), structured: null })).toEqual({
    code: 'W0',
    evidence: 'g is not in the store.',
  });
});

test('W1: it is stored, and no structure of it was built', () => {
  const known = { ...everything, structured: new Set<string>() };
  expect(failure(probe({ family: 'C' }), listed('g'), {}, known)?.code).toBe('W1');
  expect(failure(probe({ family: 'B' }), listed('x'), {}, known)?.code).toBe('R2');
  expect(failure(probe({ family: 'C' }), listed('g'), {}, { ...everything, structured: new Set(['g']) })?.code).toBe(
    'R1',
  );
});

test('R0: nothing was looked for', () => {
  expect(failure(probe(), answer([]))).toEqual({ code: 'R0', evidence: 'g was not looked for: no path was asked.' });
});

test('R1: another route shows it', () => {
  expect(
    failure(probe(), listed('x'), { search: listed('x'), recall: answer([result(['g'], { paths: ['recall'] })]) }),
  ).toEqual({
    code: 'R1',
    evidence: 'recall shows g at rank 1; asked: search.',
  });
});

test('R1: a text was found where only a relation counts, and the path for it was not asked', () => {
  const forced = { search: listed('g'), associate: answer([path('associate')]) };
  expect(failure(probe({ family: 'C' }), listed('g'), forced)?.code).toBe('R1');
});

test('R2: no route shows it', () => {
  expect(failure(probe(), listed('x'), { search: listed('x'), all: listed('y') })?.code).toBe('R2');
});

test('R2: the engine could not look, or gave no answer', () => {
  expect(failure(probe(), missingAnswer)?.code).toBe('R2');
  expect(failure(probe({ family: 'H', gold: [] }), missingAnswer)?.code).toBe('R2');
});

test('R3: it is below the top 5', () => {
  const negatives = { lexical: ['1'] };
  expect(failure(probe({ negatives }), listed('1', '2', '3', '4', '5', 'g'))).toEqual({
    code: 'R3',
    evidence: 'g is at rank 6, behind 1 (search; negative: lexical).',
  });
});

test('R3: it was found and left out', () => {
  const given = { ...listed('x'), dropped: [{ itemId: 'g', reason: 'superseded' }] };
  expect(failure(probe(), given)).toEqual({ code: 'R3', evidence: 'g was found and left out as superseded.' });
});

test('R3: a path that was asked shows it, and together with others it fell out', () => {
  const given = answer([result(['x'], { paths: ['search', 'recall'] })]);
  expect(failure(probe(), given, { search: listed('g') })?.code).toBe('R3');
});

test('R3: what is superseded stands above what holds', () => {
  expect(failure(probe({ mode: 'current', stale: ['old'] }), listed('old', 'g'))).toEqual({
    code: 'R3',
    evidence: 'The superseded old is at rank 1, above what holds now.',
  });
});

test('R3: what held then is not first', () => {
  const negatives = { temporal: ['x'] };
  expect(failure(probe({ mode: 'asof', negatives }), listed('x', 'g'))?.evidence).toBe(
    'What held then is at rank 2, behind x (search; negative: temporal).',
  );
});

test('R3: something was shown although nothing qualifies', () => {
  const h = probe({ family: 'H', gold: [], negatives: { entity: ['x'] } });
  expect(failure(h, listed('x', 'y'))).toEqual({
    code: 'R3',
    evidence: 'Nothing qualifies, yet the status is found with 2 shown. The first is x (search; negative: entity).',
  });
});

test('of several missing objects the earliest stage is the reason', () => {
  const given = { ...listed('x'), dropped: [{ itemId: 'g', reason: 'superseded' }] };
  const known = { stored: new Set(['g']), structured: null };
  expect(failure(probe({ gold: ['g', 'h'] }), given, {}, known)?.code).toBe('W0');
});

test('where the store does not say, a structure that some answer of the run shows was built', () => {
  const probes = [
    probe({ id: '1', family: 'C' }),
    probe({ id: '2', family: 'D' }),
    probe({ id: '3', family: 'C', gold: ['h'] }),
  ];
  const asked = new Map(
    probes.map(({ id }) => [
      id,
      { answer: listed('x'), sessionId: null, forced: id === '2' ? { all: answer([path('graph')]) } : {} },
    ]),
  );
  const stored = new Map([['default', new Set(['g', 'h'])]]);
  const rows = scoreBenchmark(probes, asked, { oracle: false, stored }).probes;
  expect(rows.map(({ failure }) => failure?.code)).toEqual(['R1', 'R1', 'W1']);
});

test('where the store says that it holds the structure, what no answer shows was not found', () => {
  const probes = [probe({ id: '1', family: 'D' }), probe({ id: '2', family: 'F', gold: ['h'] })];
  const asked = new Map(
    probes.map(({ id }) => [id, { answer: listed('x'), sessionId: null, forced: { all: listed('x') } }]),
  );
  const stored = new Map([['default', new Set(['g', 'h'])]]);
  const structured = new Map([['default', new Set(['g'])]]);
  const rows = scoreBenchmark(probes, asked, { oracle: false, stored, structured }).probes;
  expect(rows.map(({ failure }) => failure?.code)).toEqual(['R1', 'W1']);
});
