-- Which items were relied on in which retrieval session, as use reports say, and the sessions of which a report says
-- that it went wrong; either may come first.
CREATE TABLE reliance (
  namespace TEXT NOT NULL,
  item_id TEXT NOT NULL,
  session_id TEXT NOT NULL,
  PRIMARY KEY (namespace, item_id, session_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE failed_sessions (
  session_id TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;
