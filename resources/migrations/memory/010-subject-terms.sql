-- The subjects of facts by the stems of their words, so that one is found whose words stand apart in a question or are
-- inflected there. Each lies under its two most telling stems (or its only one): a question has a pair of its words.
CREATE TABLE subject_terms (
  namespace TEXT NOT NULL,
  pair TEXT NOT NULL,
  subject_key TEXT NOT NULL,
  stems TEXT NOT NULL,                     -- all of them, with spaces between: a question must have every one
  PRIMARY KEY (namespace, pair, subject_key, stems)
) STRICT, WITHOUT ROWID;
CREATE INDEX subject_terms_by_subject ON subject_terms (namespace, subject_key);

-- "What came before 420 seconds?" names nothing but a value.
CREATE INDEX facts_by_value ON facts (namespace, value_key);
