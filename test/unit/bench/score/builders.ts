import { type Asked, type Scored, scoreBenchmark } from '../../../../main/bench/score/scoreBenchmark.ts';
import { forcedRoutes } from '../../../../main/bench/score/scoreProbe.ts';
import type { BenchResults, Probe, ProbeAnswer, ScoredResult } from '../../../../main/contract/bench.ts';
import type { EvidencePacket, EvidenceResult, RetrievalPath } from '../../../../main/contract/packet.ts';

const now = '2026-03-01T12:00:00.000Z';

export function probe(overrides: Partial<Probe> = {}): Probe {
  return {
    id: 'p',
    family: 'A',
    query: 'Which version rejects stale actions?',
    now,
    mode: 'open',
    gold: ['g'],
    stale: [],
    negatives: {},
    ...overrides,
  };
}

export function result(counts: readonly string[], overrides: Partial<ScoredResult> = {}): ScoredResult {
  return { counts: [...counts], paths: ['search'], structural: false, provenance: 7, ...overrides };
}

export function answer(results: readonly ScoredResult[], overrides: Partial<ProbeAnswer> = {}): ProbeAnswer {
  const executed = [...new Set(results.flatMap(({ paths }) => paths))];
  return {
    status: results.length === 0 ? 'none' : 'found',
    confidence: 0.9,
    executed,
    calls: executed.length,
    results: [...results],
    dropped: [],
    latencyMs: { total: 5 },
    ...overrides,
  };
}

/** One result for each id, in this order. */
export function listed(...ids: string[]): ProbeAnswer {
  return answer(ids.map((id) => result([id])));
}

export function evidence(overrides: Partial<EvidenceResult> = {}): EvidenceResult {
  return {
    resultId: 'r_1',
    itemId: 'a',
    namespace: 'default',
    kind: 'memory',
    text: 'foundation_router v1.5.2 rejects stale actions.',
    excerpt: null,
    title: null,
    author: null,
    thread: null,
    caption: null,
    occurredAt: now,
    derivedFrom: ['a'],
    document: null,
    fact: null,
    edges: [],
    stale: [],
    episodeId: null,
    rank: 1,
    score: 3.2,
    paths: [{ path: 'search', rank: 1, score: 3.2 }],
    because: [],
    source: 'notes.md',
    timestamp: now,
    validity: {
      validFrom: null,
      validTo: null,
      recordedAt: now,
      knownAt: now,
      isCurrent: true,
      supersedes: [],
      supersededBy: [],
    },
    memoryStatus: {
      source: 'notes.md',
      retrievedAt: now,
      age: 0,
      validTime: { from: null, to: null },
      authority: 0.5,
      confidence: 1,
      contradictoryEvidence: [],
      currentness: 'current',
    },
    eventId: 'e_1',
    ...overrides,
  };
}

export function edge(itemId: string, support: readonly string[] = []): EvidenceResult['edges'][number] {
  return {
    itemId,
    from: 'Project A',
    relation: 'uses',
    to: 'Component B',
    validFrom: null,
    validTo: null,
    knownAt: now,
    isCurrent: true,
    support: [...support],
    confidence: 1,
  };
}

export function packet(results: readonly EvidenceResult[], overrides: Partial<EvidencePacket> = {}): EvidencePacket {
  return {
    sessionId: 's_1',
    query: 'Which version rejects stale actions?',
    namespaces: ['default'],
    status: 'found',
    confidence: 0.8,
    reason: 'search',
    missing: [],
    need: 'identifier',
    route: {
      primary: 'search',
      secondary: null,
      participants: ['search'],
      reasonCode: 'identifier',
      signals: {},
      escalation: null,
      forced: false,
      policyVersion: '1',
    },
    escalations: [],
    time: null,
    statement: null,
    steps: [step('search')],
    results: [...results],
    dropped: [],
    support: { required: 1, covered: 1 },
    latencyMs: { total: 4 },
    tokens: { used: 10, budget: 1000 },
    notices: [],
    ...overrides,
  };
}

export function step(path: RetrievalPath): EvidencePacket['steps'][number] {
  return { path, version: '1', status: 'ok', reason: null, candidates: 3, lagging: 0, latencyMs: 1 };
}

/** Which path finds a family's gold in the miniature; G needs two, and H nothing. */
export const finderOf = {
  A: ['search'],
  B: ['recall'],
  C: ['associate'],
  D: ['graph'],
  E: ['causal'],
  F: ['temporal'],
  G: ['recall', 'graph'],
  H: [],
} as const satisfies Record<Probe['family'], readonly RetrievalPath[]>;

/** Eight families of `each` probes: F asks for the present and the past by turns, D and G have two gold objects. */
export function miniature(each = 6): Probe[] {
  return (Object.keys(finderOf) as Probe['family'][]).flatMap((family) =>
    Array.from({ length: each }, (_, at) => {
      const id = `${family}${at}`;
      const gold = family === 'H' ? [] : family === 'D' || family === 'G' ? [`${id}.g1`, `${id}.g2`] : [`${id}.g1`];
      const temporal = at % 2 === 0 ? ('current' as const) : ('asof' as const);
      const mode = family === 'H' ? ('null' as const) : family === 'F' ? temporal : ('open' as const);
      return probe({
        id,
        family,
        query: `What about ${id}?`,
        gold,
        mode,
        stale: mode === 'current' ? [`${id}.old`] : [],
      });
    }),
  );
}

/** What some paths of a sound engine bring: gold first where they include a finder (G: each finds one), else distractors. */
export function soundAnswer({ id, family, gold }: Probe, paths: readonly RetrievalPath[]): ProbeAnswer {
  const finders: readonly RetrievalPath[] = finderOf[family];
  const present = finders.filter((path) => paths.includes(path));
  const executed = { executed: [...paths], calls: paths.length };
  if (family === 'H') return answer([], executed);
  const found =
    family === 'G' ? gold.filter((_, at) => present.includes(finders[at] ?? 'search')) : present.length > 0 ? gold : [];
  const noise = Array.from({ length: 10 - found.length }, (_, at) => `${id}.d${at}`);
  const hits = [
    ...found.map((one) => result([one], { paths: present, structural: true })),
    ...noise.map((one) => result([one], { paths: [paths[0] ?? 'search'] })),
  ];
  return answer(hits, executed);
}

/** A sound engine with a sound router, every route forced. */
export function soundRun(probes: readonly Probe[]): Map<string, Asked> {
  return new Map(
    probes.map((one) => {
      const paths = one.family === 'H' ? (['search'] as const) : finderOf[one.family];
      const forced = Object.fromEntries(forcedRoutes.map((route) => [route.name, soundAnswer(one, route.paths)]));
      return [one.id, { answer: soundAnswer(one, paths), sessionId: `s_${one.id}`, forced }];
    }),
  );
}

export function storedOf(probes: readonly Probe[]): Map<string, Set<string>> {
  return new Map([['default', new Set(probes.flatMap(({ gold, stale }) => [...gold, ...stale]))]]);
}

/** The sound run with each routed answer changed. */
export function scoredWith(change: (asked: Asked, one: Probe) => ProbeAnswer | null, probes = miniature()): Scored {
  const asked = new Map(
    [...soundRun(probes)].flatMap(([id, one]): [string, Asked][] => {
      const own = probes.find((candidate) => candidate.id === id);
      return own === undefined ? [] : [[id, { ...one, answer: change(one, own) }]];
    }),
  );
  return scoreBenchmark(probes, asked, { oracle: true, stored: storedOf(probes) });
}

export function resultsOf(scored: Scored, overrides: Partial<BenchResults> = {}): BenchResults {
  return {
    runId: 'run',
    setup: {
      benchmark: 'r4-small',
      structure: 'full',
      policy: 'today',
      without: [],
      fusion: true,
      oracle: true,
    },
    benchmark: { name: 'R4 small', corpusHash: 'c', probesHash: 'p', objects: 500, probes: scored.probes.length },
    versions: {
      commit: null,
      program: '0.1.0',
      policy: 'v0',
      policyHash: 'h',
      embedder: null,
      extraction: '1',
      paths: {},
    },
    machine: { platform: 'linux', arch: 'x64', cpus: 2, node: '24' },
    startedAt: now,
    finishedAt: now,
    ms: { load: 1, vectors: 1, ask: 1, total: 3 },
    ...scored,
    ...overrides,
  };
}
