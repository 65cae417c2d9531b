import { z } from 'zod';

/**
 * Every error a caller can meet, with the number it has on the JSON-RPC wire. The first five are the protocol's own
 * (JSON-RPC 2.0 §5.1); the others lie in the range that the protocol leaves to applications.
 */
export const errorCodes = {
  'parse-error': -32700,
  'invalid-request': -32600,
  'unknown-method': -32601,
  'invalid-params': -32602,
  internal: -32603,
  'line-too-long': -32010,
  'invalid-utf8': -32011,
  forbidden: -32012,
  'too-many-requests': -32013,
  deadline: -32014,
  'shutting-down': -32015,
  'not-found': -32020,
  'id-taken': -32021,
  'idempotency-conflict': -32022,
  'would-join': -32023,
  'ledger-read-only': -32030,
  'ledger-corrupt': -32031,
  'disk-full': -32032,
  'store-locked': -32033,
  'store-corrupt': -32034,
  io: -32035,
  'store-newer': -32036,
  'unreadable-file': -32040,
  'unrecognised-format': -32041,
  'empty-file': -32042,
  'bad-benchmark': -32043,
  'no-baseline': -32044,
  'model-missing': -32050,
  'endpoint-failed': -32051,
  cancelled: -32060,
  'daemon-unreachable': -32070,
} as const;

export type ErrorCode = keyof typeof errorCodes;

/** What went wrong, and what the reader can do about it. */
export const ErrorBody = z.object({
  code: z.enum(Object.keys(errorCodes) as [ErrorCode, ...ErrorCode[]]),
  message: z.string(),
  remedy: z.string(),
  data: z.unknown().optional(),
});
export type ErrorBody = z.infer<typeof ErrorBody>;
