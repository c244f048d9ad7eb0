/** The largest file there may be, without its ever being whole in memory. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { importLimits } from '@kindling/contract/import-files';
import { expect, test } from 'vitest';
import { readLayout } from './layout.ts';
import { readRows } from './rows.ts';

const rowsPerPart = 1_000;
/** About 200 bytes, as reviews are: 200,000 of them make 40 MB. */
const words = 'The words of a usual review, which go on for some lines and say what was good. '.repeat(2);

async function* parts(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('author,rating,text,date\n');
  for (let from = 0; from < importLimits.rows; from += rowsPerPart) {
    const rows = Array.from({ length: rowsPerPart }, (_, index) => {
      const row = from + index;
      return `Author ${row},${1 + (row % 5)},"${words}${row}",${2001 + (row % 25)}-03-04\n`;
    });
    yield Buffer.from(rows.join(''));
  }
}

test('200,000 rows are read in the memory of some, and of a short key for each', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const used = () => {
    collect();
    return process.memoryUsage().heapUsed / 1e6;
  };
  const before = used();
  const layout = await readLayout(parts, 1, [], { encoding: null, separator: null });
  const megabytes = [used() - before];
  if (layout.kind !== 'table') throw new Error('No table');
  let read = 0;
  for await (const page of readRows({
    open: parts,
    files: 1,
    layout,
    settings: {
      locationId: crypto.randomUUID(),
      source: 'import',
      mapping: layout.mapping,
      dateOrder: null,
      scale: 5,
    },
    zone: 'Europe/Belgrade',
    archives: [],
    now: Date.now(),
  })) {
    read += page.filter((row) => 'review' in row).length;
    if (read >= megabytes.length * 50_000) megabytes.push(used() - before);
  }
  expect(read).toBe(importLimits.rows);
  expect(megabytes).toHaveLength(5);
  // The file alone has 40 MB, its rows as objects many times that.
  for (const one of megabytes) expect(one).toBeLessThan(30);
});
