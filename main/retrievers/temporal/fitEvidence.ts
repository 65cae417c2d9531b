import { blanked, type Span } from '../../language/span.ts';
import type { SlotSummary } from '../../projections/facts/factReads.ts';
import { type PredicateProfile, tellingStems } from '../../projections/facts/predicateWords.ts';
import type { ValueSort } from '../../projections/facts/valueSort.ts';
import type { AskedSort } from './askedSort.ts';
import { plainVerbs, saysLittle } from './predicateMatch.ts';

/** A question as it is weighed for slots. */
export interface Question {
  /** Without what only introduces it. */
  readonly text: string;
  readonly subject: Span;
  readonly dates: readonly Span[];
  /** Words of time, which name no property. */
  readonly cues: readonly Span[];
  readonly sort: AskedSort | null;
}

/** A slot and what speaks for it. */
export interface Weighed {
  readonly slot: SlotSummary;
  readonly evidence: number;
  readonly words: ReadonlySet<string>;
  readonly valuesAt: readonly Span[];
  readonly unheard: string | null;
  /** Its values are of a sort that the form of the question asks for. */
  readonly isOfSort: boolean;
}

/** Evidence for a property that the subject has not, below which the form of the question may decide among its own. */
export const maybeNamed = 2;
/** Evidence for such a property from which its absence is known, and how much more it must be. */
const surelyNamed = 3;
const muchMore = 2;
/** So much more evidence is a word that tells the other property from the own one. */
const saysMore = 1;
/** So many words that tell nothing of a property may stand beside those that name it for sure. */
const mostOthers = 2;

/** How much the words of a question tell of a property, in natural-log units, and which of them. */
export interface Evidence {
  readonly evidence: number;
  readonly stems: ReadonlySet<string>;
}

export const noWords = { words: new Set<string>() };
const noEvidence: Evidence = { evidence: 0, stems: new Set() };

export function mostOf(all: readonly Evidence[]): Evidence {
  return all.reduce((best, one) => (one.evidence > best.evidence ? one : best), noEvidence);
}

/** What speaks of a property: words, and values of it. */
interface Told {
  readonly words: ReadonlySet<string>;
  readonly valuesAt?: readonly Span[];
}

/** Words of courtesy and of order, which ask for nothing. */
const besides = new Set(
  tellingStems(
    'hello hi hey ok okay sorry tell may will please thanks thank kindly right next exactly immediately directly thing everything there set change switch become',
  ),
);

/** The telling words beside the subject, dates and words of time, in their order, that do not speak of a property. */
export function unexplained({ text, subject, dates, cues, sort }: Question, { words, valuesAt = [] }: Told): Span[] {
  const form = sort === null ? [] : [sort.at];
  const shown = blanked(text, [subject, ...dates, ...cues, ...form, ...valuesAt]);
  return [...shown.matchAll(/[\p{L}\p{N}_-]+/gu)].flatMap(({ 0: word, index }) => {
    const says = tellingStems(word).filter((stem) => !saysLittle(stem) && !plainVerbs.has(stem) && !besides.has(stem));
    return says.some((stem) => !words.has(stem)) ? [{ start: index, end: index + word.length }] : [];
  });
}

/**
 * Much tells of the property, or a little where its values are of the sort asked for, or where no unknown word makes another
 * name of it: an “attachment limit” need not be the limit that is known. Nothing else is asked, but for a word or two.
 */
export function tellsSurely(one: Weighed, question: Question): boolean {
  const others = unexplained(question, one);
  if (others.length > (one.evidence >= surelyNamed ? mostOthers : 1)) return false;
  if (one.evidence >= maybeNamed || (question.sort !== null && one.isOfSort)) return true;
  const { text } = question;
  const makesName = ({ end }: Span) =>
    tellingStems(/^\s+([\p{L}_-]+)/u.exec(text.slice(end))?.[1] ?? '').some((stem) => one.words.has(stem));
  return one.words.size > 0 && !others.some(makesName);
}

/** So many words that tell nothing of a property may stand beside those that tell so much of it. */
export function leftOver({ evidence }: Evidence): number {
  return evidence >= surelyNamed ? 1 : 0;
}

/** Another property is meant, which the subject has not: much more tells of it, or all that tells of the own one and more. */
export function isElsewhere({ evidence, stems }: Evidence, own: Weighed | undefined): boolean {
  const best = own?.evidence ?? 0;
  if (evidence >= surelyNamed && evidence >= muchMore * best) return true;
  const isPart =
    own !== undefined &&
    own.words.size > 0 &&
    own.words.size < stems.size &&
    [...own.words].every((stem) => stems.has(stem));
  return isPart && own.valuesAt.length === 0 && evidence >= best + saysMore;
}

export function evidenceOf(profile: PredicateProfile, stems: ReadonlySet<string>): Evidence {
  const telling = [...stems].filter((stem) => profile.weight(stem) > 0.3);
  const evidence = telling.reduce((sum, stem) => sum + profile.weight(stem), 0);
  return { evidence, stems: new Set(telling) };
}

/** Whether values of these sorts, most of them, answer what the form of the question asks for. */
export function answers(asked: AskedSort | null, sorts: ReadonlyMap<ValueSort, number>): boolean {
  if (asked === null) return true;
  const all = [...sorts.values()].reduce((sum, count) => sum + count, 0);
  const fitting = [...sorts].reduce((sum, [sort, count]) => sum + (asked.sorts.has(sort) ? count : 0), 0);
  return fitting * 2 >= all;
}

/** “When” may ask for the time of a change of anything. */
export function isTimed(sort: AskedSort | null): boolean {
  return sort?.sorts.has('date') === true;
}

/** The stems of a text outside some places. */
export function stemsBeside(text: string, places: readonly Span[]): ReadonlySet<string> {
  return new Set(tellingStems(blanked(text, places)).filter((stem) => !saysLittle(stem)));
}
