/** For component tests only: error responses of the API. */
import type { ErrorCode } from '@kindling/contract/errors';

/** A problem document; `retryAfter` in seconds. A body can be read once, so create one for each response. */
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
