import type { ErrorBody } from '../main/contract/index.ts';
import { CallError } from './callError.ts';
import type { PickedFile } from './client.ts';

/**
 * Sends picked files to the host that served this page, one after another, and returns where it put them. Rejects with
 * a CallError that names the file.
 */
export async function uploadFiles(
  files: readonly PickedFile[],
  token: string,
  onProgress: (done: number) => void,
): Promise<string[]> {
  const paths = new Set<string>();
  const batch = crypto.randomUUID();
  for (const [index, { file, relativePath }] of files.entries()) {
    paths.add(await uploadFile(file, relativePath || file.name, batch, token));
    onProgress(index + 1);
  }
  return [...paths];
}

async function uploadFile(file: File, name: string, batch: string, token: string): Promise<string> {
  const query = new URLSearchParams({ name, batch, modified: String(file.lastModified) });
  let response: Response;
  try {
    response = await fetch(`/upload?${query}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
      body: file,
    });
  } catch {
    throw new CallError({
      code: 'unreadable-file',
      message: `“${name}” could not be sent to the host.`,
      remedy: 'Check that the file still exists and can be read, and that the host runs; then drop it again.',
    });
  }
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok && hasPath(answer)) return answer.path;
  if (hasError(answer))
    throw new CallError({ ...answer.error, message: `“${name}” was not taken. ${answer.error.message}` });
  throw new CallError({
    code: 'io',
    message: `The host did not take “${name}” (${response.status}).`,
    remedy: 'Try again, or give the path of the file on the host’s machine below.',
  });
}

function hasPath(answer: unknown): answer is { path: string } {
  return typeof answer === 'object' && answer !== null && 'path' in answer && typeof answer.path === 'string';
}

function hasError(answer: unknown): answer is { error: ErrorBody } {
  return typeof answer === 'object' && answer !== null && 'error' in answer && typeof answer.error === 'object';
}
