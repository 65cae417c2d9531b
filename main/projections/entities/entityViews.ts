import type { EntityView } from '../../contract/entities.ts';
import { toInstant } from '../../contract/time.ts';
import { gluedKey } from '../../language/names.ts';
import type { Database } from '../../store/sqlite.ts';
import { keyOfName } from './nameEvents.ts';
import { openNameMeanings } from './nameMeanings.ts';
import { editDistance, nearDistance, thirdsNear } from './nameThirds.ts';

interface NameRow {
  readonly id: number;
  readonly key: string;
  readonly name: string;
  readonly shown: number;
  readonly how: 'spelling' | 'alias' | 'merge';
  readonly eventId: string | null;
  readonly mentions: number;
  readonly firstKnown: number;
  readonly lastKnown: number;
}

/** Look-ups for one question after near names, at most this many candidates each: the work is bounded. */
const mostOfThird = 200;
/** Spellings shown of one key. */
const mostSpellings = 20;

/** Entities as callers see them. */
export function openEntityViews(db: Database) {
  const selectEntity = db.prepare<[string, string], NameRow>(
    `SELECT id, key, name, shown, how, event_id AS eventId, mentions, first_known AS firstKnown, last_known AS lastKnown
     FROM names WHERE namespace = ? AND entity = ? ORDER BY first_seq, first_place`,
  );
  const selectForms = db
    .prepare<[number], string>(
      `SELECT form FROM name_uses WHERE name = ? GROUP BY form ORDER BY min(event_seq) LIMIT ${mostSpellings}`,
    )
    .pluck();
  const countItems = db
    .prepare<[string], number>(
      'SELECT count(DISTINCT item) FROM name_uses WHERE name IN (SELECT value FROM json_each(?))',
    )
    .pluck();
  // The instance-of relations of everyday use; the newest wins.
  const selectType = db
    .prepare<[string, string], string>(
      `SELECT to_name FROM edges WHERE namespace = ? AND from_key IN (SELECT value FROM json_each(?))
         AND lower(replace(relation, '_', ' ')) IN ('type', 'is a', 'is an', 'instance of', 'kind')
       ORDER BY known_at DESC, id DESC LIMIT 1`,
    )
    .pluck();
  const selectSaidType = db
    .prepare<[string, string], string>(
      `SELECT type FROM name_statements WHERE namespace = ? AND sort = 'entity' AND type IS NOT NULL
         AND name IN (SELECT value FROM json_each(?)) ORDER BY event_seq DESC LIMIT 1`,
    )
    .pluck();
  const meanings = openNameMeanings(db);
  const selectThird = db.prepare<[string, number, number, string], { key: string; entity: string }>(
    `SELECT n.key, n.entity FROM name_thirds t JOIN names n ON n.id = t.name
     WHERE t.namespace = ? AND t.length = ? AND t.third = ? AND t.letters = ? LIMIT ${mostOfThird}`,
  );
  const selectMost = db
    .prepare<[string, string, number], string>(
      `SELECT entity FROM names WHERE namespace = ? AND sort = 'entity' AND instr(glued, ?) > 0
       GROUP BY entity ORDER BY sum(mentions) DESC, min(first_seq), min(first_place) LIMIT ?`,
    )
    .pluck();
  const countEntities = db
    .prepare<[string, string], number>(
      `SELECT count(DISTINCT entity) FROM names WHERE namespace = ? AND sort = 'entity' AND instr(glued, ?) > 0`,
    )
    .pluck();

  function view(namespace: string, entityId: string): EntityView | null {
    const names = selectEntity.all(namespace, entityId);
    const shown = names.find(({ shown }) => shown === 1) ?? names[0];
    if (shown === undefined) return null;
    const keys = JSON.stringify(names.map(({ key }) => key));
    const [first, ...others] = names;
    return {
      entityId,
      namespace,
      name: shown.name,
      type: selectSaidType.get(namespace, keys) ?? selectType.get(namespace, keys) ?? null,
      aliases: names.flatMap((row) => aliasesOf(row, shown)),
      mentions:
        others.length === 0 && first
          ? first.mentions
          : (countItems.get(JSON.stringify(names.map(({ id }) => id))) ?? 0),
      firstKnownAt: toInstant(Math.min(...names.map(({ firstKnown }) => firstKnown))),
      lastKnownAt: toInstant(Math.max(...names.map(({ lastKnown }) => lastKnown))),
    };
  }

  /** How else a name is written, and the name itself unless it is the one shown. */
  function aliasesOf(row: NameRow, shown: NameRow): EntityView['aliases'] {
    const spellings = selectForms.all(row.id).filter((form) => form !== row.name);
    return [
      ...(row.id === shown.id ? [] : [{ name: row.name, how: row.how, eventId: row.eventId }]),
      ...spellings.map((name) => ({ name, how: 'spelling' as const, eventId: null })),
    ];
  }

  function near(namespace: string, name: string, limit: number): EntityView[] {
    const key = keyOfName(name);
    if (key === null) return [];
    const most = nearDistance(key);
    const own = meanings.of(namespace, 'entity', key)?.entity;
    const distances = new Map<string, number>();
    for (const { length, third, letters } of most === 0 ? [] : thirdsNear(key, most)) {
      for (const candidate of selectThird.all(namespace, length, third, letters)) {
        if (candidate.entity === own) continue;
        const distance = editDistance(key, candidate.key, most);
        const known = distances.get(candidate.entity) ?? Number.POSITIVE_INFINITY;
        if (distance !== null && distance < known) distances.set(candidate.entity, distance);
      }
    }
    return [...distances]
      .sort((a, b) => a[1] - b[1] || (a[0] < b[0] ? -1 : 1))
      .slice(0, limit)
      .flatMap(([entityId]) => view(namespace, entityId) ?? []);
  }

  return {
    view,
    near,
    list(namespace: string, text: string | undefined, limit: number): { entities: EntityView[]; total: number } {
      const part = gluedKey(text ?? '');
      const entities = selectMost.all(namespace, part, limit).flatMap((entityId) => view(namespace, entityId) ?? []);
      return { entities, total: countEntities.get(namespace, part) ?? 0 };
    },
  };
}
