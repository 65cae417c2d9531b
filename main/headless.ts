import { finish } from './cli/finish.ts';
import { runCli } from './cli/main.ts';

/** The product without Electron, as an entry of its own: `piper-memory serve` with the options given. */
finish(await runCli(['serve', ...process.argv.slice(2)]));
