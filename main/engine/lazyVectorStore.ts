import { existsSync } from 'node:fs';
import { isLocal, type VectorStore } from '../store/vectorStore.ts';

/**
 * LanceDB costs hundreds of megabytes of memory as soon as it is loaded, and a store of some thousand items never needs
 * it: it is loaded by the first vector that moves there, or by a place that may already hold some: a folder that is there, or an
 * object store.
 */
export function lazyVectorStore(uri: string, open: () => Promise<VectorStore>): VectorStore {
  let opened: Promise<VectorStore> | null = null;
  const get = () => {
    opened ??= open();
    // A failed opening is tried again by the next call.
    opened.catch(() => {
      opened = null;
    });
    return opened;
  };
  const isEmpty = () => opened === null && isLocal(uri) && !existsSync(uri);
  return {
    add: async (rows) => (await get()).add(rows),
    search: async (query) => (isEmpty() ? [] : (await get()).search(query)),
    async erase(items) {
      if (!isEmpty()) await (await get()).erase(items);
    },
    maintain: async () => !isEmpty() && (await get()).maintain(),
    async *refs() {
      if (!isEmpty()) yield* (await get()).refs();
    },
    counts: async () => (isEmpty() ? { rows: 0, indexed: 0 } : (await get()).counts()),
    async dropOthers() {
      if (!isEmpty()) await (await get()).dropOthers();
    },
    async recreate() {
      if (!isEmpty()) await (await get()).recreate();
    },
    close() {
      void opened?.then((store) => store.close()).catch(() => {});
      opened = null;
    },
  };
}
