/**
 * Works through a list, `lanes` at a time. The first failure ends it: nothing more is begun, and it is thrown once what
 * was under way has come to its end.
 */
export async function inLanes<T>(lanes: number, list: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const failures: unknown[] = [];
  const rest = list.values();
  const lane = async () => {
    for (const one of rest) {
      if (failures.length > 0) return;
      await work(one).catch((error: unknown) => failures.push(error));
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  if (failures.length > 0) throw failures[0];
}
