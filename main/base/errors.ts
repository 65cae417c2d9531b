import type { ErrorBody, ErrorCode } from '../contract/errors.ts';

/** An error that a caller can act on: a code, a sentence and a remedy. Anything else that is thrown is a bug. */
export class PiperError extends Error {
  readonly code: ErrorCode;
  readonly remedy: string;
  readonly data: unknown;

  constructor(code: ErrorCode, message: string, remedy: string, options: { cause?: unknown; data?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.name = 'PiperError';
    this.code = code;
    this.remedy = remedy;
    this.data = options.data;
  }

  toBody(): ErrorBody {
    return { code: this.code, message: this.message, remedy: this.remedy, data: this.data };
  }
}

/** An error may cross a thread or a socket as data; this brings it back. */
export function fromBody(body: ErrorBody, cause?: unknown): PiperError {
  return new PiperError(body.code, body.message, body.remedy, { data: body.data, cause });
}
