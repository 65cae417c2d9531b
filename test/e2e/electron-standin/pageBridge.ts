/// <reference lib="dom" />

declare global {
  interface Window {
    standinCallbacks?: ((...args: readonly unknown[]) => void)[];
    standinFiles?: File[];
  }
}

/** An argument on its way out of the page. What cannot be cloned stays there and is meant by its number. */
export type PageArgument =
  | { readonly type: 'value'; readonly value: unknown }
  | { readonly type: 'function'; readonly id: number }
  | { readonly type: 'file'; readonly id: number };

/**
 * Runs in the page before its scripts: makes `window[name]` of what the preload exposed. Sent over as text, so it must
 * stand alone. Unlike Electron's bridge every call answers with a promise.
 */
export function installBridge(api: {
  readonly name: string;
  readonly functions: readonly string[];
  readonly values: Readonly<Record<string, unknown>>;
}): void {
  window.standinCallbacks ??= [];
  window.standinFiles ??= [];
  const callbacks = window.standinCallbacks;
  const files = window.standinFiles;
  const hand = (argument: unknown): PageArgument => {
    if (typeof argument === 'function') {
      return { type: 'function', id: callbacks.push(argument as (typeof callbacks)[number]) - 1 };
    }
    if (argument instanceof File) return { type: 'file', id: files.push(argument) - 1 };
    return { type: 'value', value: argument };
  };
  const binding = (window as unknown as Record<string, (method: string, args: PageArgument[]) => Promise<unknown>>)[
    `standin_${api.name}`
  ];
  const bridge: Record<string, unknown> = { ...api.values };
  for (const method of api.functions) bridge[method] = (...args: unknown[]) => binding?.(method, args.map(hand));
  Object.defineProperty(window, api.name, { value: Object.freeze(bridge) });
}
