import { type ImportHost, type ImportJob, previewImport, runImport } from '../policy/importers/runImport.ts';
import { serveThread } from './thread.ts';

/** The thread that reads and parses files, so that the daemon's own stays free. */
const functions = {
  preview: (job: Omit<ImportJob, 'dryRun'>) => previewImport(job),
  run: (job: ImportJob) => runImport(job, host, () => cancelled),
  cancel() {
    cancelled = true;
  },
};
export type ImporterThread = typeof functions;

let cancelled = false;
const host = serveThread<ImportHost>(functions);
