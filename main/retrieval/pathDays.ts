import { RetrievalPath } from '../contract/packet.ts';
import type { PathActivity } from '../contract/status.ts';
import { toInstant } from '../contract/time.ts';
import type { Database } from '../store/sqlite.ts';

/** How often each path was asked on which day, in `traces.db`: for how long one has been silent. */
export interface PathDays {
  /** `at`: milliseconds since 1970. */
  add(path: RetrievalPath, at: number): void;
  /** `calls`: all calls of each path, those from before days were kept included. */
  activity(calls: Readonly<Record<string, number>>, now: number): PathActivity[];
}

const dayMs = 86_400_000;
const shownDays = 28;

export function openPathDays(db: Database): PathDays {
  const addCall = db.prepare<[string, number, number]>(
    `INSERT INTO path_days (path, day, calls, last_at) VALUES (?, ?, 1, ?)
     ON CONFLICT (path, day) DO UPDATE SET calls = calls + 1, last_at = MAX(last_at, excluded.last_at)`,
  );
  const selectLast = db.prepare<[], { path: string; at: number }>(
    'SELECT path, MAX(last_at) AS at FROM path_days GROUP BY path',
  );
  const selectDays = db.prepare<[number], { path: string; day: number; calls: number }>(
    'SELECT path, day, calls FROM path_days WHERE day >= ?',
  );
  return {
    add: (path, at) => void addCall.run(path, Math.floor(at / dayMs), at),
    activity(calls, now) {
      const first = Math.floor(now / dayMs) - shownDays + 1;
      const last = new Map(selectLast.all().map(({ path, at }) => [path, at]));
      const counted = new Map(selectDays.all(first).map((row) => [`${row.path} ${row.day}`, row.calls]));
      return RetrievalPath.options.map((path) => ({
        path,
        calls: calls[path] ?? 0,
        lastAt: toInstant(last.get(path) ?? null),
        days: Array.from({ length: shownDays }, (_, at) => counted.get(`${path} ${first + at}`) ?? 0),
      }));
    },
  };
}
