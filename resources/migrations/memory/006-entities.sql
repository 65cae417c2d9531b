-- Every name that something was called by, in its normal form (main/language/names.ts), and the entity that it means.
-- Predicates have names too: `due date` may be said for `deadline`. A name no longer used or spoken of has no row.
CREATE TABLE names (
  id INTEGER PRIMARY KEY AUTOINCREMENT,    -- readers follow what is new by it, so that a number is never given twice
  namespace TEXT NOT NULL,
  sort TEXT NOT NULL CHECK (sort IN ('entity', 'predicate')),
  key TEXT NOT NULL,
  folded TEXT NOT NULL,                    -- the key of all its forms when capitals begin no word; else, or if they differ, key
  glued TEXT NOT NULL,                     -- the key with its words written together, for names that are not known as asked
  name TEXT NOT NULL,                      -- as first written
  own_id TEXT NOT NULL,                    -- its own number, and the entity that it is when it stands alone
  base TEXT NOT NULL,                      -- the own_id of the first name that differs from it in capitals alone, or its own
  entity TEXT NOT NULL,                    -- the entity that it means: the own_id of one of its names
  shown INTEGER NOT NULL,                  -- 1 for the name by which its entity is shown
  how TEXT NOT NULL,                       -- spelling, alias or merge: what brought it to its entity
  event_id TEXT,                           -- that alias or merge
  mentions INTEGER NOT NULL,               -- items that use it
  first_seq INTEGER NOT NULL,              -- of the first event that uses it, and its place in that event
  first_place INTEGER NOT NULL,
  first_known INTEGER NOT NULL,
  last_known INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX names_by_key ON names (namespace, sort, key);
CREATE INDEX names_by_entity ON names (namespace, entity);
CREATE INDEX names_by_folded ON names (namespace, sort, folded);
CREATE INDEX names_by_glued ON names (namespace, sort, glued);

-- Which event uses a name, how it writes it, and the item that the event made.
CREATE TABLE name_uses (
  name INTEGER NOT NULL,                   -- names.id
  event_seq INTEGER NOT NULL,
  place INTEGER NOT NULL,
  form TEXT NOT NULL,
  item INTEGER,                            -- items.rowid; null for an alias, a merge or a split
  known_at INTEGER NOT NULL,
  PRIMARY KEY (name, event_seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX name_uses_by_event ON name_uses (event_seq);

-- Thirds of each key, by which names of nearly the same letters are found: two keys at edit distance 2 or less have one
-- third in common, nearly at the same place (Li, Deng, Wang, Feng: Pass-Join, 2011).
CREATE TABLE name_thirds (
  namespace TEXT NOT NULL,
  length INTEGER NOT NULL,                 -- of the key, in UTF-16 code units
  third INTEGER NOT NULL,
  letters TEXT NOT NULL,
  name INTEGER NOT NULL,                   -- names.id
  PRIMARY KEY (namespace, length, third, letters, name)
) STRICT, WITHOUT ROWID;

-- What was said about names in the order in which it was said. The entities follow from it: it is read again from the
-- beginning when one of its rows is erased.
CREATE TABLE name_statements (
  namespace TEXT NOT NULL,
  event_seq INTEGER NOT NULL,
  event_id TEXT NOT NULL,
  item TEXT,                               -- the item that says so, for an edge `alias_of`
  sort TEXT NOT NULL,
  act TEXT NOT NULL CHECK (act IN ('alias', 'merge', 'split')),
  name TEXT NOT NULL,                      -- key of the name that stays
  others TEXT NOT NULL,                    -- JSON array of the keys that are joined to it or taken from it
  type TEXT,
  PRIMARY KEY (namespace, event_seq)
) STRICT, WITHOUT ROWID;

-- Counts what readers who hold a graph in memory cannot follow row by row: names and edges that went or were joined.
CREATE TABLE graph_changes (
  namespace TEXT PRIMARY KEY,
  changes INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Relations between names: edges as they were asserted, and facts whose object may be a name. A fact counts as an edge as
-- soon as its object is one.
CREATE TABLE edges (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  namespace TEXT NOT NULL,
  item INTEGER NOT NULL,                   -- items.rowid
  kind TEXT NOT NULL CHECK (kind IN ('edge', 'fact')),
  from_key TEXT NOT NULL,
  from_name TEXT NOT NULL,                 -- as this item writes it
  relation TEXT NOT NULL,
  to_key TEXT NOT NULL,
  to_name TEXT NOT NULL,
  valid_from INTEGER,
  valid_to INTEGER,
  known_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX edges_by_item ON edges (item, kind);
CREATE INDEX edges_by_from ON edges (namespace, from_key, known_at);
CREATE INDEX edges_by_to ON edges (namespace, to_key, known_at);

-- The items that an edge was concluded from. They may come later or never.
CREATE TABLE edge_supports (
  edge INTEGER NOT NULL,                   -- edges.id
  place INTEGER NOT NULL,
  item_id TEXT NOT NULL,
  PRIMARY KEY (edge, place)
) STRICT, WITHOUT ROWID;
CREATE INDEX edge_supports_by_item ON edge_supports (item_id);
