/** Saves a file of the API: bytes that the contract's client cannot carry. */
import { versionedApiRoot } from '@kindling/contract/api-address';
import { saveFile } from '../save-file.ts';
import { callerHeaders } from './access.ts';
import { decodeProblem, toApiError } from './problem.ts';

const timeoutMs = 60_000;

/** @param path below the root of the API. @throws ApiError */
export async function saveFromApi(
  path: string,
  fields: Readonly<Record<string, string>>,
  fileName: string,
): Promise<void> {
  const answer = await fetch(`${versionedApiRoot}${path}?${new URLSearchParams(fields)}`, {
    headers: await callerHeaders({ fresh: false }),
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((cause: unknown) => {
    throw toApiError(cause);
  });
  if (!answer.ok) {
    const body: unknown = await answer.json().catch(() => null);
    throw decodeProblem(body, answer.status, answer.headers.get('x-request-id') ?? undefined);
  }
  saveFile(await answer.blob(), fileName);
}
