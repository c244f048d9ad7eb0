/**
 * Two processes on a real PostgreSQL never sync the same listing at the same time, even when one is suspended, loses its
 * lease and wakes while another one works. The embedded database allows no second process, which is tested here too.
 */
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openDatabase } from '../../db/client.ts';
import { inTenant } from '../../db/transaction.ts';
import { createTestDatabase, databaseModes } from '../../testing/database.ts';
import { type Simulators, startAppWithSimulators, startSimulators } from '../../testing/simulators.ts';
import { googleLocation, type SyncHarness, startSyncHarness } from '../../testing/sync-harness.ts';
import type { WorkerInput } from '../../testing/sync-worker.ts';
import type { TestApp } from '../../testing/test-app.ts';
import {
  killWorkerProcesses,
  startWorkerProcess,
  type WorkerProcess,
} from '../../testing/worker-processes.ts';

const secret = 'a secret of the tests that is long enough';
const quiet = { at: 'end', error: null };

test('a second process cannot open the embedded database', async () => {
  const first = await createTestDatabase('embedded');
  await expect(openDatabase(first.options)).rejects.toThrow();
  await first.close();
});

describe.each(databaseModes.filter((mode) => mode === 'postgres'))('two worker processes, %s', (mode) => {
  let simulators: Simulators;
  let app: TestApp;
  let trial: SyncHarness;
  let listingId: string;
  let people = 0;

  beforeAll(async () => {
    simulators = await startSimulators();
    app = await startAppWithSimulators(simulators, mode);
  });
  afterAll(async () => {
    await app.close();
    await simulators.close();
  });
  beforeEach(async () => {
    people += 1;
    trial = await startSyncHarness(app, simulators, `worker${people}@example.com`);
    listingId = await trial.connectListing('google');
  });
  afterEach(killWorkerProcesses);

  function start(more: Partial<WorkerInput> = {}): WorkerProcess {
    const { connectionString } = app.services.db.pool.options;
    if (connectionString === undefined) throw new Error('The database has no address');
    return startWorkerProcess({
      databaseUrl: connectionString,
      idleInTransactionMs: 30_000,
      googleUrl: simulators.urls.google,
      secret,
      accountId: trial.user.accountId,
      listingId,
      trigger: 'manual',
      ...more,
    });
  }

  const pagesAsked = async () => (await simulators.callsTo('google', '/reviews')).length;
  /** Ends the lease of the listing. */
  const leaseEnds = () => trial.tenant(sql`update listings set lease_until = now() - interval '1 second'`);

  /** All rows that a sync writes, with their last transaction. Equal means that nothing was written. */
  async function written() {
    return {
      reviews: await trial.tenant(sql`select external_id, xmin::text, ctid::text from reviews order by 1`),
      runs: await trial.tenant(
        sql`select id, xmin::text, outcome, seen, cursor, error_code from sync_runs order by 1`,
      ),
      listings: await trial.tenant(sql`select id, xmin::text, fence, lease_until from listings order by 1`),
      passes: await trial.tenant(sql`select run_id, page, xmin::text from sync_run_pages order by 1, 2`),
    };
  }

  async function expectWhole() {
    expect(await trial.countReviews()).toEqual({ all: 120, different: 120 });
    expect(await trial.runsOf(listingId)).toMatchObject([
      { outcome: 'succeeded', added: 120, changed: 0, error: null },
    ]);
    expect(await trial.tenant(sql`select lease_until from listings`)).toEqual([{ lease_until: null }]);
    expect(await trial.tenant(sql`select sum(total)::int as total from review_days`)).toEqual([
      { total: 120 },
    ]);
  }

  test('while one works the other ends without a call', async () => {
    const first = start({ pauseAt: { name: 'fetchReviews', fetches: 1 } });
    await first.waitUntilPaused();
    const second = start();
    expect(await second.waitForExit()).toMatchObject(quiet);
    expect(await pagesAsked()).toBe(1);
    first.resume();
    expect(await first.waitForExit()).toMatchObject(quiet);
    expect(await pagesAsked()).toBe(3);
    await expectWhole();
  });

  test('suspended with an unstored page, it resumes after another has finished, and writes nothing', async () => {
    // It has read the second page and not yet sent the statement that stores it.
    const frozen = start({ pauseAt: { name: 'BEGIN', fetches: 2 } });
    await frozen.waitUntilPaused();
    await frozen.freeze();
    frozen.resume();
    await leaseEnds();
    expect(await start().waitForExit()).toMatchObject(quiet);
    await expectWhole();
    const before = { ...(await written()), pages: await pagesAsked() };
    frozen.thaw();
    expect(await frozen.waitForExit()).toMatchObject(quiet);
    expect({ ...(await written()), pages: await pagesAsked() }).toEqual(before);
  });

  test('suspended with an unstored page, it resumes while another works, and makes no more calls', async () => {
    const frozen = start({ pauseAt: { name: 'BEGIN', fetches: 2 } });
    await frozen.waitUntilPaused();
    await frozen.freeze();
    frozen.resume();
    await leaseEnds();
    const successor = start({ pauseAt: { name: 'fetchReviews', fetches: 1 } });
    await successor.waitUntilPaused();
    const before = { ...(await written()), pages: await pagesAsked() };
    frozen.thaw();
    expect(await frozen.waitForExit()).toMatchObject(quiet);
    expect({ ...(await written()), pages: await pagesAsked() }).toEqual(before);
    successor.resume();
    expect(await successor.waitForExit()).toMatchObject(quiet);
    await expectWhole();
  });

  test('suspended inside a page’s transaction: the server rolls it back, and the other stores the page once', async () => {
    const frozen = start({ pauseAt: { name: 'commit', fetches: 2 }, idleInTransactionMs: 400 });
    await frozen.waitUntilPaused();
    await frozen.freeze();
    frozen.resume();
    // Its row lock lasts until the server ends the session, so this statement and the next worker have to wait.
    await leaseEnds();
    const successor = start({ pauseAt: { name: 'fetchReviews', fetches: 1 } });
    await successor.waitUntilPaused();
    // One page was stored before. The next worker has stored the second one.
    expect(await trial.countReviews()).toEqual({ all: 100, different: 100 });
    const before = { ...(await written()), pages: await pagesAsked() };
    frozen.thaw();
    // Its session is closed, which is an error of our own: the job fails and is retried.
    expect(await frozen.waitForExit()).toMatchObject({
      at: 'end',
      error: expect.stringMatching(/connection|terminat/i),
    });
    expect({ ...(await written()), pages: await pagesAsked() }).toEqual(before);
    successor.resume();
    expect(await successor.waitForExit()).toMatchObject(quiet);
    await expectWhole();
  });

  test('suspended at the end of a full pass: its result does not overwrite what another worker found since', async () => {
    await trial.sync(listingId);
    await simulators.control('google', { action: 'delete-review', name: `${googleLocation}/reviews/r-7` });
    await trial.tenant(sql`update listings set last_full_pass_at = now() - interval '8 days'`);
    // Its look-up answered "gone". Before it is stored, the review is shown again and another worker reads it.
    const frozen = start({ pauseAt: { name: 'BEGIN', fetches: 3 } });
    await frozen.waitUntilPaused();
    await frozen.freeze();
    frozen.resume();
    await simulators.control('google', {
      action: 'put-review',
      location: googleLocation,
      review: { reviewId: 'r-7', comment: 'Here again', starRating: 'FIVE' },
    });
    await leaseEnds();
    expect(await start().waitForExit()).toMatchObject(quiet);
    const before = await written();
    frozen.thaw();
    expect(await frozen.waitForExit()).toMatchObject(quiet);
    expect(await written()).toEqual(before);
    expect(
      await trial.tenant(sql`select text, removed_at from reviews where external_id like '%/r-7'`),
    ).toEqual([{ text: 'Here again', removed_at: null }]);
  });

  test('suspended past its lease without another worker, it continues and reads nothing twice', async () => {
    const frozen = start({ pauseAt: { name: 'BEGIN', fetches: 2 } });
    await frozen.waitUntilPaused();
    await frozen.freeze();
    frozen.resume();
    await leaseEnds();
    frozen.thaw();
    expect(await frozen.waitForExit()).toMatchObject(quiet);
    expect(await pagesAsked()).toBe(3);
    await expectWhole();
  });

  test('killed in the middle, another resumes after the last stored page', async () => {
    const dying = start({ pauseAt: { name: 'fetchReviews', fetches: 2 } });
    await dying.waitUntilPaused();
    await dying.kill();
    expect(await trial.countReviews()).toEqual({ all: 100, different: 100 });
    // No worker may take it before its lease ends.
    expect(await start().waitForExit()).toMatchObject(quiet);
    expect(await pagesAsked()).toBe(2);
    await leaseEnds();
    expect(await start().waitForExit()).toMatchObject(quiet);
    expect(await pagesAsked()).toBe(3);
    await expectWhole();
  });

  test('of four that start at once only one works', async () => {
    const all = Array.from({ length: 4 }, () => start({ trigger: 'first' }));
    for (const one of all) expect(await one.waitForExit()).toMatchObject(quiet);
    expect(await pagesAsked()).toBe(3);
    await expectWhole();
    const { rows } = await inTenant(app.services.db, trial.user.accountId, (trx) =>
      sql<{ runs: number }>`select count(*)::int as runs from sync_runs`.execute(trx),
    );
    expect(rows).toEqual([{ runs: 1 }]);
  });
});
