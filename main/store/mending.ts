import { PiperError } from '../base/errors.ts';
import { mapSqliteError } from './sqlite.ts';

/** What is left of a store that was found damaged: another one in its place. */
export type BeginAgain<Store> = (damaged: Store, error: unknown) => Store;

/**
 * A store of synchronous functions whose loss costs little. A call that meets damage gets another store in its place
 * and is made once more; whatever else goes wrong is the caller's.
 */
export function mending<Store extends object>(first: Store, again: BeginAgain<Store>): Store {
  let store = first;
  return new Proxy({} as Store, {
    get(_, name) {
      const member: unknown = Reflect.get(store, name);
      if (typeof member !== 'function') return member;
      return (...args: unknown[]) => {
        const used = store;
        try {
          return Reflect.apply(member, used, args) as unknown;
        } catch (error) {
          if (damagedFile(error, 'the store') === null) throw error;
          if (store === used) store = again(used, error);
          return Reflect.apply(Reflect.get(store, name) as typeof member, store, args) as unknown;
        }
      };
    },
  });
}

/**
 * The file that an error says is damaged, or null. An error that SQLite has just thrown names none: it is about `file`.
 */
export function damagedFile(error: unknown, file: string): string | null {
  const mapped = mapSqliteError(error, file);
  if (!(mapped instanceof PiperError) || mapped.code !== 'store-corrupt') return null;
  return (mapped.data as { file?: string } | undefined)?.file ?? null;
}
