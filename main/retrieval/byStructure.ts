import { measureCoverage } from './coverage.ts';
import type { Selected } from './cut.ts';
import {
  type Evidence,
  fitsInPart,
  lookedProperly,
  ranksByLikeness,
  round,
  termsOf,
  toldOfOthers,
  type Verdict,
} from './evidence.ts';
import type { Policy } from './policy.ts';
import { shareOf, type Whose } from './whose.ts';

/**
 * What a path that walks structure knows for sure: the state that was asked for, or that just this place is empty. The
 * paths that rank by likeness cannot overrule it, in either direction.
 */
export function byStructure(evidence: Evidence, { confidence }: Policy, whose: Whose | null): Verdict | null {
  const { runs, selected } = evidence;
  const base = { missing: [], support: { required: 1, covered: 1 }, signals: { byStructure: true } };
  const ended = runs.find(({ result }) => lookedProperly(result) && result.absence === 'value-ended');
  const asked = selected.flatMap(({ hits }) => hits.filter((hit) => hit.asked === true));
  if (asked.some(({ path }) => path !== ended?.path)) {
    // Of somebody who speaks much is told that no structure holds: where others tell it better, structure read amiss.
    const sure = confidence.structure.value * (whose?.speaks === true ? shareOf(whose, confidence) : 1);
    if (sure < confidence.foundAt.value) return null;
    return { ...base, status: 'found', confidence: round(sure), reason: 'structure-answers' };
  }
  if (asked.length > 0) {
    // What ended the value, or denies it, is all that is known of the place: it is shown, and is no value.
    const justWeak = round(confidence.foundAt.value - 0.01);
    return { ...base, support: noSupport, status: 'weak', confidence: justWeak, reason: 'value-ended' };
  }
  // What rules read in texts is never all: of a thing of which nothing was stated, its silence tells nothing.
  const stated = evidence.features.names.has('thingHasStated');
  const silent = runs.filter(({ result }) => lookedProperly(result) && emptyPlace.has(result.absence ?? ''));
  const certain = silent.find(({ result }) => !toldOfOthers.has(result.absence ?? ''));
  const empty = certain ?? (stated ? silent[0] : undefined);
  // A text that names the very day that no calendar has is about that name.
  if (empty?.result.absence === 'no-such-date' && isNamedIn(selected, empty.result.time?.phrase ?? null)) return null;
  const absence = empty?.result.absence ?? (asksStructureInVain(evidence) ? 'relation-unsupported' : undefined);
  if (absence === undefined) return null;
  if (toldOfOthers.has(absence) && tellsJustThat(evidence, confidence, whose)) return null;
  const reason = absence === 'value-ended' ? 'did-not-hold-then' : absence;
  return { ...base, support: noSupport, status: 'none', confidence: 0, reason };
}

/**
 * The question asks for a relation or a property as this memory tells them, of a thing at which it holds structure; the
 * paths that walk it have looked, and not one edge, path or slot fits, not even in part.
 */
function asksStructureInVain({ features: { names }, runs }: Evidence): boolean {
  // Why something is so may be told in words of which this memory makes no structure; and what rules read is never all.
  if (names.has('asksCause') || !names.has('thingHasStated')) return false;
  const structural = runs.filter((run) => !ranksByLikeness(run));
  return (
    asksStructure.some((feature) => names.has(feature)) &&
    structural.length > 0 &&
    structural.every(({ result }) => lookedProperly(result) && !result.candidates.some(fitsInPart))
  );
}

const asksStructure = ['asksEdge', 'asksChain', 'asksFact'] as const;
function isNamedIn(selected: readonly Selected[], phrase: string | null): boolean {
  if (phrase === null) return false;
  return selected.some(({ item }) => item.text.toLowerCase().includes(phrase.toLowerCase()));
}

/**
 * One text about the asked subject holds nearly every other word of the question in its sentences about it. Who speaks is
 * told of in ways that no structure reads: of them it is enough that nobody else is told of better.
 */
function tellsJustThat(evidence: Evidence, limits: Policy['confidence'], whose: Whose | null): boolean {
  const { tells } = limits;
  if (tells === undefined) return false;
  if (whose?.speaks === true) return shareOf(whose, limits) >= 0.5;
  if (whose !== null) return whose.told >= tells.value;
  return (measureCoverage(evidence.selected, termsOf(evidence))?.best ?? 0) >= tells.value;
}

const noSupport = { required: 1, covered: 0 } as const;

/**
 * A place that is known, and empty at the time asked about. Where no structure was ever recorded the answer may still be
 * told in prose, which the other paths read.
 */
const emptyPlace: ReadonlySet<string> = new Set([
  'not-known-then',
  'did-not-hold-then',
  'value-ended',
  'taken-back',
  'no-such-date',
  ...toldOfOthers,
]);
