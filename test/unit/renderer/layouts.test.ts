import { describe, expect, test } from 'vitest';
import type { EvidencePacket, RetrievalPath, Trace, TraceCandidate, TraceStage } from '../../../main/contract/index.ts';
import { histogram } from '../../../renderer/parts/histogram.ts';
import { pipelineLayout, stagesOf } from '../../../renderer/parts/pipelineLayout.ts';
import { rankLayout } from '../../../renderer/parts/rankLayout.ts';

const stage = (name: TraceStage['stage'], startMs: number, latencyMs: number): TraceStage => ({
  stage: name,
  startMs,
  latencyMs,
  in: null,
  out: null,
  detail: {},
});

const run = (path: 'search' | 'recall', latencyMs: number): EvidencePacket['steps'][number] => ({
  path,
  version: '1',
  status: 'ok',
  reason: null,
  candidates: 10,
  lagging: 0,
  latencyMs,
});

describe('pipelineLayout', () => {
  const stages = [stage('need_detected', 0, 1), stage('candidates_retrieved', 1, 8), stage('fused', 9, 1)];

  test('places boxes side by side and bars in proportion to their time', () => {
    const { boxes } = pipelineLayout(stages, [], 10, 1002);
    expect(boxes.map(({ x }) => Math.round(x))).toEqual([0, 339, 677]);
    expect(boxes.map(({ from, to }) => [Math.round(from), Math.round(to)])).toEqual([
      [1, 101],
      [101, 901],
      [901, 1001],
    ]);
  });

  test('starts each path with the retrieval that ran it', () => {
    const escalated = [...stages, stage('candidates_retrieved', 10, 5), stage('fused', 15, 1)];
    const { lanes } = pipelineLayout(escalated, [run('search', 3), run('search', 2), run('recall', 5)], 16, 1000);
    expect(lanes.map(({ startMs }) => startMs)).toEqual([1, 10, 1]);
  });

  test('draws a packet without a trace from its own times, end to end', () => {
    const packet = { latencyMs: { total: 3, need_detected: 1, fused: 2 } } as unknown as EvidencePacket;
    expect(stagesOf(packet, null).map(({ stage: name, startMs }) => [name, startMs])).toEqual([
      ['need_detected', 0],
      ['fused', 1],
    ]);
    const trace = { stages } as unknown as Trace;
    expect(stagesOf(packet, trace)).toBe(stages);
  });
});

describe('rankLayout', () => {
  const candidate = (retriever: RetrievalPath, rank: number, item: string, shown: boolean) =>
    ({
      retriever,
      candidateMemoryId: item,
      candidateRank: rank,
      candidateScore: 1,
      selectedForContext: shown,
      droppedReason: shown ? null : 'beyond-k',
    }) as unknown as TraceCandidate;
  const results = [
    { itemId: 'a', rank: 1 },
    { itemId: 'b', rank: 2 },
  ] as unknown as EvidencePacket['results'];

  test('puts the final ranks between two paths', () => {
    const { columns } = rankLayout(
      [candidate('search', 1, 'a', true), candidate('recall', 2, 'a', true)],
      results,
      400,
    );
    expect(columns.map(({ name }) => name)).toEqual(['search', 'final', 'recall']);
  });

  test('gives each of six paths a column within the picture, in the order of the window, and the final ranks the last', () => {
    const paths = ['temporal', 'causal', 'graph', 'associate', 'recall', 'search'] as const;
    const { columns, lines } = rankLayout(
      paths.map((path) => candidate(path, 1, 'a', true)),
      results,
      398,
    );
    expect(columns.map(({ name }) => name)).toEqual([...[...paths].reverse(), 'final']);
    expect(columns.every(({ x }) => x >= 20 && x <= 378)).toBe(true);
    expect(lines.every(({ d }) => d !== null)).toBe(true);
  });

  test('draws a line for what was shown and none for what was left out', () => {
    const { lines } = rankLayout([candidate('search', 1, 'a', true), candidate('search', 2, 'c', false)], results, 400);
    expect(lines.map(({ itemId, d, droppedReason }) => [itemId, d !== null, droppedReason])).toEqual([
      ['a', true, null],
      ['c', false, 'beyond-k'],
    ]);
  });

  test('keeps a deep candidate that was shown at the foot, and counts the other deep ones', () => {
    const deep = [candidate('search', 80, 'b', true), candidate('search', 81, 'c', false)];
    const { lines, hidden } = rankLayout(deep, results, 400);
    expect(lines.map(({ itemId, below }) => [itemId, below])).toEqual([['b', true]]);
    expect(hidden).toBe(1);
  });
});

describe('histogram', () => {
  const at = (day: string) => Date.parse(`${day}T12:00:00Z`);

  test('stacks the events of a day by type, and every event is in one bar', () => {
    const { unit, bars } = histogram(
      [
        { at: at('2026-03-01'), type: 'observation' },
        { at: at('2026-03-01'), type: 'import' },
        { at: at('2026-03-03'), type: 'observation' },
      ],
      500,
      50,
    );
    expect(unit).toBe('day');
    expect(bars.map(({ count }) => count)).toEqual([2, 0, 1]);
    expect(bars[0]?.parts.map(({ type, count }) => [type, count])).toEqual([
      ['import', 1],
      ['observation', 1],
    ]);
  });

  test('goes over to longer units where days would not fit', () => {
    const years = [at('1990-01-01'), at('2026-01-01')].map((time) => ({ at: time, type: 'observation' as const }));
    expect(histogram(years, 300, 50).unit).toBe('year');
    expect(histogram([], 300, 50).bars).toEqual([]);
  });
});
