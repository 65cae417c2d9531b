-- Which causes claim or deny the same: a hash over the words of both sides, so that they find each other by one look.
CREATE TABLE cause_claims (
  item INTEGER PRIMARY KEY,                -- items.rowid
  namespace TEXT NOT NULL,
  claim INTEGER NOT NULL                   -- 48 bits of a hash over the words of both sides
) STRICT;
CREATE INDEX cause_claims_by_claim ON cause_claims (namespace, claim);
