-- Episodes as they were recorded, one row an item. Times are milliseconds since 1970.
CREATE TABLE episodes (
  item INTEGER PRIMARY KEY,                -- items.rowid
  namespace TEXT NOT NULL,
  occurred_at INTEGER NOT NULL,
  ended_at INTEGER,
  summary TEXT NOT NULL,
  event_type TEXT,
  actors TEXT NOT NULL,                    -- JSON array of strings
  environment TEXT,
  goal_id TEXT,
  task_id TEXT,
  action TEXT,
  observation TEXT,
  outcome TEXT,
  reward REAL,
  raw_source_ref TEXT,
  provenance TEXT,                         -- JSON object
  related TEXT NOT NULL                    -- JSON array of episode ids
) STRICT;
CREATE INDEX episodes_by_time ON episodes (namespace, occurred_at);
CREATE INDEX episodes_by_goal ON episodes (namespace, goal_id) WHERE goal_id IS NOT NULL;
CREATE INDEX episodes_by_task ON episodes (namespace, task_id) WHERE task_id IS NOT NULL;

-- The raw items that a recorded episode rests on; each may arrive later or never.
CREATE TABLE episode_evidence (
  id INTEGER PRIMARY KEY,
  episode INTEGER NOT NULL,                -- items.rowid
  place INTEGER NOT NULL,
  namespace TEXT NOT NULL,
  item_id TEXT NOT NULL
) STRICT;
CREATE INDEX episode_evidence_by_episode ON episode_evidence (episode, place);
CREATE INDEX episode_evidence_by_item ON episode_evidence (namespace, item_id);

-- What episodes are cut from: the turns, tool results and actions of each thread or session, in order of time. A segment
-- is a member that starts one and those after it, up to the next that does.
CREATE TABLE episode_members (
  item INTEGER PRIMARY KEY,                -- items.rowid
  namespace TEXT NOT NULL,
  stream TEXT NOT NULL,                    -- the thread or session, told apart by the letter before it
  occurred_at INTEGER NOT NULL,
  position INTEGER NOT NULL,
  event_seq INTEGER NOT NULL,
  goal_id TEXT,
  task_id TEXT,
  event_type TEXT NOT NULL,
  actor TEXT NOT NULL,                     -- who said or did it
  starts INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX episode_members_in_order ON episode_members (namespace, stream, occurred_at, position, event_seq);
CREATE INDEX episode_members_that_start ON episode_members (namespace, occurred_at) WHERE starts = 1;
CREATE INDEX episode_members_start_before ON episode_members (namespace, stream, occurred_at, position, event_seq)
WHERE starts = 1;
CREATE INDEX episode_members_by_goal ON episode_members (namespace, goal_id) WHERE goal_id IS NOT NULL;
CREATE INDEX episode_members_by_task ON episode_members (namespace, task_id) WHERE task_id IS NOT NULL;
CREATE INDEX episode_members_by_actor ON episode_members (namespace, actor);
