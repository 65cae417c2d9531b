/** What the window remembers between visits. A store that is full or forbidden costs the memory, not the window. */
export function readStored<T>(key: string, accept: (value: unknown) => T | null, fallback: T): T {
  try {
    const text = window.localStorage.getItem(`piper.${key}`);
    return text === null ? fallback : (accept(JSON.parse(text)) ?? fallback);
  } catch {
    return fallback;
  }
}

export function writeStored(key: string, value: unknown): void {
  try {
    window.localStorage.setItem(`piper.${key}`, JSON.stringify(value));
  } catch {
    // Remembering is a comfort: without it the next visit starts with the defaults.
  }
}
