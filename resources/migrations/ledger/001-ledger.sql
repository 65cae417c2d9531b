-- L0: canonical events, and their erasable payloads beside them. Times are milliseconds since 1970, UTC.
CREATE TABLE memory_events (
  seq INTEGER PRIMARY KEY,
  event_id TEXT NOT NULL UNIQUE,
  event_type TEXT NOT NULL,
  occurred_at INTEGER NOT NULL,
  recorded_at INTEGER NOT NULL,
  known_at INTEGER NOT NULL,
  session_id TEXT,
  actor TEXT NOT NULL,
  source_type TEXT NOT NULL,
  source_ref TEXT,
  payload_hash TEXT NOT NULL,
  provenance TEXT,
  parent_event_id TEXT,
  correction_of_event_id TEXT,
  privacy_class TEXT NOT NULL,
  retention_class TEXT NOT NULL,
  namespace TEXT NOT NULL,
  schema_version INTEGER NOT NULL,
  idempotency_key TEXT,
  prev_hash TEXT NOT NULL,
  hash TEXT NOT NULL
) STRICT;

CREATE UNIQUE INDEX memory_events_idempotency ON memory_events (idempotency_key, namespace, actor)
WHERE idempotency_key IS NOT NULL;

-- A tombstone names the event that it erases as its parent: the header outlives every payload.
CREATE INDEX memory_events_tombstones ON memory_events (parent_event_id) WHERE event_type = 'tombstone';

CREATE TABLE memory_payloads (
  seq INTEGER PRIMARY KEY REFERENCES memory_events (seq),
  salt BLOB NOT NULL CHECK (length(salt) >= 16),
  body TEXT NOT NULL
) STRICT;

CREATE TRIGGER memory_events_never_change BEFORE UPDATE ON memory_events
BEGIN
  SELECT RAISE(ABORT, 'the ledger is append-only: an event never changes');
END;

CREATE TRIGGER memory_events_never_go BEFORE DELETE ON memory_events
BEGIN
  SELECT RAISE(ABORT, 'the ledger is append-only: an event never goes');
END;

-- INSERT OR REPLACE deletes without asking the trigger above: so what it would replace is refused here.
CREATE TRIGGER memory_events_only_append BEFORE INSERT ON memory_events
WHEN NEW.seq IS NOT (SELECT coalesce(max(seq), 0) + 1 FROM memory_events)
  OR EXISTS (SELECT 1 FROM memory_events WHERE event_id = NEW.event_id)
  OR (NEW.idempotency_key IS NOT NULL AND EXISTS (
    SELECT 1 FROM memory_events
    WHERE idempotency_key = NEW.idempotency_key AND namespace = NEW.namespace AND actor = NEW.actor))
BEGIN
  SELECT RAISE(ABORT, 'the ledger is append-only: an event takes the next seq and an id and key of its own');
END;

CREATE TRIGGER memory_payloads_never_change BEFORE UPDATE ON memory_payloads
BEGIN
  SELECT RAISE(ABORT, 'the ledger is append-only: a payload never changes');
END;

CREATE TRIGGER memory_payloads_go_by_tombstone BEFORE DELETE ON memory_payloads
WHEN NOT EXISTS (
  SELECT 1 FROM memory_events
  WHERE event_type = 'tombstone' AND parent_event_id = (SELECT event_id FROM memory_events WHERE seq = OLD.seq))
BEGIN
  SELECT RAISE(ABORT, 'a payload goes only after a tombstone for its event');
END;

-- Nothing is put in the place of a payload, and an erased one does not come back.
CREATE TRIGGER memory_payloads_only_new BEFORE INSERT ON memory_payloads
WHEN NEW.seq IS NOT (SELECT max(seq) FROM memory_events)
  OR EXISTS (SELECT 1 FROM memory_payloads WHERE seq = NEW.seq)
BEGIN
  SELECT RAISE(ABORT, 'a payload is written together with its event, once');
END;
