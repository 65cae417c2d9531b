import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bestHit, fuse } from '../../../main/retrieval/fuse.ts';
import { ranked } from './support.ts';

const weighing = (search: number, recall: number) => ({
  search,
  recall,
  associate: 1,
  graph: 1,
  causal: 1,
  temporal: 1,
});
const options = { k0: 60, weights: weighing(1, 1) };

describe('reciprocal rank fusion', () => {
  test('adds weight over k0 plus rank, path by path', () => {
    const fused = fuse(
      [
        { path: 'search', candidates: ranked([1, 9], [2, 7], [3, 5]) },
        { path: 'recall', candidates: ranked([2, 0.8], [4, 0.7]) },
      ],
      { k0: 60, weights: weighing(1, 0.5) },
    );
    expect(fused.map(({ rowid }) => rowid)).toEqual([2, 1, 3, 4]);
    expect(fused[0]?.score).toBeCloseTo(1 / 62 + 0.5 / 61, 12);
    expect(fused[3]?.score).toBeCloseTo(0.5 / 62, 12);
  });

  test('keeps rank, score and signals under the label of each path', () => {
    const [first] = fuse(
      [
        { path: 'recall', candidates: ranked([2, 0.8]) },
        { path: 'search', candidates: ranked([1, 9], [2, 7]) },
      ],
      options,
    );
    expect(first).toMatchObject({
      rowid: 2,
      hits: [
        { path: 'search', rank: 2, score: 7, signals: { place: 1 } },
        { path: 'recall', rank: 1, score: 0.8, signals: { place: 0 } },
      ],
    });
    expect(first && bestHit(first).path).toBe('recall');
  });

  test('gives a tie to search', () => {
    const lists = [
      { path: 'recall' as const, candidates: ranked([1, 0.9]) },
      { path: 'search' as const, candidates: ranked([2, 9]) },
    ];
    expect(fuse(lists, options).map(({ rowid }) => rowid)).toEqual([2, 1]);
  });

  test('puts what a structure says was asked for first, and lets no likeness overrule it', () => {
    const asked = ranked([7, 1], [8, 0.9]).map((candidate) => ({ ...candidate, asked: true }));
    const lists = [
      { path: 'temporal' as const, candidates: asked },
      { path: 'search' as const, candidates: ranked([8, 9], [1, 8]) },
      { path: 'recall' as const, candidates: ranked([8, 0.9], [1, 0.8]) },
    ];
    expect(fuse(lists, options).map(({ rowid }) => rowid)).toEqual([7, 8, 1]);
  });

  test('lets a path of edges that meets little of the question count for as little', () => {
    const byMeaning = { path: 'recall' as const, candidates: ranked([1, 0.8]) };
    const order = (score: number) =>
      fuse([byMeaning, { path: 'graph', candidates: ranked([2, score]) }], {
        k0: 10,
        weights: { ...weighing(1, 1), graph: 2 },
      }).map(({ rowid }) => rowid);
    expect(order(0.6)).toEqual([2, 1]);
    expect(order(0.05)).toEqual([1, 2]);
  });

  test('leaves order and scores of a single list as they are', () => {
    const fused = fuse([{ path: 'recall', candidates: ranked([5, 0.9], [3, 0.4]) }], options);
    expect(fused.map(({ rowid, score }) => [rowid, score])).toEqual([
      [5, 0.9],
      [3, 0.4],
    ]);
  });

  const rows = fc.uniqueArray(fc.integer({ min: 1, max: 40 }), { maxLength: 25 });
  const list = rows.map((ids) => ranked(...ids.map((id, at) => [id, 100 - at] as const)));

  test('does not depend on the order of lists or of their entries, and loses no label', () => {
    fc.assert(
      fc.property(list, list, fc.func(fc.integer()), (search, recall, shuffle) => {
        const lists = [
          { path: 'search' as const, candidates: search },
          { path: 'recall' as const, candidates: recall },
        ];
        const mixed = lists.toReversed().map(({ path, candidates }) => ({
          path,
          candidates: candidates.toSorted((a, b) => shuffle(a) - shuffle(b)),
        }));
        const fused = fuse(lists, options);
        expect(fuse(mixed, options)).toEqual(fused);
        const told = fused.flatMap(({ rowid, hits }) => hits.map(({ path, rank }) => `${path} ${rank} ${rowid}`));
        const given = lists.flatMap(({ path, candidates }) =>
          candidates.map((one) => `${path} ${one.rank} ${one.rowid}`),
        );
        expect(told.toSorted()).toEqual(given.toSorted());
        expect(new Set(fused.map(({ rowid }) => rowid)).size).toBe(fused.length);
      }),
      { seed: 7 },
    );
  });

  test('never ranks an item lower because one more path found it', () => {
    fc.assert(
      fc.property(list, list, (search, recall) => {
        const alone = fuse(
          [
            { path: 'search', candidates: search },
            { path: 'recall', candidates: [] },
          ],
          options,
        );
        const both = fuse(
          [
            { path: 'search', candidates: search },
            { path: 'recall', candidates: recall },
          ],
          options,
        );
        const scoreOf = new Map(both.map(({ rowid, score }) => [rowid, score]));
        for (const { rowid, score } of alone) expect(scoreOf.get(rowid)).toBeGreaterThanOrEqual(score);
      }),
      { seed: 7 },
    );
  });
});
