import { z } from 'zod';

/** A UTC instant in ISO 8601 at the edges; inside the engine times are integer milliseconds since 1970. */
export const Instant = z.iso
  .datetime({ offset: true })
  .describe('An instant in ISO 8601 with a zone, for example 2026-03-03T12:00:00Z.');

/** Milliseconds since 1970 → the edge form. */
export function toInstant(ms: number): string;
export function toInstant(ms: number | null): string | null;
export function toInstant(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}

/** The edge form → milliseconds since 1970. The contract has already checked the form. */
export function fromInstant(instant: string): number;
export function fromInstant(instant: string | null | undefined): number | null;
export function fromInstant(instant: string | null | undefined): number | null {
  return instant === null || instant === undefined ? null : Date.parse(instant);
}

export const TimeZone = z.string().max(100).refine(isTimeZone, 'must be an IANA time zone such as Europe/Berlin');

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
