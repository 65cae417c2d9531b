import type { Segment } from '../../truth/evidence.ts';
import { covers, holdingsAt } from '../../truth/questions.ts';
import { bandOf } from '../../truth/rank.ts';
import type { Currentness, Standing } from '../standing.ts';
import type { ResolvedSlot } from './factReads.ts';
import type { FactRow } from './factRows.ts';

/** What a fact's slot makes of it at an instant, for one who is not denied by any word. */
export type FactStanding = Pick<Standing, 'currentness' | 'by' | 'contradicts' | 'fact'>;

/**
 * For the facts of one slot: whether a fact's value is the one that holds at an instant (milliseconds), and else which
 * assertion decides. A dispute does not take a value away: those who contest it are named.
 */
export function factStandings({ timeline, verdicts }: ResolvedSlot, at: number): (row: FactRow) => FactStanding {
  const holdings = new Map(holdingsAt(timeline, at).map(({ segment, part }) => [segment.valueKey, part]));
  const winner = timeline.cardinality === 'one' ? [...holdings.values()][0]?.winner : undefined;
  const ofValue = Map.groupBy(timeline.segments, ({ valueKey }) => valueKey);

  function currentnessOf(row: FactRow): readonly [Currentness, by: string | null] {
    const ended = (verdicts.successions.get(row.id) ?? []).find(
      ({ from, authority }) => from <= at && bandOf(authority) >= bandOf(row.authority),
    );
    if (row.validFrom > at) return ['not-yet-valid', null];
    if (ended !== undefined) return ['superseded', ended.by];
    if (holdings.has(row.valueKey)) return [row.validTo !== null && row.validTo <= at ? 'expired' : 'current', null];
    return winner === undefined ? ['expired', null] : ['superseded', winner.id];
  }

  return (row) => {
    const [currentness, by] = currentnessOf(row);
    const status = timeline.statuses.get(row.id) ?? 'superseded';
    const { subject, predicate, value } = row;
    const stretch = believed(row, ofValue.get(row.valueKey) ?? [], at);
    return {
      currentness,
      by,
      contradicts: holdings.get(row.valueKey)?.contestedBy ?? [],
      fact: { subject, predicate, value, ...stretch, status },
    };
  };
}

/** The stretch in which the fact's value is believed: the one at the instant, else the last that it has a part in. */
function believed(row: FactRow, ofValue: readonly Segment[], at: number) {
  const segment =
    ofValue.find((one) => covers(one, at)) ??
    ofValue.findLast(
      ({ from, to }) => (to === null || to > row.validFrom) && (row.validTo === null || from < row.validTo),
    );
  return { validFrom: segment?.from ?? row.validFrom, validTo: segment === undefined ? row.validTo : segment.to };
}
