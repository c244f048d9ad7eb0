import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { limitCells } from './cell-limits.ts';

async function* inPieces(text: string, length: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += length) yield text.slice(at, at + length);
}

/** The maximum columns of a row and the number of all cells, according to the parser. */
function measured(text: string): { columns: number; cells: number } {
  const rows: string[][] = parse(`${text}\n`, {
    delimiter: ',',
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
  });
  return {
    columns: rows.reduce((most, row) => Math.max(most, row.length), 1),
    cells: rows.reduce((sum, row) => sum + row.length, 0),
  };
}

async function guarded(text: string, length: number, limits: { columns: number; cells: number }) {
  let out = '';
  try {
    for await (const piece of limitCells(inPieces(text, length), ',', limits)) out += piece;
  } catch (error) {
    return (error as { problem: string }).problem;
  }
  return out === text;
}

test('counts the same columns and cells as the parser, wherever quotes are', async () => {
  const signs = fc.array(fc.constantFrom(',', ',', '"', '"', '\n', '\r', 'a', ' '), { maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(signs, fc.integer({ min: 1, max: 9 }), async (list, length) => {
      // An unclosed quote contains the rest; the last line break ends the last row.
      const text = list.join('');
      let found: { columns: number; cells: number };
      try {
        found = measured(text);
      } catch {
        return;
      }
      const { columns, cells } = found;
      const ended = `${text}\n`;
      expect(await guarded(ended, length, { columns, cells })).toBe(true);
      if (columns > 1)
        expect(await guarded(ended, length, { columns: columns - 1, cells })).toBe('too-many-columns');
      if (cells > 0)
        expect(await guarded(ended, length, { columns, cells: cells - 1 })).toBe('too-many-cells');
    }),
    { numRuns: 2_000 },
  );
});

test('reports the line and counts CR LF once', async () => {
  const read = async () => {
    for await (const _ of limitCells(inPieces('a,b\r\n"c\r\nd",e\r\nf,,,\r\n', 3), ',', {
      columns: 3,
      cells: 99,
    }));
  };
  await expect(read()).rejects.toMatchObject({ problem: 'too-many-columns', line: 4 });
});
