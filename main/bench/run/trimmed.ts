import type { BenchResults, ProbeRow } from '../../contract/bench.ts';

/**
 * Results as a frozen baseline keeps them: all that a comparison and the gate read, without what each result and each
 * forced route was.
 */
export function trimmed(results: BenchResults): BenchResults {
  return { ...results, probes: results.probes.map(trimmedRow) };
}

function trimmedRow(row: ProbeRow): ProbeRow {
  const { probe, answer } = row;
  return {
    ...row,
    probe: { ...probe, negatives: {} },
    sessionId: null,
    answer: {
      ...answer,
      results: answer.results.map(({ provenance }) => ({ counts: [], paths: [], structural: false, provenance })),
      dropped: [],
      latencyMs: {},
    },
    byRoute: {},
  };
}
