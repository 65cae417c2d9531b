import type { PacketStatus, RetrievalPath } from '../contract/packet.ts';
import type { PathResult, QueryTerm } from '../retrievers/path.ts';
import type { Selected } from './cut.ts';
import type { QueryFeatures } from './queryFeatures.ts';
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
  /**
   * 0 to 1: how strong the evidence is that the results answer, below `weakAt` where nothing qualifies or others are told
   * of; behind `calibrated` the chance that they do.
   */
  readonly confidence: number;
  readonly reason: string;
  readonly missing: readonly string[];
  readonly support: { readonly required: number; readonly covered: number };
  /** The measurements behind it, for the trace. */
  readonly signals: Readonly<Record<string, unknown>>;
}

/** There is something to show. */
export function isAnswer({ status }: Pick<Verdict, 'status'>): boolean {
  return status === 'found' || status === 'weak';
}

/** Whether a path ranks by likeness; the others walk structures, and differ because they answer otherwise. */
export function ranksByLikeness({ path }: { readonly path: RetrievalPath }): boolean {
  return path === 'search' || path === 'recall';
}

/** Absences of what this memory tells of other things and not of this one, as far as structure goes: a text may still tell it. */
export const toldOfOthers: ReadonlySet<string> = new Set([
  'relation-unsupported',
  'cause-not-recorded',
  'effect-not-recorded',
]);

/** Every item was in reach: nothing failed, nothing was cut short, nothing waits to be indexed. */
export function lookedProperly({ status, lagging }: PathResult): boolean {
  return status === 'ok' && lagging === 0;
}

/** The terms that the paths made of the question, without those that only ask, as long as any other is left. */
export function termsOf({ runs }: Pick<Evidence, 'runs'>): QueryTerm[] {
  const all = runs.flatMap(({ result }) => result.terms ?? []);
  const telling = all.filter(({ term }) => !onlyAsks.has(term));
  return telling.length > 0 ? telling : all;
}

/** Words by which one asks and that no answer has to hold, as the keyword index has them. */
const onlyAsks: ReadonlySet<string> = new Set(
  'happen happens happened happening tell tells told show list please find look know remember remind'.split(' '),
);

/**
 * Whether a path that walks structure reached something by what is asked: by a relation that the words mean, the way they
 * ask, or along steps that they mean. What merely lies near the named things does not fit.
 */
export function fitsInPart({ signals }: { readonly signals: Readonly<Record<string, unknown>> }): boolean {
  const { linked, relationMatch, direction, hops, sure } = signals as Fit;
  if (linked !== undefined || direction === 'against') return false;
  if (hops !== undefined && sure !== undefined) return sure >= (hops > 1 ? meantTogether : meant);
  return (relationMatch ?? 1) >= meant;
}

interface Fit {
  readonly linked?: unknown;
  readonly relationMatch?: number;
  readonly direction?: string;
  readonly hops?: number;
  readonly sure?: number;
}

/** From here on a relation is one that the question's words mean; a step that another bears out needs less. */
const meant = 0.5;
const meantTogether = 0.33;

/** How near the whole question comes to an item by meaning; null where `recall` did not propose it. */
export function cosineOf({ hits }: Pick<Selected, 'hits'>): number | null {
  const hit = hits.find(({ path }) => path === 'recall');
  return typeof hit?.signals.cosine === 'number' ? hit.signals.cosine : (hit?.score ?? null);
}

/** To three places: more is not measured. */
export function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
