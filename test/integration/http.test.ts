import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect as connectTcp } from 'node:net';
import { join, relative } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { silentLog } from '../../main/base/log.ts';
import { type HttpHostOptions, startHttpHost } from '../../main/hosts/http.ts';
import { discardUploads, relativeParts } from '../../main/hosts/uploads.ts';
import { type Answer, littleDaemon, temporaryDir } from './hostFixtures.ts';

async function host(options: Partial<HttpHostOptions> = {}) {
  const dir = temporaryDir();
  const rendererDir = join(dir, 'renderer');
  mkdirSync(join(rendererDir, 'assets'), { recursive: true });
  writeFileSync(join(rendererDir, 'index.html'), '<!doctype html><title>Piper Memory</title>');
  writeFileSync(join(rendererDir, 'assets', 'main.js'), 'export {}');
  writeFileSync(join(dir, 'secret.txt'), 'out of reach');
  const uploadsDir = join(dir, 'uploads');
  const daemon = littleDaemon();
  const http = await startHttpHost({ ...daemon, log: silentLog, rendererDir, uploadsDir, ...options });
  onTestFinished(() => http.close(0));
  return { http, uploadsDir, dir, notify: daemon.notify };
}

/** A request with any headers, which fetch would not let through. */
function ask(
  origin: string,
  path: string,
  {
    method = 'GET',
    headers = {},
    body,
  }: { method?: string; headers?: Record<string, string>; body?: string | Buffer } = {},
): Promise<{ status: number; headers: Record<string, unknown>; text: string }> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(chunks).toString('utf8'),
        }),
      );
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

interface Page {
  send(id: number | string, method: string, params?: unknown): void;
  heard(count: number): Promise<readonly Answer[]>;
  readonly closed: Promise<number>;
}

function openPage(origin: string, headers: Record<string, string> = { Origin: origin }, path = '/rpc'): Page {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}${path}`, { headers });
  const answers: Answer[] = [];
  let wake = () => {};
  const opened = new Promise<void>((resolve) => socket.once('open', resolve));
  socket.on('error', () => {});
  socket.on('message', (data) => {
    answers.push(JSON.parse(data.toString()) as Answer);
    wake();
  });
  onTestFinished(() => socket.terminate());
  return {
    send: (id, method, params = {}) =>
      void opened.then(() => socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }))),
    closed: new Promise((resolve) => socket.once('close', (code) => resolve(code))),
    async heard(count) {
      while (answers.length < count) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      return answers;
    },
  };
}

describe('the page', () => {
  test('is served under a policy that lets in nothing from elsewhere', async () => {
    const { http } = await host();
    const { status, headers, text } = await ask(http.origin, '/');
    expect(status).toBe(200);
    expect(text).toContain('Piper Memory');
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/);
    expect(headers['content-security-policy']).not.toContain('unsafe');
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' });
  });

  test('answers a navigation to any view with the page, and a missing file with 404', async () => {
    const { http } = await host();
    const navigation = await ask(http.origin, '/ledger', { headers: { accept: 'text/html,*/*' } });
    expect(navigation).toMatchObject({ status: 200 });
    expect(navigation.text).toContain('Piper Memory');
    expect(await ask(http.origin, '/assets/main.js')).toMatchObject({ status: 200, text: 'export {}' });
    expect(await ask(http.origin, '/assets/none.js', { headers: { accept: 'text/html' } })).toMatchObject({
      status: 404,
    });
    expect(await ask(http.origin, '/ledger')).toMatchObject({ status: 404 });
  });

  test.each(['/../secret.txt', '/..%2fsecret.txt', '/%2e%2e/secret.txt', '/assets/..\\..\\secret.txt', '/%00', '/%'])(
    'does not give %s away',
    async (path) => {
      const { http } = await host();
      expect(await ask(http.origin, path)).toMatchObject({ status: 404 });
    },
  );

  test('says how to build the window where there is none', async () => {
    const { http } = await host({ rendererDir: null });
    expect(await ask(http.origin, '/')).toMatchObject({
      status: 503,
      text: 'The window is not built. Run: npm run build\n',
    });
  });

  test.each(['evil.example', 'evil.example:80', '127.0.0.1.evil.example', '[::2]'])(
    'is not served to one who calls the host %j',
    async (name) => {
      const { http } = await host();
      expect(await ask(http.origin, '/', { headers: { host: name } })).toMatchObject({ status: 403 });
    },
  );

  test('is served under the port that a tunnel gives it', async () => {
    const { http } = await host();
    const answer = await ask(http.origin, '/', { headers: { host: 'localhost:9999' } });
    expect(answer.status).toBe(200);
    expect(answer.headers['content-security-policy']).toContain('ws://localhost:9999');
  });

  test('listens on the loopback interface, with its token behind the # of its address', async () => {
    const { http } = await host();
    expect(http.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#token=[\w-]{43}$/);
  });

  test('lets a browser in once by an address that is worth nothing afterwards', async () => {
    const { http } = await host();
    const { pathname } = new URL(http.openOnceUrl());
    expect(await ask(http.origin, pathname)).toMatchObject({
      status: 303,
      headers: { location: `/#token=${http.token}` },
    });
    expect(await ask(http.origin, pathname)).toMatchObject({ status: 404 });
  });

  test('says so when its port is taken', async () => {
    const { http } = await host();
    const port = Number(new URL(http.origin).port);
    await expect(host({ port })).rejects.toMatchObject({ code: 'io' });
  });
});

describe('the WebSocket', () => {
  test('makes an operator of whoever says hello with this start’s token', async () => {
    const { http, notify } = await host();
    const page = openPage(http.origin);
    page.send(1, 'hello', { token: http.token, client: 'window' });
    page.send(2, 'ledger.verify');
    expect(await page.heard(2)).toMatchObject([
      { id: 1, result: { role: 'operator' } },
      { id: 2, result: { ok: true } },
    ]);
    notify('progress', { jobId: 'j' });
    expect((await page.heard(3))[2]).toMatchObject({ method: 'progress' });
  });

  test.each([
    ['a wrong token', 'hello', { token: 'wrong' }],
    ['no token', 'hello', {}],
    ['another method first', 'namespaces.list', {}],
  ])('hangs up after %s', async (_, method, params) => {
    const { http } = await host();
    const page = openPage(http.origin);
    page.send(1, method, params);
    expect(await page.heard(1)).toMatchObject([{ id: 1, error: { data: { code: 'forbidden' } } }]);
    expect(await page.closed).toBe(4401);
  });

  test('hangs up on one that says nothing', async () => {
    const { http } = await host({ helloMs: 20 });
    expect(await openPage(http.origin).closed).toBe(4401);
  });

  test.each<[string, Record<string, string>, string]>([
    ['another site', { Origin: 'https://evil.example' }, '/rpc'],
    ['another port of this machine', { Origin: 'http://127.0.0.1:1' }, '/rpc'],
    ['a page without an origin', { Origin: 'null' }, '/rpc'],
    ['a name that was made to point here', { Host: 'evil.example', Origin: 'http://evil.example' }, '/rpc'],
    ['another path', {}, '/elsewhere'],
  ])('does not open for %s', async (_, headers, path) => {
    const { http } = await host();
    expect(await openPage(http.origin, headers, path).closed).toBe(1006);
  });

  test('outlives a half-spoken handshake', async () => {
    const { http } = await host();
    const socket = connectTcp(Number(new URL(http.origin).port), '127.0.0.1');
    socket.on('error', () => {});
    socket.write('GET /rpc HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
    socket.destroy();
    expect(await ask(http.origin, '/')).toMatchObject({ status: 200 });
  });
});

describe('an upload', () => {
  const upload = (origin: string, token: string, query: string, body: string | Buffer, headers = {}) =>
    ask(origin, `/upload?${query}`, {
      method: 'POST',
      body,
      headers: { authorization: `Bearer ${token}`, origin, ...headers },
    });
  const placeOf = (answer: { text: string }) => (JSON.parse(answer.text) as { path: string }).path;

  test('is stored for its owner alone, with the time of its last change', async () => {
    const { http } = await host();
    const answer = await upload(http.origin, http.token, 'name=Gr%C3%BC%C3%9Fe.md&modified=1772539200000', '# Hi');
    expect(answer.status).toBe(200);
    const path = placeOf(answer);
    expect(path).toMatch(/Grüße\.md$/);
    expect(readFileSync(path, 'utf8')).toBe('# Hi');
    expect(statSync(path)).toMatchObject({ mtimeMs: 1772539200000 });
    expect(statSync(path).mode & 0o077).toBe(0);
  });

  test('of a folder comes back as the folder, all files of one drop in one place', async () => {
    const { http, uploadsDir } = await host();
    const batch = '0198c0de-0000-7000-8000-000000000001';
    const answers = [];
    for (const name of ['notes/a/README.md', 'notes/b/README.md']) {
      answers.push(await upload(http.origin, http.token, `batch=${batch}&name=${encodeURIComponent(name)}`, name));
    }
    expect(new Set(answers.map(placeOf))).toEqual(new Set([join(uploadsDir, batch, 'notes')]));
    expect(readFileSync(join(uploadsDir, batch, 'notes', 'b', 'README.md'), 'utf8')).toBe('notes/b/README.md');
  });

  test.each(['../../evil.txt', '..\\..\\evil.txt', 'a/../../../evil.txt', '', '.', `${'x'.repeat(300)}`])(
    'under the name %j is refused',
    async (name) => {
      const { http, dir, uploadsDir } = await host();
      const answer = await upload(http.origin, http.token, `name=${encodeURIComponent(name)}`, 'x');
      expect(answer.status).toBe(400);
      expect(JSON.parse(answer.text)).toMatchObject({ error: { code: 'invalid-params' } });
      expect(readdirSync(dir)).not.toContain('evil.txt');
      expect(existsSync(uploadsDir)).toBe(false);
    },
  );

  test('under an absolute name stays inside', async () => {
    const { http, uploadsDir } = await host();
    const path = placeOf(await upload(http.origin, http.token, 'name=/etc/passwd', 'x'));
    expect(relative(uploadsDir, path)).toMatch(/^[0-9a-f]{32}.etc$/);
  });

  test('in a batch that is no id is refused', async () => {
    const { http } = await host();
    expect(await upload(http.origin, http.token, 'name=a.md&batch=../../..', 'x')).toMatchObject({ status: 400 });
  });

  test.each<[string, Record<string, string>, number]>([
    ['without the token', { authorization: '' }, 401],
    ['with a wrong token', { authorization: 'Bearer wrong' }, 401],
    ['from another site', { origin: 'https://evil.example' }, 403],
    ['under another name of the host', { host: 'evil.example' }, 403],
  ])('%s is refused', async (_, headers, status) => {
    const { http, uploadsDir } = await host();
    expect(await upload(http.origin, http.token, 'name=a.md', 'x', headers)).toMatchObject({ status });
    expect(existsSync(uploadsDir)).toBe(false);
  });

  test('over the limit is refused, announced or not, and leaves nothing', async () => {
    const { http, uploadsDir } = await host({ maxUploadBytes: 1000 });
    const big = Buffer.alloc(5000, 'x');
    expect(await upload(http.origin, http.token, 'name=a.md', big)).toMatchObject({ status: 413 });
    const chunked = await upload(http.origin, http.token, 'name=a.md', big, { 'transfer-encoding': 'chunked' });
    expect(chunked.status).toBe(413);
    const left = existsSync(uploadsDir) ? readdirSync(uploadsDir, { recursive: true, withFileTypes: true }) : [];
    expect(left.filter((entry) => entry.isFile())).toEqual([]);
  });

  test('that breaks off leaves nothing', async () => {
    const { http, uploadsDir } = await host();
    const socket = connectTcp(Number(new URL(http.origin).port), '127.0.0.1');
    socket.write(
      `POST /upload?name=a.md HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${http.token}\r\nContent-Length: 99\r\n\r\nhalf`,
    );
    const files = () =>
      existsSync(uploadsDir)
        ? readdirSync(uploadsDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length
        : 0;
    await expect.poll(files).toBe(1);
    socket.destroy();
    await expect.poll(files).toBe(0);
  });

  test('is gone after it was discarded, and with the host at the latest', async () => {
    const { http, uploadsDir, dir } = await host();
    const first = placeOf(await upload(http.origin, http.token, 'name=notes/a.md', 'x'));
    const second = placeOf(await upload(http.origin, http.token, 'name=b.md', 'x'));
    await discardUploads(uploadsDir, [first, join(dir, 'secret.txt'), dir]);
    expect([existsSync(first), existsSync(second), existsSync(join(dir, 'secret.txt'))]).toEqual([false, true, true]);
    await http.close();
    expect(existsSync(uploadsDir)).toBe(false);
  });
});

describe('names of uploaded files', () => {
  test('are made fit for Windows there', () => {
    expect(relativeParts('a:b/con.txt/x. ', 'win32')).toEqual(['a_b', '_con.txt', 'x_']);
  });

  test('lose their control characters everywhere', () => {
    expect(relativeParts('a\u0000b\n.md', 'linux')).toEqual(['a_b_.md']);
  });
});
