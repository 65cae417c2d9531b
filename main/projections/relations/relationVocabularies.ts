import type { Database } from '../../store/sqlite.ts';
import { learnVocabulary, type RelationVocabulary } from './relationVocabulary.ts';
import { type StatementWords, statementWords } from './statementWords.ts';
import { openWordLikeness, type WordLikeness } from './wordLikeness.ts';

/** Statements read of one relation, the newest ones, and of all relations of a namespace together. */
const mostOfRelation = 64;
const mostOfAll = 2400;
/** Of those, items of one relation whose meaning is compared with a question's. */
const mostItems = 24;
/** Vocabularies held at once; the one asked longest ago goes first. */
const mostKept = 8;

interface NewEdge {
  readonly id: number;
  readonly relation: string;
}

interface Kept {
  readonly changes: number;
  /** The newest edges of each relation, oldest first. */
  readonly edges: Map<string, number[]>;
  readonly read: Map<number, { readonly item: number; readonly words: StatementWords }>;
  last: number;
  vocabulary: NamespaceVocabulary | null;
}

export interface NamespaceVocabulary extends RelationVocabulary {
  /**
   * Relations are told in whatever words a text had, most of them once or twice, as open information extraction does: that
   * none is told of a thing says nothing there.
   */
  readonly isOpen: boolean;
}

/** So many relations, of which so few are told again and again, are no schema. */
const manyRelations = 100;
const toldOften = 5;
const shareToldOften = 0.25;

/**
 * What the relations of each namespace are told in, learnt from the newest statements of each when it is first asked, and
 * again when edges came or went: nothing of an erased item lives on in it. It depends on what the memory holds, and not on
 * what was asked before. Works on any connection to `memory.db`.
 */
export function openRelationVocabularies(db: Database): (namespace: string) => NamespaceVocabulary {
  const selectChanges = db.prepare<[string], number>('SELECT changes FROM graph_changes WHERE namespace = ?').pluck();
  const selectLast = db.prepare<[], number>('SELECT coalesce(max(id), 0) FROM edges').pluck();
  const selectNew = db.prepare<[number, string], NewEdge>(
    // Read by their numbers, so that few new rows cost little.
    'SELECT id, relation FROM edges NOT INDEXED WHERE id > ? AND namespace = ? ORDER BY id',
  );
  const selectTexts = db.prepare<[string], { id: number; item: number; from: string; to: string; text: string }>(
    `SELECT e.id, e.item, e.from_name AS "from", e.to_name AS "to", i.text FROM edges e JOIN items i ON i.rowid = e.item
     WHERE e.id IN (SELECT value FROM json_each(?))`,
  );
  const kept = new Map<string, Kept>();
  let english: WordLikeness | null = null;

  function learn({ edges, read }: Kept): RelationVocabulary {
    const share = Math.min(mostOfRelation, Math.max(1, Math.floor(mostOfAll / Math.max(1, edges.size))));
    const sample = [...edges].map(([relation, ids]) => ({ relation, ids: ids.slice(-share) }));
    const wanted = new Set(sample.flatMap(({ ids }) => ids));
    for (const id of read.keys()) if (!wanted.has(id)) read.delete(id);
    const fresh = [...wanted].filter((id) => !read.has(id));
    for (const { id, item, from, to, text } of selectTexts.all(JSON.stringify(fresh))) {
      read.set(id, { item, words: statementWords(text, from, to) });
    }
    english ??= openWordLikeness();
    return learnVocabulary(
      sample.map(({ relation, ids }) => {
        const statements = ids.flatMap((id) => read.get(id) ?? []);
        const items = statements.slice(-mostItems).map(({ item }) => item);
        return { relation, statements: statements.map(({ words }) => words), items };
      }),
      english,
    );
  }

  return (namespace) => {
    const changes = selectChanges.get(namespace) ?? 0;
    const last = selectLast.get() ?? 0;
    const known = kept.get(namespace);
    const one: Kept =
      known?.changes === changes ? known : { changes, edges: new Map(), read: new Map(), last: 0, vocabulary: null };
    kept.delete(namespace);
    kept.set(namespace, one);
    for (const [oldest] of kept) if (kept.size > mostKept) kept.delete(oldest);
    if (one.last !== last) {
      const added = selectNew.all(one.last, namespace);
      for (const { id, relation } of added) {
        one.edges.set(relation, [...(one.edges.get(relation) ?? []), id].slice(-mostOfRelation));
      }
      if (added.length > 0) one.vocabulary = null;
      one.last = last;
    }
    one.vocabulary ??= { ...learn(one), isOpen: isOpen(one) };
    return one.vocabulary;
  };
}

function isOpen({ edges }: Kept): boolean {
  const often = [...edges.values()].filter(({ length }) => length >= toldOften).length;
  return edges.size >= manyRelations && often < shareToldOften * edges.size;
}
