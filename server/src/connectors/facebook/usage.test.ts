import fc from 'fast-check';
import { expect, it } from 'vitest';
import { maxWaitSeconds } from '../kit/retry-after.ts';
import { easeOffSeconds, regainAccessSeconds } from './usage.ts';

const app = (value: unknown) => new Headers({ 'x-app-usage': JSON.stringify(value) });
const page = (value: unknown) => new Headers({ 'x-business-use-case-usage': JSON.stringify(value) });

it.each([
  [0, 0],
  [79, 0],
  [79.9, 0],
  [80, 10],
  [90, 155],
  [99, 286],
  [100, 300],
  [250, 300],
])('at %d %% of a limit the pause is %d s', (percent, seconds) => {
  for (const measure of ['call_count', 'total_time', 'total_cputime']) {
    expect(easeOffSeconds(app({ call_count: 0, [measure]: percent }))).toBe(seconds);
    expect(easeOffSeconds(page({ '9': [{ type: 'pages', [measure]: percent }] }))).toBe(seconds);
  }
});

it('the highest percentage of both headers decides, and a reached limit names the wait', () => {
  const headers = page({ '9': [{ call_count: 10 }], '8': [{ total_time: 80 }] });
  headers.set('x-app-usage', '{"call_count":100}');
  expect(easeOffSeconds(headers)).toBe(300);
  expect(regainAccessSeconds(headers)).toBeUndefined();
  const hit = page({ '9': [{ call_count: 100, estimated_time_to_regain_access: 12 }] });
  expect(easeOffSeconds(hit)).toBe(720);
  expect(regainAccessSeconds(hit)).toBe(720);
});

it('one malformed entry does not hide the others', () => {
  expect(
    easeOffSeconds(page({ '7': 'odd', '8': [3, null, { call_count: '90' }], '9': [{ call_count: 80 }] })),
  ).toBe(10);
});

it('the pause is a whole number of seconds from 0 to a day for any header', () => {
  const odd = fc.oneof(fc.double(), fc.jsonValue(), fc.constant('1e999'));
  const entry = fc.record(
    { call_count: odd, total_time: odd, estimated_time_to_regain_access: odd },
    { requiredKeys: [] },
  );
  const header = fc.oneof(
    entry.map((value) => JSON.stringify(value)),
    fc.dictionary(fc.string(), fc.array(entry)).map((value) => JSON.stringify(value)),
    fc.constantFrom('', '{', 'null', '[]', '{"call_count":1e999}', '{"9":[{"total_time":-1}]}'),
  );
  const ascii = header.filter((value) => /^[ -~]*$/.test(value));
  fc.assert(
    fc.property(ascii, ascii, (one, two) => {
      const headers = new Headers({ 'x-app-usage': one, 'x-business-use-case-usage': two });
      for (const seconds of [easeOffSeconds(headers), regainAccessSeconds(headers) ?? 0]) {
        expect(Number.isInteger(seconds)).toBe(true);
        expect(seconds).toBeGreaterThanOrEqual(0);
        expect(seconds).toBeLessThanOrEqual(maxWaitSeconds);
      }
    }),
  );
});
