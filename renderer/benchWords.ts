import type {
  BenchDiagnosis,
  BenchmarkFormat,
  BenchSetup,
  BenchStatus,
  FailureCode,
  Probe,
  ProbeFamily,
  R4Score,
} from '../main/contract/index.ts';

/** The window's words for the names of benchmarks, in one place. */
export const familyWords: Record<ProbeFamily, { readonly name: string; readonly meaning: string }> = {
  A: { name: 'lexical', meaning: 'Exact words and identifiers' },
  B: { name: 'semantic', meaning: 'The same thing in other words' },
  C: { name: 'association', meaning: 'What belongs to a thing' },
  D: { name: 'graph', meaning: 'Relations over several steps' },
  E: { name: 'causal', meaning: 'Why something happened' },
  F: { name: 'temporal', meaning: 'What holds now, or held then' },
  G: { name: 'fused', meaning: 'What takes several paths' },
  H: { name: 'no answer', meaning: 'Nothing qualifies, and nothing is the answer' },
};

/** What a question asks for; null where that goes without saying. */
export const modeWords: Record<Probe['mode'], string | null> = {
  current: 'asks for the present',
  asof: 'asks for a time past',
  history: 'asks how it went',
  open: null,
  null: null,
};

/** All eight, in their order. */
export const probeFamilies = Object.keys(familyWords) as ProbeFamily[];

export const partWords: Record<keyof R4Score['parts'], { readonly name: string; readonly meaning: string }> = {
  candidateRecall: { name: 'Candidate recall', meaning: 'Gold in the top 5, each family counting the same' },
  ranking: { name: 'Ranking', meaning: 'nDCG@5 and reciprocal rank, families A–G' },
  route: { name: 'Route selection', meaning: 'How near the chosen route comes to the best one' },
  temporal: { name: 'Temporal', meaning: 'No superseded answer above the present one; the right one as of then' },
  support: { name: 'Support', meaning: 'All pieces of a chain in the top 10, families D and G' },
  negative: { name: 'Negative precision', meaning: 'Nothing shown where nothing qualifies' },
  provenance: { name: 'Provenance', meaning: 'Results with all seven fields of their origin' },
};

/** A name that comparisons give a part: the contract's own, or one that it may gain. */
export function partName(part: string): string {
  return part in partWords ? partWords[part as keyof typeof partWords].name : part;
}

export const failureWords: Record<FailureCode, string> = {
  W0: 'never stored',
  W1: 'stored, but its structure was not made',
  R0: 'memory was not asked',
  R1: 'the wrong path was asked',
  R2: 'no path found it',
  R3: 'found, but ranked too low or outranked by what does not hold',
  A0: 'in the context, but ignored',
  U0: 'noticed, but not followed',
  P0: 'an intention did not surface at its cue',
  P1: 'a finished intention fired again',
  S0: 'the procedure was not retrieved',
  S1: 'the procedure was not followed',
};

export const runStateWords: Record<BenchStatus['state'], string> = {
  running: 'running',
  finished: 'finished',
  cancelled: 'cancelled',
  failed: 'failed',
  interrupted: 'interrupted',
};

export const runStageWords: Record<BenchStatus['stage'], string> = {
  starting: 'Starting',
  loading: 'Loading the corpus',
  vectors: 'Making vectors',
  asking: 'Asking',
  scoring: 'Scoring',
  done: 'Done',
};

export const verdictWords: Record<BenchDiagnosis['verdict'], string> = {
  routing: 'Routing',
  retrievers: 'Retrievers',
  both: 'Both',
  neither: 'Neither',
};

export const benchmarkFormatWords: Record<BenchmarkFormat, string> = {
  locomo: 'LoCoMo',
  beir: 'BEIR',
  musique: 'MuSiQue',
  endoflife: 'endoflife',
  factconsolidation: 'FactConsolidation',
};

/** What is run by its short name: `R4-small`, or the last part of a folder's path. */
export function benchmarkName(benchmark: string): string {
  if (benchmark.startsWith('r4-')) return `R4-${benchmark.slice('r4-'.length)}`;
  return benchmark.split(/[\\/]/).filter(Boolean).at(-1) ?? benchmark;
}

/** How a run differs from the plain one: `full, today`, `prose, simplest, without causal`. */
export function setupWords(setup: BenchSetup): string {
  const { structure, policy, paths, without, fusion, oracle, seed } = setup;
  return [
    structure,
    policy,
    ...(paths === undefined ? [] : [`${paths.join(' + ')} forced`]),
    ...(without.length === 0 ? [] : [`without ${without.join(', ')}`]),
    ...(fusion ? [] : ['no fusion']),
    ...(oracle ? [] : ['no oracle']),
    ...(seed === undefined ? [] : [`seed ${seed}`]),
  ].join(', ');
}

/** A difference with its sign: `+1.4`, `−0.6`, `0.0`. */
export function signed(value: number, digits = 1): string {
  const text = Math.abs(value).toFixed(digits);
  if (Number(text) === 0) return text;
  return `${value > 0 ? '+' : '−'}${text}`;
}
