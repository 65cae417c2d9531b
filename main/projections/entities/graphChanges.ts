import type { Database } from '../../store/sqlite.ts';

/**
 * Counts, for each namespace, what a reader with a graph in memory cannot follow by new rows alone: names or edges that
 * went, and known names that changed their entity. The count never goes back, not even when everything is forgotten.
 */
export function openGraphChanges(db: Database) {
  const bumpOne = db.prepare<[string]>(
    `INSERT INTO graph_changes (namespace, changes) VALUES (?, 1)
     ON CONFLICT (namespace) DO UPDATE SET changes = changes + 1`,
  );
  const bumpAll = db.prepare('UPDATE graph_changes SET changes = changes + 1');
  return {
    bump: (namespace: string) => void bumpOne.run(namespace),
    bumpAll: () => void bumpAll.run(),
  };
}
