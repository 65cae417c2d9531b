import type { Lance, Table, VectorSearch } from '../../native/lance.ts';

/**
 * The approximate index over the settled vectors: one bit a dimension (RaBitQ, Gao and Long 2024), the best candidates
 * ranked again by their exact vectors. Built in seconds and extended in less, it finds more than a graph that takes
 * minutes: ARCHITECTURE.md has the figures.
 */
export interface VectorIndex {
  /** Builds it, if the table has grown enough since the last time; whether it did. */
  build(rows: number): Promise<boolean>;
  /** Rows that it covers; the others are searched exactly beside it. */
  rows(): Promise<number>;
  drop(): Promise<void>;
  tune(query: VectorSearch, k: number): VectorSearch;
}

const indexName = 'vector_idx';

/** @param dimensions of the vectors; an index needs a multiple of 8, and without one every search is exact */
export async function openVectorIndex(
  { Index }: Pick<Lance, 'Index'>,
  table: Table,
  dimensions: number,
): Promise<VectorIndex> {
  const covered = async () => (await table.indexStats(indexName))?.numIndexedRows ?? 0;
  let builtAt = await covered();
  return {
    async build(rows) {
      // Compacting extends it; only the partitions become too large with time.
      if (dimensions % 8 !== 0 || rows < 2 * builtAt) return false;
      const config = Index.ivfRq({ distanceType: 'cosine', numPartitions: partitionsOf(rows) });
      await table.createIndex('vector', { config, replace: true, name: indexName });
      builtAt = rows;
      return true;
    },
    rows: covered,
    async drop() {
      builtAt = 0;
      // It is gone by itself once none of the rows that it covered is there any more.
      const indices = await table.listIndices();
      if (indices.some(({ name }) => name === indexName)) await table.dropIndex(indexName);
    },
    tune(query, k) {
      if (builtAt === 0) return query;
      // Two hundred candidates, or five times as many as asked for, undo what one bit a dimension blurs.
      return query.nprobes(probesFor(partitionsOf(builtAt))).refineFactor(Math.max(5, Math.ceil(200 / k)));
    },
  };
}

function partitionsOf(rows: number): number {
  return Math.min(1024, Math.max(4, Math.round(rows / 2000)));
}

/** All of them up to 100,000 rows, since looking at a bit is cheap and skipping partitions is what loses neighbours. */
function probesFor(partitions: number): number {
  return Math.max(50, Math.round(partitions * 0.4));
}
