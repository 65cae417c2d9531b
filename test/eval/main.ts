/** `npm run eval -- SET [--json] [--sealed]`: measures the product on outside data in PIPER_EVAL_DATA (default ../shared/data). */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { evaluateAbstention } from './abstention.ts';
import { evaluateEndoflife } from './endoflife.ts';
import { evaluateExtraction } from './extraction.ts';
import { evaluateFactconsolidation } from './factconsolidation.ts';
import { evaluateLocomo } from './locomo.ts';
import { evaluateMusique } from './musique.ts';

const sets = {
  locomo: evaluateLocomo,
  musique: evaluateMusique,
  factconsolidation: evaluateFactconsolidation,
  endoflife: evaluateEndoflife,
  extraction: evaluateExtraction,
  abstention: evaluateAbstention,
} as const;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'boolean', default: false }, sealed: { type: 'boolean', default: false } },
});
const [set] = positionals;
const dataDir = resolve(process.env.PIPER_EVAL_DATA ?? '../shared/data');

if (!set || !(set in sets)) stop(`Which set? One of: ${Object.keys(sets).join(', ')}.`);
else if (!existsSync(dataDir)) stop(`The data folder ${dataDir} is not there. Point PIPER_EVAL_DATA at it.`);
else process.exitCode = (await sets[set as keyof typeof sets](dataDir, values)) ? 0 : 1;

function stop(sentence: string): void {
  console.error(`eval: ${sentence}`);
  process.exitCode = 2;
}
