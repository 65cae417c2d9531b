import { type Chain, type Incident, type Link, linkHeldAt } from '../model.ts';
import type { Told } from '../teller.ts';
import { fill } from '../voices/telling.ts';
import { incidentNegatives, incidentSlots } from './causalProbes.ts';
import { type Desk, type Draft, some, takeShares } from './draft.ts';
import { everHeld, linkNegatives, outdated, step } from './paths.ts';
import { labelOf, otherVersions, versionAt } from './temporalProbes.ts';

/** G: evidence that no single path brings together. */
export function fusedDrafts(desk: Desk, count: number): Draft[] {
  const { incidents, chains, cast } = desk.division;
  return takeShares(desk, count, [
    [8, incidents.flatMap((incident) => projectAndValue(desk, incident))],
    [6, incidents.flatMap((incident) => causeAndKeeper(desk, incident))],
    [6, chains.flatMap((chain) => hostAndValue(desk, chain))],
    [5, cast.components.flatMap((c) => keeperAndPlace(desk, c))],
    [5, incidents.flatMap((incident) => suspectedAndTrue(desk, incident))],
  ]);
}

/** Which project used what broke, and how it was set then: the broken component is not named. */
function projectAndValue(desk: Desk, incident: Incident): Draft[] {
  const { component, cause, at, story } = incident;
  const chain = desk.division.chains.find(({ bearer }) => bearer === component);
  const users = everHeld(desk, 'uses', { to: component });
  const use = users[0];
  const version = chain && versionAt(chain, at);
  // One user, known before the incident, and one description of it: else the support set would not be unique.
  if (!cause || incident.root || incident.wrong || !chain || !version || version.twins.length > 0) return [];
  if (users.length !== 1 || !use || !linkHeldAt(use, at)) return [];
  const gold = [cause, use.told, version.told];
  return [
    {
      family: 'G',
      intent: 'incidentProjectValue',
      slots: { effect: fill(story.asked, { c: 'one of our components' }), label: labelOf(desk, chain) },
      mode: 'history',
      gold,
      negatives: {
        ...incidentNegatives(desk, incident, gold),
        ...around(desk, [use], gold, []),
        temporal: some(desk, otherVersions(chain, version), gold),
      },
      names: [],
      hops: 3,
    },
  ];
}

function causeAndKeeper(desk: Desk, incident: Incident): Draft[] {
  const keeper = step(desk, 'maintainedBy', incident.component);
  if (!incident.cause || incident.root || !keeper) return [];
  const gold = [incident.cause, keeper.told];
  const stale = [...outdated(desk, [keeper]), ...(incident.wrong ? [incident.wrong] : [])];
  return [
    {
      family: 'G',
      intent: 'causeAndKeeper',
      slots: incidentSlots(incident),
      mode: 'current',
      gold,
      stale,
      negatives: { ...incidentNegatives(desk, incident, gold), ...around(desk, [keeper], gold, stale) },
      names: [incident.component],
      hops: 2,
    },
  ];
}

function hostAndValue(desk: Desk, chain: Chain): Draft[] {
  const host = step(desk, 'runsOn', chain.bearer);
  const version = versionAt(chain, desk.now);
  if (!host || !version) return [];
  const gold = [host.told, version.told];
  const stale = [...outdated(desk, [host]), ...otherVersions(chain, version)];
  return [
    {
      family: 'G',
      intent: 'hostAndValue',
      slots: { c: chain.bearer, label: labelOf(desk, chain) },
      mode: 'current',
      gold,
      stale,
      negatives: around(desk, [host], gold, stale),
      names: [chain.bearer],
      hops: 2,
    },
  ];
}

function keeperAndPlace(desk: Desk, c: string): Draft[] {
  const keeper = step(desk, 'maintainedBy', c);
  const host = step(desk, 'runsOn', c);
  const hall = host && step(desk, 'standsIn', host.to);
  if (!keeper || !host || !hall) return [];
  const gold = [keeper.told, host.told, hall.told];
  const stale = outdated(desk, [keeper, host]);
  return [
    {
      family: 'G',
      intent: 'keeperAndPlace',
      slots: { c },
      mode: 'current',
      gold,
      stale,
      negatives: around(desk, [keeper, host, hall], gold, stale),
      names: [c],
      hops: 3,
    },
  ];
}

function suspectedAndTrue(desk: Desk, incident: Incident): Draft[] {
  const gold = [incident.wrong, incident.overturned, incident.cause].filter((told) => told !== null);
  if (gold.length !== 3) return [];
  const negatives = incidentNegatives(desk, incident, gold);
  return [
    {
      family: 'G',
      intent: 'suspectedAndTrue',
      slots: incidentSlots(incident),
      mode: 'history',
      gold,
      negatives: { ...negatives, stale: [] },
      names: [incident.component],
      hops: 2,
    },
  ];
}

/** Wrong objects around the links of a support set. */
function around(desk: Desk, links: readonly Link[], gold: readonly Told[], stale: readonly Told[]) {
  const subjects = [...new Set(links.map(({ from }) => from))];
  const found = linkNegatives(desk, links, subjects, stale);
  const goldIds = new Set(gold.map(({ id }) => id));
  const without = (list: readonly Told[] | undefined) => (list ?? []).filter(({ id }) => !goldIds.has(id));
  return {
    semantic: without(found.semantic),
    entity: without(found.entity),
    graph: without(found.graph),
    ...(stale.length > 0 ? { stale: some(desk, stale, gold) } : {}),
  };
}
