import type { TimeQuestion } from '../contract/packet.ts';
import { fromInstant } from '../contract/time.ts';
import type { Frame } from '../projections/standing.ts';
import type { PathAnswer } from './ask.ts';
import { type PastAsked, pastAsked, pastModes } from './pastTexts.ts';
import type { Request } from './request.ts';

/** From where everything is judged: the asker's present, or the time that the question names. */
export interface View {
  readonly frame: Frame;
  /** Past states are wanted: they are shown with their labels instead of being hidden. */
  readonly includeHistorical: boolean;
  /** What the question asks of time, where a path that reads time found what it is about; else null. */
  readonly time: TimeQuestion | null;
  /** A state of the past that is asked for, where no slot answers. */
  readonly past: PastAsked | null;
}

/**
 * A time in the words counts once `temporal` knows what they are about: "in 2019" is a state's date only where there is a
 * state; elsewhere it is one more thing that a text may say, unless the text was replaced and held just then. Where a
 * relation answers the question, the time at which it was walked counts.
 */
export function viewOf({ params, now }: Pick<Request, 'params' | 'now'>, answers: readonly PathAnswer[]): View {
  const temporal = answers.find(({ path }) => path === 'temporal')?.result;
  const linked = temporal !== undefined && (temporal.candidates.length > 0 || temporal.absence !== undefined);
  const walked = answers.find(
    ({ path, result }) => (path === 'associate' || path === 'graph') && result.time !== undefined,
  );
  // A slot that answers knows best what is asked of its time.
  const bySlot = linked ? (temporal.time ?? null) : null;
  const isSlotAsked = temporal?.candidates.some(({ asked }) => asked) === true;
  const time = (isSlotAsked ? bySlot : null) ?? walked?.result.time ?? bySlot;
  return {
    frame: {
      at: time?.mode === 'at' ? (fromInstant(time.at) ?? now) : now,
      knownAt: fromInstant(params.knownAt) ?? fromInstant(time?.knownAt),
    },
    includeHistorical: params.includeHistorical || (time !== null && pastModes.has(time.mode)),
    time,
    past: time !== null || linked ? null : pastAsked(temporal?.time, now),
  };
}
