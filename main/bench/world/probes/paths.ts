import { type Link, linkHeldAt } from '../model.ts';
import { headOf } from '../names.ts';
import type { Told } from '../teller.ts';
import type { RelationName } from '../voices/relations.ts';
import { type Desk, some } from './draft.ts';

/** The links of a relation that hold now. */
export function held(desk: Desk, relation: RelationName, where: { from?: string; to?: string } = {}): Link[] {
  return everHeld(desk, relation, where).filter((link) => linkHeldAt(link, desk.now));
}

export function everHeld(desk: Desk, relation: RelationName, where: { from?: string; to?: string } = {}): Link[] {
  return desk.division.links.filter(
    (link) =>
      link.relation === relation &&
      (where.from === undefined || link.from === where.from) &&
      (where.to === undefined || link.to === where.to),
  );
}

/** The one link of a relation that starts here and holds now. */
export function step(desk: Desk, relation: RelationName, from: string): Link | undefined {
  return held(desk, relation, { from })[0];
}

/** Relations in which a thing may stand to several others at once: a new one does not supersede the old. */
const manyValued: readonly RelationName[] = ['uses', 'dependsOn', 'affected', 'buys'];

/**
 * What was superseded on the way. Seen from the start of a link (`from`) another end replaced it; seen from its end
 * (`to`) another start once was there.
 */
export function outdated(desk: Desk, links: readonly Link[], end: 'from' | 'to' = 'from'): Told[] {
  return desk.division.links
    .filter(({ ended, relation }) => ended && (end === 'to' || !manyValued.includes(relation)))
    .filter((old) => links.some((link) => link.relation === old.relation && link[end] === old[end]))
    .map((old) => old.told);
}

/** Wrong objects around a path: same relation elsewhere, same entity otherwise, neighbours, near names. */
export function linkNegatives(desk: Desk, links: readonly Link[], subjects: readonly string[], stale: readonly Told[]) {
  const gold = links.map(({ told }) => told);
  const relations = new Set(links.map(({ relation }) => relation));
  const nodes = new Set(links.flatMap(({ from, to }) => [from, to]));
  const same = desk.division.links.filter((link) => relations.has(link.relation) && !subjects.includes(link.from));
  const next = desk.division.links.filter((link) => nodes.has(link.from) || nodes.has(link.to));
  const cousins = desk.division.cast.components.filter(
    (name) => !nodes.has(name) && [...nodes].some((node) => headOf(node) === headOf(name)),
  );
  const near = desk.division.links.filter((link) => cousins.includes(link.from) || cousins.includes(link.to));
  const told = (list: readonly Link[]) => list.map((link) => link.told);
  return {
    semantic: some(desk, told(same), [...gold, ...stale]),
    entity: some(
      desk,
      subjects.flatMap((name) => desk.about(name)),
      [...gold, ...stale],
    ),
    graph: some(desk, told(next), [...gold, ...stale]),
    ...(near.length > 0 ? { lexical: some(desk, told(near), [...gold, ...stale]) } : {}),
    ...(stale.length > 0 ? { stale: some(desk, stale, gold) } : {}),
  };
}
