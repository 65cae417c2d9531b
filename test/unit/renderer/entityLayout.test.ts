import { describe, expect, test } from 'vitest';
import type { EdgeView, EntityView } from '../../../main/contract/index.ts';
import { chainsOf } from '../../../renderer/parts/edgeChain.ts';
import { entityLayout } from '../../../renderer/parts/entityLayout.ts';

const entity = (name: string, aliases: readonly string[] = []) =>
  ({
    entityId: `id of ${name}`,
    name,
    mentions: 3,
    aliases: aliases.map((alias) => ({ name: alias, how: 'alias', eventId: null })),
  }) as unknown as EntityView;

const edge = (from: string, relation: string, to: string) =>
  ({ itemId: `${from} ${relation} ${to}`, from, relation, to, isCurrent: true }) as unknown as EdgeView;

const gateway = entity('gateway', ['API Gateway']);
const others = [entity('auth'), entity('redis')];
const edges = [
  edge('gateway', 'depends on', 'auth'),
  edge('API Gateway', 'calls', 'auth'),
  edge('redis', 'is used by', 'gateway'),
  edge('gateway', 'runs in', 'eu-west-1'),
];

describe('entityLayout', () => {
  const layout = entityLayout(gateway, others, edges, 700, 400);

  test('draws each entity once, whatever name an edge calls it by, and names that are no entity too', () => {
    expect(layout.nodes.map(({ name }) => name).sort()).toEqual(['auth', 'eu-west-1', 'gateway', 'redis']);
    expect(layout.edges[1]?.from).toBe(layout.edges[0]?.from);
  });

  test('puts the entity in the middle and everything within the picture', () => {
    expect(layout.nodes.find(({ central }) => central)).toMatchObject({ name: 'gateway', x: 350, y: 200 });
    for (const { x, y } of layout.nodes) {
      expect(x).toBeGreaterThan(0);
      expect(x).toBeLessThan(700);
      expect(y).toBeGreaterThan(0);
      expect(y).toBeLessThan(400);
    }
  });

  test('writes names on the side away from the middle', () => {
    for (const { y, labelY, central } of layout.nodes) expect(labelY < y).toBe(!central && y < 200);
  });

  test('is the same picture every time', () => {
    expect(entityLayout(gateway, others, edges, 700, 400)).toEqual(layout);
  });

  test('keeps edges between the same two apart', () => {
    expect(layout.edges[0]?.d).not.toBe(layout.edges[1]?.d);
    expect(layout.edges[0]?.labelX).not.toBe(layout.edges[1]?.labelX);
  });

  test('keeps the nodes of a crowd apart from one another', () => {
    const crowd = Array.from({ length: 40 }, (_, index) => edge('gateway', 'calls', `service ${index}`));
    const { nodes } = entityLayout(gateway, [], crowd, 900, 500);
    for (const [i, a] of nodes.entries()) {
      for (const b of nodes.slice(i + 1)) expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThan(10);
    }
  });

  test('draws an entity without relations, and a relation to itself, with finite numbers', () => {
    const alone = entityLayout(gateway, [], [], 700, 400);
    expect(alone.nodes).toMatchObject([{ x: 350, y: 200 }]);
    const self = entityLayout(gateway, [], [edge('gateway', 'restarts', 'gateway')], 700, 400);
    expect(self.edges[0]?.d).not.toContain('NaN');
  });
});

describe('chainsOf', () => {
  test('strings edges together, also against their direction', () => {
    const chains = chainsOf([edge('auth', 'is part of', 'gateway'), edge('auth', 'owned by', 'Priya')]);
    expect(chains.map(({ from, steps }) => [from, ...steps.map(({ to, backwards }) => [to, backwards])])).toEqual([
      ['gateway', ['auth', true], ['Priya', false]],
    ]);
  });

  test('starts again where an edge does not join on', () => {
    const chains = chainsOf([edge('a', 'r', 'b'), edge('c', 'r', 'd')]);
    expect(chains.map(({ from, steps }) => [from, steps.map(({ to }) => to)])).toEqual([
      ['a', ['b']],
      ['c', ['d']],
    ]);
    expect(chainsOf([])).toEqual([]);
  });
});
