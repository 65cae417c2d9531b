import type { Log } from '../base/log.ts';
import type { Warning } from '../contract/status.ts';
import { damagedFile } from '../store/mending.ts';
import { rebuiltWarning } from '../threads/rebuiltWarning.ts';

export interface Repair {
  /** Looks at an error that came out of `memory.db`, and begins to mend the file if it is damaged. */
  notice(error: unknown): void;
  /** The file is damaged and stays so. */
  warnings(): Warning[];
}

export interface RepairParts {
  readonly rebuild: () => Promise<unknown>;
  readonly log: Log;
}

/**
 * Mends a `memory.db` that shows itself damaged while it is in use: it is made again from the ledger, beside the
 * damaged one, in one go. A disk that damages it again and again is not fought more than once a minute.
 */
export function openRepair({ rebuild, log }: RepairParts): Repair {
  let resting = false;
  let present: Warning | null = null;

  async function mend(error: unknown): Promise<void> {
    log.error('memory.damaged', error);
    present = {
      code: 'damaged',
      message: 'memory.db is damaged; it is being made again from the ledger.',
      remedy: 'Nothing is lost. Until it is done, some questions cannot be looked up.',
    };
    try {
      await rebuild();
      log.info('memory.rebuilt');
      present = rebuiltWarning('memory.db');
    } catch (failure) {
      log.error('memory.rebuild-failed', failure);
      present = {
        code: 'damaged',
        message: 'memory.db is damaged and could not be made again.',
        remedy:
          'See whether the disk is full or the ledger damaged (piper-memory status). It is tried again by itself.',
      };
    }
  }

  return {
    notice(error) {
      if (resting || damagedFile(error, 'memory.db') !== 'memory.db') return;
      resting = true;
      void mend(error).finally(() => {
        setTimeout(() => {
          resting = false;
        }, 60_000).unref();
      });
    },
    warnings: () => (present === null ? [] : [present]),
  };
}
