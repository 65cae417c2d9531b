import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { MemoryObject } from '../../contract/memory.ts';
import { type ConvertedSet, mostGold, openLeftOut, timeless } from './convertedSet.ts';
import { readJson } from './readSource.ts';

/** A passage, known by its place in the corpus. */
export interface Passage {
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

export interface MusiqueQuestion {
  readonly id: string;
  readonly question: string;
  /** Ids of the passages that support the answer. */
  readonly gold: ReadonlySet<string>;
}

export interface Triple {
  readonly passage: string;
  readonly from: string;
  readonly relation: string;
  readonly to: string;
}

export interface Musique {
  readonly passages: readonly Passage[];
  readonly questions: readonly MusiqueQuestion[];
  readonly triples: readonly Triple[];
}

const Corpus = z.array(z.object({ title: z.string(), text: z.string() }));
const Questions = z.array(
  z.object({
    id: z.string(),
    question: z.string(),
    paragraphs: z.array(z.object({ title: z.string(), paragraph_text: z.string(), is_supporting: z.boolean() })),
  }),
);
const Triples = z.object({
  docs: z.array(z.object({ title: z.string(), text: z.string(), extracted_triples: z.array(z.array(z.unknown())) })),
});

/**
 * Reads a multi-hop set as HippoRAG keeps it: `musique.json`, `musique_corpus.json` and, where they are there, the triples
 * of `openie_triples.json`. Passages are joined by title and text, since two may share a title.
 */
export function readMusique(folder: string): Musique {
  const idOf = new Map<string, string>();
  const passages: Passage[] = [];
  for (const { title, text } of readJson(join(folder, 'musique_corpus.json'), Corpus)) {
    const key = keyOf(title, text);
    if (idOf.has(key)) continue;
    idOf.set(key, `passage-${passages.length}`);
    passages.push({ id: `passage-${passages.length}`, title, text });
  }
  const questions = readJson(join(folder, 'musique.json'), Questions).map(({ id, question, paragraphs }) => ({
    id,
    question,
    gold: new Set(
      paragraphs.filter((p) => p.is_supporting).map((p) => idOf.get(keyOf(p.title, p.paragraph_text)) ?? p.title),
    ),
  }));
  return { passages, questions, triples: triplesOf(join(folder, 'openie_triples.json'), idOf) };
}

/** Rows that a model left incomplete are passed over. */
function triplesOf(file: string, idOf: ReadonlyMap<string, string>): Triple[] {
  if (!existsSync(file)) return [];
  return readJson(file, Triples).docs.flatMap(({ title, text, extracted_triples }) => {
    const passage = idOf.get(keyOf(title, text));
    if (passage === undefined) return [];
    return extracted_triples.flatMap((parts) => {
      const [from, relation, to] = parts;
      const whole = parts.length === 3 && [from, relation, to].every((part) => typeof part === 'string' && part.trim());
      return whole ? [{ passage, from: String(from), relation: String(relation), to: String(to) }] : [];
    });
  });
}

function keyOf(title: string, text: string): string {
  return JSON.stringify([title, text]);
}

/** Passages as memories, and each triple as an edge that was concluded from its passage. */
export function musiqueObjects({ passages, triples }: Pick<Musique, 'passages' | 'triples'>): MemoryObject[] {
  return [
    ...passages.map(({ id, title, text }) => ({ id, title, text })),
    ...triples.map(({ passage, from, relation, to }, at) => ({
      id: `${passage}/edge-${at}`,
      edge: { from, relation, to },
      derivedFrom: [passage],
    })),
  ];
}

/** A multi-hop set as a benchmark: the gold of a question are the passages that support it. */
export function convertMusique(folder: string): ConvertedSet {
  const set = readMusique(folder);
  const known = new Set(set.passages.map(({ id }) => id));
  const leftOut = openLeftOut();
  const stamp = { occurredAt: timeless.said, recordedAt: timeless.said };
  return {
    objects: musiqueObjects(set).map((object) => ({ ...object, ...stamp })),
    probes: set.questions.flatMap(({ id, question, gold }) => {
      const ids = [...gold];
      if (ids.length === 0 || !ids.every((one) => known.has(one))) {
        return leftOut.add('a supporting passage is not in the corpus');
      }
      if (ids.length > mostGold) return leftOut.add(`more than ${mostGold} passages support it`);
      const asked = { id, query: question, now: timeless.asked, timeZone: 'UTC' };
      const about = { hops: ids.length };
      return [{ ...asked, family: 'G', mode: 'open', gold: ids, stale: [], negatives: {}, about }];
    }),
    about: {
      name: 'MuSiQue',
      source: 'OSU-NLP-Group/HippoRAG, data/',
      licence: 'code MIT, texts CC BY 4.0',
      families:
        'G: the supporting passages have to be brought together, and a passage that was found by its words answers as well as one that a path led to.',
    },
    leftOut: leftOut.counts,
  };
}
