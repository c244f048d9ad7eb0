import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTenant } from '../../db/transaction.ts';
import { featureModes } from '../../testing/database.ts';
import { connectListings } from '../../testing/factories.ts';
import { aPlatformListing } from '../../testing/fake-connector.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

describe.each(featureModes)('the history of runs, %s', (mode) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(mode);
  });
  afterAll(() => app.close());

  test('the history of a connection has every run of its listings, newest first, page by page', async () => {
    app.platforms.google.listings = [aPlatformListing('one'), aPlatformListing('two')];
    const user = await app.signIn('historian@example.com');
    const { connectionId, listings } = await connectListings(app, user);
    const [one, two] = listings;
    if (one === undefined || two === undefined) throw new Error('Two listings were expected');
    const addRuns = (listingId: string, count: number) =>
      inTenant(app.services.db, user.accountId, (trx) =>
        sql`insert into sync_runs (account_id, id, listing_id, trigger, outcome, started_at, finished_at)
          select ${user.accountId}::uuid, gen_random_uuid(), ${listingId}::uuid, 'schedule', 'succeeded',
                 now() - make_interval(hours => n), now() from generate_series(1, ${count}) n`.execute(trx),
      );
    await addRuns(two.id, 60);
    await addRuns(one.id, 1);
    interface Page {
      runs: { id: string; listingId: string; startedAt: string }[];
      nextCursor: string | null;
    }
    const page = async (query = '') =>
      (await user.call('GET', `/connections/${connectionId}/runs${query}`)).json as Page;
    const first = await page();
    expect(first.runs).toHaveLength(50);
    const second = await page(`?cursor=${first.nextCursor}`);
    expect(second).toMatchObject({ nextCursor: null });
    const all = [...first.runs, ...second.runs];
    expect(new Set(all.map((run) => run.id)).size).toBe(61);
    expect(all.map((run) => run.startedAt)).toEqual(
      all
        .map((run) => run.startedAt)
        .sort()
        .reverse(),
    );
    const only = await page(`?listingId=${one.id}`);
    expect(only.runs.map((run) => run.listingId)).toEqual([one.id]);
    expect((await user.call('GET', `/connections/${connectionId}/runs?cursor=x`)).status).toBe(400);
    expect((await user.call('GET', `/connections/${one.id}/runs`)).status).toBe(404);
  });
});
