import type { RetrievalPath } from '../contract/packet.ts';
import { holdsIdentifier } from '../language/identifiers.ts';
import type { QueryTerm } from '../retrievers/path.ts';
import { termOf, tornWords } from './askedRelation.ts';
import { byStructure } from './byStructure.ts';
import { type Coverage, measureCoverage, shareHeld, wordsOf } from './coverage.ts';
import type { Selected } from './cut.ts';
import { cosineOf, type Evidence, lookedProperly, ranksByLikeness, round, termsOf, type Verdict } from './evidence.ts';
import type { CosineScale, Policy } from './policy.ts';
import { isUntold } from './untold.ts';
import { type Nearness, shareOf, type Whose, weighWhose } from './whose.ts';

export type { Evidence, Verdict } from './evidence.ts';

/**
 * Judges a result set by the retriever's own evidence (recall.md §17); no model is asked.
 *
 *     lexical  = lexicalTrust × coverage of the best result
 *     semantic = semanticTrust × ramp(top cosine, low … high)
 *     alike    = 1 − (1 − lexical)(1 − semantic)
 *     confidence = alike × share? × known? × disagreement? × flatness? × blind?
 *
 * `share` is how much of the evidence is about the subject that is asked about (whose.ts); `known` falls with the words that
 * the whole memory lacks, where the question names nothing known. Where words or meaning alone could be looked at, coverage
 * or cosine is read on a scale of its own if that says more: an index that is being built must not make everything seem
 * absent.
 *
 * found from `foundAt`, weak from `weakAt`; what is alike but told of others is weak below it. Below that nothing qualifies:
 * `none` when every participating path looked properly, `could_not_look` when one failed or cannot see everything. A question
 * for an exact identifier that no result holds is never found; one whose named entities are all unknown is at most weak, and
 * `none` below `foundAt`; one of which the store knows no word at all is answered only by what is as near as meaning alone
 * has to be.
 */
export function judgeConfidence(evidence: Evidence, policy: Policy, scale: CosineScale): Verdict {
  const whose = whoseEvidence(evidence, policy, scale);
  return byStructure(evidence, policy, whose) ?? byLikelihood(evidence, policy, scale, whose);
}

function whoseEvidence(evidence: Evidence, { confidence: limits }: Policy, scale: CosineScale): Whose | null {
  if (limits.attribution === undefined) return null;
  const { words: wordTrust, meaning } = limits.attribution;
  const nearness: Nearness = (words, cosine) =>
    either(wordTrust.value * words, meaning.value * ramp(cosine, scale.low, scale.high));
  return weighWhose(
    evidence.query,
    evidence.features,
    evidence.selected,
    termsOf(evidence),
    nearness,
    limits.attribution,
  );
}

/** Two grounds for one thing: it fails only where both do. */
function either(a: number, b: number): number {
  return 1 - (1 - a) * (1 - b);
}

function byLikelihood(evidence: Evidence, policy: Policy, scale: CosineScale, whose: Whose | null): Verdict {
  const { runs, selected } = evidence;
  const { foundAt, weakAt, blind: blindFactor } = policy.confidence;
  const measures = measure(evidence, policy, scale, whose);
  const torn = tornWords(evidence.query, selected, termsOf(evidence));
  const { strength, coverage, identifiers, strangers, blind } = measures;
  // Texts about people or things that the question does not name have to be much nearer to count at all.
  const least = strangers.length > 0 ? foundAt.value : weakAt.value;
  // What is told of another is shown as such while anything is told of the subject itself.
  const isOthers = measures.share < 0.5 && measures.alike >= least;
  const base = {
    missing: [
      ...new Set([
        ...identifiers.missing,
        ...(isOthers ? measures.subjects : []),
        ...(coverage?.missing ?? []),
        ...torn,
      ]),
    ],
    support: { required: coverage?.required ?? 0, covered: coverage?.covered ?? 0 },
    signals: { ...measures.signals, blind: blind.map(({ path }) => path) },
  };
  const untold = isUntold(evidence, scale);
  const tellsEnough = strength >= least || (measures.alike >= least && !measures.onlyOthers);
  if (selected.length === 0 || !tellsEnough || identifiers.noneHeld || measures.unheard || untold) {
    const confidence = round(Math.min(strength, weakAt.value - 0.01));
    if (blind.length === 0 && runs.length > 0) {
      const reason = untold ? 'relation-unsupported' : absence(evidence, measures, weakAt.value);
      return { ...base, status: 'none', confidence, reason };
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
        : isOthers
          ? 'other-subject'
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
  /** The same as if whoever is told of were the one that is asked about, and how much of it is the asked one's. */
  readonly alike: number;
  readonly share: number;
  /** The subject that is asked about, where so little is told of it beside others that it is not told of at all. */
  readonly onlyOthers: boolean;
  readonly subjects: readonly string[];
  readonly strongest: 'words-cover-the-question' | 'meaning-is-close';
  readonly coverage: Coverage | null;
  readonly identifiers: IdentifierCoverage;
  readonly strangers: readonly string[];
  /** The store knows not one word of the question, and nothing is as near as meaning alone would have to be. */
  readonly unheard: boolean;
  readonly blind: Evidence['runs'];
  readonly signals: Readonly<Record<string, unknown>>;
}

function measure(
  evidence: Evidence,
  { confidence: limits }: Policy,
  scale: CosineScale,
  whose: Whose | null,
): Measures {
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
  const share = whose === null ? 1 : shareOf(whose, limits);
  const alike = Math.max(either(lexical, semantic), alone);
  const unknown = shareHeld(new Set(termsOf(evidence).filter(isUnknown)), termsOf(evidence));
  const identifiers = identifierCoverage(evidence);
  // Who asks about something known may use any word; else a word that no memory holds is a sign of another topic.
  const namesKnown =
    whose?.about.includes('asked') === true || identifiers.missing.length < features.identifiers.length;
  const known = namesKnown ? 1 : 1 - (limits.unknownWords?.value ?? 0) * unknown;
  return {
    strength: alike * share * known * (disagree ? limits.disagreement.value : 1) * (flat ? limits.flatness.value : 1),
    alike: alike * known,
    share,
    // Others are told of better, and no word of the question stands with the subject.
    onlyOthers:
      !isOfChain(features) && (share < (limits.attribution?.none.value ?? 0) || (share < 0.5 && whose?.words === 0)),
    subjects: whose?.asked.names ?? [],
    strongest: lexical >= semantic ? 'words-cover-the-question' : 'meaning-is-close',
    coverage,
    identifiers,
    strangers,
    unheard: knowsNoWord(evidence) && (cosine ?? 0) < scale.foundAlone,
    blind: runs.filter(({ result }) => !lookedProperly(result)),
    signals: {
      coverage: coverage?.best ?? null,
      unknown: round(unknown),
      topCosine: cosine,
      disagree,
      flat,
      unknownNames: strangers.length,
      identifiers: features.identifiers.length,
      ...(whose === null ? {} : { own: round(whose.own), others: round(whose.others), share: round(share) }),
    },
  };
}

/** What is asked stands at another thing than the named one: evidence of a chain tells of others. */
function isOfChain({ names }: Evidence['features']): boolean {
  return names.has('asksChain') || names.has('chain');
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

function topCosine(selected: readonly Selected[]): number | null {
  const cosines = selected.flatMap((one) => cosineOf(one) ?? []);
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

/** Two paths of likeness have candidates, and not one item is among the first ten of two of them. */
function pathsDisagree(evidence: Evidence): boolean {
  const tops = evidence.runs
    .filter(ranksByLikeness)
    .map(({ result }) => result.candidates.filter(({ rank }) => rank <= 10).map(({ rowid }) => rowid))
    .filter((rows) => rows.length > 0);
  const all = tops.flat();
  return tops.length > 1 && new Set(all).size === all.length;
}

/** Some such path that proposed five or more gives its first five scores within 2 % of each other. */
function isFlat(evidence: Evidence): boolean {
  return evidence.runs.filter(ranksByLikeness).some(({ result }) => {
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
function absence({ selected, hidden, runs }: Evidence, measures: Measures, weakAt: number): string {
  const { coverage, identifiers, strangers, onlyOthers, alike } = measures;
  const hiddenForTime = hidden.filter(({ reason }) => reason !== 'distrusted' && reason !== 'below-floor');
  if (hiddenForTime.length > 0 && (selected.length === 0 || identifiers.hiddenHolds)) return 'only-not-current';
  if (identifiers.noneHeld) return 'identifier-unknown';
  if (runs.every(({ result }) => result.candidates.length === 0) && coverage === null) return 'nothing-to-go-by';
  if (strangers.length > 0) return 'entity-unknown';
  if (onlyOthers && alike >= weakAt) return 'other-subject';
  if (coverage === null || coverage.covered === 0) return 'no-term-known-and-nothing-similar';
  return 'nothing-qualifies';
}
