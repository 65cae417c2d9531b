import type { MethodResult } from '../../contract/methods.ts';
import { toInstant } from '../../contract/time.ts';
import { nameKey, nameTokens } from '../../language/names.ts';
import type { Database } from '../../store/sqlite.ts';
import { openEntityReads } from '../entities/entityReads.ts';
import { openWordsAgainst } from '../items/wordsAgainst.ts';
import { openEpisodeHeads } from './episodeHeads.ts';
import {
  type Episode,
  type ItemRow,
  mostRead,
  type RecordedRow,
  recordedEpisode,
  segmentEpisode,
  segmentId,
  segmentPrefix,
} from './episodeViews.ts';

export type { Episode };

type Evidence = MethodResult<'episodes.get'>['evidence'];

export interface EpisodeFilter {
  readonly namespace: string;
  /** Beginning in [from, to), milliseconds since 1970. */
  readonly from: number | null;
  readonly to: number | null;
  readonly actors: readonly string[] | null;
  readonly goalId: string | null;
  readonly taskId: string | null;
}

/** What the rest of the engine reads of episodes, over any connection to `memory.db`. */
export interface EpisodeReads {
  /** The episode of each row that belongs to one, by its id: a recorded one that rests on it before one that was cut. */
  episodeOf(rowids: readonly number[]): Map<number, string>;
  /** The rows by which episodes are told apart: a recorded one's own, a segment's first member's. */
  headsOf(rowids: readonly number[]): Map<number, number>;
  head(namespace: string, episodeId: string): number | null;
  /** The head of the episode that an item is or belongs to. */
  headOfItem(namespace: string, itemId: string): number | null;
  episode(head: number): Episode | null;
  evidence(head: number): Evidence;
  /** Heads of the episodes that fit, newest first. */
  heads(filter: EpisodeFilter, limit: number): number[];
  count(filter: EpisodeFilter): number;
  /** Everyone who took part in an episode, by name. */
  actors(namespace: string): string[];
  /** The actors that a name means: those of that name or an alias of it, else those whose name holds all of its words. */
  actorsNamed(namespace: string, name: string): string[];
}

export function openEpisodeReads(db: Database): EpisodeReads {
  const heads = openEpisodeHeads(db);
  const against = openWordsAgainst(db);
  const entities = openEntityReads(db);
  const selectRecorded = db.prepare<[number], RecordedRow>(
    `SELECT i.item_id AS itemId, i.namespace, i.text, i.entities, i.recorded_at AS recordedAt, i.salience, i.confidence,
       i.derived_from AS members, e.occurred_at AS occurredAt, e.ended_at AS endedAt, e.summary, e.event_type AS eventType,
       e.actors, e.environment, e.goal_id AS goalId, e.task_id AS taskId, e.action, e.observation, e.outcome, e.reward,
       e.raw_source_ref AS rawSourceRef, e.provenance, e.related
     FROM episodes e JOIN items i ON i.rowid = e.item WHERE e.item = ?`,
  );
  const selectItems = db.prepare<[string, number], ItemRow>(
    `SELECT i.rowid AS item, i.item_id AS itemId, i.namespace, i.kind, i.author, i.text, i.title, i.caption, i.entities,
       i.occurred_at AS occurredAt, i.recorded_at AS recordedAt, i.salience, i.confidence
     FROM json_each(?) asked JOIN items i ON i.rowid = asked.value ORDER BY asked.key LIMIT ?`,
  );

  const stands = (namespace: string, itemId: string) => against(namespace, itemId, null) === null;

  function recorded(head: number): Episode | null {
    const row = selectRecorded.get(head);
    if (row === undefined) return null;
    const evidence = heads.evidenceOf(head);
    const items = selectItems.all(JSON.stringify(evidence), mostRead);
    return recordedEpisode(row, [head, ...evidence], items, stands);
  }

  function segment(head: number): Episode | null {
    const [first, ...others] = heads.membersOf(head);
    if (first === undefined) return null;
    const rows = [first, ...others].map(({ item }) => item);
    return segmentEpisode([first, ...others], selectItems.all(JSON.stringify(rows), rows.length), stands);
  }

  return {
    episodeOf(rowids) {
      const found = heads.headsOf(rowids);
      const names = new Map(
        heads
          .namesOf(new Set(found.values()))
          .map(({ head, itemId, recorded }) => [head, recorded === 1 ? itemId : segmentId(itemId)]),
      );
      return new Map(
        [...found].flatMap(([rowid, head]) => {
          const id = names.get(head);
          return id === undefined ? [] : [[rowid, id] as const];
        }),
      );
    },
    headsOf: heads.headsOf,
    head(namespace, episodeId) {
      const own = heads.rowOf(namespace, episodeId);
      if (own !== null && heads.isRecorded(own)) return own;
      if (!episodeId.startsWith(segmentPrefix)) return null;
      const first = heads.rowOf(namespace, episodeId.slice(segmentPrefix.length));
      return first !== null && heads.startOf(first) === first ? first : null;
    },
    headOfItem(namespace, itemId) {
      const row = heads.rowOf(namespace, itemId);
      return row === null ? null : (heads.headsOf([row]).get(row) ?? null);
    },
    episode: (head) => recorded(head) ?? segment(head),
    evidence(head) {
      const rows = heads.isRecorded(head) ? heads.evidenceOf(head) : heads.membersOf(head).map(({ item }) => item);
      return selectItems.all(JSON.stringify(rows), rows.length).map(({ itemId, kind, author, text, occurredAt }) => ({
        itemId,
        kind,
        author,
        text,
        occurredAt: toInstant(occurredAt),
      }));
    },
    heads: heads.select,
    count: heads.count,
    actors: heads.actors,
    actorsNamed(namespace, name) {
      const known = heads.actors(namespace);
      const keys = new Set(entities.canonicalKeys(namespace, name));
      const exact = known.filter((actor) => keys.has(nameKey(actor)));
      if (exact.length > 0) return exact;
      const words = nameTokens(name);
      return known.filter((actor) => {
        const held = new Set(nameTokens(actor));
        return words.length > 0 && words.every((word) => held.has(word));
      });
    },
  };
}
