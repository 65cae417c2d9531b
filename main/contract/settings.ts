import { z } from 'zod';
import { method } from './method.ts';

/** The settings that may be changed while the daemon runs; the others are in `config.json`. */
export const LiveSettings = z.object({
  autoRecall: z
    .boolean()
    .describe('Whether memory.autoRecall may retrieve at all. Off unless somebody switches it on.'),
  redactSecrets: z.boolean().describe('Whether keys, tokens and passwords are left out of what is delivered.'),
});
export type LiveSettings = z.infer<typeof LiveSettings>;

export const settingsMethods = {
  'admin.settings': method({
    summary: 'Show the settings that can be changed while the daemon runs, and change those that are given.',
    role: 'operator',
    params: LiveSettings.partial(),
    result: LiveSettings,
  }),
} as const;
