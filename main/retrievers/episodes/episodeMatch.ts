import type { Episode } from '../../projections/episodes/episodeReads.ts';
import { dateTerms } from '../../projections/keywords/dates.ts';
import { stopWords } from '../../projections/keywords/stopWords.ts';
import { openTermCounts } from '../../projections/keywords/termCounts.ts';
import { tokenize } from '../../projections/keywords/tokenize.ts';
import type { Database } from '../../store/sqlite.ts';
import type { EpisodeQuestion, NamedSpan } from './episodeQuestion.ts';

/** How far an episode meets the words of a question. */
export interface Met {
  /** 0–1: the share of the words' weight that it covers; null where nothing was asked in words. */
  readonly covered: number | null;
  /** Why it is another event than the one asked for; null where it may be that. */
  readonly missing: string | null;
}

export interface Reading {
  meets(episode: Episode): Met;
  /** A detail of the question that no episode at all was found to have, once all were looked at; else null. */
  readonly missing: string | null;
}

/** So much of the words' weight must be met: of a sentence, and of words as they are typed into a search box. */
const leastCovered = { sentence: 0.5, keywords: 0.75 };

/** Compares episodes with the words of a question; each word weighs by how rare it is among the namespace's items. */
export function openEpisodeMatch(db: Database) {
  const terms = openTermCounts(db);

  function read(question: EpisodeQuestion, namespace: string, actors: readonly string[]): Reading {
    const items = terms.items(namespace);
    const weights = new Map(question.words.map((word) => [word, weightOf(terms.holding(namespace, word), items)]));
    const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
    const people = new Set(actors.flatMap((actor) => tokenize(actor).words));
    const isUnheard = (words: readonly string[]) => words.every((word) => terms.holding(namespace, word) === 0);
    const required = [
      ...question.names
        .filter(({ first, words }) => !first || words.some((word) => people.has(word)) || isUnheard(words))
        .map(({ shown, words }) => ({ shown, words })),
      ...question.objects.map((word) => ({ shown: word, words: [word] })),
    ];
    const least = question.isKeywords ? leastCovered.keywords : leastCovered.sentence;
    const lacked = new Set(required.map(({ shown }) => shown));

    function meets(episode: Episode): Met {
      const held = wordsOf(episode);
      for (const { shown, words } of required) if (words.every((word) => held.has(word))) lacked.delete(shown);
      const covered =
        total === 0
          ? null
          : [...weights].reduce((sum, [word, weight]) => sum + (held.has(word) ? weight : 0), 0) / total;
      const name = required.find(({ words }) => !words.every((word) => held.has(word)));
      if (name !== undefined) return { covered, missing: `No episode that fits otherwise has “${name.shown}” in it.` };
      const [span] = question.spans;
      if (span !== undefined && !question.spans.some((one) => liesIn(episode, one))) {
        return { covered, missing: `No episode that fits otherwise lies in the time named (${span.shown.trim()}).` };
      }
      const enough = covered === null || covered >= least;
      return { covered, missing: enough ? null : 'No episode meets enough of what is asked in words.' };
    }

    return {
      meets,
      get missing() {
        const [shown] = lacked;
        return shown === undefined ? null : `No episode has “${shown}” in it.`;
      },
    };
  }

  return { read };
}

/**
 * Like the idf of BM25, but no word of a small store weighs nothing, and one that no item holds weighs as one that a
 * single item does: whether it is another word for something or something else altogether is not known.
 */
function weightOf(holding: number, items: number): number {
  const held = Math.max(1, holding);
  return Math.log(2 + (Math.max(items, held) - held + 0.5) / (held + 0.5));
}

/** Every word of an episode in the form of the keyword index, with its people, its day and its time of day. */
function wordsOf({ view, text, from, to }: Episode): ReadonlySet<string> {
  const names = [...view.actors, ...view.entities, view.environment ?? '', view.eventType ?? ''].join('\n');
  const { words, wholes } = tokenize(`${text}\n${names}`);
  const clock = [from, to].map((ms) => new Date(ms).toISOString().slice(11, 16));
  return new Set([...words, ...wholes, ...dateTerms(from), ...clock]);
}

function liesIn({ from, to, text }: Episode, span: NamedSpan): boolean {
  return (from < span.to && to >= span.from) || text.toLowerCase().includes(span.shown.trim().toLowerCase());
}

/** Whether a text (or one of some names) holds all the telling words of another. */
export function heldBy(text: string, names: readonly string[]): (asked: string) => boolean {
  const held = new Set(tokenize([text, ...names].join('\n')).words);
  return (asked) => {
    const words = tokenize(asked).words;
    const telling = words.filter((word) => !stopWords.has(word));
    const needed = telling.length > 0 ? telling : words;
    return needed.length > 0 && needed.every((word) => held.has(word));
  };
}
