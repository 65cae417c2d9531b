import { cpSync, mkdirSync, readdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import type { SocketClient } from '../../main/hosts/socketClient.ts';
import { openOnnxEmbedder } from '../../main/store/onnxEmbedder.ts';
import { resourcePath } from '../../native/resources.ts';
import { daemonCommand } from '../crash/daemonProcess.ts';
import { folderOf, temporaryDirectory } from '../support/temporary.ts';
import {
  exchangeLines,
  facts,
  type Home,
  importAll,
  openHome,
  overwrite,
  warningCodes,
  writeFacts,
} from './faultFixtures.ts';

/** How the check for the model can tell that there is none. */
function modelDir(): string | null {
  try {
    const [name] = readdirSync(resourcePath('models')).filter((entry) => !entry.startsWith('.'));
    return name === undefined ? null : resourcePath('models', name);
  } catch {
    return null;
  }
}

const model = modelDir();

/** The program as it stands, in a place of its own where its model may be touched. */
function programCopy(): { command: string[]; models: string } {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const copy = temporaryDirectory();
  for (const part of ['main', 'native', 'resources', 'package.json']) {
    cpSync(join(root, part), join(copy, part), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  return { command: [process.execPath, join(copy, 'main/cli.ts'), 'daemon'], models: join(copy, 'resources/models') };
}

function recall(client: SocketClient, query: string) {
  return client.call('retrieve', { query, paths: ['recall'] });
}

describe.skipIf(model === null)('a missing model', () => {
  async function answersWithout(command: string[]): Promise<void> {
    const home = openHome({ embedder: 'on', command });
    const client = await home.start();
    await writeFacts(client);
    await expect.poll(async () => (await client.call('status', {})).vectors.state).toBe('missing');
    const status = await client.call('status', {});
    expect(status.vectors.embedder).toBeNull();
    expect(status.warnings).toMatchObject([{ code: 'model-missing', remedy: expect.stringContaining('models') }]);
    const alone = await recall(client, 'who is in charge of the ingest service?');
    expect(alone).toMatchObject({ status: 'could_not_look', reason: 'recall:embedder-missing', results: [] });
    const nothing = await client.call('retrieve', { query: 'What colour is the zeppelin?', paths: ['fused'] });
    expect(nothing).toMatchObject({ status: 'could_not_look', results: [] });
    const searched = await client.call('retrieve', { query: 'gateway timeout', paths: ['fused'] });
    expect(searched.results[0]?.itemId).toBe('gateway');
    expect(searched.notices.join()).toContain('recall could not look (embedder-missing)');
  }

  test('search answers, recall says that it could not look, and nothing found is never called absent', async () => {
    const { command, models } = programCopy();
    rmSync(models, { recursive: true });
    await answersWithout(command);
    // The folder is there, the file is not; then one that is half written.
    mkdirSync(join(models, 'model'), { recursive: true });
    await answersWithout(command);
    rmSync(models, { recursive: true });
    cpSync(resourcePath('models'), models, { recursive: true });
    const [name = ''] = readdirSync(models);
    truncateSync(join(models, name, 'model.onnx'), 1_000_000);
    await answersWithout(command);
  });
});

describe.skipIf(model === null)('the settled vectors', () => {
  const count = 300;

  /** A store whose vectors, all but those of the facts, need no model: they lie in the cache. */
  async function settledHome(): Promise<Home> {
    const home = openHome({ command: daemonCommand });
    const first = await home.start();
    await writeFacts(first);
    const files = folderOf({ 'many.pmem.jsonl': exchangeLines('many', count).join('\n') });
    await importAll(first, { paths: [files] });
    await home.stop(first);
    await fillCache(home);
    writeFileSync(home.paths.config, JSON.stringify({ vectors: { settleAt: 100 } }));
    return home;
  }

  async function fillCache(home: Home): Promise<void> {
    const embedder = await openOnnxEmbedder(model ?? '', { threads: 1 });
    await embedder.close();
    const memory = new BetterSqlite3(home.paths.memory, { readonly: true });
    const hashes = memory
      .prepare(
        `SELECT content_hash FROM vector_state WHERE item IN (SELECT rowid FROM items WHERE item_id LIKE 'many%')`,
      )
      .pluck()
      .all() as string[];
    memory.close();
    const cache = new BetterSqlite3(home.paths.cache);
    cache.prepare('INSERT INTO embedders (embedder, embedder_id) VALUES (1, ?)').run(embedder.id);
    const insert = cache.prepare('INSERT INTO embeddings (embedder, content_hash, vector) VALUES (1, ?, ?)');
    cache.transaction(() => {
      for (const [at, hash] of hashes.entries()) insert.run(hash, bytesOfUnit(at, embedder.dimensions));
    })();
    cache.close();
  }

  /** Unit vectors that look like nothing a model makes. */
  function bytesOfUnit(seed: number, dimensions: number): Buffer {
    const raw = Float32Array.from({ length: dimensions }, (_, at) => Math.sin(seed * 12.9898 + at * 78.233));
    const length = Math.hypot(...raw);
    return Buffer.from(raw.map((value) => value / length).buffer);
  }

  /** Resolves when every vector is made and what the fresh tier has too much of has moved on. */
  async function settled(client: SocketClient): Promise<void> {
    const isSettled = async () => {
      const { pending, fresh, settled } = (await client.call('status', {})).vectors;
      return pending === 0 && fresh <= 100 && settled + fresh === count + facts.length;
    };
    await expect.poll(isSettled, { timeout: 60_000, interval: 100 }).toBe(true);
  }

  /** What is not there yet must not pass for absence. */
  async function isNeverCalledAbsent(client: SocketClient): Promise<void> {
    const { status, results } = await recall(client, 'who is in charge of the ingest service?');
    if (results[0]?.itemId !== 'owner') expect(status).not.toBe('none');
  }

  async function findsByMeaning(client: SocketClient): Promise<void> {
    const packet = await recall(client, 'who is in charge of the ingest service?');
    expect(packet.results[0]?.itemId).toBe('owner');
    expect(packet.steps[0]).toMatchObject({ status: 'ok', lagging: 0 });
  }

  test('missing or damaged, at the start or in use, they are made again from the cache, and that is said', async () => {
    const home = await settledHome();
    let client = await home.start();
    await settled(client);
    await findsByMeaning(client);
    expect(await warningCodes(client)).toEqual([]);
    await home.stop(client);
    const damages = [
      () => rmSync(home.paths.vectors, { recursive: true }),
      () => damageAll(home.paths.vectors),
      () => {
        rmSync(home.paths.vectors, { recursive: true });
        writeFileSync(home.paths.vectors, 'no folder');
      },
    ];
    for (const damage of damages) {
      damage();
      client = await home.start();
      await isNeverCalledAbsent(client);
      await settled(client);
      expect((await client.call('status', {})).warnings).toMatchObject([
        { code: 'rebuilt', message: expect.stringMatching(/\d\d+ are made again from the cache/) },
      ]);
      await findsByMeaning(client);
      if (damage !== damages.at(-1)) await home.stop(client);
    }
    damageAll(home.paths.vectors);
    await expect
      .poll(
        async () => {
          await isNeverCalledAbsent(client);
          return (await warningCodes(client)).length;
        },
        { timeout: 30_000 },
      )
      .toBe(2);
    await settled(client);
    await findsByMeaning(client);
  });

  function damageAll(folder: string): void {
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (entry.isFile()) overwrite(join(entry.parentPath, entry.name), 0, 4096);
    }
  }

  test('a cache.db whose damage shows only in use is made again by the model', async () => {
    const home = openHome({ embedder: 'on' });
    const before = await home.start();
    await writeFacts(before, 100);
    const allMade = (client: SocketClient) =>
      expect
        .poll(async () => (await client.call('status', {})).vectors, { timeout: 60_000 })
        .toMatchObject({ state: 'ready', pending: 0 });
    await allMade(before);
    await home.stop(before);
    overwrite(home.paths.cache, 0.5, 40_000);
    const client = await home.start();
    await allMade(client);
    expect(await client.call('admin.rebuild', {})).toMatchObject({ same: true, vectorsPending: 0 });
    expect(await warningCodes(client)).toEqual(['rebuilt']);
    await findsByMeaning(client);
  });
});
