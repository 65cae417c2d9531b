import { PiperError } from '../base/errors.ts';
import { type MethodName, methods } from '../contract/methods.ts';
import { redactWithin } from '../language/secrets.ts';
import type { CallContext, Handlers } from './ports.ts';

/** Answers that hold no stored text, or whose secrets were left out where they were made. */
const cleanAlready: ReadonlySet<string> = new Set<MethodName>(['hello', 'status', 'namespaces.list', 'retrieve']);

/**
 * Leaves secrets out of everything that an agent's method delivers, whoever calls it. Operators may ask for the text as it
 * was stored (`unredacted`), and what only they may call (the ledger itself) shows it anyway.
 */
export function redacting(
  handlers: Handlers,
  options: { readonly redactSecrets: () => boolean; readonly count: (name: string) => void },
): Handlers {
  const wrapped = Object.entries(handlers).map(([name, handler]) => {
    const handle = handler as (params: unknown, context: CallContext) => unknown;
    const deliver = async (params: unknown, context: CallContext) => {
      const unredacted = asksUnredacted(params);
      if (unredacted && context.role !== 'operator') throw notYours();
      const result = await handle(params, context);
      const isOperators = methods[name as MethodName].role === 'operator';
      if (unredacted || isOperators || cleanAlready.has(name) || !options.redactSecrets()) return result;
      return redactWithin(result, (kind) => options.count(`redactions.${kind}`));
    };
    return [name, deliver] as const;
  });
  // The names tie each handler to its type; a table made by name cannot show that to the compiler.
  return Object.fromEntries(wrapped) as unknown as Handlers;
}

function asksUnredacted(params: unknown): boolean {
  return typeof params === 'object' && params !== null && 'unredacted' in params && params.unredacted === true;
}

function notYours(): PiperError {
  return new PiperError(
    'forbidden',
    'Only an operator may see secrets as they were stored.',
    'Leave unredacted out, or call hello with the token in operator.token first.',
  );
}
