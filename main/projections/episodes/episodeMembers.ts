import type { Hash } from 'node:crypto';
import type { MemoryObject } from '../../contract/memory.ts';
import type { LedgerEvent } from '../../ledger/event.ts';
import type { Database } from '../../store/sqlite.ts';
import { feedRows } from '../items/itemRows.ts';
import { companyReach, type Member, startsAt } from './segmentation.ts';

/** Where a member stands: in its stream by time, then by its position, then in the order of the ledger. */
export interface Place {
  readonly namespace: string;
  readonly stream: string;
  readonly occurredAt: number;
  readonly position: number;
  readonly eventSeq: number;
}

interface MemberRow extends Member, Place {
  readonly item: number;
  readonly starts: number;
}

/** A member that comes or goes moves the boundaries so far around it; each of these sees as far again. */
const reach = 2 * companyReach;

/** The members of segments. Each row tells whether an episode starts with it, and that alone changes later. */
export function openEpisodeMembers(db: Database) {
  const insertMember = db.prepare(
    `INSERT INTO episode_members (item, namespace, stream, occurred_at, position, event_seq, goal_id, task_id, event_type,
       actor, starts)
     VALUES ($item, $namespace, $stream, $occurredAt, $position, $eventSeq, $goalId, $taskId, $eventType, $actor, 1)`,
  );
  const members = `item, namespace, stream, occurred_at AS occurredAt, position, event_seq AS eventSeq, goal_id AS goalId,
    task_id AS taskId, event_type AS eventType, actor, starts`;
  const selectBefore = db.prepare<Place & { limit: number }, MemberRow>(
    `SELECT ${members} FROM episode_members WHERE namespace = $namespace AND stream = $stream
       AND (occurred_at, position, event_seq) < ($occurredAt, $position, $eventSeq)
     ORDER BY occurred_at DESC, position DESC, event_seq DESC LIMIT $limit`,
  );
  const selectFrom = db.prepare<Place, MemberRow>(
    `SELECT ${members} FROM episode_members WHERE namespace = $namespace AND stream = $stream
       AND (occurred_at, position, event_seq) >= ($occurredAt, $position, $eventSeq)
     ORDER BY occurred_at, position, event_seq`,
  );
  const updateStarts = db.prepare<[number, number]>('UPDATE episode_members SET starts = ? WHERE item = ?');
  const deleteMember = db.prepare<[string, string], Place>(
    `DELETE FROM episode_members WHERE item = (SELECT rowid FROM items WHERE namespace = ? AND item_id = ?)
     RETURNING namespace, stream, occurred_at AS occurredAt, position, event_seq AS eventSeq`,
  );
  const deleteAll = db.prepare('DELETE FROM episode_members');
  const allMembers = db
    .prepare<[], unknown[]>(
      `SELECT m.namespace, m.stream, m.occurred_at, m.position, i.item_id, m.goal_id, m.task_id, m.event_type, m.actor,
         m.starts
       FROM episode_members m JOIN items i ON i.rowid = m.item
       ORDER BY m.namespace, m.stream, m.occurred_at, m.position, m.event_seq`,
    )
    .raw();

  /** Settles anew what starts an episode around places of one stream, ascending, at which members came or went. */
  function segmentStream(places: readonly Place[]): void {
    for (let next = 0; next < places.length; ) {
      const { block, dirtyFrom, dirtyTo, done } = readBlock(places, next);
      next = done;
      for (const [at, row] of block.entries()) {
        if (at < dirtyFrom || at >= dirtyTo) continue;
        const starts = startsAt(block, at) ? 1 : 0;
        if (row.starts !== starts) updateStarts.run(starts, row.item);
      }
    }
  }

  /** The members around the next place and around all that follow it closely; those from `dirtyFrom` on may start anew. */
  function readBlock(places: readonly Place[], from: number) {
    const first = placeOf(places[from]);
    const block = selectBefore.all({ ...first, limit: reach }).reverse();
    const dirtyFrom = Math.max(0, block.length - companyReach);
    let dirtyTo = block.length;
    let done = from;
    let quiet = 0;
    for (const row of selectFrom.iterate(first)) {
      block.push(row);
      quiet += 1;
      for (let place = places[done]; place !== undefined && comparePlaces(place, row) <= 0; place = places[done]) {
        done += 1;
        quiet = 0;
        dirtyTo = block.length + companyReach;
      }
      if (quiet === reach) return { block, dirtyFrom, dirtyTo, done };
    }
    // The stream has ended, and with it the places: one that is left was the last and is gone.
    return { block, dirtyFrom, dirtyTo: block.length, done: places.length };
  }

  return {
    insert(item: number, stream: string, event: LedgerEvent, memory: MemoryObject): Place {
      const { namespace, occurredAt, seq: eventSeq, eventType } = event;
      const place = { namespace, stream, occurredAt, position: memory.position ?? 0, eventSeq };
      const { goalId = null, taskId = null } = memory;
      insertMember.run({ ...place, item, goalId, taskId, eventType, actor: memory.author ?? event.actor });
      return place;
    },
    segment(added: readonly Place[]): void {
      const streams = Map.groupBy(added, ({ namespace, stream }) => JSON.stringify([namespace, stream]));
      for (const places of streams.values()) segmentStream(places.toSorted(comparePlaces));
    },
    remove(namespace: string, itemId: string): void {
      const place = deleteMember.get(namespace, itemId);
      if (place !== undefined) segmentStream([place]);
    },
    truncate(): void {
      deleteAll.run();
    },
    digest: (hash: Hash): void => feedRows(hash, 'episode members', allMembers.iterate()),
  };
}

function placeOf(place: Place | undefined): Place {
  if (place === undefined) throw new Error('there is no such place');
  const { namespace, stream, occurredAt, position, eventSeq } = place;
  return { namespace, stream, occurredAt, position, eventSeq };
}

function comparePlaces(a: Place, b: Place): number {
  return a.occurredAt - b.occurredAt || a.position - b.position || a.eventSeq - b.eventSeq;
}
