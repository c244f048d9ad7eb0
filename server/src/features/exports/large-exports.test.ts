/** A million reviews are exported by a process that has no memory for them. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { exportFormats } from '@kindling/contract/exports';
import { expect, test } from 'vitest';
import { runsEverything } from '../../testing/scope.ts';

const run = promisify(execFile);
const program = fileURLToPath(new URL('../../testing/large-export.ts', import.meta.url));
/** All of them as objects are several times the heap, and so are the rows that `npm test` exports. */
const count = runsEverything ? 1_000_000 : 100_000;
/** To load the sources, and take their types off, needs 62 of them on a busy machine. */
const heapMegabytes = 96;
/** Only ends a test that hangs. */
const timeoutMs = runsEverything ? 1_800_000 : 300_000;

interface Figures {
  rows: number;
  bytes: number;
  complete: boolean;
}

async function exportRows(format: string, ...stop: number[]): Promise<Figures> {
  const { stdout } = await run(process.execPath, [
    `--max-old-space-size=${heapMegabytes}`,
    '--experimental-strip-types',
    '--disable-warning=ExperimentalWarning',
    program,
    format,
    String(count),
    ...stop.map(String),
  ]);
  return JSON.parse(stdout) as Figures;
}

test.each(exportFormats)(
  'as %s',
  async (format) => {
    const figures = await exportRows(format);
    expect(figures).toMatchObject({ rows: count, complete: true });
    expect(figures.bytes).toBeGreaterThan(count * (format === 'xlsx' ? 20 : 300));
  },
  timeoutMs,
);

test(
  'a reader who leaves half-way stops the export',
  async () => {
    const half = count / 2;
    const { rows, complete } = await exportRows('csv', half);
    expect(complete).toBe(false);
    expect(rows).toBeGreaterThanOrEqual(half);
    expect(rows).toBeLessThan(half + 2_000);
  },
  timeoutMs,
);
