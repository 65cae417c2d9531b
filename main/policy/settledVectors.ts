import { PiperError } from '../base/errors.ts';
import type { ItemRef } from '../projections/items/item.ts';
import type { VectorStore } from '../store/vectorStore.ts';
import { openJobReport } from './jobReport.ts';
import type { VectorKeeperParts } from './vectorKeeper.ts';

/** The keeper's work on the settled tier, in steps that may be repeated: merging goes by the items' names. */
export interface SettledWork {
  /** Finds out whether the store still holds what it is believed to hold, and begins anew if not, or if told to. */
  reconcile(remake: boolean): Promise<void>;
  /** Erases there what was erased here; whether anything was owed. */
  payRemovals(): Promise<boolean>;
  /** Moves a batch on if the fresh tier is full; whether it did. */
  settleBatch(): Promise<boolean>;
  /** Drops other embedders' vectors and those of items that are gone; indexes and compacts. */
  tidy(): Promise<void>;
}

export function tendSettled(
  store: VectorStore,
  parts: Pick<VectorKeeperParts, 'embedder' | 'writer' | 'clock' | 'onJob' | 'onRemade' | 'settleAt' | 'settleBatch'>,
): SettledWork {
  const { embedder, writer, clock, settleAt = 12_000, settleBatch = 4000 } = parts;
  const report = openJobReport('settle', 'Moving vectors into the settled tier', clock, parts.onJob);

  async function reconcile(remake: boolean): Promise<void> {
    const { settled } = await writer.counts();
    const held = remake ? null : await store.counts().then(({ rows }) => rows, rowsOfDamaged);
    if (held !== null && held >= settled) return;
    // In this order: an empty tier must never be believed to hold what it has lost.
    const lost = await writer.unsettleAll();
    await store.recreate();
    parts.onRemade?.({
      code: 'rebuilt',
      message: `The settled vectors (vectors/) were damaged or missing; ${lost} are made again from the cache.`,
      remedy: 'Nothing to do. If it happens again, check the disk.',
    });
  }

  async function payRemovals(): Promise<boolean> {
    const owed = await writer.removals(10_000);
    if (owed.length === 0) return false;
    await store.erase(owed);
    await writer.removed(owed);
    return true;
  }

  async function settle(): Promise<boolean> {
    const { fresh } = await writer.counts();
    if (fresh <= settleAt) {
      report.finish();
      return false;
    }
    await report.begin(async () => fresh - settleAt);
    const rows = await writer.freshBatch(embedder.id, settleBatch);
    if (rows.length === 0) return false;
    // In this order: a crash in between leaves a vector in both tiers, and adding it again changes nothing.
    await store.add(rows);
    report.advance(await writer.markSettled(embedder.id, rows));
    await store.maintain();
    return true;
  }

  async function tidy(): Promise<void> {
    await store.dropOthers();
    const [{ rows }, { settled }] = await Promise.all([store.counts(), writer.counts()]);
    if (rows !== settled) await store.erase(await strangers());
    await store.maintain();
  }

  /** Vectors that are left from a rebuild, or from an erasure or a change of text that the store never heard of. */
  async function strangers(): Promise<ItemRef[]> {
    const found: ItemRef[] = [];
    for await (const refs of store.refs()) found.push(...(await writer.strangers(refs)));
    return found;
  }

  return { reconcile, payRemovals, settleBatch: settle, tidy };
}

function rowsOfDamaged(error: unknown): null {
  if (error instanceof PiperError && error.code === 'store-corrupt') return null;
  throw error;
}
