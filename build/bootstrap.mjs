/**
 * All the set-up a fresh clone needs, before `npm start` and `npm test`: packages by the lock file, then the build.
 * Plain JavaScript without imports from packages, because it runs before there are any, on whatever Node ≥ 20 is there.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const at = (...parts) => join(root, ...parts);
const bins = at('node_modules', '.bin');

if (Number(process.versions.node.split('.')[0]) < 20) {
  stop(`Node ${process.versions.node} is too old.`, 'Install Node 20 or newer from nodejs.org and try again.');
}
installPackages();
buildWhenStale();

function installPackages() {
  const wanted = digest([at('package-lock.json'), at('package.json')]);
  const stamp = at('node_modules', '.piper-packages');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  say('Installing packages (about a minute, once)…');
  run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], 'The packages could not be installed.');
  writeFileSync(stamp, wanted);
}

function buildWhenStale() {
  const stamp = at('out', '.piper-build');
  const wanted = digest([
    ...['main', 'native', 'preload', 'renderer'].flatMap((folder) => filesUnder(at(folder))),
    at('electron.vite.config.ts'),
    at('package-lock.json'),
  ]);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  say('Building…');
  run('electron-vite', ['build', '--logLevel', 'warn'], 'The build failed.');
  mkdirSync(at('out'), { recursive: true });
  writeFileSync(stamp, wanted);
}

function run(command, args, failure) {
  // The bundled Node comes first, so that native packages meet the version they were built for.
  const path = [bins, process.env.PATH].join(delimiter);
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, PATH: path },
    shell: process.platform === 'win32',
  });
  if (error || status !== 0) stop(failure, error ? error.message : 'The lines above say why; mend that and try again.');
}

function filesUnder(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true })
    .map((name) => join(folder, name))
    .filter((file) => statSync(file).isFile())
    .sort();
}

function digest(files) {
  const hash = createHash('sha256');
  for (const file of files.filter(existsSync)) hash.update(file.slice(root.length)).update(readFileSync(file));
  return hash.digest('hex');
}

function say(line) {
  console.log(`piper-memory: ${line}`);
}

function stop(sentence, remedy) {
  console.error(`piper-memory: ${sentence} ${remedy}`);
  process.exit(1);
}
