import { PiperError } from '../base/errors.ts';
import { sameToken, type Tokens } from '../store/tokens.ts';
import type { Handler } from './ports.ts';

/** A connection is an agent's until it shows the operator's token; a host takes the role from the answer. */
export function helloHandler(tokens: Tokens, version: string): Handler<'hello'> {
  return ({ token }, { role }) => {
    if (token === undefined) return { role, version };
    if (sameToken(tokens.operator, token)) return { role: 'operator', version };
    if (sameToken(tokens.agent, token)) return { role: 'agent', version };
    throw wrongToken();
  };
}

export function wrongToken(): PiperError {
  return new PiperError(
    'forbidden',
    'The token is not one of this store.',
    'Read it again from operator.token in the data directory, or from the URL that piper-memory serve printed.',
  );
}
