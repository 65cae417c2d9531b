-- What became of what was shown. `marks` holds what agents reported; what was observed in their answers is told apart.

-- What is known of a session's use: nothing-shown, open, reported, observed, untraced or unreported.
CREATE TABLE followed (
  session_key INTEGER PRIMARY KEY REFERENCES sessions (session_key) ON DELETE CASCADE,
  state TEXT NOT NULL,
  calls TEXT NOT NULL                      -- JSON array: the paths that were asked
) STRICT;
CREATE INDEX followed_open ON followed (session_key) WHERE state = 'open';

-- One row a result: which paths proposed it, and the strongest mark of each source.
CREATE TABLE surfaced (
  session_key INTEGER NOT NULL REFERENCES sessions (session_key) ON DELETE CASCADE,
  result_id TEXT NOT NULL,
  rank INTEGER NOT NULL,
  item_id TEXT NOT NULL,
  namespace TEXT NOT NULL,
  paths TEXT NOT NULL,                     -- JSON array
  is_current INTEGER NOT NULL,
  reported TEXT,
  observed TEXT,
  PRIMARY KEY (session_key, result_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE observed (
  session_key INTEGER NOT NULL REFERENCES sessions (session_key) ON DELETE CASCADE,
  result_id TEXT NOT NULL,
  mark TEXT NOT NULL,
  signs TEXT NOT NULL,                     -- JSON array
  claim_id TEXT,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX observed_by_session ON observed (session_key, result_id);
CREATE INDEX observed_by_claim ON observed (claim_id) WHERE claim_id IS NOT NULL;

-- Answers and actions that followed a session; one on several sessions has a row with each. Erasing clears the text.
CREATE TABLE answers (
  answer_key INTEGER PRIMARY KEY,
  session_key INTEGER NOT NULL REFERENCES sessions (session_key) ON DELETE CASCADE,
  event_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  text TEXT,
  words TEXT,                              -- in small letters, a space around each: a claim is found in them by its own
  text_hash TEXT NOT NULL,
  claim_id TEXT,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX answers_by_session ON answers (session_key);
CREATE INDEX answers_by_hash ON answers (text_hash);
CREATE INDEX answers_by_claim ON answers (claim_id) WHERE claim_id IS NOT NULL;

CREATE TABLE outcomes (
  session_key INTEGER NOT NULL REFERENCES sessions (session_key) ON DELETE CASCADE,
  event_id TEXT NOT NULL,
  about TEXT,
  outcome TEXT,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX outcomes_by_session ON outcomes (session_key);

-- A stale item that came up in a session, and what had replaced it.
CREATE TABLE rivals (
  session_key INTEGER NOT NULL REFERENCES sessions (session_key) ON DELETE CASCADE,
  namespace TEXT NOT NULL,
  stale_item TEXT NOT NULL,
  current_item TEXT NOT NULL,
  shown TEXT,                              -- the stale one's result id, where it was shown too
  PRIMARY KEY (session_key, namespace, stale_item, current_item)
) STRICT, WITHOUT ROWID;
