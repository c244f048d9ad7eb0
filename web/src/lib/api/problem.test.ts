import { ORPCError } from '@orpc/client';
import { describe, expect, it } from 'vitest';
import { ApiError, decodeProblem, toApiError } from './problem.ts';
import { retryDelayMs, shouldRetry } from './query-client.ts';

describe('decodeProblem', () => {
  it('reads code, request id, fields and retryAfter of a problem document', () => {
    const error = decodeProblem(
      {
        code: 'invalid-input',
        status: 400,
        requestId: 'req-1',
        fields: [{ path: 'name', message: 'too long' }, { path: 7 }],
        retryAfter: 3,
      },
      400,
    );
    expect(error).toMatchObject({ code: 'invalid-input', status: 400, requestId: 'req-1', retryAfter: 3 });
    expect(error.fields).toEqual([{ path: 'name', message: 'too long' }]);
    expect(error.message).toBe('Request failed with status code 400');
  });

  it.each([
    [401, 'unauthenticated'],
    [404, 'not-found'],
    [429, 'rate-limited'],
    [500, 'internal'],
    [503, 'unavailable'],
    [418, 'unexpected'],
  ])('maps status %i of a response that is not ours', (status, code) => {
    expect(decodeProblem('<html>Bad</html>', status, 'from-header')).toMatchObject({
      code,
      status,
      requestId: 'from-header',
    });
  });

  it('does not accept an unknown code', () => {
    expect(decodeProblem({ code: 'toString' }, 403).code).toBe('forbidden');
  });
});

describe('toApiError', () => {
  it.each([
    [new TypeError('Failed to fetch'), 'network', 'Network Error'],
    [new DOMException('stop', 'AbortError'), 'aborted', 'Request aborted'],
    [new DOMException('late', 'TimeoutError'), 'timeout', 'The request timed out'],
    ['what', 'unexpected', 'unexpected'],
  ])('recognizes %s', (thrown, code, message) => {
    expect(toApiError(thrown)).toMatchObject({ code, message, status: 0, requestId: null });
  });

  it('unwraps errors of the client library', () => {
    const inner = new ApiError({ code: 'conflict', status: 409 });
    expect(toApiError(new ORPCError('conflict', { status: 409, data: inner }))).toBe(inner);
    expect(toApiError(new Error('wrapped', { cause: new TypeError('x') })).code).toBe('network');
  });
});

describe('retries', () => {
  it('retries only when that may help, and at most twice', () => {
    expect(shouldRetry(0, new ApiError({ code: 'network' }))).toBe(true);
    expect(shouldRetry(2, new ApiError({ code: 'network' }))).toBe(false);
    expect(shouldRetry(0, new ApiError({ code: 'forbidden', status: 403 }))).toBe(false);
  });
  it('doubles the delay, and waits as long as the API asks', () => {
    expect([0, 1, 2].map((n) => retryDelayMs(n, null))).toEqual([500, 1000, 2000]);
    expect(retryDelayMs(0, new ApiError({ code: 'rate-limited', status: 429, retryAfter: 7 }))).toBe(7000);
    expect(retryDelayMs(0, new ApiError({ code: 'rate-limited', status: 429, retryAfter: 900 }))).toBe(
      30_000,
    );
  });
});
