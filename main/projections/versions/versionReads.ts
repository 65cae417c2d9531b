import type { Database } from '../../store/sqlite.ts';
import type { Item } from '../items/item.ts';

/** One statement in the text of an item that other statements of its source can be a version of. */
export interface StatementVersion {
  /** Where it stands in the item's text: UTF-16 offsets, `[start, end)`. */
  readonly start: number;
  readonly end: number;
  /** Whether the item says nothing else: then what holds for the statement holds for the item. */
  readonly whole: boolean;
  /** The newest statement of its source that says otherwise; null where it is itself the newest, or says the same. */
  readonly replacedBy: Replacement | null;
}

export interface Replacement {
  readonly rowid: number;
  readonly itemId: string;
  /** Where it stands in the text of that item. */
  readonly start: number;
  readonly end: number;
  /**
   * one: the relation holds one value at a time, so that the earlier statement is superseded; many: it may hold
   * several, or nobody can tell, so that the earlier statement is only `earlier`.
   */
  readonly cardinality: 'one' | 'many';
  /** From when the first later statement that says otherwise holds, in milliseconds since 1970. */
  readonly since: number;
}

export interface VersionFrame {
  /** Of record time, in milliseconds since 1970; null for all that is known. */
  readonly knownAt: number | null;
  /** Whether the word of an item counts. Left out: it is not distrusted, and nothing known by then takes it back. */
  readonly inForce?: (rowid: number) => boolean;
}

/** The statements of each asked item by its row, in the order of the text; items without any are left out. */
export type VersionReads = (rows: readonly Item[], frame: VersionFrame) => Map<number, readonly StatementVersion[]>;

export function openVersionReads(db: Database): VersionReads {
  const selectStatements = openStatements(db);
  const selectLater = openLater(db);
  const selectFirst = openFirstOthers(db);

  function replacement(row: StatementRow, until: number, { inForce }: VersionFrame): Replacement | null {
    const counts = (later: Later) =>
      bandOf(later.authority) >= bandOf(row.ownAuthority) && (inForce?.(later.rowid) ?? later.believed === 1);
    const newest = newestOf(row);
    if (newest === null) return null;
    // Nearly always the newest one decides, however many there are.
    const later = counts(newest) ? newest : selectLater.all({ item: row.item, place: row.start, until }).find(counts);
    if (later === undefined || later.value === row.ownValue) return null;
    const { rowid, itemId, startAt: start, endAt: end } = later;
    const oneSeries = later.series === row.ownSeries && later.series !== 0;
    const one = oneSeries || (later.functional === 1 && row.ownFunctional === 1);
    const first = selectFirst.all({ item: row.item, place: row.start, until }).find(counts) ?? later;
    return { rowid, itemId, start, end, cardinality: one ? 'one' : 'many', since: first.since };
  }

  return (rows, frame) => {
    const asked = JSON.stringify(rows.map(({ rowid }) => rowid));
    const until = frame.knownAt ?? Number.MAX_SAFE_INTEGER;
    const found = new Map<number, StatementVersion[]>();
    for (const row of selectStatements.all({ asked, until })) {
      const { item, start, end } = row;
      const version = { start, end, whole: row.whole === 1, replacedBy: replacement(row, until, frame) };
      const others = found.get(item);
      if (others === undefined) found.set(item, [version]);
      else others.push(version);
    }
    return found;
  };
}

interface Later {
  readonly rowid: number;
  readonly itemId: string;
  readonly authority: number;
  readonly startAt: number;
  readonly endAt: number;
  readonly value: number;
  readonly series: number;
  readonly functional: 0 | 1;
  readonly since: number;
  /** Whether it is not distrusted and nothing known by then takes it back. */
  readonly believed: 0 | 1;
}

/** A statement beside the newest later one of its group; without one those members are null. */
interface StatementRow extends Nullable<Later> {
  readonly item: number;
  readonly start: number;
  readonly end: number;
  readonly whole: 0 | 1;
  readonly ownValue: number;
  readonly ownSeries: number;
  readonly ownFunctional: 0 | 1;
  readonly ownAuthority: number;
}
type Nullable<T> = { readonly [Member in keyof T]: T[Member] | null };

function newestOf(row: StatementRow): Later | null {
  return row.rowid === null ? null : (row as Later & StatementRow);
}

const laterColumns = `i.rowid, i.item_id AS itemId, i.authority, l.start_at AS startAt, l.end_at AS endAt, l.value,
  l.series, l.functional, coalesce(i.valid_from, i.occurred_at) AS since, i.trust <> 'invalid' AND NOT EXISTS (
    SELECT 1 FROM supersessions s CROSS JOIN items b ON b.namespace = s.namespace AND b.item_id = s.by_item
    WHERE s.namespace = i.namespace AND s.target_item IN (i.item_id, i.document_id)
      AND s.relation IN ('corrects', 'retracts') AND b.known_at <= $until AND b.trust <> 'invalid') AS believed`;

const newestFirst = 'known_at DESC, place DESC, event_seq DESC, offset DESC, item DESC, start_at DESC';

/** The statements of the asked rows (a JSON array of row numbers), in one reading. */
function openStatements(db: Database) {
  return db.prepare<{ asked: string; until: number }, StatementRow>(
    `SELECT a.item, a.start_at AS start, a.end_at AS "end", a.whole, a.value AS ownValue, a.series AS ownSeries, a.functional AS ownFunctional,
       own.authority AS ownAuthority, ${laterColumns}
     FROM statements a CROSS JOIN items own ON own.rowid = a.item
       LEFT JOIN statements l ON (l.item, l.start_at) =
         (SELECT item, start_at FROM statements n WHERE n.stem_group = a.stem_group AND n.known_at <= $until
            AND (n.known_at, n.place, n.event_seq, n.offset) > (a.known_at, a.place, a.event_seq, a.offset)
          ORDER BY ${newestFirst} LIMIT 1)
       LEFT JOIN items i ON i.rowid = l.item
     WHERE a.item IN (SELECT value FROM json_each($asked)) ORDER BY a.item, a.start_at`,
  );
}

/** All later statements of the group of the one at `place` in `item`, newest first. */
function openLater(db: Database) {
  return db.prepare<{ item: number; place: number; until: number }, Later>(
    `SELECT ${laterColumns}
     FROM statements a CROSS JOIN statements l CROSS JOIN items i ON i.rowid = l.item
     WHERE a.item = $item AND a.start_at = $place AND l.stem_group = a.stem_group AND l.known_at <= $until
       AND (l.known_at, l.place, l.event_seq, l.offset) > (a.known_at, a.place, a.event_seq, a.offset)
     ORDER BY ${newestFirst.replace(/(\w+) DESC/g, 'l.$1 DESC')}`,
  );
}

/** The first later statements of the group that say otherwise than the one at `place` in `item`, the oldest in front. */
function openFirstOthers(db: Database) {
  return db.prepare<{ item: number; place: number; until: number }, Later>(
    `SELECT ${laterColumns}
     FROM statements a CROSS JOIN statements l CROSS JOIN items i ON i.rowid = l.item
     WHERE a.item = $item AND a.start_at = $place AND l.stem_group = a.stem_group AND l.known_at <= $until
       AND (l.known_at, l.place, l.event_seq, l.offset) > (a.known_at, a.place, a.event_seq, a.offset) AND l.value <> a.value
     ORDER BY l.known_at, l.place, l.event_seq, l.offset LIMIT ${mostOthers}`,
  );
}

/** Nearly always the first of them counts. */
const mostOthers = 8;

/** The bands of data-model.md: hearsay does not replace a document, and a document does not replace a register. */
function bandOf(authority: number): number {
  return authority >= 0.8 ? 2 : authority >= 0.5 ? 1 : 0;
}
