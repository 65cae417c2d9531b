import { describe, expect, test } from 'vitest';
import { PiperError } from '../../../../main/base/errors.ts';
import { openRecall, type RecallParts } from '../../../../main/retrievers/recall/recall.ts';
import { hashEmbedder } from '../../../support/hashEmbedder.ts';

const embedder = hashEmbedder();
const query = {
  text: 'the harbour',
  namespaces: ['default'],
  depth: 3,
  now: 0,
  timeZone: 'UTC',
  knownAt: null,
  includeHistorical: false,
};
const never = new AbortController().signal;

function recall(parts: Partial<RecallParts> = {}) {
  return openRecall({
    embedder: () => embedder,
    about: async () => null,
    nearestFresh: async () => [],
    nearestSettled: async () => [],
    lagging: async () => 0,
    floor: -1,
    ...parts,
  });
}

const fails = (code: 'io' | 'store-corrupt') => async () => {
  throw new PiperError(code, 'It does not work.', 'Mend it.');
};

describe('merging both tiers', () => {
  test('the nearest come first, each item once with its higher cosine and its tier', async () => {
    const { retrieve } = recall({
      nearestFresh: async () => [
        { rowid: 1, cosine: 0.9 },
        { rowid: 2, cosine: 0.4 },
      ],
      nearestSettled: async () => [
        { rowid: 3, cosine: 0.7 },
        { rowid: 2, cosine: 0.6 },
        { rowid: 4, cosine: 0.1 },
      ],
    });
    expect(await retrieve(query, never)).toEqual({
      status: 'ok',
      reason: null,
      lagging: 0,
      candidates: [
        { rowid: 1, rank: 1, score: 0.9, signals: { cosine: 0.9, tier: 'fresh' } },
        { rowid: 3, rank: 2, score: 0.7, signals: { cosine: 0.7, tier: 'settled' } },
        { rowid: 2, rank: 3, score: 0.6, signals: { cosine: 0.6, tier: 'settled' } },
      ],
    });
  });

  test('what mentions the things that are named comes first, by what is asked of them', async () => {
    const { retrieve } = recall({
      about: async () => ({ masked: 'the it', rowids: [4, 2] }),
      nearestFresh: async (_, vector, among) => {
        if ('namespaces' in among)
          return [
            { rowid: 1, cosine: 0.9 },
            { rowid: 2, cosine: 0.8 },
          ];
        const [maskedVector] = await embedder.embed(['the it'], 'query');
        return vector.every((value, at) => value === maskedVector?.[at])
          ? [
              { rowid: 4, cosine: 0.6 },
              { rowid: 2, cosine: 0.5 },
            ]
          : [
              { rowid: 2, cosine: 0.8 },
              { rowid: 4, cosine: 0.3 },
            ];
      },
    });
    expect((await retrieve(query, never)).candidates).toEqual([
      { rowid: 4, rank: 1, score: 0.6, signals: { cosine: 0.3, tier: 'fresh', cosineAsked: 0.6 } },
      { rowid: 2, rank: 2, score: 0.5, signals: { cosine: 0.8, tier: 'fresh', cosineAsked: 0.5 } },
      { rowid: 1, rank: 3, score: 0.9, signals: { cosine: 0.9, tier: 'fresh' } },
    ]);
  });

  test('where many mention the same, the whole question counts a little beside what is asked of them', async () => {
    const many = Array.from({ length: 9 }, (_, index) => index + 1);
    const { retrieve } = recall({
      about: async () => ({ masked: 'the it', rowids: many }),
      nearestFresh: async (_, vector, among) => {
        if ('namespaces' in among) return [];
        const [maskedVector] = await embedder.embed(['the it'], 'query');
        const isMasked = vector.every((value, at) => value === maskedVector?.[at]);
        // Every later one is a little nearer to what is asked, and the first is nearest to the whole question.
        return many.map((rowid) => ({ rowid, cosine: isMasked ? 0.5 + rowid / 100 : rowid === 1 ? 0.9 : 0.4 }));
      },
    });
    const { candidates } = await retrieve(query, never);
    expect(candidates.map(({ rowid }) => rowid)).toEqual([1, 9, 8]);
  });

  test('equal cosines stand in the order they were written', async () => {
    const near = [3, 1, 2].map((rowid) => ({ rowid, cosine: 0.5 }));
    const { candidates } = await recall({ nearestFresh: async () => near }).retrieve(query, never);
    expect(candidates.map(({ rowid }) => rowid)).toEqual([1, 2, 3]);
  });

  test('what lies below the floor is not proposed', async () => {
    const near = [
      { rowid: 1, cosine: 0.5 },
      { rowid: 2, cosine: 0.19 },
    ];
    const { candidates } = await recall({ nearestFresh: async () => near, floor: 0.2 }).retrieve(query, never);
    expect(candidates.map(({ rowid }) => rowid)).toEqual([1]);
  });

  test('the question is embedded once, as a question, and both tiers get its vector and its embedder', async () => {
    const calls: unknown[] = [];
    const tier = async (...args: unknown[]) => {
      calls.push(args);
      return [];
    };
    const asked: unknown[] = [];
    const watched = {
      ...embedder,
      embed: (texts: readonly string[], as: 'query' | 'passage') => {
        asked.push([texts, as]);
        return embedder.embed(texts, as);
      },
    };
    await recall({ embedder: () => watched, nearestFresh: tier, nearestSettled: tier }).retrieve(query, never);
    expect(asked).toEqual([[['the harbour'], 'query']]);
    const [vector] = await embedder.embed(['the harbour'], 'query');
    expect(calls).toEqual(Array(2).fill(['hash-1', vector, { namespaces: ['default'] }, 3]));
  });
});

describe('not having looked', () => {
  test('no embedder is not the same as nothing found', async () => {
    const path = recall({ embedder: () => null, lagging: async () => 7 });
    expect(await path.retrieve(query, never)).toEqual({
      status: 'could_not_look',
      reason: 'embedder-missing',
      candidates: [],
      lagging: 7,
    });
    expect(path.version).toBe('recall-2/none');
    expect(recall().version).toBe('recall-2/hash-1');
  });

  test('items without vectors make the answer partial and are counted', async () => {
    const result = await recall({ lagging: async () => 2 }).retrieve(query, never);
    expect(result).toMatchObject({ status: 'partial', reason: 'index-behind', lagging: 2 });
  });

  test('a tier that fails makes the answer partial, is reported, and the other one still answers', async () => {
    const reported: unknown[] = [];
    const result = await recall({
      nearestFresh: async () => [{ rowid: 1, cosine: 0.9 }],
      nearestSettled: fails('store-corrupt'),
      onFailure: (tier, error) => reported.push([tier, error instanceof PiperError && error.code]),
    }).retrieve(query, never);
    expect(result).toMatchObject({ status: 'partial', reason: 'store-corrupt', candidates: [{ rowid: 1 }] });
    expect(reported).toEqual([['settled', 'store-corrupt']]);
  });

  test('both tiers failing means that it could not look', async () => {
    const result = await recall({ nearestFresh: fails('io'), nearestSettled: fails('io') }).retrieve(query, never);
    expect(result).toMatchObject({ status: 'could_not_look', reason: 'io', candidates: [] });
  });

  test('nobody waiting any more stops it', async () => {
    await expect(recall().retrieve(query, AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
    const leaving = new AbortController();
    const slow = recall({
      nearestFresh: async () => {
        leaving.abort(new Error('gone meanwhile'));
        return [];
      },
    });
    await expect(slow.retrieve(query, leaving.signal)).rejects.toThrow('gone meanwhile');
  });
});
