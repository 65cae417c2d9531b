import { BenchStatus } from './bench.ts';
import { ImportStatus } from './imports.ts';
import { Job } from './status.ts';

/** What the server sends without being asked, to operators’ connections. */
export const notifications = {
  progress: Job,
  'import.progress': ImportStatus,
  'bench.progress': BenchStatus,
} as const;
export type NotificationName = keyof typeof notifications;
