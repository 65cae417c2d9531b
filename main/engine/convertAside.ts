import type { MethodParams, MethodResult } from '../contract/methods.ts';
import type { ConverterThread } from '../threads/converter.ts';
import { startThread } from '../threads/thread.ts';

/** Converts a set in a thread of its own, which ends with it. */
export async function convertAside(params: MethodParams<'bench.import'>): Promise<MethodResult<'bench.import'>> {
  const thread = startThread<ConverterThread>('converter', {});
  try {
    return await thread.remote.convert(params);
  } finally {
    await thread.stop();
  }
}
