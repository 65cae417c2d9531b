import type { FactStructure, MemoryObject } from '../../contract/memory.ts';
import type { Caller } from '../../contract/methods.ts';
import type { SlotName } from './changedSlots.ts';
import { predicateWords } from './phrasings.ts';

/**
 * Questions that have a point and no answer: a predicate that is held of subjects like this one (they share another) and
 * never of this one. Lazily, in the order of `subjects`, since each is looked up in the store.
 */
export async function* absentSlots(
  caller: Caller,
  namespace: string,
  { facts, objects }: { readonly facts: readonly FactStructure[]; readonly objects: readonly MemoryObject[] },
  shuffle: <T>(from: readonly T[]) => T[],
): AsyncGenerator<SlotName> {
  const bySubject = Map.groupBy(facts, ({ subject }) => subject.toLowerCase());
  const predicates = new Map([...bySubject].map(([key, those]) => [key, namesOf(those)]));
  const texts = objects.map(({ title = '', text = '' }) => `${title} ${text}`.toLowerCase());
  for (const [key, [first]] of shuffle([...bySubject])) {
    const own = predicates.get(key) ?? new Set();
    const alike = [...predicates].filter(([other, names]) => other !== key && [...names].some((name) => own.has(name)));
    const wanted = new Set(alike.flatMap(([, names]) => [...names].filter((name) => !own.has(name))));
    for (const predicate of shuffle([...wanted])) {
      if (first === undefined || mentions(texts, key, predicate)) continue;
      const slot = { subject: first.subject, predicate };
      // An alias of the subject or the predicate may have what this name lacks.
      const { assertions } = await caller.call('facts.history', { ...slot, namespace });
      if (assertions.length > 0) continue;
      yield slot;
      break;
    }
  }
}

function namesOf(facts: readonly FactStructure[]): Set<string> {
  return new Set(facts.map(({ predicate }) => predicate.toLowerCase()));
}

/** Whether some text speaks of both: it may say what no rule has read. */
function mentions(texts: readonly string[], subject: string, predicate: string): boolean {
  const words = predicateWords(predicate).split(' ');
  return texts.some((text) => text.includes(subject) && words.every((word) => text.includes(word)));
}
