import fc from 'fast-check';
import { expect, test } from 'vitest';
import { commonStart, readCodeNames } from './code-names.ts';

test.each([
  ['Table 1-3', ['Table 1', 'Table 2', 'Table 3']],
  ['Table 08 – 10', ['Table 08', 'Table 09', 'Table 10']],
  ['Anna\nBen, Chris;Dora\n\n', ['Anna', 'Ben', 'Chris', 'Dora']],
  ['Bar\nTable 1..2\nBar', ['Bar', 'Table 1', 'Table 2']],
  ['5-3', ['5-3']],
  ['Room 1-9999', ['Room 1-9999']],
  ['1-2', ['1', '2']],
  ['  ', []],
])('%j gives %j', (text, names) => {
  expect(readCodeNames(text, 100)).toEqual(names);
});

test('any text gives names without line breaks, each once', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 200 }), (text) => {
      const names = readCodeNames(text, 100);
      expect(new Set(names).size).toBe(names.length);
      expect(names.every((name) => name !== '' && !/[\n\r,;\t]/u.test(name))).toBe(true);
    }),
  );
});

test('a series is called like what its names begin with', () => {
  expect(commonStart(['Table 1', 'Table 2'])).toBe('Table');
  expect(commonStart(['Anna', 'Ben'])).toBe('');
  expect(commonStart(['Table 1'])).toBe('');
  expect(commonStart([])).toBe('');
});
