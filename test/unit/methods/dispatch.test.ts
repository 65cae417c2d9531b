import { describe, expect, test } from 'vitest';
import { PiperError } from '../../../main/base/errors.ts';
import { type Log, silentLog } from '../../../main/base/log.ts';
import { createDispatch, toRpcError } from '../../../main/methods/dispatch.ts';
import { helloHandler } from '../../../main/methods/hello.ts';
import type { CallOptions, Handlers } from '../../../main/methods/ports.ts';

const tokens = { agent: 'a'.repeat(43), operator: 'o'.repeat(43) };
const never = new Promise<never>(() => {});

function caller(handlers: Partial<Handlers>, given: Partial<CallOptions> = {}, log: Log = silentLog) {
  const call = createDispatch(handlers, { log, reference: () => 'ref-1' });
  const options: CallOptions = { role: 'agent', client: 'test', signal: new AbortController().signal, ...given };
  return (method: string, params: unknown) => call(method, params, options);
}

const written = {
  itemId: 'i',
  eventId: 'e',
  seq: 1,
  recordedAt: '2026-03-03T00:00:00Z',
  duplicate: false,
  recallPending: 0,
};

describe('dispatch', () => {
  test('hands parsed parameters to the handler of the method', async () => {
    const call = caller({
      'namespaces.list': () => ({ namespaces: [{ namespace: 'a', items: 1, lastKnownAt: null }] }),
    });
    expect(await call('namespaces.list', {})).toEqual({
      namespaces: [{ namespace: 'a', items: 1, lastKnownAt: null }],
    });
  });

  test.each(['no.such', 'toString', '__proto__', 'ledger.list'])('knows no method %s', async (method) => {
    await expect(caller({})(method, {})).rejects.toMatchObject({ code: 'unknown-method' });
  });

  test('does not repeat a strange method name', async () => {
    await expect(caller({})('drop table; the secret', {})).rejects.toMatchObject({
      message: 'There is no method of that name.',
    });
  });

  test('keeps the operator’s methods from an agent', async () => {
    const handlers: Partial<Handlers> = { 'admin.shutdown': () => ({ stopping: true }) };
    await expect(caller(handlers)('admin.shutdown', {})).rejects.toMatchObject({ code: 'forbidden' });
    expect(await caller(handlers, { role: 'operator' })('admin.shutdown', {})).toEqual({ stopping: true });
  });

  test('gives up a read at its deadline and tells the handler so', async () => {
    let told = false;
    const call = caller(
      {
        'namespaces.list': (_, { signal }) => {
          signal.addEventListener('abort', () => {
            told = true;
          });
          return never;
        },
      },
      { deadlineMs: 5 },
    );
    await expect(call('namespaces.list', {})).rejects.toMatchObject({ code: 'deadline' });
    expect(told).toBe(true);
  });

  test('gives up a read when its caller is gone', async () => {
    const gone = new AbortController();
    const call = caller({ 'namespaces.list': () => never }, { signal: gone.signal });
    const asked = call('namespaces.list', {});
    gone.abort();
    await expect(asked).rejects.toMatchObject({ code: 'cancelled' });
  });

  test('carries a write to its end although its deadline has passed and its caller is gone', async () => {
    const gone = new AbortController();
    let aborted = false;
    const call = caller(
      {
        'memory.write': async (_, { signal }) => {
          gone.abort();
          await new Promise((resolve) => setTimeout(resolve, 20));
          aborted = signal.aborted;
          return written;
        },
      },
      { signal: gone.signal, deadlineMs: 1 },
    );
    expect(await call('memory.write', { text: 'x' })).toEqual(written);
    expect(aborted).toBe(false);
  });

  test('turns a bug into an internal error whose reference the log carries, and repeats no message', async () => {
    const logged: unknown[] = [];
    const log: Log = { ...silentLog, error: (event, _, fields) => logged.push([event, fields]) };
    const call = caller(
      {
        'namespaces.list': () => {
          throw new Error('quotes the secret words');
        },
      },
      {},
      log,
    );
    const error = await call('namespaces.list', {}).catch((error: unknown) => error);
    expect(error).toMatchObject({ code: 'internal', data: { reference: 'ref-1' } });
    expect(JSON.stringify((error as PiperError).toBody())).not.toContain('secret');
    expect(logged).toEqual([['request.failed', { reference: 'ref-1', method: 'namespaces.list' }]]);
  });

  test('an error has its number, its sentence and its body on the wire', () => {
    expect(toRpcError(new PiperError('not-found', 'It is not there.', 'Look elsewhere.'))).toEqual({
      code: -32020,
      message: 'It is not there.',
      data: { code: 'not-found', message: 'It is not there.', remedy: 'Look elsewhere.', data: undefined },
    });
  });
});

describe('hello', () => {
  const call = caller({ hello: helloHandler(tokens, '1.2.3') });

  test('makes an operator of whoever has the operator’s token', async () => {
    expect(await call('hello', { token: tokens.operator })).toEqual({ role: 'operator', version: '1.2.3' });
  });

  test('leaves others an agent', async () => {
    expect(await call('hello', {})).toEqual({ role: 'agent', version: '1.2.3' });
    expect(await call('hello', { token: tokens.agent })).toEqual({ role: 'agent', version: '1.2.3' });
  });

  test('refuses a token that is not this store’s', async () => {
    await expect(call('hello', { token: 'x' })).rejects.toMatchObject({ code: 'forbidden' });
  });
});
