import fc from 'fast-check';
import { expect, it } from 'vitest';
import { maxWaitSeconds, retryAfterSeconds } from './retry-after.ts';

const now = new Date('2026-11-20T10:00:00Z');
const wait = (value: string, date?: string) =>
  retryAfterSeconds(new Headers({ 'retry-after': value, ...(date ? { date } : {}) }), now);

it('429-seconds: reads seconds', () => {
  expect(wait('0')).toBe(0);
  expect(wait(' 120 ')).toBe(120);
});

it('429-date: compares a date with the answer’s own clock, otherwise with ours', () => {
  expect(wait('Fri, 20 Nov 2026 10:01:30 GMT')).toBe(90);
  expect(wait('Fri, 20 Nov 2026 10:01:30 GMT', 'Fri, 20 Nov 2026 10:01:00 GMT')).toBe(30);
});

it('429-past-date: a date in the past means no wait', () => {
  expect(wait('Wed, 21 Oct 2015 07:28:00 GMT')).toBe(0);
});

it('429-none and malformed headers give no wait', () => {
  expect(retryAfterSeconds(new Headers(), now)).toBeUndefined();
  for (const value of [
    '',
    'soon',
    '-5',
    '1.5',
    '1e3',
    '0x10',
    'NaN',
    '2026-11-20',
    'Fri, 99 Nov 2026 10:01:30 GMT',
  ]) {
    expect(wait(value), value).toBeUndefined();
  }
});

it('limits absurdly long waits', () => {
  expect(wait('9'.repeat(400))).toBe(maxWaitSeconds);
  expect(wait('Fri, 20 Nov 2099 10:00:00 GMT')).toBe(maxWaitSeconds);
});

it('is a whole number in range or undefined for any header', () => {
  const anyHeader = fc.oneof(fc.stringMatching(/^[ -~]*$/), fc.nat().map(String));
  fc.assert(
    fc.property(anyHeader, (value) => {
      const seconds = wait(value);
      if (seconds === undefined) return;
      expect(Number.isInteger(seconds)).toBe(true);
      expect(seconds).toBeGreaterThanOrEqual(0);
      expect(seconds).toBeLessThanOrEqual(maxWaitSeconds);
    }),
  );
});
