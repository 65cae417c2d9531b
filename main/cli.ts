import { finish } from './cli/finish.ts';
import { runCli } from './cli/main.ts';

/** The command `piper-memory`. */
finish(await runCli(process.argv.slice(2)));
