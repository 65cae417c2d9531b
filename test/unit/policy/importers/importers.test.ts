import { chmodSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { MemoryObject } from '../../../../main/contract/memory.ts';
import { sessionTime } from '../../../../main/language/sessionTime.ts';
import { findFiles } from '../../../../main/policy/importers/findFiles.ts';
import { locomoImporter } from '../../../../main/policy/importers/locomo.ts';
import { markdownImporter, splitFrontmatter } from '../../../../main/policy/importers/notes.ts';
import { linesOf, pmemImporter } from '../../../../main/policy/importers/pmem.ts';
import { recognise } from '../../../../main/policy/importers/recognise.ts';
import { previewImport } from '../../../../main/policy/importers/runImport.ts';
import { folderOf, temporaryDirectory } from '../../../support/temporary.ts';

async function fileIn(dir: string, name: string) {
  const { files } = await findFiles([join(dir, name)], '/nowhere');
  const [file] = files;
  if (!file) throw new Error(`no file ${name}`);
  return file;
}

async function all<T>(steps: AsyncIterable<T>): Promise<T[]> {
  const collected: T[] = [];
  for await (const step of steps) collected.push(step);
  return collected;
}

describe('recognising a file', () => {
  const cases: readonly [what: string, name: string, content: string | Uint8Array, expected: RegExp][] = [
    ['exchange lines whatever the name', 'notes.bin', '{"text":"Ann moved to Oslo"}\n', /^pmem$/],
    ['exchange lines with a broken first line', 'a.jsonl', '{"text":\n{"text":"b"}\n', /^pmem$/],
    ['Markdown by its ending', 'a.md', 'plain words', /^markdown$/],
    ['Markdown by its headings', 'README', '# Title\n\nwords', /^markdown$/],
    ['plain text', 'a.txt', 'words', /^text$/],
    ['a note that begins with a bracket', 'todo.txt', '[ ] call Ann', /^text$/],
    ['LoCoMo by its shape', 'x.json', '[{"sample_id":"c","conversation":{"session_1":[]}}]', /^locomo$/],
    ['other JSON', 'x.json', '{"a":1}', /neither/],
    ['half of a JSON file', 'x.json', '[{"sample_id":"c","conv', /not complete JSON/],
    ['an empty file', 'a.md', '', /empty/],
    ['white space only', 'a.md', ' \n\n', /white space/],
    ['a binary file', 'a.md', Uint8Array.from([35, 32, 0, 1, 2]), /binary/],
    ['UTF-16', 'a.txt', Uint8Array.from([0xff, 0xfe, 65, 0]), /UTF-16/],
    ['Latin-1', 'a.txt', Uint8Array.from([65, 0xe9, 66, 66]), /UTF-8/],
  ];
  test.each(cases)('tells %s', async (_, name, content, expected) => {
    const { format, problem } = await recognise(await fileIn(folderOf({ [name]: content }), name));
    expect(format ?? problem).toMatch(expected);
  });

  test('does not take a character cut at the end of the first 64 KiB for a broken one', async () => {
    const dir = folderOf({ 'a.txt': `a${'é'.repeat(40_000)}` });
    expect(await recognise(await fileIn(dir, 'a.txt'))).toEqual({ format: 'text', problem: null });
  });
});

describe('finding files', () => {
  test('walks folders in name order and passes over hidden entries', async () => {
    const dir = folderOf({ 'n/b.md': 'b', 'n/a/c.md': 'c', 'n/.git/config': 'x' });
    const { files } = await findFiles([join(dir, 'n')], '/nowhere');
    expect(files.map(({ name }) => name)).toEqual(['n/a/c.md', 'n/b.md']);
  });

  test('ends although a link leads back to its own folder', async () => {
    const dir = folderOf({ 'n/a.md': 'a' });
    symlinkSync(join(dir, 'n'), join(dir, 'n', 'again'));
    const { files } = await findFiles([join(dir, 'n')], '/nowhere');
    expect(files.map(({ name }) => name)).toEqual(['n/a.md']);
  });

  test('reports a dangling link by name and goes on', async () => {
    const dir = folderOf({ 'n/z.md': 'z' });
    symlinkSync(join(dir, 'gone'), join(dir, 'n', 'broken.md'));
    const { files, rejected } = await findFiles([join(dir, 'n')], '/nowhere');
    expect(files).toHaveLength(1);
    expect(rejected).toEqual([{ file: 'n/broken.md', line: null, reason: 'it is not there' }]);
  });

  test('does not follow a link out of the folder, and passes over node_modules', async () => {
    const dir = folderOf({ 'secret.md': 's', 'n/a.md': 'a', 'n/node_modules/x/readme.md': 'x' });
    symlinkSync(dir, join(dir, 'n', 'out'));
    const { files, rejected } = await findFiles([join(dir, 'n')], '/nowhere');
    expect(files.map(({ name }) => name)).toEqual(['n/a.md']);
    expect(rejected).toEqual([{ file: 'n/out', line: null, reason: 'it is a link that leads out of the folder' }]);
  });

  test('refuses a path that is not there with a remedy', async () => {
    await expect(findFiles([join(temporaryDirectory(), 'no.md')], '/nowhere')).rejects.toMatchObject({
      code: 'unreadable-file',
      remedy: expect.stringContaining('path'),
    });
  });

  test.skipIf(process.getuid?.() === 0)('names a file that may not be read', async () => {
    const dir = folderOf({ 'a.md': 'a' });
    chmodSync(join(dir, 'a.md'), 0);
    const { problem } = await recognise(await fileIn(dir, 'a.md'));
    expect(problem).toMatch(/may not read/);
  });

  test('keeps no place on disk for an upload', async () => {
    const dir = folderOf({ 'uploads/1/a.md': 'a' });
    const { files } = await findFiles([join(dir, 'uploads', '1', 'a.md')], join(dir, 'uploads'));
    expect(files[0]?.sourceRef).toBeNull();
  });
});

describe('exchange lines', () => {
  const read = async (content: string | Uint8Array, namespace?: string) => {
    const dir = folderOf({ 'a.pmem.jsonl': content });
    return all(pmemImporter.read(await fileIn(dir, 'a.pmem.jsonl'), namespace));
  };

  test('keeps unknown keys, times, and the namespace of the line', async () => {
    const [step] = await read(
      '{"id":"m1","text":"x","colour":"red","occurredAt":"2026-01-02T00:00:00Z","recordedAt":"2026-01-03T00:00:00Z","namespace":"lab"}\n',
    );
    expect(step).toMatchObject({
      kind: 'object',
      draft: {
        namespace: 'lab',
        occurredAt: Date.UTC(2026, 0, 2),
        knownAt: Date.UTC(2026, 0, 3),
        payload: { id: 'm1', colour: 'red' },
      },
    });
  });

  test('takes a document that states a structure for a statement, and others for documents', async () => {
    const fact = { subject: 'router', predicate: 'timeout', object: '300 s' };
    const steps = await read(
      `${JSON.stringify({ id: 'r', kind: 'document', text: 'It is 300 s.', fact })}\n{"id":"d","kind":"document","text":"words"}`,
    );
    const types = steps.map((step) => (step.kind === 'object' ? step.draft.eventType : step.kind));
    expect(types).toEqual(['observation', 'document']);
    expect(steps[0]).toMatchObject({ draft: { payload: { id: 'r', fact } } });
  });

  test('lets the caller override the namespace', async () => {
    const [step] = await read('{"text":"x","namespace":"lab"}', 'other');
    expect(step).toMatchObject({ draft: { namespace: 'other' } });
  });

  test('reports each bad line by number and takes the rest', async () => {
    const steps = await read(
      '{"text":"a"}\nnot json\n\n{"text":""}\n{"text":"b","authority":2}\n{"text":"c"}\n{"text":"half',
    );
    const summary = steps.map((step) => (step.kind === 'object' ? 'object' : `${step.row.line}: ${step.row.reason}`));
    expect(summary).toEqual([
      'object',
      '2: the line is not complete JSON',
      '4: text must hold words, unless one structured part (fact, edge or cause) is given',
      '5: authority must be a number of at most 1, but the number 2 was given',
      'object',
      '7: the line is not complete JSON',
    ]);
  });

  test('lets a line of broken UTF-8 spoil only itself', async () => {
    const steps = await read(
      Buffer.concat([Buffer.from('{"text":"'), Buffer.from([0xff]), Buffer.from('"}\n{"text":"b"}\n')]),
    );
    expect(steps.map(({ kind }) => kind)).toEqual(['rejected', 'object']);
  });

  test('gives the same line the same key, with or without an id', async () => {
    const keys = (await read('{"text":"a"}\n{"text":"a"}\n{"id":"i","text":"a"}\n')).map(
      (step) => step.kind === 'object' && step.draft.idempotencyKey,
    );
    expect(keys[0]).toBe(keys[1]);
    expect(keys[2]).toBe('pmem:i');
  });

  test('splits any bytes into the lines that a plain split gives', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ maxLength: 40 }).map((line) => line.replaceAll('\n', ' '))),
        async (lines) => {
          const dir = folderOf({ l: lines.join('\n') }, temporaryDirectory());
          const seen = (await all(linesOf(join(dir, 'l')))).map(({ bytes }) => bytes?.toString());
          const expected = lines
            .join('\n')
            .split('\n')
            .map((line) => Buffer.from(line).toString());
          if (expected.at(-1) === '') expected.pop();
          expect(seen).toEqual(expected);
        },
      ),
      { numRuns: 50, seed: 7 },
    );
  });
});

describe('LoCoMo', () => {
  const sample = {
    sample_id: 'conv-1',
    conversation: {
      speaker_a: 'Ann',
      session_2_date_time: '9:05 am on 2 June, 2023',
      session_2: [{ speaker: 'Ann', dia_id: 'D2:1', text: 'later' }],
      session_1_date_time: '1:56 pm on 8 May, 2023',
      session_1: [
        { speaker: 'Ann', dia_id: 'D1:1', text: 'look', blip_caption: 'a red boat', img_url: ['u'] },
        { speaker: 'Ben', text: 'no id' },
      ],
    },
    qa: [{ question: 'What colour?', answer: 'red' }],
  };
  const read = async (namespace?: string) => {
    const dir = folderOf({ 'l.json': JSON.stringify([sample, { no: 'sample' }]) });
    return all(locomoImporter.read(await fileIn(dir, 'l.json'), namespace));
  };

  test('gives each turn the id, speaker, caption and time of its session, sessions in order', async () => {
    const drafts = (await read()).flatMap((step) => (step.kind === 'object' ? [step.draft] : []));
    expect(drafts.map(({ payload }) => (payload as MemoryObject).id)).toEqual(['conv-1/D1:1', 'conv-1/D2:1']);
    expect(drafts[0]).toMatchObject({
      namespace: 'conv-1',
      occurredAt: Date.UTC(2023, 4, 8, 13, 56),
      knownAt: Date.UTC(2023, 4, 8, 13, 56),
      payload: { author: 'Ann', caption: 'a red boat', thread: 'conv-1/session_1', img_url: ['u'] },
      provenance: { sessionDate: '1:56 pm on 8 May, 2023' },
    });
  });

  test('never lets questions and answers in', async () => {
    expect(JSON.stringify(await read())).not.toContain('What colour?');
  });

  test('rejects a turn without an id and a sample without a conversation', async () => {
    const reasons = (await read()).flatMap((step) => (step.kind === 'rejected' ? [step.row.reason] : []));
    expect(reasons).toEqual([
      'conv-1 session_1, turn 2: speaker, dia_id or text is missing',
      'conversation 2: no sample_id or no conversation',
    ]);
  });

  test.each([
    ['12:01 am on 1 January, 2024', Date.UTC(2024, 0, 1, 0, 1)],
    ['12:30 pm on 31 December, 2023', Date.UTC(2023, 11, 31, 12, 30)],
    ['some day', null],
  ])('reads the session time %s', (date, expected) => {
    expect(sessionTime(date)).toBe(expected);
  });
});

describe('Markdown notes', () => {
  test('keep their frontmatter apart from their text', async () => {
    const dir = folderOf({
      'n.md': '---\ntitle: Router\nauthor: Ann\ndate: 2026-02-03\ntags: [a, b]\n---\n# Head\nwords\n',
    });
    const [step] = await all(markdownImporter.read(await fileIn(dir, 'n.md'), undefined));
    expect(step).toMatchObject({
      draft: {
        occurredAt: Date.UTC(2026, 1, 3),
        payload: {
          id: 'n.md',
          title: 'Router',
          author: 'Ann',
          text: '# Head\nwords\n',
          frontmatter: { tags: ['a', 'b'] },
        },
      },
    });
  });

  test('take their title from the first heading, else the file name', async () => {
    const dir = folderOf({ 'a.md': 'intro\n\n# The Head #\n', 'b.md': 'words' });
    const titles = [];
    for (const name of ['a.md', 'b.md']) {
      const [step] = await all(markdownImporter.read(await fileIn(dir, name), undefined));
      titles.push(step?.kind === 'object' && 'title' in step.draft.payload && step.draft.payload.title);
    }
    expect(titles).toEqual(['The Head', 'b']);
  });

  test('keep a broken frontmatter as text and say so', () => {
    const whole = '---\na: [1\n---\nwords';
    expect(splitFrontmatter(whole)).toEqual({ frontmatter: {}, text: whole, problem: expect.stringContaining('YAML') });
  });

  test('do not take a horizontal rule for frontmatter', () => {
    expect(splitFrontmatter('words\n---\nmore').text).toBe('words\n---\nmore');
  });
});

test('a preview shows formats, samples and rejected rows without writing', async () => {
  const dir = folderOf({ 'f/a.pmem.jsonl': '{"id":"1","text":"hello"}\nbad\n', 'f/b.png': Uint8Array.from([0, 1]) });
  const preview = await previewImport({
    paths: [join(dir, 'f')],
    namespace: undefined,
    format: undefined,
    uploads: '/nowhere',
  });
  expect(preview).toMatchObject({
    objects: 1,
    complete: true,
    namespaces: ['default'],
    rejectedTotal: 2,
    files: [
      { file: 'f/a.pmem.jsonl', format: 'pmem', sample: [{ id: '1', kind: 'memory', text: 'hello' }] },
      { file: 'f/b.png', format: null, problem: 'the file is binary' },
    ],
  });
});
