import type { ProbeMode } from '../../../contract/bench.ts';
import { day, hour, someDate, worldStart } from '../calendar.ts';
import { type Link, linkHeldAt } from '../model.ts';
import type { Told } from '../teller.ts';
import { type Desk, type Draft, some, takeShares } from './draft.ts';
import { everHeld, held, linkNegatives, outdated } from './paths.ts';

/** C: what is tied to a thing, to be read off the ties themselves. */
export function associationDrafts(desk: Desk, count: number): Draft[] {
  const { cast, links } = desk.division;
  const outages = [...new Set(links.filter(({ relation }) => relation === 'affected').map(({ from }) => from))];
  const list = (names: readonly string[], make: (name: string) => Draft | null) =>
    names.flatMap((name) => make(name) ?? []);
  return takeShares(desk, count, [
    [
      5,
      list(cast.components, (c) => draft(desk, 'projectsUsing', { c }, 'current', held(desk, 'uses', { to: c }), 'to')),
    ],
    [3, list(cast.components, (c) => everUsed(desk, c))],
    [6, list(cast.components, (c) => draft(desk, 'touches', { c }, 'open', held(desk, 'dependsOn', { from: c })))],
    [
      4,
      list(outages, (i) =>
        draft(desk, 'incidentAffected', { i: `the ${i}` }, 'history', held(desk, 'affected', { from: i })),
      ),
    ],
    [2, list(cast.hosts, (h) => hostedThen(desk, h))],
    [3, list(cast.hosts, (h) => draft(desk, 'runsOnHost', { h }, 'current', held(desk, 'runsOn', { to: h }), 'to'))],
    [3, list(cast.teams, (t) => draft(desk, 'teamMembers', { t }, 'current', held(desk, 'memberOf', { to: t }), 'to'))],
    [1, list(cast.projects, (p) => draft(desk, 'customersOf', { p }, 'open', held(desk, 'buys', { to: p })))],
    [3, list(cast.vendors, (v) => draft(desk, 'suppliedByVendor', { v }, 'open', held(desk, 'suppliedBy', { to: v })))],
    // Where lists of two or more are too few, single ties fill up.
    [
      0,
      cast.components.flatMap((c) => {
        const links = held(desk, 'dependsOn', { from: c });
        return links.length === 1 ? (draft(desk, 'touches', { c }, 'open', links, 'from', 1) ?? []) : [];
      }),
    ],
  ]);
}

/** What ran on a machine on a day around which nothing came or went. */
function hostedThen(desk: Desk, h: string): Draft | null {
  const all = everHeld(desk, 'runsOn', { to: h });
  const moves = all.flatMap((link) => [link.told.from, link.told.at, link.ended?.at ?? desk.now]);
  const days = Array.from({ length: 12 }, () => worldStart + desk.random.int(60, 240) * day + 6 * hour);
  const at = days.find((one) => moves.every((move) => Math.abs(move - one) > 3 * day));
  if (at === undefined) return null;
  const then = all.filter((link) => linkHeldAt(link, at) && link.told.at < at);
  const asked = draft(desk, 'runsOnHostThen', { h, date: someDate(desk.random, at) }, 'asof', then, 'to');
  if (!asked) return null;
  const others = all.filter((link) => !then.includes(link)).map(({ told }) => told);
  return { ...asked, at, negatives: { ...asked.negatives, temporal: some(desk, others, asked.gold) } };
}

/** Past and present users; asked only where there are past ones. */
function everUsed(desk: Desk, c: string): Draft | null {
  const all = everHeld(desk, 'uses', { to: c });
  return all.some(({ ended }) => ended) ? draft(desk, 'projectsEver', { c }, 'history', all, 'to') : null;
}

function draft(
  desk: Desk,
  intent: string,
  slots: Readonly<Record<string, string>>,
  mode: ProbeMode,
  links: readonly Link[],
  by: 'from' | 'to' = 'from',
  least = 2,
): Draft | null {
  if (links.length < least || links.length > 5) return null;
  const subject = (Object.values(slots)[0] ?? '').replace(/^the (?=outage)/, '');
  const ends = endings(desk, links, by);
  const stale = mode === 'current' ? outdated(desk, links, by) : [];
  return {
    family: 'C',
    intent,
    slots,
    mode,
    gold: links.map(({ told }) => told),
    stale,
    negatives: {
      ...without(linkNegatives(desk, links, [subject], stale), ends),
      ...(mode === 'current' && ends.length > 0 ? { temporal: ends } : {}),
    },
    names: [subject],
    hops: 1,
  };
}

/** What told that a project gave something up: about the past, not about the present. */
function endings(desk: Desk, links: readonly Link[], by: 'from' | 'to'): Told[] {
  return desk.division.links.flatMap((old) =>
    old.relation === 'uses' && old.ended && links.some((link) => link.relation === 'uses' && link[by] === old[by])
      ? [old.ended.told]
      : [],
  );
}

/** The end of a tie is evidence of the tie: no negative where the past is asked for. */
function without(negatives: ReturnType<typeof linkNegatives>, ends: readonly Told[]): Draft['negatives'] {
  return Object.fromEntries(
    Object.entries(negatives).map(([name, told]) => [name, told.filter((one) => !ends.includes(one))]),
  );
}
