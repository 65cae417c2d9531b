import type { z } from 'zod';
import { printable } from '../base/printable.ts';
import type { BlastRadius, FactAnswer, FactAssertion, FactSegment } from '../contract/facts.ts';
import type { MethodResult } from '../contract/methods.ts';

type Segment = FactSegment;

/** An answer: the value, its time and its evidence, and what stands beside it. */
export function renderAnswer(answer: FactAnswer): string {
  const { subject, predicate, status, reason, at, knownAt, values, predecessor, successor } = answer;
  const asked = `at ${at}${knownAt === null ? '' : `, as known at ${knownAt}`}`;
  return printable(
    [
      values.length === 0
        ? `${subject} ${predicate}: unknown ${asked} (${reasons[reason]})`
        : `${subject} ${predicate} = ${values.map(({ value }) => value).join(', ')}${status === 'contested' ? '  CONTESTED' : ''}  ${asked}`,
      ...values.map((value) => `  ${segmentLine(value)}`),
      ...(predecessor === null ? [] : [`  before: ${segmentLine(predecessor)}`]),
      ...(successor === null ? [] : [`  after:  ${segmentLine(successor)}`]),
    ].join('\n'),
  );
}

const reasons: Readonly<Record<FactAnswer['reason'], string>> = {
  held: 'held',
  'entity-unknown': 'nothing is known of that subject',
  'never-stated': 'the subject is known, this was never said of it',
  'not-known-then': 'not known by then',
  'did-not-hold-then': 'no value is stated for that time',
  'taken-back': 'what was said has been taken back',
};

export function renderHistory({ subject, predicate, segments, assertions }: MethodResult<'facts.history'>): string {
  return printable(
    [
      `${subject} ${predicate}: ${segments.length} values, ${assertions.length} assertions`,
      ...segments.map((segment) => `  ${segmentLine(segment)}`),
      ...(assertions.length === 0 ? [] : ['Assertions']),
      ...assertions.map((assertion) => `  ${assertionLine(assertion)}`),
    ].join('\n'),
  );
}

export function renderExplained(explained: MethodResult<'facts.explain'>): string {
  const { sentence, fact, chain, words, dependents } = explained;
  return printable(
    [
      sentence,
      `  ${fact.factId}, event ${fact.eventId}${fact.extraction === null ? '' : `, found by ${fact.extraction.rule} in ${fact.extraction.sourceItem}`}`,
      ...fact.text.split('\n').map((line) => `  | ${line}`),
      'Chain, oldest first',
      ...chain.map((assertion) => `  ${assertionLine(assertion)}`),
      ...(words.length === 0 ? [] : ['Said of it']),
      ...words.map(
        ({ by, relation, target, knownAt, inForce }) =>
          `  ${knownAt}  ${by} ${relation} ${target}${inForce ? '' : '  (not in force)'}`,
      ),
      ...(dependents.length === 0 ? [] : [`Rests on it: ${dependents.join(', ')}`]),
    ].join('\n'),
  );
}

export function renderSlots({ slots }: MethodResult<'facts.list'>): string {
  if (slots.length === 0) return 'No such facts.';
  return printable(
    slots
      .map(({ subject, predicate, assertions, value }) => {
        const held = value === null ? 'no value now' : `= ${value.value}${value.contested ? '  CONTESTED' : ''}`;
        return `${subject} ${predicate} ${held}  (${assertions} assertion${assertions === 1 ? '' : 's'})`;
      })
      .join('\n'),
  );
}

export function renderRetraction({ retractionId, effect }: MethodResult<'facts.retract'>): string {
  return printable(
    [
      retractionId === null
        ? 'Dry run, nothing was written. This would change:'
        : `Taken back by ${retractionId}; retract that id to bring everything back.`,
      ...effectLines(effect),
    ].join('\n'),
  );
}

function effectLines({ retracted, dependent, revived, changes }: z.infer<typeof BlastRadius>): string[] {
  return [
    ...listed('Taken back', retracted),
    ...listed('Fall with it', dependent),
    ...listed('Stand again', revived),
    ...changes.map(
      ({ subject, predicate, before, after }) => `  ${subject} ${predicate}: ${valuesOf(before)} → ${valuesOf(after)}`,
    ),
    ...(changes.length === 0 ? ['  No present value changes.'] : []),
  ];
}

function listed(title: string, ids: readonly string[]): string[] {
  if (ids.length === 0) return [];
  const more = ids.length > 20 ? ` and ${ids.length - 20} more` : '';
  return [`  ${title} (${ids.length}): ${ids.slice(0, 20).join(', ')}${more}`];
}

function valuesOf(segments: readonly Segment[]): string {
  return segments.map(({ value }) => value).join(', ') || 'unknown';
}

function segmentLine({ value, from, to, factId, contested, contradicts, endedBy }: Segment): string {
  const ended = endedBy === null ? '' : `  ended by ${endedBy}`;
  const disputed = contested ? `  contested by ${contradicts.join(', ')}` : '';
  return `${value}  from ${from ?? 'ever'} ${to === null ? 'on' : `until ${to}`}  (${factId})${ended}${disputed}`;
}

function assertionLine(assertion: FactAssertion): string {
  const { factId, object, holds, validFrom, validTo, knownAt, status, band, sourceId } = assertion;
  return `${holds === null ? '' : `${holds}: `}${object}  valid from ${validFrom}${validTo === null ? '' : ` until ${validTo}`}, known ${knownAt}  ${status}  ${band}, ${sourceId}  (${factId})`;
}
