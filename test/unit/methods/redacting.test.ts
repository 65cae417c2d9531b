import { expect, test } from 'vitest';
import type { CallContext, Handlers } from '../../../main/methods/ports.ts';
import { redacting } from '../../../main/methods/redacting.ts';

const context = (role: CallContext['role']): CallContext => ({
  role,
  client: 'test',
  signal: new AbortController().signal,
});
const stored = { itemId: 'i1', text: 'The door opens with password=tr0ub4dor today.' };

function open(redactSecrets = true) {
  const counted: string[] = [];
  const events = () => ({ events: [stored], nextBeforeSeq: null });
  const handlers = { 'memory.get': () => stored, 'ledger.list': events } as unknown as Handlers;
  const call = redacting(handlers, { redactSecrets: () => redactSecrets, count: (name) => counted.push(name) });
  const get = (role: CallContext['role'], unredacted = false) =>
    call['memory.get']({ itemId: 'i1', namespace: 'default', unredacted }, context(role));
  return { call, get, counted };
}

test('what an agent’s method delivers has its secrets left out, and counted', async () => {
  const { get, counted } = open();
  expect(await get('agent')).toEqual({
    itemId: 'i1',
    text: 'The door opens with password=[redacted: password] today.',
  });
  expect(await get('operator')).toEqual(await get('agent'));
  expect(new Set(counted)).toEqual(new Set(['redactions.password']));
});

test('an operator may ask for them, an agent may not', async () => {
  const { get } = open();
  expect(await get('operator', true)).toBe(stored);
  await expect(get('agent', true)).rejects.toMatchObject({ code: 'forbidden' });
});

test('the ledger itself, which only operators read, is shown as it is', async () => {
  const { call } = open();
  const listed = await call['ledger.list']({ limit: 1 } as never, context('operator'));
  expect(listed).toEqual({ events: [stored], nextBeforeSeq: null });
});

test('nothing is left out once the operator has switched it off', async () => {
  expect(await open(false).get('agent')).toBe(stored);
});
