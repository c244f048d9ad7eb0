/** Workers while the read-only mode is on: they take nothing, what runs finishes, and what waits runs afterwards. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createLog } from '../lib/log.ts';
import { createTestDatabase, databaseModes, type TestDatabase } from '../testing/database.ts';
import { eventually } from '../testing/eventually.ts';
import { createReadOnlySwitch } from '../testing/read-only-switch.ts';
import { defineJob, defineJobHandler } from './job.ts';
import { startWhileWritable } from './pause-workers.ts';
import { type Queue, startQueue } from './queue.ts';

const payload = z.strictObject({ n: z.number() });

describe.each(databaseModes)('workers in the read-only mode, %s', (mode) => {
  let database: TestDatabase;
  let queue: Queue;
  const readOnly = createReadOnlySwitch();
  const slow = defineJob({ name: 'test.slow', payload });
  const quick = defineJob({ name: 'test.quick', payload, concurrency: 2 });
  const done: string[] = [];
  let finishSlow = () => {};

  beforeAll(async () => {
    database = await createTestDatabase(mode);
    queue = await startQueue({
      db: database.db,
      log: createLog('silent'),
      jobs: [slow, quick],
      pollSeconds: 0.5,
      readOnly,
    });
    await queue.startWorkers([
      defineJobHandler(slow, async ({ n }) => {
        await new Promise<void>((resolve) => {
          finishSlow = resolve;
        });
        done.push(`slow ${n}`);
      }),
      defineJobHandler(quick, async ({ n }) => void done.push(`quick ${n}`)),
    ]);
  });
  afterAll(async () => {
    await queue.stop();
    await database.close();
  });

  test('they pause and go on', async () => {
    await queue.enqueue(slow, { n: 1 }, { key: 'a' });
    await eventually(async () => expect((await queue.readLoad()).running).toBe(1));
    readOnly.turn(true);
    for (const n of [1, 2]) await queue.enqueue(quick, { n }, { key: `${n}` });
    await queue.enqueue(slow, { n: 2 }, { key: 'a' });
    finishSlow();
    await eventually(async () => expect((await queue.readLoad()).running).toBe(0));
    // The query for due jobs has run meanwhile, and a notification has come for each.
    const load = await queue.readLoad();
    expect(load).toMatchObject({ due: 3, running: 0, oldestQueue: 'test.quick' });
    expect(load.oldestDueAt).toBeInstanceOf(Date);
    expect(done).toEqual(['slow 1']);
    // Switched twice in a row, they end in the last state.
    readOnly.turn(false);
    readOnly.turn(true);
    readOnly.turn(false);
    await eventually(() => expect([...done].sort()).toEqual(['quick 1', 'quick 2', 'slow 1']));
    finishSlow();
    await eventually(() => {
      finishSlow();
      expect(done).toContain('slow 2');
    });
    await eventually(async () =>
      expect(await queue.readLoad()).toEqual({ due: 0, running: 0, oldestDueAt: null, oldestQueue: null }),
    );
  });

  test('workers that start in it take nothing until it ends', async () => {
    readOnly.turn(true);
    const other = await startQueue({ db: database.db, log: createLog('silent'), jobs: [quick], readOnly });
    await other.startWorkers([defineJobHandler(quick, async ({ n }) => void done.push(`other ${n}`))]);
    await other.enqueue(quick, { n: 9 }, { key: '9' });
    expect((await other.readLoad()).due).toBe(1);
    readOnly.turn(false);
    await eventually(() => expect(done.some((one) => one.endsWith(' 9'))).toBe(true));
    await other.stop();
  });
});

test('what failed to start or to pause is tried again', async () => {
  const mode = createReadOnlySwitch();
  const job = defineJob({ name: 'test.failing', payload });
  const done: string[] = [];
  const failOnce = (what: string) => {
    let calls = 0;
    return async () => {
      calls += 1;
      if (calls === 1) throw new Error(`${what} failed`);
      done.push(what);
    };
  };
  const stop = await startWhileWritable(
    mode,
    { offWork: failOnce('pause') },
    [defineJobHandler(job, async () => {})],
    [failOnce('start')],
    createLog('silent'),
  );
  await eventually(() => expect(done).toEqual(['start']));
  mode.turn(true);
  await eventually(() => expect(done).toEqual(['start', 'pause']));
  mode.turn(false);
  await eventually(() => expect(done).toEqual(['start', 'pause', 'start']));
  stop();
});
