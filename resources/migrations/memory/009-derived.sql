-- What an item was concluded from: a JSON array of item ids. It falls when all of them do.
ALTER TABLE items ADD COLUMN derived_from TEXT NOT NULL DEFAULT '[]';
