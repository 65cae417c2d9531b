import { day, fullDate, workingTime } from './calendar.ts';
import type { Link, Stage } from './model.ts';
import { tailOf } from './names.ts';
import { purposes, type RelationName, relationTellings } from './voices/relations.ts';
import type { Slots } from './voices/telling.ts';
import { capital } from './words.ts';

/** What relations are called in structured form. */
export const relationNames: Readonly<Record<RelationName, string>> = {
  uses: 'uses',
  stoppedUsing: 'uses',
  dependsOn: 'depends_on',
  maintainedBy: 'maintained_by',
  runsOn: 'runs_on',
  standsIn: 'located_in',
  suppliedBy: 'supplied_by',
  ownedBy: 'owned_by',
  ledBy: 'led_by',
  steeredBy: 'led_by',
  memberOf: 'member_of',
  sitsIn: 'located_in',
  buys: 'subscribes_to',
  aliasOf: 'alias_of',
  affected: 'affected',
  aftermath: 'mentioned',
};

/** Tells who belongs to what: every relation once, and again only when it changes. */
export function tellLinks(stage: Stage): Link[] {
  const { random, cast, scale } = stage;
  const links: Link[] = [];

  /** Day offsets: first statements lie in the first half, changes well after them. */
  function tell(relation: RelationName, from: string, to: string, offset: number, slots: Slots = {}): Link {
    const told = stage.teller.tell({
      ways: relationTellings[relation],
      slots: { a: from, b: to, ...slots },
      at: workingTime(random, offset),
      entities: [from, to],
      structure: (validFrom) => ({ edge: { from, relation: relationNames[relation], to, validFrom } }),
    });
    const link: Link = { relation, from, to, told };
    links.push(link);
    return link;
  }

  /** The same relation with another end, which ends the first. */
  function replace(old: Link, to: string, offset: number): Link {
    const told = stage.teller.tell({
      ways: relationTellings[old.relation],
      slots: { a: old.from, b: to },
      at: workingTime(random, offset),
      entities: [old.from, to],
      structure: (validFrom) => ({
        edge: { from: old.from, relation: relationNames[old.relation], to, validFrom },
        supersedes: [old.told.id],
      }),
    });
    const link: Link = { relation: old.relation, from: old.from, to, told };
    old.ended = { told, at: told.from };
    links.push(link);
    return link;
  }

  function one(relation: RelationName, froms: readonly string[], tos: readonly string[], changes: number): void {
    const first = froms.map((from) => tell(relation, from, random.pick(tos), random.int(3, 120)));
    for (const link of random.sample(first, changes)) {
      const others = tos.filter((to) => to !== link.to);
      const once = replace(link, random.pick(others), random.int(150, 200));
      if (random.chance(0.3)) replace(once, random.pick(others.filter((to) => to !== once.to)), random.int(215, 262));
    }
  }

  const { components, projects, hosts, halls, teams, people, vendors, rooms, customers } = cast;
  const part = (list: readonly string[], share: number) => list.slice(0, Math.ceil(list.length * share));
  tellUses(stage, links, tell);
  for (const component of part(components, 0.55)) {
    const peers = components.filter((other) => other !== component);
    for (const peer of random.sample(peers, random.chance(0.6) ? 2 : 1))
      tell('dependsOn', component, peer, random.int(3, 240));
  }
  one('maintainedBy', part(components, 0.85), people, Math.ceil(components.length * 0.3));
  one('runsOn', part(components, 0.8), hosts, Math.ceil(components.length * 0.3));
  one('standsIn', part(hosts, 0.9), halls, 0);
  one('suppliedBy', part(hosts, 0.9), vendors.slice(0, -1), 0);
  one('ownedBy', part(components, 0.5), teams, Math.ceil(components.length * 0.1));
  one('ledBy', part(teams, 0.9), people, Math.ceil(teams.length * 0.4));
  one('steeredBy', part(projects, 0.9), people, Math.ceil(projects.length * 0.4));
  one('memberOf', part(people, 0.55), teams.slice(0, -1), 2);
  one('sitsIn', part(teams, 0.9), rooms, 2);
  one('buys', customers.slice(0, -1), projects.slice(0, Math.max(2, projects.length - 4)), 0);
  cast.nicknames.forEach((nickname, index) => {
    tell('aliasOf', nickname, components[index * 2] ?? components[0] ?? '', random.int(10, 150));
  });
  for (let outage = 0; outage < scale.outages; outage += 1) tellOutage(stage, links, 20 + outage * 45);
  return links;
}

/** Projects and their components: never two of a kind in one project, so that "the router of X" is one thing. */
function tellUses(
  { random, cast, teller }: Stage,
  links: Link[],
  tell: (relation: RelationName, from: string, to: string, offset: number, slots: Slots) => Link,
): void {
  const users = new Map<string, Set<string>>();
  const use = (project: string, component: string) => {
    const kinds = users.get(project) ?? new Set<string>();
    if (kinds.has(tailOf(component))) return;
    users.set(project, kinds.add(tailOf(component)));
    const purpose = random.pick(purposes);
    tell('uses', project, component, random.int(3, 110), { purpose, purposeCap: capital(purpose) });
  };
  const active = cast.projects.slice(0, -1);
  cast.components.slice(0, -3).forEach((component, index) => {
    // The first are used by one project each, the rest by several: some questions ask for one, some for a list.
    const single = index < cast.components.length * 0.4;
    for (const project of random.sample(active, single ? 1 : random.int(1, 3))) use(project, component);
  });
  const shared = links.filter((link) => links.some((other) => other !== link && other.to === link.to));
  for (const link of random.sample(shared, Math.ceil(shared.length / 4))) {
    const told = teller.tell({
      ways: relationTellings.stoppedUsing,
      slots: { a: link.from, b: link.to },
      at: workingTime(random, random.int(150, 255)),
      entities: [link.from, link.to],
      structure: (validTo) => ({
        edge: {
          from: link.from,
          relation: 'uses',
          to: link.to,
          validFrom: new Date(link.told.from).toISOString(),
          validTo,
        },
        supersedes: [link.told.id],
      }),
    });
    link.ended = { told, at: told.from };
  }
}

/** An outage and the components that it hit, each told by somebody else in the days after. */
function tellOutage({ random, cast, teller }: Stage, links: Link[], offset: number): void {
  const at = workingTime(random, offset + random.int(0, 20));
  const name = `outage of ${fullDate(at)}`;
  teller.tell({
    ways: relationTellings.aftermath,
    slots: { a: `the ${name}` },
    at: at + random.int(10, 25) * day,
    entities: [name],
  });
  for (const component of random.sample(cast.components, random.int(2, 4))) {
    const told = teller.tell({
      ways: relationTellings.affected,
      slots: { a: `the ${name}`, b: component, date: fullDate(at) },
      at: at + random.int(1, 9) * day,
      entities: [name, component],
      structure: () => ({
        edge: { from: name, relation: 'affected', to: component, validFrom: new Date(at).toISOString() },
      }),
    });
    links.push({ relation: 'affected', from: name, to: component, told });
  }
}
