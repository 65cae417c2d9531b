import { writeFileSync } from 'node:fs';
import { sha256 } from '../../base/hash.ts';
import type { StructureLevel } from '../../contract/bench.ts';
import type { MemoryObject } from '../../contract/memory.ts';
import { stripStructure } from '../world/stripStructure.ts';
import { badBenchmark } from './checkBenchmark.ts';

/** Kinds that are nothing without the part that is named for them. */
const structuredKinds: ReadonlySet<string> = new Set(['fact', 'edge', 'cause', 'episode']);

/**
 * The corpus as lines, as it goes into the store at a structure level. What does not say when it became known was known
 * when it happened: the day of a run must not decide an answer. Throws `bad-benchmark` for an object without words at
 * the level `prose`.
 */
export function corpusLines(objects: readonly MemoryObject[], structure: StructureLevel): string {
  const level = structure === 'prose' ? objects.map(proseOf) : objects;
  return level.map((object) => `${JSON.stringify(knownSince(object))}\n`).join('');
}

/** Writes the lines and returns their SHA-256. */
export function writeCorpus(file: string, lines: string): string {
  writeFileSync(file, lines, { mode: 0o600 });
  return sha256(lines);
}

function knownSince(object: MemoryObject): MemoryObject {
  return object.recordedAt === undefined && object.occurredAt !== undefined
    ? { ...object, recordedAt: object.occurredAt }
    : object;
}

function proseOf(object: MemoryObject): MemoryObject {
  if (!object.text?.trim()) {
    throw badBenchmark(
      `Object ${object.id} has no text, so that nothing is left of it at the level prose.`,
      'Give it a text, or run the benchmark with its structure (--structure full).',
    );
  }
  const { extraction: _, ...prose } = stripStructure(object);
  if (prose.kind !== undefined && structuredKinds.has(prose.kind)) delete prose.kind;
  return prose;
}
