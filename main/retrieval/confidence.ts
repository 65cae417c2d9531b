import type { PacketStatus, RetrievalPath } from '../contract/packet.ts';
import type { PathResult, QueryTerm } from '../retrievers/path.ts';
import { termOf, tornWords } from './askedRelation.ts';
import { type Coverage, measureCoverage, wordsOf } from './coverage.ts';
import type { Selected } from './cut.ts';
import type { CosineScale, Policy } from './policy.ts';
import { holdsIdentifier, type QueryFeatures } from './queryFeatures.ts';
import type { DroppedItem } from './validity.ts';

/** What the confidence of one result set is judged by. */
export interface Evidence {
  readonly query: string;
  readonly features: QueryFeatures;
  /** Of every path that took part, the last word. */
  readonly runs: readonly { readonly path: RetrievalPath; readonly result: PathResult }[];
  readonly selected: readonly Selected[];
  /** What validity and authority hid. */
  readonly hidden: readonly DroppedItem[];
}

export interface Verdict {
  readonly status: PacketStatus;
  /** 0 to 1: how strong the evidence is that the results answer. Below `weakAt` where nothing qualifies. */
  readonly confidence: number;
  readonly reason: string;
  readonly missing: readonly string[];
  readonly support: { readonly required: number; readonly covered: number };
  /** The measurements behind it, for the trace. */
  readonly signals: Readonly<Record<string, unknown>>;
}

/**
 * Judges a result set by the retriever's own evidence (recall.md §17); no model is asked.
 *
 *     lexical  = lexicalTrust × coverage of the best result
 *     semantic = semanticTrust × ramp(top cosine, low … high)
 *     confidence = (1 − (1 − lexical)(1 − semantic)) × disagreement? × flatness? × blind?
 *
 * Where words or meaning alone could be looked at, coverage or cosine is read on a scale of its own if that says more:
 * an index that is being built must not make everything seem absent.
 *
 * found from `foundAt`, weak from `weakAt`. Below that nothing qualifies: `none` when every participating path looked
 * properly, `could_not_look` when one failed or cannot see everything. A question for an exact identifier that no
 * result holds is never found; one whose named entities are all unknown is at most weak, and `none` below `foundAt`; one of
 * which the store knows no word at all is answered only by what is as near as meaning alone has to be.
 */
export function judgeConfidence(evidence: Evidence, policy: Policy, scale: CosineScale): Verdict {
  return byStructure(evidence, policy) ?? byLikelihood(evidence, policy, scale);
}

/**
 * What a path that walks structure knows for sure: the state that was asked for, or that just this place is empty. The
 * paths that rank by likeness cannot overrule it, in either direction.
 */
function byStructure({ runs, selected }: Evidence, { confidence }: Policy): Verdict | null {
  const base = { missing: [], support: { required: 1, covered: 1 }, signals: { byStructure: true } };
  const ended = runs.find(({ result }) => lookedProperly(result) && result.absence === 'value-ended');
  const asked = selected.flatMap(({ hits }) => hits.filter((hit) => hit.asked === true));
  if (asked.some(({ path }) => path !== ended?.path)) {
    return { ...base, status: 'found', confidence: confidence.structure.value, reason: 'structure-answers' };
  }
  if (asked.length > 0) {
    // What ended the value, or denies it, is all that is known of the place: it is shown, and is no value.
    const justWeak = round(confidence.foundAt.value - 0.01);
    return { ...base, support: noSupport, status: 'weak', confidence: justWeak, reason: 'value-ended' };
  }
  const empty = runs.find(({ result }) => lookedProperly(result) && emptyPlace.has(result.absence ?? ''));
  // A text that names the very day that no calendar has is about that name.
  if (empty?.result.absence === 'no-such-date' && isNamedIn(selected, empty.result.time?.phrase ?? null)) return null;
  if (empty === undefined) return null;
  const { absence } = empty.result;
  const reason = absence === undefined || absence === 'value-ended' ? 'did-not-hold-then' : absence;
  return { ...base, support: noSupport, status: 'none', confidence: 0, reason };
}

function isNamedIn(selected: readonly Selected[], phrase: string | null): boolean {
  if (phrase === null) return false;
  return selected.some(({ item }) => item.text.toLowerCase().includes(phrase.toLowerCase()));
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
]);

function byLikelihood(evidence: Evidence, policy: Policy, scale: CosineScale): Verdict {
  const { runs, selected } = evidence;
  const { foundAt, weakAt, blind: blindFactor } = policy.confidence;
  const measures = measure(evidence, policy, scale);
  const torn = tornWords(evidence.query, selected, termsOf(evidence));
  const { strength, coverage, identifiers, strangers, blind } = measures;
  const base = {
    missing: [...new Set([...identifiers.missing, ...(coverage?.missing ?? []), ...torn])],
    support: { required: coverage?.required ?? 0, covered: coverage?.covered ?? 0 },
    signals: { ...measures.signals, blind: blind.map(({ path }) => path) },
  };
  // Texts about people or things that the question does not name have to be much nearer to count at all.
  const least = strangers.length > 0 ? foundAt.value : weakAt.value;
  if (selected.length === 0 || strength < least || identifiers.noneHeld || measures.unheard) {
    const confidence = round(Math.min(strength, weakAt.value - 0.01));
    if (blind.length === 0 && runs.length > 0) {
      return { ...base, status: 'none', confidence, reason: absence(evidence, measures) };
    }
    const failures = blind.map(({ path, result }) => `${path}:${result.reason ?? 'lagging'}`).join(', ');
    return { ...base, status: 'could_not_look', confidence, reason: failures || 'no-path' };
  }
  const sure = blind.length > 0 ? Math.max(strength * blindFactor.value, weakAt.value) : strength;
  // What lacks an identifier, knows no name, or tells of no one thing what is asked stays just short of found.
  const lacking =
    identifiers.missing.length > 0
      ? 'identifier-missing'
      : strangers.length > 0
        ? 'entity-unknown'
        : torn.length > 0
          ? 'only-partly-covered'
          : null;
  const confidence = round(lacking === null ? sure : Math.min(sure, foundAt.value - 0.01));
  if (confidence >= foundAt.value) return { ...base, status: 'found', confidence, reason: measures.strongest };
  return { ...base, status: 'weak', confidence, reason: lacking ?? 'only-partly-covered' };
}

interface Measures {
  /** The confidence before caps, and before it is known what the paths could not see. */
  readonly strength: number;
  readonly strongest: 'words-cover-the-question' | 'meaning-is-close';
  readonly coverage: Coverage | null;
  readonly identifiers: IdentifierCoverage;
  readonly strangers: readonly string[];
  /** The store knows not one word of the question, and nothing is as near as meaning alone would have to be. */
  readonly unheard: boolean;
  readonly blind: Evidence['runs'];
  readonly signals: Readonly<Record<string, unknown>>;
}

function measure(evidence: Evidence, { confidence: limits }: Policy, scale: CosineScale): Measures {
  const { runs, selected, features } = evidence;
  const coverage = measureCoverage(selected, termsOf(evidence));
  const words = coverage?.best ?? 0;
  const cosine = topCosine(selected);
  const lexical = limits.lexicalTrust.value * words;
  const semantic = limits.semanticTrust.value * ramp(cosine ?? 0, scale.low, scale.high);
  const { weak, found } = limits.wordsAlone;
  const alone = Math.max(
    sees(runs, 'recall') ? 0 : read(words, weak.value, found.value, limits),
    sees(runs, 'search') ? 0 : read(cosine ?? 0, scale.weakAlone, scale.foundAlone, limits),
  );
  const disagree = pathsDisagree(evidence);
  const flat = isFlat(evidence);
  const strangers = unknownNames(evidence);
  return {
    strength:
      Math.max(1 - (1 - lexical) * (1 - semantic), alone) *
      (disagree ? limits.disagreement.value : 1) *
      (flat ? limits.flatness.value : 1),
    strongest: lexical >= semantic ? 'words-cover-the-question' : 'meaning-is-close',
    coverage,
    identifiers: identifierCoverage(evidence),
    strangers,
    unheard: knowsNoWord(evidence) && (cosine ?? 0) < scale.foundAlone,
    blind: runs.filter(({ result }) => !lookedProperly(result)),
    signals: {
      coverage: coverage?.best ?? null,
      topCosine: cosine,
      disagree,
      flat,
      unknownNames: strangers.length,
      identifiers: features.identifiers.length,
    },
  };
}

/** Every item was in reach: nothing failed, nothing was cut short, nothing waits to be indexed. */
export function lookedProperly({ status, lagging }: PathResult): boolean {
  return status === 'ok' && lagging === 0;
}

/** Every content word was looked for, and none is anywhere in these namespaces, in whole or in part. */
function knowsNoWord(evidence: Evidence): boolean {
  const terms = termsOf(evidence);
  const searched = evidence.runs.some(({ path, result }) => path === 'search' && lookedProperly(result));
  return searched && terms.length > 0 && terms.every(isUnknown);
}

function isUnknown({ documents, widenedTo }: QueryTerm): boolean {
  return documents === 0 && widenedTo.length === 0;
}

function termsOf({ runs }: Evidence) {
  return runs.flatMap(({ result }) => result.terms ?? []);
}

function topCosine(selected: readonly Selected[]): number | null {
  const cosines = selected.flatMap(({ hits }) =>
    hits.filter(({ path }) => path === 'recall').map(({ score }) => score),
  );
  return cosines.length === 0 ? null : Math.max(...cosines);
}

/** The path took part and could see everything. */
function sees(runs: Evidence['runs'], path: RetrievalPath): boolean {
  return runs.some((run) => run.path === path && lookedProperly(run.result));
}

/** Reads a signal on the scale of confidence: `weakAt` at `weak`, `foundAt` at `found`, linear beside and between. */
function read(signal: number, weak: number, found: number, { weakAt, foundAt }: Policy['confidence']): number {
  const perUnit = (foundAt.value - weakAt.value) / (found - weak);
  return Math.min(0.9, Math.max(0, weakAt.value + (signal - weak) * perUnit));
}

function ramp(value: number, low: number, high: number): number {
  return Math.min(1, Math.max(0, (value - low) / (high - low)));
}

/** The paths that rank by likeness; the others walk structures, and differ because they answer otherwise. */
function byLikeness({ runs }: Evidence): Evidence['runs'] {
  return runs.filter(({ path }) => path === 'search' || path === 'recall');
}

/** Two paths of likeness have candidates, and not one item is among the first ten of two of them. */
function pathsDisagree(evidence: Evidence): boolean {
  const tops = byLikeness(evidence)
    .map(({ result }) => result.candidates.filter(({ rank }) => rank <= 10).map(({ rowid }) => rowid))
    .filter((rows) => rows.length > 0);
  const all = tops.flat();
  return tops.length > 1 && new Set(all).size === all.length;
}

/** Some such path that proposed five or more gives its first five scores within 2 % of each other. */
function isFlat(evidence: Evidence): boolean {
  return byLikeness(evidence).some(({ result }) => {
    const scores = result.candidates.filter(({ rank }) => rank <= 5).map(({ score }) => score);
    const top = Math.max(...scores);
    return scores.length >= 5 && top > 0 && (top - Math.min(...scores)) / top < 0.02;
  });
}

interface IdentifierCoverage {
  /** Exact identifiers that no shown result holds. */
  readonly missing: readonly string[];
  /** The keyword path looked and not one of them is held: what was found is about something else. */
  readonly noneHeld: boolean;
  /** A hidden item holds one of them. */
  readonly hiddenHolds: boolean;
}

/** A hard identifier is held letter by letter; a soft one may be spelled otherwise, so the keyword index is asked. */
function identifierCoverage(evidence: Evidence): IdentifierCoverage {
  const { features, selected, hidden, runs } = evidence;
  if (features.identifiers.length === 0) return { missing: [], noneHeld: false, hiddenHolds: false };
  const texts = selected.map(({ item }) => wordsOf(item));
  const unknown = new Set(
    termsOf(evidence)
      .filter(isUnknown)
      .map(({ term }) => term),
  );
  const missing = features.identifiers.filter((identifier) =>
    identifier.hard
      ? !texts.some((text) => holdsIdentifier(text, identifier))
      : unknown.has(identifier.text.toLowerCase().replace(/\(\)$/u, '')),
  );
  const searched = runs.some(({ path, result }) => path === 'search' && result.status === 'ok');
  return {
    missing: missing.map(({ text }) => text),
    noneHeld: searched && missing.length === features.identifiers.length,
    hiddenHolds: hidden.some(({ item }) => missing.some((identifier) => holdsIdentifier(wordsOf(item), identifier))),
  };
}

/** Names in the question, when the keyword index knows none of its names at all. */
function unknownNames(evidence: Evidence): string[] {
  const terms = termsOf(evidence);
  const names = [...evidence.query.matchAll(/(?<=[\p{L}\p{N},;:]\s)\p{Lu}[\p{L}\p{N}]{2,}/gu)].map(([name]) => name);
  const told = names.flatMap((name) => {
    const term = termOf(terms, name);
    return term === undefined ? [] : [{ name, known: term.documents > 0 || term.widenedTo.length > 0 }];
  });
  return told.some(({ known }) => known) ? [] : told.map(({ name }) => name);
}

/** Why nothing qualifies, though everything was looked at: `none` needs a positive reason. */
function absence({ selected, hidden, runs }: Evidence, { coverage, identifiers, strangers }: Measures): string {
  const hiddenForTime = hidden.filter(({ reason }) => reason !== 'distrusted' && reason !== 'below-floor');
  if (hiddenForTime.length > 0 && (selected.length === 0 || identifiers.hiddenHolds)) return 'only-not-current';
  if (identifiers.noneHeld) return 'identifier-unknown';
  if (runs.every(({ result }) => result.candidates.length === 0) && coverage === null) return 'nothing-to-go-by';
  if (strangers.length > 0) return 'entity-unknown';
  if (coverage === null || coverage.covered === 0) return 'no-term-known-and-nothing-similar';
  return 'nothing-qualifies';
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
