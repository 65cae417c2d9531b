import { nameTokens } from '../../language/names.ts';
import { sentencesOf } from '../../language/sentences.ts';
import type { Database } from '../../store/sqlite.ts';
import { stopWords } from '../keywords/stopWords.ts';
import { openTermCounts } from '../keywords/termCounts.ts';
import { stemOf, stemsOf } from './subjectTerms.ts';
import { type ValueSort, valueSort } from './valueSort.ts';

/** How the statements of one predicate speak, over all subjects. */
export interface PredicateProfile {
  /** The normal form of its name. */
  readonly key: string;
  /** How often each sort of value was stated. */
  readonly sorts: ReadonlyMap<ValueSort, number>;
  /** How much a stem tells this predicate from the others and from the rest of what is said; 0 for nothing. */
  weight(stem: string): number;
}

/** The predicates of a namespace, by the normal forms of their names. */
export type PredicateWords = (namespace: string) => ReadonlyMap<string, PredicateProfile>;

/** So many predicates are known by their words: those that are stated most. */
const mostPredicates = 400;
/** So many of its newest statements show how a predicate is spoken of. */
const mostStatements = 48;

/**
 * The words that this memory uses for each predicate: of `session_lifetime` perhaps “session expiry” and “auto-logout
 * time”. Read from the sentences around value and subject in the texts that state it, and kept while they stay the same:
 * only a predicate with new or erased statements is read again. Works on any connection to `memory.db`.
 */
export function openPredicateWords(db: Database): PredicateWords {
  const selectPredicates = db.prepare<[namespace: string, most: number], Extent>(
    `SELECT predicate_key AS key, count(*) AS statements, max(item) AS newest FROM facts
     WHERE namespace = ? GROUP BY predicate_key ORDER BY statements DESC, key LIMIT ?`,
  );
  const selectStatements = db.prepare<[namespace: string, key: string, most: number], Stated>(
    `SELECT f.subject, f.predicate, f.object, i.text FROM facts f CROSS JOIN items i ON i.rowid = f.item
     WHERE f.namespace = ? AND f.predicate_key = ? ORDER BY f.item DESC LIMIT ?`,
  );
  const terms = openTermCounts(db);
  const selectVersion = db.prepare<[], number>('PRAGMA data_version').pluck();
  const learnt = new Map<string, Learnt>();

  return (namespace) => {
    // It changes with what others write: a connection that writes itself looks at its own facts each time.
    const version = db.readonly ? (selectVersion.get() ?? null) : null;
    const before = learnt.get(namespace);
    if (before !== undefined && version !== null && before.version === version) return before.profiles;
    const samples = new Map(
      selectPredicates.all(namespace, mostPredicates).map((extent) => {
        const known = before?.samples.get(extent.key);
        const isSame = known?.extent.statements === extent.statements && known.extent.newest === extent.newest;
        const read = () => sampleOf(extent, selectStatements.all(namespace, extent.key, mostStatements));
        return [extent.key, known !== undefined && isSame ? known : read()];
      }),
    );
    const general = { items: terms.items(namespace), holding: (stem: string) => terms.holding(namespace, stem) };
    const profiles = profilesOf([...samples.values()], general);
    learnt.set(namespace, { version, samples, profiles });
    return profiles;
  };
}

interface Learnt {
  /** Of the connection's data; null where it does not tell. */
  readonly version: number | null;
  readonly samples: ReadonlyMap<string, Sample>;
  readonly profiles: ReadonlyMap<string, PredicateProfile>;
}

interface Extent {
  readonly key: string;
  readonly statements: number;
  readonly newest: number;
}

interface Stated {
  readonly subject: string;
  readonly predicate: string;
  readonly object: string;
  readonly text: string;
}

/** What the newest statements of a predicate say: how many of them have a stem. */
interface Sample {
  readonly extent: Extent;
  readonly statements: number;
  readonly stems: ReadonlyMap<string, number>;
  readonly sorts: ReadonlyMap<ValueSort, number>;
}

function sampleOf(extent: Extent, rows: readonly Stated[]): Sample {
  const stems = new Map<string, number>();
  const sorts = new Map<ValueSort, number>();
  for (const { subject, predicate, object, text } of rows) {
    const value = JSON.parse(object) as string | number | boolean;
    add(sorts, valueSort(value));
    const named = new Set([...stemsOf(subject), ...stemsOf(String(value))]);
    // The name of the predicate speaks of it whatever the text says.
    const said = [...stemsOf(predicate), ...sentencesAbout(text, [subject, String(value)]).flatMap(tellingStems)];
    for (const stem of new Set(said)) if (!named.has(stem)) add(stems, stem);
  }
  return { extent, statements: rows.length, stems, sorts };
}

/** The sentences of a text that hold one of the names. */
function sentencesAbout(text: string, names: readonly string[]): string[] {
  const lower = names.map((name) => name.toLowerCase());
  return sentencesOf(text)
    .map(({ start, end }) => text.slice(start, end))
    .filter((sentence) => lower.some((name) => sentence.toLowerCase().includes(name)));
}

/** The stems of the words of a text that are no function words and no figures. */
export function tellingStems(text: string): string[] {
  return nameTokens(text)
    .filter((token) => token.length > 1 && !stopWords.has(token) && !/\d/.test(token))
    .map(stemOf);
}

function add<K>(counts: Map<K, number>, key: K): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** How common words are in everything that the namespace holds. */
interface General {
  readonly items: number;
  holding(stem: string): number;
}

/** Statements that are thought beside those that were seen, in which a stem is as frequent as it is in general. */
const pseudoStatements = 2;

/**
 * weight = ln(rate among the predicate's statements / rate elsewhere), not below 0, times n / (n + 1) for a stem seen n times:
 * log-odds with a prior of the general rate, trusted less where it rests on one statement. Elsewhere is what the other
 * predicates' statements say, or everything that is stored, whichever has the stem more often.
 */
function profilesOf(samples: readonly Sample[], general: General): ReadonlyMap<string, PredicateProfile> {
  const total = new Map<string, number>();
  let size = 0;
  for (const { statements, stems } of samples) {
    size += statements;
    for (const [stem, count] of stems) total.set(stem, (total.get(stem) ?? 0) + count);
  }
  const weightIn = ({ extent, statements, stems }: Sample, stem: string): number => {
    const seen = stems.get(stem) ?? 0;
    if (seen === 0) return 0;
    const all = total.get(stem) ?? seen;
    const prior = (pseudoStatements * all) / size;
    const inside = (seen + prior) / (statements + pseudoStatements);
    const beside = (all - seen + prior) / (size - statements + pseudoStatements);
    const own = (seen * extent.statements) / statements;
    const around = (general.holding(stem) - own + prior) / Math.max(1, general.items - extent.statements);
    return Math.max(0, Math.log(inside / Math.max(beside, around))) * (seen / (seen + 1));
  };
  return new Map(
    samples.map((sample) => [
      sample.extent.key,
      { key: sample.extent.key, sorts: sample.sorts, weight: (stem: string) => weightIn(sample, stem) },
    ]),
  );
}
