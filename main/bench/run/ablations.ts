import type { BenchSetup } from '../../contract/bench.ts';

/** What one run of an ablation takes out of the engine. */
export interface Variant {
  readonly name: string;
  readonly change: Partial<Pick<BenchSetup, 'without' | 'fusion' | 'paths'>>;
}

/** The engine as the setup says. */
export const whole: Variant = { name: 'whole engine', change: {} };

/** The nine of recall.md §21. */
export const ablations: readonly Variant[] = [
  { name: 'no BM25', change: { without: ['search'] } },
  { name: 'no semantic', change: { without: ['recall'] } },
  { name: 'no graph', change: { without: ['graph'] } },
  { name: 'no associate', change: { without: ['associate'] } },
  { name: 'no causal', change: { without: ['causal'] } },
  { name: 'no temporal', change: { without: ['temporal'] } },
  { name: 'no fusion', change: { fusion: false } },
  { name: 'semantic only', change: { paths: ['recall'] } },
  { name: 'BM25 only', change: { paths: ['search'] } },
];

/** Each expansion by itself. */
const expansionAblations: readonly Variant[] = [
  { name: 'no entity expansion', change: { without: ['expand-entity'] } },
];

/** What an ablation of this setup runs beside the whole engine. */
export function ablationsOf({ expansions = false }: BenchSetup): readonly Variant[] {
  return expansions ? expansionAblations : ablations;
}
