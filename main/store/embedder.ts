/**
 * Turns texts into unit-length vectors. The port behind which the bundled model stands today and a user's own
 * endpoint may stand tomorrow; vectors of two embedders are never compared.
 */
export interface Embedder {
  /** Names model, quantisation and recipe: a change of any of them is another embedder. */
  readonly id: string;
  readonly dimensions: number;
  /** Its texts leave this program: what is secret must not be given to it. */
  readonly remote?: boolean | undefined;
  /** Vectors in the order of the texts. A query may carry another prefix than a passage. */
  embed(texts: readonly string[], as: 'query' | 'passage'): Promise<Float32Array[]>;
  close(): Promise<void>;
}
