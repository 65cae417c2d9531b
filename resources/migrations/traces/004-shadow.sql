-- What a candidate policy would have returned, beside the session that was answered. A row goes with its session.
CREATE TABLE shadows (
  shadow_key INTEGER PRIMARY KEY,
  session_key INTEGER NOT NULL UNIQUE REFERENCES sessions (session_key) ON DELETE CASCADE,
  candidate TEXT NOT NULL,                 -- the version of its policy
  outcome TEXT NOT NULL,                   -- answered, failed or dropped
  reason TEXT,                             -- why it failed or was dropped, a code
  waited_ms REAL,                          -- from the reply to the candidate's beginning
  status TEXT,
  latency_ms REAL,
  k INTEGER,
  jaccard REAL,
  rbo REAL,
  differs INTEGER NOT NULL DEFAULT 0,
  packet TEXT                              -- as a session's: erasing clears it
) STRICT;
CREATE INDEX shadows_by_candidate ON shadows (candidate, shadow_key);

-- Every item whose id stands in the candidate's packet, with its rank where it is a result: erasing an item finds the
-- packet by them, and removes both.
CREATE TABLE shadow_named (
  shadow_key INTEGER NOT NULL REFERENCES shadows (shadow_key) ON DELETE CASCADE,
  item_id TEXT NOT NULL,
  namespace TEXT NOT NULL,
  rank INTEGER,
  PRIMARY KEY (item_id, namespace, shadow_key)
) STRICT, WITHOUT ROWID;
CREATE INDEX shadow_named_by_shadow ON shadow_named (shadow_key);

-- How often each path was asked on a day (UTC, days since 1970), and when last: how long one has been silent.
CREATE TABLE path_days (
  path TEXT NOT NULL,
  day INTEGER NOT NULL,
  calls INTEGER NOT NULL,
  last_at INTEGER NOT NULL,
  PRIMARY KEY (path, day)
) STRICT, WITHOUT ROWID;
