import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { PiperError } from '../base/errors.ts';
import { ForcedPath, Need, RetrievalPath } from '../contract/packet.ts';
import { builtInFeatures } from './queryFeatures.ts';

/** A number and where it comes from, so that nobody has to guess whether it was measured. */
const Threshold = z.strictObject({ value: z.number(), from: z.string().min(1) });
const Fraction = Threshold.extend({ value: z.number().min(0).max(1) });
const Depth = Threshold.extend({ value: z.number().int().min(1).max(2000) });

/** All of `all`, at least one of `any` (where given) and none of `none`, by feature name. */
const Condition = z.strictObject({
  all: z.array(z.string()).optional(),
  any: z.array(z.string()).min(1).optional(),
  none: z.array(z.string()).optional(),
});
export type Condition = z.infer<typeof Condition>;

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
  /** What nothing but a cosine below this vouches for is not shown. */
  floor: z.number(),
});
export type CosineScale = z.infer<typeof CosineScale>;

const PolicyFile = z
  .strictObject({
    version: z.string().min(1),
    patterns: z.record(z.string(), z.strictObject({ pattern: z.string().min(1), says: z.string().min(1) })),
    needs: z.array(z.strictObject({ need: Need, when: Condition, reason: z.string().min(1) })).min(1),
    routes: z
      .array(
        z.strictObject({
          name: z.string().min(1),
          needs: z.array(Need).optional(),
          when: Condition.default({}),
          primary: ForcedPath,
          secondary: ForcedPath.nullable(),
          weights: z.partialRecord(RetrievalPath, z.number().min(0)).default({}),
          reason: z.string().min(1),
        }),
      )
      .min(1),
    /** Paths that take part in every route that is not forced. */
    everyRoute: z.strictObject({ paths: z.array(RetrievalPath), from: z.string().min(1) }),
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
    }),
    cosines: z.array(CosineScale).min(1),
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
export type Policy = Omit<z.output<typeof PolicyFile>, 'patterns'> & { readonly patterns: ReadonlyMap<string, RegExp> };

/**
 * Reads a policy from parsed JSON. Throws PiperError `invalid-params` naming the first thing that is wrong.
 * Pure: the same JSON is always the same policy.
 */
export function parsePolicy(json: unknown): Policy {
  const parsed = PolicyFile.safeParse(json);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new PiperError(
      'invalid-params',
      `The router policy is wrong at ${issue?.path.join('.') || 'its root'}: ${issue?.message ?? 'unreadable'}.`,
      'Correct the policy file, or use the one that came with the program.',
    );
  }
  const patterns = new Map<string, RegExp>();
  for (const [name, { pattern }] of Object.entries(parsed.data.patterns)) {
    const compiled = compile(pattern);
    if (compiled !== null) patterns.set(name, compiled);
  }
  return { ...parsed.data, patterns };
}

/** Reads a policy file (`resources/router/policy-v0.json`). Throws PiperError `unreadable-file` or `invalid-params`. */
export function loadPolicy(path: string): Policy {
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(path, 'utf8'));
  } catch (cause) {
    throw new PiperError(
      'unreadable-file',
      `The router policy ${path} is not there, or is no complete JSON.`,
      'Name a policy file that exists (those of the program lie in resources/router/), or “today” or “simplest”.',
      { cause },
    );
  }
  return parsePolicy(json);
}

/** The scale for what `recall` says of itself: its version names the embedder. */
export function cosineScaleOf(policy: Policy, recallVersion: string): CosineScale {
  const scale = policy.cosines.find(({ embedder }) => recallVersion.toLowerCase().includes(embedder));
  if (scale === undefined) throw new Error('a policy without a last scale was let through');
  return scale;
}
