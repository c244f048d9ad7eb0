import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvLine } from './csv.ts';
import { withoutFormulaMark } from './formula-mark.ts';

test('any text is read back as it was, with line breaks, quotes and commas', () => {
  const cell = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom('=', "'", '"', ',', '\r', '\n', '\t', '-', ' ', 'a', 'ж') }),
  );
  fc.assert(
    fc.property(fc.array(cell, { minLength: 2, maxLength: 5 }), (cells) => {
      const [read, more] = parse(csvLine(cells), { record_delimiter: '\r\n' }) as string[][];
      expect(read?.map(withoutFormulaMark)).toEqual(cells);
      expect(more).toBeUndefined();
    }),
  );
});

test('numbers, days and nothing need no quotes', () => {
  expect(csvLine([5, { day: '2026-11-26' }, null, 'a', ' b', 'c,d', 'e"f', 'g\nh'])).toBe(
    '5,2026-11-26,,a," b","c,d","e""f","g\nh"\r\n',
  );
});
