import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PiperError } from '../../main/base/errors.ts';
import { mulberry32 } from '../../main/base/mulberry32.ts';
import {
  aliasesIn,
  type Case,
  type Catalogue,
  catalogueObjects,
  type Kind,
  kinds,
  noonOf,
  readCatalogue,
  subjectOf,
} from '../../main/bench/convert/endoflife.ts';
import { mean } from '../../main/bench/score/measures.ts';
import type { FactAnswer } from '../../main/contract/facts.ts';
import type { EvidencePacket } from '../../main/contract/packet.ts';
import { type Daemon, startDaemon } from '../../main/daemon.ts';
import { nameKey } from '../../main/language/names.ts';
import { loadPhrasings, type Phrasings, type Worded, wordCase } from './endoflifePhrasings.ts';
import { importOnly, quietly } from './engine.ts';

/** Namespaces: one without aliases for the methods, which are given the field itself, and one with them for questions. */
const plain = 'fields';
const named = 'names';

interface Asked extends Worded {
  readonly one: Case;
  readonly right: boolean;
  /** Why not, in few words, to group by. */
  readonly reason: string;
}

/**
 * endoflife.date: what a catalogue of lifecycle dates said when, by record time. First through `facts.*`, which are given
 * product, cycle and field; then by plain questions through `retrieve`. Of the cases only the names (product and title,
 * field and label) reach the store. The embedder is off: which value held when is no matter of likeness.
 */
export async function evaluateEndoflife(dataDir: string, { json }: { readonly json: boolean }): Promise<boolean> {
  const catalogue = readCatalogue(join(dataDir, 'endoflife-dev'));
  const dir = mkdtempSync(join(tmpdir(), 'piper-endoflife-'));
  mkdirSync(join(dir, 'store'));
  writeFileSync(join(dir, 'store', 'config.json'), JSON.stringify({ embedder: 'off' }));
  const daemon = await startDaemon({ dir: join(dir, 'store') });
  try {
    const file = join(dir, 'catalogue.pmem.jsonl');
    writeFileSync(
      file,
      catalogueObjects(catalogue)
        .map((object) => `${JSON.stringify(object)}\n`)
        .join(''),
    );
    for (const namespace of [plain, named]) {
      const { written, rejected, ms } = await importOnly(daemon, [file], namespace);
      quietly(json, `${namespace}: ${written} facts in ${ms} ms, ${rejected} rejected`);
    }
    await loadAliases(daemon, catalogue.cases);
    const methods = await askMethods(daemon, catalogue.cases, plain);
    const withAliases = await askMethods(daemon, catalogue.cases, named);
    const first = await askInWords(daemon, catalogue, loadPhrasings('phrasings.json'), 20_261_130);
    const further = await askInWords(daemon, catalogue, loadPhrasings('furtherPhrasings.json'), 20_261_201);
    return report({ methods, withAliases, first, further }, json);
  } finally {
    await daemon.close();
    rmSync(dir, { recursive: true, force: true });
  }
}

/**
 * A title that two products share joins them, and a label that two fields share makes them one predicate: the catalogue
 * renamed the one into the other.
 */
async function loadAliases(daemon: Daemon, cases: readonly Case[]): Promise<void> {
  const { titles, labels } = aliasesIn(cases);
  for (const [title, products] of Map.groupBy(titles, ([title]) => title)) {
    const [[, first = ''] = [], ...others] = products;
    if (nameKey(first) !== nameKey(title)) {
      await daemon.caller.call('entities.alias', { name: first, alias: title, namespace: named });
    }
    for (const [, other] of others) {
      if ([title, first].some((name) => nameKey(name) === nameKey(other))) continue;
      await joinProducts(daemon, first, other);
    }
  }
  for (const [label, field] of labels) {
    await daemon.caller.call('entities.alias', { name: label, alias: field, of: 'predicate', namespace: named });
  }
}

/** A product that has no other name yet becomes an alias of the first; two that have some are merged. */
async function joinProducts(daemon: Daemon, first: string, other: string): Promise<void> {
  try {
    await daemon.caller.call('entities.alias', { name: first, alias: other, namespace: named });
  } catch (error) {
    if (!(error instanceof PiperError) || error.code !== 'would-join') throw error;
    await daemon.caller.call('entities.merge', { into: first, from: [other], namespace: named });
  }
}

type Tally = Readonly<Record<Kind, readonly boolean[]>>;

/** Each case by the method for it: `asOf` and `knownAt` must both say it, `current` with the case's day as the present. */
async function askMethods(daemon: Daemon, cases: readonly Case[], namespace: string): Promise<Tally> {
  const tally: Record<Kind, boolean[]> = { asof: [], current: [], unknown_yet: [] };
  for (const one of cases) {
    const at = `${one.known_as_of}T12:00:00.000Z`;
    const slot = { subject: subjectOf(one), predicate: one.field, namespace };
    const answers: FactAnswer[] =
      one.kind === 'current'
        ? [await daemon.caller.call('facts.current', { ...slot, now: at })]
        : [
            await daemon.caller.call('facts.asOf', { ...slot, at }),
            await daemon.caller.call('facts.knownAt', { ...slot, knownAt: at }),
          ];
    tally[one.kind].push(answers.every(({ values }) => says(values, one.gold)));
  }
  return tally;
}

function says(values: FactAnswer['values'], gold: string | null): boolean {
  return gold === null ? values.length === 0 : values.length === 1 && values[0]?.value === gold;
}

async function askInWords(daemon: Daemon, catalogue: Catalogue, phrasings: Phrasings, seed: number): Promise<Asked[]> {
  const random = mulberry32(seed);
  const asked: Asked[] = [];
  for (const one of catalogue.cases) {
    // Under another field of the same label there already was a value: no abstention is owed to the words.
    if (one.kind === 'unknown_yet' && catalogue.isSaidElsewhere(one, noonOf(one))) continue;
    const worded = wordCase(one, phrasings, catalogue, random);
    const { query, now } = worded;
    const packet = await daemon.caller.call('retrieve', { query, now, timeZone: 'UTC', namespaces: [named] });
    const reason = one.gold === null ? whyNotAbstained(packet) : whyNotRight(packet, one.gold);
    asked.push({ ...worded, one, right: reason === null, reason: reason ?? '' });
  }
  return asked;
}

/** Right is a top result or a sentence that states the gold value and is given as what holds in the time asked about. */
function whyNotRight(packet: EvidencePacket, gold: string): string | null {
  const [top] = packet.results;
  if (top === undefined) return `no result: ${packet.status}, ${packet.reason}`;
  const value = top.fact?.value ?? top.text;
  const stated = value === gold || packet.statement?.includes(gold) === true;
  if (!stated) return `another value, asked for ${packet.time?.mode ?? 'no time'}`;
  return top.memoryStatus.currentness === 'current' ? null : `labelled ${top.memoryStatus.currentness}`;
}

function whyNotAbstained(packet: EvidencePacket): string | null {
  if (packet.status === 'none') return null;
  return `${packet.status} instead of none: ${packet.reason}, asked for ${packet.time?.mode ?? 'no time'}`;
}

interface Outcome {
  readonly methods: Tally;
  readonly withAliases: Tally;
  readonly first: readonly Asked[];
  readonly further: readonly Asked[];
}

function report({ methods, withAliases, first, further }: Outcome, json: boolean): boolean {
  const words = share(first.map(({ right }) => right));
  const passed = kinds.every((kind) => share(methods[kind]) >= 0.99) && words >= 0.95;
  if (json) {
    const wrong = [...first, ...further]
      .filter(({ right }) => !right)
      .map(({ one, ...rest }) => ({ id: one.id, ...rest }));
    const figures = Object.fromEntries(kinds.map((kind) => [kind, share(methods[kind])]));
    const aliased = Object.fromEntries(kinds.map((kind) => [kind, share(withAliases[kind])]));
    const rest = { words, further: share(further.map(({ right }) => right)), wrong, passed };
    console.log(JSON.stringify({ set: 'endoflife-dev', methods: figures, withAliases: aliased, ...rest }, null, 2));
    return passed;
  }
  printTally('facts.*, by product, cycle and field (wanted ≥ .99 each)', methods);
  printTally('the same where labels and titles are aliases, so that fields of one label are one', withAliases);
  printWords(`plain questions, phrasings written before the parser (wanted ≥ .95 over all)`, first);
  printWords('plain questions, further phrasings written after it', further);
  console.log(passed ? '\nendoflife: passed' : '\nendoflife: NOT passed');
  return passed;
}

function printTally(title: string, tally: Tally): void {
  console.log(`\n${title}`);
  for (const kind of kinds)
    console.log(`  ${kind.padEnd(12)} ${share(tally[kind]).toFixed(4)} of ${tally[kind].length}`);
}

function printWords(title: string, asked: readonly Asked[]): void {
  console.log(
    `\n${title}\n  ${'all'.padEnd(28)} ${share(asked.map(({ right }) => right)).toFixed(4)} of ${asked.length}`,
  );
  const rows = (of: (one: Asked) => string) => {
    for (const [name, those] of Map.groupBy(asked, of)) {
      console.log(`  ${name.padEnd(28)} ${share(those.map(({ right }) => right)).toFixed(4)} of ${those.length}`);
    }
  };
  rows(({ one }) => one.kind);
  rows(({ by }) => `by ${by}`);
  rows(({ phrasing }) => phrasing);
  const wrong = asked.filter(({ right }) => !right);
  for (const [reason, those] of Map.groupBy(wrong, ({ reason }) => reason)) {
    console.log(`  ${those.length} × ${reason}`);
    for (const { one, query } of those.slice(0, 3)) console.log(`      ${one.id}: ${query}`);
  }
}

function share(rights: readonly boolean[]): number {
  return mean(rights.map(Number));
}
