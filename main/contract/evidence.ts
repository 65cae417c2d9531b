import { z } from 'zod';
import { ItemId, Namespace, Plain } from './memory.ts';
import { method } from './method.ts';
import { Instant } from './time.ts';

/** How far a result came, from being shown to being cited; `ignored` says more of its use than `selected`. */
export const UseMark = z.enum(['surfaced', 'selected', 'used', 'cited', 'ignored']);
export type UseMark = z.infer<typeof UseMark>;

/** reported: the agent says so; observed: found in the answer that the agent handed over. */
export const UseSource = z.enum(['reported', 'observed']);
export type UseSource = z.infer<typeof UseSource>;

/** What of a result stands in an answer: its id, a run of its words, or one of its values that tells it from others. */
export const UseSign = z.enum(['id', 'quote', 'identifier', 'date', 'quantity', 'value', 'name']);
export type UseSign = z.infer<typeof UseSign>;

/**
 * What is known of a session's use. nothing-shown: there was nothing to use; unfollowed: the operator asked, of whom no
 * word is expected; open: no word yet; untraced: an answer was handed over and no result was found in it; unreported:
 * closed without a word, which says nothing of the use.
 */
export const UseState = z.enum([
  'nothing-shown',
  'unfollowed',
  'open',
  'reported',
  'observed',
  'untraced',
  'unreported',
]);
export type UseState = z.infer<typeof UseState>;

/** What became of one result. */
export const ResultUse = z.object({
  resultId: z.string(),
  itemId: ItemId,
  namespace: Namespace,
  mark: UseMark.describe('The mark of either source that says most; surfaced when there is none.'),
  source: UseSource.nullable().describe('Whose mark that is.'),
  reported: UseMark.nullable(),
  observed: UseMark.nullable(),
  signs: z.array(UseSign).describe('What the observation rests on.'),
  claimIds: z.array(z.string()),
});
export type ResultUse = z.infer<typeof ResultUse>;

/** An answer or an action that followed a session. */
export const GivenAnswer = z.object({
  eventId: z.string().describe('The ledger event that keeps what was used for it.'),
  at: Instant,
  kind: z.enum(['answer', 'action']),
  text: z.string().nullable().describe('null once erased.'),
  textHash: z.string(),
  claimId: z.string().nullable(),
});
export type GivenAnswer = z.infer<typeof GivenAnswer>;

/** How an answer or an action turned out. */
export const ToldOutcome = z.object({
  eventId: z.string(),
  at: Instant,
  outcome: z.string().nullable().describe('null once erased.'),
  about: z.string().nullable().describe('The eventId of the report that it completes, where it was named.'),
});
export type ToldOutcome = z.infer<typeof ToldOutcome>;

const longestAnswer = 200_000;
const SessionId = z.string().max(200);
const ClaimId = z.string().max(500);

const answerFields = {
  sessionId: SessionId,
  contextIds: z
    .array(SessionId)
    .max(50)
    .default([])
    .describe('Further sessions whose results were before you when you answered.'),
  answer: z.string().min(1).max(longestAnswer).optional().describe('What you answered, word for word.'),
  action: z
    .object({ tool: Plain.min(1).max(200), arguments: z.unknown() })
    .refine((action) => (JSON.stringify(action.arguments) ?? '').length <= longestAnswer, 'is too long')
    .optional()
    .describe('Or what you did: a tool and the arguments you called it with.'),
  claimId: ClaimId.optional().describe('Your id of the claim that this answer makes.'),
  actor: z.string().min(1).max(200).default('agent'),
};

interface Answered {
  readonly answer?: string | undefined;
  readonly action?: object | undefined;
}
const oneOfBoth = { message: 'must not come with an action: hand over one at a time', path: ['answer'] };
const atMostOne = ({ answer, action }: Answered) => answer === undefined || action === undefined;

const Observation = z.object({
  sessionId: z.string(),
  resultId: z.string(),
  mark: UseMark,
  signs: z.array(UseSign),
});

export const evidenceMethods = {
  'evidence.report': method({
    summary:
      'Say which results of a session were selected, used, cited or ignored, hand over the answer, or tell how it turned out.',
    role: 'agent',
    params: z
      .object({
        ...answerFields,
        uses: z
          .array(z.object({ resultId: z.string(), mark: UseMark.exclude(['surfaced']), claimId: ClaimId.optional() }))
          .max(1000)
          .optional()
          .describe('An empty list says that nothing was of use; leave it out to say nothing about use.'),
        outcome: z.string().max(2000).optional().describe('How it turned out; may come later, by itself.'),
        about: z
          .string()
          .max(200)
          .optional()
          .describe('The eventId of the earlier report that the outcome belongs to.'),
      })
      .refine(atMostOne, oneOfBoth)
      .refine(({ uses, answer, action, outcome }) => (uses ?? answer ?? action ?? outcome) !== undefined, {
        message: 'must come with something: uses, answer, action or outcome',
        path: ['uses'],
      }),
    result: z.object({
      eventId: z.string(),
      marked: z.number().int(),
      unknown: z.array(z.string()),
      observed: z.array(Observation).describe('What was found of the results in the answer.'),
    }),
  }),
  'evidence.observe': method({
    summary: 'Hand over an answer or a tool call: what it took from the results of a session is found and marked.',
    role: 'agent',
    params: z
      .object(answerFields)
      .refine(atMostOne, oneOfBoth)
      .refine(({ answer, action }) => (answer ?? action) !== undefined, {
        message: 'is missing: hand over an answer or an action',
        path: ['answer'],
      }),
    result: z.object({
      eventId: z.string(),
      traced: z.boolean().describe('Whether any result was found in it; if not, their use stays unknown.'),
      observed: z.array(Observation),
    }),
  }),
} as const;
