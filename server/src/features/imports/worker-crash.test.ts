/**
 * A worker dies before any of its transactions, at every step. Either all reviews or none are visible, and the next worker
 * reaches the same result as a worker that was never killed.
 */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inSystem, inTenant } from '../../db/transaction.ts';
import { featureModes } from '../../testing/database.ts';
import { runUntilKilled } from '../../testing/dying-worker.ts';
import { connectListings } from '../../testing/factories.ts';
import { aPlatformListing, aReview } from '../../testing/fake-connector.ts';
import {
  getImport,
  getReviewFigures,
  guessedSettings,
  importFile,
  publishImport,
  runDryRun,
  uploadAndRead,
} from '../../testing/import-files.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { runSync } from '../sync/run-sync.ts';
import { resumeImports, sweepImports } from './jobs.ts';
import { runImport } from './run-import.ts';

const signal = new AbortController().signal;
const rows = 1_200;
let people = 0;

describe.each(featureModes)('a worker that dies, %s', (mode) => {
  let app: TestApp;
  let user: TestUser;
  beforeAll(async () => {
    app = await startTestApp(mode);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    people += 1;
    user = await app.signIn(`owner-${people}@example.com`);
  });

  function table(text: (row: number) => string): string {
    const lines = Array.from({ length: rows }, (_, row) => `${row},Guest ${row},4,${text(row)},2025-05-01`);
    return ['id,author,rating,text,date', ...lines, ''].join('\n');
  }

  /**
   * Runs the worker with a database that fails after so many transactions. Returns whether the work finished before that.
   * The lease of the dead worker is expired unless `leased`, so that the test does not wait for it.
   */
  async function runWithTransactions(id: string, transactions: number, leased = false): Promise<boolean> {
    const isFinished = await runUntilKilled(app.services.db, transactions, (db) =>
      runImport({ ...app.services.imports, db }, user.accountId, id, signal),
    );
    if (!leased)
      await inSystem(app.services.db, (trx) =>
        sql`update imports set lease_until = now() where lease_until is not null`.execute(trx),
      );
    return isFinished;
  }

  const seen = async () => {
    const { rows: found } = await inTenant(app.services.db, user.accountId, (trx) =>
      sql<{ shown: number; days: number; changed: number }>`
        select (select count(*)::int from reviews) as shown,
               (select coalesce(sum(total), 0)::int from review_days) as days,
               (select count(*)::int from reviews where text like 'new%') as changed`.execute(trx),
    );
    return found[0] ?? { shown: -1, days: -1, changed: -1 };
  };

  test('while publishing: either nothing or everything is visible', async () => {
    // 100 rows already exist, 50 of them with other texts; the rest is new.
    await importFile(
      app,
      user,
      table((row) => `old ${row}`)
        .split('\n')
        .slice(0, 101)
        .join('\n'),
    );
    const found = await uploadAndRead(app, user, [
      { name: 'x.csv', bytes: table((row) => (row < 50 ? `new ${row}` : `old ${row}`)) },
    ]);
    expect(await runDryRun(app, user, found)).toMatchObject({ added: 1_100, changed: 50, unchanged: 50 });
    await user.call('POST', `/imports/${found.id}/publish`);
    const before = { shown: 100, days: 100, changed: 0 };
    const after = { shown: rows, days: rows, changed: 50 };
    const states = new Set<string>();
    let done = false;
    for (let transactions = 1; !done; transactions += 1) {
      expect(transactions).toBeLessThan(60);
      done = await runWithTransactions(found.id, transactions);
      const now = await seen();
      states.add(JSON.stringify(now));
      expect([JSON.stringify(before), JSON.stringify(after)]).toContain(JSON.stringify(now));
    }
    expect(await seen()).toEqual(after);
    // The worker died both before and after the reviews became visible.
    expect([...states]).toEqual([JSON.stringify(before), JSON.stringify(after)]);
    expect(await getImport(user, found.id)).toMatchObject({ state: 'finished', added: 1_100, changed: 50 });
    expect(await getReviewFigures(user)).toMatchObject({ total: rows });
  });

  test('while undoing or canceling: all reviews are hidden from the first moment', async () => {
    const kept = await importFile(app, user, 'id,author,rating,text,date\nx,Kept,4,kept,2025-05-01\n');
    for (const stopped of [false, true]) {
      const found = await uploadAndRead(app, user, [{ name: 'x.csv', bytes: table((row) => `old ${row}`) }]);
      await runDryRun(app, user, found);
      if (stopped) {
        await user.call('POST', `/imports/${found.id}/publish`);
        // Three pages are stored.
        await runWithTransactions(found.id, 9);
        expect((await user.call('POST', `/imports/${found.id}/cancel`)).status).toBe(202);
      } else {
        await publishImport(app, user, found.id);
        expect(await seen()).toMatchObject({ shown: rows + 1, days: rows + 1 });
        expect((await user.call('POST', `/imports/${found.id}/undo`)).status).toBe(202);
      }
      let done = false;
      for (let transactions = 1; !done; transactions += 1) {
        expect(transactions).toBeLessThan(60);
        expect(await seen()).toMatchObject({ shown: 1, days: 1 });
        done = await runWithTransactions(found.id, transactions);
      }
      expect(await getImport(user, found.id)).toMatchObject({ state: stopped ? 'canceled' : 'undone' });
      const left = await inSystem(app.services.db, (trx) =>
        trx.selectFrom('reviews').select('import_id').where('account_id', '=', user.accountId).execute(),
      );
      expect(left).toEqual([{ import_id: kept.id }]);
      expect(await seen()).toMatchObject({ shown: 1, days: 1 });
    }
  });

  test('the sweep resumes imports of dead workers and discards abandoned ones', async () => {
    const found = await uploadAndRead(app, user, [{ name: 'x.csv', bytes: table((row) => `old ${row}`) }]);
    await user.call('POST', `/imports/${found.id}/check`, { settings: guessedSettings(found) });
    await runWithTransactions(found.id, 4);
    await app.services.db.pool.query('delete from pgboss.job');
    const forgotten = await uploadAndRead(app, user, [
      { name: 'y.csv', bytes: table((row) => `old ${row}`) },
    ]);
    await inSystem(app.services.db, (trx) =>
      sql`update imports set updated_at = now() - interval '3 days' where id in (${found.id}, ${forgotten.id})`.execute(
        trx,
      ),
    );
    await sweepImports(app.services.imports);
    const { rows: jobs } = await app.services.db.pool.query<{ id: string }>(
      `select data->>'importId' as id from pgboss.job where name = 'imports.run'`,
    );
    expect(jobs).toEqual([{ id: found.id }]);
    expect(await getImport(user, forgotten.id)).toMatchObject({ state: 'canceled' });
  });

  test('the only process resumes all imports at once, also those that no worker has started', async () => {
    const file = { name: 'x.csv', bytes: table((row) => `old ${row}`) };
    const found = await uploadAndRead(app, user, [file]);
    await runDryRun(app, user, found);
    await user.call('POST', `/imports/${found.id}/publish`);
    await runWithTransactions(found.id, 5, true);
    // Its job is not ready again before the queue detects the missing heartbeats.
    await app.services.db.pool.query(`update pgboss.job set state = 'active' where name = 'imports.run'`);
    const go = () => runImport(app.services.imports, user.accountId, found.id, signal);
    expect(await go()).toBe('busy');
    await resumeImports(app.services.imports);
    const { rows: jobs } = await app.services.db.pool.query<{ id: string }>(
      `select data->>'importId' as id from pgboss.job
        where name = 'imports.run' and state = 'created' and start_after <= now()`,
    );
    expect(jobs.map(({ id }) => id)).toContain(found.id);
    expect(await Promise.all([go(), go()])).toEqual(expect.arrayContaining(['done', 'busy']));
    expect(await go()).toBe('done');
    expect(await seen()).toMatchObject({ shown: rows, days: rows });
  });

  test('a second worker waits for the first, also for another import of the account', async () => {
    const [one, two] = [
      await uploadAndRead(app, user, [{ name: 'x.csv', bytes: table((row) => `old ${row}`) }]),
      await uploadAndRead(app, user, [{ name: 'y.csv', bytes: table((row) => `old ${row}`) }]),
    ];
    for (const found of [one, two])
      await user.call('POST', `/imports/${found.id}/check`, { settings: guessedSettings(found) });
    const answers = await Promise.all(
      [one, two, one].map((found) => runImport(app.services.imports, user.accountId, found.id, signal)),
    );
    expect(answers.sort()).toEqual(['busy', 'busy', 'done']);
  });

  test('a sync that finds a hidden imported review is retried, and its version wins', async () => {
    const place = `${people}00`;
    const { google } = app.platforms;
    google.account = { externalId: place, displayName: 'Owner' };
    google.listings = [aPlatformListing(place)];
    google.reviews.set(place, [aReview({ externalId: `${place}/a`, text: 'As the platform has it' })]);
    const item = {
      starRating: 'FOUR',
      comment: 'From the file',
      createTime: '2025-05-01T10:00:00Z',
      name: `accounts/1/locations/${place}/reviews/a`,
    };
    const found = await uploadAndRead(app, user, [
      { name: 'r.json', bytes: JSON.stringify({ reviews: [item] }) },
    ]);
    await runDryRun(app, user, found);
    await user.call('POST', `/imports/${found.id}/publish`);
    // One page is stored; the worker dies before publishing it.
    for (let transactions = 1; ; transactions += 1) {
      await runWithTransactions(found.id, transactions);
      const stored = await inSystem(app.services.db, (trx) =>
        trx.selectFrom('reviews').select('id').where('account_id', '=', user.accountId).execute(),
      );
      if (stored.length > 0) break;
    }
    expect(await getReviewFigures(user)).toMatchObject({ total: 0 });
    const { listings } = await connectListings(app, user);
    const listing = listings[0]?.id ?? '';
    await expect(runSync(app.services.sync, user.accountId, listing, 'first', signal)).rejects.toThrow(
      /row-level security/,
    );
    expect(await getReviewFigures(user)).toMatchObject({ total: 0 });
    await runImport(app.services.imports, user.accountId, found.id, signal);
    expect(await getReviewFigures(user)).toMatchObject({ total: 1 });
    await runSync(app.services.sync, user.accountId, listing, 'manual', signal);
    const { items } = (await user.call('GET', '/reviews')).json as { items: { text: string }[] };
    expect(items.map((review) => review.text)).toEqual(['As the platform has it']);
  });
});
