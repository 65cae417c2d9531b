import { nameKey } from '../../language/names.ts';
import type { EdgeRow } from '../../projections/entities/edgeReads.ts';
import type { LinkedName } from '../../projections/entities/entityReads.ts';
import { isWrittenAsName } from '../../projections/entities/objectNames.ts';
import { relationStems } from '../../projections/relations/relationStem.ts';
import type { End } from '../../projections/relations/relationVocabulary.ts';
import { goesAsAsked, isCertain } from './relationMatch.ts';
import { bestOfWords, type RelationQuestion, wordsAnswered } from './relationQuestion.ts';
import type { QuestionWord } from './relationWords.ts';

/** How an edge fits a question. */
export interface EdgeFit {
  readonly between: boolean;
  /** 0 to 1: how surely its relation is the one that is asked for. */
  readonly relation: number;
  /** About −1 to 1: how near in meaning the question is to what tells its relation, beside others; 0 where not measured. */
  readonly lean: number;
  /** Whether it goes the way that the question asks; `open` where the question names no relation of it. */
  readonly direction: 'asked' | 'against' | 'open';
  readonly mayAnswer: boolean;
  /** It is all that the question asks. */
  readonly whole: boolean;
}

/** What an edge against the grammar of the question keeps of its likelihood. */
const against = 0.6;
/** How much of the likelihood comes from naming both ends, and from the relation. */
const weights = { between: 0.4, relation: 0.45 };
/** A relation is recognised from here on, and by so much more surely than any other at the thing. */
const recognised = 0.6;
const apart = 0.12;
/** Less is enough where nothing else at the thing comes near. */
const likely = 0.5;
const farApart = 0.3;
/** A word that means another relation by so much more than this one asks for something else. */
const elsewhere = 0.4;
/** What a preposition, and a word for the kind of thing at the far end, add to the words of the relation. */
const ofPreposition = 0.8;
const ofKind = 0.7;
/** That somebody stands there adds a little to its meaning where somebody is asked for; where nobody can, it loses much. */
const ofSomebody = 0.2;
const unsuited = 0.5;
/** What “where” asks with. */
const ofPlace = ['in', 'at', 'on'];
/** A word that tells so much names the relation, whatever else is said beside it. */
const plainWord = 0.7;
/** A word that means a relation less surely than this means none. */
const meaning = 0.25;
/** A preposition that belongs to one end of a relation at least so surely stands at no other. */
const itsPlace = 0.4;
/** A relation is asked for beyond doubt where one word has at least this. */
const beyondDoubt = 0.85;

export function likelihood({ between, relation, lean, direction }: EdgeFit): number {
  const share = weights.between * Number(between) + weights.relation * (relation + lean);
  return direction === 'against' ? against * share : share;
}

interface Measured {
  readonly row: EdgeRow;
  readonly key: string;
  readonly near: End;
  readonly between: boolean;
  readonly relation: number;
  /** A word behind the question restricts it, and nothing is known of that: “… in the staging cluster”. */
  readonly isRestricted: boolean;
  /** Each word is answered here as well as anywhere. */
  readonly answersAll: boolean;
  /** The most that one word or preposition alone tells. */
  readonly sure: number;
  /** The share of the question's words that mean this relation, without those for kinds of things. */
  readonly explained: number;
  readonly direction: EdgeFit['direction'];
  /** It is plain who does it: the question has a word of the relation's name, or an active verb. */
  readonly isPlain: boolean;
  readonly isCertain: boolean;
  /** Somebody is asked for, and stands there. */
  readonly isSomebody: boolean;
}

/** Fits edges around named things to a question. `predicates` are its phrases that are an alias of a relation. */
export function fitEdges(
  rows: readonly EdgeRow[],
  question: RelationQuestion,
  predicates: readonly LinkedName[],
): { readonly row: EdgeRow; readonly fit: EdgeFit }[] {
  const bests = bestOfWords(question);
  const all = rows.map((row) => measure(row, question, predicates, bests));
  const sides = new Set(all.map(({ near, key }) => `${near} ${key}`));
  // Of a word that is only like the relation's it is not known who does it and who suffers it: where the thing has the
  // relation one way alone, that way is meant.
  const measured = all.map((one) =>
    one.isPlain || (sides.has(`from ${one.key}`) && sides.has(`to ${one.key}`)) || one.direction === 'asked'
      ? one
      : { ...one, direction: 'open' as const },
  );
  const bestOf = new Map<string, number>();
  for (const { key, near, relation, direction } of measured) {
    const of = direction === 'against' ? against * relation : relation;
    bestOf.set(`${near} ${key}`, Math.max(of, bestOf.get(`${near} ${key}`) ?? 0));
  }
  const fitted = measured.map((one) => ({ key: one.key, row: one.row, fit: fitOf(one, question, bestOf) }));
  const asked = new Set(fitted.flatMap(({ key, fit }) => (fit.whole ? [key] : [])));
  // What the question asks for is there: edges of other relations are none of its answers.
  return fitted.filter(({ key, fit }) => asked.size === 0 || asked.has(key) || fit.between);
}

function fitOf(
  one: Measured,
  { named, words, likeness }: RelationQuestion,
  bestOf: ReadonlyMap<string, number>,
): EdgeFit {
  const { row, key, near, between, relation, direction } = one;
  const alike = likeness.get(key);
  const lean = alike === undefined ? 0 : alike + (one.isSomebody ? ofSomebody : 0);
  const others = [...bestOf].filter(([other]) => other !== `${near} ${key}`).map(([, best]) => best);
  const next = Math.max(0, ...others);
  const margin = relation - next;
  const stands =
    (relation >= recognised && margin >= apart && one.explained >= (one.sure >= plainWord ? 0.25 : 0.5)) ||
    (relation >= likely && margin >= farApart && one.explained === 1);
  const asksNothing = words.length === 0 && relation === 0;
  const isOne = named.length === 1 || between || namesOneThing(named, row);
  return {
    ...{ between, relation, lean, direction },
    mayAnswer: between || (direction === 'against' ? !one.isCertain : relation > 0 || asksNothing || likeness.has(key)),
    whole:
      isOne &&
      direction !== 'against' &&
      one.answersAll &&
      !one.isRestricted &&
      (stands || (between && words.length === 0)),
  };
}

/** Whether everything named is this end of the edge: a name said twice. */
function namesOneThing(named: readonly LinkedName[], row: EdgeRow): boolean {
  return named.every(({ keys }) => keys.includes(row.fromKey)) || named.every(({ keys }) => keys.includes(row.toKey));
}

function measure(
  row: EdgeRow,
  question: RelationQuestion,
  predicates: readonly LinkedName[],
  bests: readonly number[],
): Measured {
  const { named, words, vocabulary, leads, stranded, wanted } = question;
  const key = nameKey(row.relation);
  const from = named.filter(({ keys }) => keys.includes(row.fromKey));
  const to = named.filter(({ keys }) => keys.includes(row.toKey));
  const near: End = from.length > 0 ? 'from' : 'to';
  const far: End = near === 'from' ? 'to' : 'from';
  const answered = wordsAnswered(question, { key, far, farName: far === 'to' ? row.toName : row.fromName });
  const aliases = predicates.filter(({ keys }) => keys.includes(key));
  const strengths = words.map(({ at }, place) =>
    aliases.some(({ start, end }) => at >= start && at < end) ? 1 : (answered.relation[place] ?? 0),
  );
  const kinds = words.map((_, place) => ofKind * (answered.kind[place] ?? 0));
  const leading = (near === 'from' ? from : to).flatMap(({ start }) => leads.get(start) ?? []);
  const lead = Math.max(0, ...leading.map((word) => vocabulary.preposition(key, near, word)));
  const behind = [...(stranded === null ? [] : [stranded]), ...(wanted === 'place' ? ofPlace : [])];
  const trail = Math.max(0, ...behind.map((word) => vocabulary.preposition(key, far, word)));
  const suits = wanted !== 'somebody' || mayBeSomebody(far === 'to' ? row.toName : row.fromName);
  const doubt = [...strengths, ...kinds, ofPreposition * lead, ofPreposition * trail].reduce(
    (left, sure) => left * (1 - sure),
    1,
  );
  const word = tellingWord(words, strengths);
  // What kind of thing is wanted may be said of many relations' ends.
  const answersAll = words.every(({ kind }, place) => {
    const here = Math.max(strengths[place] ?? 0, answered.kind[place] ?? 0);
    return kind || (bests[place] ?? 0) - here <= elsewhere;
  });
  const last = Math.max(word?.at ?? 0, ...named.map(({ start }) => start));
  const isRestricted =
    word !== undefined &&
    words.some(
      ({ use, at, isOwn }, place) =>
        use === 'noun' && !isOwn && at > last && Math.max(bests[place] ?? 0, answered.kind[place] ?? 0) < meaning,
    );
  const telling = words.flatMap(({ kind }, place) => (kind ? [] : [place]));
  const meant = telling.filter((place) => Math.max(strengths[place] ?? 0, answered.kind[place] ?? 0) >= meaning);
  const told = { text: row.relation, stems: relationStems(row.relation) };
  const isNamed = word !== undefined && told.stems.includes(word.stem);
  const goes = (at: number, forward: boolean) => word !== undefined && goesAsAsked(word, told, at, forward);
  return {
    ...{ row, key, near, answersAll, isRestricted, isSomebody: wanted === 'somebody' && suits },
    sure: Math.max(0, ...strengths, ofPreposition * lead, ofPreposition * trail),
    explained: telling.length === 0 ? 1 : meant.length / telling.length,
    between:
      from.length > 0 && to.length > 0 && from.some(({ entityId }) => to.some((other) => other.entityId !== entityId)),
    relation: aliases.length > 0 ? 1 : (suits ? 1 : unsuited) * (1 - doubt),
    direction: word === undefined || word.isState ? 'open' : lead >= itsPlace ? 'asked' : directionOf(from, to, goes),
    isPlain: word?.use === 'active' || isNamed,
    isCertain: isNamed && word !== undefined && isCertain(word, told),
  };
}

/** A person or a group: no quantity, no address, and nothing that bears the signs of an identifier. */
function mayBeSomebody(name: string): boolean {
  return (
    isWrittenAsName(name) &&
    !/[\p{N}_/@.:-]|\p{Ll}\p{Lu}/u.test(name.replace(/[.-](?=\s|$)|(?<=\p{L})-(?=\p{Lu})/gu, ' '))
  );
}

/** The word that names the relation most surely, rather one that does not only say what kind of thing is wanted. */
function tellingWord(words: readonly QuestionWord[], strengths: readonly number[]): QuestionWord | undefined {
  const rated = words.map((word, place) => ({ word, sure: (strengths[place] ?? 0) * (word.kind ? 0.1 : 1) }));
  const best = rated.reduce((a, b) => (b.sure > a.sure ? b : a), {
    word: undefined as QuestionWord | undefined,
    sure: 0,
  });
  return best.word;
}

/** Each end that the question names must stand in it where that end of the edge stands. */
function directionOf(
  from: readonly LinkedName[],
  to: readonly LinkedName[],
  goes: (at: number, forward: boolean) => boolean,
): EdgeFit['direction'] {
  // A thing's relation to itself goes either way.
  if (from.some((name) => to.includes(name))) return 'asked';
  const fits =
    (from.length === 0 || from.some(({ start }) => goes(start, true))) &&
    (to.length === 0 || to.some(({ start }) => goes(start, false)));
  return fits ? 'asked' : 'against';
}

/**
 * Whether a question about one thing asks beyond doubt for a relation that this memory tells of others, and that the thing
 * does not have: then nothing is known, however much else is told of it.
 */
export function isUnsupported(around: readonly EdgeRow[], question: RelationQuestion): boolean {
  const { named, words, fits } = question;
  const [one] = named;
  if (one === undefined || named.some(({ entityId }) => entityId !== one.entityId)) return false;
  const bests = bestOfWords(question);
  const has = new Set(around.map(({ relation }) => nameKey(relation)));
  return [...fits.values()].some(
    ({ key, strengths }) =>
      !has.has(key) &&
      strengths.some((sure, place) => sure >= beyondDoubt && words[place]?.kind === false) &&
      words.every((_, place) => (bests[place] ?? 0) - (strengths[place] ?? 0) <= elsewhere),
  );
}
