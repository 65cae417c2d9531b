/** `npm run eval -- SET [--json]`: measures the product on outside data in PIPER_EVAL_DATA (default ../shared/data). */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { evaluateLocomo } from './locomo.ts';

const sets = { locomo: evaluateLocomo } as const;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'boolean', default: false } },
});
const [set] = positionals;
const dataDir = resolve(process.env.PIPER_EVAL_DATA ?? '../shared/data');

if (!set || !(set in sets)) stop(`Which set? One of: ${Object.keys(sets).join(', ')}.`);
else if (!existsSync(dataDir)) stop(`The data folder ${dataDir} is not there. Point PIPER_EVAL_DATA at it.`);
else process.exitCode = (await sets[set as keyof typeof sets](dataDir, { json: values.json })) ? 0 : 1;

function stop(sentence: string): void {
  console.error(`eval: ${sentence}`);
  process.exitCode = 2;
}
