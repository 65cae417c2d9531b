import type { FactAnswer, FactAssertion, FactSegment } from '../../contract/facts.ts';
import { toInstant } from '../../contract/time.ts';
import type { Segment, Word } from '../../truth/evidence.ts';
import { covers, type Holding, holdingsAt, predecessorAt, successorAt } from '../../truth/questions.ts';
import { bandOf, bands } from '../../truth/rank.ts';
import type { ResolvedSlot } from './factReads.ts';
import type { FactRow } from './factRows.ts';

interface Asked {
  readonly at: number;
  readonly knownAt: number | null;
  /** All that is held of the slot, known in the frame or not. */
  readonly everything: () => readonly FactRow[];
  /** Whether anything at all is held of the subject. */
  readonly isKnown: () => boolean;
}

/** The contract's answer for one instant of valid time. */
export function answerOf(resolved: ResolvedSlot, asked: Asked): FactAnswer {
  const { slot, timeline } = resolved;
  const { at, knownAt } = asked;
  const holdings = holdingsAt(timeline, at);
  const contested = holdings.some(({ part }) => part.contestedBy.length > 0);
  const before = predecessorAt(timeline, at);
  const after = successorAt(timeline, at);
  return {
    status: holdings.length === 0 ? 'unknown' : contested ? 'contested' : 'known',
    reason: holdings.length > 0 ? 'held' : whyUnknown(resolved, asked),
    subject: slot.subject,
    predicate: slot.predicate,
    at: toInstant(at),
    knownAt: toInstant(knownAt),
    values: holdings.map(holdingView),
    predecessor: before && segmentView(before),
    successor: after && segmentView(after),
  };
}

function whyUnknown(
  { rows, verdicts, timeline }: ResolvedSlot,
  { at, isKnown, ...asked }: Asked,
): FactAnswer['reason'] {
  const everything = asked.everything();
  if (everything.length === 0) return isKnown() ? 'never-stated' : 'entity-unknown';
  if (timeline.absences.some((absence) => covers(absence, at))) return 'did-not-hold-then';
  const covering = ({ validFrom, validTo }: FactRow) => covers({ from: validFrom, to: validTo }, at);
  const known = new Set(rows.map(({ id }) => id));
  const takenBack = rows.filter(({ id }) => verdicts.fates.get(id)?.alive === false);
  if (takenBack.some(covering) || (rows.length > 0 && takenBack.length === rows.length)) return 'taken-back';
  const later = everything.filter(({ id }) => !known.has(id));
  return rows.length === 0 || later.some(covering) ? 'not-known-then' : 'did-not-hold-then';
}

/** A segment as it stands as a whole: contested where any part of it is. */
export function segmentView({ value, from, to, parts, support, endedBy }: Segment): FactSegment {
  const contradicts = [...new Set(parts.flatMap(({ contestedBy }) => contestedBy))];
  return {
    value,
    from: toInstant(from),
    to: toInstant(to),
    factId: parts.at(-1)?.winner.id ?? '',
    support: [...support],
    contested: contradicts.length > 0,
    contradicts,
    endedBy,
  };
}

/** The same as it stands at one instant: who decides it then, and who disputes it then. */
export function holdingView({ segment, part }: Holding): FactSegment {
  return {
    ...segmentView(segment),
    value: part.winner.value,
    factId: part.winner.id,
    contested: part.contestedBy.length > 0,
    contradicts: [...part.contestedBy],
  };
}

/** Every assertion of a slot by valid_from, with what became of it. */
export function assertionViews({ rows, verdicts, timeline, witnesses }: ResolvedSlot): FactAssertion[] {
  const knownAtOf = new Map(witnesses.map(({ id, knownAt }) => [id, knownAt]));
  const denials = Map.groupBy(verdicts.denials, ({ target }) => target);
  const supersedes = namesBy([...verdicts.successions.values()].flat());
  const contradicts = contradictions(timeline.segments);
  return rows
    .toSorted((a, b) => a.validFrom - b.validFrom || a.knownAt - b.knownAt || a.seq - b.seq)
    .map((row) => {
      const ended = denials.get(row.id)?.at(-1);
      return {
        factId: row.id,
        namespace: row.namespace,
        subject: row.subject,
        predicate: row.predicate,
        object: row.value,
        cardinality: row.cardinality ?? timeline.cardinality,
        holds: row.denial,
        validFrom: toInstant(row.validFrom),
        validFromGiven: row.validFromGiven,
        validTo: toInstant(row.validTo),
        observedAt: toInstant(row.observedAt),
        recordedAt: toInstant(row.recordedAt),
        knownAt: toInstant(row.knownAt),
        retractedAt: toInstant(ended === undefined ? null : (knownAtOf.get(ended.by) ?? null)),
        sourceId: row.source,
        sourceAuthority: row.authority,
        band: bands[bandOf(row.authority)],
        confidence: row.confidence,
        status: timeline.statuses.get(row.id) ?? 'superseded',
        supersedes: supersedes.get(row.id) ?? [],
        supersededBy: [...new Set((verdicts.successions.get(row.id) ?? []).map(({ by }) => by))],
        contradicts: contradicts.get(row.id) ?? [],
        derivedFrom: [...row.derivedFrom],
        text: row.text,
        extraction: row.extraction === null ? null : { ...row.extraction, model: row.extraction.model ?? null },
        eventId: row.eventId,
      };
    });
}

/** For each speaker the targets of its words of replacement. */
function namesBy(words: readonly Word[]): Map<string, string[]> {
  return new Map([...Map.groupBy(words, ({ by }) => by)].map(([by, those]) => [by, those.map(({ target }) => target)]));
}

/** Who disagrees with whom: the one that decides and those that contest it, both ways. */
function contradictions(segments: readonly Segment[]): Map<string, string[]> {
  const pairs = new Map<string, Set<string>>();
  const add = (one: string, other: string) => {
    const those = pairs.get(one) ?? new Set();
    pairs.set(one, those.add(other));
  };
  for (const { winner, contestedBy } of segments.flatMap(({ parts }) => parts)) {
    for (const other of contestedBy) {
      add(winner.id, other);
      add(other, winner.id);
    }
  }
  return new Map([...pairs].map(([id, others]) => [id, [...others].sort()]));
}
