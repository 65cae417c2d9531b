import { folderOf } from './temporary.ts';

const now = '2026-06-01T12:00:00Z';
const at = (month: number, day = 1) => `2026-0${month}-${String(day).padStart(2, '0')}T09:00:00Z`;

/** A dozen objects about one small project, told as its people would. */
export const tinyObjects = [
  {
    id: 'release-notes',
    text: 'tide_gauge v1.5.2 introduced the rejection of readings that are older than an hour.',
    occurredAt: at(3),
  },
  { id: 'older-notes', text: 'tide_gauge v1.5.1 fixed a typing mistake in its manual.', occurredAt: at(2) },
  {
    id: 'silence',
    text: 'When the harbour sensors fall quiet at night, nobody is woken any more: alarms wait for the morning shift.',
    occurredAt: at(3, 5),
  },
  {
    id: 'uses-buoy',
    text: 'Project Lighthouse uses the buoy decoder.',
    edge: { from: 'Project Lighthouse', relation: 'uses', to: 'buoy decoder' },
    occurredAt: at(2, 3),
  },
  {
    id: 'written-by',
    text: 'The buoy decoder was written by Ines Falk.',
    edge: { from: 'buoy decoder', relation: 'written_by', to: 'Ines Falk' },
    occurredAt: at(2, 4),
  },
  {
    id: 'works-with',
    text: 'Ines Falk works with Tomas Berg.',
    edge: { from: 'Ines Falk', relation: 'works_with', to: 'Tomas Berg' },
    occurredAt: at(2, 6),
  },
  {
    id: 'crash',
    text: 'The crash of the feed parser made the tide charts stop updating.',
    cause: { cause: 'crash of the feed parser', effect: 'the tide charts stopped updating', claimType: 'observed' },
    occurredAt: at(4, 2),
  },
  {
    id: 'interval-old',
    text: 'The polling interval of tide_gauge is 30 seconds.',
    fact: { subject: 'tide_gauge', predicate: 'polling interval', object: '30 seconds', validFrom: at(2) },
    occurredAt: at(2),
  },
  {
    id: 'interval-new',
    text: 'The polling interval of tide_gauge is 90 seconds.',
    fact: { subject: 'tide_gauge', predicate: 'polling interval', object: '90 seconds', validFrom: at(5) },
    occurredAt: at(5),
  },
  { id: 'lunch', text: 'The canteen serves soup on Fridays.', occurredAt: at(4, 8) },
  { id: 'paint', text: 'The boathouse door was painted green.', occurredAt: at(4, 9) },
  { id: 'budget', text: 'Project Lighthouse has a budget of forty thousand euros.', occurredAt: at(4, 10) },
];

/** One probe of each family. */
export const tinyProbes = [
  probe('a1', 'A', 'What did tide_gauge v1.5.2 introduce?', ['release-notes'], { lexical: ['older-notes'] }),
  probe('b1', 'B', 'Who gets called out of bed if measurements cease?', ['silence']),
  probe('c1', 'C', 'Who is connected to Tomas Berg?', ['works-with']),
  probe('d1', 'D', 'Who wrote the component that Project Lighthouse uses?', ['uses-buoy', 'written-by']),
  probe('e1', 'E', 'Why did the tide charts stop updating?', ['crash']),
  {
    ...probe('f1', 'F', 'What is the polling interval of tide_gauge?', ['interval-new'], { stale: ['interval-old'] }),
    mode: 'current',
    stale: ['interval-old'],
  },
  {
    ...probe('f2', 'F', 'What was the polling interval of tide_gauge in March 2026?', ['interval-old']),
    mode: 'asof',
  },
  probe('g1', 'G', 'Which project uses the buoy decoder, and what is its budget?', ['uses-buoy', 'budget']),
  { ...probe('h1', 'H', 'Which airline flies to Reykjavik?', []), mode: 'null' },
];

function probe(id: string, family: string, query: string, gold: string[], negatives: Record<string, string[]> = {}) {
  return { id, family, query, now, mode: 'open', gold, negatives };
}

const lines = (values: readonly unknown[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('');

/** The files of a benchmark folder. */
export function benchmarkFiles(
  objects: readonly unknown[] = tinyObjects,
  probes: readonly unknown[] = tinyProbes,
): Record<string, string> {
  return {
    'corpus.pmem.jsonl': lines(objects),
    'probes.jsonl': lines(probes),
    'about.json': '{"name": "tiny"}',
  };
}

/** The tiny benchmark in a folder of its own, gone with the test. */
export function tinyBenchmark(): string {
  return folderOf(benchmarkFiles());
}
