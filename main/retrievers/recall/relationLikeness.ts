import type { Near } from '../../projections/vectors/freshVectors.ts';
import type { Embedder } from '../../store/embedder.ts';
import type { PathQuery, RelationLikeness } from '../path.ts';
import type { NearestTier, RecallParts } from './recall.ts';

export interface LikenessParts extends Pick<RecallParts, 'about'> {
  readonly nearest: readonly NearestTier[];
  /** The items that state each relation of what a text names. */
  readonly told: (
    namespaces: readonly string[],
    text: string,
  ) => Promise<readonly { readonly key: string; readonly rowids: readonly number[] }[]>;
}

/** Items that are nearest to the question are looked at beside all: a relation is told in several ways. */
const nearestTold = 5;
/** A difference of so much between two relations' cosines is one that tells; half as much as the whole scale is. */
const telling = 0.05;

/**
 * Measures how near a question is to what tells each relation of the things that it names: the mean cosine of the items that
 * state the relation, of anything, and that of the nearest few. The question is taken without its names. The middle of all
 * these relations is 0. Null where it names nothing, or there is nothing to choose.
 */
export async function relationLikeness(
  { namespaces, text }: PathQuery,
  embedder: Embedder,
  { about, told, nearest }: LikenessParts,
): Promise<RelationLikeness | null> {
  const [named, relations] = await Promise.all([about(namespaces, text), told(namespaces, text)]);
  if (named === null || relations.length < 2) return null;
  const [vector] = await embedder.embed([named.masked], 'query');
  if (vector === undefined) return null;
  const rowids = [...new Set(relations.flatMap((relation) => relation.rowids))];
  const near = await Promise.all(nearest.map((tier) => tier(embedder.id, vector, { rowids }, rowids.length)));
  const cosines = new Map(near.flat().map(({ rowid, cosine }: Near) => [rowid, cosine]));
  const measured = relations.flatMap(({ key, rowids: stated }) => {
    const known = stated.flatMap((rowid) => cosines.get(rowid) ?? []).sort((a, b) => b - a);
    return known.length === 0 ? [] : [{ key, near: (mean(known) + mean(known.slice(0, nearestTold))) / 2 }];
  });
  if (measured.length < 2) return null;
  const middle = mean(measured.map((one) => one.near));
  return new Map(measured.map((one) => [one.key, Math.max(-1, Math.min(1, (one.near - middle) / telling))]));
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
