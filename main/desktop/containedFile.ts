import { join, normalize, sep } from 'node:path';

/** The file that an address of the app means, or null where it means none of the renderer's. */
export function containedFile(rendererDir: string, address: string): string | null {
  const url = new URL(address);
  if (url.protocol !== 'app:' || url.host !== 'piper') return null;
  let path: string;
  try {
    path = decodeURIComponent(url.pathname);
  } catch {
    return null;
  }
  if (path.includes('\0') || path.includes('\\')) return null;
  const root = normalize(rendererDir + sep);
  const file = normalize(join(root, path === '/' ? 'index.html' : path));
  return file.startsWith(root) ? file : null;
}
