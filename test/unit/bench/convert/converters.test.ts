import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { convert } from '../../../../main/bench/convert/convert.ts';
import { readFolder } from '../../../../main/bench/run/readFolder.ts';
import type { BenchmarkFormat, Probe } from '../../../../main/contract/bench.ts';
import { folderOf } from '../../../support/temporary.ts';
import { beir, endoflife, factConsolidation, locomo, musique } from './setFiles.ts';

/** Converts files and reads the outcome as a run does. */
function converted(files: Readonly<Record<string, string>>, format?: BenchmarkFormat) {
  const dir = mkdtempSync(join(tmpdir(), 'piper-converters-'));
  convert({ source: folderOf(files, join(dir, 'set')), destination: join(dir, 'made'), format });
  const { objects, probes } = readFolder(join(dir, 'made'));
  rmSync(dir, { recursive: true });
  return {
    objects: new Map(objects.map((object) => [object.id ?? '', object])),
    probes: new Map(probes.map((probe) => [probe.id, probe])),
  };
}

const short = ({ family, mode, gold }: Probe) => ({ family, mode, gold });

test('every probe is asked after the last statement of its namespace', () => {
  const sets = [{ 'l.json': locomo }, beir, musique, endoflife, { 'f.json': factConsolidation }];
  for (const files of sets) {
    const { objects, probes } = converted(files);
    for (const { now, namespace } of probes.values()) {
      const told = [...objects.values()].filter((object) => object.namespace === namespace);
      for (const { occurredAt = '', recordedAt = '' } of told) {
        expect(Date.parse(now)).toBeGreaterThan(Math.max(Date.parse(occurredAt), Date.parse(recordedAt)));
      }
    }
  }
});

describe('LoCoMo', () => {
  const { objects, probes } = converted({ 'locomo.json': locomo });

  test('gives its turns in order, a picture by its caption, and no empty turn', () => {
    expect([...objects.keys()]).toEqual(['talk-1/D1:1', 'talk-1/D1:2', 'talk-1/D1:3', 'talk-1/D2:1']);
    expect(objects.get('talk-1/D1:2')).toMatchObject({
      text: 'a heron on a jetty',
      author: 'Olaf',
      thread: 'talk-1/session_1',
      position: 1,
      occurredAt: '2025-05-08T13:56:00.000Z',
      namespace: 'talk-1',
    });
  });

  test('maps its categories to families', () => {
    expect(Object.fromEntries([...probes].map(([id, probe]) => [id, short(probe)]))).toEqual({
      'talk-1/q1': { family: 'G', mode: 'open', gold: ['talk-1/D1:1', 'talk-1/D2:1'] },
      'talk-1/q2': { family: 'F', mode: 'open', gold: ['talk-1/D1:1'] },
      'talk-1/q3': { family: 'B', mode: 'open', gold: ['talk-1/D1:3'] },
      'talk-1/q4': { family: 'A', mode: 'open', gold: ['talk-1/D1:3'] },
      'talk-1/q6': { family: 'H', mode: 'null', gold: [] },
    });
  });

  test('keeps the trap of an adversarial question as a negative', () => {
    expect(probes.get('talk-1/q6')?.negatives).toEqual({ entity: ['talk-1/D1:1'] });
  });
});

describe('BEIR', () => {
  const { objects, probes } = converted(beir);

  test('keeps long texts whole, as documents, and passes blank ones over', () => {
    expect(objects.get('d5')).toMatchObject({ kind: 'document', text: 'All about tides and currents. '.repeat(100) });
    expect(objects.get('d3')?.text).toBe('Only a title');
    expect(objects.has('d4')).toBe(false);
  });

  test('takes the highest grades that fit, and leaves a question out whose gold does not fit', () => {
    expect(short(probes.get('q1') as Probe)).toEqual({ family: 'A', mode: 'open', gold: ['d1'] });
    expect(short(probes.get('q2') as Probe)).toEqual({ family: 'B', mode: 'open', gold: ['d2'] });
    expect([...probes.keys()]).toEqual(['q1', 'q2']);
  });
});

describe('MuSiQue', () => {
  const { objects, probes } = converted(musique);

  test('gives passages, and whole triples as edges that rest on them', () => {
    expect([...objects.keys()]).toEqual(['passage-0', 'passage-1', 'passage-2', 'passage-0/edge-0']);
    expect(objects.get('passage-0/edge-0')).toMatchObject({
      edge: { from: 'ferry', relation: 'designed by', to: 'Una Wolf' },
      derivedFrom: ['passage-0'],
    });
  });

  test('tells passages of one title apart, and leaves a question out whose passage is missing', () => {
    expect([...probes.values()].map(short)).toEqual([{ family: 'G', mode: 'open', gold: ['passage-0', 'passage-1'] }]);
  });
});

describe('endoflife', () => {
  const { objects, probes } = converted(endoflife);
  const tug = (from: string) => `["tug","2","eol"]@${from}T00:00:00+00:00`;

  test('names facts by their label, says them in words, and gives titles as aliases', () => {
    expect(objects.get(tug('2022-06-01'))).toMatchObject({
      text: 'The end-of-life date of tug 2 is 2025-01-01.',
      fact: { subject: 'tug 2', predicate: 'end-of-life date', object: '2025-01-01' },
      recordedAt: '2022-06-01T00:00:00+00:00',
    });
    expect(objects.get('alias Tug OS of tug')?.edge).toEqual({ from: 'Tug OS', relation: 'alias_of', to: 'tug' });
  });

  test('asks what was on record, what is now, and what was not yet known', () => {
    expect(short(probes.get('c1') as Probe)).toEqual({ family: 'F', mode: 'asof', gold: [tug('2022-01-01')] });
    expect(probes.get('c1')?.query).toContain('2022-03-01');
    expect(probes.get('c2')).toMatchObject({ mode: 'current', gold: [tug('2022-06-01')], stale: [tug('2022-01-01')] });
    expect(short(probes.get('c3') as Probe)).toEqual({ family: 'H', mode: 'null', gold: [] });
  });

  test('leaves out what is no longer current, and what was stated twice', () => {
    expect([...probes.keys()]).toEqual(['c1', 'c2', 'c3']);
  });
});

describe('FactConsolidation', () => {
  const { objects, probes } = converted({ 'facts.json': factConsolidation });

  test('gives its lines in their order, without their numbers', () => {
    expect([...objects.values()].map(({ id, text, position }) => [id, text, position])).toEqual([
      ['6k/line-0', 'The harbour master of Vik is Anna Lie.', 0],
      ['6k/line-1', 'The ferry to Vik leaves from pier four.', 1],
      ['6k/line-2', 'The harbour master of Vik is Per Dahl.', 2],
    ]);
  });

  test('asks its conflicts: the later line is current, the earlier stale', () => {
    expect([...probes.values()]).toMatchObject([
      { family: 'F', mode: 'current', gold: ['6k/line-2'], stale: ['6k/line-0'], namespace: '6k' },
    ]);
  });
});
