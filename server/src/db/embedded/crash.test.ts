import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { queryAsOwner, silentLog } from '../../testing/database.ts';
import { runsEverything } from '../../testing/scope.ts';
import { openDatabase } from '../client.ts';
import { openEmbedded } from './embedded-pool.ts';

const rounds = runsEverything ? 5 : 2;

interface Writer {
  child: ChildProcessByStdio<null, Readable, null>;
  lines: Interface;
  exited: Promise<void>;
}

let dataFolder: string;

beforeAll(async () => {
  dataFolder = await mkdtemp(path.join(os.tmpdir(), 'kindling-crash-'));
  const db = await openDatabase({ dataFolder, log: silentLog });
  await queryAsOwner(
    db,
    'create table written (id bigint primary key, text text not null); grant all on written to public',
  );
  await db.close();
});

afterAll(() => rm(dataFolder, { recursive: true, force: true }));

function startWriter(perStatement: number): Writer {
  const script = fileURLToPath(new URL('./crash-writer.ts', import.meta.url));
  const child = spawn(process.execPath, [script, dataFolder, String(perStatement)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return { child, lines: createInterface(child.stdout), exited };
}

function firstLine(writer: Writer): Promise<string> {
  return new Promise((resolve) => writer.lines.once('line', resolve));
}

/** Kills the running writer after `after` acknowledged statements. Resolves with the last acknowledged number. */
async function killAfter(writer: Writer, after: number): Promise<number> {
  let statements = 0;
  let last = 0;
  writer.lines.on('line', (line) => {
    const id = Number(line);
    if (!Number.isInteger(id)) return;
    last = id;
    statements += 1;
    if (statements === after) writer.child.kill('SIGKILL');
  });
  const closed = new Promise<void>((resolve) => writer.lines.once('close', () => resolve()));
  await Promise.all([closed, writer.exited]);
  expect(statements).toBeGreaterThanOrEqual(after);
  return last;
}

test.each([
  ['single rows', 1, 40],
  ['batches of 500 rows', 500, 4],
])(
  'kill -9 loses and duplicates no acknowledged row: %s',
  { timeout: 120_000 },
  async (_name, size, first) => {
    for (let round = 0; round < rounds; round += 1) {
      const acknowledged = await killAfter(startWriter(size), first + round * 7);
      const { pool, close } = await openEmbedded({ dataFolder, log: silentLog });
      // Count with a table scan and with the index: a difference shows corruption.
      await pool.query(
        'set enable_indexscan = off; set enable_indexonlyscan = off; set enable_bitmapscan = off',
      );
      const { rows } = await pool.query(
        `select count(*) filter (where id <= $1) as kept, count(distinct id) as ids, count(*) as rows,
         bool_and(length(text) = 200) as whole from written`,
        [acknowledged],
      );
      await pool.query('reset all; set enable_seqscan = off');
      const index = await pool.query('select count(*) as rows from written where id > 0');
      expect(rows[0]).toEqual({
        kept: acknowledged,
        ids: rows[0].rows,
        rows: index.rows[0].rows,
        whole: true,
      });
      await pool.end();
      await close();
    }
  },
);

test('a second process is refused with the id of the first, and kill -9 of the first releases the folder', {
  timeout: 120_000,
}, async () => {
  const holder = startWriter(0);
  expect(await firstLine(holder)).toBe('open');
  const message = `The data folder ${dataFolder} is in use by another Kindling process (process ${holder.child.pid}); stop that one first or choose another data folder.`;
  await expect(openEmbedded({ dataFolder, log: silentLog })).rejects.toThrow(message);
  holder.child.kill('SIGKILL');
  await holder.exited;
  const { pool, close } = await openEmbedded({ dataFolder, log: silentLog });
  await pool.query('select 1');
  await pool.end();
  await close();
});

test('of several processes that start at once, exactly one gets the folder', {
  timeout: 120_000,
}, async () => {
  const starters = [startWriter(0), startWriter(0), startWriter(0)];
  const answers = await Promise.all(starters.map(firstLine));
  for (const { child } of starters) child.kill('SIGKILL');
  await Promise.all(starters.map(({ exited }) => exited));
  expect(answers.filter((line) => line === 'open')).toHaveLength(1);
  expect(
    answers.filter((line) => line.startsWith('refused') && line.includes('is in use by another')),
  ).toHaveLength(2);
});
