-- What items say of each other, anew with the time in which a successor claims to hold. Whether a word counts is not
-- stored: it follows from who stands, at the moment a question asks about. When a word became known is its speaker's.
DROP TABLE supersessions;
CREATE TABLE supersessions (
  namespace TEXT NOT NULL,
  by_item TEXT NOT NULL,                   -- an item, or the event of a retraction
  relation TEXT NOT NULL CHECK (relation IN ('supersedes', 'corrects', 'retracts')),
  target_item TEXT NOT NULL,
  from_ms INTEGER NOT NULL,                -- from when: the valid_from of by_item, else its occurred_at
  until_ms INTEGER,                        -- its valid_to
  PRIMARY KEY (namespace, by_item, relation, target_item)
) STRICT, WITHOUT ROWID;
CREATE INDEX supersessions_by_target ON supersessions (namespace, target_item);

-- Events that take items back; which ones they name stands in supersessions.
CREATE TABLE retractions (
  namespace TEXT NOT NULL,
  event_id TEXT NOT NULL,
  seq INTEGER NOT NULL,
  known_at INTEGER NOT NULL,
  recorded_at INTEGER NOT NULL,
  source TEXT,                             -- whose every word is taken back, written before it
  distrust INTEGER NOT NULL,               -- 1: what that source says later too
  PRIMARY KEY (namespace, event_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX retractions_by_source ON retractions (namespace, source) WHERE source IS NOT NULL;
CREATE INDEX items_by_source ON items (namespace, source) WHERE source IS NOT NULL;

-- Which items were concluded from which. Either may come first or be missing.
CREATE TABLE derivations (
  namespace TEXT NOT NULL,
  source_item TEXT NOT NULL,
  item_id TEXT NOT NULL,
  extracted INTEGER NOT NULL,              -- 1: a rule or a model found it in the source's own text
  PRIMARY KEY (namespace, source_item, item_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX derivations_by_item ON derivations (namespace, item_id);

-- Statements of the value of a subject's predicate. Which of them holds when is resolved by main/truth and not stored.
CREATE TABLE facts (
  item INTEGER PRIMARY KEY,                -- items.rowid
  namespace TEXT NOT NULL,
  slot_key TEXT NOT NULL,                  -- normal forms of subject and predicate, a line break between them
  predicate_key TEXT NOT NULL,
  predicate_glued TEXT NOT NULL,           -- the key with its words written together, for words that no fact uses
  subject TEXT NOT NULL,
  predicate TEXT NOT NULL,
  object TEXT NOT NULL,                    -- JSON: a text, a number or a truth value
  value_key TEXT NOT NULL,                 -- equal for equal values, whatever their units
  cardinality TEXT,                        -- one or many; null where the item says nothing of it
  valid_from INTEGER NOT NULL,             -- as given, else when it happened
  valid_from_given INTEGER NOT NULL,
  valid_to INTEGER,
  known_at INTEGER NOT NULL,
  stated_in TEXT,                          -- for an extracted statement: the item whose text states it,
  place INTEGER NOT NULL,                  -- and where in that text (UTF-16 offset)
  extraction TEXT                          -- JSON: which rule found it; null for what was stated as a fact
) STRICT;
CREATE INDEX facts_by_slot ON facts (namespace, slot_key);
CREATE INDEX facts_by_predicate ON facts (namespace, predicate_key);
CREATE INDEX facts_by_predicate_glued ON facts (namespace, predicate_glued, predicate_key);
CREATE INDEX facts_by_statement ON facts (namespace, stated_in) WHERE stated_in IS NOT NULL;
CREATE INDEX facts_by_known ON facts (namespace, known_at);
