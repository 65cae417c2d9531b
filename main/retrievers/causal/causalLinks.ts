import { openCauseReads, type RecordedCause } from '../../projections/causes/causeReads.ts';
import { phraseWords } from '../../projections/causes/causeWords.ts';
import type { Episode } from '../../projections/episodes/episodeReads.ts';
import { tokenize } from '../../projections/keywords/tokenize.ts';
import type { Database } from '../../store/sqlite.ts';

/** Standing causes that are compared with an episode's words. */
const mostCompared = 100;
/** Of a side's weight, so much must be in an episode's words for it to be about that side. */
const leastCovered = 0.75;

/**
 * Whether a recorded cause that stands links an episode with the given one: it rests on both, or one is about its cause
 * and the other about its effect.
 */
export function openCausalLinks(db: Database): (related: Episode) => (episode: Episode) => boolean {
  const reads = openCauseReads(db);
  return (related) => {
    const { namespace } = related.view;
    const weigh = reads.weigher();
    const words = weigh(namespace, phraseWords(related.text));
    const near = reads
      .holding(namespace, words, 'either', { least: 0, limit: mostCompared })
      .filter((cause) => cause.holds && reads.view(cause, null).status === 'standing')
      .map((cause) => ({ cause, ...sidesOf(cause, related, weigh) }));
    return (episode) =>
      near.some(({ cause, isCause, isEffect, rests }) => {
        const other = sidesOf(cause, episode, weigh);
        return (rests && other.rests) || (isCause && other.isEffect) || (isEffect && other.isCause);
      });
  };

  function sidesOf(cause: RecordedCause, { view, text }: Episode, weigh: ReturnType<typeof reads.weigher>) {
    const held = new Set(tokenize(text).words);
    const covers = (words: readonly string[]) => {
      const weighed = weigh(cause.namespace, words);
      const weight = (some: typeof weighed) => some.reduce((sum, { idf }) => sum + idf, 0);
      return weight(weighed.filter(({ word }) => held.has(word))) >= leastCovered * weight(weighed);
    };
    const own = new Set([view.episodeId, ...view.members]);
    return {
      isCause: covers(cause.causeWords),
      isEffect: covers(cause.effectWords),
      rests: cause.evidence.some((itemId) => own.has(itemId)),
    };
  }
}
