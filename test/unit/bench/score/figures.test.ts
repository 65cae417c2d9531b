import { expect, test } from 'vitest';
import { figuresOf, riskByCoverage } from '../../../../main/bench/score/figures.ts';
import { scoreBenchmark } from '../../../../main/bench/score/scoreBenchmark.ts';
import { answer, probe, result } from './builders.ts';

function rowsOf(answers: readonly { right: boolean; confidence: number; sealed?: boolean; total?: number }[]) {
  const probes = answers.map(({ sealed = false }, at) => probe({ id: `p${at}`, about: { sealed } }));
  const asked = new Map(
    answers.map(({ right, confidence, total = 1 }, at) => [
      `p${at}`,
      {
        answer: answer([result([right ? 'g' : 'x'])], { confidence, latencyMs: { total } }),
        sessionId: null,
        forced: {},
      },
    ]),
  );
  return scoreBenchmark(probes, asked, { oracle: false, stored: new Map() }).probes;
}

test('risk grows with coverage where confidence knows what is wrong', () => {
  const rows = rowsOf([
    { right: false, confidence: 0.2 },
    { right: true, confidence: 0.9 },
    { right: true, confidence: 0.8 },
    { right: false, confidence: 0.2 },
  ]);
  expect(riskByCoverage(rows)).toEqual([
    { coverage: 0.25, risk: 0, confidence: 0.9 },
    { coverage: 0.5, risk: 0, confidence: 0.8 },
    { coverage: 1, risk: 0.5, confidence: 0.2 },
  ]);
});

test('who answers nothing covers nothing', () => {
  expect(riskByCoverage([])).toEqual([]);
});

test('sealed phrasings are told apart, and latency by percentiles', () => {
  const figures = figuresOf(
    rowsOf([
      { right: true, confidence: 1, total: 10 },
      { right: true, confidence: 1, total: 20 },
      { right: false, confidence: 1, total: 30, sealed: true },
    ]),
  );
  expect(figures.bySealed).toEqual({ open: 1, sealed: 0 });
  expect(figures.latencyMs).toEqual({ total: { p50: 20, p95: 30 } });
  expect(figuresOf(rowsOf([{ right: true, confidence: 1 }])).bySealed.sealed).toBeNull();
});
