-- Everything retrievable, one row an item. Times are milliseconds since 1970. An item's status is not stored: it follows
-- from trust, valid interval and supersessions at the moment a question asks about.
CREATE TABLE items (
  rowid INTEGER PRIMARY KEY AUTOINCREMENT, -- the indexes refer to it, so that a number is never given twice
  namespace TEXT NOT NULL,
  item_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  text TEXT NOT NULL,                      -- empty for a document: its whole text lies in the ledger
  title TEXT,
  author TEXT,
  thread TEXT,
  position INTEGER,
  caption TEXT,
  entities TEXT NOT NULL,                  -- JSON array of strings
  source TEXT,
  source_type TEXT NOT NULL,
  occurred_at INTEGER NOT NULL,
  valid_from INTEGER,
  valid_to INTEGER,
  observed_at INTEGER NOT NULL,
  recorded_at INTEGER NOT NULL,
  known_at INTEGER NOT NULL,
  authority REAL NOT NULL,
  confidence REAL NOT NULL,
  salience REAL NOT NULL,
  privacy_class TEXT NOT NULL,
  retention_class TEXT NOT NULL,
  trust TEXT NOT NULL,
  content_hash TEXT NOT NULL,
  event_seq INTEGER NOT NULL,
  event_id TEXT NOT NULL,
  document_id TEXT,                        -- for a chunk: its document, and where in it (UTF-16 offsets)
  start_at INTEGER,
  end_at INTEGER,
  heading TEXT
) STRICT;
CREATE UNIQUE INDEX items_by_id ON items (namespace, item_id);
CREATE INDEX items_by_event ON items (namespace, event_seq);
CREATE INDEX items_by_known ON items (namespace, known_at);

-- How many items of each kind a namespace holds: counting a million rows would take too long for a status line.
CREATE TABLE item_counts (
  namespace TEXT NOT NULL,
  kind TEXT NOT NULL,
  items INTEGER NOT NULL,
  PRIMARY KEY (namespace, kind)
) STRICT, WITHOUT ROWID;

-- Ids in use before a rebuild began, so that a write that arrives meanwhile cannot take one of them.
CREATE TABLE taken_ids (
  namespace TEXT NOT NULL,
  item_id TEXT NOT NULL,
  event_id TEXT NOT NULL,
  PRIMARY KEY (namespace, item_id)
) STRICT, WITHOUT ROWID;

-- What one item says of another, which may arrive later or never. That a newer document replaces an older one of the
-- same source is no row here: it follows from the order of the documents.
CREATE TABLE supersessions (
  namespace TEXT NOT NULL,
  by_item TEXT NOT NULL,
  relation TEXT NOT NULL,                  -- supersedes, corrects or retracts
  target_item TEXT NOT NULL,
  from_ms INTEGER NOT NULL,                -- from when: the valid_from of by_item, else its occurred_at
  PRIMARY KEY (namespace, by_item, relation, target_item)
) STRICT, WITHOUT ROWID;
CREATE INDEX supersessions_by_target ON supersessions (namespace, target_item);

CREATE TABLE documents (
  namespace TEXT NOT NULL,
  item_id TEXT NOT NULL,
  title TEXT NOT NULL,
  path TEXT,
  source_ref TEXT,
  media_type TEXT NOT NULL,
  frontmatter TEXT,                        -- JSON object
  length INTEGER NOT NULL,                 -- of the text, in UTF-16 code units
  chunks INTEGER NOT NULL,
  content_hash TEXT NOT NULL,
  occurred_at INTEGER NOT NULL,
  event_seq INTEGER NOT NULL,
  PRIMARY KEY (namespace, item_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX documents_by_source ON documents (namespace, source_ref, event_seq) WHERE source_ref IS NOT NULL;

-- The turns of each conversation in their order; two with the same position stand in the order they were written.
CREATE TABLE turns (
  namespace TEXT NOT NULL,
  thread TEXT NOT NULL,
  position INTEGER NOT NULL,
  item INTEGER NOT NULL,                   -- items.rowid
  PRIMARY KEY (namespace, thread, position, item)
) STRICT, WITHOUT ROWID;

-- How far each projection has followed the ledger, and in which version.
CREATE TABLE checkpoints (
  projection TEXT PRIMARY KEY,
  version INTEGER NOT NULL,
  position INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
