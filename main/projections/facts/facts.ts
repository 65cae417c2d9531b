import { sha256 } from '../../base/hash.ts';
import type { FactStructure } from '../../contract/memory.ts';
import { fromInstant } from '../../contract/time.ts';
import { gluedKey, nameKey } from '../../language/names.ts';
import { valueKey } from '../../language/values.ts';
import type { Database } from '../../store/sqlite.ts';
import { bandOf } from '../../truth/rank.ts';
import { authorityOf, memoryOf } from '../items/itemOfEvent.ts';
import { feedRows, openItemRows } from '../items/itemRows.ts';
import type { Projection } from '../projection.ts';

/** Every statement of a subject's predicate, and every denial of a value, by its slot. */
export function openFacts(db: Database): Projection {
  const rows = openItemRows(db);
  const insertFact = db.prepare(
    `INSERT INTO facts (item, namespace, slot_key, predicate_key, predicate_glued, subject, predicate, object, value_key,
       cardinality, denial, band, valid_from, valid_from_given, valid_to, known_at, stated_in, place, extraction)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const deleteFact = db.prepare<[string, string]>(
    'DELETE FROM facts WHERE item = (SELECT rowid FROM items WHERE namespace = ? AND item_id = ?)',
  );
  const deleteAll = db.prepare('DELETE FROM facts');
  const allFacts = db
    .prepare<[], unknown[]>(
      `SELECT f.namespace, i.item_id, f.slot_key, f.predicate_key, f.subject, f.predicate, f.object, f.value_key,
         f.cardinality, f.denial, f.band, f.valid_from, f.valid_from_given, f.valid_to, f.known_at, f.stated_in, f.place, f.extraction
       FROM facts f JOIN items i ON i.rowid = f.item ORDER BY f.namespace, i.item_id`,
    )
    .raw();

  return {
    name: 'facts',
    version: 2,
    apply(events) {
      for (const event of events) {
        const memory = memoryOf(event);
        if (!memory?.fact) continue;
        const item = rows.ofEvent(event.namespace, event.seq);
        if (item === null) continue;
        const { fact, extraction } = memory;
        const { subject, predicate, object, cardinality, holds } = fact;
        const given = fromInstant(fact.validFrom);
        insertFact.run(
          item.rowid,
          event.namespace,
          slotKey(nameKey(subject), nameKey(predicate)),
          nameKey(predicate),
          gluedKey(predicate),
          subject,
          predicate,
          JSON.stringify(object),
          shortValueKey(object),
          cardinality ?? null,
          holds ?? null,
          bandOf(authorityOf(memory)),
          given ?? event.occurredAt,
          given === null ? 0 : 1,
          fromInstant(fact.validTo),
          event.knownAt,
          extraction?.sourceItem ?? null,
          extraction?.start ?? 0,
          extraction === undefined ? null : JSON.stringify(extraction),
        );
      }
    },
    erase: (namespace, itemId) => {
      deleteFact.run(namespace, itemId);
    },
    truncate: () => {
      deleteAll.run();
    },
    digest: (hash) => feedRows(hash, 'facts', allFacts.iterate()),
  };
}

/** The key of a slot: no name's normal form holds a line break. */
export function slotKey(subjectKey: string, predicateKey: string): string {
  return `${subjectKey}\n${predicateKey}`;
}

/** An object may be a megabyte long, and its key stands in every row. */
function shortValueKey(object: FactStructure['object']): string {
  const key = valueKey(object);
  return key.length > 200 ? `sha256:${sha256(key)}` : key;
}
