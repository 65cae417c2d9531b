import type { EpisodeSignals, EpisodeView } from '../../contract/episodes.ts';
import type { MethodParams, MethodResult } from '../../contract/methods.ts';
import { fromInstant } from '../../contract/time.ts';
import { type Episode, type EpisodeFilter, openEpisodeReads } from '../../projections/episodes/episodeReads.ts';
import type { Database } from '../../store/sqlite.ts';
import { openCausalLinks } from '../causal/causalLinks.ts';
import type { Candidate } from '../path.ts';
import { differencesBetween, nearlySame } from './episodeDifferences.ts';
import { heldBy, openEpisodeMatch, type Reading } from './episodeMatch.ts';
import { type EpisodeQuestion, readEpisodeQuestion } from './episodeQuestion.ts';
import { type EpisodeHits, endedOtherwise, outcomeMatch, scoreOf, signalsOf } from './episodeSignals.ts';

export type EpisodesAsked = MethodParams<'episodes.find'>;
export type EpisodesFound = Omit<MethodResult<'episodes.find'>, 'status'> & { readonly status: 'found' | 'none' };

/** What the keyword and the vector path propose for the question's words; null where there is no such path. */
export interface Proposed {
  readonly search: readonly Candidate[];
  readonly recall: readonly Candidate[] | null;
}

/** So many episodes are weighed for their words, and as many for their people, time or goal. */
const mostWeighed = 200;
const dayMs = 86_400_000;

/**
 * Finds episodes by who, when, where, what and outcome. Who, when, where, goal and task are conditions: an event by
 * someone else is no answer. Of what is asked in words, names and the object of the question are conditions too, and the
 * other words must be met by half of their weight; where nothing is, the answer is none, with what was missing.
 * `found.episodes` are ranked by `scoreOf`.
 */
export function openFindEpisodes(db: Database): (asked: EpisodesAsked, hits: Proposed, now: number) => EpisodesFound {
  const reads = openEpisodeReads(db);
  const match = openEpisodeMatch(db);
  const causalLinks = openCausalLinks(db);

  function find(asked: EpisodesAsked, proposed: Proposed, now: number): EpisodesFound {
    const { namespace, relatedTo = null } = asked;
    const relatedHead = relatedTo === null ? null : reads.head(namespace, relatedTo);
    const related = relatedHead === null ? null : reads.episode(relatedHead);
    if (relatedTo !== null && related === null) return none('The episode of relatedTo is not known here.');
    const actors = asked.who === undefined ? null : reads.actorsNamed(namespace, asked.who);
    const hits = hitsOf(proposed);
    const question = readEpisodeQuestion(asked.what ?? '', { now, timeZone: 'UTC' });
    const candidates = candidatesFor(asked, question, { actors, related, hits }).filter(
      ({ view }) => view.episodeId !== relatedTo,
    );
    const conditions = conditionsOf(asked, actors, related);
    const failing = conditions.find(({ holds }) => !candidates.some(holds));
    if (failing !== undefined) return none(failing.missing);
    const fitting = candidates.filter((episode) => conditions.every(({ holds }) => holds(episode)));
    if (fitting.length === 0) return none('No episode meets all that is asked for at once.');
    const reading = match.read(question, namespace, reads.actors(namespace));
    const linked = related === null ? null : causalLinks(related);
    const ranked = fitting
      .map((episode) => {
        const met = reading.meets(episode);
        const because = signalsOf(asked, episode, { hits, met, related, linked });
        return { episode, view: episode.view, met, because, score: scoreOf(because) };
      })
      .sort((a, b) => b.score - a.score || b.episode.from - a.episode.from);
    const answers = ranked.filter(({ met, because }) => met.missing === null && isRelated(because, related));
    if (answers.length === 0) return none(whatIsMissing(reading, ranked));
    const shown = answers.slice(0, asked.limit);
    const alike = nearlySame([...shown, ...ranked.filter((one) => !shown.includes(one))]).slice(0, asked.limit);
    return {
      status: 'found',
      reason: `${answers.length} of ${fitting.length} episodes that fit meet what is asked.`,
      episodes: shown.map(({ view, score, because }) => ({ episode: view, score, because })),
      differing: differencesBetween(alike.map(({ view }) => view)).map(({ field, values }) => ({
        field,
        values: { ...values },
      })),
    };
  }

  /** What the words propose; and what people, times, goals and the episode asked about do by themselves. */
  function candidatesFor(asked: EpisodesAsked, { spans }: EpisodeQuestion, terms: Terms): Episode[] {
    const { actors, related, hits } = terms;
    const filter: EpisodeFilter = {
      namespace: asked.namespace,
      // One that began earlier may reach into the span; how long episodes last is not known before they are read.
      from: null,
      to: fromInstant(asked.to),
      actors,
      goalId: asked.goalId ?? null,
      taskId: asked.taskId ?? null,
    };
    const byWords = [...reads.headsOf([...hits.best.keys()]).values()].slice(0, mostWeighed);
    const isByStructure = [actors, filter.goalId, filter.taskId, filter.to, fromInstant(asked.from)].some(
      (given) => given !== null,
    );
    const others = [
      ...around(filter, fromInstant(asked.near)),
      ...spans.flatMap(({ from, to }) => reads.heads({ ...filter, from: from - dayMs, to }, mostWeighed)),
      ...(isByStructure || byWords.length === 0 ? reads.heads(filter, mostWeighed) : []),
      ...(related === null ? [] : besides(filter, related)),
    ];
    return [...new Set([...byWords, ...others])].flatMap((head) => reads.episode(head) ?? []);
  }

  /** Episodes of the same goal or task, at about the same time, and those that one names. */
  function besides(filter: EpisodeFilter, { view, from }: Episode): number[] {
    const { goalId, taskId, relatedEpisodeIds } = view;
    return [
      ...relatedEpisodeIds.flatMap((id) => reads.head(filter.namespace, id) ?? []),
      ...(goalId === null ? [] : reads.heads({ ...filter, goalId }, mostWeighed)),
      ...(taskId === null ? [] : reads.heads({ ...filter, taskId }, mostWeighed)),
      ...around(filter, from),
    ];
  }

  /** Those that began nearest to an instant: within a day if there are any, else within a month. */
  function around(filter: EpisodeFilter, near: number | null): number[] {
    if (near === null) return [];
    for (const reach of [dayMs, 30 * dayMs]) {
      const heads = reads.heads({ ...filter, from: near - reach, to: near + reach }, mostWeighed);
      if (heads.length > 0) return heads;
    }
    return [];
  }

  // One snapshot for all reads of a question, however much is written meanwhile.
  return db.transaction(find).deferred;
}

/** What a question's parts were found to mean. */
interface Terms {
  readonly actors: readonly string[] | null;
  readonly related: Episode | null;
  readonly hits: EpisodeHits;
}

interface Condition {
  readonly missing: string;
  holds(episode: Episode): boolean;
}

function conditionsOf(asked: EpisodesAsked, actors: readonly string[] | null, related: Episode | null): Condition[] {
  const { what, who, where, outcome, goalId, taskId, includeHistorical } = asked;
  const [from, to] = [fromInstant(asked.from), fromInstant(asked.to)];
  const conditions: Condition[] = [];
  if (who !== undefined) {
    const named = new Set(actors);
    const holds = ({ view, text }: Episode) =>
      view.actors.some((actor) => named.has(actor)) || (isOpenTo(view) && heldBy(text, view.entities)(who));
    conditions.push({ missing: 'No episode has that person in it.', holds });
  }
  if (from !== null || to !== null) {
    const holds = (episode: Episode) => (to === null || episode.from < to) && (from === null || episode.to >= from);
    conditions.push({ missing: 'No episode lies in that time.', holds });
  }
  if (where !== undefined) {
    const holds = ({ view, text }: Episode) => heldBy(view.environment ?? text, [])(where);
    conditions.push({ missing: 'No episode took place there.', holds });
  }
  if (goalId !== undefined) {
    conditions.push({ missing: 'No episode serves that goal.', holds: ({ view }) => view.goalId === goalId });
  }
  if (taskId !== undefined) {
    conditions.push({ missing: 'No episode is part of that task.', holds: ({ view }) => view.taskId === taskId });
  }
  if (outcome !== undefined) {
    const holds = (episode: Episode) =>
      what === undefined ? outcomeMatch(outcome, episode) > 0 : !endedOtherwise(outcome, episode);
    conditions.push({ missing: 'No episode ended like that.', holds });
  }
  if (!includeHistorical) {
    conditions.push({ missing: 'No episode that fits still stands.', holds: ({ view }) => view.isCurrent });
  }
  if (related !== null) {
    conditions.push({ missing: 'There is no other episode.', holds: ({ view }) => view !== related.view });
  }
  return conditions;
}

/** Where nobody wrote down who took part, those whom the words name may have. */
function isOpenTo({ made, actors }: EpisodeView): boolean {
  return made === 'segmented' || actors.length === 0;
}

/** Related by something: a goal, an entity or a cause that both share. */
function isRelated({ sharedGoal, sharedEntities, causalLink }: EpisodeSignals, related: Episode | null): boolean {
  return related === null || [sharedGoal, sharedEntities, causalLink].some((signal) => (signal ?? 0) > 0);
}

function whatIsMissing(reading: Reading, ranked: readonly { readonly met: { readonly missing: string | null } }[]) {
  return (
    reading.missing ?? ranked.find(({ met }) => met.missing !== null)?.met.missing ?? 'No episode is related to it.'
  );
}

function none(reason: string): EpisodesFound {
  return { status: 'none', reason, episodes: [], differing: [] };
}

function hitsOf({ search, recall }: Proposed): EpisodeHits {
  const bm25 = new Map(search.map(({ rowid, score }) => [rowid, score]));
  const cosine = recall === null ? null : new Map(recall.map(({ rowid, score }) => [rowid, score]));
  // Taken by turns, so that neither path crowds out the other.
  const best = new Map<number, true>();
  for (let at = 0; at < Math.max(search.length, recall?.length ?? 0); at += 1) {
    for (const row of [search[at]?.rowid, recall?.[at]?.rowid]) if (row !== undefined) best.set(row, true);
  }
  return { bm25, cosine, best };
}
