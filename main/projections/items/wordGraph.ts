import type { Database } from '../../store/sqlite.ts';
import { correction, fells } from '../../truth/denials.ts';
import type { Witness, Word } from '../../truth/evidence.ts';
import { type NeverSaid, openNeverWords } from '../facts/neverWords.ts';

/** Which record time a question means: `known_at` of the source, or this store's own `recorded_at`. */
export type By = 'source' | 'ledger';

/** Everything that bears on whether some items stand: who speaks of them, who speaks of those, and so on. */
export interface WordGraph {
  readonly witnesses: readonly Held[];
  readonly words: readonly Word[];
}

/** A witness with both of its record times. */
export interface Held extends Witness {
  readonly recordedAt: number;
  /** The document of a chunk, or the item whose text an extracted statement was found in: what replaces it, replaces both. */
  readonly partOf: string | null;
}

/** Only what was known by an instant counts, by the source's record or by this store's; null for everything. */
export interface RecordFrame {
  readonly knownAt: number | null;
  readonly by?: By;
}

/**
 * Reads the words about some items of one namespace and, step by step, about those who say them and those they were
 * concluded from: a few statements a step, whatever the number of items.
 */
export function openWordGraph(db: Database) {
  const selectWitnesses = db.prepare<{ namespace: string; ids: string }, WitnessRow>(
    `SELECT i.item_id AS id, i.known_at AS knownAt, i.recorded_at AS recordedAt, i.event_seq AS seq,
       i.trust = 'invalid' AS invalid, i.derived_from AS derivedFrom, i.document_id AS documentId,
       (SELECT d.source_item FROM derivations d INDEXED BY derivations_by_item WHERE d.namespace = i.namespace AND d.item_id = i.item_id
         AND d.extracted) AS extractedFrom, i.authority
     FROM json_each($ids) asked CROSS JOIN items i ON i.namespace = $namespace AND i.item_id = asked.value
     UNION ALL
     SELECT r.event_id, r.known_at, r.recorded_at, r.seq, 0, '[]', NULL, NULL, 1
     FROM json_each($ids) asked CROSS JOIN retractions r ON r.namespace = $namespace AND r.event_id = asked.value`,
  );
  const selectWords = db.prepare<{ namespace: string; ids: string }, Spoken>(
    `SELECT s.by_item AS "by", s.relation, s.target_item AS target, s.from_ms AS "from", s.until_ms AS until
     FROM json_each($ids) asked CROSS JOIN supersessions s INDEXED BY supersessions_by_target
       ON s.namespace = $namespace AND s.target_item = asked.value
     UNION ALL
     SELECT r.event_id, iif(r.distrust, 'distrusts', 'retracts'), i.item_id, 0, NULL
     FROM json_each($ids) asked CROSS JOIN items i ON i.namespace = $namespace AND i.item_id = asked.value
       CROSS JOIN retractions r INDEXED BY retractions_by_source ON r.namespace = $namespace AND r.source = i.source
     WHERE r.distrust OR i.event_seq < r.seq`,
  );
  /** The next documents of the same source, which take effect when they are known at the latest. */
  const selectRevisions = db.prepare<{ namespace: string; ids: string }, Spoken>(
    `SELECT newer.item_id AS "by", 'supersedes' AS relation, d.item_id AS target,
       min(newer.occurred_at, item.known_at) AS "from", NULL AS until
     FROM json_each($ids) asked CROSS JOIN documents d ON d.namespace = $namespace AND d.item_id = asked.value
       CROSS JOIN documents newer ON newer.namespace = $namespace AND newer.source_ref = d.source_ref
         AND newer.event_seq > d.event_seq
       CROSS JOIN items item ON item.namespace = $namespace AND item.item_id = newer.item_id`,
  );

  const neverWords = openNeverWords(db);

  return (namespace: string, itemIds: Iterable<string>, { knownAt, by = 'source' }: RecordFrame): WordGraph => {
    const witnesses = new Map<string, Held>();
    const authorities = new Map<string, number>();
    const spoken: Spoken[] = [];
    const nevers: NeverSaid[] = [];
    const asked = new Set(itemIds);
    const revisions = new Set<string>();
    let open = [...asked];
    const reach = (id: string, next: string[]) => {
      if (asked.has(id)) return;
      asked.add(id);
      next.push(id);
    };
    for (let step = 0; open.length > 0 && step < mostSteps; step++) {
      const next: string[] = [];
      const ids = JSON.stringify(open);
      for (const row of selectWitnesses.all({ namespace, ids })) {
        const witness = heldOf(row);
        if (knownAt !== null && (by === 'ledger' ? witness.recordedAt : witness.knownAt) > knownAt) continue;
        witnesses.set(witness.id, witness);
        authorities.set(witness.id, row.authority);
        for (const source of witness.derivedFrom) reach(source, next);
      }
      const newer = selectRevisions.all({ namespace, ids: JSON.stringify(open.filter((id) => !revisions.has(id))) });
      for (const { by } of newer) revisions.add(by);
      for (const word of [...selectWords.all({ namespace, ids }), ...newer]) {
        spoken.push(word);
        reach(word.by, next);
      }
      for (const never of neverWords(namespace, open)) {
        nevers.push(never);
        reach(never.by, next);
      }
      open = next;
    }
    const words = spoken.map((word) => ({ ...word, authority: authorities.get(word.by) ?? 0.6 }));
    const ranked = (id: string) => {
      const witness = witnesses.get(id);
      return witness && { ...witness, authority: authorities.get(id) ?? 0.6 };
    };
    const felled = nevers.flatMap(({ by, target }) => {
      const [never, one] = [ranked(by), ranked(target)];
      return never && one && fells(never, one) ? [correction(by, target, never.authority)] : [];
    });
    return { witnesses: [...witnesses.values()], words: [...words, ...inherited(witnesses, words), ...felled] };
  };
}

export type OpenWordGraph = ReturnType<typeof openWordGraph>;

/** A chain of words about words longer than this is not followed to its end. */
const mostSteps = 1000;

interface WitnessRow {
  readonly id: string;
  readonly knownAt: number;
  readonly recordedAt: number;
  readonly seq: number;
  readonly invalid: 0 | 1;
  readonly derivedFrom: string;
  readonly documentId: string | null;
  readonly extractedFrom: string | null;
  readonly authority: number;
}

type Spoken = Omit<Word, 'authority'>;

/** A chunk falls when its document does. */
function heldOf({ id, knownAt, recordedAt, seq, invalid, derivedFrom, documentId, extractedFrom }: WitnessRow): Held {
  const sources = derivedFrom === '[]' ? [] : (JSON.parse(derivedFrom) as string[]);
  return {
    id,
    knownAt,
    recordedAt,
    seq,
    invalid: invalid === 1,
    derivedFrom: documentId === null ? sources : [documentId],
    partOf: documentId ?? extractedFrom,
  };
}

/** What replaces a document or a text replaces its parts: its chunks, and the statements that were found in it. */
function inherited(witnesses: ReadonlyMap<string, Held>, words: readonly Word[]): Word[] {
  const about = Map.groupBy(
    words.filter(({ relation }) => relation === 'supersedes'),
    ({ target }) => target,
  );
  return [...witnesses.values()].flatMap(({ id, partOf }) => {
    const chain: string[] = [];
    // A statement found in a chunk of a document: three links at most, also where ids go round in a circle.
    for (let whole = partOf; whole !== null && chain.length < 3; whole = witnesses.get(whole)?.partOf ?? null) {
      chain.push(whole);
    }
    return chain.flatMap((whole) => about.get(whole) ?? []).map((word) => ({ ...word, target: id }));
  });
}
