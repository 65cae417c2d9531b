import type { Database } from '../../store/sqlite.ts';
import type { EpisodeFilter } from './episodeReads.ts';

/** A member of a segment, as a reader needs it. */
export interface MemberOf {
  readonly item: number;
  readonly namespace: string;
  readonly stream: string;
  readonly goalId: string | null;
  readonly taskId: string | null;
  readonly eventType: string;
  readonly actor: string;
  readonly starts: number;
}

/**
 * Which rows make an episode. Its head is the row by which it is told apart: a recorded episode's own item, a segment's
 * first member.
 */
export function openEpisodeHeads(db: Database) {
  const selectRow = db
    .prepare<[string, string], number>('SELECT rowid FROM items WHERE namespace = ? AND item_id = ?')
    .pluck();
  const selectRecorded = db.prepare<[number], number>('SELECT 1 FROM episodes WHERE item = ?').pluck();
  // One statement for all rows: asked row by row, the asking costs more than the looking.
  const selectHeadsOf = db.prepare<[string], { row: number; head: number | null }>(
    `SELECT asked.value AS row, coalesce(
       (SELECT item FROM episodes WHERE item = asked.value),
       (SELECT min(v.episode) FROM items i
          JOIN episode_evidence v ON v.namespace = i.namespace AND v.item_id = i.item_id WHERE i.rowid = asked.value),
       (SELECT ${firstOf('m')} FROM episode_members m WHERE m.item = asked.value)) AS head
     FROM json_each(?) asked`,
  );
  const selectNames = db.prepare<[string], { head: number; itemId: string; recorded: 0 | 1 }>(
    `SELECT i.rowid AS head, i.item_id AS itemId, EXISTS (SELECT 1 FROM episodes WHERE item = i.rowid) AS recorded
     FROM json_each(?) asked CROSS JOIN items i ON i.rowid = asked.value`,
  );
  const selectStart = db
    .prepare<[number], number>(`SELECT ${firstOf('m')} FROM episode_members m WHERE m.item = ?`)
    .pluck();
  const selectMembers = db.prepare<[number], MemberOf>(
    `SELECT o.item, o.namespace, o.stream, o.goal_id AS goalId, o.task_id AS taskId, o.event_type AS eventType, o.actor,
       o.starts
     FROM episode_members m JOIN episode_members o ON o.namespace = m.namespace AND o.stream = m.stream
       AND (o.occurred_at, o.position, o.event_seq) >= (m.occurred_at, m.position, m.event_seq)
     WHERE m.item = ? ORDER BY o.occurred_at, o.position, o.event_seq`,
  );
  const selectEvidence = db
    .prepare<[number], number>(
      `SELECT i.rowid FROM episode_evidence v JOIN items i ON i.namespace = v.namespace AND i.item_id = v.item_id
       WHERE v.episode = ? ORDER BY v.place`,
    )
    .pluck();
  const selectHeads = db
    .prepare<FilterParameters & { limit: number }, number>(
      `SELECT item FROM (${recordedThatFit} UNION ALL ${segmentsThatFit})
       ORDER BY occurred_at DESC, event_seq DESC LIMIT $limit`,
    )
    .pluck();
  const selectCount = db
    .prepare<FilterParameters, number>(`SELECT count(*) FROM (${recordedThatFit} UNION ALL ${segmentsThatFit})`)
    .pluck();
  // Each distinct name is one look into the index, however many members have it.
  const selectActors = db
    .prepare<{ namespace: string }, string>(
      `WITH RECURSIVE named (actor) AS (
         SELECT min(actor) FROM episode_members WHERE namespace = $namespace
         UNION ALL
         SELECT (SELECT min(actor) FROM episode_members WHERE namespace = $namespace AND actor > named.actor)
         FROM named WHERE named.actor IS NOT NULL)
       SELECT actor FROM named WHERE actor IS NOT NULL
       UNION SELECT value FROM episodes, json_each(actors) WHERE namespace = $namespace`,
    )
    .pluck();

  function isRecorded(rowid: number): boolean {
    return selectRecorded.get(rowid) !== undefined;
  }

  return {
    isRecorded,
    rowOf: (namespace: string, itemId: string): number | null => selectRow.get(namespace, itemId) ?? null,
    /** The first member of the segment that a member belongs to; null for what is no member. */
    startOf: (rowid: number): number | null => selectStart.get(rowid) ?? null,
    headsOf(rowids: readonly number[]): Map<number, number> {
      const found = selectHeadsOf.all(JSON.stringify(rowids));
      return new Map(found.flatMap(({ row, head }) => (head === null ? [] : [[row, head] as const])));
    },
    /** What each head's own item is called, and whether it was recorded as an episode. */
    namesOf: (heads: Iterable<number>) => selectNames.all(JSON.stringify([...heads])),
    /** The members from a segment's first one to the last before the next segment. */
    membersOf(head: number): MemberOf[] {
      const members: MemberOf[] = [];
      for (const member of selectMembers.iterate(head)) {
        if (members.length > 0 && member.starts === 1) break;
        members.push(member);
      }
      return members;
    },
    evidenceOf: (head: number): number[] => selectEvidence.all(head),
    select: (filter: EpisodeFilter, limit: number): number[] => selectHeads.all({ ...parametersOf(filter), limit }),
    count: (filter: EpisodeFilter): number => selectCount.get(parametersOf(filter)) ?? 0,
    actors: (namespace: string): string[] => selectActors.all({ namespace }),
  };
}

/** The member that begins the segment of a member: the newest start that does not come after it. */
const firstOf = (member: string) => `(SELECT item FROM episode_members
  WHERE namespace = ${member}.namespace AND stream = ${member}.stream AND starts = 1
    AND (occurred_at, position, event_seq) <= (${member}.occurred_at, ${member}.position, ${member}.event_seq)
  ORDER BY occurred_at DESC, position DESC, event_seq DESC LIMIT 1)`;

interface FilterParameters {
  readonly namespace: string;
  readonly from: number | null;
  readonly to: number | null;
  readonly goalId: string | null;
  readonly taskId: string | null;
  /** A JSON array, or null for anyone. */
  readonly actors: string | null;
}

function parametersOf({ namespace, from, to, goalId, taskId, actors }: EpisodeFilter): FilterParameters {
  return { namespace, from, to, goalId, taskId, actors: actors === null ? null : JSON.stringify(actors) };
}

const within = (table: string) => `${table}.namespace = $namespace
  AND ($from IS NULL OR ${table}.occurred_at >= $from) AND ($to IS NULL OR ${table}.occurred_at < $to)
  AND ($goalId IS NULL OR ${table}.goal_id = $goalId) AND ($taskId IS NULL OR ${table}.task_id = $taskId)`;

const recordedThatFit = `SELECT e.item, e.occurred_at, i.event_seq FROM episodes e JOIN items i ON i.rowid = e.item
  WHERE ${within('e')} AND ($actors IS NULL OR EXISTS (
    SELECT 1 FROM json_each(e.actors) present WHERE present.value IN (SELECT value FROM json_each($actors))))`;

const segmentsThatFit = `SELECT m.item, m.occurred_at, m.event_seq FROM episode_members m
  WHERE m.starts = 1 AND ${within('m')} AND ($actors IS NULL OR EXISTS (
    SELECT 1 FROM episode_members o WHERE o.namespace = m.namespace AND o.stream = m.stream
      AND o.actor IN (SELECT value FROM json_each($actors))
      AND (o.occurred_at, o.position, o.event_seq) >= (m.occurred_at, m.position, m.event_seq)
      AND NOT EXISTS (SELECT 1 FROM episode_members n WHERE n.namespace = m.namespace AND n.stream = m.stream
        AND n.starts = 1 AND (n.occurred_at, n.position, n.event_seq) > (m.occurred_at, m.position, m.event_seq)
        AND (n.occurred_at, n.position, n.event_seq) <= (o.occurred_at, o.position, o.event_seq))))`;
