import { describe, expect, test } from 'vitest';
import { silentLog } from '../../../main/base/log.ts';
import type { CauseView } from '../../../main/contract/causes.ts';
import type { EventDraft } from '../../../main/ledger/event.ts';
import { causeHandlers } from '../../../main/methods/causes.ts';
import { createDispatch } from '../../../main/methods/dispatch.ts';

const at = Date.parse('2026-03-03T12:00:00Z');
const recorded = { causeId: 'c1', cause: 'the cache', effect: 'slow checkout', claimType: 'inferred' } as CauseView;

function workshop() {
  const drafts: EventDraft[] = [];
  const handlers = causeHandlers({
    writing: {
      append: async (given) => {
        drafts.push(...given);
        return [
          { status: 'appended', event: { seq: 1, eventId: 'e1', recordedAt: at }, itemId: 'item-1', extracted: 0 },
        ];
      },
    },
    reading: {
      unknownIds: async (_, itemIds) => itemIds.filter((id) => !id.startsWith('known')),
      cause: async (_, itemId) => (itemId === 'c1' ? recorded : null),
      findCauses: async () => ({ chains: [] }),
    },
  });
  const call = createDispatch(handlers, { log: silentLog });
  const { signal } = new AbortController();
  return {
    drafts,
    call: (method: string, params: object) => call(method, params, { role: 'agent', client: 't', signal }),
  };
}

describe('causes.assert', () => {
  test('makes an event with the claim, its basis, and what speaks for and against it', async () => {
    const { call, drafts } = workshop();
    await call('causes.assert', {
      cause: 'the cache',
      effect: 'slow checkout',
      claimType: 'intervention',
      basis: 'clearing it helped',
      evidence: ['known-1'],
      counterEvidence: ['known-2'],
    });
    expect(drafts).toMatchObject([
      {
        eventType: 'cause_asserted',
        payload: {
          kind: 'cause',
          cause: {
            cause: 'the cache',
            effect: 'slow checkout',
            claimType: 'intervention',
            basis: 'clearing it helped',
          },
          derivedFrom: ['known-1'],
          counterEvidence: ['known-2'],
        },
      },
    ]);
  });

  test.each([
    [{ cause: 'The outage', effect: 'outage' }, 'invalid-params'],
    [{ cause: 'x', effect: ' ' }, 'invalid-params'],
    [{ cause: 'flood '.repeat(200_000), effect: 'power cut' }, 'invalid-params'],
    [{ cause: 'x', effect: 'y', evidence: ['lost'] }, 'not-found'],
    [{ cause: 'x', effect: 'y', counterEvidence: ['lost'] }, 'not-found'],
    [{ cause: 'x', effect: 'y', claimType: 'guessed' }, 'invalid-params'],
  ])('refuses %.60j as %s', async (params, code) => {
    const { call, drafts } = workshop();
    await expect(call('causes.assert', params)).rejects.toMatchObject({ code });
    expect(drafts).toEqual([]);
  });
});

describe('causes.overturn', () => {
  test('says that the cause was never true, with the same cause and effect, and why', async () => {
    const { call, drafts } = workshop();
    await call('causes.overturn', { causeId: 'c1', reason: 'It was the index.', evidence: ['known-1'] });
    expect(drafts).toMatchObject([
      {
        eventType: 'cause_overturned',
        payload: {
          text: 'It was the index.',
          cause: { cause: 'the cache', effect: 'slow checkout', holds: false },
          corrects: ['c1'],
          derivedFrom: ['known-1'],
        },
      },
    ]);
  });

  test('needs a recorded cause', async () => {
    await expect(workshop().call('causes.overturn', { causeId: 'lost', reason: 'x' })).rejects.toMatchObject({
      code: 'not-found',
    });
  });
});
