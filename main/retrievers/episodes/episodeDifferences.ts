import type { EpisodeView } from '../../contract/episodes.ts';
import { tokenize } from '../../projections/keywords/tokenize.ts';

/** A detail in which near-identical episodes differ: its value by episode id, null where an episode has none. */
export interface Difference {
  readonly field: string;
  readonly values: Readonly<Record<string, string | null>>;
}

/** Two episodes that share so much of their words are told apart by the rest alone (Jaccard). */
const leastAlike = 0.5;

/** The episodes that are nearly the same as the first, with it; only it where there is none. */
export function nearlySame<E extends { readonly view: EpisodeView }>(episodes: readonly E[]): E[] {
  const [first, ...others] = episodes;
  if (first === undefined) return [];
  const words = wordsOf(first.view);
  return [first, ...others.filter(({ view }) => jaccard(words, wordsOf(view)) >= leastAlike)];
}

/** The fields in which they differ; of longer texts the words alone that not all of them have. */
export function differencesBetween(views: readonly EpisodeView[]): Difference[] {
  if (views.length < 2) return [];
  return fields.flatMap(({ field, read }) => {
    const values = views.map((view) => [view.episodeId, read(view)] as const);
    if (new Set(values.map(([, value]) => value)).size < 2) return [];
    return [{ field, values: Object.fromEntries(texts.has(field) ? apart(values) : values) }];
  });
}

const fields: readonly { readonly field: string; readonly read: (view: EpisodeView) => string | null }[] = [
  { field: 'occurredAt', read: ({ occurredAt }) => occurredAt },
  { field: 'actors', read: ({ actors }) => actors.join(', ') || null },
  { field: 'environment', read: ({ environment }) => environment },
  { field: 'eventType', read: ({ eventType }) => eventType },
  { field: 'goalId', read: ({ goalId }) => goalId },
  { field: 'taskId', read: ({ taskId }) => taskId },
  { field: 'action', read: ({ action }) => action },
  { field: 'observation', read: ({ observation }) => observation },
  { field: 'outcome', read: ({ outcome }) => outcome },
  { field: 'summary', read: ({ summary }) => summary },
];
const texts: ReadonlySet<string> = new Set(['action', 'observation', 'outcome', 'summary']);

function apart(values: readonly (readonly [id: string, text: string | null])[]) {
  const words = values.map(([, text]) => (text ?? '').match(/\S+/g) ?? []);
  const held = words.map((own) => new Set(own.map(plain)));
  return values.map(([id, text], at) => {
    const own = (words[at] ?? []).filter((word) => !held.every((other) => other.has(plain(word))));
    return [id, text === null ? null : own.join(' ')] as const;
  });
}

function plain(word: string): string {
  return word.toLowerCase().replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
}

function wordsOf({ summary, action, observation, outcome }: EpisodeView): ReadonlySet<string> {
  return new Set(tokenize([summary, action, observation, outcome].filter((part) => part !== null).join('\n')).words);
}

function jaccard(some: ReadonlySet<string>, others: ReadonlySet<string>): number {
  const shared = [...some].filter((word) => others.has(word)).length;
  return shared === 0 ? 0 : shared / (some.size + others.size - shared);
}
