import type { Clock } from '../base/clock.ts';
import { PiperError } from '../base/errors.ts';
import type { EpisodeView } from '../contract/episodes.ts';
import { EpisodeFields } from '../contract/memory.ts';
import type { MethodParams, MethodResult } from '../contract/methods.ts';
import { fromInstant } from '../contract/time.ts';
import type { EventDraft } from '../ledger/event.ts';
import type { EpisodesAsked, EpisodesFound, Proposed } from '../retrievers/episodes/findEpisodes.ts';
import type { Path, PathQuery, PathResult } from '../retrievers/path.ts';
import { given, writtenBy } from './drafts.ts';
import { type KnownReading, requireKnown } from './knownEvidence.ts';
import type { Handlers, Writing } from './ports.ts';
import { writeOne } from './writeOne.ts';

/** What episodes are read by, seen from the main thread. */
export interface EpisodeReading extends KnownReading {
  episode(namespace: string, episodeId: string): Promise<MethodResult<'episodes.get'> | null>;
  episodes(params: MethodParams<'episodes.list'>): Promise<MethodResult<'episodes.list'>>;
  findEpisodes(asked: EpisodesAsked, proposed: Proposed, now: number): Promise<EpisodesFound>;
}

interface Parts {
  readonly writing: Writing;
  readonly reading: EpisodeReading;
  /** The paths that propose episodes by the words of a question. */
  readonly proposing: { readonly search: Path; readonly recall: Path };
  readonly clock: Clock;
}

/** Items that each path proposes. */
const depth = { search: 300, recall: 100 };

export function episodeHandlers({
  writing,
  reading,
  proposing,
  clock,
}: Parts): Pick<Handlers, 'episodes.record' | 'episodes.find' | 'episodes.get' | 'episodes.list'> {
  return {
    'episodes.record': async (params) => {
      await requireKnown(reading, params.namespace, { evidence: params.evidence });
      return writeOne(writing, episodeDraft(params));
    },
    'episodes.find': async (asked, { signal }) => {
      const related = asked.relatedTo === undefined ? null : await known(asked.namespace, asked.relatedTo);
      const text = wordsOf(asked, related?.episode ?? null);
      const query = asQuery(text, asked.namespace, clock.now());
      const [search, recall] = await Promise.all([
        proposing.search.retrieve({ ...query, depth: depth.search }, signal),
        text === '' ? null : recallOf({ ...query, depth: depth.recall }, signal),
      ]);
      if (search.status === 'could_not_look') return couldNotLook(search);
      const proposed = { search: search.candidates, recall: recall?.candidates ?? null };
      const found = await reading.findEpisodes(asked, proposed, clock.now());
      // What is written and not yet in the index may be just what was asked for.
      return found.status === 'none' && search.status !== 'ok' ? couldNotLook(search) : found;
    },
    'episodes.get': ({ namespace, episodeId }) => known(namespace, episodeId),
    'episodes.list': (params) => reading.episodes(params),
  };

  async function known(namespace: string, episodeId: string): Promise<MethodResult<'episodes.get'>> {
    const found = await reading.episode(namespace, episodeId);
    if (found !== null) return found;
    throw new PiperError(
      'not-found',
      `There is no episode ${JSON.stringify(episodeId)} in the namespace ${JSON.stringify(namespace)}.`,
      'episodes.list (piper-memory episode list) shows those that there are; the id of one that was cut from a conversation follows its first part.',
    );
  }

  /** An embedder that is missing or fails leaves one signal out, and the words answer alone. */
  async function recallOf(query: PathQuery, signal: AbortSignal): Promise<PathResult | null> {
    try {
      const result = await proposing.recall.retrieve(query, signal);
      return result.status === 'could_not_look' ? null : result;
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof PiperError) return null;
      throw error;
    }
  }
}

/** What happened, as an event. Throws `invalid-params` for an end before the beginning. */
export function episodeDraft(params: MethodParams<'episodes.record'>): EventDraft<'episode'> {
  const { summary, id, occurredAt, source, confidence, entities, evidence, namespace, ...rest } = params;
  const { actor, sessionId, idempotencyKey, ...fields } = rest;
  const endedAt = fromInstant(fields.endedAt);
  // Of what is only known to have ended then, that is the time that is known.
  const began = fromInstant(occurredAt) ?? endedAt;
  if (began !== null && endedAt !== null && endedAt < began) {
    throw new PiperError(
      'invalid-params',
      'endedAt must not be before occurredAt.',
      'Give the beginning as occurredAt and the end as endedAt.',
    );
  }
  return {
    eventType: 'episode',
    payload: {
      kind: 'episode',
      text: summary,
      episode: EpisodeFields.parse(fields),
      ...given({ id, occurredAt, source, confidence, entities }),
      ...given({ goalId: fields.goalId, taskId: fields.taskId }),
      ...(evidence.length > 0 ? { derivedFrom: evidence } : {}),
    },
    occurredAt: began ?? undefined,
    sourceRef: source,
    ...writtenBy({ namespace, actor, sessionId, idempotencyKey }),
  };
}

/** What proposes episodes: the words of the question, and of an episode that it asks about the summary and the names. */
function wordsOf({ what, who, where, outcome }: EpisodesAsked, related: EpisodeView | null): string {
  const named = related === null ? [] : [related.summary, ...related.entities];
  return [what, who, where, outcome, ...named].filter((part) => part !== undefined).join(' ');
}

function asQuery(text: string, namespace: string, now: number): Omit<PathQuery, 'depth'> {
  return { text, namespaces: [namespace], now, timeZone: 'UTC', knownAt: null, includeHistorical: true };
}

function couldNotLook({ reason, lagging }: PathResult): MethodResult<'episodes.find'> {
  return {
    status: 'could_not_look',
    reason: `Not everything could be looked at (${reason ?? 'unknown'}${lagging > 0 ? `, ${lagging} to come` : ''}).`,
    episodes: [],
    differing: [],
  };
}
