import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readExactJson } from './exact-json.ts';

it('keeps the digits of whole numbers that JavaScript cannot hold', () => {
  expect(readExactJson('{"id":10150030749305471,"n":[-10150030749305471],"small":9007199254740991}')).toEqual(
    {
      id: '10150030749305471',
      n: ['-10150030749305471'],
      small: 9_007_199_254_740_991,
    },
  );
});

it.each([
  '904801129604590',
  '1e400',
  '12345678901234567890.5',
  '"12345678901234567890"',
  '0.1234567890123456789',
])('reads %s as JSON.parse does', (text) => {
  expect(readExactJson(text)).toBe(JSON.parse(text));
});

it('reads any JSON as JSON.parse does, except for such numbers', () => {
  fc.assert(
    fc.property(fc.json(), fc.bigInt({ min: 2n ** 53n, max: 10n ** 30n }), (text, long) => {
      expect(readExactJson(`[${long},${text}]`)).toEqual([String(long), safe(JSON.parse(text))]);
    }),
  );
});

/** The expected result for a value whose large whole numbers JavaScript wrote. */
function safe(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_key, part: unknown) =>
    typeof part === 'number' && !Number.isSafeInteger(part) && /^-?\d+$/.test(JSON.stringify(part))
      ? JSON.stringify(part)
      : part,
  );
}

it('reads JSON that is nested deeper than a recursive function can go', () => {
  const text = `[12345678901234567,${'['.repeat(200_000)}${']'.repeat(200_000)}]`;
  expect(Array.isArray(readExactJson(text))).toBe(true);
});

it.each(['', '{', '1234567890123456789,', 'NaN'])('refuses %j', (text) => {
  expect(() => readExactJson(text)).toThrow(SyntaxError);
});
