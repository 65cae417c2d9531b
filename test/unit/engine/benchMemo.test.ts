import { describe, expect, test } from 'vitest';
import { memoised } from '../../../main/engine/benchMemo.ts';
import type { PipelineParts } from '../../../main/retrieval/pipeline.ts';
import type { PathQuery, PathResult } from '../../../main/retrievers/path.ts';
import { item, judged, searchHit } from '../retrieval/support.ts';

const query: PathQuery = {
  text: 'q',
  namespaces: ['default'],
  depth: 50,
  now: 0,
  timeZone: 'UTC',
  knownAt: null,
  includeHistorical: false,
};
const { signal } = new AbortController();
const nothing: PathResult = { status: 'ok', reason: null, candidates: [], lagging: 0 };

function counting(answer: () => Promise<PathResult> = async () => nothing) {
  const calls: string[] = [];
  const parts = memoised({
    paths: {
      search: {
        path: 'search',
        get version() {
          return `v${calls.length}`;
        },
        retrieve({ text, depth }: PathQuery) {
          calls.push(`${text} ${depth}`);
          return answer();
        },
      },
    },
    async judge(rowids: readonly number[]) {
      calls.push(`judge ${rowids.join()}`);
      return rowids.filter((rowid) => rowid > 0).map((rowid) => judged(item(rowid, 'x'), [searchHit(1)]));
    },
    async judgeNamed() {
      return [];
    },
  } as unknown as PipelineParts);
  return { parts, calls };
}

describe('a path', () => {
  test('is asked once for the same question and depth, and again for another', async () => {
    const { parts, calls } = counting();
    const [first, second] = await Promise.all([1, 2].map(() => parts.paths.search?.retrieve(query, signal)));
    await parts.paths.search?.retrieve({ ...query, depth: 400 }, signal);
    expect(second).toBe(first);
    expect(calls).toEqual(['q 50', 'q 400']);
  });

  test('that failed is asked again', async () => {
    const { parts, calls } = counting(() => Promise.reject(new Error('down')));
    for (const _ of [1, 2]) await expect(parts.paths.search?.retrieve(query, signal)).rejects.toThrow('down');
    expect(calls).toHaveLength(2);
  });

  test('tells its version of now', async () => {
    const { parts } = counting();
    await parts.paths.search?.retrieve(query, signal);
    expect(parts.paths.search?.version).toBe('v1');
  });
});

describe('an item', () => {
  test('is judged once in a frame; one that is gone is left out, and another frame is another question', async () => {
    const { parts, calls } = counting();
    const frame = { at: 0, knownAt: null };
    const rowids = async (asked: number[], from = frame) =>
      (await parts.judge(asked, from)).map(({ item }) => item.rowid);
    expect(await rowids([1, 2])).toEqual([1, 2]);
    expect(await rowids([2, -1, 3])).toEqual([2, 3]);
    expect(await rowids([3, 1])).toEqual([3, 1]);
    await rowids([1], { ...frame, at: 5 });
    expect(calls).toEqual(['judge 1,2', 'judge -1,3', 'judge 1']);
  });
});
