import type { TimeQuestion } from '../../contract/packet.ts';
import { fromInstant } from '../../contract/time.ts';
import { dayIn } from '../../language/dayIn.ts';
import type { Segment } from '../../truth/evidence.ts';
import type { Picked } from './slotAnswer.ts';
import { type Wording, wordingOf } from './wording.ts';
import type { Claim } from './yesNo.ts';

interface Told {
  readonly subject: string;
  readonly predicate: string;
  readonly time: TimeQuestion;
  readonly picks: readonly Picked[];
  /** Where a yes or a no was asked for. */
  readonly claim: Claim | null;
  readonly now: number;
  readonly timeZone: string;
}

/**
 * The answer as one sentence, by rule: "Worker timeout was 600 seconds from 12 September 2026 until 24 September 2026."
 * Days are those of the asker's zone. A question for a yes or a no is answered so, with the value that holds.
 */
export function factSentence(told: Told): string {
  const { time, now, timeZone } = told;
  const knownAt = fromInstant(time.knownAt);
  const at = fromInstant(time.at);
  const day = (ms: number) => dayIn(ms, timeZone);
  const opening =
    knownAt !== null && knownAt < now
      ? `As known on ${day(knownAt)}, `
      : at !== null && at > now
        ? `As far as is known on ${day(now)}, `
        : '';
  const disputed = told.picks.some(({ contested, role }) => contested && role === 'answer');
  const stated = told.claim === null ? clause(told, day) : claimed(told, told.claim, day);
  return `${opening === '' ? capitalized(stated, told.claim) : opening + stated}${disputed ? '; another source disputes it' : ''}.`;
}

/** A subject keeps its own first letter; a yes or a no has none. */
function capitalized(sentence: string, claim: Claim | null): string {
  return claim === null ? sentence : sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

type Day = (ms: number) => string;

/** "No: Worker timeout is 420 seconds since 24 September 2026; it was 600 seconds from … until …". */
function claimed(told: Told, { answer, named }: Claim, day: Day): string {
  if (answer === 'yes') {
    const own = told.picks
      .filter(({ segment }) => segment === named)
      .map((one) => ({ ...one, role: 'answer' as const }));
    return `yes: ${clause({ ...told, picks: own }, day)}`;
  }
  const { verb } = wordingOf(told.subject, told.predicate);
  const besides = named === null ? '' : `; it ${verb(isPast(named, told.now))} ${show(named)} ${interval(named, day)}`;
  return `no: ${clause(told, day)}${besides}`;
}

function clause(told: Told, day: Day): string {
  const { time, picks, now } = told;
  const wording = wordingOf(told.subject, told.predicate);
  const answers = picks.filter(({ role }) => role === 'answer').map(({ segment }) => segment);
  const [first] = answers;
  const other = picks.find(({ role }) => role !== 'answer' && role !== 'end')?.segment;
  if (first === undefined) throw new Error('a sentence about nothing');
  const said = saidOf(wording, first, now);
  switch (time.mode) {
    case 'began':
      if (wording.verbal) return `${said} ${interval(first, day)}`;
      return `${wording.name} ${first.from > now ? 'becomes' : 'became'} ${show(first)} on ${day(first.from)}`;
    case 'ended':
      return ending(wording, first, { other, now, day });
    case 'before':
      return `Before ${other ? show(other) : 'that'}, ${saidOf(wording, first, Infinity)} ${interval(first, day)}`;
    case 'after':
      return `After ${other ? show(other) : 'that'}, ${said} ${interval(first, day)}`;
    case 'history':
      return `${wording.name} ${wording.verb(true)} ${listed(picks, day)}`;
    default:
      return values(wording, answers, told, day);
  }
}

interface Ending {
  readonly other: Segment | undefined;
  readonly now: number;
  readonly day: Day;
}

function ending(wording: Wording, segment: Segment, { other, now, day }: Ending): string {
  const { name, verb, verbal } = wording;
  const [value, { from, to }] = [show(segment), segment];
  if (to === null) {
    const since = verbal ? `${saidOf(wording, segment, now)} since` : `${name} has been ${value} since`;
    return `${since} ${day(from)}, with no end on record`;
  }
  const next = other === undefined ? '' : `, when it ${verbal ? verb(to <= now) : 'became'} ${show(other)}`;
  if (verbal) return `${saidOf(wording, segment, now)} until ${day(to)}${next}`;
  return `${name} ${to > now ? 'stops' : 'stopped'} being ${value} on ${day(to)}${next}`;
}

function saidOf({ name, verb }: Wording, segment: Segment, now: number): string {
  return `${name} ${verb(isPast(segment, now))} ${show(segment)}`;
}

function listed(picks: Told['picks'], day: Day): string {
  return picks.map(({ segment }) => `${show(segment)} ${interval(segment, day)}`).join('; ');
}

function values(wording: Wording, answers: readonly Segment[], { picks, now }: Told, day: Day): string {
  const { name, verb } = wording;
  const past = answers.every((segment) => isPast(segment, now));
  const stated = answers.map((segment) => `${show(segment)} ${interval(segment, day)}`).join(' and ');
  const besides = picks.filter(({ role }) => role === 'beside').map(({ segment }) => segment);
  const also = besides
    .map((segment) => `; in the same span it ${verb(true)} ${show(segment)} ${interval(segment, day)}`)
    .join('');
  return `${name} ${verb(past)} ${stated}${also}`;
}

function isPast({ to }: Segment, now: number): boolean {
  return to !== null && to <= now;
}

function interval({ from, to }: Segment, day: Day): string {
  return to === null ? `since ${day(from)}` : `from ${day(from)} until ${day(to)}`;
}

function show({ value }: Segment): string {
  const text = String(value);
  return text.length > longestValue ? `${text.slice(0, longestValue)}…` : text;
}

const longestValue = 300;
