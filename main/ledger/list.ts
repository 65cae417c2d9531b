import type { MethodParams } from '../contract/methods.ts';
import { fromInstant } from '../contract/time.ts';
import type { Database } from '../store/sqlite.ts';
import type { StoredEvent } from './row.ts';

export type LedgerFilter = MethodParams<'ledger.list'>;

/** Opens the filtered, newest-first reading of the ledger; `list` returns up to `limit` + 1 rows. */
export function openLedgerList(db: Database): (filter: LedgerFilter) => StoredEvent[] {
  const selectFiltered = db.prepare<[Record<string, string | number | null>], StoredEvent>(`
    SELECT e.*, p.body
    FROM memory_events e LEFT JOIN memory_payloads p ON p.seq = e.seq
    WHERE e.seq >= @from AND e.seq < @before
      AND (@types IS NULL OR e.event_type IN (SELECT value FROM json_each(@types)))
      AND (@namespace IS NULL OR e.namespace = @namespace)
      AND (@actor IS NULL OR e.actor = @actor)
      AND (@text IS NULL OR instr(p.body, @text) > 0)
    ORDER BY e.seq DESC LIMIT @limit + 1`);
  const selectRecordedAt = db.prepare<[number], { recordedAt: number }>(
    'SELECT recorded_at AS recordedAt FROM memory_events WHERE seq = ?',
  );
  const selectHeadSeq = db.prepare<[], { seq: number }>('SELECT coalesce(max(seq), 0) AS seq FROM memory_events');

  /** The first seq recorded at or after `ms`: `recorded_at` never runs backwards, so a bisection needs no index. */
  function firstSeqAt(ms: number, headSeq: number): number {
    let low = 1;
    let high = headSeq + 1;
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if ((selectRecordedAt.get(middle)?.recordedAt ?? ms) < ms) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  return (filter) => {
    const headSeq = selectHeadSeq.get()?.seq ?? 0;
    const end = filter.to === undefined ? headSeq + 1 : firstSeqAt(fromInstant(filter.to), headSeq);
    return selectFiltered.all({
      from: filter.from === undefined ? 1 : firstSeqAt(fromInstant(filter.from), headSeq),
      before: Math.min(filter.beforeSeq ?? end, end),
      types: filter.eventTypes === undefined ? null : JSON.stringify(filter.eventTypes),
      namespace: filter.namespace ?? null,
      actor: filter.actor ?? null,
      // The body is JSON: quotes and line breaks stand in it escaped.
      text: filter.text ? JSON.stringify(filter.text).slice(1, -1) : null,
      limit: filter.limit,
    });
  };
}
