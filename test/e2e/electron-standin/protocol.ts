import { app } from './app.ts';

type Handler = (request: Request) => Promise<Response> | Response;

const schemes = new Map<string, { readonly standard?: boolean; readonly secure?: boolean }>();
const handlers = new Map<string, Handler>();

export const protocol = {
  registerSchemesAsPrivileged(
    list: readonly { readonly scheme: string; readonly privileges: { standard?: boolean; secure?: boolean } }[],
  ): void {
    if (app.isReady()) throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready');
    for (const { scheme, privileges } of list) schemes.set(scheme, privileges);
  },
  handle(scheme: string, handler: Handler): void {
    if (!app.isReady()) throw new Error('protocol.handle must be called after app is ready');
    handlers.set(scheme, handler);
  },
};

/** Answers as the handler of the address's scheme does. */
export async function answer(address: string): Promise<Response> {
  const scheme = new URL(address).protocol.slice(0, -1);
  const handler = handlers.get(scheme);
  if (handler === undefined || !schemes.get(scheme)?.secure) throw new Error(`nobody serves ${scheme}:`);
  return handler(new Request(address));
}

/** A browser knows no `app:`; a host that resolves nowhere stands for it, and each request is answered by us. */
const host = 'https://piper.invalid';

export function toPageAddress(address: string): string {
  return address.replace(/^app:\/\/piper/, host);
}

export function toAppAddress(address: string): string {
  return address.startsWith(host) ? address.replace(host, 'app://piper') : address;
}
