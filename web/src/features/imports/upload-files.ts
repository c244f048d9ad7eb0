/** Uploads files to a new import, in parts and one at a time; a failed part is retried. */
import { versionedApiRoot } from '@kindling/contract/api-address';
import { importLimits } from '@kindling/contract/import-files';
import { callerHeaders } from '../../lib/api/access.ts';
import { client } from '../../lib/api/client.ts';
import { ApiError, decodeProblem, toApiError } from '../../lib/api/problem.ts';
import { delay, reconnectDelayMs } from '../../lib/reconnect.ts';

/** Attempts per part, with exponential backoff in between. */
const maxAttempts = 5;
/** Longest `Retry-After` in seconds that is waited for silently; a longer one is shown as an error. */
const maxWaitSeconds = 60;

export interface UploadedBytes {
  sent: number;
  total: number;
}

/**
 * @returns the import's id, once all parts are uploaded
 * @throws ApiError
 */
export async function uploadFiles(
  files: readonly File[],
  signal: AbortSignal,
  onProgress: (progress: UploadedBytes) => void,
): Promise<string> {
  const total = files.reduce((sum, file) => sum + file.size, 0);
  const created = await client.imports.create({
    files: files.map(({ name, size, lastModified }) => ({
      name: name.slice(0, 255),
      bytes: size,
      lastModified,
    })),
  });
  const { id } = created.import;
  let sent = 0;
  onProgress({ sent, total });
  for (const [number, file] of files.entries())
    for (let part = 0; part * importLimits.partBytes < file.size; part += 1) {
      const from = part * importLimits.partBytes;
      const piece = file.slice(from, from + importLimits.partBytes);
      await uploadPart(`${versionedApiRoot}/imports/${id}/files/${number}/parts/${part}`, piece, signal);
      sent += piece.size;
      onProgress({ sent, total });
    }
  return id;
}

/**
 * Calls `read`, and retries while another import of the account is being read (status 429).
 * @throws ApiError
 */
export async function retryWhileBusy<T>(read: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await read();
    } catch (error) {
      const pause = error instanceof ApiError && error.status === 429 ? error.retryAfter : null;
      if (pause === null || pause > maxWaitSeconds || signal?.aborted === true) throw error;
      await delay(pause * 1000, signal ?? new AbortController().signal);
    }
  }
}

async function uploadPart(path: string, piece: Blob, signal: AbortSignal): Promise<void> {
  for (let failures = 0; ; failures += 1) {
    const error = await tryUploadPart(path, piece, signal, failures > 0);
    if (error === null) return;
    const notRetryable =
      error.status >= 400 && error.status < 500 && error.status !== 401 && error.status !== 429;
    const waitTooLong = (error.retryAfter ?? 0) > maxWaitSeconds;
    if (notRetryable || waitTooLong || failures + 1 >= maxAttempts || signal.aborted) throw error;
    await delay(error.retryAfter === null ? reconnectDelayMs(failures) : error.retryAfter * 1000, signal);
  }
}

/** Uploads one part. Returns null on success, the error otherwise. */
async function tryUploadPart(
  path: string,
  piece: Blob,
  signal: AbortSignal,
  fresh: boolean,
): Promise<ApiError | null> {
  try {
    const caller = await callerHeaders({ fresh });
    const answer = await fetch(path, {
      method: 'PUT',
      body: piece,
      signal,
      headers: {
        'content-type': 'application/octet-stream',
        ...caller,
      },
    });
    if (answer.ok) return null;
    return decodeProblem(await answer.json().catch(() => null), answer.status);
  } catch (error) {
    return error instanceof ApiError ? error : toApiError(error);
  }
}
