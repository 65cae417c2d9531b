/**
 * The floors of the house, from the top down. A file may import its own floor and those below it, never one above.
 * Each floor is a folder (or a file) and the only floors that it may not reach although they lie below are in `bars`.
 */
export const floors: readonly (readonly string[])[] = [
  // Composition roots: they wire everything and nothing imports them but each other.
  [
    'main/index.ts',
    'main/headless.ts',
    'main/cli.ts',
    'main/cli',
    'main/desktop',
    'main/daemonProcess.ts',
    'main/benchProcess.ts',
  ],
  ['main/daemon.ts', 'main/engine'],
  ['main/threads'],
  ['main/hosts'],
  ['main/methods'],
  ['main/bench'],
  ['main/policy'],
  ['main/retrieval'],
  ['main/retrievers'],
  ['main/projections'],
  ['main/ledger'],
  ['main/store'],
  ['main/extraction', 'main/truth'],
  ['main/language'],
  ['main/base', 'native'],
  ['main/contract'],
];

/** Paths are siblings that do not know each other. */
function siblings(paths: readonly string[]): (readonly [string, string, string])[] {
  return paths.flatMap((path) =>
    paths
      .filter((other) => other !== path)
      .map((other) => [`main/retrievers/${path}`, `main/retrievers/${other}`, 'paths are siblings'] as const),
  );
}

/** Rules that the order alone does not state: [who, may not import, why]. */
export const bars: readonly (readonly [from: string, to: string, why: string])[] = [
  ['main/contract', 'native', 'the contract imports nothing'],
  ['main/base', 'native', 'native lies beside base: store alone imports it'],
  ['main/ledger', 'native', 'only the store loads binaries'],
  ['main/projections', 'native', 'only the store loads binaries'],
  ['main/retrievers', 'native', 'only the store loads binaries'],
  ['main/retrieval', 'native', 'only the store loads binaries'],
  ['main/policy', 'native', 'only the store loads binaries'],
  ['main/methods', 'native', 'only the store loads binaries'],
  ['main/hosts', 'native', 'only the store loads binaries'],
  ['main/bench', 'main/policy', 'the bench is a client of the contract'],
  ['main/bench', 'main/retrieval', 'the bench is a client of the contract'],
  ['main/bench', 'main/retrievers', 'the bench is a client of the contract'],
  ['main/bench', 'main/projections', 'the bench is a client of the contract'],
  ['main/bench', 'main/ledger', 'the bench is a client of the contract'],
  ...siblings(['search', 'recall', 'relations', 'causal', 'temporal']),
];

/** Rooms with a door of their own: all they may import of the house. */
export const closedRooms: Readonly<Record<string, readonly string[]>> = {
  preload: ['preload', 'main/contract'],
  renderer: ['renderer', 'main/contract'],
};

/** Packages that only these places may import. */
export const guardedPackages: Readonly<Record<string, readonly string[]>> = {
  electron: ['main/index.ts', 'main/desktop', 'preload', 'test/e2e'],
  'better-sqlite3': ['native', 'test'],
  'sqlite-vec': ['native', 'test'],
  '@lancedb/lancedb': ['native', 'test'],
  'onnxruntime-node': ['native', 'test'],
};
