import type { TimeQuestion } from '../../contract/packet.ts';
import { fromInstant } from '../../contract/time.ts';
import { type EntityReads, openEntityReads } from '../../projections/entities/entityReads.ts';
import { openFactReads, type ResolvedSlot } from '../../projections/facts/factReads.ts';
import { stemsOf } from '../../projections/facts/subjectTerms.ts';
import type { Database } from '../../store/sqlite.ts';
import type { Candidate, PathQuery, PathResult } from '../path.ts';
import { asksFor } from './asksFor.ts';
import { factSentence } from './factSentence.ts';
import { type MentionedValues, mentionedValues } from './mentionedValues.ts';
import { answerSlot, type Picked, type SlotAnswer } from './slotAnswer.ts';
import { closeness, type LinkedSlot, openSlotLinks } from './slotLinks.ts';
import { openSlotsOfValue } from './slotsOfValue.ts';
import { readTimeQuestion, type TimeReading } from './timeQuestion.ts';

/** Which rules answered: kept in traces, and raised when an answer may change. */
export const temporalVersion = 'temporal-2';

/** A slot with what it answers. */
interface Answered {
  /** Of time, as it is asked of this slot. */
  readonly time: TimeQuestion;
  readonly linked: LinkedSlot;
  readonly resolved: ResolvedSlot;
  readonly answer: SlotAnswer;
}

/** Of slots between which the words do not decide, so many are asked. */
const mostSlots = 8;
/** A slot that the words name less well than this may not be the one: its emptiness says nothing. */
const certainScore = 0.6;

/**
 * Answers what a value is, was or was believed to be, what came before or after it, and when it began or ended: links
 * the question to slots, reads what it asks of time, and lets the resolution rule answer. Proposes the facts that decide
 * (and the items they were found in), never a superseded one as the present. Where the words name a slot for certain and
 * it is empty at that time, `absence` says why.
 */
export function openTemporal(db: Database): (query: PathQuery) => PathResult {
  const entities = rememberKeys(openEntityReads(db));
  const facts = openFactReads(db, entities);
  const linkSlots = openSlotLinks(db, { entities, facts });
  const slotsOfValue = openSlotsOfValue(db, facts);

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
    const [top] = answered;
    if (top === undefined || top.linked.score < certainScore || top.linked.subjectAt.length === 0) return null;
    if (impossible !== null) return 'no-such-date';
    const { namespace, subject, predicate } = top.linked.slot;
    if (top.answer.unheardValue) return 'never-stated';
    const knownAt = earlier(query.knownAt, fromInstant(time.knownAt));
    const { reason } = facts.answer(namespace, subject, predicate, { at: top.answer.at, knownAt });
    // Something holds there, and what was asked of it (what came before, say) does not exist.
    return reason === 'held' ? 'never-stated' : reason;
  }

  function retrieve(query: PathQuery): PathResult {
    const { text, namespaces, now, timeZone } = query;
    entities.forget();
    const links = linkSlots(text, namespaces);
    const plain = readTimeQuestion(text, { now, timeZone }, links.names);
    const found = links.find(plain.dates);
    const reading = withoutPredicateWords(query, plain, links.names, found);
    const excluded = [...reading.dates, ...found.flatMap(({ subjectAt }) => subjectAt)];
    const mentioned = withValue(mentionedValues(text, excluded), reading);
    const slots = found.length > 0 ? found : slotsOfValue(namespaces, text, reading, mentioned);
    const [best] = slots;
    if (best === undefined) return { ...nothing, time: reading.time };
    const equals = slots.filter((one) => closeness(one) === closeness(best)).slice(0, mostSlots);
    const answered = equals.map((linked) => answer(linked, reading, query, mentioned));
    const holding = reading.impossible === null ? answered.filter((one) => one.answer.picks.length > 0) : [];
    if (holding.length === 0) {
      const why = absence(answered, reading, query);
      return { ...nothing, time: reading.time, ...(why === null ? {} : { absence: why }) };
    }
    const [told] = holding;
    const elsewhere = [...reading.dates, ...reading.cues];
    // Where the time that is meant cannot be read, no value is known to be the one asked for.
    const asked = reading.unread ? [] : holding.filter(({ linked }) => asksFor(text, linked, elsewhere));
    const sure = asked.length === holding.length && agree(holding);
    return {
      ...nothing,
      time: told?.time ?? reading.time,
      candidates: candidatesOf(holding, new Set(asked), query.depth),
      ...(sure && told ? { statement: sentenceOf(told, query) } : {}),
    };
  }

  /** The facts that decide, each with the items it was found in behind it; a row once, under its best reason. */
  function candidatesOf(holding: readonly Answered[], asked: ReadonlySet<Answered>, depth: number): Candidate[] {
    const candidates: Omit<Candidate, 'rank'>[] = [];
    const seen = new Set<number>();
    const propose = (candidate: Omit<Candidate, 'rank'>) => {
      if (!seen.has(candidate.rowid) && seen.add(candidate.rowid)) candidates.push(candidate);
    };
    for (const one of holding) {
      const { linked, resolved, answer } = one;
      const wanted = asked.has(one) && { asked: true };
      const { namespace, subject, predicate } = linked.slot;
      for (const [place, picked] of answer.picks.entries()) {
        const row = resolved.rows.find(({ id }) => id === picked.decider.id);
        if (row === undefined) continue;
        const score = linked.score * 0.95 ** place;
        const signals = { slot: { subject, predicate }, ...signalsOf(picked) };
        propose({ rowid: row.rowid, score, ...wanted, signals });
        const sources = facts.rowsOf(namespace, row.derivedFrom);
        for (const [itemId, rowid] of sources) {
          propose({ rowid, score: score * 0.99, ...wanted, signals: { ...signals, stated: itemId } });
        }
      }
    }
    return candidates.slice(0, depth).map((candidate, at) => ({ ...candidate, rank: at + 1 }));
  }

  // One snapshot for all reads of a question, however many items are written meanwhile.
  return db.transaction(retrieve).deferred;
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

const nothing = { status: 'ok', reason: null, candidates: [], lagging: 0 } as const satisfies PathResult;

/** “When does support end?” asks for the slot "end of support", and not for the end of a value. */
function withoutPredicateWords(
  { text, now, timeZone }: PathQuery,
  plain: TimeReading,
  names: Parameters<typeof readTimeQuestion>[2],
  [best]: readonly LinkedSlot[],
): TimeReading {
  if (best === undefined) return plain;
  const own = plain.cues.filter(({ start, end }) =>
    stemsOf(text.slice(start, end)).some((stem) => best.predicateStems.has(stem)),
  );
  return own.length === 0 ? plain : readTimeQuestion(text, { now, timeZone }, [...(names ?? []), ...own]);
}

/** The value that the question names by its syntax counts as mentioned, whatever it is. */
function withValue({ keys, definite }: MentionedValues, { time }: TimeReading): MentionedValues {
  if (time.value === null) return { keys, definite };
  const own = mentionedValues(time.value, []);
  return { keys: new Set([...keys, ...own.keys]), definite: new Set([...definite, ...own.definite]) };
}

const whenWas = /\bwhen (?:was|were)\b/iu;

/** “When was the timeout 600 seconds?” asks for the times of a value, where the slot had it or it is surely a value. */
function whenItHeld(text: string, time: TimeQuestion, { timeline }: ResolvedSlot, mentioned: MentionedValues) {
  const phrase = whenWas.exec(text)?.[0];
  if (time.mode !== 'now' || phrase === undefined) return time;
  const held = timeline.segments.find(({ valueKey }) => mentioned.keys.has(valueKey));
  const [value] = held === undefined ? mentioned.definite : [String(held.value)];
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

function sentenceOf({ linked, answer, time }: Answered, { now, timeZone }: PathQuery): string {
  const { subject, predicate } = linked.slot;
  return factSentence({ subject, predicate, time, picks: answer.picks, now, timeZone });
}

function signalsOf({ segment, decider, contested, role }: Picked) {
  return { role, value: segment.value, from: segment.from, to: segment.to, decidedBy: decider.id, contested };
}

function earlier(a: number | null, b: number | null): number | null {
  return a === null ? b : b === null ? a : Math.min(a, b);
}
