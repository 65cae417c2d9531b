-- How a session was asked, beside the words of its question: what it takes to ask the same again. No stored text.
CREATE TABLE asked (
  session_key INTEGER PRIMARY KEY REFERENCES sessions (session_key) ON DELETE CASCADE,
  params TEXT NOT NULL
) STRICT;
