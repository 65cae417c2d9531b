import { canonicalJson, sha256 } from '../../base/hash.ts';
import type { DocumentPayload } from '../../contract/events.ts';
import type { LedgerEvent } from '../../ledger/event.ts';
import type { Database } from '../../store/sqlite.ts';
import { documentOf, itemOfEvent } from '../items/itemOfEvent.ts';
import { feedRows, openItemRows } from '../items/itemRows.ts';
import type { Projection } from '../projection.ts';
import { chunksOfDocument } from './chunk.ts';

/**
 * Documents and the chunks they are found by. A chunk is an item `<document id>#<n>`, n from 1, whose offsets give its
 * exact words: `document.text.slice(start, end)`. A newer document of the same source replaces the older one, which is
 * read off their order, so that erasing one of them needs no repair.
 */
export function openDocuments(db: Database): Projection {
  const rows = openItemRows(db);
  const insertDocument = db.prepare(
    `INSERT INTO documents (namespace, item_id, title, path, source_ref, media_type, frontmatter, length, chunks,
       content_hash, occurred_at, event_seq) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const deleteDocument = db.prepare<[string, string]>('DELETE FROM documents WHERE namespace = ? AND item_id = ?');
  const deleteAll = db.prepare('DELETE FROM documents');
  const allDocuments = db.prepare<[], unknown[]>('SELECT * FROM documents ORDER BY namespace, item_id').raw();

  /** Cuts the document into chunk items; the numbers of their rows. */
  function insertChunks(event: LedgerEvent, document: DocumentPayload, documentId: string): number[] {
    const whole = itemOfEvent(event);
    if (whole === null) return [];
    return chunksOfDocument(document).map(({ start, end, text, heading }, index) => {
      const number = index + 1;
      const chunk = {
        ...whole,
        itemId: `${documentId}#${number}`,
        kind: 'chunk',
        text,
        contentHash: sha256(text),
        documentId,
        start,
        end,
        heading,
      } as const;
      // A memory may have brought an id of this very form: it came first and keeps it.
      const rowid = rows.insert(chunk) ?? rows.insert({ ...chunk, itemId: `${event.eventId}#${number}` });
      if (rowid === null) throw new Error(`event ${event.seq}: the id of chunk ${number} is taken`);
      return rowid;
    });
  }

  return {
    name: 'documents',
    version: 2,
    apply(events, change) {
      for (const event of events) {
        const document = documentOf(event);
        if (document === null) continue;
        const item = rows.ofEvent(event.namespace, event.seq);
        if (item === null) continue;
        const chunks = insertChunks(event, document, item.itemId);
        for (const rowid of chunks) change.touched.add(rowid);
        insertDocument.run(
          event.namespace,
          item.itemId,
          document.title,
          document.path ?? null,
          event.sourceRef,
          document.mediaType,
          document.frontmatter === undefined ? null : canonicalJson(document.frontmatter),
          document.text.length,
          chunks.length,
          sha256(document.text),
          event.occurredAt,
          event.seq,
        );
      }
    },
    erase: (namespace, itemId) => {
      deleteDocument.run(namespace, itemId);
    },
    truncate: () => {
      deleteAll.run();
    },
    digest: (hash) => feedRows(hash, 'documents', allDocuments.iterate()),
  };
}
