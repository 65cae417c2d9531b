-- What single statements say up to their last phrase, so that a later one of the same source is found by a point read.
-- No words are stored: a group stands for namespace, source and stem, a value for the last phrase (48 bits of a hash).
CREATE TABLE statements (
  item INTEGER NOT NULL,                   -- items.rowid
  start_at INTEGER NOT NULL,               -- where it stands in the item's text (UTF-16 offsets)
  end_at INTEGER NOT NULL,
  whole INTEGER NOT NULL,                  -- 1: the item says nothing else
  stem_group INTEGER NOT NULL,
  value INTEGER NOT NULL,
  series INTEGER NOT NULL,                 -- of what a figure at its end is a number; 0 for nothing
  functional INTEGER NOT NULL,             -- 1: the relation holds one value at a time; 0: several, or nobody can tell
  known_at INTEGER NOT NULL,
  place INTEGER NOT NULL,                  -- of a turn, its position in the thread; of anything else 0
  event_seq INTEGER NOT NULL,
  offset INTEGER NOT NULL,                 -- within what the event brought, a document or a text; below zero where
                                           -- the newest stands first
  PRIMARY KEY (item, start_at)
) STRICT, WITHOUT ROWID;
CREATE INDEX statements_by_group ON statements (stem_group, known_at, place, event_seq, offset, item, start_at);
