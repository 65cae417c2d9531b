import type { Database } from '../../store/sqlite.ts';
import { feedRows } from '../items/itemRows.ts';
import type { Projection } from '../projection.ts';
import { findableByPart, type IndexedItem, type ItemTerms, termsOfItem } from './keywordTerms.ts';
import { lengthStep } from './textLength.ts';
import { openVocabulary } from './vocabulary.ts';

/**
 * The keyword index over items: the postings in an FTS5 table, the distinct terms beside it. What an item says never
 * changes, so that a row is indexed once; the words around a turn are brought in when a question is asked, not stored
 * with each of its neighbours. Documents are found by their chunks.
 */
export function openKeywords(db: Database): Projection {
  const namespaces = openNamespaceCounts(db);
  const vocabulary = openVocabulary(db);
  const postings = openPostings(db);
  const selectNew = db.prepare<[number], IndexedItem & { namespace: string }>(
    `SELECT namespace, ${itemMembers} FROM items
     WHERE rowid = ? AND kind <> 'document' AND NOT EXISTS (SELECT 1 FROM keyword_items WHERE item = items.rowid)`,
  );
  const selectIndexed = db.prepare<[string, string], IndexedItem & { item: number; length: number }>(
    `SELECT k.item, k.length, ${itemMembers} FROM items JOIN keyword_items k ON k.item = items.rowid
     WHERE namespace = ? AND item_id = ?`,
  );
  const insertItem = db.prepare<[number, number]>('INSERT INTO keyword_items (item, length) VALUES (?, ?)');
  const deleteItem = db.prepare<[number]>('DELETE FROM keyword_items WHERE item = ?');
  const deleteItems = db.prepare('DELETE FROM keyword_items');
  const allItems = db
    .prepare<[], unknown[]>(
      `SELECT i.namespace, i.item_id, k.length FROM keyword_items k JOIN items i ON i.rowid = k.item
       ORDER BY i.namespace, i.item_id`,
    )
    .raw();

  /**
   * FTS5 writes out what it has gathered in memory before most other statements, so that each table takes all its rows
   * in one go: ordinary tables first, then the postings, then the trigrams.
   */
  function index(entries: readonly NewEntry[]): void {
    for (const [namespace, members] of Map.groupBy(entries, (entry) => entry.namespace)) {
      const namespaceId = namespaces.add(
        namespace,
        members.length,
        members.reduce((total, { terms }) => total + terms.words.length, 0),
      );
      for (const { rowid, length } of members) insertItem.run(rowid, length);
      for (const { rowid, length, terms } of members) postings.insert(namespaceId, rowid, length, terms);
      vocabulary.add(namespaceId, new Set(members.flatMap(({ terms }) => findableByPart(terms))));
    }
  }

  return {
    name: 'keywords',
    version: 1,
    apply(_events, change) {
      let group: NewEntry[] = [];
      let words = 0;
      for (const rowid of [...change.touched].sort((a, b) => a - b)) {
        const item = selectNew.get(rowid);
        if (item === undefined) continue;
        const terms = termsOfItem(item);
        group.push({ rowid, namespace: item.namespace, length: lengthStep(terms.words.length), terms });
        words += terms.words.length;
        if (words < wordsAtOnce) continue;
        index(group);
        group = [];
        words = 0;
      }
      index(group);
    },
    erase(namespace, itemId) {
      const item = selectIndexed.get(namespace, itemId);
      if (item === undefined) return;
      const terms = termsOfItem(item);
      const namespaceId = namespaces.subtract(namespace, terms.words.length);
      deleteItem.run(item.item);
      postings.remove(namespaceId, item.item, item.length, terms);
      vocabulary.dropUnused(namespaceId, new Set(findableByPart(terms)));
    },
    truncate() {
      postings.truncate();
      vocabulary.truncate();
      namespaces.truncate();
      deleteItems.run();
    },
    digest(hash) {
      feedRows(hash, 'keyword items', allItems.iterate());
      namespaces.digest(hash);
      postings.digest(hash);
      vocabulary.digest(hash);
    },
  };
}

interface NewEntry {
  readonly rowid: number;
  readonly namespace: string;
  readonly length: number;
  readonly terms: ItemTerms;
}

/** Terms are made for so many words before they are written, so that a batch of long texts does not fill the memory. */
const wordsAtOnce = 200_000;

const itemMembers = 'text, title, heading, author, caption, entities, occurred_at AS occurredAt';

const noTerms: ItemTerms = { words: [], heading: [], names: [], caption: [], identifiers: [], days: [] };

/** The FTS5 table. Its terms are made here and nowhere else. */
function openPostings(db: Database) {
  const columns = 'words, heading, names, caption, identifiers, days';
  const insertTerms = db.prepare(
    `INSERT INTO keywords (rowid, ${columns}) VALUES ($item * 256 + $length, $words, $heading, $names, $caption,
       $identifiers, $days)`,
  );
  // Without a copy of the content FTS5 must be told what it was given, to take it out of its segments.
  const deleteTerms = db.prepare(
    `INSERT INTO keywords (keywords, rowid, ${columns}) VALUES ('delete', $item * 256 + $length, $words, $heading,
       $names, $caption, $identifiers, $days)`,
  );
  const deleteAll = db.prepare("INSERT INTO keywords (keywords) VALUES ('delete-all')");
  // FTS5 finds the pages of a segment by the beginnings of their first terms. `secure-delete` leaves these as they are.
  const selectSigns = db.prepare<[], Buffer>('SELECT substr(term, 2) FROM keywords_idx WHERE length(term) > 1').pluck();
  const selectHolder = db
    .prepare<[string, string], number>('SELECT 1 FROM keyword_counts WHERE term >= ? AND term < ? LIMIT 1')
    .pluck();
  const optimize = db.prepare("INSERT INTO keywords (keywords) VALUES ('optimize')");
  const allCounts = db
    .prepare<[], unknown[]>(
      `SELECT n.namespace, substr(c.term, instr(c.term, ':') + 1) AS bare, c.doc, c.cnt FROM keyword_counts c
       JOIN keyword_namespaces n ON n.id = CAST(substr(c.term, 1, instr(c.term, ':') - 1) AS INTEGER)
       ORDER BY n.namespace, bare`,
    )
    .raw();

  /** Whether FTS5 still shows the way to a page by a beginning that only these terms had. */
  function leaveSign(gone: readonly string[]): boolean {
    // A sign may end within a character, whose first bytes alone say nothing.
    const signs = new Set(selectSigns.all().map((sign) => sign.toString('utf8').replace(/\ufffd+$/, '')));
    const theirs = gone.flatMap((term) => Array.from({ length: term.length }, (_, index) => term.slice(0, index + 1)));
    return theirs.some((sign) => signs.has(sign) && selectHolder.get(sign, `${sign}\u{10ffff}`) === undefined);
  }

  /** Writes all segments anew as one. FTS5 lets a single segment be, so that a passing row makes a second one. */
  function rewriteSegments(): void {
    const passing = stored(0, 0, 0, { ...noTerms, words: ['-'] });
    insertTerms.run(passing);
    optimize.run();
    deleteTerms.run(passing);
  }

  function stored(namespaceId: number, item: number, length: number, terms: ItemTerms) {
    const text = (column: readonly string[]) => column.map((term) => `${namespaceId}:${term}`).join(' ');
    return {
      item,
      length,
      words: text(terms.words),
      heading: text(terms.heading),
      names: text(terms.names),
      caption: text(terms.caption),
      identifiers: text(terms.identifiers),
      days: text(terms.days),
    };
  }

  return {
    insert(namespaceId: number, item: number, length: number, terms: ItemTerms): void {
      insertTerms.run(stored(namespaceId, item, length, terms));
    },
    /** Takes the item's terms out, so that no byte of those stays that no other item holds. */
    remove(namespaceId: number, item: number, length: number, terms: ItemTerms): void {
      deleteTerms.run(stored(namespaceId, item, length, terms));
      const gone = [...new Set(Object.values(terms).flat())].map((term) => `${namespaceId}:${term}`);
      if (leaveSign(gone)) rewriteSegments();
    },
    truncate(): void {
      deleteAll.run();
    },
    digest(hash: Parameters<Projection['digest']>[0]): void {
      feedRows(hash, 'keywords', allCounts.iterate());
    },
  };
}

/** How many items and words each namespace holds: what a score compares with. */
function openNamespaceCounts(db: Database) {
  const countUp = db
    .prepare<[string, number, number], number>(
      `INSERT INTO keyword_namespaces (namespace, items, words) VALUES (?, ?, ?)
       ON CONFLICT (namespace) DO UPDATE SET items = items + excluded.items, words = words + excluded.words
       RETURNING id`,
    )
    .pluck();
  const countDown = db
    .prepare<[number, string], number>(
      'UPDATE keyword_namespaces SET items = items - 1, words = words - ? WHERE namespace = ? RETURNING id',
    )
    .pluck();
  const dropEmpty = db.prepare<[string]>('DELETE FROM keyword_namespaces WHERE namespace = ? AND items = 0');
  const deleteAll = db.prepare('DELETE FROM keyword_namespaces');
  const allRows = db
    .prepare<[], unknown[]>('SELECT namespace, items, words FROM keyword_namespaces ORDER BY namespace')
    .raw();

  return {
    /** Counts items in; the namespace's number. */
    add(namespace: string, items: number, words: number): number {
      const id = countUp.get(namespace, items, words);
      if (id === undefined) throw new Error('the namespace was not counted');
      return id;
    },
    /** Counts one item out; the namespace's number, which is free again once it is empty. */
    subtract(namespace: string, words: number): number {
      const id = countDown.get(words, namespace);
      if (id === undefined) throw new Error('the item was indexed in a namespace that is not counted');
      dropEmpty.run(namespace);
      return id;
    },
    truncate(): void {
      deleteAll.run();
    },
    digest(hash: Parameters<Projection['digest']>[0]): void {
      feedRows(hash, 'keyword namespaces', allRows.iterate());
    },
  };
}
