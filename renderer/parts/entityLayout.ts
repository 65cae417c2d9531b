import {
  forceCollide,
  forceLink,
  forceManyBody,
  forceSimulation,
  forceX,
  forceY,
  type SimulationLinkDatum,
  type SimulationNodeDatum,
} from 'd3';
import type { EdgeView, EntityView } from '../../main/contract/index.ts';

export interface EntityNode {
  readonly key: string;
  readonly name: string;
  readonly entity: EntityView | null;
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly central: boolean;
  /** Names stand on the side away from the middle, where no edge comes from. */
  readonly labelY: number;
}

export interface EntityEdge {
  readonly edge: EdgeView;
  readonly from: EntityNode;
  readonly to: EntityNode;
  /** An SVG path; edges between the same two lie beside one another. */
  readonly d: string;
  readonly labelX: number;
  readonly labelY: number;
}

export interface EntityLayout {
  readonly nodes: readonly EntityNode[];
  readonly edges: readonly EntityEdge[];
}

interface Body extends SimulationNodeDatum {
  readonly key: string;
  readonly name: string;
  readonly entity: EntityView | null;
  readonly radius: number;
}

const steps = 300;
const margin = 46;

/**
 * Places an entity in the middle and what it is related to around it, with forces that have come to rest before anything
 * is shown. The same neighbourhood gives the same picture: places start in a fixed order and chance has a fixed seed.
 */
export function entityLayout(
  central: EntityView,
  entities: readonly EntityView[],
  edges: readonly EdgeView[],
  width: number,
  height: number,
): EntityLayout {
  const known = entityOfName([central, ...entities]);
  const bodies = new Map<string, Body>();
  const bodyOf = (name: string): Body => {
    const entity = known.get(name.toLowerCase()) ?? null;
    const key = entity?.entityId ?? `name ${name.toLowerCase()}`;
    const there = bodies.get(key);
    if (there !== undefined) return there;
    const mentions = entity?.mentions ?? 1;
    const made: Body = { key, name: entity?.name ?? name, entity, radius: 6 + Math.min(Math.sqrt(mentions), 8) };
    bodies.set(key, made);
    return made;
  };
  const centre = bodyOf(central.name);
  centre.fx = 0;
  centre.fy = 0;
  const links = edges.map((edge) => ({ edge, source: bodyOf(edge.from), target: bodyOf(edge.to) }));
  const placed = settle([...bodies.values()], links, centre, width, height);
  return { nodes: [...placed.values()], edges: drawn(links, placed) };
}

function settle(
  bodies: Body[],
  links: readonly { readonly source: Body; readonly target: Body }[],
  centre: Body,
  width: number,
  height: number,
): ReadonlyMap<string, EntityNode> {
  const pulls: SimulationLinkDatum<Body>[] = links
    .filter(({ source, target }) => source !== target)
    .map(({ source, target }) => ({ source, target }));
  forceSimulation(bodies)
    .randomSource(seeded())
    .force('link', forceLink(pulls).distance(110).strength(0.5))
    .force('apart', forceManyBody().strength(-420))
    .force(
      'room',
      forceCollide<Body>((body) => body.radius + 22),
    )
    .force('x', forceX(0).strength(0.04))
    .force('y', forceY(0).strength((0.04 * width) / Math.max(height, 1)))
    .stop()
    .tick(steps);
  const reachX = Math.max(...bodies.map(({ x }) => Math.abs(x ?? 0)), 1);
  const reachY = Math.max(...bodies.map(({ y }) => Math.abs(y ?? 0)), 1);
  const scaleX = Math.min((width / 2 - margin * 1.6) / reachX, 1.8);
  const scaleY = Math.min((height / 2 - margin) / reachY, 1.8);
  return new Map(
    bodies.map((body) => {
      const y = height / 2 + (body.y ?? 0) * scaleY;
      const above = body !== centre && y < height / 2;
      const place = {
        key: body.key,
        name: body.name,
        entity: body.entity,
        radius: body.radius,
        central: body === centre,
        x: width / 2 + (body.x ?? 0) * scaleX,
        y,
        labelY: above ? y - body.radius - 6 : y + body.radius + 13,
      };
      return [body.key, place];
    }),
  );
}

function drawn(
  links: readonly { readonly edge: EdgeView; readonly source: Body; readonly target: Body }[],
  placed: ReadonlyMap<string, EntityNode>,
): EntityEdge[] {
  const between = new Map<string, number>();
  return links.flatMap(({ edge, source, target }) => {
    const from = placed.get(source.key);
    const to = placed.get(target.key);
    if (from === undefined || to === undefined) return [];
    const pair = [source.key, target.key].sort().join('\n');
    const nth = between.get(pair) ?? 0;
    between.set(pair, nth + 1);
    return [{ edge, from, to, ...(from === to ? loop(from, nth) : curve(from, to, nth)) }];
  });
}

/** From rim to rim; the first edge of a pair is straight, the next ones bend to alternating sides. */
function curve(from: EntityNode, to: EntityNode, nth: number): Pick<EntityEdge, 'd' | 'labelX' | 'labelY'> {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.max(Math.hypot(dx, dy), 1);
  const [ux, uy] = [dx / length, dy / length];
  const bend = Math.ceil(nth / 2) * 38 * (nth % 2 === 0 ? 1 : -1) * (from.key < to.key ? 1 : -1);
  const [x0, y0] = [from.x + ux * from.radius, from.y + uy * from.radius];
  const [x1, y1] = [to.x - ux * (to.radius + 5), to.y - uy * (to.radius + 5)];
  const [mx, my] = [(x0 + x1) / 2 - uy * bend, (y0 + y1) / 2 + ux * bend];
  // Labels of neighbouring edges stand at different parts of them.
  const along = [0.5, 0.68, 0.32][nth % 3] ?? 0.5;
  const at = (a: number, b: number, c: number) => (1 - along) ** 2 * a + 2 * along * (1 - along) * b + along ** 2 * c;
  return {
    d: `M${round(x0)},${round(y0)} Q${round(mx)},${round(my)} ${round(x1)},${round(y1)}`,
    labelX: at(x0, mx, x1),
    labelY: at(y0, my, y1),
  };
}

function loop({ x, y, radius }: EntityNode, nth: number): Pick<EntityEdge, 'd' | 'labelX' | 'labelY'> {
  const out = radius + 16 + nth * 10;
  return {
    d: `M${round(x - 4)},${round(y - radius)} C${round(x - out)},${round(y - radius - out)} ${round(x + out)},${round(y - radius - out)} ${round(x + 4)},${round(y - radius)}`,
    labelX: x,
    labelY: y - radius - out * 0.75,
  };
}

function entityOfName(entities: readonly EntityView[]): ReadonlyMap<string, EntityView> {
  const names = new Map<string, EntityView>();
  for (const entity of entities) {
    for (const { name } of entity.aliases) names.set(name.toLowerCase(), entity);
  }
  for (const entity of entities) names.set(entity.name.toLowerCase(), entity);
  return names;
}

/** A linear congruential generator (Numerical Recipes, 32 bits): the same numbers every time. */
function seeded(): () => number {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
