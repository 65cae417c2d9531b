import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { PiperError } from '../../../../main/base/errors.ts';
import { convert } from '../../../../main/bench/convert/convert.ts';
import { recogniseFolder } from '../../../../main/bench/convert/recogniseFolder.ts';
import { readFolder } from '../../../../main/bench/run/readFolder.ts';
import type { BenchmarkFormat } from '../../../../main/contract/bench.ts';
import { folderOf, temporaryDirectory } from '../../../support/temporary.ts';
import { tinyBenchmark } from '../../../support/tinyBenchmark.ts';
import { beir, endoflife, factConsolidation, locomo, musique } from './setFiles.ts';

const place = () => join(temporaryDirectory(), 'made');

/** Converts what must fail; nothing may be left behind. */
function refused(files: Readonly<Record<string, string>>, format?: BenchmarkFormat): PiperError {
  const destination = place();
  try {
    convert({ source: folderOf(files), destination, format });
  } catch (error) {
    expect(readdirSync(join(destination, '..'))).toEqual([]);
    return error as PiperError;
  }
  throw new Error('it was converted');
}

describe('recognised is', () => {
  test.each([
    ['benchmark', () => tinyBenchmark()],
    ['beir', () => folderOf(beir)],
    ['musique', () => folderOf(musique)],
    ['endoflife', () => folderOf(endoflife)],
    ['locomo', () => folderOf({ 'any.json': locomo, 'README.md': 'words' })],
    ['factconsolidation', () => join(folderOf({ 'any.json': factConsolidation }), 'any.json')],
    ['corpus', () => folderOf({ 'notes.md': '# Notes' })],
    ['corpus', () => folderOf({ 'broken.json': '{' })],
    ['corpus', () => folderOf({ 'corpus.pmem.jsonl': '{"text": "words"}' })],
    ['corpus', () => join(temporaryDirectory(), 'nowhere')],
  ])('%s', (format, path) => {
    expect(recogniseFolder(path())).toBe(format);
  });
});

describe('a limit', () => {
  test('takes so many probes evenly and keeps the corpus whole', () => {
    const [whole, part] = [place(), place()];
    convert({ source: folderOf({ 'l.json': locomo }), destination: whole });
    const made = convert({ source: folderOf({ 'l.json': locomo }), destination: part, limit: 2 });
    expect(made).toMatchObject({ format: 'locomo', objects: 4, probes: 2 });
    expect(readFolder(part).objects).toEqual(readFolder(whole).objects);
    expect(readFolder(part).probes.map(({ id }) => id)).toEqual(['talk-1/q1', 'talk-1/q4']);
  });
});

describe('about.json', () => {
  test('tells source, licence, and which questions were left out and why', () => {
    const destination = place();
    convert({ source: folderOf({ 'l.json': locomo }), destination });
    expect(JSON.parse(readFileSync(join(destination, 'about.json'), 'utf8'))).toMatchObject({
      name: 'LoCoMo',
      licence: 'CC BY-NC 4.0',
      leftOut: { 'no turn is named as evidence': 1 },
    });
  });
});

describe('the outcome', () => {
  test('counts what of a BEIR collection became no part of it, and so does about.json', () => {
    const destination = place();
    const judged = `${beir['qrels/test.tsv']}q1\tlost\t1\nq1\talso-lost\t0\nno-query\td1\t1\n`;
    const { leftOut } = convert({ source: folderOf({ ...beir, 'qrels/test.tsv': judged }), destination });
    expect(leftOut).toEqual({
      'a document is blank': 1,
      'a judgement names a document that the corpus lacks': 2,
      'a judgement names a query that is not there': 1,
      'the query has no judgement in qrels/test.tsv': 1,
      'more than 5 documents share the highest grade': 1,
      'no relevant document is in the corpus': 1,
    });
    expect(JSON.parse(readFileSync(join(destination, 'about.json'), 'utf8'))).toMatchObject({ leftOut });
  });
});

describe('refused, with nothing left behind, is', () => {
  test('a source that is not there', () => {
    const source = join(temporaryDirectory(), 'nowhere');
    expect(() => convert({ source, destination: place() })).toThrow(/is not there/);
  });

  test('a folder that is none of the sets', () => {
    expect(refused({ 'notes.md': '# Notes' })).toMatchObject({ code: 'unrecognised-format' });
  });

  test('a benchmark, which is one already', () => {
    expect(() => convert({ source: tinyBenchmark(), destination: place() })).toThrow(/a benchmark already/);
  });

  test('a line that is not JSON, by file and line', () => {
    const error = refused({ ...beir, 'corpus.jsonl': '{"_id": "1", "text": "words"}\n\n{"_id": \n' });
    expect(error).toMatchObject({ code: 'bad-benchmark' });
    expect(error.message).toMatch(/^corpus\.jsonl, line 3: /);
  });

  test('a line that lacks a field, by file, line and field', () => {
    expect(refused({ ...endoflife, 'cases.jsonl': '{"id": "c1", "kind": "asof"}\n' }).message).toMatch(
      /^cases\.jsonl, line 1: product: /,
    );
  });

  test('a judgement without a score', () => {
    expect(refused({ ...beir, 'qrels/test.tsv': 'query-id\tcorpus-id\tscore\nq1\td1\n' }).message).toMatch(
      /^qrels\/test\.tsv, line 2: /,
    );
  });

  test('a JSON file that is cut off, by its line', () => {
    expect(refused({ 'locomo.json': '[\n{"sample_id": \n' }, 'locomo').message).toMatch(/^locomo\.json, line \d: /);
  });

  test.each([
    ['none', { 'README.md': 'words' }, 'no'],
    ['several', { 'a.json': locomo, 'b.json': '[]' }, '2'],
  ])('a folder that holds %s of the files that one has to be', (_, files, count) => {
    const error = refused(files, 'locomo');
    expect(error).toMatchObject({ code: 'unrecognised-format', remedy: 'Name the file itself.' });
    expect(error.message).toContain(`is a folder with ${count} .json files`);
  });

  test('a set of another format than the one that is named', () => {
    expect(refused({ 'l.json': locomo }, 'musique')).toMatchObject({ code: 'unreadable-file' });
    expect(refused({ 'l.json': locomo }, 'factconsolidation')).toMatchObject({ code: 'bad-benchmark' });
  });

  test('a file that is missing, or is not UTF-8', () => {
    const { 'queries.jsonl': _, ...files } = beir;
    expect(refused(files, 'beir').message).toMatch(/queries\.jsonl is not there/);
    const source = folderOf(beir);
    writeFileSync(join(source, 'corpus.jsonl'), Buffer.from([0x7b, 0xff, 0xfe]));
    expect(() => convert({ source, destination: place() })).toThrow('corpus.jsonl is not UTF-8.');
  });

  test('two documents of one id', () => {
    expect(
      refused({ ...beir, 'corpus.jsonl': '{"_id": "d1", "text": "a"}\n{"_id": "d1", "text": "b"}\n' }),
    ).toMatchObject({
      code: 'bad-benchmark',
    });
  });
});

describe('the destination', () => {
  const source = () => folderOf({ 'l.json': locomo });

  test('may be an empty folder', () => {
    const destination = place();
    mkdirSync(destination);
    convert({ source: source(), destination });
    expect(readdirSync(destination).sort()).toEqual(['about.json', 'corpus.pmem.jsonl', 'probes.jsonl']);
  });

  test('is not written over', () => {
    const destination = folderOf({ 'mine.txt': 'mine' });
    expect(() => convert({ source: source(), destination })).toThrow(/is not empty/);
    expect(readdirSync(destination)).toEqual(['mine.txt']);
    expect(() => convert({ source: source(), destination: join(destination, 'mine.txt') })).toThrow(/is no folder/);
  });

  test('needs a folder to lie in', () => {
    const destination = join(temporaryDirectory(), 'not', 'made');
    expect(() => convert({ source: source(), destination })).toThrow(/is not there/);
    expect(existsSync(join(destination, '..'))).toBe(false);
  });
});
