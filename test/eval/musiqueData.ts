import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

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

/** The set in `musique-100/`. Passages are joined by title and text; the triples' file writes a missing value as NaN. */
export function loadMusique(dir: string): Musique {
  const read = (name: string): unknown =>
    JSON.parse(readFileSync(join(dir, name), 'utf8').replace(/(?<=[[:,]\s*)NaN(?=\s*[\],}])/g, 'null'));
  const idOf = new Map<string, string>();
  const passages: Passage[] = [];
  for (const { title, text } of Corpus.parse(read('musique_corpus.json'))) {
    const key = keyOf(title, text);
    if (idOf.has(key)) continue;
    idOf.set(key, `passage-${passages.length}`);
    passages.push({ id: `passage-${passages.length}`, title, text });
  }
  const questions = Questions.parse(read('musique.json')).map(({ id, question, paragraphs }) => ({
    id,
    question,
    gold: new Set(
      paragraphs.filter((p) => p.is_supporting).map((p) => idOf.get(keyOf(p.title, p.paragraph_text)) ?? p.title),
    ),
  }));
  const triples = Triples.parse(read('openie_triples.json')).docs.flatMap(({ title, text, extracted_triples }) => {
    const passage = idOf.get(keyOf(title, text));
    if (passage === undefined) return [];
    return extracted_triples.flatMap((parts) => {
      const [from, relation, to] = parts;
      const whole = parts.length === 3 && [from, relation, to].every((part) => typeof part === 'string' && part.trim());
      return whole ? [{ passage, from: String(from), relation: String(relation), to: String(to) }] : [];
    });
  });
  return { passages, questions, triples };
}

/** Passages as memories, and each triple as an edge that was concluded from its passage, as a `*.pmem.jsonl` file. */
export function writePmem(file: string, { passages, triples }: Musique): void {
  const lines = [
    ...passages.map(({ id, title, text }) => ({ id, title, text })),
    ...triples.map(({ passage, from, relation, to }) => ({ edge: { from, relation, to }, derivedFrom: [passage] })),
  ];
  writeFileSync(file, `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`);
}

function keyOf(title: string, text: string): string {
  return JSON.stringify([title, text]);
}
