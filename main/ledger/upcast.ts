import type { z } from 'zod';
import { PiperError } from '../base/errors.ts';
import { type EventType, eventPayloads } from '../contract/events.ts';

/** Turns a payload of one schema version into one of the next. */
export type Upcaster = (payload: unknown) => unknown;

/** What each event type's payload looks like today, and how older ones are read. */
export interface EventFormats {
  readonly payloads: Readonly<Record<EventType, { readonly version: number; readonly schema: z.ZodType }>>;
  /** By type, in order: the first turns version 1 into 2, the second 2 into 3. A type without a list has one version. */
  readonly upcasters: Readonly<Partial<Record<EventType, readonly Upcaster[]>>>;
}

/** All payloads are of their first version. */
export const currentFormats: EventFormats = { payloads: eventPayloads, upcasters: {} };

/**
 * A stored payload in today's form. The stored one never changes.
 *
 * Throws PiperError `store-newer` when a later version of the program wrote it.
 */
export function upcast(formats: EventFormats, type: EventType, version: number, payload: unknown): unknown {
  const newest = formats.payloads[type]?.version;
  // A type that only a later version knows is passed on as it is: projections pass over what they do not know.
  if (newest === undefined || version === newest) return payload;
  if (version > newest) {
    throw new PiperError(
      'store-newer',
      `The ledger holds a ${type} of schema version ${version}; this program reads up to version ${newest}.`,
      'Start the newer version of Piper Memory that wrote it.',
    );
  }
  const steps = formats.upcasters[type]?.slice(version - 1, newest - 1) ?? [];
  if (steps.length !== newest - version) throw new Error(`no upcaster for ${type} from version ${version}`);
  return steps.reduce((older, step) => step(older), payload);
}
