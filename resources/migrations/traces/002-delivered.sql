-- Which statements were handed out, by hash: what comes back as input within a day is an echo and no new evidence.
CREATE TABLE delivered (
  namespace TEXT NOT NULL,
  statement TEXT NOT NULL,                 -- SHA-256 of its words in normal form, 128 bits of it
  session_key INTEGER NOT NULL REFERENCES sessions (session_key) ON DELETE CASCADE,
  at INTEGER NOT NULL,
  PRIMARY KEY (namespace, statement, at, session_key)
) STRICT, WITHOUT ROWID;
CREATE INDEX delivered_by_session ON delivered (session_key);
