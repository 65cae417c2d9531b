-- retrieval-events v2 (recall.md §18): one session an information request, its candidates, and what became of them.
-- Times are milliseconds since 1970. Only `query` and `packet` hold asked or stored text; erasing clears them.

CREATE TABLE sessions (
  session_key INTEGER PRIMARY KEY,
  session_id TEXT NOT NULL UNIQUE,
  query_id TEXT NOT NULL,
  query_text_hash TEXT NOT NULL,
  query TEXT,
  at INTEGER NOT NULL,
  namespaces TEXT NOT NULL,
  route TEXT NOT NULL,
  route_reason TEXT NOT NULL,
  status TEXT NOT NULL,
  confidence REAL NOT NULL,
  results INTEGER NOT NULL,
  latency_ms REAL NOT NULL,
  cost INTEGER NOT NULL,
  stages TEXT NOT NULL,
  -- A JSON array of arrays in the order of traceRows.ts: a hundred rows of their own would cost each question a
  -- millisecond, and sessions are read one at a time.
  candidates TEXT NOT NULL,
  packet TEXT
) STRICT;

CREATE INDEX sessions_by_time ON sessions (at, session_key);

-- What was put before the asker: use is marked on these, and erasing an item finds its sessions by them.
CREATE TABLE shown (
  session_key INTEGER NOT NULL REFERENCES sessions (session_key) ON DELETE CASCADE,
  result_id TEXT NOT NULL,
  item_id TEXT NOT NULL,
  namespace TEXT NOT NULL,
  PRIMARY KEY (session_key, result_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX shown_by_item ON shown (item_id, namespace);

CREATE TABLE marks (
  session_key INTEGER NOT NULL REFERENCES sessions (session_key) ON DELETE CASCADE,
  result_id TEXT NOT NULL,
  mark TEXT NOT NULL,
  claim_id TEXT,
  at INTEGER NOT NULL
) STRICT;

CREATE INDEX marks_by_session ON marks (session_key, result_id);
CREATE INDEX marks_by_claim ON marks (claim_id) WHERE claim_id IS NOT NULL;

-- memory.md §20, Phase 0: totals since the store was made; they outlive the sessions that they count.
CREATE TABLE counters (
  name TEXT PRIMARY KEY,
  n INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
