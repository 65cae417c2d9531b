import { z } from 'zod';
import type { Probe } from '../../contract/bench.ts';
import type { MemoryObject } from '../../contract/memory.ts';
import { toInstant } from '../../contract/time.ts';
import { type ConvertedSet, dayMs, openLeftOut } from './convertedSet.ts';
import { readJson } from './readSource.ts';

const Sample = z.looseObject({
  context: z.string(),
  questions: z.array(z.string()),
  answers: z.array(z.array(z.string())),
  metadata: z.looseObject({ source: z.string() }),
});

/** One list of numbered facts, with the questions of one hop and of several that were asked over it. */
export interface FactList {
  /** `6k` or `32k`: how many tokens upstream counts in it. */
  readonly size: string;
  /** The file as it is given to the product, and its lines without their numbers. */
  readonly text: string;
  readonly facts: readonly string[];
  readonly conflicts: readonly ConflictQuestion[];
  readonly multiHop: readonly { readonly query: string; readonly answers: readonly string[] }[];
  /** Conflict questions whose gold is not the latest line. */
  readonly leftOut: readonly string[];
}

/** A question whose gold line has another that differs only in the answer. */
export interface ConflictQuestion {
  readonly query: string;
  readonly gold: string;
  readonly stale: readonly string[];
}

export function readFactLists(file: string): FactList[] {
  const samples = readJson(file, z.array(Sample).min(1));
  return [...Map.groupBy(samples, ({ context }) => context)].map(([text, asked]) => {
    const of = (hops: string) => asked.filter(({ metadata }) => metadata.source.includes(`_${hops}_`));
    const facts = text.split('\n').flatMap((line) => /^\d+\. (.+)$/.exec(line)?.[1] ?? []);
    const found = of('sh').flatMap(({ questions, answers }) => conflictsOf(facts, questions, answers));
    return {
      size: asked[0]?.metadata.source.split('_').at(-1) ?? '',
      text,
      facts,
      conflicts: found.filter(({ gold, stale }) =>
        stale.every((line) => facts.lastIndexOf(line) < facts.lastIndexOf(gold)),
      ),
      leftOut: found
        .filter(({ gold, stale }) => stale.some((line) => facts.lastIndexOf(line) > facts.lastIndexOf(gold)))
        .map(({ query }) => query),
      multiHop: of('mh').flatMap(({ questions, answers }) =>
        questions.map((query, at) => ({ query, answers: answers[at] ?? [] })),
      ),
    };
  });
}

function conflictsOf(
  facts: readonly string[],
  questions: readonly string[],
  answers: readonly (readonly string[])[],
): ConflictQuestion[] {
  const weigh = inverseFrequency(facts);
  return questions.flatMap((query, at) => {
    const asked = new Set(wordsOf(query));
    // The gold line is the one that ends in the answer and has most of its other words in the question.
    const [best] = (answers[at] ?? [])
      .flatMap((answer) =>
        facts
          .filter((fact) => fact.endsWith(` ${answer}.`))
          .map((gold) => ({ gold, stem: gold.slice(0, gold.length - answer.length - 1) })),
      )
      .map((one) => ({ ...one, overlap: overlapOf(wordsOf(one.stem), asked, weigh) }))
      .sort((a, b) => b.overlap - a.overlap);
    if (best === undefined) return [];
    const stale = [...new Set(facts.filter((fact) => fact.startsWith(best.stem) && fact !== best.gold))];
    return stale.length === 0 ? [] : [{ query, gold: best.gold, stale }];
  });
}

function overlapOf(words: readonly string[], asked: ReadonlySet<string>, weigh: (word: string) => number): number {
  const sum = (those: readonly string[]) => those.reduce((total, word) => total + weigh(word), 0);
  return sum(words.filter((word) => asked.has(word))) / sum(words);
}

function inverseFrequency(facts: readonly string[]): (word: string) => number {
  const counts = new Map<string, number>();
  for (const fact of facts) for (const word of new Set(wordsOf(fact))) counts.set(word, (counts.get(word) ?? 0) + 1);
  return (word) => Math.log(1 + facts.length / (1 + (counts.get(word) ?? 0)));
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? [];
}

/** The lists give an order and no times: each line is told a minute after the one before. */
const begin = Date.UTC(2026, 0, 1);
const minuteMs = 60_000;

/** FactConsolidation as a benchmark: each line a memory of its list's namespace, asked are the conflicts of one hop. */
export function convertFactConsolidation(file: string): ConvertedSet {
  const lists = readFactLists(file);
  const leftOut = openLeftOut();
  for (const list of lists) {
    for (const _ of list.leftOut) leftOut.add('the gold line is not the latest');
    for (const _ of list.multiHop) leftOut.add('no line of several hops is named as gold');
  }
  return {
    objects: lists.flatMap(objectsOf),
    probes: lists.flatMap(probesOf),
    about: {
      name: 'FactConsolidation',
      source: 'MemoryAgentBench, Conflict_Resolution',
      licence: 'MIT',
      families: 'F: a later line contradicts an earlier one, and the later is current.',
    },
    leftOut: leftOut.counts,
  };
}

function objectsOf({ size, facts }: FactList): MemoryObject[] {
  return facts.map((text, at) => {
    const told = toInstant(begin + at * minuteMs);
    return {
      id: lineId(size, at),
      text,
      thread: size,
      position: at,
      source: `list ${size}`,
      occurredAt: told,
      recordedAt: told,
      namespace: size,
    };
  });
}

function probesOf({ size, facts, conflicts }: FactList): Probe[] {
  const places = Map.groupBy(facts.keys(), (at) => facts[at] ?? '');
  return conflicts.map(({ query, gold, stale }, at) => ({
    id: `${size}/q${at + 1}`,
    family: 'F',
    query,
    namespace: size,
    now: toInstant(begin + facts.length * minuteMs + dayMs),
    timeZone: 'UTC',
    mode: 'current',
    gold: [lineId(size, facts.lastIndexOf(gold))],
    stale: stale.flatMap((line) => (places.get(line) ?? []).map((place) => lineId(size, place))),
    negatives: {},
  }));
}

function lineId(size: string, at: number): string {
  return `${size}/line-${at}`;
}
