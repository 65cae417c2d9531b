import { z } from 'zod';
import { ItemId, Plain } from './memory.ts';
import { Instant } from './time.ts';

/** An agent reads and writes memory; an operator also imports, verifies, rebuilds and restores. */
export const Role = z.enum(['agent', 'operator']);
export type Role = z.infer<typeof Role>;

/** One row of the method table, with its types kept. */
export function method<P extends z.ZodType, R extends z.ZodType>(definition: {
  readonly summary: string;
  readonly role: Role;
  readonly params: P;
  readonly result: R;
}) {
  return definition;
}

/** What every write gives back. */
export const Written = z.object({
  itemId: ItemId,
  eventId: z.string(),
  seq: z.number().int(),
  recordedAt: Instant,
  duplicate: z
    .boolean()
    .describe(
      'True when it was written before, by its idempotency key or word for word under its id: nothing was added.',
    ),
});

/** Who writes, and how a repetition is told from a new statement: shared by every method that appends. */
export const writerFields = {
  actor: Plain.min(1).max(200).default('agent'),
  sessionId: Plain.max(200).optional(),
  idempotencyKey: Plain.min(1).max(500).optional(),
};
