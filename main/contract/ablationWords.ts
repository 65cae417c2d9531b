import type { AblationVerdict } from './bench.ts';

/** The verdict on an ablation in words. Where all but some paths were taken out, it is one on those others. */
export function ablationWords({ setup, verdict }: Pick<AblationVerdict, 'setup' | 'verdict'>): string {
  if (setup.paths === undefined) return verdict;
  return verdict === 'earns its keep' ? 'the other paths earn their keep' : 'the other paths do not';
}
