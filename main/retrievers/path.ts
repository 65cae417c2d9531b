import type { RetrievalPath } from '../contract/packet.ts';

/** What every path is asked. Paths are siblings and do not know each other. */
export interface PathQuery {
  readonly text: string;
  readonly namespaces: readonly string[];
  /** How many candidates at most. */
  readonly depth: number;
  /** Milliseconds since 1970: the asker's present. */
  readonly now: number;
}

/** A proposal, best first. `signals` say why, in the path's own terms (bm25, matched terms, cosine, tier). */
export interface Candidate {
  readonly rowid: number;
  readonly rank: number;
  readonly score: number;
  readonly signals: Readonly<Record<string, unknown>>;
}

export interface PathResult {
  readonly status: 'ok' | 'partial' | 'could_not_look';
  /** Why not ok: `embedder-missing`, `deadline`, `index-behind`… */
  readonly reason: string | null;
  readonly candidates: readonly Candidate[];
  /** Items in these namespaces that the path cannot see yet. */
  readonly lagging: number;
  /** What the path made of the question: terms with their document frequency, or nothing. */
  readonly terms?: readonly QueryTerm[];
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
