import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sha256 } from '../main/base/hash.ts';
import { generateBenchmark } from '../main/bench/world/generate.ts';

/** Writes `resources/bench/r4-v1/`: `npm run bench:freeze -- [seed] [folder]`. A larger corpus only adds lines to a smaller. */
const seed = Number(process.argv[2] ?? 1);
const folder = process.argv[3] ?? fileURLToPath(new URL('../resources/bench/r4-v1', import.meta.url));

const small = generateBenchmark({ seed, size: 'small' });
const standard = generateBenchmark({ seed, size: 'standard' });
const stress = generateBenchmark({ seed, size: 'stress' });

const lines = (values: readonly unknown[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('');
const files = {
  'corpus.small.pmem.jsonl': lines(small.objects),
  'more.standard.pmem.jsonl': lines(standard.objects.slice(small.objects.length)),
  'more.stress.pmem.jsonl': lines(stress.objects.slice(standard.objects.length)),
  'probes.jsonl': lines(stress.probes),
};
for (const smaller of [small, standard]) {
  const beginning = lines(stress.objects.slice(0, smaller.objects.length));
  if (beginning !== lines(smaller.objects)) throw new Error(`${smaller.about.name} is not the beginning of r4-stress`);
  if (lines(smaller.probes) !== files['probes.jsonl']) throw new Error(`${smaller.about.name} asks other probes`);
}

const about = {
  name: 'R4-Bench',
  version: '1',
  seed,
  generator: stress.about.generator,
  counts: {
    small: small.objects.length,
    standard: standard.objects.length,
    stress: stress.objects.length,
    probes: stress.probes.length,
    sealed: stress.about.counts.sealed,
  },
  sha256: Object.fromEntries(Object.entries(files).map(([name, text]) => [name, sha256(text)])),
};

mkdirSync(folder, { recursive: true });
for (const [name, text] of Object.entries(files)) writeFileSync(`${folder}/${name}`, text);
writeFileSync(`${folder}/about.json`, `${JSON.stringify(about, null, 2)}\n`);
console.log(JSON.stringify(about, null, 2));
