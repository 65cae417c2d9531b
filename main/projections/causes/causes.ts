import type { CauseStructure, MemoryObject } from '../../contract/memory.ts';
import type { Database } from '../../store/sqlite.ts';
import { memoryOf } from '../items/itemOfEvent.ts';
import { feedRows, openItemRows } from '../items/itemRows.ts';
import type { Projection } from '../projection.ts';
import { claimKey, phraseWords, samePhrase, wordKey } from './causeWords.ts';

/**
 * What was said to have caused what. A row comes from an explicit cause structure and from nothing else: that two
 * things stand in one text, or happen one after the other, makes none.
 */
export function openCauses(db: Database): Projection {
  const rows = openItemRows(db);
  const insertCause = db.prepare(
    `INSERT INTO causes (item, namespace, cause, effect, claim_type, basis, holds, counter_evidence)
     VALUES ($item, $namespace, $cause, $effect, $claimType, $basis, $holds, $counterEvidence)`,
  );
  const insertWord = db.prepare<[string, number, number, number]>(
    `INSERT INTO cause_words (namespace, word, item, sides) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET sides = sides | excluded.sides`,
  );
  const insertClaim = db.prepare<[number, string, number]>(
    'INSERT INTO cause_claims (item, namespace, claim) VALUES (?, ?, ?)',
  );
  const countUp = db.prepare<[string]>(
    'INSERT INTO cause_counts (namespace, causes) VALUES (?, 1) ON CONFLICT DO UPDATE SET causes = causes + 1',
  );
  const deleteCause = db
    .prepare<[string, string], number>(
      'DELETE FROM causes WHERE item = (SELECT rowid FROM items WHERE namespace = ? AND item_id = ?) RETURNING item',
    )
    .pluck();
  const deleteWords = db.prepare<[number]>('DELETE FROM cause_words WHERE item = ?');
  const deleteClaim = db.prepare<[number]>('DELETE FROM cause_claims WHERE item = ?');
  const countDown = db.prepare<[string]>('UPDATE cause_counts SET causes = causes - 1 WHERE namespace = ?');
  const dropEmpty = db.prepare<[string]>('DELETE FROM cause_counts WHERE namespace = ? AND causes = 0');
  const deleteAll = ['causes', 'cause_words', 'cause_claims', 'cause_counts'].map((table) =>
    db.prepare(`DELETE FROM ${table}`),
  );
  const allCauses = db
    .prepare<[], unknown[]>(
      `SELECT i.namespace, i.item_id, c.cause, c.effect, c.claim_type, c.basis, c.holds, c.counter_evidence
       FROM causes c JOIN items i ON i.rowid = c.item ORDER BY i.namespace, i.item_id`,
    )
    .raw();
  const allWords = db
    .prepare<[], unknown[]>(
      `SELECT w.namespace, w.word, i.item_id, w.sides FROM cause_words w JOIN items i ON i.rowid = w.item
       ORDER BY w.namespace, w.word, i.item_id`,
    )
    .raw();
  const allClaims = db
    .prepare<[], unknown[]>(
      `SELECT c.namespace, i.item_id, c.claim FROM cause_claims c JOIN items i ON i.rowid = c.item
       ORDER BY c.namespace, i.item_id`,
    )
    .raw();
  const allCounts = db.prepare<[], unknown[]>('SELECT namespace, causes FROM cause_counts ORDER BY namespace').raw();

  function insert(item: number, namespace: string, said: CauseStructure, memory: MemoryObject): void {
    const [cause, effect] = [phraseWords(said.cause), phraseWords(said.effect)];
    // Nothing causes itself: a statement of that form tells nothing, and would end every chain that it is in.
    if (samePhrase(cause, effect)) return;
    insertCause.run({
      item,
      namespace,
      cause: said.cause,
      effect: said.effect,
      claimType: said.claimType ?? 'reported',
      basis: said.basis ?? null,
      holds: said.holds === false ? 0 : 1,
      counterEvidence: JSON.stringify(memory.counterEvidence ?? []),
    });
    for (const word of cause) insertWord.run(namespace, wordKey(word), item, causeSide);
    for (const word of effect) insertWord.run(namespace, wordKey(word), item, effectSide);
    insertClaim.run(item, namespace, claimKey(cause, effect));
    countUp.run(namespace);
  }

  return {
    name: 'causes',
    version: 2,
    apply(events) {
      for (const event of events) {
        const memory = memoryOf(event);
        if (memory?.cause === undefined) continue;
        const item = rows.ofEvent(event.namespace, event.seq);
        if (item !== null) insert(item.rowid, event.namespace, memory.cause, memory);
      }
    },
    erase(namespace, itemId) {
      const item = deleteCause.get(namespace, itemId);
      if (item === undefined) return;
      deleteWords.run(item);
      deleteClaim.run(item);
      countDown.run(namespace);
      dropEmpty.run(namespace);
    },
    truncate() {
      for (const statement of deleteAll) statement.run();
    },
    digest(hash) {
      feedRows(hash, 'causes', allCauses.iterate());
      feedRows(hash, 'cause words', allWords.iterate());
      feedRows(hash, 'cause claims', allClaims.iterate());
      feedRows(hash, 'cause counts', allCounts.iterate());
    },
  };
}

/** Where a word stands, as bits. */
export const causeSide = 1;
export const effectSide = 2;
