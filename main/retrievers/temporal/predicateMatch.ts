import { stemOf, stemsOf } from '../../projections/facts/subjectTerms.ts';

/** How well the words of a question name a predicate. */
export interface PredicateMatch {
  /** 0–1: the share of the predicate's words that the question has, telling ones weighing more. */
  readonly score: number;
  /** How many telling words they share. */
  readonly words: number;
  /** Whether each of its telling words is said or implied, and there is one. */
  readonly whole: boolean;
  /** Stems of the question that name it, without those that only imply it (“when” for a date). */
  readonly stems: ReadonlySet<string>;
}

/** Less than half of a predicate's words may name another one. */
const leastScore = 0.5;
/** A predicate such as `value` or `setting` says nothing that its subject does not say. */
const nothingSaid = 0.8;

/** Words for a value of any kind: they tell predicates apart only together with others. */
const generic = stemmed(
  'value setting configuration number count amount name date time day status state level type kind size is are be has have still ever already yet',
);
const genericWeight = 0.3;

/** Whether a stem of a question names no property by itself. */
export function saysLittle(stem: string): boolean {
  return generic.has(stem);
}

/** Stems of the verbs of anything that has a value. */
export const plainVerbs = stemmed('use run get take hold last need apply stand carry change');

/** What the form of a question says of the predicate. */
const implied: readonly (readonly [asked: string, words: ReadonlySet<string>, saysNoMore?: ReadonlySet<string>])[] = [
  ['when', stemmed('date time day deadline'), stemmed('happen occur take place')],
  ['where', stemmed('location place address city'), stemmed('live located situated lie stand stay')],
  ['who', stemmed('owner person name')],
  ['many', stemmed('number count')],
  ['much', stemmed('amount price cost')],
  ['long', stemmed('duration length'), stemmed('take last')],
  ['old', stemmed('age')],
  ['tall', stemmed('height')],
  ['big', stemmed('size')],
];

/** Words that say the same of a thing, by twos and threes. Not the nearly same: a start is no release. */
const synonyms: readonly ReadonlySet<string>[] = [
  stemmed('own owner owned responsible'),
  stemmed('lead leader led'),
  stemmed('author write wrote written writer'),
  stemmed('live reside residence home'),
  stemmed('employer employ work'),
  stemmed('price cost'),
  stemmed('begin start began'),
  stemmed('end finish stop'),
  stemmed('name call'),
  stemmed('made make maker manufacturer'),
  stemmed('born birth'),
  stemmed('use used'),
];

/** The best match among the names of one predicate; null where the words name it not at all, or by half. */
export function measurePredicate(names: readonly string[], question: ReadonlySet<string>): PredicateMatch | null {
  let best: PredicateMatch | null = null;
  for (const name of names) {
    const match = measureName(name, question);
    if (match.score < leastScore) continue;
    // Of two names that fit, the one that says more of what was asked is meant: "extended support", not "support".
    if (best === null || match.words + match.score > best.words + best.score) best = match;
  }
  return best;
}

function measureName(name: string, question: ReadonlySet<string>): PredicateMatch {
  const stems = stemsOf(name);
  const met = new Set<string>();
  let total = 0;
  let shared = 0;
  let words = 0;
  for (const stem of stems) {
    const weight = generic.has(stem) ? genericWeight : 1;
    const said = saidFor(stem, question);
    total += weight;
    if (said !== null) met.add(said);
    else if (!isImplied(stem, question)) continue;
    shared += weight;
    if (weight === 1) words++;
  }
  const telling = stems.some((stem) => !generic.has(stem));
  if (!telling) {
    return { score: Math.max(nothingSaid, total === 0 ? 0 : shared / total), words: 0, whole: true, stems: met };
  }
  const whole = words === stems.filter((stem) => !generic.has(stem)).length;
  return { score: words === 0 ? 0 : shared / total, words, whole, stems: met };
}

/** The stem of the question that says a word of the predicate; null for none. */
function saidFor(stem: string, question: ReadonlySet<string>): string | null {
  if (question.has(stem)) return stem;
  const same = synonyms.find((group) => group.has(stem));
  return (same && [...same].find((other) => question.has(other))) ?? null;
}

function isImplied(stem: string, question: ReadonlySet<string>): boolean {
  return implied.some(([asked, words]) => words.has(stem) && question.has(asked));
}

/** Whether a stem belongs to the form of a question that implies a property: “how tall”, “where does … live”. */
export function isOfForm(stem: string, question: ReadonlySet<string>): boolean {
  return implied.some(([asked, , saysNoMore]) => question.has(asked) && (stem === asked || saysNoMore?.has(stem)));
}

function stemmed(words: string): ReadonlySet<string> {
  return new Set(words.split(' ').map(stemOf));
}
