import { type MethodInput, methods } from '../../../../main/contract/methods.ts';
import type { EventDraft } from '../../../../main/ledger/event.ts';
import { episodeDraft } from '../../../../main/methods/episodes.ts';
import { openCauses } from '../../../../main/projections/causes/causes.ts';
import { openEpisodes } from '../../../../main/projections/episodes/episodes.ts';
import { openKeywords } from '../../../../main/projections/keywords/keywords.ts';
import { openFindEpisodes, type Proposed } from '../../../../main/retrievers/episodes/findEpisodes.ts';
import { openSearch } from '../../../../main/retrievers/search/search.ts';
import { openTestStore } from '../../projections/store.ts';

/** 2026-03-10T12:00:00Z, the asker's present in these tests. */
export const present = Date.UTC(2026, 2, 10, 12);

/** A real ledger and memory with episodes, causes and the keyword index; found as the method finds them. */
export function openEpisodeStore() {
  const store = openTestStore((db) => [openEpisodes(db), openCauses(db), openKeywords(db)]);
  const search = openSearch(store.memory);
  const findEpisodes = openFindEpisodes(store.memory);

  function write(...drafts: readonly EventDraft[]): void {
    for (const outcome of store.writes.append(drafts)) {
      if (outcome.status !== 'appended') throw new Error('not appended');
    }
  }

  return {
    ...store,
    write,
    record(...episodes: readonly MethodInput<'episodes.record'>[]): void {
      write(...episodes.map((one) => episodeDraft(methods['episodes.record'].params.parse(one))));
    },
    find(given: MethodInput<'episodes.find'>, recall: Proposed['recall'] = null) {
      const asked = methods['episodes.find'].params.parse(given);
      const text = [asked.what, asked.who, asked.where, asked.outcome].filter((part) => part !== undefined).join(' ');
      const frame = { now: present, timeZone: 'UTC', knownAt: null, includeHistorical: true };
      const { candidates } = search({ text, namespaces: [asked.namespace], depth: 300, ...frame });
      return findEpisodes(asked, { search: candidates, recall }, present);
    },
  };
}

export type EpisodeStore = ReturnType<typeof openEpisodeStore>;

/** The ids found, best first. */
export function idsOf({ episodes }: ReturnType<EpisodeStore['find']>): string[] {
  return episodes.map(({ episode }) => episode.episodeId);
}
