import type { Part, Segment } from '../../truth/evidence.ts';
import { covers, holdingsAt } from '../../truth/questions.ts';
import { bandOf } from '../../truth/rank.ts';
import type { Currentness, Standing } from '../standing.ts';
import type { ResolvedSlot } from './factReads.ts';
import type { FactRow } from './factRows.ts';

/** What a fact's slot makes of it at an instant, for one who is not denied by any word. */
export type FactStanding = Pick<Standing, 'currentness' | 'by' | 'contradicts' | 'fact'>;

/**
 * For the facts of one slot: whether what a fact says is so at an instant (milliseconds), and else which assertion
 * decides. A dispute does not take a value away: those who contest it are named. A denial has no value to show.
 */
export function factStandings({ timeline, verdicts }: ResolvedSlot, at: number): (row: FactRow) => FactStanding {
  const holdings = new Map(holdingsAt(timeline, at).map(({ segment, part }) => [segment.valueKey, part]));
  const absences = timeline.absences.filter((absence) => covers(absence, at));
  const ofValue = Map.groupBy(timeline.segments, ({ valueKey }) => valueKey);

  /** The part of the slot's life that decides about a value at the instant. */
  function decisionOn({ valueKey }: FactRow): Part | undefined {
    if (timeline.cardinality === 'one') return [...holdings.values(), ...absences][0];
    return holdings.get(valueKey) ?? absences.find(({ winner }) => winner.valueKey === valueKey);
  }

  function currentnessOf(row: FactRow, decision: Part | undefined): readonly [Currentness, by: string | null] {
    const ended = (verdicts.successions.get(row.id) ?? []).find(
      ({ from, authority }) => from <= at && bandOf(authority) >= bandOf(row.authority),
    );
    if (row.validFrom > at && row.denial !== 'never') return ['not-yet-valid', null];
    if (ended !== undefined) return ['superseded', ended.by];
    const isOver = row.denial !== 'never' && row.validTo !== null && row.validTo <= at;
    const isSo = holdings.has(row.valueKey) === (row.denial === null);
    if (isSo) return [isOver ? 'expired' : 'current', null];
    if (decision === undefined) return ['expired', null];
    return [decision.contestedBy.includes(row.id) ? 'contested' : 'superseded', decision.winner.id];
  }

  return (row) => {
    const decision = decisionOn(row);
    const [currentness, by] = currentnessOf(row, decision);
    const decides = decision?.winner.valueKey === row.valueKey && decision.winner.denial === row.denial;
    const contradicts = decides ? decision.contestedBy : currentness === 'contested' && by !== null ? [by] : [];
    if (row.denial !== null) return { currentness, by, contradicts, fact: null };
    const status = timeline.statuses.get(row.id) ?? 'superseded';
    const { subject, predicate, value } = row;
    const stretch = believed(row, ofValue.get(row.valueKey) ?? [], at);
    return { currentness, by, contradicts, fact: { subject, predicate, value, ...stretch, status } };
  };
}

/**
 * The stretch in which the fact's value is believed on its account: the one at the instant if it supports that, else the
 * last that it supports, else the last that it has a part in.
 */
export function believed(row: FactRow, ofValue: readonly Segment[], at: number) {
  const own = ofValue.filter(({ support }) => support.includes(row.id));
  const segment =
    own.find((one) => covers(one, at)) ??
    own.at(-1) ??
    ofValue.findLast(
      ({ from, to }) => (to === null || to > row.validFrom) && (row.validTo === null || from < row.validTo),
    );
  return { validFrom: segment?.from ?? row.validFrom, validTo: segment === undefined ? row.validTo : segment.to };
}
