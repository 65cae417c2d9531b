import { acquireLock } from '../../../main/store/lock.ts';
import { dataPaths } from '../../../main/store/paths.ts';

/** A child process of lock.test.ts: takes the lock of the directory it is given, says so, and stays. */
acquireLock(dataPaths(process.argv[2] as string));
process.stdout.write('held\n');
setInterval(() => {}, 1000);
