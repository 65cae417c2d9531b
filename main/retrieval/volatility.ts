import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { PiperError } from '../base/errors.ts';
import { ItemKind } from '../contract/memory.ts';

const VolatilityFile = z
  .strictObject({
    version: z.string().min(1),
    classes: z
      .array(
        z.strictObject({
          name: z.string().min(1),
          words: z.string().min(1).optional(),
          values: z.string().min(1).optional(),
          kinds: z.array(ItemKind).min(1).optional(),
          volatile: z.boolean(),
          horizonDays: z.number().positive().nullable(),
          reason: z.string().min(1),
        }),
      )
      .min(1),
    timeWords: z.strictObject({ present: z.string().min(1), past: z.string().min(1), reason: z.string().min(1) }),
    personal: z.strictObject({ words: z.string().min(1), reason: z.string().min(1) }),
  })
  .superRefine(({ classes, timeWords, personal }, context) => {
    const last = classes.at(-1);
    if (last?.words !== undefined || last?.values !== undefined || last?.kinds !== undefined) {
      context.addIssue({ code: 'custom', path: ['classes'], message: 'the last class must stand for everything' });
    }
    if (classes.some(({ volatile, horizonDays }) => volatile && horizonDays === null)) {
      context.addIssue({ code: 'custom', path: ['classes'], message: 'what is volatile must have a horizon' });
    }
    const patterns = [...classes.flatMap(({ words = '', values = '' }) => [words, values]), timeWords.present];
    for (const pattern of [...patterns, timeWords.past, personal.words]) {
      if (!isPattern(pattern)) context.addIssue({ code: 'custom', message: `is not a regular expression: ${pattern}` });
    }
  });

function isPattern(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'iu') instanceof RegExp;
  } catch {
    return false;
  }
}

/** A sort of fact by how it changes. */
export interface VolatilityClass {
  readonly name: string;
  /** It changes without telling memory, so that memory alone never vouches for its present. */
  readonly volatile: boolean;
  /** Milliseconds for which it is taken on trust after it was last said; null: for good. */
  readonly horizon: number | null;
  readonly reason: string;
}

/** What is known of a memory when its class is looked for. */
export interface ClassedItem {
  readonly kind: ItemKind;
  readonly fact: { readonly predicate: string; readonly value: string | number | boolean } | null;
  /** The words that are shown of it. */
  readonly text: string;
}

/** Which facts change, and how fast: the volatility policy, ready to run. */
export interface Volatility {
  readonly version: string;
  /** A fact's class is told by its predicate, else by the look of its value; a text's is the shortest-lived it speaks of. */
  ofItem(item: ClassedItem): VolatilityClass;
  ofQuestion(question: string): VolatilityClass;
  /** What the words of a question say of time, and whether they speak of the asker. */
  wordsOf(question: string): { readonly present: boolean; readonly past: boolean; readonly personal: boolean };
}

const day = 86_400_000;
/** Of a long text its beginning tells what it is about. */
const readOfText = 2000;

/** Reads a volatility policy from parsed JSON. Throws PiperError `invalid-params` naming the first thing that is wrong. */
export function parseVolatility(json: unknown): Volatility {
  const parsed = VolatilityFile.safeParse(json);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new PiperError(
      'invalid-params',
      `The volatility policy is wrong at ${issue?.path.join('.') || 'its root'}: ${issue?.message ?? 'unreadable'}.`,
      'Correct the policy file, or use the one that came with the program.',
    );
  }
  const { version, timeWords, personal } = parsed.data;
  const classes = parsed.data.classes.map(({ name, words, values, kinds, volatile, horizonDays, reason }) => ({
    class: { name, volatile, horizon: horizonDays === null ? null : horizonDays * day, reason },
    words: words === undefined ? null : new RegExp(words, 'iu'),
    values: values === undefined ? null : new RegExp(values, 'iu'),
    kinds,
  }));
  const ordinary = classes.at(-1)?.class;
  if (ordinary === undefined) throw new Error('a policy without a last class was let through');
  const [present, past, self] = [timeWords.present, timeWords.past, personal.words].map(
    (pattern) => new RegExp(pattern, 'iu'),
  );
  const byWords = (text: string) => classes.filter(({ words }) => words?.test(text) === true);

  return {
    version,
    ofItem({ kind, fact, text }) {
      const ofKind = classes.find(({ kinds }) => kinds?.includes(kind) === true);
      if (ofKind !== undefined) return ofKind.class;
      if (fact === null) return byWords(text.slice(0, readOfText)).reduce(shorterLived, null) ?? ordinary;
      const [named] = byWords(plainWords(fact.predicate));
      const seen = classes.find(({ values }) => values?.test(String(fact.value)) === true);
      return (named ?? seen)?.class ?? ordinary;
    },
    ofQuestion: (question) => byWords(plainWords(question))[0]?.class ?? ordinary,
    wordsOf: (question) => ({
      present: present?.test(question) === true,
      past: past?.test(question) === true,
      personal: self?.test(question) === true,
    }),
  };
}

/** Reads a policy file (`resources/router/volatility-v1.json`). Throws PiperError `unreadable-file` or `invalid-params`. */
export function loadVolatility(path: string): Volatility {
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(path, 'utf8'));
  } catch (cause) {
    throw new PiperError(
      'unreadable-file',
      `The volatility policy ${path} is not there, or is no complete JSON.`,
      'Use the one that came with the program (resources/router/volatility-v1.json).',
      { cause },
    );
  }
  return parseVolatility(json);
}

function shorterLived(
  best: VolatilityClass | null,
  { class: other }: { readonly class: VolatilityClass },
): VolatilityClass {
  if (best === null) return other;
  return (other.horizon ?? Number.POSITIVE_INFINITY) < (best.horizon ?? Number.POSITIVE_INFINITY) ? other : best;
}

/** `maxRetries`, `owned_by`, `release-date` as words. */
function plainWords(name: string): string {
  return name.replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2').replace(/[_-]+/g, ' ');
}
