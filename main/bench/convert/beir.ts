import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { PiperError } from '../../base/errors.ts';
import type { Probe } from '../../contract/bench.ts';
import type { MemoryObject } from '../../contract/memory.ts';
import { badBenchmark } from '../run/checkBenchmark.ts';
import { type ConvertedSet, mostGold, openLeftOut, timeless } from './convertedSet.ts';
import { readJsonLines, readText } from './readSource.ts';
import { familyByWording, wordingRule } from './wording.ts';

const Id = z.union([z.string().min(1).max(500), z.number()]).transform(String);
const Document = z.looseObject({ _id: Id, title: z.string().nullish(), text: z.string().nullish() });
const Query = z.looseObject({ _id: Id, text: z.string() });

/** A text longer than this many characters goes in as a document, so that it is searched in parts. */
const longText = 2000;

/** A BEIR collection: `corpus.jsonl`, `queries.jsonl` and the judgements of the split that is there for testing. */
export function convertBeir(folder: string): ConvertedSet {
  const leftOut = openLeftOut();
  const documents = readJsonLines(join(folder, 'corpus.jsonl'), Document);
  const objects = documents.flatMap(objectOf);
  const texts = new Map(objects.map(({ id = '', title = '', text = '' }) => [id, `${title} ${text}`]));
  const split = splitOf(folder);
  const judged = readQrels(join(folder, 'qrels', split));
  const queries = readJsonLines(join(folder, 'queries.jsonl'), Query);
  const asked = new Set(queries.map(({ _id }) => _id));
  const useless = (dropped: (query: string, document: string) => boolean) =>
    [...judged].flatMap(([query, grades]) => grades.filter(({ document }) => dropped(query, document))).length;
  leftOut.count('a document is blank', documents.length - objects.length);
  leftOut.count(
    'a judgement names a document that the corpus lacks',
    useless((_, document) => !texts.has(document)),
  );
  leftOut.count(
    'a judgement names a query that is not there',
    useless((query) => !asked.has(query)),
  );
  const probes = queries.flatMap(({ _id, text }) => {
    const grades = judged.get(_id);
    if (grades === undefined) return leftOut.add(`the query has no judgement in qrels/${split}`);
    if (text.trim() === '') return leftOut.add('the query is blank');
    const present = grades.filter(({ document }) => texts.has(document));
    if (present.length === 0) return leftOut.add('no relevant document is in the corpus');
    const gold = highestGrades(present);
    if (gold.length === 0) return leftOut.add(`more than ${mostGold} documents share the highest grade`);
    return [probeOf(_id, text, gold, texts)];
  });
  return {
    objects,
    probes,
    about: {
      name: `BEIR ${basename(folder)}`,
      source: `a BEIR collection, judgements of qrels/${split}`,
      licence: 'that of the collection',
      families: wordingRule,
      gold: `All documents of the highest grades that are at most ${mostGold} together.`,
    },
    leftOut: leftOut.counts,
  };
}

function objectOf({ _id, title, text }: z.output<typeof Document>): MemoryObject[] {
  const words = text?.trim() ? text : (title ?? '');
  if (words.trim() === '') return [];
  return [
    {
      id: _id,
      ...(words.length > longText ? { kind: 'document' as const } : {}),
      ...(title?.trim() ? { title: title.slice(0, 2000) } : {}),
      text: words,
      occurredAt: timeless.said,
      recordedAt: timeless.said,
    },
  ];
}

function probeOf(id: string, query: string, gold: readonly string[], texts: ReadonlyMap<string, string>): Probe {
  const family = familyByWording(
    query,
    gold.map((document) => texts.get(document) ?? ''),
  );
  return {
    id,
    family,
    query,
    now: timeless.asked,
    timeZone: 'UTC',
    mode: 'open',
    gold: [...gold],
    stale: [],
    negatives: {},
  };
}

interface Grade {
  readonly document: string;
  readonly grade: number;
}

/** Whole grades from the highest down, as long as they fit; none where even the highest does not. */
function highestGrades(judged: readonly Grade[]): string[] {
  const gold: string[] = [];
  const grades = Map.groupBy(judged, ({ grade }) => grade);
  for (const [, those] of [...grades].sort(([a], [b]) => b - a)) {
    if (gold.length + those.length > mostGold) break;
    gold.push(...those.map(({ document }) => document));
  }
  return gold;
}

const splits = ['test.tsv', 'dev.tsv', 'train.tsv'];

function splitOf(folder: string): string {
  const judgements = join(folder, 'qrels');
  const names = existsSync(judgements) ? readdirSync(judgements).filter((name) => name.endsWith('.tsv')) : [];
  const split = splits.find((name) => names.includes(name)) ?? names.sort()[0];
  if (split !== undefined) return split;
  throw new PiperError(
    'bad-benchmark',
    'There is no folder qrels with a .tsv file in it.',
    'Put the judgements there as qrels/test.tsv: query-id, corpus-id and score, parted by tabs.',
  );
}

/** Query → relevant documents with their grades. The first line may be a header. */
function readQrels(file: string): Map<string, Grade[]> {
  const judged = new Map<string, Map<string, number>>();
  for (const [at, line] of readText(file).split(/\r?\n/).entries()) {
    const [query = '', document = '', score = '', ...more] = line.split('\t');
    if (line.trim() === '' || (at === 0 && !Number.isFinite(Number(score)))) continue;
    if (document === '' || more.length > 0 || score.trim() === '' || !Number.isFinite(Number(score))) {
      throw badBenchmark(
        `qrels/${basename(file)}, line ${at + 1}: not query-id, corpus-id and score, parted by tabs.`,
        'Correct the line.',
      );
    }
    const grades = judged.get(query) ?? new Map<string, number>();
    judged.set(query, grades);
    if (Number(score) > 0) grades.set(document, Number(score));
  }
  const listed = ([query, grades]: [string, Map<string, number>]) =>
    [query, [...grades].map(([document, grade]) => ({ document, grade }))] as const;
  return new Map([...judged].map(listed));
}
