/** What a file of ours says is what our import reads from it, however much a text looks like a formula or a mark. */
import type { ExportFormat } from '@kindling/contract/exports';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newId } from '../../lib/ids.ts';
import { anExportedReview } from '../../testing/exported-files.ts';
import { guessMapping } from '../imports/guess-mapping.ts';
import { readTable } from '../imports/read-table.ts';
import { parseRow, type RowContext } from '../imports/table-review.ts';
import { readWorkbook } from '../imports/workbook.ts';
import { createReviewFile } from './review-files.ts';
import { headingCells, reviewFileTexts } from './table-cells.ts';

const words = reviewFileTexts('en');
const context: RowContext = {
  settings: {
    locationId: newId(),
    source: 'import',
    mapping: guessMapping(headingCells(words)),
    dateOrder: null,
    asOf: null,
    oneDate: null,
    scale: 5,
  },
  zone: 'UTC',
  now: Date.UTC(2026, 10, 26),
  archive: undefined,
  archives: [],
};

async function readRows(format: ExportFormat, bytes: Buffer): Promise<string[][]> {
  const rows: string[][] = [];
  if (format === 'csv') {
    const parts = (async function* () {
      yield bytes;
    })();
    for await (const page of readTable(parts, { encoding: 'utf-8', separator: ',' }))
      rows.push(...page.map(({ cells }) => cells));
  } else
    for (const page of (await readWorkbook(bytes, null)).pages)
      rows.push(
        ...(JSON.parse(Buffer.from(page).toString()) as [number, string[]][]).map(([, cells]) => cells),
      );
  return rows.slice(1);
}

const text = fc.oneof(
  fc.string({ unit: fc.constantFrom("'", '=', '+', '-', '@', '＝', ' ', '\t', '\n', 'a', 'ж') }),
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom("'=1", " '=1", "''=1", "'\t1", "'\t", "' =1", "\u0007'=1", "\u200b'=1"),
);

test.each(['csv', 'xlsx'] as const)('any texts in %s', async (format) => {
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 5 }), async (texts) => {
      const file = createReviewFile(format, words);
      const reviews = texts.map((one) => anExportedReview({ text: one, reply: one }));
      const bytes = Buffer.concat([await file.start(), await file.page(reviews), await file.end()]);
      const read = (await readRows(format, bytes)).map((cells) => {
        const result = parseRow(cells, context);
        return 'review' in result ? [result.review.text, result.review.reply?.text ?? null] : result.fault;
      });
      expect(read).toEqual(texts.map((one) => [plainOf(one, format), plainOf(one, format)]));
    }),
  );
});

/** The import takes spaces off the ends, and a workbook holds no control characters. */
function plainOf(value: string, format: ExportFormat): string | null {
  const kept = format === 'xlsx' ? value.replaceAll('\u0007', '') : value;
  return kept.trim() || null;
}
