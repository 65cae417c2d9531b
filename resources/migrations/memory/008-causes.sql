-- What was said to have caused what, one row an item that says so. Co-occurrence makes no row.
CREATE TABLE causes (
  item INTEGER PRIMARY KEY,                -- items.rowid
  namespace TEXT NOT NULL,
  cause TEXT NOT NULL,
  effect TEXT NOT NULL,
  claim_type TEXT NOT NULL,
  basis TEXT,
  holds INTEGER NOT NULL,                  -- 0: it turned out not to be the cause
  counter_evidence TEXT NOT NULL           -- JSON array of item ids
) STRICT;

-- The stems of each side by a hash, because an index must hold no text that an erasure cannot reach.
CREATE TABLE cause_words (
  namespace TEXT NOT NULL,
  word INTEGER NOT NULL,                   -- 48 bits of a hash over the stem
  item INTEGER NOT NULL,                   -- items.rowid
  sides INTEGER NOT NULL,                  -- 1: in the cause, 2: in the effect, 3: in both
  PRIMARY KEY (namespace, word, item)
) STRICT, WITHOUT ROWID;
CREATE INDEX cause_words_by_item ON cause_words (item);

CREATE TABLE cause_counts (
  namespace TEXT PRIMARY KEY,
  causes INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
