-- The keyword index. Terms are made in code (main/projections/tokenize.ts) and stored with the number of their
-- namespace before them, `3:router`: each namespace has its own terms, counts and costs, and none is seen from another.
-- The tokenizer keeps them whole: every printable ASCII character but the space belongs to a term.
CREATE TABLE keyword_namespaces (
  id INTEGER PRIMARY KEY,
  namespace TEXT NOT NULL UNIQUE,
  items INTEGER NOT NULL,
  words INTEGER NOT NULL                   -- in the texts of all its items
) STRICT;

CREATE TABLE keyword_items (
  item INTEGER PRIMARY KEY,                -- items.rowid
  length INTEGER NOT NULL                  -- of its text, in the 256 steps of main/projections/textLength.ts
) STRICT;

-- Postings. The rowid is item * 256 + length, so that a posting is scored without a look at its item. Readers go
-- through the two fts5vocab tables and score in code. They tell columns apart by the low three bits of the first
-- letter of their names, which therefore differ.
CREATE VIRTUAL TABLE keywords USING fts5(
  words, heading, names, caption, identifiers, days,
  content = '', columnsize = 0, tokenize = "ascii tokenchars '!""#$%&''()*+,-./:;<=>?@[\]^_`{|}~'"
);
INSERT INTO keywords (keywords, rank) VALUES ('secure-delete', 1);
CREATE VIRTUAL TABLE keyword_places USING fts5vocab(keywords, instance);
CREATE VIRTUAL TABLE keyword_counts USING fts5vocab(keywords, row);

-- The distinct terms that a fragment may stand for, and the trigrams by which it finds them. Rows are appended and the
-- index holds no text: where SQLite splits a page it leaves copies behind that secure_delete does not reach.
CREATE TABLE keyword_terms (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  key INTEGER NOT NULL UNIQUE,             -- 48 bits of a hash over the term
  term TEXT NOT NULL                       -- with its namespace before it
) STRICT;
CREATE VIRTUAL TABLE keyword_fragments USING fts5(
  trigrams,
  content = '', columnsize = 0, detail = none, tokenize = "ascii tokenchars '!""#$%&''()*+,-./:;<=>?@[\]^_`{|}~'"
);
INSERT INTO keyword_fragments (keyword_fragments, rank) VALUES ('secure-delete', 1);
