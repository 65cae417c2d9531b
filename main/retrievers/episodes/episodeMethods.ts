import type { MethodParams, MethodResult } from '../../contract/methods.ts';
import { fromInstant } from '../../contract/time.ts';
import { openEpisodeReads } from '../../projections/episodes/episodeReads.ts';
import type { Database } from '../../store/sqlite.ts';

/** Episodes as the methods ask for them, over any connection to `memory.db`. */
export interface EpisodeLists {
  get(namespace: string, episodeId: string): MethodResult<'episodes.get'> | null;
  list(params: MethodParams<'episodes.list'>): MethodResult<'episodes.list'>;
}

export function openEpisodeMethods(db: Database): EpisodeLists {
  const reads = openEpisodeReads(db);

  function get(namespace: string, episodeId: string): MethodResult<'episodes.get'> | null {
    const head = reads.head(namespace, episodeId);
    const episode = head === null ? null : reads.episode(head);
    return head === null || episode === null ? null : { episode: episode.view, evidence: reads.evidence(head) };
  }

  function list({ namespace, from, to, actor, itemId, limit }: MethodParams<'episodes.list'>) {
    const filter = {
      namespace,
      from: fromInstant(from) ?? null,
      to: fromInstant(to) ?? null,
      actors: actor === undefined ? null : reads.actorsNamed(namespace, actor),
      goalId: null,
      taskId: null,
    };
    const only = itemId === undefined ? null : reads.headOfItem(namespace, itemId);
    const heads = itemId === undefined ? reads.heads(filter, limit) : only === null ? [] : [only];
    const total = itemId === undefined ? reads.count(filter) : heads.length;
    return { episodes: heads.flatMap((head) => reads.episode(head)?.view ?? []), total };
  }

  return { get: db.transaction(get).deferred, list: db.transaction(list).deferred };
}
