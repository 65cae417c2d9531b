const tokenKey = 'piper.token';

/**
 * The host's token arrives in the address's hash, which no server sees. It moves to this tab's storage and leaves the
 * address bar, so that it is in no history, bookmark or screenshot. Null when the page was opened without one.
 */
export function takeToken(
  location: { readonly hash: string; readonly pathname: string; readonly search: string },
  history: { replaceState(data: unknown, unused: string, url: string): void },
  storage: { getItem(key: string): string | null; setItem(key: string, value: string): void },
): string | null {
  const given = new URLSearchParams(location.hash.replace(/^#/, '')).get('token');
  if (given === null || given === '') return storage.getItem(tokenKey);
  storage.setItem(tokenKey, given);
  history.replaceState(null, '', location.pathname + location.search);
  return given;
}
