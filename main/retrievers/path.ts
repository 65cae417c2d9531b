import type { EdgeView } from '../contract/entities.ts';
import type { RetrievalPath, TimeQuestion } from '../contract/packet.ts';

/** What every path is asked. Paths are siblings and do not know each other. */
export interface PathQuery {
  readonly text: string;
  readonly namespaces: readonly string[];
  /** How many candidates at most. */
  readonly depth: number;
  /** Milliseconds since 1970: the asker's present. */
  readonly now: number;
  /** The asker's IANA time zone, for words such as “yesterday”. */
  readonly timeZone: string;
  /** Answer as far as was known by this instant; null for all that is known. */
  readonly knownAt: number | null;
  /** Whether what was overturned or superseded is wanted as well. */
  readonly includeHistorical: boolean;
  /** How near in meaning the question is to what tells each relation of what it names, by its key; where that was measured. */
  readonly likeness?: RelationLikeness;
  /** Rows of the few items that are nearest to the question in meaning, the nearest first; where they were looked for. */
  readonly nearest?: readonly number[];
  /** Where the question is widened by them. */
  readonly otherNames?: OtherNames;
}

/** Other names of what a question names. */
export interface OtherNames {
  /** As keys (`nameKey`): `search` helps an item that has one, and misses none. */
  readonly names: readonly string[];
  /** The question with the shown name of each thing in it: what `recall` embeds. */
  readonly text: string;
}

/** By `nameKey` of a relation: 0 is as near as the average of them, 1 is much nearer, −1 much farther. */
export type RelationLikeness = ReadonlyMap<string, number>;

/** A proposal, best first. `signals` say why, in the path's own terms (bm25, matched terms, cosine, tier). */
export interface Candidate {
  readonly rowid: number;
  readonly rank: number;
  readonly score: number;
  readonly signals: Readonly<Record<string, unknown>>;
  /** Structure answers the question with just this, so that no likeness stands before it. */
  readonly asked?: boolean;
  /** The supporting path, edge by edge, where one was walked. */
  readonly edges?: readonly EdgeView[];
}

export interface PathResult {
  readonly status: 'ok' | 'partial' | 'could_not_look';
  /** Why not ok: `embedder-missing`, `deadline`, `index-behind`… */
  readonly reason: string | null;
  readonly candidates: readonly Candidate[];
  /** Items in these namespaces that the path cannot see yet. */
  readonly lagging: number;
  /** What the path took the question to ask of time: `temporal` always, `associate` and `graph` where a relation answers then. */
  readonly time?: TimeQuestion;
  /** When what is asked about happened; only `search` reads it, where episodes are recorded. */
  readonly happened?: HappenedAt;
  /** The answer as one sentence made by rule from the facts behind the candidates. */
  readonly statement?: string;
  /** A positive reason why nothing is known, such as `not-known-then`: looked in the right place, and it is empty. */
  readonly absence?: string;
  /** Sentences for the asker about how the question was understood. */
  readonly notices?: readonly string[];
  /** What the path made of the question: terms with their document frequency, or nothing. */
  readonly terms?: readonly QueryTerm[];
}

/** The times that a question names, of which an episode has to be. */
export interface HappenedAt {
  /** Milliseconds since 1970, `[from, to)`, as the question shows each. */
  readonly spans: readonly { readonly shown: string; readonly from: number; readonly to: number }[];
  /** Terms of the question that say only when, or only that something happened: an episode of the time meets them. */
  readonly terms: readonly string[];
}

/** A content term of the question as the keyword index knows it. `idf` is 0 for a term that no item holds. */
export interface QueryTerm {
  readonly term: string;
  readonly documents: number;
  readonly idf: number;
  /** Index terms it was widened to because nothing holds it as it stands (substring matches). */
  readonly widenedTo: readonly string[];
}

export interface Path {
  readonly path: RetrievalPath;
  readonly version: string;
  retrieve(query: PathQuery, signal: AbortSignal): Promise<PathResult>;
}
