CREATE TABLE embedders (
  embedder INTEGER PRIMARY KEY AUTOINCREMENT,
  embedder_id TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE embeddings (
  embedder INTEGER NOT NULL,
  content_hash TEXT NOT NULL,              -- of the text that was embedded
  vector BLOB NOT NULL,                    -- 32-bit floats, little-endian
  UNIQUE (content_hash, embedder)
) STRICT;
