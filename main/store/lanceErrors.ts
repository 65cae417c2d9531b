import { PiperError } from '../base/errors.ts';

/** Runs `work`; LanceDB throws plain errors, and what a caller can act on gets its code, sentence and remedy. */
export async function guardLance<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw cause instanceof PiperError ? cause : meaningOf(cause);
  }
}

/** The sentence never holds LanceDB's own message, which may quote a filter and thereby ids; it stays in the cause. */
function meaningOf(cause: unknown): PiperError {
  const message = String(cause);
  const { code, sentence, remedy } = meanings.find(({ signs }) => signs.test(message)) ?? damage;
  return new PiperError(code, sentence, remedy, { cause });
}

const meanings = [
  {
    signs: /no space left|disk (is )?full|quota exceeded/i,
    code: 'disk-full',
    sentence: 'The disk is full; vectors could not be settled.',
    remedy:
      'Free some space on the disk that holds the data directory. Nothing is lost, and the work goes on by itself.',
  },
  {
    signs: /permission denied|access is denied|read-only file system/i,
    code: 'io',
    sentence: 'The settled vectors (vectors/) cannot be read or written.',
    remedy: 'Give this user read and write permission for the folder vectors/ in the data directory.',
  },
  {
    signs:
      /too many open files|out of memory|cannot allocate|timed? ?out|connect|dns|network|unavailable|throttl|forbidden|unauthori[sz]ed|credential|conflict/i,
    code: 'io',
    sentence: 'The vector store could not do its work for now.',
    remedy:
      'It is tried again by itself. If it stays so, look into daemon.log and at the place that the settings name.',
  },
] as const;

/** Whatever else comes from a store that only we write. It costs no more than reading the cache to be wrong here. */
const damage = {
  code: 'store-corrupt',
  sentence: 'The settled vectors (vectors/) are damaged or missing.',
  remedy: 'Nothing to do: they are made again from the cache. Search by words works meanwhile.',
} as const;
