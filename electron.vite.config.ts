import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'electron-vite';

/** Everything that runs under plain Node or Electron's main process. Threads are started by these names. */
const mainEntries = {
  index: 'main/index.ts',
  daemonProcess: 'main/daemonProcess.ts',
  benchProcess: 'main/benchProcess.ts',
  headless: 'main/headless.ts',
  cli: 'main/cli.ts',
  writer: 'main/threads/writer.ts',
  reader: 'main/threads/reader.ts',
  embedder: 'main/threads/embedder.ts',
  importer: 'main/threads/importer.ts',
  converter: 'main/threads/converter.ts',
  rebuilder: 'main/threads/rebuilder.ts',
  comparer: 'main/threads/comparer.ts',
};

/**
 * electron-vite declares a `require` in every chunk that mentions one, which clashes with code that makes its own by
 * `createRequire`. Our code is ES modules and needs no such shim.
 */
const withoutCommonJsShim = {
  name: 'without-commonjs-shim',
  configResolved({ plugins }: { readonly plugins: readonly { readonly name: string; renderChunk?: unknown }[] }) {
    const shim = plugins.find(({ name }) => name === 'vite:esm-shim');
    if (shim !== undefined) shim.renderChunk = undefined;
  },
};

export default defineConfig({
  main: {
    plugins: [withoutCommonJsShim],
    build: {
      target: 'node24',
      sourcemap: true,
      rolldownOptions: {
        input: mainEntries,
        // Chunks lie beside the entries: a thread is looked for beside the code that starts it.
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  },
  preload: {
    build: {
      // A sandboxed preload can load no package and no ES module.
      externalizeDeps: false,
      rolldownOptions: {
        input: { index: 'preload/index.ts' },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: 'renderer',
    plugins: [svelte()],
    build: {
      target: 'chrome140',
      // Nothing is inlined, so that the page runs under a policy without unsafe-inline.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: { input: { index: 'renderer/index.html' } },
    },
  },
});
