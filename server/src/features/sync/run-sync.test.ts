import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { featureModes } from '../../testing/database.ts';
import { eventNames } from '../../testing/deliver-events.ts';
import { type Simulators, startAppWithSimulators, startSimulators } from '../../testing/simulators.ts';
import { googleLocation, type SyncHarness, startSyncHarness } from '../../testing/sync-harness.ts';
import type { TestApp } from '../../testing/test-app.ts';

let simulators: Simulators;

beforeAll(async () => {
  simulators = await startSimulators();
});
afterAll(() => simulators.close());

describe.each(featureModes)('a sync, %s', (mode) => {
  let app: TestApp;
  let trial: SyncHarness;
  let people = 0;

  beforeAll(async () => {
    app = await startAppWithSimulators(simulators, mode);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    people += 1;
    trial = await startSyncHarness(app, simulators, `owner${people}@example.com`);
  });

  /** The version of every row. Equal versions mean that nothing was written. */
  function versions() {
    return trial.tenant(sql<{ external_id: string; xmin: string }>`
      select external_id, xmin::text, ctid::text from reviews order by external_id`);
  }

  function texts() {
    return trial.tenant<{
      external_id: string;
      text: string | null;
      reply_text: string | null;
      rating: number;
    }>(sql`select external_id, text, reply_text, rating from reviews order by external_id`);
  }

  test('reads every page and equals the platform; a second sync writes nothing', async () => {
    const id = await trial.connectListing('google');
    await trial.sync(id, 'first');
    const [run] = await trial.runsOf(id);
    expect(run).toMatchObject({
      trigger: 'first',
      outcome: 'succeeded',
      seen: 120,
      expected: 120,
      added: 120,
      changed: 0,
      unchanged: 0,
      skipped: 0,
      requests: 3,
      error: null,
      nextTryAt: null,
    });
    expect(await simulators.callsTo('google', '/reviews')).toHaveLength(3);
    expect(await trial.countReviews()).toEqual({ all: 120, different: 120 });
    const [ours] = await trial.tenant<{ average: number }>(
      sql`select avg(rating)::float as average from reviews`,
    );
    const [listing] = (await trial.connection()).listings;
    expect(listing).toMatchObject({ storedCount: 120, platformCount: 120 });
    // Google rounds its average, ours is exact.
    expect(Math.abs(Number(listing?.platformAverage) - (ours?.average ?? 0))).toBeLessThan(0.05);

    const before = await versions();
    await trial.sync(id);
    expect(await versions()).toEqual(before);
    expect(await trial.runsOf(id)).toMatchObject([
      {
        trigger: 'manual',
        kind: 'newest',
        outcome: 'succeeded',
        requests: 1,
        added: 0,
        changed: 0,
        unchanged: 50,
      },
      { trigger: 'first' },
    ]);
    const said = await eventNames(app.services, trial.user.accountId);
    expect(said.filter((name) => name.startsWith('review.'))).toEqual(Array(120).fill('review.added'));
  });

  test('reads the recommendations of a page; a second sync writes nothing', async () => {
    const id = await trial.connectListing('facebook');
    await trial.sync(id, 'first');
    expect(await trial.runsOf(id)).toMatchObject([
      { outcome: 'succeeded', seen: 70, added: 70, requests: 3 },
    ]);
    const kinds = await trial.tenant<{ recommendation: string; count: number }>(
      sql`select recommendation, count(*)::int as count from reviews group by 1 order by 1`,
    );
    expect(kinds).toEqual([
      { recommendation: 'negative', count: 14 },
      { recommendation: 'positive', count: 56 },
    ]);
    const before = await versions();
    await trial.sync(id);
    expect(await versions()).toEqual(before);
  });

  test('finds edits and replies, keeps our marks, and removes deleted reviews once', async () => {
    const id = await trial.connectListing('google');
    await trial.sync(id, 'first');
    await trial.skipWaits(id);
    await trial.tenant(sql`update reviews set hidden_at = '2026-01-01' where external_id like '%r-5'`);
    await simulators.control('google', {
      action: 'put-review',
      location: googleLocation,
      review: { reviewId: 'r-5', comment: 'Edited', starRating: 'ONE' },
    });
    await simulators.control('google', {
      action: 'set-reply',
      name: `${googleLocation}/reviews/r-6`,
      reply: { comment: 'Answer', updateTime: '2026-11-18T10:00:00Z', reviewReplyState: 'APPROVED' },
    });
    await simulators.control('google', { action: 'delete-review', name: `${googleLocation}/reviews/r-7` });
    await simulators.control('google', {
      action: 'put-review',
      location: googleLocation,
      review: { reviewId: 'new', comment: 'New', starRating: 'FOUR', reviewer: { displayName: 'N.' } },
    });
    await trial.sync(id, 'schedule');
    // One page with changes and one page below the watermark. The third page is not requested.
    expect((await trial.runsOf(id))[0]).toMatchObject({
      kind: 'newest',
      requests: 2,
      seen: 100,
      added: 1,
      changed: 2,
      unchanged: 97,
    });
    const rows = await texts();
    const of = (name: string) => rows.filter((row) => row.external_id.split('/').at(-1) === name);
    expect(of('r-5')).toMatchObject([{ text: 'Edited', rating: 1 }]);
    expect(of('r-6')).toMatchObject([{ reply_text: 'Answer' }]);
    expect(of('new')).toMatchObject([{ text: 'New', rating: 4 }]);
    expect(of('r-7')).toHaveLength(1);
    expect(await trial.countReviews()).toEqual({ all: 121, different: 121 });
    const [marked] = await trial.tenant<{ hidden_at: Date | null }>(
      sql`select hidden_at from reviews where external_id like '%r-5'`,
    );
    expect(marked?.hidden_at).toEqual(new Date('2026-01-01T00:00:00Z'));
    const sums = await trial.tenant<{ total: number }>(sql`select sum(total)::int as total from review_days`);
    expect(sums).toEqual([{ total: 121 }]);
  });

  test('insert-while-paging and edit-behind-cursor: no duplicates, found by the next run at the latest', async () => {
    const id = await trial.connectListing('google');
    trial.afterFirstPage(async () => {
      await simulators.control('google', {
        action: 'put-review',
        location: googleLocation,
        review: { reviewId: 'late', comment: 'Late', starRating: 'FIVE' },
      });
      await simulators.control('google', {
        action: 'put-review',
        location: googleLocation,
        review: { reviewId: 'r-90', comment: 'Edited behind the cursor' },
      });
    });
    await trial.sync(id, 'first');
    const { all, different } = await trial.countReviews();
    expect(all).toBe(different);
    await trial.sync(id);
    expect(await trial.countReviews()).toEqual({ all: 121, different: 121 });
    const edited = (await texts()).filter((row) => row.text === 'Edited behind the cursor');
    expect(edited).toHaveLength(1);
    const before = await versions();
    await trial.sync(id);
    expect(await versions()).toEqual(before);
  });

  test('a malformed item is skipped with its hash, and the rest of the page is stored', async () => {
    const id = await trial.connectListing('google');
    await simulators.control('google', {
      action: 'fail',
      match: '/reviews',
      with: 'malformed',
      list: 'reviews',
      index: 3,
      patch: { starRating: 5, createTime: 'yesterday', comment: 'a secret text' },
    });
    await trial.sync(id, 'first');
    expect(await trial.runsOf(id)).toMatchObject([
      { outcome: 'succeeded', seen: 120, added: 119, skipped: 1 },
    ]);
    const items = await trial.tenant<{ hash: string; reason: string }>(
      sql`select hash, reason from skipped_items`,
    );
    expect(items).toHaveLength(1);
    expect(items[0]?.hash).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify(items) + app.logLines.join('\n')).not.toContain('a secret text');
    await trial.sync(id);
    expect(await trial.runsOf(id)).toMatchObject([{ added: 1, skipped: 0 }, {}]);
    expect(await trial.countReviews()).toEqual({ all: 120, different: 120 });
  });

  test('neither tokens nor review texts are in the log', async () => {
    const id = await trial.connectListing('google');
    await trial.sync(id, 'first');
    const [token] = await trial.tenant<{ sealed_tokens: string }>(sql`select sealed_tokens from connections`);
    const log = app.logLines.join('\n');
    expect(log).not.toContain(String(token?.sealed_tokens));
    expect(log).not.toMatch(/ya29|Friendly people|Sehr freundlich/);
  });
});
