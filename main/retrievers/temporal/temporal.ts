import type { TimeQuestion } from '../../contract/packet.ts';
import { fromInstant } from '../../contract/time.ts';
import type { Span } from '../../language/span.ts';
import { readTimeQuestion, type TimeReading } from '../../language/timeQuestion.ts';
import { parseValue } from '../../language/values.ts';
import { type EntityReads, openEntityReads } from '../../projections/entities/entityReads.ts';
import { openFactReads, type ResolvedSlot } from '../../projections/facts/factReads.ts';
import type { Database } from '../../store/sqlite.ts';
import { covers } from '../../truth/questions.ts';
import type { Candidate, PathQuery, PathResult } from '../path.ts';
import { asksFor, isTurnedRound } from './asksFor.ts';
import { factSentence } from './factSentence.ts';
import { withName } from './hops.ts';
import { type MentionedValues, mentionedValues } from './mentionedValues.ts';
import { openNearHops } from './nearHops.ts';
import { originOf } from './origin.ts';
import { isOfAnother } from './otherSubject.ts';
import { readForSlot, withoutPredicateWords } from './readForSlot.ts';
import { answerSlot, type Picked, type SlotAnswer } from './slotAnswer.ts';
import { openSlotFits } from './slotFits.ts';
import { closeness, type LinkedSlot, openSlotLinks, type SlotLinks } from './slotLinks.ts';
import { openSlotsOfValue, openSlotsWithValue } from './slotsOfValue.ts';
import { modeAroundValue } from './valueMode.ts';
import { asksWhetherEver, claimOf, isYesNo, type ValuePlace, valueWords } from './yesNo.ts';

/** Which rules answered: kept in traces, and raised when an answer may change. */
export const temporalVersion = 'temporal-5';

export interface Temporal {
  retrieve(query: PathQuery): PathResult;
  /** Whether a question names a slot, or a property that other things have: read, and not answered. */
  asks(query: PathQuery): boolean;
}

/** A slot with what it answers. */
interface Answered {
  /** Of time, as it is asked of this slot. */
  readonly time: TimeQuestion;
  readonly linked: LinkedSlot;
  readonly resolved: ResolvedSlot;
  readonly answer: SlotAnswer;
}

type Proposed = Omit<Candidate, 'rank'>;
type Proposal = Pick<Candidate, 'score' | 'signals'> & { readonly asked: boolean };

/** A question as this path understands it. */
interface Understood {
  readonly names: SlotLinks['names'];
  /** Slots that the words name, those about another subject among them. */
  readonly named: readonly LinkedSlot[];
  readonly reading: TimeReading;
  /** Where it says when. */
  readonly elsewhere: readonly Span[];
  /** The slots that it may be about, the closest first. */
  readonly slots: readonly LinkedSlot[];
  readonly mentioned: MentionedValues;
  readonly place: ValuePlace;
}

/** Of slots between which the words do not decide, so many are asked. */
const mostSlots = 8;
/** How often a thing may be named through another one. */
const mostHops = 2;
/** What is named through a slot is what the slot holds at the time of the question. */
const plainModes: ReadonlySet<TimeQuestion['mode']> = new Set(['now', 'at']);
/** A slot that the words name less well than this may not be the one: its emptiness says nothing. */
const certainScore = 0.6;

/**
 * Answers what a value is, was or was believed to be, what came before or after it, and when it began or ended: links
 * the question to slots, reads what it asks of time, and lets the resolution rule answer. Proposes the facts that decide
 * (and the items they were found in), never a superseded one as the present. Where the words name a slot for certain and
 * it is empty at that time, `absence` says why.
 */
export function openTemporal(db: Database): Temporal {
  const entities = rememberKeys(openEntityReads(db));
  const facts = openFactReads(db, entities);
  const linkSlots = openSlotLinks(db, { entities, facts });
  const slotsWithValue = openSlotsWithValue(db, facts);
  const slotsOfValue = openSlotsOfValue(slotsWithValue);
  const nearHops = openNearHops(slotsWithValue);
  const findFit = openSlotFits(db, facts);

  function answer(linked: LinkedSlot, reading: TimeReading, query: PathQuery, mentioned: MentionedValues): Answered {
    const knownAt = earlier(query.knownAt, fromInstant(reading.time.knownAt));
    const resolved = facts.resolve(linked.slot, { knownAt });
    const definite = mentioned.definite.size > 0;
    const time = whenItHeld(query.text, reading.time, resolved, mentioned);
    const asked = { time, first: reading.first, mentioned: mentioned.keys, definite, now: query.now };
    return { time, linked, resolved, answer: answerSlot(resolved.timeline, asked) };
  }

  /** Why a slot that is certain is empty. */
  function absence(answered: readonly Answered[], { time, impossible }: TimeReading, query: PathQuery): string | null {
    if (impossible !== null) return 'no-such-date';
    const [top] = answered;
    if (top === undefined || !isCertain(top)) return null;
    const { namespace, subject, predicate } = top.linked.slot;
    if (top.answer.unheardValue) return 'never-stated';
    const knownAt = earlier(query.knownAt, fromInstant(time.knownAt));
    const { reason } = facts.answer(namespace, subject, predicate, { at: top.answer.at, knownAt });
    // Something holds there, and what was asked of it (what came before, say) does not exist.
    return reason === 'held' ? 'never-stated' : reason;
  }

  function retrieve(query: PathQuery): PathResult {
    entities.forget();
    const byName = ask(query, mostHops);
    const isAnswered = byName.absence !== undefined || byName.candidates.some(({ asked }) => asked);
    if (!isAnswered) return askByFit(query) ?? byName;
    // “The date when the interval became 60 s” names a predicate outright, and asks for more than its value.
    if (isYesNo(query.text) || !plainModes.has(byName.time?.mode ?? 'history')) return byName;
    if (modeAroundValue(query.text, '') === null) return byName;
    const byFit = askByFit(query);
    return byFit === null || byFit.time?.value == null || plainModes.has(byFit.time.mode) ? byName : byFit;
  }

  /**
   * Where the words name no predicate outright: the slot of a named subject that fits how this memory speaks of the
   * property. One that fits is the slot; of two both are proposed, and neither for certain.
   */
  function askByFit(query: PathQuery): PathResult | null {
    const { text, namespaces, now, timeZone } = query;
    const { names } = linkSlots(text, namespaces);
    const plain = readTimeQuestion(text, { now, timeZone }, names);
    const fit = findFit(text, names, plain);
    if (fit === null) return null;
    if (fit.kind === 'unsupported') return { ...nothing, time: plain.time, absence: 'relation-unsupported' };
    const read = fit.slots.filter((slot) => !isTurnedRound(text, slot)).map((slot) => readForSlot(query, slot, names));
    const answered = read.map(({ slot, reading, mentioned }) => answer(slot, reading, query, mentioned));
    const [only, ...others] = read;
    if (only === undefined) return null;
    const holding =
      only.reading.impossible === null ? answered.filter(({ answer: { picks } }) => picks.length > 0) : [];
    const [told] = holding;
    const isSure =
      others.length === 0 &&
      only.slot.isSure &&
      !only.reading.unread &&
      !isOfAnother(only.slot.asked, only.slot, [...only.reading.dates, ...only.reading.cues, ...only.slot.valuesAt], {
        embedded: only.slot.asked !== text,
      });
    if (told === undefined) return isSure ? emptiness(answered, only, query) : null;
    const place = { text, excluded: [], mentioned: only.mentioned.keys };
    return {
      ...nothing,
      time: told.time,
      notices: only.reading.notices,
      candidates: candidatesOf(holding, new Set(isSure ? holding : []), query.depth),
      ...(isSure ? { statement: sentenceOf(told, place, query) } : {}),
    };
  }

  /** An empty slot: why it is, and what ended or denied its value, as the last that was said of it. */
  function emptiness(
    answered: readonly Answered[],
    { reading }: Pick<Understood, 'reading'>,
    query: PathQuery,
  ): PathResult {
    const why = absence(answered, reading, query);
    const time = reading.impossible === null ? reading.time : { ...reading.time, phrase: reading.impossible };
    const empty = {
      ...nothing,
      time,
      notices: reading.notices,
      ...(why === null ? {} : { absence: why }),
    };
    const [top] = answered;
    if (top === undefined || (why !== 'did-not-hold-then' && why !== 'taken-back')) return empty;
    const deniers = deniersOf(top);
    if (deniers.length === 0) return empty;
    const candidates = deniers.flatMap((id) =>
      proposals(top, id, { score: top.linked.score, asked: true, signals: { role: 'end', decidedBy: id } }),
    );
    return { ...empty, absence: 'value-ended', candidates: inRanks(candidates).slice(0, query.depth) };
  }

  /**
   * A thing that is named through a slot (“the owner of the billing service”) is put in its words' place, and what is asked
   * of it is asked again; `hops` is how often.
   */
  function hop(query: PathQuery, hops: number, { named, names, reading }: Understood): PathResult | null {
    if (hops === 0 || reading.impossible !== null || reading.unread || !plainModes.has(reading.time.mode)) return null;
    const unnamed = { keys: new Set<string>(), definite: new Set<string>() };
    for (const { linked, place, valueKey } of nearHops(query.text, named, names)) {
      const near = answer(linked, reading, query, unnamed);
      const [only, ...others] = near.answer.picks.filter(({ role }) => role === 'answer');
      if (only === undefined || (valueKey === null ? others.length > 0 : only.segment.valueKey !== valueKey)) continue;
      const name = valueKey === null ? only.segment.value : linked.slot.subject;
      if (typeof name !== 'string' || parseValue(name).kind !== 'text') continue;
      const far = ask({ ...query, text: withName(query.text, place, name) }, hops - 1);
      if (far.statement === undefined) continue;
      const told = sentenceOf(near, { text: '', excluded: [], mentioned: unnamed.keys }, query);
      const candidates = [...far.candidates, ...candidatesOf([near], new Set([near]), query.depth)];
      return {
        ...far,
        candidates: inRanks(candidates).slice(0, query.depth),
        statement: `${told} ${far.statement}`,
      };
    }
    return null;
  }

  function understand({ text, namespaces, now, timeZone }: PathQuery): Understood {
    const { names, find } = linkSlots(text, namespaces);
    const plain = readTimeQuestion(text, { now, timeZone }, names);
    const named = find(plain.dates);
    const reading = withoutPredicateWords({ text, now, timeZone }, plain, names, named);
    const elsewhere = [...reading.dates, ...reading.cues];
    // “The codes of the north and the south gate” asks two slots.
    const subjects = named.flatMap(({ subjectAt }) => subjectAt);
    const found = named.filter((linked) => !isOfAnother(text, linked, [...elsewhere, ...subjects]));
    const excluded = [...reading.dates, ...found.flatMap(({ subjectAt }) => subjectAt)];
    const mentioned = withValue(mentionedValues(text, excluded), reading);
    const slots = named.length > 0 ? found : slotsOfValue(namespaces, text, reading, mentioned);
    const place = { text, excluded, mentioned: mentioned.keys };
    return { names, named, reading, elsewhere, slots, mentioned, place };
  }

  function ask(query: PathQuery, hops: number): PathResult {
    const question = understand(query);
    const { reading, slots, mentioned, place, elsewhere } = question;
    const [best] = slots;
    if (best === undefined) return hop(query, hops, question) ?? emptiness([], question, query);
    const equals = slots.filter((one) => closeness(one) === closeness(best)).slice(0, mostSlots);
    const answered = equals.map((linked) => answer(linked, reading, query, mentioned));
    const holding = reading.impossible === null ? answered.filter((one) => one.answer.picks.length > 0) : [];
    const [told] = holding;
    if (told === undefined) {
      const far = hop(query, hops, question);
      if (far !== null) return far;
      return emptiness(answered, question, query);
    }
    // Where the time that is meant cannot be read, no value is known to be the one asked for.
    const asked = reading.unread
      ? []
      : holding.filter(({ linked, resolved }) =>
          asksFor(query.text, linked, [...elsewhere, ...valueWords(place, resolved.timeline)]),
        );
    const sure = asked.length === holding.length && agree(holding);
    const far = sure ? null : hop(query, hops, question);
    if (far !== null) return far;
    return {
      ...nothing,
      time: told.time,
      notices: reading.notices,
      candidates: candidatesOf(holding, new Set(asked), query.depth),
      ...(sure ? { statement: sentenceOf(told, place, query) } : {}),
    };
  }

  /** The facts that decide, each with the items it was found in behind it; a row once, under its best reason. */
  function candidatesOf(holding: readonly Answered[], asked: ReadonlySet<Answered>, depth: number): Candidate[] {
    const candidates = holding.flatMap((one) =>
      one.answer.picks.flatMap((picked, place) => {
        const score = one.linked.score * 0.95 ** place;
        const { rows, verdicts } = one.resolved;
        const origin = picked.role === 'end' ? null : originOf(picked.segment, rows, verdicts);
        const signals = signalsOf(picked);
        return [
          ...(origin === null ? [] : proposals(one, origin.id, { score, asked: asked.has(one), signals })),
          { behind: proposals(one, picked.decider.id, { score: score * 0.9, asked: asked.has(one), signals }) },
        ];
      }),
    );
    const first = candidates.flatMap((one) => ('behind' in one ? [] : [one]));
    return inRanks([...first, ...candidates.flatMap((one) => ('behind' in one ? one.behind : []))]).slice(0, depth);
  }

  /** The statement that decides and, behind it, the items it was found in. */
  function proposals({ linked, resolved }: Answered, decider: string, { score, asked, signals }: Proposal): Proposed[] {
    const row = resolved.rows.find(({ id }) => id === decider);
    if (row === undefined) return [];
    const { namespace, subject, predicate } = linked.slot;
    const told = { slot: { subject, predicate }, ...signals };
    const wanted = asked && { asked };
    return [
      { rowid: row.rowid, score, ...wanted, signals: told },
      ...[...facts.rowsOf(namespace, row.derivedFrom)].map(([itemId, rowid]) => ({
        rowid,
        score: score * 0.99,
        ...wanted,
        signals: { ...told, stated: itemId },
      })),
    ];
  }

  function asks(query: PathQuery): boolean {
    entities.forget();
    const { text, now, timeZone } = query;
    const { slots, names } = understand(query);
    if (slots.some(({ score, subjectAt }) => score >= certainScore && subjectAt.length > 0)) return true;
    return names.length > 0 && findFit(text, names, readTimeQuestion(text, { now, timeZone }, names)) !== null;
  }

  // One snapshot for all reads of a question, however many items are written meanwhile.
  return { retrieve: db.transaction(retrieve).deferred, asks: db.transaction(asks).deferred };
}

/** The statements by which a slot is empty: those that ended its value, and those that say that it never had it. */
function deniersOf({ resolved: { timeline, rows, verdicts }, answer }: Answered): string[] {
  const ended = timeline.absences.filter((absence) => covers(absence, answer.at)).map(({ winner }) => winner.id);
  const never = rows.filter(({ id, denial }) => denial === 'never' && verdicts.fates.get(id)?.alive !== false);
  return [...new Set([...ended, ...never.map(({ id }) => id)])];
}

function isCertain({ linked: { score, subjectAt } }: Answered): boolean {
  return score >= certainScore && subjectAt.length > 0;
}

/** Within one question the same names are looked up again and again, and mean the same. */
function rememberKeys(entities: EntityReads): EntityReads & { forget(): void } {
  const remembered = [new Map<string, string[]>(), new Map<string, string[]>()] as const;
  const once = (of: Map<string, string[]>, look: EntityReads['canonicalKeys']) => (namespace: string, name: string) => {
    const id = `${namespace}\n${name}`;
    const keys = of.get(id) ?? look(namespace, name);
    of.set(id, keys);
    return keys;
  };
  return {
    ...entities,
    canonicalKeys: once(remembered[0], entities.canonicalKeys),
    predicateKeys: once(remembered[1], entities.predicateKeys),
    forget() {
      for (const keys of remembered) keys.clear();
    },
  };
}

/** In their order, each row once. */
function inRanks(candidates: readonly Proposed[]): Candidate[] {
  const distinct = new Map<number, Proposed>();
  for (const one of candidates) if (!distinct.has(one.rowid)) distinct.set(one.rowid, one);
  return [...distinct.values()].map((candidate, at) => ({ ...candidate, rank: at + 1 }));
}

const nothing = { status: 'ok', reason: null, candidates: [], lagging: 0 } as const satisfies PathResult;

/** The value that the question names by its syntax counts as mentioned, whatever it is. */
function withValue({ keys, definite }: MentionedValues, { time }: TimeReading): MentionedValues {
  if (time.value === null) return { keys, definite };
  const own = mentionedValues(time.value, []);
  return { keys: new Set([...keys, ...own.keys]), definite: new Set([...definite, ...own.definite]) };
}

const whenWas = /\bwhen (?:was|were)\b/iu;

/**
 * “When was the timeout 600 seconds?” asks for the times of a value, where the slot had it or it is surely a value; “was it
 * ever 600 seconds?” where the slot had it.
 */
function whenItHeld(text: string, time: TimeQuestion, { timeline }: ResolvedSlot, mentioned: MentionedValues) {
  const phrase =
    whenWas.exec(text)?.[0] ?? (asksWhetherEver(text) ? (/\bever\b/iu.exec(text)?.[0] ?? null) : undefined);
  if (time.mode !== 'now' || phrase === undefined) return time;
  const held = timeline.segments.find(({ valueKey }) => mentioned.keys.has(valueKey));
  const [value] = held !== undefined ? [String(held.value)] : whenWas.test(text) ? mentioned.definite : [];
  return value === undefined ? time : { ...time, mode: 'history' as const, value, phrase };
}

/** All of them say the same: otherwise the sentence would pass a guess for an answer. */
function agree(holding: readonly Answered[]): boolean {
  const said = holding.map(({ answer }) =>
    answer.picks
      .filter(({ role }) => role === 'answer')
      .map(({ segment }) => segment.valueKey)
      .join('\n'),
  );
  return new Set(said).size === 1;
}

function sentenceOf({ linked, resolved, answer, time }: Answered, place: ValuePlace, query: PathQuery): string {
  const { predicate } = linked.slot;
  const subject = linked.calledBy ?? linked.slot.subject;
  const { picks } = answer;
  const claim = claimModes.has(time.mode) ? claimOf(place, resolved.timeline, picks) : null;
  return factSentence({ subject, predicate, time, picks, claim, now: query.now, timeZone: query.timeZone });
}

/** Modes in which a yes or a no is about what held. */
const claimModes: ReadonlySet<TimeQuestion['mode']> = new Set(['now', 'at', 'history']);

function signalsOf({ segment, decider, contested, role }: Picked) {
  return { role, value: segment.value, from: segment.from, to: segment.to, decidedBy: decider.id, contested };
}

function earlier(a: number | null, b: number | null): number | null {
  return a === null ? b : b === null ? a : Math.min(a, b);
}
