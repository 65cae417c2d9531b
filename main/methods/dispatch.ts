import { randomUUID } from 'node:crypto';
import { PiperError } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import { nearest } from '../base/nearest.ts';
import { type ErrorBody, errorCodes } from '../contract/errors.ts';
import { type MethodName, methods, type Role } from '../contract/methods.ts';
import { parseParameters } from './parameters.ts';
import type { Call, CallContext, CallOptions, Handlers } from './ports.ts';

/**
 * Once one of these has begun it is carried to its end, whatever becomes of the caller: half a write is worse than an
 * answer that nobody waits for.
 */
const finishing: ReadonlySet<MethodName> = new Set<MethodName>([
  'memory.write',
  'facts.assert',
  'facts.correct',
  'facts.retract',
  'entities.alias',
  'entities.merge',
  'entities.split',
  'edges.assert',
  'evidence.report',
  'evidence.observe',
  'import.start',
  'import.cancel',
  'bench.run',
  'bench.ablate',
  'bench.cancel',
  'admin.settings',
  'shadow.configure',
  'admin.rebuild',
  'admin.backup',
  'admin.restore',
  'admin.shutdown',
]);

/** How long an agent's read may take when the call itself does not say. */
const agentReadMs = 30_000;

const patience: Readonly<Record<Role, number | undefined>> = { agent: agentReadMs, operator: undefined };

/**
 * The way from a call on the wire to its handler: known method, allowed role, parsed parameters, deadline. Whatever
 * goes wrong comes out as a PiperError; a bug becomes `internal` with a reference that the log carries too.
 */
export function createDispatch(
  handlers: Partial<Handlers>,
  { log, reference = randomUUID }: { readonly log: Log; readonly reference?: () => string },
): Call {
  return async (method, rawParams, options) => {
    try {
      const name = knownMethod(method, handlers);
      const { role, params: schema } = methods[name];
      if (role === 'operator' && options.role !== 'operator') throw forbidden(name);
      const params = parseParameters(name, schema, rawParams);
      // The table's types tie a method's parameters to its handler; a lookup by name cannot show that to the compiler.
      const handler = handlers[name] as (params: unknown, context: CallContext) => unknown;
      return await withinDeadline(name, options, (signal) =>
        handler(params, { role: options.role, client: options.client, signal }),
      );
    } catch (error) {
      if (error instanceof PiperError) throw error;
      throw unexpected(error, Object.hasOwn(methods, method) ? method : undefined, reference(), log);
    }
  };
}

/** An error as it goes over the wire. */
export function toRpcError(error: PiperError): { code: number; message: string; data: ErrorBody } {
  return { code: errorCodes[error.code], message: error.message, data: error.toBody() };
}

/**
 * A bug as a caller may see it. It does not get the error's own message, because messages of parsers and stores quote
 * what they were given; the log, which keeps them out too, says where it happened under the same reference.
 */
export function unexpected(error: unknown, method: string | undefined, reference: string, log: Log): PiperError {
  log.error('request.failed', error, { reference, method });
  return new PiperError(
    'internal',
    `Something went wrong inside the daemon${method === undefined ? '' : ` during ${method}`} (reference ${reference}).`,
    'Try again; if it happens again, report it with the lines of daemon.log that carry the reference.',
    { cause: error, data: { reference } },
  );
}

function knownMethod(method: string, handlers: Partial<Handlers>): MethodName {
  if (Object.hasOwn(methods, method) && Object.hasOwn(handlers, method)) return method as MethodName;
  const named = /^[\w.]{1,60}$/.test(method) ? `method ${method}` : 'method of that name';
  const meant = nearest(method, Object.keys(methods));
  throw new PiperError(
    'unknown-method',
    `There is no ${named}.`,
    `${meant === null ? '' : `Did you mean ${meant}? `}The methods are ${Object.keys(methods).join(', ')}.`,
  );
}

function forbidden(method: MethodName): PiperError {
  return new PiperError(
    'forbidden',
    `${method} is the operator's to call.`,
    'Call hello with the token in operator.token first, or use the piper-memory command, which does so by itself.',
  );
}

/** Races the handler against the deadline and against the caller's going away. */
async function withinDeadline(
  method: MethodName,
  options: CallOptions,
  run: (signal: AbortSignal) => unknown,
): Promise<unknown> {
  if (finishing.has(method)) return run(new AbortController().signal);
  const deadlineMs = options.deadlineMs ?? patience[methods[method].role];
  const stop = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let leave = () => {};
  const over = new Promise<never>((_, reject) => {
    const giveUp = (error: PiperError) => {
      reject(error);
      stop.abort(error);
    };
    leave = () => giveUp(new PiperError('cancelled', 'The caller is gone.', 'Connect and ask again.'));
    if (options.signal.aborted) return leave();
    options.signal.addEventListener('abort', leave, { once: true });
    if (deadlineMs !== undefined) timer = setTimeout(() => giveUp(tooLate(method, deadlineMs)), deadlineMs);
  });
  try {
    return await Promise.race([over, Promise.resolve().then(() => run(stop.signal))]);
  } finally {
    clearTimeout(timer);
    options.signal.removeEventListener('abort', leave);
  }
}

function tooLate(method: MethodName, deadlineMs: number): PiperError {
  return new PiperError(
    'deadline',
    `${method} was not done within ${deadlineMs} ms.`,
    'Give it a longer deadlineMs, or ask for less.',
  );
}
