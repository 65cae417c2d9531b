import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readFolder } from '../../../../main/bench/run/readFolder.ts';
import type { MemoryObject } from '../../../../main/contract/memory.ts';
import type { Caller, MethodInput } from '../../../../main/contract/methods.ts';
import { startDaemon } from '../../../../main/daemon.ts';
import { folderOf, temporaryDirectory } from '../../../support/temporary.ts';

const at = (month: number, day = 1) => `2026-0${month}-0${day}T09:00:00Z`;

const fact = (id: string, subject: string, predicate: string, object: string, when: string): MemoryObject => ({
  id,
  text: `${subject}, ${predicate}: ${object}`,
  fact: { subject, predicate, object, validFrom: when },
  occurredAt: when,
  recordedAt: when,
});

const told: readonly MemoryObject[] = [
  fact('port-1', 'tide_gauge', 'listen_port', '8001', at(1)),
  fact('port-2', 'tide_gauge', 'listen_port', '8002', at(3)),
  fact('port-3', 'tide_gauge', 'listen_port', '8003', at(5)),
  fact('keeper-1', 'tide_gauge', 'keeper', 'Anna Lie', at(2)),
  fact('other-port', 'wind_vane', 'listen_port', '9001', at(2)),
  fact('steady', 'wind_vane', 'colour', 'white', at(2)),
  // What holds now was stated twice: no one object answers.
  fact('mast-1', 'mast', 'height', '10 m', at(1)),
  fact('mast-2', 'mast', 'height', '12 m', at(2)),
  fact('mast-3', 'mast', 'height', '12 m', at(3)),
  { id: 'chat', text: 'The canteen serves soup on Fridays.', occurredAt: at(4), recordedAt: at(4) },
  { ...fact('taken-back', 'buoy', 'colour', 'red', at(1)) },
  { id: 'retraction', text: 'That was another buoy.', retracts: ['taken-back'], recordedAt: at(2) },
];

/** Nothing in it ever changed. */
const still = [fact('once', 'jetty', 'length', '40 m', at(1))];

const crane = (id: string, owner: string, when: string): MemoryObject => ({
  id,
  text: `The owner of the harbour crane is ${owner}.`,
  occurredAt: when,
  recordedAt: when,
});
const plain = [crane('a', 'Ines Falk', at(1)), crane('b', 'Tomas Berg', at(4))];

let caller: Caller;
let close = async () => {};

beforeAll(async () => {
  const dir = mkdtempSync(join(tmpdir(), 'piper-canary-'));
  const all = [
    ...told,
    ...still.map((object) => ({ ...object, namespace: 'still' })),
    ...plain.map((object) => ({ ...object, namespace: 'plain' })),
  ];
  const lines = all.map((object) => `${JSON.stringify(object)}\n`).join('');
  folderOf({ 'store/config.json': '{"embedder": "off"}', 'told/told.pmem.jsonl': lines }, dir);
  const daemon = await startDaemon({ dir: join(dir, 'store') });
  caller = daemon.caller;
  close = async () => {
    await daemon.close();
    rmSync(dir, { recursive: true });
  };
  const { importId } = await caller.call('import.start', { paths: [join(dir, 'told')] });
  for (;;) {
    const [status] = (await caller.call('import.status', { importId })).imports;
    if (status?.state !== 'running') break;
    await pause(10);
  }
  const text = 'The listen_port of tide_gauge is a secret matter.';
  await caller.call('memory.write', { id: 'hidden', text, privacyClass: 'secret' });
});
afterAll(() => close());

async function canary(options: Omit<MethodInput<'bench.canary'>, 'destination'> = {}) {
  const destination = join(temporaryDirectory(), 'canary');
  const made = await caller.call('bench.canary', { destination, ...options });
  return { destination, made, ...readFolder(destination) };
}

describe('a canary', () => {
  test('asks for what changed, now and then, and for what nobody ever stated', async () => {
    const { destination, made, objects, probes } = await canary({ limit: 10 });
    expect(made).toEqual({ folder: destination, objects: objects.length, probes: probes.length });

    const [current, asOf, ...others] = probes;
    expect(current).toMatchObject({ family: 'F', mode: 'current', gold: ['port-3'], stale: ['port-1', 'port-2'] });
    expect(current?.query).toContain('listen port');
    expect(asOf).toMatchObject({ family: 'F', mode: 'asof', stale: [] });
    expect(asOf?.query).toMatch(asOf?.gold[0] === 'port-1' ? /2026-0[12]/ : /2026-0[345]/);
    expect(asOf?.negatives.temporal).toHaveLength(2);
    expect(others.length).toBeGreaterThan(0);
    for (const { family, mode, gold, query } of others) {
      expect([family, mode, gold]).toEqual(['H', 'null', []]);
      expect(query).not.toMatch(/tide_gauge.*listen port|listen port.*tide_gauge/);
    }
  });

  test('copies the items of its namespace with their times and ties, and no secret', async () => {
    const { objects } = await canary();
    expect(objects.map(({ id }) => id).sort()).toEqual(told.map(({ id }) => id).sort());
    expect(objects.find(({ id }) => id === 'port-2')).toMatchObject({
      fact: { object: '8002', validFrom: at(3) },
      recordedAt: new Date(at(3)).toISOString(),
    });
    expect(objects.find(({ id }) => id === 'retraction')?.retracts).toEqual(['taken-back']);
  });

  test('changes nothing in the store', async () => {
    const standing = async () => ({
      ledger: (await caller.call('ledger.verify', {})).headHash,
      items: (await caller.call('status', {})).items,
      asked: (await caller.call('trace.list', {})).sessions,
      digest: (await caller.call('admin.rebuild', {})).digestBefore,
    });
    const before = await standing();
    await canary();
    expect(await standing()).toEqual(before);
  });

  test('is the same for the same seed, and its corpus says nothing of what is asked', async () => {
    const [one, two] = [await canary({ seed: 7 }), await canary({ seed: 7 })];
    for (const name of readdirSync(one.destination)) {
      expect(readFileSync(join(two.destination, name), 'utf8')).toBe(readFileSync(join(one.destination, name), 'utf8'));
    }
    expect(readFileSync(join(one.destination, 'corpus.pmem.jsonl'), 'utf8')).not.toMatch(/canary|gold/);
  });

  test('names the text in which a rule read the fact', async () => {
    const { objects, probes } = await canary({ namespace: 'plain' });
    expect(objects.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(probes[0]).toMatchObject({ mode: 'current', gold: ['b'], stale: ['a'] });
  });

  test('is refused where nothing has changed or the place is taken, and leaves nothing behind', async () => {
    const parent = temporaryDirectory();
    const destination = join(parent, 'canary');
    for (const namespace of ['still', 'nobody']) {
      const asked = caller.call('bench.canary', { destination, namespace });
      await expect(asked).rejects.toMatchObject({ code: 'bad-benchmark' });
    }
    expect(readdirSync(parent)).toEqual([]);
    const taken = caller.call('bench.canary', { destination: folderOf({ 'mine.txt': 'mine' }) });
    await expect(taken).rejects.toMatchObject({ code: 'invalid-params' });
  });
});

describe('over the wire', () => {
  test('a set becomes a benchmark, and a look at what is to be imported says that it can', async () => {
    const source = folderOf({
      'corpus.jsonl': '{"_id": "d1", "text": "A lighthouse warns ships."}\n',
      'queries.jsonl': '{"_id": "q1", "text": "What warns ships?"}\n',
      'qrels/test.tsv': 'query-id\tcorpus-id\tscore\nq1\td1\t1\n',
    });
    const destination = join(temporaryDirectory(), 'made');
    const { benchmarks } = await caller.call('import.preview', { paths: [source] });
    expect(benchmarks).toEqual([{ path: source, format: 'beir' }]);
    const made = await caller.call('bench.import', { source, destination });
    expect(made).toEqual({ folder: destination, format: 'beir', objects: 1, probes: 1, leftOut: {} });
    const again = caller.call('bench.import', { source, destination });
    await expect(again).rejects.toMatchObject({ code: 'invalid-params' });
  });
});
