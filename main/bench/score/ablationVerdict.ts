import type { AblationVerdict, BenchResults, ProbeFamily } from '../../contract/bench.ts';
import type { BootstrapOptions } from './bootstrap.ts';
import { aligned, differences } from './compareRuns.ts';
import { againstOracleOf } from './scoreProbe.ts';
import { scoreRun } from './scoreRun.ts';

/**
 * Whether what an ablation took out earns its keep: it does where the engine without it loses points, and the whole 95 %
 * interval of the loss lies above 0. Both runs' regret is against the oracle of the whole engine.
 */
export function ablationVerdict(
  name: string,
  whole: BenchResults,
  ablated: BenchResults,
  options: BootstrapOptions,
): AblationVerdict {
  const [without, full] = aligned(againstOracleOf(ablated.probes, whole.probes), whole.probes);
  const losses = differences(without, full, options);
  const families = Object.entries(losses).flatMap(([key, { mean }]) =>
    key.startsWith('family ') ? [[key.slice('family '.length), mean]] : [],
  );
  return {
    name,
    setup: ablated.setup,
    total: scoreRun(without).total,
    loss: losses.total,
    families: Object.fromEntries(families) as Partial<Record<ProbeFamily, number>>,
    verdict: losses.total.low > 0 ? 'earns its keep' : 'does not',
  };
}
