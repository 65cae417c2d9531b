import { expect, test } from 'vitest';
import { renderEntities, renderNeighbours, renderResolved } from '../../../main/cli/entityCommands.ts';
import type { EntityView } from '../../../main/contract/entities.ts';

const router: EntityView = {
  entityId: 'entity-1',
  namespace: 'default',
  name: 'foundation_router',
  type: 'service',
  aliases: [{ name: 'FoundationRouter', how: 'spelling', eventId: null }],
  mentions: 3,
  firstKnownAt: '2026-01-01T00:00:00.000Z',
  lastKnownAt: '2026-03-01T00:00:00.000Z',
};

test('an entity is shown with its other names and those that only look alike', () => {
  expect(renderResolved({ entity: router, near: [{ ...router, name: 'foundationd' }] })).toBe(
    [
      'foundation_router, service  (3 mentions, last 2026-03-01)',
      '  FoundationRouter  (spelling)',
      'Looks alike and is another: foundationd',
    ].join('\n'),
  );
  expect(renderResolved({ entity: null, near: [] })).toBe('Nothing is known by that name.');
});

test('a list says when it is not whole', () => {
  expect(renderEntities({ entities: [router], total: 7 })).toMatch(/… of 7$/);
});

test('an edge that holds no more is shown as such', () => {
  const edge = {
    ...{ itemId: 'e1', from: 'router', relation: 'uses', to: 'Redis', validFrom: null, knownAt: router.firstKnownAt },
    ...{ validTo: '2026-02-01T00:00:00.000Z', isCurrent: false, support: ['e1'], confidence: 0.8 },
  };
  expect(renderNeighbours({ entity: router, entities: [], edges: [edge], truncated: false })).toBe(
    'router –uses→ Redis until 2026-02-01, no more  (e1)',
  );
});
