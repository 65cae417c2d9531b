import { nameKey, nameTokens } from '../../language/names.ts';
import type { Database } from '../../store/sqlite.ts';
import { memoryOf } from '../items/itemOfEvent.ts';
import { feedRows, openItemRows } from '../items/itemRows.ts';
import { stem } from '../keywords/stem.ts';
import { stopWords } from '../keywords/stopWords.ts';
import type { Projection } from '../projection.ts';

/** Longer subjects are sentences, which no question names word by word. */
const mostStems = 16;

/** The subjects of facts by their words. Comes after `facts`, whose rows say whether a subject is still spoken of. */
export function openSubjectTerms(db: Database): Projection {
  const rows = openItemRows(db);
  const insertSubject = db.prepare<[string, string, string, string]>(
    'INSERT INTO subject_terms (namespace, pair, subject_key, stems) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
  );
  const selectSlot = db
    .prepare<[string, string], string>(
      'SELECT f.slot_key FROM facts f JOIN items i ON i.rowid = f.item WHERE i.namespace = ? AND i.item_id = ?',
    )
    .pluck();
  const selectSpellings = db
    .prepare<[string, string, string, string], string>(
      `SELECT DISTINCT f.subject FROM facts f JOIN items i ON i.rowid = f.item
       WHERE f.namespace = ? AND f.slot_key >= ? AND f.slot_key < ? AND i.item_id <> ?`,
    )
    .pluck();
  const deleteSubject = db.prepare<[string, string]>(
    'DELETE FROM subject_terms WHERE namespace = ? AND subject_key = ?',
  );
  const deleteAll = db.prepare('DELETE FROM subject_terms');
  const all = db
    .prepare<[], unknown[]>('SELECT * FROM subject_terms ORDER BY namespace, pair, subject_key, stems')
    .raw();

  function insert(namespace: string, subject: string): void {
    const stems = stemsOf(subject);
    if (stems.length === 0 || stems.length > mostStems) return;
    insertSubject.run(namespace, pairOf(stems), nameKey(subject), stems.join(' '));
  }

  return {
    name: 'subjectTerms',
    version: 1,
    apply(events) {
      for (const event of events) {
        const subject = memoryOf(event)?.fact?.subject;
        if (subject === undefined || rows.ofEvent(event.namespace, event.seq) === null) continue;
        insert(event.namespace, subject);
      }
    },
    erase(namespace, itemId) {
      const slot = selectSlot.get(namespace, itemId);
      if (slot === undefined) return;
      const key = slot.slice(0, slot.indexOf('\n'));
      deleteSubject.run(namespace, key);
      // A line feed ends the subject in a slot's key; no key sorts between it and a vertical tab.
      for (const subject of selectSpellings.all(namespace, `${key}\n`, `${key}\v`, itemId)) insert(namespace, subject);
    },
    truncate: () => {
      deleteAll.run();
    },
    digest: (hash) => feedRows(hash, 'subject_terms', all.iterate()),
  };
}

/** The distinct stems of the words of a name, in alphabetical order; function words only where there is nothing else. */
export function stemsOf(name: string): string[] {
  const tokens = nameTokens(name);
  const telling = tokens.filter((token) => !stopWords.has(token));
  return [...new Set((telling.length > 0 ? telling : tokens).map(stemOf))].sort();
}

/** A version or figure is exact, but for a v before it; only words are inflected. */
export function stemOf(token: string): string {
  return /\d/.test(token) ? token.replace(/^v(?=\d+\.\d)/, '') : stem(token);
}

/** Figures tell more than words, and long ones more than short. */
function pairOf(stems: readonly string[]): string {
  const telling = [...stems].sort(
    (a, b) => Number(/\d/.test(b)) - Number(/\d/.test(a)) || b.length - a.length || (a < b ? -1 : 1),
  );
  return telling.slice(0, 2).sort().join(' ');
}

/** A subject under one of its spellings. */
export interface FoundSubject {
  readonly subjectKey: string;
  readonly stems: ReadonlySet<string>;
}

/** The subjects all of whose words are among those of a question. */
export function openSubjectSearch(db: Database): (namespace: string, stems: ReadonlySet<string>) => FoundSubject[] {
  const selectPair = db.prepare<[string, string, number], { subjectKey: string; stems: string }>(
    'SELECT subject_key AS subjectKey, stems FROM subject_terms WHERE namespace = ? AND pair = ? LIMIT ?',
  );
  return (namespace, stems) => {
    const words = [...stems].sort().slice(0, mostQuestionStems);
    const pairs = words.flatMap((word, at) => [word, ...words.slice(at + 1).map((other) => `${word} ${other}`)]);
    return pairs.flatMap((pair) =>
      selectPair
        .all(namespace, pair, mostOfPair)
        .map((row) => ({ subjectKey: row.subjectKey, stems: new Set(row.stems.split(' ')) }))
        .filter((found) => [...found.stems].every((stem) => stems.has(stem))),
    );
  };
}

const mostQuestionStems = 40;
const mostOfPair = 200;
