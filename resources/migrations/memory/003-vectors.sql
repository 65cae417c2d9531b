-- Embedders whose vectors this store holds. Each has its own table of fresh vectors, `fresh_vectors_<embedder>`, which
-- code makes because its width is the embedder's.
CREATE TABLE embedders (
  embedder INTEGER PRIMARY KEY AUTOINCREMENT,
  embedder_id TEXT NOT NULL UNIQUE,        -- model, checksum and recipe
  dimensions INTEGER NOT NULL
) STRICT;

-- Where the vector of each item is: still to be made, in the fresh tier (sqlite-vec) or in the settled one (LanceDB).
CREATE TABLE vector_state (
  item INTEGER PRIMARY KEY,                -- items.rowid
  namespace TEXT NOT NULL,
  content_hash TEXT NOT NULL,              -- of the text that is embedded
  embedder INTEGER,                        -- whose vector it is; null while pending
  tier TEXT NOT NULL CHECK (tier IN ('pending', 'fresh', 'settled'))
) STRICT;
CREATE INDEX vector_state_by_content ON vector_state (content_hash);
CREATE INDEX vector_state_pending ON vector_state (item) WHERE tier = 'pending';
CREATE INDEX vector_state_lagging ON vector_state (namespace) WHERE tier = 'pending';
CREATE INDEX vector_state_fresh ON vector_state (item) WHERE tier = 'fresh';

-- Vectors that must go from the settled tier, which is another store: a debt that outlives a crash.
CREATE TABLE vector_removals (
  namespace TEXT NOT NULL,
  item_id TEXT NOT NULL,
  PRIMARY KEY (namespace, item_id)
) STRICT, WITHOUT ROWID;
