import type { Database } from '../../store/sqlite.ts';
import { openEntityReads } from '../entities/entityReads.ts';
import { slotKey } from './facts.ts';

/** A `never` and a statement of its value in the same slot. */
export interface NeverSaid {
  readonly by: string;
  readonly target: string;
}

/**
 * The statements among some items of which a `never` speaks, under any name of the slot. Whether it takes their lives is
 * for the rule to say. Costs nothing where a namespace has no such denial.
 */
export function openNeverWords(db: Database): (namespace: string, itemIds: readonly string[]) => NeverSaid[] {
  const names = openEntityReads(db);
  const selectAny = db.prepare<[string], 1>("SELECT 1 FROM facts WHERE namespace = ? AND denial = 'never' LIMIT 1");
  const selectPairs = db.prepare<{ namespace: string; ids: string }, Pair>(
    `SELECT speaker.item_id AS "by", n.slot_key AS saidOf, i.item_id AS target, f.slot_key AS slotKey, f.subject,
       f.predicate
     FROM json_each($ids) asked
       CROSS JOIN items i ON i.namespace = $namespace AND i.item_id = asked.value
       CROSS JOIN facts f ON f.item = i.rowid AND f.denial IS NULL
       CROSS JOIN facts n INDEXED BY facts_never
         ON n.namespace = $namespace AND n.value_key = f.value_key AND n.denial = 'never'
       CROSS JOIN items speaker ON speaker.rowid = n.item`,
  );

  function isOfSlot(namespace: string, { slotKey: own, saidOf, subject, predicate }: Pair): boolean {
    if (own === saidOf) return true;
    const subjects = names.canonicalKeys(namespace, subject);
    const predicates = names.predicateKeys(namespace, predicate);
    return subjects.some((one) => predicates.some((other) => slotKey(one, other) === saidOf));
  }

  return (namespace, itemIds) => {
    if (selectAny.get(namespace) === undefined) return [];
    return selectPairs
      .all({ namespace, ids: JSON.stringify(itemIds) })
      .filter((pair) => isOfSlot(namespace, pair))
      .map(({ by, target }) => ({ by, target }));
  };
}

interface Pair extends NeverSaid {
  readonly saidOf: string;
  readonly slotKey: string;
  readonly subject: string;
  readonly predicate: string;
}
