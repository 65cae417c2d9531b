#!/usr/bin/env node
// The command as npm links it: plain JavaScript that any Node from 20 on can read, which hands over to the Node that
// came with the package when this one is too old for the native modules.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const built = join(root, 'out', 'main', 'cli.js');
const entry = existsSync(built) ? built : join(root, 'main', 'cli.ts');
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

// 22.18 is the first that also runs the source unbuilt.
if (major > 22 || (major === 22 && minor >= 18)) {
  process.argv[1] = entry;
  await import(pathToFileURL(entry).href);
} else {
  const node = bundledNode();
  if (node === null || process.env.PIPER_MEMORY_HANDED_OVER) {
    process.stderr.write(
      `piper-memory needs Node 22.18 or newer; this is ${process.versions.node}. Run npm install in ${root}, which brings one, or install a newer Node.\n`,
    );
    process.exit(1);
  }
  handOver(node);
}

/** The executable of the npm package `node`, wherever npm has put it; null without it. */
function bundledNode() {
  try {
    const packageFile = createRequire(import.meta.url).resolve('node/package.json');
    const file = join(dirname(packageFile), 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
    return existsSync(file) ? file : null;
  } catch {
    return null;
  }
}

function handOver(node) {
  const child = spawn(node, [entry, ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, PIPER_MEMORY_HANDED_OVER: '1' },
  });
  // Ctrl-C reaches both from the terminal; a signal sent to this process alone is passed on.
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  process.on('SIGINT', () => {
    if (!process.stdin.isTTY) child.kill('SIGINT');
  });
  child.on('error', (error) => {
    process.stderr.write(`piper-memory: ${node} does not start (${error.message}).\n`);
    process.exit(1);
  });
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)));
}
