/** Small hand-made files in the formats of the public sets; nothing in them is theirs. */
const lines = (values: readonly unknown[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('');

const turn = (dia_id: string, speaker: string, text: string, more = {}) => ({ dia_id, speaker, text, ...more });

export const locomo = JSON.stringify([
  {
    sample_id: 'talk-1',
    conversation: {
      speaker_a: 'Ida',
      session_2_date_time: '9:05 am on 3 June, 2025',
      session_2: [turn('D2:1', 'Ida', 'The kayak is finally painted orange.'), turn('D2:2', 'Olaf', '')],
      session_1_date_time: '1:56 pm on 8 May, 2025',
      session_1: [
        turn('D1:1', 'Ida', 'I bought a kayak in Bergen.'),
        turn('D1:2', 'Olaf', '', { blip_caption: 'a heron on a jetty' }),
        turn('D1:3', 'Olaf', 'My sister keeps bees.'),
      ],
    },
    qa: [
      { question: 'Which colour did Ida give the boat that she bought?', category: 1, evidence: ['D1:1; D2:1'] },
      { question: 'When did Ida buy a kayak?', category: 2, evidence: ['D1:1'] },
      { question: 'Might Olaf like honey?', category: 3, evidence: ['D1:3'] },
      { question: 'Who keeps bees?', category: 4, evidence: ['D1:3', 'D'] },
      { question: 'Where is Bergen?', category: 3, evidence: ['D:1:1'] },
      { question: 'Which kayak did Olaf buy?', category: 5, evidence: ['D1:1'], adversarial_answer: 'none' },
    ],
  },
]);

export const beir = {
  'corpus.jsonl': lines([
    { _id: 'd1', title: 'Lighthouses', text: 'A lighthouse warns ships of rocks.' },
    { _id: 'd2', title: '', text: 'Foghorns replace lamps when visibility is poor.' },
    { _id: 'd3', title: 'Only a title', text: '' },
    { _id: 'd4', title: '', text: '' },
    { _id: 'd5', title: 'Long', text: 'All about tides and currents. '.repeat(100) },
    ...[6, 7, 8, 9, 10].map((n) => ({ _id: `d${n}`, text: `Buoy number ${n} is red.` })),
  ]),
  'queries.jsonl': lines([
    { _id: 'q1', text: 'What warns ships of rocks?' },
    { _id: 'q2', text: 'How are sailors helped by sound?' },
    { _id: 'q3', text: 'Which buoys are red?' },
    { _id: 'q4', text: 'nowhere to be found' },
    { _id: 'train', text: 'of another split' },
  ]),
  'qrels/train.tsv': 'query-id\tcorpus-id\tscore\ntrain\td1\t1\n',
  'qrels/test.tsv': [
    'query-id\tcorpus-id\tscore',
    'q1\td1\t2',
    ...[6, 7, 8, 9, 10].map((n) => `q1\td${n}\t1`),
    'q2\td2\t1',
    'q2\td5\t0',
    ...[1, 6, 7, 8, 9, 10].map((n) => `q3\td${n}\t1`),
    'q4\tmissing\t1',
    '',
  ].join('\n'),
};

const passage = (title: string, text: string) => ({ title, text });
const paragraph = (title: string, paragraph_text: string, is_supporting: boolean) => ({
  title,
  paragraph_text,
  is_supporting,
});

export const musique = {
  'musique_corpus.json': JSON.stringify([
    passage('Ferry', 'The ferry was designed by Una Wolf.'),
    passage('Una Wolf', 'Una Wolf was born in Skagen.'),
    passage('Una Wolf', 'Another Una Wolf sings.'),
  ]),
  'musique.json': JSON.stringify([
    {
      id: '2hop__1_2',
      question: 'Where was the designer of the ferry born?',
      paragraphs: [
        paragraph('Ferry', 'The ferry was designed by Una Wolf.', true),
        paragraph('Una Wolf', 'Another Una Wolf sings.', false),
        paragraph('Una Wolf', 'Una Wolf was born in Skagen.', true),
      ],
    },
    { id: '2hop__gone', question: 'Who?', paragraphs: [paragraph('Gone', 'Not in the corpus.', true)] },
  ]),
  'openie_triples.json': `{"docs": [{"idx": "x", "title": "Ferry", "text": "The ferry was designed by Una Wolf.",
    "extracted_triples": [["ferry", "designed by", "Una Wolf"], ["ferry", "is"], ["ferry", NaN, "blue"]]}]}`,
};

const version = (field: string, value: string, known_from: string, known_to: string | null, product = 'tug') => ({
  product,
  cycle: '2',
  field,
  value,
  known_from: `${known_from}T00:00:00+00:00`,
  known_to: known_to === null ? null : `${known_to}T00:00:00+00:00`,
});
const question = (id: string, kind: string, known_as_of: string, gold: string | null, more = {}) => ({
  id,
  kind,
  product: 'tug',
  title: 'Tug OS',
  cycle: '2',
  field: 'eol',
  label: 'end-of-life date',
  known_as_of,
  gold,
  ...more,
});

export const endoflife = {
  'facts.jsonl': lines([
    version('eol', '2024-01-01', '2022-01-01', '2022-06-01'),
    version('eol', '2025-01-01', '2022-06-01', null),
    version('eol', '2023-03-03', '2022-01-01', '2022-03-01', 'barge'),
  ]),
  'cases.jsonl': lines([
    question('c1', 'asof', '2022-03-01', '2024-01-01'),
    question('c2', 'current', '2023-01-01', '2025-01-01'),
    question('c3', 'unknown_yet', '2021-01-01', null),
    question('c4', 'current', '2022-03-01', '2024-01-01'),
    question('c5', 'asof', '2022-02-01', '2023-03-03', { product: 'barge', title: 'Barge' }),
  ]),
};

const sample = (source: string, questions: string[], answers: string[][]) => ({
  context: [
    'Here is a list of facts:',
    '0. The harbour master of Vik is Anna Lie.',
    '1. The ferry to Vik leaves from pier four.',
    '2. The harbour master of Vik is Per Dahl.',
  ].join('\n'),
  questions,
  answers,
  metadata: { source },
});

export const factConsolidation = JSON.stringify([
  sample(
    'factconsolidation_sh_6k',
    ['Who is the harbour master of Vik?', 'From where does the ferry to Vik leave?'],
    [['Per Dahl'], ['pier four']],
  ),
  sample('factconsolidation_mh_6k', ['Where was the harbour master of Vik born?'], [['Oslo']]),
]);
