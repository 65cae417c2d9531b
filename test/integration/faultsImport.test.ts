import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { daemonCommand } from '../crash/daemonProcess.ts';
import { folderOf } from '../support/temporary.ts';
import { cliJson, startedDaemon } from './cliFixtures.ts';
import { ask, exchangeLines, importAll, ledgerEvents, openHome } from './faultFixtures.ts';

describe('files that cannot be imported', () => {
  test('empty, binary, half-written and foreign ones are told by name and reason, and the rest goes in', async () => {
    const lines = exchangeLines('good', 3);
    const folder = folderOf({
      'good.md': '# Herons\n\nThe heron stands in the pond.',
      'empty.md': '',
      'picture.png': Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3]),
      'latin1.txt': Buffer.from('caf\xe9 au lait', 'latin1'),
      'utf16.txt': Buffer.from('\ufeffwide', 'utf16le'),
      'other.json': '{"some": {"other": "format"}}',
      'half.json': '[{"sample_id": "x", "conversation": {"sess',
      'half.pmem.jsonl': `${lines.join('\n')}\n{"id":"good-4","text":"cut o`,
      'broken.pmem.jsonl': Buffer.concat([
        Buffer.from('{"id":"fine-1","text":"before"}\nnot json\n{"id":"fine-2"}\n{"id":"fine-3","text":"'),
        Buffer.from([0xff, 0xfe]),
        Buffer.from('"}\n{"id":"fine-4","text":"after"}\n'),
      ]),
    });
    const client = await openHome().start();
    const preview = await client.call('import.preview', { paths: [folder] });
    expect(preview.files.filter(({ problem }) => problem !== null)).toHaveLength(6);
    expect(await ledgerEvents(client)).toBe(0);
    const status = await importAll(client, { paths: [folder] });
    expect(status).toMatchObject({ state: 'finished', written: 6, error: null });
    const told = status.rejectedRows.map(({ file, line, reason }) => [file.replace(/^.*\//, ''), line, reason]);
    expect(told.toSorted()).toEqual(
      [
        ['broken.pmem.jsonl', 2, 'the line is not complete JSON'],
        ['broken.pmem.jsonl', 3, expect.stringContaining('text')],
        ['broken.pmem.jsonl', 4, 'the line is not valid UTF-8'],
        ['empty.md', null, 'the file is empty'],
        ['half.json', null, 'it begins like JSON but is not complete JSON'],
        ['half.pmem.jsonl', 4, 'the line is not complete JSON'],
        ['latin1.txt', null, 'the file is not valid UTF-8; save it as UTF-8'],
        ['other.json', null, 'it is JSON, but neither *.pmem.jsonl nor LoCoMo'],
        ['picture.png', null, 'the file is binary'],
        ['utf16.txt', null, 'the file is UTF-16; save it as UTF-8'],
      ].toSorted(),
    );
  });

  test('folders that lead in a circle end, links to nowhere are told, and what is not there is an error', async () => {
    const folder = folderOf({ 'a/note.md': 'In a.', 'b/note.md': 'In b.' });
    symlinkSync(folder, join(folder, 'a', 'up'));
    symlinkSync(join(folder, 'loop-2'), join(folder, 'loop-1'));
    symlinkSync(join(folder, 'loop-1'), join(folder, 'loop-2'));
    symlinkSync('/nowhere/at/all', join(folder, 'dangling'));
    const client = await openHome().start();
    const status = await importAll(client, { paths: [folder] });
    expect(status).toMatchObject({ state: 'finished', written: 2, rejected: 3 });
    expect(status.rejectedRows.map(({ reason }) => reason).toSorted()).toEqual([
      'it is not there',
      'its links lead in a circle',
      'its links lead in a circle',
    ]);
    const missing = await importAll(client, { paths: [join(folder, 'missing.md')] });
    expect(missing).toMatchObject({ state: 'failed', error: { code: 'unreadable-file' } });
    await expect(client.call('import.preview', { paths: [join(folder, 'missing.md')] })).rejects.toMatchObject({
      code: 'unreadable-file',
    });
  });

  test.skipIf(process.getuid?.() === 0)('a file that this user may not read is told (root may read all)', async () => {
    const folder = folderOf({ 'open.md': 'open', 'secret.md': 'secret' });
    chmodSync(join(folder, 'secret.md'), 0);
    const client = await openHome().start();
    expect(await importAll(client, { paths: [folder] })).toMatchObject({
      written: 1,
      rejectedRows: [{ reason: 'this user may not read it' }],
    });
  });
});

describe('importing again', () => {
  test('adds nothing, not even an event; through the command line too', async () => {
    const home = openHome({ command: daemonCommand });
    const client = await home.start();
    const folder = folderOf({
      'lines.pmem.jsonl': `${exchangeLines('line', 700).join('\n')}\n{"text":"one without an id"}\n`,
      'notes/a.md': '---\ntitle: A\n---\n# A\n\nHerons.',
      'notes/b.txt': 'Plain text.',
      'chat.json': JSON.stringify([
        {
          sample_id: 'conv-1',
          conversation: {
            session_1_date_time: '1:56 pm on 8 May, 2023',
            session_1: [{ speaker: 'Ann', dia_id: 'D1:1', text: 'Hello Bob.' }],
          },
        },
      ]),
    });
    const first = await importAll(client, { paths: [folder] });
    expect(first).toMatchObject({ state: 'finished', written: 704, already: 0, rejected: 0 });
    const events = await ledgerEvents(client);
    expect(await importAll(client, { paths: [folder] })).toMatchObject({ written: 0, already: 704, rejected: 0 });
    expect(await cliJson(home.dir, ['import', folder])).toMatchObject({ code: 0, json: { written: 0, already: 704 } });
    expect(await ledgerEvents(client)).toBe(events);
  });

  test('after kill -9 in its middle adds what was missing and no more', async () => {
    const home = openHome({ command: daemonCommand });
    const client = await home.start();
    const folder = folderOf({ 'lines.pmem.jsonl': exchangeLines('line', 6000).join('\n') });
    const { importId } = await client.call('import.start', { paths: [folder] });
    const written = async () => (await client.call('import.status', { importId })).imports[0]?.written ?? 0;
    await expect.poll(written, { interval: 5, timeout: 20_000 }).toBeGreaterThan(0);
    const said = await written();
    await home.kill();
    const again = await home.start();
    const kept = (await again.call('status', {})).items.total;
    expect(kept).toBeGreaterThanOrEqual(said);
    expect(kept).toBeLessThan(6000);
    const resumed = await importAll(again, { paths: [folder] });
    expect(resumed).toMatchObject({ state: 'finished', already: kept, written: 6000 - kept, rejected: 0 });
    expect((await again.call('status', {})).items.total).toBe(6000);
    expect(await again.call('ledger.verify', {})).toMatchObject({ ok: true });
  });

  test('after it was cancelled goes on where it stopped', async () => {
    const client = await openHome().start();
    const folder = folderOf({ 'lines.pmem.jsonl': exchangeLines('line', 6000).join('\n') });
    const { importId } = await client.call('import.start', { paths: [folder] });
    const written = async () => (await client.call('import.status', { importId })).imports[0]?.written ?? 0;
    await expect.poll(written, { interval: 5, timeout: 20_000 }).toBeGreaterThan(0);
    const cancelled = await client.call('import.cancel', { importId });
    expect(cancelled).toMatchObject({ state: 'cancelled', error: null });
    expect(cancelled.written).toBeLessThan(6000);
    expect(await importAll(client, { paths: [folder] })).toMatchObject({
      state: 'finished',
      already: cancelled.written,
      written: 6000 - cancelled.written,
    });
    expect(await client.call('import.cancel', { importId })).toMatchObject({ state: 'cancelled' });
    await expect(client.call('import.cancel', { importId: 'nobody' })).rejects.toMatchObject({ code: 'not-found' });
  });
});

describe('a note that was edited', () => {
  test('its new text takes the place of the old one, which only a look at history shows', async () => {
    const client = await openHome().start();
    const folder = folderOf({ 'gateway.md': '# Gateway\n\nThe gateway timeout is 30 seconds.' });
    await importAll(client, { paths: [folder] });
    writeFileSync(join(folder, 'gateway.md'), '# Gateway\n\nThe gateway timeout is 300 seconds.');
    expect(await importAll(client, { paths: [folder] })).toMatchObject({ written: 1, already: 0 });
    const current = await ask(client, 'gateway timeout seconds');
    expect(current.results.map(({ text }) => text)).toEqual([expect.stringContaining('300 seconds')]);
    expect(current.dropped).toMatchObject([{ reason: 'superseded' }]);
    const all = await ask(client, 'gateway timeout seconds', { includeHistorical: true });
    expect(all.results.map(({ text, validity }) => [text.includes(' 30 '), validity.isCurrent]).toSorted()).toEqual([
      [false, true],
      [true, false],
    ]);
  });

  test('is in force at once, whatever day it is about', async () => {
    const client = await openHome().start();
    const note = (words: string) => `---\ndate: 2999-01-01\n---\nThe launch of the heron is planned ${words}.`;
    const folder = folderOf({ 'plan.md': note('for spring') });
    await importAll(client, { paths: [folder] });
    writeFileSync(join(folder, 'plan.md'), note('for autumn'));
    await importAll(client, { paths: [folder] });
    const { results } = await ask(client, 'launch of the heron');
    expect(results.map(({ text }) => text)).toEqual([expect.stringContaining('autumn')]);
  });

  test('an upload of the same name says nothing about the one before it', async () => {
    const home = openHome();
    const client = await home.start();
    const upload = (batch: string, text: string) => {
      const folder = join(home.paths.uploads, batch.repeat(32));
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, 'gateway.md'), text);
      return importAll(client, { paths: [join(folder, 'gateway.md')] });
    };
    expect(await upload('a', 'The gateway timeout is 30 seconds.')).toMatchObject({ written: 1 });
    expect(await upload('b', 'The proxy timeout is 300 seconds.')).toMatchObject({ written: 1 });
    expect(await upload('c', 'The proxy timeout is 300 seconds.')).toMatchObject({ written: 0, already: 1 });
    const { results } = await ask(client, 'timeout seconds');
    expect(results.map(({ text }) => text).toSorted()).toEqual([
      'The gateway timeout is 30 seconds.',
      'The proxy timeout is 300 seconds.',
    ]);
  });
});

describe('the command line', () => {
  test('tells what was rejected, and fails on what is not there', async () => {
    const home = openHome();
    const daemon = await startedDaemon(home.dir);
    const folder = folderOf({ 'bad.pmem.jsonl': '{"id":"1","text":"good"}\n{"id":"2"' });
    const imported = await cliJson(home.dir, ['import', folder]);
    expect(imported.json).toMatchObject({ written: 1, rejected: 1, rejectedRows: [{ line: 2 }] });
    const missing = await cliJson(home.dir, ['import', join(folder, 'missing')]);
    expect(missing).toMatchObject({ code: 1, json: { error: { code: 'unreadable-file' } } });
    daemon.child.kill('SIGTERM');
    expect((await daemon.ended).code).toBe(0);
  });
});
