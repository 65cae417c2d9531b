import type { FactSegment } from '../../contract/facts.ts';
import type { FactStructure, MemoryObject } from '../../contract/memory.ts';
import type { Caller, MethodResult } from '../../contract/methods.ts';

/** A value that held, and the objects of the corpus that say so. */
export interface Held {
  readonly from: number | null;
  readonly to: number | null;
  readonly gold: readonly string[];
}

/** A slot whose value changed: what was superseded, oldest first, and what holds now. */
export interface ChangedSlot {
  readonly subject: string;
  readonly predicate: string;
  readonly past: readonly Held[];
  readonly current: Held;
}

export interface SlotName {
  readonly subject: string;
  readonly predicate: string;
}

/** Subject and predicate as they were written, in lower case: what a writer calls one thing in two ways, the store knows. */
export function slotKey({ subject, predicate }: SlotName): string {
  return JSON.stringify([subject.toLowerCase(), predicate.toLowerCase()]);
}

/** Slots of which more than one value was ever stated; only these can have changed. */
export function disputedSlots(facts: readonly FactStructure[]): SlotName[] {
  return [...Map.groupBy(facts, slotKey).values()].flatMap((those) => {
    const [first] = those;
    const values = new Set(those.map(({ object }) => String(object).toLowerCase()));
    return first === undefined || values.size < 2 ? [] : [{ subject: first.subject, predicate: first.predicate }];
  });
}

/**
 * What became of a slot by the store's own resolution; null where a question about it would have no one answer: a value
 * that is contested, was denied or may be one of several, a statement that is not in the corpus, or is there several times.
 */
export async function changedSlot(
  caller: Caller,
  namespace: string,
  slot: SlotName,
  { corpus, now }: { readonly corpus: ReadonlyMap<string, MemoryObject>; readonly now: number },
): Promise<ChangedSlot | null> {
  const history = await caller.call('facts.history', { ...slot, namespace });
  if (history.assertions.some(({ cardinality, holds }) => cardinality === 'many' || holds !== null)) return null;
  // The copy carries no aliases of predicates.
  if (history.assertions.some(({ predicate }) => predicate.toLowerCase() !== slot.predicate.toLowerCase())) return null;
  const evidence = await evidenceOf(caller, namespace, history.assertions, corpus);
  if (evidence === null) return null;
  const held = history.segments.map((segment) => heldOf(segment, evidence));
  const at = history.segments.findIndex((segment) => contains(segment, now));
  const current = held[at];
  const value = history.segments[at]?.value;
  if (current === undefined || current.gold.length !== 1) return null;
  if (history.segments.some(({ contested }) => contested)) return null;
  const past = held.slice(0, at).filter((_, place) => history.segments[place]?.value !== value);
  return past.length === 0 ? null : { ...slot, past, current };
}

function contains({ from, to }: FactSegment, ms: number): boolean {
  return (from === null || Date.parse(from) <= ms) && (to === null || ms < Date.parse(to));
}

function heldOf(segment: FactSegment, evidence: ReadonlyMap<string, string>): Held {
  const { from, to, factId, support } = segment;
  const gold = new Set([factId, ...support].map((id) => evidence.get(id) ?? id));
  return { from: from === null ? null : Date.parse(from), to: to === null ? null : Date.parse(to), gold: [...gold] };
}

type Assertions = MethodResult<'facts.history'>['assertions'];

/** Fact → the object of the corpus that states it: itself, or the text that it was read in. null where one is missing. */
async function evidenceOf(
  caller: Caller,
  namespace: string,
  assertions: Assertions,
  corpus: ReadonlyMap<string, MemoryObject>,
): Promise<Map<string, string> | null> {
  const evidence = new Map<string, string>();
  for (const { factId, extraction } of assertions) {
    const id = extraction === null ? factId : extraction.sourceItem;
    const object = corpus.has(id) ? id : await documentOf(caller, namespace, id);
    if (object === null || !corpus.has(object)) return null;
    evidence.set(factId, object);
  }
  return evidence;
}

async function documentOf(caller: Caller, namespace: string, itemId: string): Promise<string | null> {
  const { documentId } = await caller.call('memory.get', { namespace, itemId });
  return documentId;
}
