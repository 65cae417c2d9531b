import { nameKey } from '../language/names.ts';
import { heldTerms, shareHeld } from './coverage.ts';
import type { Selected } from './cut.ts';
import { type Evidence, fitsInPart, lookedProperly, ranksByLikeness, termsOf } from './evidence.ts';
import type { CosineScale } from './policy.ts';

/**
 * Whether nothing that mentions the things asked about tells what is asked of them. They are known, structure is stated of
 * them and does not answer; then a text about them has to come near to what is asked, by words or by meaning, the names
 * apart: to the whole question every text comes near that bears the names.
 */
export function isUntold({ features, runs, selected }: Evidence, { askedOf }: CosineScale): boolean {
  if (askedOf === undefined || !features.names.has('thingHasStated')) return false;
  // An exact string stands in few texts, and whoever asks by it wants one of them.
  if (features.names.has('unnamedIdentifier')) return false;
  const searched = runs.some(({ path, result }) => path === 'search' && lookedProperly(result));
  if (!searched || selected.some(({ hits }) => hits.some((hit) => !ranksByLikeness(hit) && fitsInPart(hit))))
    return false;
  const meant = selected.flatMap((one) => cosineAsked(one) ?? []);
  if (meant.length === 0 || meant.some((cosine) => cosine >= askedOf)) return false;
  const names = new Set(features.links.flatMap(({ name }) => nameKey(name).split(' ')));
  const plain = termsOf({ runs }).filter(({ term }) => !names.has(term));
  return selected.every((one) => shareHeld(heldTerms(one, plain), plain) < halfTold);
}

/** How near an item that mentions every named thing comes to what is asked of them. */
function cosineAsked({ hits }: Selected): number | null {
  const cosine = hits.find(({ path }) => path === 'recall')?.signals.cosineAsked;
  return typeof cosine === 'number' ? cosine : null;
}

/** A text that holds so much of what is asked, beside the names, may tell it. */
const halfTold = 0.5;
