/** For component tests only: how the API refuses. */
import type { ErrorCode } from '@kindling/contract/errors';

/** A problem document with its code; `retryAfter` in seconds. Made anew for each answer, since a body is read once. */
export function makeProblem(status: number, code: ErrorCode, retryAfter?: number): Response {
  const body = {
    type: 'about:blank',
    title: code,
    status,
    code,
    ...(retryAfter === undefined ? {} : { retryAfter }),
  };
  return Response.json(body, { status, headers: { 'content-type': 'application/problem+json' } });
}
