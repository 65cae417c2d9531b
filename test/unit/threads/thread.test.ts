import { expect, test } from 'vitest';
import type { ReaderFunctions } from '../../../main/threads/reader.ts';
import { startThread } from '../../../main/threads/thread.ts';
import { temporaryDirectory } from '../../support/temporary.ts';

test('a thread that is stopped while it starts ends by itself, and calls to it fail', async () => {
  const threads = Array.from({ length: 4 }, () =>
    startThread<ReaderFunctions>('reader', { dir: temporaryDirectory() }),
  );
  const asked = threads.map(({ remote }) => remote.namespaces().catch((error: unknown) => error));
  await Promise.all(threads.map((thread) => thread.stop()));
  for (const error of await Promise.all(asked)) expect(error).toBeInstanceOf(Error);
});

test('a thread that cannot start is stopped all the same', async () => {
  const thread = startThread<ReaderFunctions>('no-such-entry', {});
  await thread.stop();
  await expect(thread.remote.namespaces()).rejects.toMatchObject({ code: 'internal' });
});
