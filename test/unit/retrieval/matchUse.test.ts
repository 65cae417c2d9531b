import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type AnswerContext, type MatchedResult, matchUse } from '../../../main/retrieval/matchUse.ts';

const at = Date.UTC(2026, 2, 10, 12);

function result(name: string, text: string, rest: Partial<MatchedResult> = {}): MatchedResult {
  return {
    resultId: `r_${name}`,
    itemId: `item ${name}`,
    namespace: 'default',
    text,
    caption: null,
    occurredAt: '2026-03-01T09:00:00Z',
    fact: null,
    edges: [],
    ...rest,
  };
}

function fact(value: string): NonNullable<MatchedResult['fact']> {
  return { subject: 'gateway', predicate: 'colour', value, validFrom: null, validTo: null, status: 'standing' };
}

/** What is found, by result: the mark and its signs. */
function found(answer: string, results: readonly MatchedResult[], rest: Partial<AnswerContext> = {}) {
  const uses = matchUse(answer, { results, questions: [], at, timeZone: 'UTC', spoken: true, ...rest });
  return Object.fromEntries(
    uses.map(({ resultId, mark, signs }) => [resultId.replace('r_', ''), [mark, ...signs].join(' ')]),
  );
}

const worker = result('worker', 'The worker timeout is 600 seconds.');
const queue = result('queue', 'The queue timeout is 600 seconds since v1.5.2.');
const tea = result('tea', 'Ada Lovelace prefers Darjeeling tea in the afternoon.');
const all = [worker, queue, tea];
const timeout = { questions: ['What is the worker timeout?'] };

describe('a quote', () => {
  test('of five words is one, of four is not', () => {
    const notes = [result('notes', 'we moved all silver spoons upstairs yesterday evening')];
    expect(found('it says: moved all silver spoons upstairs!', notes)).toEqual({ notes: 'used quote' });
    expect(found('it says: moved all silver spoons downstairs!', notes)).toEqual({});
  });

  test('is the longest run at its place: who shares only its beginning is not quoted', () => {
    const other = result('other', 'The worker timeout is 600 minutes.');
    expect(found('I read that the worker timeout is 600 seconds.', [worker, other])).toEqual({
      worker: 'used quote quantity',
    });
  });

  test('that the question held already, or that names nothing, shows nothing', () => {
    const asked = { questions: ['Did Ada prefer the silver tea spoons of her aunt?'] };
    expect(
      found('You ask of the silver tea spoons of her aunt.', [result('a', 'the silver tea spoons of her aunt')], asked),
    ).toEqual({});
    expect(found('It is what it was and is', [result('a', 'it is what it was and is')])).toEqual({});
  });

  test('is found in scripts that part no words', () => {
    expect(found('价格是八百元人民币每月固定支付', [result('a', '我们的价格是八百元人民币每月固定支付。')])).toEqual({
      a: 'used quote',
    });
  });
});

describe('a value', () => {
  test('counts for the one result that has it, and what shares nothing was ignored', () => {
    expect(found('Since 1.5.2.', all)).toEqual({ worker: 'ignored', queue: 'used identifier', tea: 'ignored' });
    expect(found('Darjeeling.', all)).toEqual({ worker: 'ignored', queue: 'ignored', tea: 'used name' });
  });

  test('of several results counts for the one in whose company it stands, and marks nobody where that is even', () => {
    expect(found('It is 10 min.', all, timeout)).toEqual({ worker: 'used quantity', tea: 'ignored' });
    expect(found('It is 10 min.', all, { questions: ['What is the timeout?'] })).toEqual({});
  });

  test('of several results that say the same counts for all of these', () => {
    const again = result('again', 'the worker timeout is 600 seconds');
    expect(found('600 s', [worker, again, queue], timeout)).toEqual({
      worker: 'used quantity',
      again: 'used quantity',
    });
  });

  test('is one value however it is written: units, days, versions', () => {
    const dates = [result('met', 'They met on 2025-05-03.'), result('left', 'They left in 2024.')];
    expect(found('On 3 May 2025.', dates)).toEqual({ met: 'used date', left: 'ignored' });
    const told = [result('told', 'It happened yesterday.'), result('none', 'It never happened.')];
    expect(found('On 28 February 2026.', told)).toEqual({ told: 'used date', none: 'ignored' });
    expect(found('now', [result('a', 'It is so now.')])).toEqual({});
    expect(found('Until 6:00.', [result('a', 'The watch ends at 06:00.')])).toEqual({ a: 'used date' });
    expect(found('The pier has $48,000 for it.', [result('a', 'The budget of the pier is $48000.')])).toEqual({
      a: 'used quantity',
    });
    const path = [result('a', 'It goes to /srv/billing/out.')];
    expect(found('{"folder":"/srv/billing/out"}', path)).toEqual({ a: 'used identifier' });
  });

  test('that the question held already shows nothing', () => {
    expect(
      found('I cannot say why v1.5.2 has 600 seconds.', all, { questions: ['Why has v1.5.2 600 seconds?'] }),
    ).toEqual({});
  });

  test('that is a figure needs a word in common', () => {
    const port = [result('port', 'The gateway listens on 42.')];
    expect(found('I read 42 files.', port)).toEqual({});
    expect(found('The gateway has 42.', port)).toEqual({ port: 'used quantity' });
  });

  test('that is a name is told from any word that opens a sentence', () => {
    const two = [result('grace', 'Grace wrote the parser.'), result('restart', 'However, restart the router.')];
    expect(found('Grace wrote it.', two)).toEqual({ grace: 'used name', restart: 'ignored' });
    expect(found('However, I cannot say.', two)).toEqual({});
    expect(found('Grace', two)).toEqual({ grace: 'used name', restart: 'ignored' });
  });

  test('of a fact is found in small letters too', () => {
    const colours = [result('a', 'gateway colour is teal', { fact: fact('teal') }), result('b', 'The gateway is new.')];
    expect(found('It is teal.', colours)).toMatchObject({ a: 'used value', b: 'ignored' });
  });

  test('of one item that two sessions showed counts for both results', () => {
    const twice = [
      { ...tea, itemId: 'tea' },
      { ...tea, itemId: 'tea', resultId: 'r_tea again' },
    ];
    expect(found('Darjeeling.', twice)).toEqual({ tea: 'used name', 'tea again': 'used name' });
  });
});

describe('an id', () => {
  test('in the answer is a citation; an item id that may be a word is none', () => {
    expect(found('See r_0123456789abcdef.', [{ ...tea, resultId: 'r_0123456789abcdef' }, worker])).toEqual({
      '0123456789abcdef': 'cited id',
      worker: 'ignored',
    });
    expect(found('See lunch.', [{ ...tea, itemId: 'lunch' }])).toEqual({});
    expect(found('See conv-26/D1:3.', [{ ...tea, itemId: 'conv-26/D1:3' }])).toEqual({ tea: 'cited id' });
    expect(found('See conv-26/D1:31.', [{ ...tea, itemId: 'conv-26/D1:3' }])).toEqual({});
  });
});

test('nothing is ignored where nothing was found, and a tool call ignores nothing', () => {
  expect(found('I cannot say.', all)).toEqual({});
  expect(found('Darjeeling', all, { spoken: false })).toEqual({ tea: 'used name' });
});

/** Two vocabularies without a word, a figure or an initial in common. */
const theirs = [
  'amber',
  'Basil',
  'clover',
  'dune',
  'ember',
  'Fjord',
  '17',
  '2024-03-05',
  'v3.2.1',
  'grove_two',
  '300 seconds',
];
const ours = [
  'hazel',
  'Iris',
  'jetty',
  'kelp',
  'lagoon',
  'Moss',
  '28',
  '2025-07-09',
  'v4.5.6',
  'nectar_one',
  '5 metres',
];
const small = ['the', 'is', 'of', 'and', 'it', 'was'];
const textOf = (words: readonly string[], maxLength = 30) =>
  fc
    .array(fc.oneof(fc.constantFrom(...words), fc.constantFrom(...small), fc.constantFrom('.', '\n')), { maxLength })
    .map((parts) => parts.join(' '));
const resultsOf = (words: readonly string[]) =>
  fc.array(textOf(words), { minLength: 1, maxLength: 6 }).map((texts) => texts.map((text, n) => result(`n${n}`, text)));

describe('whatever the texts', () => {
  test('a result that shares nothing with the answer is never marked as used', () => {
    fc.assert(
      fc.property(textOf(ours), resultsOf(theirs), textOf([...ours, ...theirs]), (answer, results, question) => {
        expect(found(answer, results, { questions: [question] })).toEqual({});
      }),
    );
  });

  test('what is marked as used shares a word with the answer', () => {
    const any = [...theirs.slice(0, 9), ...ours.slice(0, 9)];
    fc.assert(
      fc.property(textOf(any), resultsOf(any), textOf(any, 4), (answer, results, question) => {
        const marks = found(answer, results, { questions: [question] });
        const words = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
        for (const { resultId, text } of results) {
          if (!marks[resultId.replace('r_', '')]?.startsWith('used')) continue;
          const own = words(text);
          expect([...words(answer)].some((word) => own.has(word))).toBe(true);
        }
      }),
    );
  });

  test('a sentence of one result alone, said again word for word, is used, and nothing else is', () => {
    const sentence = 'lagoon hazel kelp jetty lights were painted';
    fc.assert(
      fc.property(resultsOf(theirs), fc.nat(6), (others, place) => {
        const results = others.toSpliced(place, 0, result('said', `${theirs[0]}. ${sentence}.`));
        const used = Object.entries(found(`I think ${sentence}`, results)).filter(([, mark]) =>
          mark.startsWith('used'),
        );
        expect(used).toEqual([['said', 'used quote']]);
      }),
    );
  });

  test('the order of the results changes nothing, and what the answer repeats of the question shows nothing', () => {
    const any = [...theirs, ...ours];
    fc.assert(
      fc.property(textOf(any), resultsOf(any), (answer, results) => {
        expect(found(answer, results.toReversed())).toEqual(found(answer, results));
        expect(found(answer, results, { questions: [answer] })).toEqual({});
      }),
    );
  });
});
