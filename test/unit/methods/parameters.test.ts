import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PiperError } from '../../../main/base/errors.ts';
import { faultOf, sentenceOf } from '../../../main/base/issues.ts';
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

const backwards = { validFrom: '2026-03-03T12:00:00Z', validTo: '2026-03-01T12:00:00Z' };
const inOrder = 'must be after validFrom: an interval is [from, to).';

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
    ['retrieve', { query: 5 }, 'query must be a text, but the number 5 was given.'],
    ['retrieve', {}, 'query must be a text, but nothing was given.'],
    ['retrieve', { query: '' }, 'query must be a text of at least 1 character, but an empty text was given.'],
    ['retrieve', { query: 'x', k: 1.5 }, 'k must be a whole number, but the number 1.5 was given.'],
    ['retrieve', { query: 'x', k: 101 }, 'k must be a number of at most 100, but the number 101 was given.'],
    [
      'retrieve',
      { query: 'x', paths: ['telepathy'] },
      'paths.0 must be one of search, recall, associate, graph, causal, temporal, fused, but a text of 9 characters was given.',
    ],
    ['retrieve', 'x', 'params must be an object, but a text of 1 character was given.'],
    [
      'memory.write',
      { text: 'x', occurredAt: 'yesterday' },
      'occurredAt must be an instant in ISO 8601 with a zone, such as 2026-03-03T12:00:00Z, but a text of 9 characters was given.',
    ],
    ['memory.write', {}, 'text must hold words, unless one structured part (fact, edge or cause) is given.'],
    [
      'memory.write',
      { fact: { subject: 'a', predicate: 'b', object: [] } },
      'fact.object must be a text or a number or true or false, but a list of 0 was given.',
    ],
    ['memory.write', { text: 'x', knownAt: '2020-01-01T00:00:00Z' }, 'knownAt is no field of memory.write.'],
    ['memory.write', { text: 'x', recordedAt: '2020-01-01T00:00:00Z' }, 'recordedAt is no field of memory.write.'],
    [
      'memory.write',
      { fact: { subject: 'a', predicate: 'b', object: 'c', valid_from: '2020-01-01T00:00:00Z' } },
      'fact.valid_from is no field of memory.write.',
    ],
    ['facts.assert', { subject: ' ', predicate: 'p', object: 'o' }, 'subject must not be blank.'],
    ['facts.assert', { subject: 's', predicate: 'p', object: '\n' }, 'object must not be blank.'],
    ['facts.assert', { subject: 's\0', predicate: 'p', object: 'o' }, 'subject must not contain a NUL character.'],
    ['facts.assert', { ...backwards, subject: 's', predicate: 'p', object: 'o' }, `validTo ${inOrder}`],
    ['edges.assert', { ...backwards, from: 'a', relation: 'r', to: 'b' }, `validTo ${inOrder}`],
    ['edges.assert', { from: 'a', relation: '\t', to: 'b' }, 'relation must not be blank.'],
    ['causes.assert', { cause: 'a', effect: ' ' }, 'effect must not be blank.'],
    ['entities.alias', { name: 'a', alias: ' ' }, 'alias must not be blank.'],
    ['entities.alias', { name: 'a', alias: '\u200b\u2060\ufeff\u00ad' }, 'alias must not be blank.'],
    ['facts.assert', { subject: '\u200b', predicate: 'p', object: 'o' }, 'subject must not be blank.'],
    [
      'facts.assert',
      { subject: 'x'.repeat(2001), predicate: 'p', object: 'o' },
      'subject must be a text of at most 2000 characters, but a text of 2001 characters was given.',
    ],
    [
      'memory.write',
      { fact: { subject: 's', predicate: 'x'.repeat(2001), object: 'o' } },
      'fact.predicate must be a text of at most 2000 characters, but a text of 2001 characters was given.',
    ],
    ['episodes.find', { what: ' \u200b' }, 'what must not be blank.'],
    ['episodes.find', { from: '2026-03-03T12:00:00Z', to: '2026-03-01T12:00:00Z' }, 'to must not be before from.'],
    ['episodes.list', { from: '2026-03-03T12:00:00Z', to: '2026-03-01T12:00:00Z' }, 'to must not be before from.'],
    ['episodes.record', { summary: '  ' }, 'summary must not be blank.'],
    ['facts.retract', { reason: 'r' }, 'itemIds must name at least one item, unless a source is given.'],
    [
      'episodes.find',
      {},
      'what must be given, or one of who, from, to, near, where, outcome, goalId, taskId and relatedTo.',
    ],
    [
      'memory.write',
      { text: 'x', fact: { ...backwards, subject: 's', predicate: 'p', object: 1 } },
      `fact.validTo ${inOrder}`,
    ],
    ['memory.write', { text: 'x', id: 'a\0b' }, 'id must not contain a NUL character.'],
    ['memory.write', { text: 'x', namespace: 'a\0b' }, 'namespace must not contain control characters.'],
    ['memory.write', { text: 'x', supersedes: ['a', 'b\0'] }, 'supersedes.1 must not contain a NUL character.'],
  ])('%s %j are refused with a sentence', (method, raw, sentence) => {
    expect(refused(method, raw)).toMatchObject({ code: 'invalid-params', message: sentence });
  });

  test.each(['👍🏽', '❤️', '日本', 'a\u200db', '\u00e9'])('%j is a name', (name) => {
    const params = { subject: name, predicate: 'p', object: 'o' };
    expect(parseParameters('facts.assert', methods['facts.assert'].params, params)).toMatchObject({ subject: name });
  });

  test('a question may hold any character, as a text may', () => {
    expect(parseParameters('retrieve', methods.retrieve.params, { query: 'a\0b' })).toMatchObject({ query: 'a\0b' });
  });

  test('never have their stored words repeated in an error', () => {
    const secret = 'the-secret-words';
    const error = refused('memory.write', { text: 'x', kind: secret, retentionClass: secret, occurredAt: secret });
    expect(JSON.stringify(error.toBody())).not.toContain(secret);
  });

  test.each<[MethodName, unknown, string]>([
    ['facts.assert', { subject: 's', predicate: 'p' }, 'Correct object and call facts.assert again.'],
    [
      'facts.assert',
      { subject: 's', predicate: 'p' },
      'facts.assert needs subject, predicate, object; all else may be left out.',
    ],
    ['retrieve', { query: 'x', knownAt: 'then' }, 'knownAt: Answer as far as was known by then (record time).'],
    ['retrieve', { query: 'x', valid_at: 1 }, 'Leave valid_at out; the fields of retrieve are query, k,'],
    ['retrieve', { query: 'x', known_at: 1 }, 'Leave known_at out, or write knownAt;'],
    ['memory.write', { fact: { subject: 'a', predicate: 'b', object: 'c', validform: 1 } }, 'or write fact.validFrom;'],
    ['status', { all: true }, 'the fields of status are none.'],
  ])('%s %j are answered with a remedy that can be followed', (method, raw, remedy) => {
    expect(refused(method, raw).remedy).toContain(remedy);
  });

  test('whatever is wrong, the sentence begins with the field, ends with a stop and has a remedy', () => {
    const odd = fc.oneof(
      fc.constantFrom<unknown>(
        '',
        ' ',
        '\0',
        'x',
        'x'.repeat(3_000),
        0,
        -1,
        1e9,
        0.5,
        null,
        [],
        {},
        [''],
        ['\0'],
        [{}],
        true,
      ),
      fc.anything({ maxDepth: 2 }),
    );
    const calls = fc.constantFrom(...(Object.keys(methods) as MethodName[])).chain((method) => {
      const { params } = methods[method];
      const fields = Object.fromEntries(Object.keys(params.shape).map((field) => [field, odd]));
      return fc.tuple(fc.constant(method), fc.record({ ...fields, strange: odd }, { requiredKeys: [] }));
    });
    let seen = 0;
    fc.assert(
      fc.property(calls, ([method, raw]) => {
        const { params } = methods[method];
        const issues = params.safeParse(raw).error?.issues ?? [];
        for (const issue of issues) {
          const fault = faultOf(issue, raw, 'params');
          const sentence = sentenceOf(fault, method);
          expect(
            sentence.startsWith(`${fault.path} must `) || sentence === `${fault.path} is no field of ${method}.`,
          ).toBe(true);
          expect(sentence).toMatch(/[^.]\.$/);
          expect(sentence).not.toContain('of another form');
        }
        if (issues.length === 0) return;
        seen++;
        const { message, remedy } = refused(method, raw);
        expect(message).toMatch(/^\S.* (must |is no field of ).*[^.]\.$/s);
        expect(remedy).toMatch(/\.$/);
        expect(remedy).toContain(method);
      }),
      { numRuns: 2_000, seed: 4 },
    );
    expect(seen).toBeGreaterThan(1_000);
  });

  test('keep unknown keys where the contract is open', () => {
    const params = parseParameters('memory.write', methods['memory.write'].params, {
      text: 'x',
      provenance: { tool: { name: 'grep' } },
    });
    expect(params.provenance).toEqual({ tool: { name: 'grep' } });
  });
});
