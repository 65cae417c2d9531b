import type { z } from 'zod';
import type { ExtractionOrigin } from '../../contract/memory.ts';
import type { Database } from '../../store/sqlite.ts';
import type { Assertion } from '../../truth/evidence.ts';

/** One statement of a value as it is stored, with what its item says about it. Times are milliseconds since 1970. */
export interface FactRow extends Assertion {
  readonly rowid: number;
  readonly namespace: string;
  readonly slotKey: string;
  readonly subject: string;
  readonly predicate: string;
  readonly validFromGiven: boolean;
  readonly observedAt: number;
  readonly recordedAt: number;
  readonly source: string;
  readonly confidence: number;
  readonly statedIn: string | null;
  readonly extraction: z.infer<typeof ExtractionOrigin> | null;
  readonly text: string;
  readonly eventId: string;
}

/** A part of an item's text (UTF-16 offsets). */
export interface Stretch {
  readonly itemId: string;
  readonly start: number;
  readonly end: number;
}

export interface FactRows {
  ofSlots(namespace: string, slotKeys: readonly string[]): FactRow[];
  /**
   * The newest statements of a slot, by valid_from, where it has more than `most`: all those that are newer than any that
   * is left out. Null where it has not so many, or is not of one band and of one value at a time.
   */
  newestOfSlots(namespace: string, slotKeys: readonly string[], most: number): FactRow[] | null;
  ofItems(namespace: string, itemIds: readonly string[]): FactRow[];
  /** Statements that were found in these stretches of text. */
  statedIn(namespace: string, stretches: readonly Stretch[]): FactRow[];
}

export function openFactRows(db: Database): FactRows {
  const columns = `f.item AS rowid, i.item_id AS id, f.namespace, f.slot_key AS slotKey, f.subject, f.predicate,
    f.object, f.value_key AS valueKey, f.cardinality, f.denial, f.valid_from AS validFrom, f.valid_from_given AS validFromGiven,
    f.valid_to AS validTo, i.observed_at AS observedAt, i.recorded_at AS recordedAt, i.known_at AS knownAt,
    i.event_seq AS seq, i.trust = 'invalid' AS invalid, i.derived_from AS derivedFrom, i.authority, i.confidence,
    coalesce(i.source, whole.source, i.author, whole.author, whole.source_type, i.source_type) AS source, f.stated_in AS statedIn, f.extraction, i.text,
    i.event_id AS eventId, coalesce(whole.event_seq, i.event_seq) AS sourceSeq,
    f.place + coalesce(whole.start_at, 0) AS place`;
  const joins = `CROSS JOIN items i ON i.rowid = f.item
    LEFT JOIN items whole ON whole.namespace = f.namespace AND whole.item_id = f.stated_in`;
  const selectOfSlots = db.prepare<{ namespace: string; keys: string }, StoredFact>(
    `SELECT ${columns} FROM json_each($keys) asked
       CROSS JOIN facts f ON f.namespace = $namespace AND f.slot_key = asked.value ${joins}`,
  );
  const selectBands = db.prepare<{ namespace: string; keys: string }, Bands>(
    `SELECT min(lowest) AS lowest, max(highest) AS highest, max(many) AS many FROM (SELECT
       (SELECT min(band) FROM facts WHERE namespace = $namespace AND slot_key = asked.value) AS lowest,
       (SELECT max(band) FROM facts WHERE namespace = $namespace AND slot_key = asked.value) AS highest,
       EXISTS (SELECT 1 FROM facts WHERE namespace = $namespace AND slot_key = asked.value AND cardinality = 'many')
         AS many FROM json_each($keys) asked)`,
  );
  const selectNewest = db.prepare<[namespace: string, slotKey: string, band: number, most: number], Placed>(
    `SELECT item, valid_from AS validFrom FROM facts WHERE namespace = ? AND slot_key = ? AND band = ?
     ORDER BY valid_from DESC LIMIT ?`,
  );
  const selectRows = db.prepare<{ keys: string }, StoredFact>(
    `SELECT ${columns} FROM json_each($keys) asked CROSS JOIN facts f ON f.item = asked.value ${joins}`,
  );
  const selectOfItems = db.prepare<{ namespace: string; keys: string }, StoredFact>(
    `SELECT ${columns} FROM json_each($keys) asked
       CROSS JOIN items named ON named.namespace = $namespace AND named.item_id = asked.value
       CROSS JOIN facts f ON f.item = named.rowid ${joins}`,
  );
  const selectStatedIn = db.prepare<{ namespace: string; keys: string }, StoredFact>(
    `SELECT ${columns} FROM json_each($keys) asked
       CROSS JOIN facts f ON f.namespace = $namespace AND f.stated_in = asked.value ->> 'itemId' ${joins}
     WHERE f.place >= asked.value ->> 'start' AND f.place < asked.value ->> 'end'`,
  );
  const read = (select: typeof selectOfSlots) => (namespace: string, keys: readonly unknown[]) =>
    select.all({ namespace, keys: JSON.stringify(keys) }).map(factOf);

  function newestOfSlots(namespace: string, slotKeys: readonly string[], most: number): FactRow[] | null {
    const { lowest, highest, many } = selectBands.get({ namespace, keys: JSON.stringify(slotKeys) }) ?? noBands;
    if (lowest === null || lowest !== highest || many === 1) return null;
    const placed = slotKeys
      .flatMap((key) => selectNewest.all(namespace, key, lowest, most + 1))
      .sort((a, b) => b.validFrom - a.validFrom);
    const leftOut = placed[most];
    if (leftOut === undefined) return null;
    const newest = placed.filter(({ validFrom }) => validFrom > leftOut.validFrom);
    return selectRows.all({ keys: JSON.stringify(newest.map(({ item }) => item)) }).map(factOf);
  }

  return { newestOfSlots, ofSlots: read(selectOfSlots), ofItems: read(selectOfItems), statedIn: read(selectStatedIn) };
}

interface Bands {
  readonly lowest: number | null;
  readonly highest: number | null;
  readonly many: 0 | 1;
}

const noBands: Bands = { lowest: null, highest: null, many: 0 };

interface Placed {
  readonly item: number;
  readonly validFrom: number;
}

interface StoredFact extends Omit<FactRow, 'value' | 'validFromGiven' | 'invalid' | 'derivedFrom' | 'extraction'> {
  readonly object: string;
  readonly validFromGiven: 0 | 1;
  readonly invalid: 0 | 1;
  readonly derivedFrom: string;
  readonly extraction: string | null;
}

function factOf({ object, validFromGiven, invalid, derivedFrom, extraction, ...rest }: StoredFact): FactRow {
  return {
    ...rest,
    value: JSON.parse(object) as FactRow['value'],
    validFromGiven: validFromGiven === 1,
    invalid: invalid === 1,
    derivedFrom: derivedFrom === '[]' ? [] : (JSON.parse(derivedFrom) as string[]),
    extraction: extraction === null ? null : (JSON.parse(extraction) as FactRow['extraction']),
  };
}
