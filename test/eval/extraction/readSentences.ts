/**
 * The test set of the extraction rules: 400 sentences of real text and the structured statements a careful reader
 * would store from each. About 200 come from change logs and readmes of installed packages, 100 from LoCoMo turns and
 * 100 from QMSum meetings; rather more than half make a statement, and many of the others use the same words without
 * making one (questions, wishes, conditions, negations, reasons for an opinion, pronouns nobody can resolve).
 *
 * How the labels were made: by reading the sentences one at a time, before any extraction rule had been written, and
 * by going over a random part a second time. Half the sentences are `sealed`, split evenly over sources and over
 * sentences with and without statements by a seeded hash of the text: rules may be worked out on the open half, and
 * the sealed half is only ever counted.
 *
 * What a label means: `value` is a property of an entity, `change` a property that got a new value (`previous` is null
 * where the sentence does not give the old one), `alias` another or older name (subject) of something (object),
 * `relation` an asserted tie of two named things, `cause` a stated cause of an event or a state of affairs, and
 * `overturned` a cause or belief said to have been false. Subjects, objects, causes and effects are words of the
 * sentence; predicates may paraphrase. `alternatives` are equally right wordings. A statement marked `optional` is
 * right when extracted and not missed when it is not; anything beyond a sentence's labels is an error of precision.
 * The speaker's or the package's name stands in for a subject the sentence leaves to its context ("I", "this module").
 *
 * No sentence is kept here. Each record says where its text lies, with a hash to be sure of it; labels of LoCoMo and
 * QMSum sentences are offsets into the sentence. All offsets count UTF-16 units.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const families = ['value', 'change', 'alias', 'relation', 'cause', 'overturned'] as const;
const parts = ['subject', 'object', 'cause', 'effect', 'previous', 'validFrom', 'validTo'] as const;
const wordings = ['subject', 'predicate', 'object', 'cause', 'effect'] as const;
type Part = (typeof parts)[number];
type Wording = (typeof wordings)[number];

export interface Label {
  readonly family: (typeof families)[number];
  readonly subject?: string;
  readonly predicate?: string;
  readonly object?: string;
  readonly previous?: string | null;
  readonly cause?: string;
  readonly effect?: string;
  readonly validFrom?: string;
  readonly validTo?: string;
  readonly alternatives: Readonly<Partial<Record<Wording, readonly string[]>>>;
  readonly optional: boolean;
}
export interface LabelledSentence {
  readonly id: string;
  readonly source: 'npm' | 'locomo' | 'qmsum';
  readonly text: string;
  readonly sealed: boolean;
  readonly context: {
    readonly author?: string | undefined;
    readonly date?: string | undefined;
    readonly package?: string;
  };
  readonly labels: readonly Label[];
}
export interface Places {
  /** The folder of the installed packages. */
  readonly nodeModules: string;
  /** The folder that holds `locomo-dev/` and `qmsum-val/`. */
  readonly dataDir: string;
}

const Span = z.strictObject({ start: z.number(), end: z.number() });
const StoredLabel = z.strictObject({
  family: z.enum(families),
  subject: z.string().optional(),
  subjectAt: Span.optional(),
  predicate: z.string().optional(),
  object: z.string().optional(),
  objectAt: Span.optional(),
  previous: z.string().nullable().optional(),
  previousAt: Span.optional(),
  cause: z.string().optional(),
  causeAt: Span.optional(),
  effect: z.string().optional(),
  effectAt: Span.optional(),
  validFrom: z.string().optional(),
  validFromAt: Span.optional(),
  validTo: z.string().optional(),
  validToAt: Span.optional(),
  alternatives: z.partialRecord(z.enum(wordings), z.array(z.string())).optional(),
  alternativesAt: z.partialRecord(z.enum(wordings), z.array(Span)).optional(),
  optional: z.boolean().optional(),
});
const common = {
  id: z.string(),
  file: z.string(),
  length: z.number(),
  sha256: z.string(),
  sealed: z.boolean(),
  context: z.strictObject({ author: z.string().optional(), date: z.string().optional() }),
  labels: z.array(StoredLabel),
};
const NpmRecord = z.strictObject({
  ...common,
  source: z.literal('npm'),
  package: z.string(),
  version: z.string(),
  offset: z.number(),
});
const LocomoRecord = z.strictObject({
  ...common,
  source: z.literal('locomo'),
  at: Span.extend({ conversation: z.string(), turn: z.string() }),
});
const QmsumRecord = z.strictObject({
  ...common,
  source: z.literal('qmsum'),
  at: Span.extend({ meeting: z.number(), turn: z.number() }),
});
const SentenceRecord = z.discriminatedUnion('source', [NpmRecord, LocomoRecord, QmsumRecord]);
type SentenceRecord = z.infer<typeof SentenceRecord>;
type StoredLabel = z.infer<typeof StoredLabel>;

const Manifest = z.looseObject({ version: z.string() });
const Conversations = z.array(
  z.looseObject({ sample_id: z.string(), conversation: z.record(z.string(), z.unknown()) }),
);
const Turns = z.array(z.looseObject({ dia_id: z.string(), text: z.string() }));
const Meeting = z.looseObject({ meeting_transcripts: z.array(z.looseObject({ content: z.string() })) });

export function readSentences(places: Places): {
  sentences: LabelledSentence[];
  skipped: { id: string; reason: string }[];
} {
  const sentences: LabelledSentence[] = [];
  const skipped: { id: string; reason: string }[] = [];
  const texts = new Texts(places);
  for (const line of readFileSync(join(import.meta.dirname, 'sentences.jsonl'), 'utf8').split('\n')) {
    if (line === '') continue;
    const record = SentenceRecord.parse(JSON.parse(line));
    const found = texts.of(record);
    if ('reason' in found) {
      skipped.push({ id: record.id, reason: found.reason });
    } else if (createHash('sha256').update(found.text).digest('hex') !== record.sha256) {
      skipped.push({ id: record.id, reason: `${record.file} holds another text there` });
    } else {
      const context = record.source === 'npm' ? { ...record.context, package: record.package } : record.context;
      const labels = record.labels.map((label) => filled(label, found.text, context));
      sentences.push({
        id: record.id,
        source: record.source,
        text: found.text,
        sealed: record.sealed,
        context,
        labels,
      });
    }
  }
  return { sentences, skipped };
}

type Found = { readonly text: string } | { readonly reason: string };

/** Where the sentences lie; every file is read once. */
class Texts {
  readonly #places: Places;
  readonly #files = new Map<string, string | undefined>();
  #turns: ReadonlyMap<string, string> | undefined;
  #meetings: readonly (readonly string[])[] | undefined;

  constructor(places: Places) {
    this.#places = places;
  }

  of(record: SentenceRecord): Found {
    const file = join(record.source === 'npm' ? this.#places.nodeModules : this.#places.dataDir, record.file);
    const whole = this.#read(file);
    if (whole === undefined) return { reason: `${record.file} is not there` };
    if (record.source === 'npm') {
      const version = this.#version(record.file);
      if (version !== record.version) {
        return { reason: `${record.package} is at ${version ?? 'no version'}, not ${record.version}` };
      }
      return { text: whole.slice(record.offset, record.offset + record.length) };
    }
    const turn =
      record.source === 'locomo'
        ? this.#turn(whole, `${record.at.conversation} ${record.at.turn}`)
        : this.#meeting(whole, record.at.meeting)?.[record.at.turn];
    return turn === undefined
      ? { reason: `${record.file} has no such turn` }
      : { text: turn.slice(record.at.start, record.at.end) };
  }

  #read(file: string): string | undefined {
    if (!this.#files.has(file)) this.#files.set(file, existsSync(file) ? readFileSync(file, 'utf8') : undefined);
    return this.#files.get(file);
  }

  #version(file: string): string | undefined {
    const manifest = this.#read(join(this.#places.nodeModules, file, '..', 'package.json'));
    return manifest === undefined ? undefined : Manifest.parse(JSON.parse(manifest)).version;
  }

  #turn(whole: string, key: string): string | undefined {
    this.#turns ??= new Map(
      Conversations.parse(JSON.parse(whole)).flatMap(({ sample_id, conversation }) =>
        Object.entries(conversation)
          .filter(([name]) => /^session_\d+$/.test(name))
          .flatMap(([, turns]) => Turns.parse(turns))
          .map(({ dia_id, text }): [string, string] => [`${sample_id} ${dia_id}`, text]),
      ),
    );
    return this.#turns.get(key);
  }

  #meeting(whole: string, index: number): readonly string[] | undefined {
    this.#meetings ??= whole
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => Meeting.parse(JSON.parse(line)).meeting_transcripts.map(({ content }) => content));
    return this.#meetings[index];
  }
}

function filled(label: StoredLabel, text: string, context: LabelledSentence['context']): Label {
  const named = (word: string) =>
    word === '@author' ? (context.author ?? word) : word === '@package' ? (context.package ?? word) : word;
  const cut = ({ start, end }: z.infer<typeof Span>) => text.slice(start, end);

  const words: Partial<Record<Part, string>> = {};
  for (const part of parts) {
    const span = label[`${part}At`];
    const word = label[part];
    if (span !== undefined) words[part] = cut(span);
    else if (word !== undefined && word !== null) words[part] = named(word);
  }
  const alternatives: Partial<Record<Wording, string[]>> = {};
  for (const wording of wordings) {
    const all = [
      ...(label.alternatives?.[wording] ?? []).map(named),
      ...(label.alternativesAt?.[wording] ?? []).map(cut),
    ];
    if (all.length > 0) alternatives[wording] = all;
  }
  return {
    family: label.family,
    ...words,
    ...(label.predicate === undefined ? {} : { predicate: label.predicate }),
    ...(label.previous === null ? { previous: null } : {}),
    alternatives,
    optional: label.optional ?? false,
  };
}
