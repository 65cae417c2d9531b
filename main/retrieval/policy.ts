import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { PiperError } from '../base/errors.ts';
import { sha256 } from '../base/hash.ts';
import { EscalationCause, ForcedPath, Need, RetrievalPath } from '../contract/packet.ts';
import { Calibration } from './calibration.ts';
import { builtInFeatures } from './queryFeatures.ts';

/** A number and where it comes from, so that nobody has to guess whether it was measured. */
const Threshold = z.strictObject({ value: z.number(), from: z.string().min(1) });
const Fraction = Threshold.extend({ value: z.number().min(0).max(1) });
const Depth = Threshold.extend({ value: z.number().int().min(1).max(2000) });

/** Whether something is done, and what was measured that says so. */
const Switch = z.strictObject({ on: z.boolean(), from: z.string().min(1) });

/** All of `all`, at least one of `any` (where given) and none of `none`, by feature name. */
const Condition = z.strictObject({
  all: z.array(z.string()).optional(),
  any: z.array(z.string()).min(1).optional(),
  none: z.array(z.string()).optional(),
});
export type Condition = z.infer<typeof Condition>;

/** Further paths, and for which shortcomings of the list so far they are asked. */
const EscalationStage = z.strictObject({
  to: z.array(ForcedPath).min(1),
  when: z.array(EscalationCause).min(1),
  reason: z.string().min(1),
});
export type EscalationStage = z.infer<typeof EscalationStage>;

/** What results about another subject than the one that is asked about take away; a policy without it does not look. */
const Attribution = z.strictObject({
  /** How far words and meaning are believed where it is told whose a text is. */
  words: Fraction,
  meaning: Fraction,
  /** What a result counts of which nobody can say whose it is. */
  undecided: Fraction,
  /** How heavy what tells of others weighs against what tells of the subject, and how sharply the heavier one wins. */
  rival: Fraction,
  sharpness: Threshold.extend({ value: z.number().min(1) }),
  /** With a smaller share of the evidence the subject is not told of at all. */
  none: Fraction,
});
export type Attribution = z.infer<typeof Attribution>;

/**
 * What a cosine of one family of embedders is worth: unrelated texts of one family lie at .2, of another at .75.
 * `embedder` is a part of the embedder's id in lower case; the empty string stands for any.
 */
const CosineScale = z.strictObject({
  embedder: z.string(),
  from: z.string().min(1),
  /** Where meaning begins to count, and where it counts in full. */
  low: z.number(),
  high: z.number(),
  /** Where it makes a result weak or found when no words could be looked at. */
  weakAlone: z.number(),
  foundAlone: z.number(),
  /**
   * How near a text that mentions the things asked about comes to the question without their names where it tells what is
   * asked; not measured where it is missing.
   */
  askedOf: z.number().optional(),
  /** What nothing but a cosine below this vouches for is not shown. */
  floor: z.number(),
});
export type CosineScale = z.infer<typeof CosineScale>;

const PolicyFile = z
  .strictObject({
    version: z.string().min(1),
    patterns: z.record(z.string(), z.strictObject({ pattern: z.string().min(1), says: z.string().min(1) })),
    needs: z
      .array(
        z.strictObject({
          ...{ need: Need, when: Condition, reason: z.string().min(1) },
          /** Questions that this rule is for; they are in no benchmark. */
          examples: z.array(z.string().min(1)).default([]),
        }),
      )
      .min(1),
    routes: z
      .array(
        z.strictObject({
          name: z.string().min(1),
          needs: z.array(Need).optional(),
          when: Condition.default({}),
          primary: ForcedPath,
          secondary: ForcedPath.nullable(),
          /** What would answer has no store yet: no path is asked. */
          asks: z.literal('nothing').optional(),
          weights: z.partialRecord(RetrievalPath, z.number().min(0)).default({}),
          /** Where its weights come from. */
          weightsFrom: z.string().min(1).optional(),
          /** Asked one after the other while what is there is not enough. */
          escalation: z.array(EscalationStage).max(3).default([]),
          reason: z.string().min(1),
        }),
      )
      .min(1),
    /** Paths that take part in every route that is not forced. */
    everyRoute: z.strictObject({ paths: z.array(RetrievalPath), from: z.string().min(1) }),
    /** What a question is widened by before it is asked; a policy without it widens nothing. */
    expansion: z.strictObject({ entity: Switch }).optional(),
    depth: z.strictObject({ first: Depth, deeper: Depth }),
    fusion: z.strictObject({
      k0: Threshold.extend({ value: z.number().min(0) }),
      weights: z.strictObject({
        search: z.number().min(0),
        recall: z.number().min(0),
        associate: z.number().min(0),
        graph: z.number().min(0),
        causal: z.number().min(0),
        temporal: z.number().min(0),
        from: z.string().min(1),
      }),
      secondaryFactor: Fraction,
    }),
    confidence: z.strictObject({
      foundAt: Fraction,
      weakAt: Fraction,
      lexicalTrust: Fraction,
      semanticTrust: Fraction,
      wordsAlone: z.strictObject({ weak: Fraction, found: Fraction }),
      disagreement: Fraction,
      flatness: Fraction,
      blind: Fraction,
      structure: Fraction,
      attribution: Attribution.optional(),
      /** What words that the whole memory lacks take away from a question that names nothing known, at most. */
      unknownWords: Fraction.optional(),
      /** How many of a question's words a text about the asked thing holds that tells it, where no structure does. */
      tells: Fraction.optional(),
    }),
    cosines: z.array(CosineScale).min(1),
    /** A file beside this one that says how often such verdicts are right; without it confidence is mere strength. */
    calibration: z.string().min(1).optional(),
    floors: z.strictObject({ authority: Fraction }),
    excerpt: z.strictObject({ leastTokens: Threshold.extend({ value: z.number().int().min(24).max(100) }) }),
  })
  .superRefine((policy, context) => {
    const known = new Set<string>([...builtInFeatures, ...Object.keys(policy.patterns)]);
    const rules = [...policy.needs.map((rule) => rule.when), ...policy.routes.map((rule) => rule.when)];
    for (const name of rules.flatMap(({ all = [], any = [], none = [] }) => [...all, ...any, ...none])) {
      if (!known.has(name)) context.addIssue({ code: 'custom', message: `names the unknown feature ${name}` });
    }
    if (!isCatchAll(policy.needs.at(-1)?.when)) {
      context.addIssue({ code: 'custom', path: ['needs'], message: 'the last rule must hold for every question' });
    }
    const last = policy.routes.at(-1);
    if (!isCatchAll(last?.when) || last?.needs !== undefined) {
      context.addIssue({ code: 'custom', path: ['routes'], message: 'the last rule must hold for every question' });
    }
    if (policy.cosines.at(-1)?.embedder !== '') {
      context.addIssue({ code: 'custom', path: ['cosines'], message: 'the last scale must stand for any embedder' });
    }
    for (const [name, { pattern }] of Object.entries(policy.patterns)) {
      if (compile(pattern) === null) {
        context.addIssue({ code: 'custom', path: ['patterns', name], message: 'is not a regular expression' });
      }
    }
  });

function isCatchAll(when: Condition | undefined): boolean {
  return when !== undefined && Object.keys(when).length === 0;
}

function compile(pattern: string): RegExp | null {
  try {
    return new RegExp(pattern, 'iu');
  } catch {
    return null;
  }
}

/** A router policy as read from its file, with its patterns ready to run. */
export type Policy = Omit<z.output<typeof PolicyFile>, 'patterns' | 'calibration'> & {
  readonly patterns: ReadonlyMap<string, RegExp>;
  readonly calibration: Calibration | null;
};

/**
 * Reads a policy from parsed JSON. Throws PiperError `invalid-params` naming the first thing that is wrong.
 * Pure: the same JSON is always the same policy.
 *
 * @param beside what a file holds that the policy names, as parsed JSON; without it nothing is calibrated
 */
export function parsePolicy(json: unknown, beside: (file: string) => unknown = () => null): Policy {
  const policy = checked(PolicyFile.safeParse(json), 'router policy');
  const file = policy.calibration === undefined ? null : beside(policy.calibration);
  const calibration = file === null ? null : checked(Calibration.safeParse(file), 'calibration');
  const patterns = new Map<string, RegExp>();
  for (const [name, { pattern }] of Object.entries(policy.patterns)) {
    const compiled = compile(pattern);
    if (compiled !== null) patterns.set(name, compiled);
  }
  return { ...policy, patterns, calibration };
}

function checked<T>(parsed: z.ZodSafeParseResult<T>, what: string): T {
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new PiperError(
    'invalid-params',
    `The ${what} is wrong at ${issue?.path.join('.') || 'its root'}: ${issue?.message ?? 'unreadable'}.`,
    'Correct the policy file, or use the one that came with the program.',
  );
}

/** Reads a policy file (`resources/router/policy-v0.json`). Throws PiperError `unreadable-file` or `invalid-params`. */
export function loadPolicy(path: string): Policy {
  return readPolicy(path).policy;
}

/** As `loadPolicy`, with the SHA-256 of the very bytes that were read, of the calibration too. */
export function readPolicy(path: string): { readonly policy: Policy; readonly hash: string } {
  const read: Buffer[] = [];
  const readJson = (file: string): unknown => {
    const bytes = readFileSync(file);
    read.push(bytes);
    return JSON.parse(bytes.toString('utf8'));
  };
  try {
    const policy = parsePolicy(readJson(path), (name) => readJson(join(dirname(path), name)));
    return { policy, hash: sha256(Buffer.concat(read)) };
  } catch (cause) {
    if (cause instanceof PiperError) throw cause;
    throw new PiperError(
      'unreadable-file',
      `The router policy ${path}, or the calibration that it names, is not there or is no complete JSON.`,
      'Name a policy file that exists (those of the program lie in resources/router/), or “today” or “simplest”.',
      { cause },
    );
  }
}

/** The scale for what `recall` says of itself: its version names the embedder. */
export function cosineScaleOf(policy: Policy, recallVersion: string): CosineScale {
  const scale = policy.cosines.find(({ embedder }) => recallVersion.toLowerCase().includes(embedder));
  if (scale === undefined) throw new Error('a policy without a last scale was let through');
  return scale;
}
