import { describe, expect, test } from 'vitest';
import { type LikenessParts, relationLikeness } from '../../../../main/retrievers/recall/relationLikeness.ts';

const query = {
  ...{ text: 'Whose plate is shop-api on?', namespaces: ['default'], depth: 20 },
  ...{ now: 0, timeZone: 'UTC', knownAt: null, includeHistorical: false },
};
const embedder = {
  ...{ id: 'test', dimensions: 1 },
  embed: async (texts: readonly string[]) => texts.map(() => new Float32Array([1])),
  close: async () => {},
};

function parts(cosines: ReadonlyMap<number, number>, told: Record<string, readonly number[]>): LikenessParts {
  return {
    about: async () => ({ masked: 'Whose plate is it on?', rowids: [] }),
    told: async () => Object.entries(told).map(([key, rowids]) => ({ key, rowids })),
    nearest: [
      async (_, __, among) => {
        const rowids = 'rowids' in among ? among.rowids : [];
        return rowids.flatMap((rowid) => {
          const cosine = cosines.get(rowid);
          return cosine === undefined ? [] : [{ rowid, cosine }];
        });
      },
    ],
  };
}

describe('how near a question is to each relation', () => {
  test('is measured by what tells them, the middle of them being 0', async () => {
    const cosines = new Map([
      [1, 0.84],
      [2, 0.82],
      [3, 0.8],
    ]);
    const found = await relationLikeness(query, embedder, parts(cosines, { 'kept by': [1, 2], 'runs on': [3] }));
    expect(found?.get('kept by')).toBeCloseTo(0.3);
    expect(found?.get('runs on')).toBeCloseTo(-0.3);
  });

  test('is not known where there is nothing to choose, or nothing has its vector yet', async () => {
    expect(await relationLikeness(query, embedder, parts(new Map([[1, 0.8]]), { 'kept by': [1] }))).toBeNull();
    expect(await relationLikeness(query, embedder, parts(new Map(), { 'kept by': [1], 'runs on': [2] }))).toBeNull();
  });
});
