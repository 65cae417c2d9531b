import { writeSync } from 'node:fs';
import { fixedClock } from '../../main/base/clock.ts';
import { uuidv7 } from '../../main/base/ids.ts';
import { openLedgerFile } from '../../main/ledger/open.ts';

/** The child of fsync.test.ts: appends one event to the ledger it is given, then says so. */
const clock = fixedClock(Date.parse('2026-03-03T12:00:00Z'));
const { ledger, close } = openLedgerFile(process.argv[2] as string, { clock, ids: uuidv7(clock) });
writeSync(1, 'opened\n');
ledger.append([
  {
    eventType: 'observation',
    payload: { text: 'the timeout is 300 seconds' },
    actor: 'agent',
    sourceType: 'agent',
    privacyClass: 'internal',
    retentionClass: 'keep',
    namespace: 'default',
  },
]);
writeSync(1, 'acknowledged\n');
close();
