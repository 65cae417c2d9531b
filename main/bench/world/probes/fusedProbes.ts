import { hour, someDate } from '../calendar.ts';
import { type Chain, type Incident, type Link, linkHeldAt } from '../model.ts';
import type { Told } from '../teller.ts';
import { incidentWords } from '../voices/incidentQuestions.ts';
import { incidentNegatives, incidentSlots } from './causalProbes.ts';
import { type Desk, type Draft, some, takeShares } from './draft.ts';
import { everHeld, linkNegatives, outdated, step } from './paths.ts';
import { knownDays, labelOf, otherVersions, settingSlots, versionAt } from './temporalProbes.ts';

/** G: evidence that no single path brings together. */
export function fusedDrafts(desk: Desk, count: number): Draft[] {
  const { incidents, chains, cast } = desk.division;
  return takeShares(desk, count, [
    [7, incidents.flatMap((incident) => projectAndValue(desk, incident))],
    [6, incidents.flatMap((incident) => causeAndKeeper(desk, incident))],
    [4, chains.flatMap((chain) => hostAndValue(desk, chain))],
    [3, chains.flatMap((chain) => hostAndValueThen(desk, chain))],
    [5, cast.components.flatMap((c) => keeperAndPlace(desk, c))],
    [3, incidents.flatMap((incident) => suspectedAndTrue(desk, incident))],
    [2, incidents.flatMap((incident) => guessToFinding(desk, incident))],
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
      slots: {
        ...settingSlots(chain.setting, component, labelOf(desk, chain)),
        ...incidentWords(story, 'one of our components'),
      },
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
      slots: incidentSlots(desk.random, incident),
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
      slots: { c: chain.bearer, ...settingSlots(chain.setting, chain.bearer, labelOf(desk, chain)) },
      mode: 'current',
      gold,
      stale,
      negatives: around(desk, [host], gold, stale),
      names: [chain.bearer],
      hops: 2,
    },
  ];
}

/** The same on a day of the past, with the knowledge of that day. */
function hostAndValueThen(desk: Desk, chain: Chain): Draft[] {
  return knownDays(desk, chain).flatMap(({ version, at }) => {
    const host = everHeld(desk, 'runsOn', { from: chain.bearer }).find(
      (link) => linkHeldAt(link, at) && link.told.at + hour < at,
    );
    if (!host) return [];
    const gold = [host.told, version.told];
    return [
      {
        family: 'G' as const,
        intent: 'hostAndValueThen',
        slots: {
          c: chain.bearer,
          date: someDate(desk.random, at),
          ...settingSlots(chain.setting, chain.bearer, labelOf(desk, chain)),
        },
        mode: 'asof' as const,
        gold,
        negatives: { ...around(desk, [host], gold, []), temporal: some(desk, otherVersions(chain, version), gold) },
        names: [chain.bearer],
        hops: 2,
        at,
        knownAt: at,
      },
    ];
  });
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

/** Which diagnosis fell and which holds: its withdrawal names the one, the final report the other. */
function suspectedAndTrue(desk: Desk, incident: Incident): Draft[] {
  const { wrong, overturned, cause } = incident;
  return wrong && overturned && cause ? diagnosis(desk, 'suspectedAndTrue', incident, [overturned, cause]) : [];
}

/** The whole way from the first guess over its withdrawal to the cause. */
function guessToFinding(desk: Desk, incident: Incident): Draft[] {
  const { wrong, overturned, cause } = incident;
  return wrong && overturned && cause ? diagnosis(desk, 'guessToFinding', incident, [wrong, overturned, cause]) : [];
}

function diagnosis(desk: Desk, intent: string, incident: Incident, gold: readonly Told[]): Draft[] {
  // The first guess is no wrong answer, even where it is not asked for.
  const negatives = incidentNegatives(desk, { ...incident, wrong: null }, gold);
  const entity = negatives.entity.filter(({ id }) => id !== incident.wrong?.id);
  return [
    {
      family: 'G',
      intent,
      slots: incidentSlots(desk.random, incident),
      mode: 'history',
      gold,
      negatives: { ...negatives, entity },
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
