import type { IncomingMessage } from 'node:http';

/**
 * Whether a request was meant for this host and comes from a page of its own. A name that is not the loopback's is a
 * name that somebody made point here (DNS rebinding); any port will do, because an SSH tunnel brings its own. Programs
 * that are no browser send no Origin, and need the token all the same.
 */
export function sameSite({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  const { host, origin } = headers;
  if (host === undefined || !/^(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?$/i.test(host)) return false;
  return origin === undefined || origin.toLowerCase() === `http://${host.toLowerCase()}`;
}

/** What the browser is told to forbid the page. `host` has been checked: it is a loopback name and a port. */
export function securityHeaders(host: string): readonly (readonly [name: string, value: string])[] {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self' ws://${host}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ];
  return [
    ['Content-Security-Policy', policy.join('; ')],
    ['X-Content-Type-Options', 'nosniff'],
    ['Referrer-Policy', 'no-referrer'],
    ['Cross-Origin-Opener-Policy', 'same-origin'],
    ['Cross-Origin-Resource-Policy', 'same-origin'],
  ];
}
