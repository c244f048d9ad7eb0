import { describe, expect, test } from 'vitest';
import { csvCell, toCsv } from './csv-download.ts';

describe('row errors as CSV', () => {
  test.each(['=1+1', '+1', '-1', '@sum', '\tx', '\rx', '＝1', '＋1', '－1', '＠x'])(
    '%j is not taken for a formula',
    (value) => {
      expect(csvCell(value)).toBe(`"'${value}"`);
    },
  );

  test('quotes, separators and line breaks stay inside their cell', () => {
    expect(
      toCsv([
        ['a "b", c', 'd\ne'],
        ['', '5'],
      ]),
    ).toBe('\uFEFF"a ""b"", c","d\ne"\r\n"","5"\r\n');
  });
});
