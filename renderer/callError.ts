import type { ErrorBody, ErrorCode } from '../main/contract/index.ts';

/** A failed call: what went wrong and what to do about it, fit to be shown. */
export class CallError extends Error {
  readonly code: ErrorCode;
  readonly remedy: string;

  constructor(body: ErrorBody) {
    super(body.message);
    this.name = 'CallError';
    this.code = body.code;
    this.remedy = body.remedy;
  }
}

/** Anything thrown, as something that can be shown. What is not a CallError is a bug, and says so. */
export function asCallError(error: unknown): CallError {
  if (error instanceof CallError) return error;
  return new CallError({
    code: 'internal',
    message: error instanceof Error ? error.message : String(error),
    remedy: 'This is a fault of the window itself. Reload it; if it comes back, report it.',
  });
}
