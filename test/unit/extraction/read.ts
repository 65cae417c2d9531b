import { extract } from '../../../main/extraction/extract.ts';
import type { ExtractionSource } from '../../../main/extraction/extraction.ts';

/** A turn of Ana's. */
export const said: Omit<ExtractionSource, 'text'> = {
  author: 'Ana',
  occurredAt: Date.parse('2024-09-12T10:00:00Z'),
  knownAt: Date.parse('2024-09-12T10:00:00Z'),
  timeZone: 'UTC',
  title: null,
  kind: 'speech',
};
/** A document that nobody signed. */
export const noted = { ...said, author: null, kind: 'document' } as const;
/** The notes of a thing called atlas. */
export const ofAtlas = { ...noted, title: 'atlas' } as const;

/** What is read in a text, as short lines: subject | predicate | object < previous, a -> b, cause => effect. */
export function read(text: string, source: Omit<ExtractionSource, 'text'> = said): string[] {
  return extract({ ...source, text }).map(({ fact, edge, cause, previous }) => {
    if (edge !== undefined) return `${edge.from} -${edge.relation}-> ${edge.to}`;
    if (cause !== undefined) return `${cause.cause} ${cause.holds === false ? '=/=>' : '=>'} ${cause.effect}`;
    return `${fact?.subject} | ${fact?.predicate} | ${fact?.object}${previous === undefined ? '' : ` < ${previous}`}`;
  });
}
