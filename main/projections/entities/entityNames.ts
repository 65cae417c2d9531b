import type { Database } from '../../store/sqlite.ts';
import type { NameSort, NameStatement } from './nameEvents.ts';

/** A row of `names`, as far as joining and splitting read it. */
export interface NameRow {
  readonly id: number;
  readonly key: string;
  readonly ownId: string;
  /** The same for names that differ in capitals alone; the entity that they are before anything is said of them. */
  readonly base: string;
  readonly entity: string;
  readonly shown: number;
  readonly how: 'spelling' | 'alias' | 'merge';
  readonly firstSeq: number;
  readonly firstPlace: number;
}

/** A statement about names under their keys, with the event that makes it. */
export interface KeyedStatement extends NameStatement {
  readonly namespace: string;
  readonly eventSeq: number;
  readonly eventId: string;
}

/**
 * Joins names to entities and takes them apart. An entity is a set of names: it keeps the id of one of them, and one of
 * them is shown. Names that differ in capitals alone (`GitHub`, `github`) are one from the beginning. An alias joins a name
 * of its own to an entity and never two entities with several names each: that takes a merge, which is said on purpose. A
 * split takes just the names that it names.
 */
export function openNameJoins(db: Database) {
  const selectName = db.prepare<[string, NameSort, string], NameRow>(
    `SELECT ${nameColumns} FROM names WHERE namespace = ? AND sort = ? AND key = ?`,
  );
  const selectEntity = db.prepare<[string, string], NameRow>(
    `SELECT ${nameColumns} FROM names WHERE namespace = ? AND entity = ? ORDER BY first_seq, first_place`,
  );
  const updateName = db.prepare<[string, number, string, string | null, number]>(
    'UPDATE names SET entity = ?, shown = ?, how = ?, event_id = ? WHERE id = ?',
  );
  const moveName = db.prepare<[string, number, number]>('UPDATE names SET entity = ?, shown = ? WHERE id = ?');
  const standAlone = db.prepare<[string]>(
    `UPDATE names SET entity = base, shown = (own_id = base), how = 'spelling', event_id = NULL WHERE namespace = ?`,
  );
  const selectStatements = db.prepare<
    [string],
    Omit<KeyedStatement, 'others' | 'namespace'> & { readonly others: string }
  >(
    `SELECT event_seq AS eventSeq, event_id AS eventId, sort, act, name, others, type FROM name_statements
     WHERE namespace = ? ORDER BY event_seq`,
  );

  /** Puts the names of `other` under `base`; whether names that were known before changed their entity. */
  function join(base: NameRow, other: NameRow, statement: KeyedStatement): boolean {
    const { namespace, act, eventId, eventSeq } = statement;
    if (base.entity === other.entity) return false;
    const [staying, coming] = [selectEntity.all(namespace, base.entity), selectEntity.all(namespace, other.entity)];
    if (act === 'alias' && hasSeveral(staying) && hasSeveral(coming)) return false;
    const entity = act === 'merge' || isBefore(staying[0], coming[0]) ? base.entity : other.entity;
    for (const row of staying) moveName.run(entity, row.shown, row.id);
    for (const row of coming) {
      if (row.how === 'spelling') updateName.run(entity, 0, act, eventId, row.id);
      else moveName.run(entity, 0, row.id);
    }
    const moved = entity === base.entity ? coming : staying;
    return moved.some(({ firstSeq }) => firstSeq < eventSeq);
  }

  /** Takes names out of an entity; they are one entity of their own again. */
  function split(base: NameRow, { namespace, others }: KeyedStatement): boolean {
    const all = selectEntity.all(namespace, base.entity);
    const taken = all.filter(({ key }) => others.includes(key));
    const rest = all.filter(({ key }) => !others.includes(key));
    if (taken.length === 0 || rest.length === 0) return false;
    for (const part of [taken, rest]) {
      const head = part.find(({ ownId }) => ownId === base.entity) ?? part[0];
      const shown = part.find(({ shown }) => shown === 1) ?? part.find(({ how }) => how !== 'alias') ?? part[0];
      for (const row of part) {
        const entity = head?.ownId ?? row.ownId;
        if (row === shown) updateName.run(entity, 1, 'spelling', null, row.id);
        else moveName.run(entity, 0, row.id);
      }
    }
    return true;
  }

  /** Carries out one statement; whether it changed which entity an already known name means. */
  function carryOut(statement: KeyedStatement): boolean {
    const { namespace, sort, act, name, others } = statement;
    let changed = false;
    for (const key of act === 'split' ? [''] : others) {
      // Read anew for each: the one before may have moved it.
      const base = selectName.get(namespace, sort, name);
      if (base === undefined) return changed;
      const other = selectName.get(namespace, sort, key);
      if (act === 'split') changed = split(base, statement) || changed;
      else if (other !== undefined) changed = join(base, other, statement) || changed;
    }
    return changed;
  }

  return {
    carryOut,
    /** Lets every name of a namespace stand alone with its spellings and carries out all its statements anew. */
    replay(namespace: string): void {
      standAlone.run(namespace);
      for (const row of selectStatements.all(namespace)) {
        carryOut({ ...row, namespace, others: JSON.parse(row.others) as string[] });
      }
    },
  };
}

const nameColumns = `id, key, own_id AS ownId, base, entity, shown, how, first_seq AS firstSeq, first_place AS firstPlace`;

function hasSeveral(names: readonly NameRow[]): boolean {
  return names.some(({ base }) => base !== names[0]?.base);
}

function isBefore(a: NameRow | undefined, b: NameRow | undefined): boolean {
  if (a === undefined || b === undefined) return a !== undefined;
  return a.firstSeq < b.firstSeq || (a.firstSeq === b.firstSeq && a.firstPlace <= b.firstPlace);
}
