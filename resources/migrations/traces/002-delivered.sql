-- Which statements were handed out, by hash: what comes back as input within a day is an echo and no new evidence.
CREATE TABLE delivered (
  namespace TEXT NOT NULL,
  beginning TEXT NOT NULL,                 -- hash of its first three words, by which it is found inside a longer text
  statement TEXT NOT NULL,                 -- hash of all its words
  words INTEGER NOT NULL,                  -- how many
  at INTEGER NOT NULL,
  session_key INTEGER NOT NULL REFERENCES sessions (session_key) ON DELETE CASCADE,
  PRIMARY KEY (namespace, beginning, statement, at, session_key)
) STRICT, WITHOUT ROWID;
CREATE INDEX delivered_by_session ON delivered (session_key);
