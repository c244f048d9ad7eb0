import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '../api/problem.ts';
import { readApiError } from './read-api-error.ts';
import { createReporter, type SendReport } from './report.ts';

function reporter(send = vi.fn<SendReport>(async () => 'req-1')) {
  const path = () => '/reviews/0190a000-0000-7000-8000-000000000001?code=hush';
  return { send, ...createReporter(send, { origin: 'browser', readCallError: readApiError, path }) };
}

describe('error reports', () => {
  it('sends an error once, however often it occurs, and returns its id each time', async () => {
    const { send, report } = reporter();
    const error = new Error('it broke');
    expect(await Promise.all([report(error), report(error), report(error)])).toEqual([
      'req-1',
      'req-1',
      'req-1',
    ]);
    expect(send).toHaveBeenCalledTimes(1);
  });

  it('sends at most ten kinds per page', async () => {
    const { send, report } = reporter();
    for (let number = 0; number < 30; number += 1) await report(new Error(`kind ${'x'.repeat(number)}`));
    expect(send).toHaveBeenCalledTimes(10);
  });

  it('contains no query of an address, token, e-mail or quoted text, and has a maximum length', async () => {
    const { send, report } = reporter();
    const error = new TypeError(
      `at https://x.example/a?state=hush#hush for ann@example.com, Bearer hush.hush, "Words of a review that must not leave the browser" ${'y'.repeat(900)}`,
    );
    error.stack = `TypeError\n    at f (https://x.example/assets/a.js?hush:2:17)\n${'z'.repeat(20_000)}`;
    await report(error);
    const sent = send.mock.calls[0]?.[0];
    expect(JSON.stringify(sent)).not.toMatch(/hush|ann@|Words of a review/);
    expect(sent?.message.length).toBe(500);
    expect(sent?.stack?.length).toBe(8000);
    expect(sent?.stack).toContain('https://x.example/assets/a.js:2:17');
    expect(sent?.route).toBe('/reviews/{id}');
    expect(sent?.release).toBe('report.ts');
  });

  it('does not report errors that are not the program', async () => {
    const { send, report } = reporter();
    const extension = new Error('inside');
    extension.stack = 'Error: inside\n    at chrome-extension://abc/content.js:1:1';
    for (const error of [
      new ApiError({ code: 'network' }),
      new ApiError({ code: 'forbidden', status: 403 }),
      new ApiError({ code: 'internal', status: 500, requestId: 'r' }),
      new DOMException('stop', 'AbortError'),
      new Error('Script error.'),
      new Error('ResizeObserver loop completed with undelivered notifications.'),
      extension,
    ])
      expect(await report(error)).toBeNull();
    expect(send).not.toHaveBeenCalled();
  });

  it('contains the request id if there was one', async () => {
    const { send, report } = reporter();
    await report(new ApiError({ code: 'unexpected', status: 418, requestId: 'req-9' }));
    expect(send.mock.calls[0]?.[0].requestId).toBe('req-9');
  });

  it('does not throw when sending fails or the error is malformed', async () => {
    const { report } = reporter(vi.fn<SendReport>().mockRejectedValue(new Error('down')));
    expect(await report(new Error('x'))).toBeNull();
    expect(await report(undefined)).toBeNull();
    const hostile = Object.create(Error.prototype, {
      message: {
        get() {
          throw new Error('gotcha');
        },
      },
    });
    expect(await report(hostile)).toBeNull();
  });
});
