import type { Database } from '../../store/sqlite.ts';
import type { NameSort } from './nameEvents.ts';

/** Names that differ in capitals alone. */
interface Spelling {
  readonly id: number;
  readonly key: string;
  readonly ownId: string;
  readonly base: string;
  readonly firstSeq: number;
}

/** How a group of spellings changed: not, in a way that no statement about names bears on, or in another. */
export type Regrouped = 'same' | 'new' | 'known' | 'stated';

/**
 * Joins names that differ in capitals alone: `GitHub` has the key `git hub`, and is `github` as long as it is written in no
 * other way, such as `git-hub`. They are one only where one of them is written without capitals between words: of
 * `GitHub` and `GiThub` nobody knows. It follows from the forms in use, in whatever order they came.
 */
export function openNameSpellings(db: Database) {
  const selectGroup = db.prepare<[string, NameSort, string], Spelling>(
    `SELECT id, key, own_id AS ownId, base, first_seq AS firstSeq FROM names
     WHERE namespace = ? AND sort = ? AND folded = ? ORDER BY first_seq, first_place`,
  );
  const updateBase = db.prepare<[string, number]>('UPDATE names SET base = ? WHERE id = ?');
  const takeBase = db.prepare<[string, NameSort, string]>(
    `UPDATE names SET entity = base, shown = (own_id = base) WHERE namespace = ? AND sort = ? AND folded = ?`,
  );
  // A statement's event uses all the names that it is about.
  const selectStatement = db
    .prepare<{ namespace: string; sort: NameSort; folded: string }, number>(
      `SELECT s.event_seq FROM names n JOIN name_uses u ON u.name = n.id
         JOIN name_statements s ON s.namespace = n.namespace AND s.event_seq = u.event_seq
       WHERE n.namespace = $namespace AND n.sort = $sort AND n.folded = $folded LIMIT 1`,
    )
    .pluck();

  return {
    /**
     * Joins the names with one `folded`, or lets them stand alone. Where statements bear on them (`stated`), entities are
     * left for whoever carries those out anew. `new`: no name from before the event `seq` changed.
     */
    regroup(namespace: string, sort: NameSort, folded: string, seq: number): Regrouped {
      const group = selectGroup.all(namespace, sort, folded);
      const isOne = group.some(({ key }) => key === folded);
      const baseOf = ({ ownId }: Spelling) => (isOne ? (group[0]?.ownId ?? ownId) : ownId);
      const changed = group.filter((row) => row.base !== baseOf(row));
      if (changed.length === 0) return 'same';
      for (const row of changed) updateBase.run(baseOf(row), row.id);
      if (selectStatement.get({ namespace, sort, folded }) !== undefined) return 'stated';
      takeBase.run(namespace, sort, folded);
      return changed.every(({ firstSeq }) => firstSeq >= seq) ? 'new' : 'known';
    },
  };
}
