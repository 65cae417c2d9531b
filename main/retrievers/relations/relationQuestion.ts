import type { TimeQuestion } from '../../contract/packet.ts';
import { fromInstant, toInstant } from '../../contract/time.ts';
import { prepositions } from '../../language/functionWords.ts';
import { nameKey, nameTokens } from '../../language/names.ts';
import { readTimeQuestion } from '../../language/timeQuestion.ts';
import type { LinkedName } from '../../projections/entities/entityReads.ts';
import { relationStem } from '../../projections/relations/relationStem.ts';
import type { End, RelationFit, RelationVocabulary } from '../../projections/relations/relationVocabulary.ts';
import { beforeName } from '../../projections/relations/statementWords.ts';
import type { Frame } from '../../projections/standing.ts';
import type { PathQuery, RelationLikeness } from '../path.ts';
import { askedFrom, frontedBy } from './askedPart.ts';
import { type QuestionWord, questionWords } from './relationWords.ts';

/** A question about relations of named things, read once for one namespace. */
export interface RelationQuestion {
  readonly named: readonly LinkedName[];
  readonly words: readonly QuestionWord[];
  /** The preposition right before a named thing, by the place where its name begins. */
  readonly leads: ReadonlyMap<number, string>;
  /** A preposition that nothing follows (“what does it run on”): what is asked for stands behind it. */
  readonly stranded: string | null;
  /** It asks for somebody, or for a place; null where it leaves open what it asks for. */
  readonly wanted: 'somebody' | 'place' | null;
  readonly fits: ReadonlyMap<string, RelationFit>;
  /** How near in meaning it is to what tells each relation; empty where that was not measured. */
  readonly likeness: RelationLikeness;
  /** What several named things have in common is asked for: “shared by”, “both … use”. */
  readonly shared: boolean;
  readonly vocabulary: RelationVocabulary;
  readonly frame: Frame;
  /** Relations that ended are wanted as well. */
  readonly past: boolean;
  /** What it asks of time; null where it asks for the present. */
  readonly time: TimeQuestion | null;
}

const ever = /\bever\b|\b(?:used|was|were|did|had)\b[^.?!]*\bbefore\s*[.?!]*$/iu;
/** Words that ask for a relation without saying which. */
const anyRelation = /\b(?:relat|interact|connect|link|associat|involv)\p{L}*/iu;
/** Words for what things have together. */
const inCommon = /\b(?:both|shar(?:e[sd]?|ing)|in common|common to|the same|alike|jointly)\b/iu;
/** Words that ask for somebody, or for a place. */
const somebody = /\b(?:who|whom|whose|whoever|person|people|colleague|colleagues)\b/iu;
const place = /\bwhere(?:abouts)?\b/iu;
const pastModes: ReadonlySet<TimeQuestion['mode']> = new Set(['history', 'began', 'ended']);

/**
 * Reads what a question asks: which of its words name a relation by what is told of relations in this memory, and as of
 * when. Its own `knownAt` wins over one in its words.
 */
export function readRelationQuestion(
  query: PathQuery,
  named: readonly LinkedName[],
  vocabulary: RelationVocabulary,
): RelationQuestion {
  const { text, now, timeZone } = query;
  const { time, dates, cues } = readTimeQuestion(text, { now, timeZone }, named);
  const fronted = frontedBy(text, named);
  const from = fronted?.asks ?? askedFrom(text, named);
  const words = questionWords(text, [{ start: 0, end: from }, ...named, ...dates, ...cues]);
  const stranded = anyRelation.test(text) ? null : strandedIn(text, [...dates, ...cues]);
  const history = pastModes.has(time.mode) || ever.test(text);
  const knownAt = query.knownAt ?? fromInstant(time.knownAt);
  const at = time.mode === 'at' ? Math.min(fromInstant(time.at) ?? now, now) : now;
  const asked: TimeQuestion | null = history
    ? { ...time, mode: 'history', phrase: time.phrase ?? ever.exec(text)?.[0] ?? null }
    : time.phrase === null || time.mode !== 'at' || at === now
      ? null
      : { ...time, at: toInstant(at) };
  return {
    named: fronted === null ? named : named.map((name) => ({ ...name, start: fronted.meant })),
    words,
    leads: new Map(
      fronted === null
        ? named.flatMap(({ start }) => leadOf(text, start))
        : fronted.meant < text.length
          ? leadOf(text, fronted.meant)
          : stranded === null
            ? []
            : [[fronted.meant, stranded]],
    ),
    stranded: fronted === null ? stranded : null,
    wanted: wantedBy(text.slice(from)),
    likeness: query.likeness ?? new Map(),
    fits: new Map(vocabulary.fit(words).map((fit) => [fit.key, fit])),
    shared: new Set(named.map(({ entityId }) => entityId)).size > 1 && inCommon.test(text),
    vocabulary,
    frame: { at: knownAt === null ? at : Math.min(at, knownAt), knownAt },
    past: query.includeHistorical || history,
    time: asked,
  };
}

/** The first word of the question that tells. */
function wantedBy(asked: string): RelationQuestion['wanted'] {
  const [who, where] = [somebody.exec(asked), place.exec(asked)];
  if (who === null) return where === null ? null : 'place';
  return where !== null && where.index < who.index ? 'place' : 'somebody';
}

function strandedIn(text: string, times: readonly { readonly start: number; readonly end: number }[]): string | null {
  let end = text.length;
  for (const { start, end: stop } of times.toSorted((a, b) => b.end - a.end)) {
    if (/^[\s.?!,]*$/u.test(text.slice(stop, end))) end = start;
  }
  const last = /(\p{L}+)[\s.?!,]*$/u.exec(text.slice(0, end))?.[1]?.toLowerCase() ?? '';
  return prepositions.has(last) ? last : null;
}

function leadOf(text: string, start: number): [number, string][] {
  const word = beforeName(text, start).find(({ preposition }) => preposition !== null)?.preposition ?? null;
  return word === null || !prepositions.has(word) ? [] : [[start, word]];
}

/** How surely each word of the question is answered by an edge: by its relation, or by what its far end is. 0 to 1. */
export function wordsAnswered(
  { words, fits, vocabulary }: RelationQuestion,
  { key, far, farName }: { readonly key: string; readonly far: End; readonly farName: string },
): { readonly relation: readonly number[]; readonly kind: readonly number[] } {
  const strengths = fits.get(key)?.strengths;
  const ofName = new Set(nameTokens(farName).map(relationStem));
  return {
    relation: words.map((_, place) => strengths?.[place] ?? 0),
    kind: words.map(({ stem }) => (ofName.has(stem) ? 1 : vocabulary.kind(key, far, stem))),
  };
}

/** The most that any relation has of each word. */
export function bestOfWords({ words, fits }: RelationQuestion): number[] {
  const all = [...fits.values()];
  return words.map((_, place) => all.reduce((best, { strengths }) => Math.max(best, strengths[place] ?? 0), 0));
}

/**
 * How many words of the question say more than what kind of thing is meant; how many of them mean, at least so surely, a
 * relation that edges around what is named have, and how many mean only others.
 */
export function wordsTold(
  { words, fits, vocabulary }: RelationQuestion,
  around: readonly { readonly relation: string }[],
  least: number,
): { readonly words: number; readonly here: number; readonly elsewhere: number } {
  const has = new Set(around.map(({ relation }) => nameKey(relation)));
  const told = words.flatMap(({ kind, stem }, place) => {
    const meant = [...fits.values()].filter(({ strengths }) => (strengths[place] ?? 0) >= least).map(({ key }) => key);
    const all = [...meant, ...vocabulary.ofKind(stem, least)];
    return kind || all.length === 0 ? [] : [all.some((key) => has.has(key))];
  });
  const telling = words.filter(({ kind }) => !kind).length;
  return { words: telling, here: told.filter((own) => own).length, elsewhere: told.filter((own) => !own).length };
}

/** Whether some kind of thing is asked for that stands, at least so surely, only at relations which none of the edges has. */
export function wantsOtherKind(
  { words, vocabulary }: RelationQuestion,
  around: readonly { readonly relation: string }[],
  least: number,
): boolean {
  const has = new Set(around.map(({ relation }) => nameKey(relation)));
  return words.some(({ kind, stem }) => {
    const keys = kind ? vocabulary.ofKind(stem, least) : [];
    return keys.length > 0 && !keys.some((key) => has.has(key));
  });
}
