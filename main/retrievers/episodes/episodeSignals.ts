import type { EpisodeSignals } from '../../contract/episodes.ts';
import { fromInstant } from '../../contract/time.ts';
import { nameKey } from '../../language/names.ts';
import type { Episode } from '../../projections/episodes/episodeReads.ts';
import { tokenize } from '../../projections/keywords/tokenize.ts';
import type { Met } from './episodeMatch.ts';
import type { EpisodesAsked } from './findEpisodes.ts';

/** Scores of the paths by item row; `best` has the rows of both, the best first. */
export interface EpisodeHits {
  readonly bm25: ReadonlyMap<number, number>;
  readonly cosine: ReadonlyMap<number, number> | null;
  readonly best: ReadonlyMap<number, true>;
}

interface Evidence {
  readonly hits: EpisodeHits;
  readonly met: Met;
  readonly related: Episode | null;
  /** Whether a recorded cause links an episode with `related`; null where nothing was asked to be related to. */
  readonly linked: ((episode: Episode) => boolean) | null;
}

/**
 * What each signal counts for. The words that tell one event from another count most; salience only parts what is
 * otherwise equal. A signal that the question gave no occasion for is left out, and the others count the more.
 */
const weights: Readonly<Record<keyof EpisodeSignals, number>> = {
  lexical: 0.4,
  embedding: 0.15,
  timeProximity: 0.1,
  sharedGoal: 0.1,
  sharedEntities: 0.1,
  causalLink: 0.05,
  outcome: 0.1,
  salience: 0.02,
};

/** The weighted mean of the signals that there are: 0–1. */
export function scoreOf(signals: EpisodeSignals): number {
  let [sum, total] = [0, 0];
  for (const [name, weight] of Object.entries(weights) as [keyof EpisodeSignals, number][]) {
    const signal = signals[name];
    if (signal === null) continue;
    sum += weight * signal;
    total += weight;
  }
  return total === 0 ? 0 : sum / total;
}

export function signalsOf(asked: EpisodesAsked, episode: Episode, evidence: Evidence): EpisodeSignals {
  const { hits, met, related, linked } = evidence;
  return {
    lexical: met.covered === null ? null : (met.covered + shareOfBest(hits.bm25, episode)) / 2,
    embedding: hits.cosine === null || met.covered === null ? null : Math.max(0, bestOf(hits.cosine, episode)),
    timeProximity: nearness(asked, episode, related),
    sharedGoal: sharedGoal(asked, episode, related),
    sharedEntities: related === null ? null : sharedEntities(episode, related),
    causalLink: linked === null ? null : Number(linked(episode)),
    outcome: asked.outcome === undefined ? null : outcomeMatch(asked.outcome, episode),
    salience: episode.view.salience,
  };
}

function bestOf(scores: ReadonlyMap<number, number>, { rows }: Episode): number {
  return rows.reduce((best, row) => Math.max(best, scores.get(row) ?? 0), 0);
}

function shareOfBest(scores: ReadonlyMap<number, number>, episode: Episode): number {
  const top = Math.max(0, ...scores.values());
  return top === 0 ? 0 : bestOf(scores, episode) / top;
}

const dayMs = 86_400_000;

/** 1 at the instant, half of it a day away; within a span that was asked for, 1. */
function nearness({ near, from, to }: EpisodesAsked, episode: Episode, related: Episode | null): number | null {
  const at = fromInstant(near) ?? related?.from ?? null;
  if (at === null) return from === undefined && to === undefined ? null : 1;
  const distance = Math.max(0, episode.from - at, at - episode.to);
  return 1 / (1 + distance / dayMs);
}

function sharedGoal({ goalId, taskId }: EpisodesAsked, { view }: Episode, related: Episode | null): number | null {
  const goal = goalId ?? related?.view.goalId ?? null;
  const task = taskId ?? related?.view.taskId ?? null;
  if (goal === null && task === null) return related === null ? null : 0;
  const shares = [...(goal === null ? [] : [view.goalId === goal]), ...(task === null ? [] : [view.taskId === task])];
  return shares.filter(Boolean).length / shares.length;
}

/** Of the people, things and episodes that either names, the share that both do. */
function sharedEntities(episode: Episode, related: Episode): number {
  const [some, others] = [namedBy(episode), namedBy(related)];
  const shared = [...some].filter((name) => others.has(name)).length;
  const own = Math.min(some.size, others.size);
  if (episode.view.relatedEpisodeIds.includes(related.view.episodeId)) return 1;
  if (related.view.relatedEpisodeIds.includes(episode.view.episodeId)) return 1;
  return own === 0 ? 0 : shared / own;
}

function namedBy({ view }: Episode): ReadonlySet<string> {
  return new Set([...view.entities, ...(view.environment === null ? [] : [view.environment])].map(nameKey));
}

/** Words with which a good and an ill end are told. */
const well =
  /\b(?:success\w*|succeed\w*|pass(?:ed|es)?|work(?:ed|s)|fix(?:ed|es)?|resolved?|solved?|completed?|done|finished|ok(?:ay)?|fine|good|recovered|restored|approved|accepted|won|achieved|verified)\b/i;
const ill =
  /\b(?:fail\w*|errors?|crash\w*|broke(?:n)?|abort\w*|cancel+ed|reject\w*|refused|revert\w*|roll(?:ed)?[ -]?back|timed? ?out|lost|bad|wrong|unsuccessful\w*|outage|incomplete|unresolved)\b/i;
const denied = /\b(?:not|never|no|without|n't)\b|n['’]t\b/i;

/** 1 for the same words or an outcome of the same kind, 0 for the opposite one; else the share of the words that it has. */
export function outcomeMatch(asked: string, { view, text }: Episode): number {
  const wanted = tokenize(asked).words;
  const had = new Set(tokenize(view.outcome ?? text).words);
  const share = wanted.filter((word) => had.has(word)).length / Math.max(1, wanted.length);
  const [want, has] = [kindOf(asked), kindOf(view.outcome ?? text)];
  if (want === 0 || has === 0) return share;
  return want === has ? Math.max(share, 0.8) : 0;
}

/** It ended well where an ill end is asked for, or the other way round. */
export function endedOtherwise(asked: string, { view, text }: Episode): boolean {
  return kindOf(asked) * kindOf(view.outcome ?? text) < 0;
}

/** 1 for a good end, -1 for an ill one, 0 where the words do not say or say both. */
function kindOf(outcome: string): number {
  const kind = Number(well.test(outcome)) - Number(ill.test(outcome));
  return denied.test(outcome) ? -kind : kind;
}
