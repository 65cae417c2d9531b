import type { Link } from '../model.ts';
import { tailOf } from '../names.ts';
import { mentions } from '../words.ts';
import { type Desk, type Draft, takeShares } from './draft.ts';
import { everHeld, held, linkNegatives, outdated, step } from './paths.ts';

/** D: what lies at the far end of several ties, stated by no single object. */
export function graphDrafts(desk: Desk, count: number): Draft[] {
  const { cast } = desk.division;
  const uses = held(desk, 'uses');
  const aliases = everHeld(desk, 'aliasOf');
  const list = <T>(from: readonly T[], make: (one: T) => Draft | null) => from.flatMap((one) => make(one) ?? []);
  const pair = (
    intent: string,
    slot: string,
    first: Parameters<typeof step>[1],
    second: Parameters<typeof step>[1],
  ) => {
    return (name: string) => walk(desk, intent, { [slot]: name }, [name], [first, second]);
  };
  const viaUse = (intent: string, relations: readonly Parameters<typeof step>[1][]) => (use: Link) =>
    walk(desk, intent, { p: use.from, kind: tailOf(use.to) }, [use.from], relations, use);
  const viaAlias = (intent: string, relation: Parameters<typeof step>[1]) => (alias: Link) =>
    walk(desk, intent, { alias: alias.from }, [alias.from], [relation], alias);
  return takeShares(desk, count, [
    [4, list(uses, viaUse('maintainerOfUsed', ['maintainedBy']))],
    [3, list(cast.components, pair('hallOfComponent', 'c', 'runsOn', 'standsIn'))],
    [3, list(cast.components, pair('vendorOfHost', 'c', 'runsOn', 'suppliedBy'))],
    [3, list(cast.components, pair('leadOfOwner', 'c', 'ownedBy', 'ledBy'))],
    [3, list(cast.customers, pair('leadOfCustomer', 'k', 'buys', 'steeredBy'))],
    [2, list(cast.people, pair('roomOfPerson', 'n', 'memberOf', 'sitsIn'))],
    [3, list(uses, viaUse('vendorForProject', ['runsOn', 'suppliedBy']))],
    [2, list(uses, viaUse('hallForProject', ['runsOn', 'standsIn']))],
    [2, shared(desk)],
    [3, list(aliases, viaAlias('aliasHost', 'runsOn'))],
    [2, list(aliases, viaAlias('aliasMaintainer', 'maintainedBy'))],
  ]);
}

/** Follows relations from a start, after an optional first link; null where the path breaks or one text gives it away. */
function walk(
  desk: Desk,
  intent: string,
  slots: Readonly<Record<string, string>>,
  starts: readonly string[],
  relations: readonly Parameters<typeof step>[1][],
  first?: Link,
): Draft | null {
  const links: Link[] = first ? [first] : [];
  for (const relation of relations) {
    const next = step(desk, relation, links.at(-1)?.to ?? starts[0] ?? '');
    if (!next) return null;
    links.push(next);
  }
  const answer = links.at(-1)?.to ?? '';
  return toDraft(
    desk,
    intent,
    slots,
    starts,
    links,
    answer,
    first?.relation === 'aliasOf' ? links.length - 1 : links.length,
  );
}

function toDraft(
  desk: Desk,
  intent: string,
  slots: Readonly<Record<string, string>>,
  starts: readonly string[],
  links: readonly Link[],
  answer: string,
  hops: number,
): Draft | null {
  if (givenAway(desk, starts, answer)) return null;
  const stale = outdated(desk, links);
  return {
    family: 'D',
    intent,
    slots,
    mode: 'current',
    gold: links.map(({ told }) => told),
    stale,
    negatives: linkNegatives(desk, links, starts, stale),
    names: starts,
    hops,
    answers: [answer],
  };
}

/** Whether one object names the start of the path and its end together. */
export function givenAway(desk: Desk, starts: readonly string[], answer: string): boolean {
  return desk
    .about(answer)
    .some(({ object }) => starts.every((start) => mentions(`${object.text} ${object.author ?? ''}`, start)));
}

/** Two projects that have exactly one component in common. */
function shared(desk: Desk): Draft[] {
  const projects = desk.division.cast.projects;
  return projects.flatMap((p, index) =>
    projects.slice(index + 1).flatMap((q) => {
      const mine = held(desk, 'uses', { from: p });
      const both = mine.flatMap((link) => {
        const other = held(desk, 'uses', { from: q, to: link.to })[0];
        return other ? [[link, other] as const] : [];
      });
      const only = both[0];
      if (both.length !== 1 || !only) return [];
      return toDraft(desk, 'sharedComponent', { p, q }, [p, q], only, only[0].to, 2) ?? [];
    }),
  );
}
