import { existsSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * A path under `resources/`, wherever this code runs: from source (`native/`), from a build (`out/main/…`) or from a
 * packaged app, where files that native code opens lie unpacked beside the archive.
 */
export function resourcePath(...parts: readonly string[]): string {
  return join(resourcesRoot, ...parts);
}

// Electron alone sets `resourcesPath`, and its types are not loaded here.
const { resourcesPath } = process as { resourcesPath?: string };
const resourcesRoot = findResources(dirname(fileURLToPath(import.meta.url)), resourcesPath);

/**
 * Finds the folder that holds `migrations/`: first beside the code and in every folder above it, then in the packaged
 * app's own resources folder (`packaged`, undefined outside Electron).
 */
export function findResources(here: string, packaged: string | undefined): string {
  const candidates = [
    ...ancestors(here.replace(`app.asar${sep}`, `app.asar.unpacked${sep}`)),
    ...ancestors(here),
    ...(packaged === undefined ? [] : [join(packaged, 'app.asar.unpacked'), packaged, dirname(packaged)]),
  ].map((folder) => join(folder, 'resources'));
  const found = candidates.find((folder) => existsSync(join(folder, 'migrations')));
  if (found === undefined) throw new Error(`resources/migrations was not found above ${here}`);
  return found;
}

function ancestors(folder: string): string[] {
  const above = dirname(folder);
  return above === folder ? [folder] : [folder, ...ancestors(above)];
}
