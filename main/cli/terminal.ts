import type { Readable } from 'node:stream';
import { PiperError } from '../base/errors.ts';

/** What a command has of the world: two ways out, one in, and word of an interrupt. */
export interface Terminal {
  out(text: string): void;
  err(text: string): void;
  readonly input: Readable;
  /** Whether `err` is a screen on which a line can be drawn over. */
  readonly interactive: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Calls back at each Ctrl-C or termination request, which then no longer ends the process; returns how to stop. */
  onInterrupt(listener: () => void): () => void;
}

export function processTerminal(): Terminal {
  // A reader that has had enough (`| head`) is no error.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit(0);
  });
  return {
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
    input: process.stdin,
    interactive: process.stderr.isTTY === true,
    env: process.env,
    onInterrupt(listener) {
      const signals = ['SIGINT', 'SIGTERM'] as const;
      for (const signal of signals) process.on(signal, listener);
      return () => {
        for (const signal of signals) process.off(signal, listener);
      };
    },
  };
}

/** Everything that comes in, as UTF-8. */
export async function readAll(input: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of input) chunks.push(Buffer.from(chunk as Uint8Array));
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch (cause) {
    throw new PiperError(
      'invalid-utf8',
      'The text on the standard input is not UTF-8.',
      'Convert it first, for example with iconv -t UTF-8.',
      {
        cause,
      },
    );
  }
}
