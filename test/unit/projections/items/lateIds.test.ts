import { expect, test } from 'vitest';
import { openLateIds } from '../../../../main/projections/items/lateIds.ts';
import { memory, openTestStore } from '../store.ts';

test('what the ledger holds and the projections have not seen is not missing', () => {
  const { ledger, writes } = openTestStore(() => []);
  writes.append([memory({ id: 'seen', text: 'a' })]);
  const position = ledger.head().seq;
  const [late] = writes.append([memory({ text: 'b' })]);
  writes.append(Array.from({ length: 600 }, (_, at) => memory({ text: `filler ${at}` })));
  writes.append([memory({ id: 'last', text: 'c' })]);
  const eventId = late?.status === 'appended' ? late.event.eventId : '';
  const withoutLate = openLateIds(ledger);
  expect(withoutLate('default', [eventId, 'last', 'never'], position)).toEqual(['never']);
  expect(withoutLate('other', ['last'], position)).toEqual(['last']);
  expect(withoutLate('default', [], position)).toEqual([]);
});
