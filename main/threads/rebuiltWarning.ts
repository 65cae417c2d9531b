import type { Warning } from '../contract/status.ts';

/** What is said of a file that was made again. */
export function rebuiltWarning(file: string, state = 'damaged'): Warning {
  const source = file === 'cache.db' ? 'by the model, bit by bit' : 'from the ledger';
  return {
    code: 'rebuilt',
    message: `${file} was ${state} and has been made again ${source}.`,
    remedy: 'Nothing is lost. If it happens again, check the disk.',
  };
}
