import { createHash } from 'node:crypto';
import { listMark, type Span, statementSpans } from '../../language/statementSpans.ts';
import { readStatement } from '../../language/statements.ts';
import type { LedgerEvent } from '../../ledger/event.ts';
import type { Database } from '../../store/sqlite.ts';
import { isNewestFirst } from '../documents/newestFirst.ts';
import { documentOf, memoryOf } from '../items/itemOfEvent.ts';
import { feedRows } from '../items/itemRows.ts';
import type { Projection } from '../projection.ts';

/**
 * The statements of plain texts by what they say up to their last phrase, so that a later statement of the same source
 * that says otherwise is found. Only what stands in the text is stored here; which one holds is read off their order.
 */
export function openVersions(db: Database): Projection {
  const selectItems = db.prepare<[string, number], Source>(
    `SELECT rowid, kind, text, author, thread, position, source, document_id AS documentId, start_at AS start, heading
     FROM items WHERE namespace = ? AND event_seq = ? ORDER BY start_at`,
  );
  const insertStatement = db.prepare(
    `INSERT INTO statements (item, start_at, end_at, whole, stem_group, value, series, functional, known_at, place,
       event_seq, offset) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const deleteOfItem = db.prepare<[string, string]>(
    'DELETE FROM statements WHERE item = (SELECT rowid FROM items WHERE namespace = ? AND item_id = ?)',
  );
  const deleteAll = db.prepare('DELETE FROM statements');
  const allStatements = db
    .prepare<[], unknown[]>(
      `SELECT i.namespace, i.item_id, s.start_at, s.end_at, s.whole, s.stem_group, s.value, s.series, s.functional, s.known_at,
         s.place, s.event_seq, s.offset
       FROM statements s JOIN items i ON i.rowid = s.item ORDER BY i.namespace, i.item_id, s.start_at`,
    )
    .raw();

  function insertOf(event: LedgerEvent, item: Source, order: 1 | -1): void {
    const scope = scopeOf(event, item);
    const spans = [...statementSpans(item.text)].slice(0, mostSentences);
    for (const span of spans) {
      const statement = readStatement(item.text.slice(span.start, span.end));
      // In prose a line without an end is a heading or a label more often than a statement.
      if (statement === null || (item.documentId !== null && statement.fragmentary)) continue;
      const context = statement.contextual ? (item.heading ?? '') : '';
      insertStatement.run(
        item.rowid,
        span.start,
        span.end,
        spans.length === 1 && isWhole(item.text, span) ? 1 : 0,
        hash48([event.namespace, ...scope, context, statement.stem]),
        hash48([statement.value]),
        statement.series === '' ? 0 : hash48([statement.series]),
        statement.functional ? 1 : 0,
        event.knownAt,
        item.documentId === null ? (item.position ?? 0) : 0,
        event.seq,
        order * ((item.start ?? 0) + span.start),
      );
    }
  }

  return {
    name: 'versions',
    version: 2,
    apply(events) {
      for (const event of events) {
        if (!holdsStatements(event)) continue;
        const items = selectItems.all(event.namespace, event.seq);
        const order = isNewestFirst(items.map(({ heading }) => heading)) ? -1 : 1;
        for (const item of items) insertOf(event, item, order);
      }
    },
    erase: (namespace, itemId) => {
      deleteOfItem.run(namespace, itemId);
    },
    truncate: () => {
      deleteAll.run();
    },
    digest: (hash) => feedRows(hash, 'statements', allStatements.iterate()),
  };
}

/** A text of more sentences than these is a document that was not imported as one: the rest of it makes no versions. */
const mostSentences = 2000;

interface Source {
  readonly rowid: number;
  readonly kind: string;
  readonly text: string;
  readonly author: string | null;
  readonly thread: string | null;
  readonly position: number | null;
  readonly source: string | null;
  readonly documentId: string | null;
  readonly start: number | null;
  readonly heading: string | null;
}

/** What was given as structure is judged as such, and what was concluded from a text states it a second time. */
function holdsStatements(event: LedgerEvent): boolean {
  if (documentOf(event) !== null) return true;
  const memory = memoryOf(event);
  if (memory === null || !memory.text?.trim()) return false;
  if (memory.extraction || memory.fact || memory.edge || memory.cause) return false;
  return memory.kind === undefined || memory.kind === 'memory' || memory.kind === 'turn';
}

/** Whose statements can replace one another: a file's, a speaker's in one source or thread, else a writer's. */
function scopeOf(event: LedgerEvent, item: Source): string[] {
  if (item.documentId !== null) return ['document', item.source ?? item.documentId];
  if (item.source !== null) return ['source', item.source, item.author ?? ''];
  if (item.thread !== null) return ['thread', item.thread, item.author ?? ''];
  return ['writer', event.actor, item.author ?? ''];
}

/** Whether nothing but list marks and headings stands beside the span. */
function isWhole(text: string, { start, end }: Span): boolean {
  const before = text.slice(0, start).replace(/^ {0,3}#{1,6}[ \t].*$/gm, '');
  return !/[\p{L}\p{N}]/u.test(before.replace(listMark, '')) && !/[\p{L}\p{N}]/u.test(text.slice(end));
}

/** 48 bits fit a JavaScript number; a million groups meet by chance once in five hundred stores. */
function hash48(parts: readonly string[]): number {
  return createHash('sha256').update(JSON.stringify(parts)).digest().readUIntBE(0, 6);
}
