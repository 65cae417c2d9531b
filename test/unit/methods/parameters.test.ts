import { describe, expect, test } from 'vitest';
import { PiperError } from '../../../main/base/errors.ts';
import { type MethodName, methods } from '../../../main/contract/methods.ts';
import { parseParameters } from '../../../main/methods/parameters.ts';

function refused(method: MethodName, raw: unknown): PiperError {
  try {
    parseParameters(method, methods[method].params, raw);
  } catch (error) {
    if (error instanceof PiperError) return error;
    throw error;
  }
  throw new Error('it was accepted');
}

describe('parameters of a call', () => {
  test('get the defaults of the contract', () => {
    expect(parseParameters('retrieve', methods.retrieve.params, { query: ' when? ' })).toMatchObject({
      query: 'when?',
      k: 10,
      namespaces: ['default'],
    });
  });

  test('may be left out where nothing is required', () => {
    expect(parseParameters('status', methods.status.params, undefined)).toEqual({});
  });

  test.each<[MethodName, unknown, string]>([
    ['retrieve', { query: 5 }, 'retrieve: query must be a text, but the number 5 was given.'],
    ['retrieve', {}, 'retrieve: query must be a text, but nothing was given.'],
    ['retrieve', { query: '' }, 'retrieve: query must be a text of at least 1 character, but an empty text was given.'],
    ['retrieve', { query: 'x', k: 1.5 }, 'retrieve: k must be a whole number, but the number 1.5 was given.'],
    ['retrieve', { query: 'x', k: 101 }, 'retrieve: k must be a number of at most 100, but the number 101 was given.'],
    [
      'retrieve',
      { query: 'x', paths: ['telepathy'] },
      'retrieve: paths.0 must be one of search, recall, associate, graph, causal, temporal, fused, but a text of 9 characters was given.',
    ],
    ['retrieve', 'x', 'retrieve: params must be an object, but a text of 1 character was given.'],
    [
      'memory.write',
      { text: 'x', occurredAt: 'yesterday' },
      'memory.write: occurredAt must be an instant in ISO 8601 with a zone, such as 2026-03-03T12:00:00Z, but a text of 9 characters was given.',
    ],
    ['memory.write', {}, 'memory.write needs a text or one structured part (fact, edge or cause).'],
    [
      'memory.write',
      { fact: { subject: 'a', predicate: 'b', object: [] } },
      'memory.write: fact.object must be a text or a number or true or false, but a list of 0 was given.',
    ],
    ['memory.write', { text: 'x', knownAt: '2020-01-01T00:00:00Z' }, 'memory.write has no field knownAt.'],
    ['memory.write', { text: 'x', recordedAt: '2020-01-01T00:00:00Z' }, 'memory.write has no field recordedAt.'],
    [
      'memory.write',
      { fact: { subject: 'a', predicate: 'b', object: 'c', valid_from: '2020-01-01T00:00:00Z' } },
      'memory.write has no field fact.valid_from.',
    ],
  ])('%s %j are refused with a sentence', (method, raw, sentence) => {
    expect(refused(method, raw)).toMatchObject({ code: 'invalid-params', message: sentence });
  });

  test('never have their stored words repeated in an error', () => {
    const secret = 'the-secret-words';
    const error = refused('memory.write', { text: 'x', kind: secret, retentionClass: secret, occurredAt: secret });
    expect(JSON.stringify(error.toBody())).not.toContain(secret);
  });

  test('keep unknown keys where the contract is open', () => {
    const params = parseParameters('memory.write', methods['memory.write'].params, {
      text: 'x',
      provenance: { tool: { name: 'grep' } },
    });
    expect(params.provenance).toEqual({ tool: { name: 'grep' } });
  });
});
