import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { protocol } from 'electron';
import { containedFile } from './containedFile.ts';
import { responseHeaders } from './security.ts';

export const appOrigin = 'app://piper';

/** Must run before the app is ready: makes `app:` a scheme with an origin of its own, so that `'self'` means it. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ]);
}

/** Serves the built renderer, and nothing outside its folder, as `app://piper/…`. */
export function serveApp(rendererDir: string): void {
  protocol.handle('app', async (request) => {
    const file = containedFile(rendererDir, request.url);
    if (file === null || request.method !== 'GET') return new Response(null, { status: 404 });
    try {
      const body = await readFile(file);
      return new Response(new Uint8Array(body), { headers: { ...responseHeaders, 'Content-Type': mediaTypeOf(file) } });
    } catch {
      return new Response(null, { status: 404 });
    }
  });
}

function mediaTypeOf(file: string): string {
  const types: Readonly<Record<string, string>> = {
    '.html': 'text/html; charset=utf-8',
    '.js': 'text/javascript; charset=utf-8',
    '.css': 'text/css; charset=utf-8',
    '.svg': 'image/svg+xml',
    '.png': 'image/png',
  };
  return types[extname(file)] ?? 'application/octet-stream';
}
