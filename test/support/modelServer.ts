import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as wholeOf } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { hashEmbedder } from './hashEmbedder.ts';

/** What the stand-in answers: JSON, or a bare status with headers. `null`: nothing, until the asker gives up. */
export type ServerAnswer =
  | { readonly json: unknown }
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: string }
  | null;

interface SeenRequest {
  readonly path: string;
  readonly authorization: string | null;
  readonly body: string;
}

/** An OpenAI-compatible server on this machine whose answers a test decides. */
export interface ModelServer {
  readonly baseUrl: string;
  readonly seen: SeenRequest[];
  /** The stored texts that were put before the chat model, in order. */
  readonly texts: string[];
  chat: (text: string) => ServerAnswer;
  embeddings: (input: readonly string[]) => ServerAnswer | Promise<ServerAnswer>;
  down(): Promise<void>;
  up(): Promise<void>;
}

export async function startModelServer(dimensions = 64): Promise<ModelServer> {
  const words = hashEmbedder('stand-in', dimensions);
  let listening: Server | null = null;
  let port = 0;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await wholeOf(request);
    server.seen.push({ path: request.url ?? '', authorization: request.headers.authorization ?? null, body });
    const given = await answerTo(request.url ?? '', JSON.parse(body));
    if (given === null) return;
    if ('json' in given) response.setHeader('content-type', 'application/json').end(JSON.stringify(given.json));
    else response.writeHead(given.status, given.headers).end(given.body ?? 'the stand-in says no');
  }

  async function answerTo(path: string, body: Record<string, unknown>): Promise<ServerAnswer> {
    if (path.endsWith('/embeddings')) return server.embeddings(body.input as string[]);
    if (!path.endsWith('/chat/completions')) return { status: 404 };
    const [, { content = '' } = {}] = body.messages as { content: string }[];
    const [, text = content] = /<<< text \w+\n([\s\S]*)\n>>> end of text/.exec(content) ?? [];
    server.texts.push(text);
    return server.chat(text);
  }

  const server: ModelServer & { baseUrl: string } = {
    baseUrl: '',
    seen: [],
    texts: [],
    chat: () => saying({ statements: [] }),
    async embeddings(input) {
      const vectors = await words.embed(input, 'passage');
      const data = vectors.map((vector, index) => ({ index, embedding: [...vector] }));
      return { json: { data: data.toReversed() } };
    },
    async down() {
      const closing = listening;
      listening = null;
      closing?.closeAllConnections();
      await new Promise<void>((resolve) => (closing ? closing.close(() => resolve()) : resolve()));
    },
    async up() {
      const opened = createServer((request, response) => void answer(request, response));
      await new Promise<void>((resolve) => opened.listen(port, '127.0.0.1', resolve));
      port = (opened.address() as AddressInfo).port;
      listening = opened;
      server.baseUrl = `http://127.0.0.1:${port}/v1`;
    },
  };
  await server.up();
  onTestFinished(() => server.down());
  return server;
}

/** A chat model's answer with this content. */
export function saying(content: unknown): ServerAnswer {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  return { json: { choices: [{ message: { role: 'assistant', content: text } }] } };
}
