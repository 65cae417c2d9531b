/** `npm run eval -- extraction [--sealed]`: the extraction rules against 400 labelled sentences of real text. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { extract } from '../../main/extraction/extract.ts';
import type { Extraction, Family } from '../../main/extraction/extraction.ts';
import { findDates } from '../../main/language/dates.ts';
import { nameTokens } from '../../main/language/names.ts';
import { sameValue } from '../../main/language/values.ts';
import { type Label, type LabelledSentence, readSentences } from './extraction/readSentences.ts';

interface Judged {
  readonly sentence: LabelledSentence;
  readonly right: readonly Extraction[];
  readonly wrong: readonly Extraction[];
  readonly met: readonly Label[];
  readonly missed: readonly Label[];
}

export interface Tally {
  right: number;
  wrong: number;
  met: number;
  missed: number;
}

/** Prints precision and recall by family and by source. Of the sealed half nothing but these figures is ever told. */
export async function evaluateExtraction(
  dataDir: string,
  options: { json: boolean; sealed: boolean },
): Promise<boolean> {
  const nodeModules = join(import.meta.dirname, '..', '..', 'node_modules');
  const { sentences, skipped } = readSentences({ nodeModules, dataDir });
  const judged = sentences.filter(({ sealed }) => sealed === options.sealed).map(judge);
  const all = tallyOf(
    judged,
    () => true,
    () => true,
  );
  const precision = share(all.right, all.wrong);
  if (options.json)
    console.log(
      JSON.stringify({
        half: options.sealed ? 'sealed' : 'open',
        ...all,
        precision,
        recall: share(all.met, all.missed),
      }),
    );
  else {
    print(judged, options.sealed ? 'sealed' : 'open', skipped.length);
    if (!options.sealed) printErrors(judged);
    printSpeed(dataDir);
  }
  return precision >= 0.95;
}

function judge(sentence: LabelledSentence): Judged {
  const found = extract({
    text: sentence.text,
    author: sentence.context.author ?? null,
    occurredAt: instantOf(sentence.context.date),
    knownAt: instantOf(sentence.context.date),
    timeZone: 'UTC',
    title: sentence.context.package ?? null,
    kind: sentence.source === 'npm' ? 'document' : 'speech',
  });
  const right = found.filter((extraction) => sentence.labels.some((label) => meets(extraction, label)));
  const wanted = sentence.labels.filter(({ optional }) => !optional);
  const met = wanted.filter((label) => found.some((extraction) => meets(extraction, label)));
  return {
    sentence,
    right,
    wrong: found.filter((extraction) => !right.includes(extraction)),
    met,
    missed: wanted.filter((label) => !met.includes(label)),
  };
}

function instantOf(date: string | undefined): number {
  const [found] = date === undefined ? [] : findDates(date, { now: 0, timeZone: 'UTC' });
  return found?.from ?? Date.UTC(2024, 0, 1);
}

/** The family is the same, and the two ends (and the value before, where both give one) are named alike. */
function meets(extraction: Extraction, label: Label): boolean {
  if (extraction.family !== label.family) return false;
  if (extraction.cause !== undefined) {
    return (
      alike(extraction.cause.cause, label, 'cause') &&
      (label.effect === undefined || alike(extraction.cause.effect, label, 'effect'))
    );
  }
  const { fact, edge, previous } = extraction;
  const [subject, object] = [fact?.subject ?? edge?.from ?? '', String(fact?.object ?? edge?.to ?? '')];
  const named =
    fact === undefined ? [subject] : [subject, `${subject} ${fact.predicate}`, `${fact.predicate} ${subject}`];
  if (!named.some((words) => alike(words, label, 'subject'))) return false;
  if (!alike(object, label, 'object')) return false;
  return previous === undefined || typeof label.previous !== 'string' || sameWords(previous, label.previous);
}

function alike(words: string, label: Label, part: 'subject' | 'object' | 'cause' | 'effect'): boolean {
  return [label[part] ?? '', ...(label.alternatives[part] ?? [])].some(
    (wanted) => wanted !== '' && sameWords(words, wanted),
  );
}

/** Equal values, or names of which one holds the other whole: "the `session` option" is `session`. */
function sameWords(a: string, b: string): boolean {
  if (sameValue(a, b)) return true;
  const [left, right] = [tokens(a), tokens(b)].sort((one, other) => one.length - other.length);
  const [short, long] = [` ${left?.join(' ')} `, ` ${right?.join(' ')} `];
  return short.trim() !== '' && long.includes(short);
}

function tokens(words: string): string[] {
  const text = words
    .replace(/\[([^[\]]*)\](?:\([^)]*\)|\[[^\]]*\])?/g, '$1')
    .replace(/ (?=['’](?:s|m|re|ve|ll|d|t)\b)/g, '');
  return nameTokens(text).filter((token) => !/^(?:the|a|an|uh|um)$/.test(token));
}

function tallyOf(
  judged: readonly Judged[],
  ofSentence: (sentence: LabelledSentence) => boolean,
  ofFamily: (family: Family) => boolean,
): Tally {
  const count = { right: 0, wrong: 0, met: 0, missed: 0 };
  for (const { sentence, right, wrong, met, missed } of judged) {
    if (!ofSentence(sentence)) continue;
    count.right += right.filter(({ family }) => ofFamily(family)).length;
    count.wrong += wrong.filter(({ family }) => ofFamily(family)).length;
    count.met += met.filter(({ family }) => ofFamily(family)).length;
    count.missed += missed.filter(({ family }) => ofFamily(family)).length;
  }
  return count;
}

const share = (good: number, bad: number): number => (good + bad === 0 ? 1 : good / (good + bad));
const families: readonly Family[] = ['value', 'change', 'alias', 'relation', 'cause', 'overturned'];

function print(judged: readonly Judged[], half: string, skipped: number): void {
  console.log(
    `${judged.length} sentences of the ${half} half${skipped > 0 ? `, ${skipped} skipped for want of their data` : ''}`,
  );
  const line = (name: string, { right, wrong, met, missed }: Tally) =>
    console.log(
      `${name.padEnd(12)} precision ${share(right, wrong).toFixed(3)} (${right}/${right + wrong})   recall ${share(met, missed).toFixed(3)} (${met}/${met + missed})`,
    );
  line(
    'all',
    tallyOf(
      judged,
      () => true,
      () => true,
    ),
  );
  for (const family of families)
    line(
      family,
      tallyOf(
        judged,
        () => true,
        (one) => one === family,
      ),
    );
  for (const source of ['npm', 'locomo', 'qmsum'])
    line(
      source,
      tallyOf(
        judged,
        (one) => one.source === source,
        () => true,
      ),
    );
}

function printErrors(judged: readonly Judged[]): void {
  for (const { sentence, right, wrong, missed } of judged) {
    if (wrong.length === 0 && missed.length === 0) continue;
    console.log(`\n${sentence.id} ${sentence.text}`);
    for (const one of right) console.log(`  right  ${shown(one)}`);
    for (const one of wrong) console.log(`  WRONG  ${shown(one)}`);
    for (const { family, subject, object, cause, effect } of missed) {
      console.log(`  missed ${family}: ${cause ?? subject} → ${effect ?? object}`);
    }
  }
}

function shown({ rule, fact, edge, cause, previous }: Extraction): string {
  return `${rule}: ${JSON.stringify({ ...fact, ...edge, ...cause, ...(previous === undefined ? {} : { previous }) })}`;
}

/** Speed over all LoCoMo turns, read as a writer would read them. */
function printSpeed(dataDir: string): void {
  const whole = readFileSync(join(dataDir, 'locomo-dev', 'locomo-dev.json'), 'utf8');
  const texts = [...whole.matchAll(/"text": ("(?:[^"\\]|\\.)*")/g)].map(
    ([, text]) => JSON.parse(text ?? '""') as string,
  );
  const start = process.cpuUsage();
  let found = 0;
  for (const text of texts) {
    const frame = { occurredAt: 0, knownAt: 0, timeZone: 'UTC', title: null, kind: 'speech' } as const;
    found += extract({ text, author: 'Ana', ...frame }).length;
  }
  const seconds = process.cpuUsage(start).user / 1e6;
  console.log(
    `\n${texts.length} turns of LoCoMo, ${found} statements: ${Math.round(texts.length / seconds)} turns a second of processor time`,
  );
}
