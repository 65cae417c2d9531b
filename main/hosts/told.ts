import { PiperError } from '../base/errors.ts';

/** An expected error is an answer that the model can act on; anything else is a bug and stays one. */
export async function told(run: () => Promise<string>) {
  try {
    return { content: [{ type: 'text' as const, text: await run() }] };
  } catch (error) {
    if (!(error instanceof PiperError)) throw error;
    const text = `${error.code}: ${error.message}\nWhat to do: ${error.remedy}`;
    return { content: [{ type: 'text' as const, text }], isError: true };
  }
}
