/** For any response headers, the wait of a failure stays within its bounds. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ConnectorFailure } from '../connector.ts';
import { graphFailure } from '../facebook/errors.ts';
import { apiFailure, signInFailure } from '../google/errors.ts';
import { maxWaitSeconds } from './retry-after.ts';

const now = new Date('2026-11-20T10:00:00Z');

const text = fc.oneof(
  fc.stringMatching(/^[ -~]*$/),
  fc.integer().map(String),
  fc.double().map(String),
  fc.date({ noInvalidDate: true }).map((date) => date.toUTCString()),
);
const usage = fc
  .dictionary(
    fc.stringMatching(/^\d+$/),
    fc.array(fc.record({ estimated_time_to_regain_access: fc.jsonValue() })),
  )
  .map((value) => JSON.stringify(value))
  .filter((value) => /^[ -~]*$/.test(value));
const headers = fc
  .record(
    {
      'retry-after': text,
      date: text,
      'x-business-use-case-usage': fc.oneof(usage, text),
      'x-app-usage': text,
    },
    { requiredKeys: [] },
  )
  .map((members) => new Headers(members));

function answer(status: number, head: Headers, json: unknown) {
  return { status, headers: head, text: '', json };
}

const failures: [string, (head: Headers) => ConnectorFailure][] = [
  ['429 of the API', (head) => apiFailure(answer(429, head, null), now)],
  ['503 of the API', (head) => apiFailure(answer(503, head, {}), now)],
  ['503 of the sign-in', (head) => signInFailure(answer(503, head, {}), 'reauthorize', now)],
  ['code 4', (head) => graphFailure(answer(403, head, { error: { code: 4 } }), now)],
  ['code 80001', (head) => graphFailure(answer(400, head, { error: { code: 80_001 } }), now)],
  ['429 without a code', (head) => graphFailure(answer(429, head, undefined), now)],
];

it.each(failures)('%s has no wait, or one of 0 s to a day in whole seconds', (_name, failed) => {
  fc.assert(
    fc.property(headers, (head) => {
      const { kind, retryAfter } = failed(head);
      expect(kind).toBe('retry-after');
      if (retryAfter === undefined) return;
      expect(Number.isInteger(retryAfter)).toBe(true);
      expect(retryAfter).toBeGreaterThanOrEqual(0);
      expect(retryAfter).toBeLessThanOrEqual(maxWaitSeconds);
    }),
  );
});
