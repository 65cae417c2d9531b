import { askedPart } from '../../language/askedPart.ts';
import { nameKey } from '../../language/names.ts';
import type { Span } from '../../language/span.ts';
import type { TimeReading } from '../../language/timeQuestion.ts';
import type { FactReads, SlotSummary } from '../../projections/facts/factReads.ts';
import { openPredicateWords, type PredicateProfile } from '../../projections/facts/predicateWords.ts';
import { openRelationVocabularies } from '../../projections/relations/relationVocabularies.ts';
import type { Database } from '../../store/sqlite.ts';
import { askedSort } from './askedSort.ts';
import {
  answers,
  evidenceOf,
  isElsewhere,
  isTimed,
  leftOver,
  maybeNamed,
  mostOf,
  noWords,
  type Question,
  stemsBeside,
  tellsSurely,
  unexplained,
  type Weighed,
} from './fitEvidence.ts';
import { placesOf, sortsOf, unheardValue } from './namedValues.ts';
import type { LinkedSlot, SlotLinks } from './slotLinks.ts';

/** A slot that a question is about, known by how this memory speaks of its property. */
export interface FittingSlot extends LinkedSlot {
  /** Where the question names values that the slot has or had. */
  readonly valuesAt: readonly Span[];
  /** A value of the slot's sort is named that it never had. */
  readonly unheard: string | null;
  /** Places of the question that say what is asked for, and so nothing of time: “how long”, “when” for a time of day. */
  readonly form: readonly Span[];
  /** The question without what only introduces it; all places are the same. */
  readonly asked: string;
  /** The words tell surely enough of just this property; else it may be another one that this memory does not know. */
  readonly isSure: boolean;
}

/** What a named subject's slots say to a question whose words name no property outright. */
export type SlotFit =
  | { readonly kind: 'slots'; readonly slots: readonly FittingSlot[] }
  /** The property is one that other subjects have and this one has not. */
  | { readonly kind: 'unsupported'; readonly subjectAt: readonly Span[] };

/** Evidence, in natural-log units, from which a property counts as named. */
const named = 1;
/** Of two of a subject's properties the better is meant where the other has less than this share of its evidence. */
const clearlyLess = 0.75;
/** So many slots are proposed where nothing decides between them. */
const mostSlots = 3;
/** How surely a word tells of a relation, from which a relation may be asked for. */
const relationNamed = 0.4;
/** So many unknown words of a question may be another name of a property. */
const mostUnknown = 2;
/** As much as two words that tell. */
const valueEvidence = 6;

/** Asks for a reason or an event, which no value is. */
const noValue =
  /\bwhy\b|\bwhat (?:happened|caused|led|went wrong|(?:followed|came|resulted) (?:from|of))\b|\bbecause\b|\b(?:causes?|effects?|impacts?|consequences?)\b/iu;

/**
 * Finds the slot that a question is about where its words do not name the predicate: among the predicates that the subject
 * has, by the words that this memory uses for each, by the sort of value that the question asks for, and by a value that
 * it names.
 */
export function openSlotFits(db: Database, facts: FactReads) {
  const predicateWords = openPredicateWords(db);
  const relations = openRelationVocabularies(db);
  const selectValues = db
    .prepare<{ namespace: string; keys: string }, string>(
      `SELECT DISTINCT f.object FROM json_each($keys) asked
         CROSS JOIN facts f ON f.namespace = $namespace AND f.slot_key = asked.value AND f.denial IS NULL LIMIT 200`,
    )
    .pluck();

  function valuesOf({ namespace, keys }: SlotSummary): string[] {
    return selectValues.all({ namespace, keys: JSON.stringify(keys) }).map((object) => String(JSON.parse(object)));
  }

  return (
    text: string,
    names: SlotLinks['names'],
    { dates, cues }: Pick<TimeReading, 'dates' | 'cues'>,
  ): SlotFit | null => {
    if (noValue.test(text)) return null;
    for (const { namespace, name, start, end } of names) {
      const slots = facts.slotsOfSubject(namespace, name);
      if (slots.length === 0) continue;
      const subject = { start, end };
      const asked = askedPart(text, subject, dates);
      const question = { text: asked, subject, dates, cues, sort: askedSort(asked) };
      const namesRelation = (stems: ReadonlySet<string>) =>
        relations(namespace)
          .fit([...stems].map((stem) => ({ stem, pair: null })))
          .some(({ score }) => score >= relationNamed);
      const fit = fitOf(question, slots, { words: predicateWords(namespace), valuesOf, namesRelation });
      if (fit !== null) return fit;
    }
    return null;
  };
}

/** What is known of a memory's predicates and relations. */
interface Known {
  readonly words: ReadonlyMap<string, PredicateProfile>;
  valuesOf(slot: SlotSummary): string[];
  /** Whether some stem tells of a relation between things, which is no value. */
  namesRelation(stems: ReadonlySet<string>): boolean;
}

function fitOf(
  question: Question,
  slots: readonly SlotSummary[],
  { words, valuesOf, namesRelation }: Known,
): SlotFit | null {
  const { text, subject, dates, cues, sort } = question;
  const stems = stemsBeside(text, [subject, ...dates]);
  const own = new Set(slots.flatMap(({ predicate, keys }) => [nameKey(predicate), ...keys.map(predicateOf)]));
  const others = [...words.values()].filter(
    ({ key, sorts }) => !own.has(key) && (isTimed(sort) || answers(sort, sorts)),
  );
  const elsewhere = mostOf(others.map((profile) => evidenceOf(profile, stems)));
  const weighed = slots.flatMap((slot): Weighed[] => {
    const values = valuesOf(slot);
    const sorts = sortsOf(values);
    const valuesAt = values.flatMap((value) => placesOf(text, value, dates));
    const isOfSort = answers(sort, sorts);
    if (valuesAt.length === 0 && !isOfSort && !isTimed(sort)) return [];
    const profiles = [...new Set([nameKey(slot.predicate), ...slot.keys.map(predicateOf)])].flatMap(
      (key) => words.get(key) ?? [],
    );
    const best = mostOf(profiles.map((profile) => evidenceOf(profile, stems)));
    const unheard = valuesAt.length > 0 ? null : unheardValue(text, [subject, ...dates], sorts);
    const evidence = best.evidence + (valuesAt.length > 0 ? valueEvidence : 0);
    return [{ slot, evidence, words: best.stems, valuesAt, unheard, isOfSort }];
  });
  weighed.sort((a, b) => b.evidence - a.evidence || Number(b.isOfSort) - Number(a.isOfSort));
  const [first] = weighed;
  const best = first?.evidence ?? 0;
  const isAllOfIt = unexplained(question, { words: elsewhere.stems }).length <= leftOver(elsewhere);
  if (isAllOfIt && isElsewhere(elsewhere, first)) return { kind: 'unsupported', subjectAt: [subject] };
  if (first === undefined) return null;
  // No word tells, but the form of the question leaves few slots.
  const byWords = best >= named ? weighed.filter(({ evidence }) => evidence > clearlyLess * best) : [];
  const mayBeOwn =
    byWords.length === 0 && elsewhere.evidence < maybeNamed && unexplained(question, noWords).length <= mostUnknown;
  const ofSort =
    mayBeOwn && sort !== null && !sort.sorts.has('words') ? weighed.filter(({ isOfSort }) => isOfSort) : [];
  const ofState = mayBeOwn && sort === null && cues.length + dates.length > 0 && !namesRelation(stems) ? weighed : [];
  const meant = [byWords, ofSort, ofState].find(({ length }) => length > 0 && length <= mostSlots) ?? [];
  if (meant.length === 0) return null;
  const isOnly = meant === ofSort && meant.length === 1;
  const form = sort === null ? [] : [sort.at];
  return {
    kind: 'slots',
    slots: meant.slice(0, mostSlots).map((one) => ({
      ...linked(one, question, form),
      isSure: (isOnly || meant === byWords) && tellsSurely(one, question),
    })),
  };
}

function linked({ slot, evidence, words, valuesAt, unheard }: Weighed, question: Question, form: readonly Span[]) {
  const { text, subject, sort } = question;
  return {
    slot,
    score: Math.min(1, 0.6 + evidence / 20),
    words: words.size,
    whole: true,
    named: subject.end - subject.start,
    subjectAt: [subject],
    predicateStems: words,
    valuesAt,
    unheard,
    asked: text,
    form: sort !== null && valuesAt.length === 0 && unheard === null ? form : [],
  };
}

function predicateOf(slotKey: string): string {
  return slotKey.slice(slotKey.indexOf('\n') + 1);
}
