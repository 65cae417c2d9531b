import type { Conversation } from '../../main/bench/convert/locomo.ts';
import { ranksOf, recallAt } from '../../main/bench/score/measures.ts';
import type { ForcedPath } from '../../main/contract/packet.ts';
import type { Daemon } from '../../main/daemon.ts';

interface Judgement {
  readonly confidence: number;
  readonly answerable: boolean;
  /** Some of its evidence is among the first five. */
  readonly found: boolean;
}

export interface Abstention {
  readonly name: string;
  readonly answerable: number;
  readonly adversarial: number;
  /** The chance that an answerable question gets more confidence than an adversarial one; .5 is guessing. */
  readonly auc: number;
  /** Of the questions with the highest confidence, a tenth more each time: the share that is no right answer. */
  readonly riskCoverage: readonly { readonly coverage: number; readonly risk: number }[];
}

/** How well confidence tells questions with an answer from those that put one's deed on another (category 5). */
export async function evaluateAbstention(
  daemon: Daemon,
  conversations: readonly Conversation[],
  name: string,
  paths?: ForcedPath[],
): Promise<Abstention> {
  const judged: Judgement[] = [];
  for (const { id, questions } of conversations) {
    for (const { query, category, evidence } of questions) {
      const answerable = category !== 5;
      if (answerable && evidence.length === 0) continue;
      const { confidence, results } = await daemon.caller.call('retrieve', {
        ...{ query, k: 10, namespaces: [id], tokenBudget: 50_000 },
        ...(paths ? { paths } : {}),
      });
      const shown = results.map(({ itemId }) => [itemId.slice(id.length + 1)]);
      judged.push({ confidence, answerable, found: answerable && recallAt(5, ranksOf(evidence, shown)) > 0 });
    }
  }
  const [yes, no] = [judged.filter(({ answerable }) => answerable), judged.filter(({ answerable }) => !answerable)];
  return {
    ...{ name, answerable: yes.length, adversarial: no.length },
    auc: areaUnderCurve(
      yes.map(({ confidence }) => confidence),
      no.map(({ confidence }) => confidence),
    ),
    riskCoverage: riskCoverage(judged),
  };
}

/** The area under the ROC curve as a rank sum: pairs in the right order, ties by half (Hanley and McNeil 1982). */
export function areaUnderCurve(positives: readonly number[], negatives: readonly number[]): number {
  const wins = positives.reduce(
    (sum, yes) => sum + negatives.reduce((of, no) => of + (yes > no ? 1 : yes === no ? 0.5 : 0), 0),
    0,
  );
  return wins / (positives.length * negatives.length);
}

function riskCoverage(judged: readonly Judgement[]): Abstention['riskCoverage'] {
  const sorted = judged.toSorted((a, b) => b.confidence - a.confidence);
  return Array.from({ length: 10 }, (_, at) => {
    const coverage = (at + 1) / 10;
    const kept = sorted.slice(0, Math.round(coverage * sorted.length));
    return { coverage, risk: kept.filter(({ found }) => !found).length / kept.length };
  });
}

export function printAbstention({ name, answerable, adversarial, auc, riskCoverage }: Abstention): void {
  console.log(
    `${name}: AUC ${auc.toFixed(3)} of confidence, ${answerable} answerable against ${adversarial} adversarial`,
  );
  const points = riskCoverage.map(({ coverage, risk }) => `${Math.round(coverage * 100)} % ${risk.toFixed(3)}`);
  console.log(`  risk at coverage: ${points.join('  ')}`);
}
