import type { VerifyReason } from '../contract/packet.ts';
import type { VolatilityClass } from './volatility.ts';

/** What is weighed before a memory is relied on. */
export interface Reliance {
  readonly class: Pick<VolatilityClass, 'volatile' | 'horizon'>;
  /** Milliseconds since it was last said. */
  readonly age: number;
  /** It tells of a time that is over: nothing that happens now can change it. */
  readonly over: boolean;
  readonly contested: boolean;
  /** The asker is about to change something outside by it. */
  readonly acting: boolean;
  /** Who relied on it before reported a failure. */
  readonly failedBefore: boolean;
  readonly sourceChanged: boolean;
}

/**
 * Why a memory is to be checked against the world first; empty where nothing speaks for it (memory.md §6.8). Growing
 * older only ever adds a reason, and of what is stable for good age alone is none.
 */
export function verifyFirst(reliance: Reliance): VerifyReason[] {
  const { class: kind, age, over, contested, acting, failedBefore, sourceChanged } = reliance;
  const reasons: [VerifyReason, boolean][] = [
    ['volatile', kind.volatile && !over],
    ['past-horizon', !over && kind.horizon !== null && age > kind.horizon],
    ['contested', contested],
    ['about-to-act', acting],
    ['failed-before', failedBefore],
    ['source-changed', sourceChanged],
  ];
  return reasons.flatMap(([reason, holds]) => (holds ? [reason] : []));
}
