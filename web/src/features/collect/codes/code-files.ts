/** Downloads of a code: bytes that the contract's client cannot carry. */

import { versionedApiRoot } from '@kindling/contract/api-address';
import { type LeftOut, leftOutHeader, leftOutParts } from '@kindling/contract/code-files';
import type { CodeFileRequest } from '@kindling/contract/codes';
import { callerHeaders } from '../../../lib/api/access.ts';
import { decodeProblem, toApiError } from '../../../lib/api/problem.ts';
import { saveFile } from '../../../lib/save-file.ts';

/** A print file of a hundred codes takes some seconds on a small server. */
const timeoutMs = 60_000;

const endings: Partial<Record<CodeFileRequest['file'], string>> = {
  svg: 'svg',
  png: 'png',
  ndef: 'ndef',
  contact: 'vcf',
};

async function loadCodeFile(request: CodeFileRequest): Promise<{ bytes: Blob; leftOut: LeftOut[] }> {
  const answer = await fetch(`${versionedApiRoot}/codes/files`, {
    method: 'POST',
    headers: { ...(await callerHeaders({ fresh: false })), 'content-type': 'application/json' },
    body: JSON.stringify(request),
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((cause: unknown) => {
    throw toApiError(cause);
  });
  if (answer.ok) {
    const named = (answer.headers.get(leftOutHeader) ?? '').split(',');
    return { bytes: await answer.blob(), leftOut: leftOutParts.filter((part) => named.includes(part)) };
  }
  const body: unknown = await answer.json().catch(() => null);
  throw decodeProblem(body, answer.status, answer.headers.get('x-request-id') ?? undefined);
}

/** A name that every system accepts; the kind of file is part of it. */
export function fileName(name: string, file: CodeFileRequest['file']): string {
  const clean = name
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/gu, '');
  const kind = file in endings ? '' : `-${file}`;
  return `${clean === '' ? 'code' : clean}${kind}.${endings[file] ?? 'pdf'}`;
}

/** @returns what is not on a print, because our fonts lack its letters. @throws ApiError */
export async function saveCodeFile(request: CodeFileRequest, name: string): Promise<LeftOut[]> {
  const { bytes, leftOut } = await loadCodeFile(request);
  saveFile(bytes, fileName(name, request.file));
  return leftOut;
}
