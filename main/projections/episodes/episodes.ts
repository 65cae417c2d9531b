import { statementEventTypes } from '../../contract/events.ts';
import type { MemoryObject } from '../../contract/memory.ts';
import { fromInstant } from '../../contract/time.ts';
import type { LedgerEvent } from '../../ledger/event.ts';
import type { Database } from '../../store/sqlite.ts';
import { memoryOf } from '../items/itemOfEvent.ts';
import { feedRows, openItemRows } from '../items/itemRows.ts';
import type { Projection } from '../projection.ts';
import { openEpisodeMembers, type Place } from './episodeMembers.ts';

/**
 * Episodes as they were recorded, with the raw items they rest on, and the turns, tool results and actions from which
 * further ones are cut (segmentation.ts).
 */
export function openEpisodes(db: Database): Projection {
  const rows = openItemRows(db);
  const members = openEpisodeMembers(db);
  const recorded = openRecorded(db);
  return {
    name: 'episodes',
    version: 1,
    apply(events) {
      const added: Place[] = [];
      for (const event of events) {
        const memory = memoryOf(event);
        if (memory === null) continue;
        const isEpisode = isRecorded(event, memory);
        const stream = isEpisode ? null : streamOf(event, memory);
        if (!isEpisode && stream === null) continue;
        const item = rows.ofEvent(event.namespace, event.seq);
        if (item === null) continue;
        if (stream === null) recorded.insert(item.rowid, event, memory);
        else added.push(members.insert(item.rowid, stream, event, memory));
      }
      members.segment(added);
    },
    erase(namespace, itemId) {
      recorded.remove(namespace, itemId);
      members.remove(namespace, itemId);
    },
    truncate() {
      recorded.truncate();
      members.truncate();
    },
    digest(hash) {
      recorded.digest(hash);
      members.digest(hash);
    },
  };
}

function isRecorded({ eventType }: LedgerEvent, { kind, episode }: MemoryObject): boolean {
  return eventType === 'episode' || kind === 'episode' || episode !== undefined;
}

/**
 * The thread or session in which something was said or done, else the goal or task that it served. What has none of
 * these stands for itself: a note is not an event in a course of events.
 */
function streamOf({ eventType, sessionId }: LedgerEvent, { thread, goalId, taskId }: MemoryObject): string | null {
  if (!(statementEventTypes as readonly string[]).includes(eventType)) return null;
  if (thread !== undefined) return `t:${thread}`;
  if (sessionId !== null) return `s:${sessionId}`;
  return goalId !== undefined || taskId !== undefined ? 'g:' : null;
}

const columns =
  'occurred_at, ended_at, summary, event_type, actors, environment, goal_id, task_id, action, observation, outcome, ' +
  'reward, raw_source_ref, provenance, related';

function openRecorded(db: Database) {
  const insertEpisode = db.prepare(
    `INSERT INTO episodes (item, namespace, ${columns})
     VALUES ($item, $namespace, $occurredAt, $endedAt, $summary, $eventType, $actors, $environment, $goalId, $taskId,
       $action, $observation, $outcome, $reward, $rawSourceRef, $provenance, $related)`,
  );
  const insertEvidence = db.prepare<[number, number, string, string]>(
    'INSERT INTO episode_evidence (episode, place, namespace, item_id) VALUES (?, ?, ?, ?)',
  );
  // Rows that name the erased item as evidence stay: they are the word of another item, which still stands.
  const deleteEvidence = db.prepare<[string, string]>(
    'DELETE FROM episode_evidence WHERE episode = (SELECT rowid FROM items WHERE namespace = ? AND item_id = ?)',
  );
  const deleteEpisode = db.prepare<[string, string]>(
    'DELETE FROM episodes WHERE item = (SELECT rowid FROM items WHERE namespace = ? AND item_id = ?)',
  );
  const deleteAll = [db.prepare('DELETE FROM episodes'), db.prepare('DELETE FROM episode_evidence')];
  const allEpisodes = db
    .prepare<[], unknown[]>(
      `SELECT i.namespace, i.item_id, ${columns.replace('occurred_at', 'e.occurred_at')}
       FROM episodes e JOIN items i ON i.rowid = e.item ORDER BY i.namespace, i.item_id`,
    )
    .raw();
  const allEvidence = db
    .prepare<[], unknown[]>(
      `SELECT i.namespace, i.item_id, v.place, v.item_id FROM episode_evidence v JOIN items i ON i.rowid = v.episode
       ORDER BY 1, 2, 3`,
    )
    .raw();

  return {
    insert(item: number, event: LedgerEvent, memory: MemoryObject): void {
      const { namespace, occurredAt, provenance } = event;
      const said = memory.episode ?? {};
      const endedAt = fromInstant(said.endedAt);
      insertEpisode.run({
        item,
        namespace,
        occurredAt,
        // An end before the beginning is refused when it is recorded; where an import brings one, it is not believed.
        endedAt: endedAt !== null && endedAt >= occurredAt ? endedAt : null,
        summary: memory.text ?? '',
        eventType: said.eventType ?? null,
        actors: JSON.stringify(said.actors ?? (memory.author === undefined ? [] : [memory.author])),
        environment: said.environment ?? null,
        goalId: said.goalId ?? memory.goalId ?? null,
        taskId: said.taskId ?? memory.taskId ?? null,
        action: said.action ?? null,
        observation: said.observation ?? null,
        outcome: said.outcome ?? null,
        reward: said.rewardOrScore ?? null,
        rawSourceRef: said.rawSourceRef ?? null,
        provenance: provenance === null ? null : JSON.stringify(provenance),
        related: JSON.stringify(said.relatedEpisodeIds ?? []),
      });
      for (const [place, itemId] of [...new Set(memory.derivedFrom)].entries()) {
        insertEvidence.run(item, place, namespace, itemId);
      }
    },
    remove(namespace: string, itemId: string): void {
      deleteEvidence.run(namespace, itemId);
      deleteEpisode.run(namespace, itemId);
    },
    truncate(): void {
      for (const statement of deleteAll) statement.run();
    },
    digest(hash: Parameters<Projection['digest']>[0]): void {
      feedRows(hash, 'episodes', allEpisodes.iterate());
      feedRows(hash, 'episode evidence', allEvidence.iterate());
    },
  };
}
