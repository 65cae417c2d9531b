import type { Denial, MemoryObject } from '../../../../main/contract/memory.ts';
import type { EventDraft } from '../../../../main/ledger/event.ts';
import { openCauses } from '../../../../main/projections/causes/causes.ts';
import { openEntities } from '../../../../main/projections/entities/entities.ts';
import { type FactQuestions, openFactQuestions } from '../../../../main/projections/facts/factQuestions.ts';
import { openFacts } from '../../../../main/projections/facts/facts.ts';
import type { Standing } from '../../../../main/projections/standing.ts';
import { openStandings } from '../../../../main/projections/standings.ts';
import { openVersions } from '../../../../main/projections/versions/versions.ts';
import { memory, openTestStore, type TestStore } from '../store.ts';

export interface FactStore extends TestStore {
  readonly questions: FactQuestions;
  /** How an item stands at a day of 2026, as known at another (by default all that is known). */
  standing(itemId: string, at: number, knownAt?: number | null): Standing | undefined;
}

export function openFactStore(): FactStore {
  const store = openTestStore((db) => [openFacts(db), openEntities(db), openVersions(db), openCauses(db)]);
  const standings = openStandings(store.memory);
  return {
    ...store,
    questions: openFactQuestions(store.memory),
    standing(itemId, at, knownAt = null) {
      const item = store.items.item('default', itemId);
      return item === null ? undefined : standings([item], { at, knownAt }).get(item.rowid);
    },
  };
}

/** A day of 2026, counted from 1 for the first of January. */
export function day(number: number): number {
  return Date.UTC(2026, 0, number);
}

/** A value of “router timeout” (or another slot) from a day on; known on that day unless told otherwise. */
export function fact(
  id: string,
  object: string,
  from: number,
  rest: Partial<MemoryObject> & {
    slot?: readonly [string, string];
    until?: number;
    knownAt?: number;
    holds?: Denial;
  } = {},
): EventDraft {
  const { slot: [subject, predicate] = ['router', 'timeout'], until, knownAt = from, holds, ...others } = rest;
  const validTo = until === undefined ? null : new Date(day(until)).toISOString();
  const denied = holds === undefined ? {} : { holds };
  const structure = { subject, predicate, object, ...denied, validFrom: new Date(day(from)).toISOString(), validTo };
  return memory({ id, fact: structure, ...others }, { eventType: 'fact_asserted', knownAt: day(knownAt) });
}

/** A statement that a rule found in the text of an item. */
export function extracted(
  id: string,
  sourceItem: string,
  object: string,
  from: number,
  span: readonly [number, number],
) {
  const [start, end] = span;
  const extraction = { rule: 'test', version: '1', by: 'rules', sourceItem, start, end } as const;
  const { payload, ...draft } = fact(id, object, from, { derivedFrom: [sourceItem] });
  return { ...draft, eventType: 'extraction', payload: { ...payload, extraction } } as EventDraft;
}

export function retraction(
  eventId: string,
  retracts: readonly string[],
  rest: { source?: string; distrust?: boolean } = {},
) {
  const { source, distrust = false } = rest;
  return {
    ...memory({ text: 'x' }),
    eventId,
    eventType: 'retraction',
    payload: { retracts: [...retracts], ...(source === undefined ? {} : { source }), distrust, reason: 'wrong' },
  } as EventDraft;
}
