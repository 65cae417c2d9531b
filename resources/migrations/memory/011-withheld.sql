-- Items whose texts the present embedder must not see, because they are secret and it is not on this machine. They have
-- no vector, until an embedder of this machine takes over.
CREATE TABLE vectors_withheld (
  item INTEGER PRIMARY KEY                 -- items.rowid
) STRICT;
