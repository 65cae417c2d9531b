/** Fails when an import goes up a floor, leaves a closed room or takes a guarded package: the table is floors.ts. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { bars, closedRooms, floors, guardedPackages } from './floors.ts';

interface Import {
  readonly target: string;
  readonly typeOnly: boolean;
}

const lies = (file: string, place: string) => file === place || file.startsWith(`${place}/`);
const floorOf = (file: string) => floors.findIndex((floor) => floor.some((place) => lies(file, place)));

/** Every broken rule of one file, as a sentence. `file` is relative to the root, with forward slashes. */
export function brokenRules(file: string, source: string): string[] {
  return importsOf(source).flatMap(({ target, typeOnly }) =>
    target.startsWith('.') ? houseRules(file, resolveImport(file, target)) : packageRules(file, target, typeOnly),
  );
}

function importsOf(source: string): Import[] {
  // A .svelte file's script is TypeScript too; its markup holds no imports.
  const script = source.includes('<script')
    ? [...source.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map((match) => match[1]).join('\n')
    : source;
  const typeImports = new Set([...script.matchAll(/import type [^;]*?from '([^']+)'/g)].map((match) => match[1]));
  return ts
    .preProcessFile(script, true, true)
    .importedFiles.map(({ fileName }) => ({ target: fileName, typeOnly: typeImports.has(fileName) }));
}

function resolveImport(file: string, target: string): string {
  return join(dirname(file), target).replaceAll('\\', '/');
}

function houseRules(file: string, target: string): string[] {
  const broken: string[] = [];
  const from = floorOf(file);
  const to = floorOf(target);
  if (from >= 0 && to >= 0 && to < from) broken.push(`${file} imports ${target}: imports only go down`);
  if (lies(file, 'main') && to < 0 && lies(target, 'main')) broken.push(`${target} stands on no floor`);
  for (const [bar, place, why] of bars) {
    if (lies(file, bar) && lies(target, place)) broken.push(`${file} imports ${target}: ${why}`);
  }
  for (const [room, doors] of Object.entries(closedRooms)) {
    if (lies(file, room) && !doors.some((door) => lies(target, door))) {
      broken.push(`${file} imports ${target}: ${room} may import ${doors.join(' and ')} alone`);
    }
  }
  return broken;
}

function packageRules(file: string, target: string, typeOnly: boolean): string[] {
  if (typeOnly && target !== 'electron') return [];
  return Object.entries(guardedPackages)
    .filter(([name]) => target === name || target.startsWith(`${name}/`))
    .filter(([, places]) => !places.some((place) => lies(file, place)))
    .map(([name, places]) => `${file} imports ${name}: only ${places.join(', ')} may`);
}

function check(): void {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--', '*.ts', '*.svelte'], { cwd: root })
    .toString()
    .split('\n')
    .filter((file) => /^(main|native|preload|renderer)\//.test(file));
  const broken = files.flatMap((file) => {
    const sentences = brokenRules(file, readFileSync(join(root, file), 'utf8'));
    return lies(file, 'main') && floorOf(file) < 0 ? [`${file} stands on no floor`, ...sentences] : sentences;
  });
  for (const sentence of broken) console.error(sentence);
  if (broken.length > 0) process.exit(1);
  console.log(`floors: ${files.length} files, no import goes up`);
}

if (process.argv[1] && relative(process.argv[1], fileURLToPath(import.meta.url)) === '') check();
