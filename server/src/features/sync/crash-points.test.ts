/**
 * kill-9-anywhere: a run dies before each of its steps, once each. The steps are recorded from a real run, so new steps are
 * covered automatically. The next run must make the copy equal to the platform, and no page may be stored in part. The
 * same for the database: a closed session, a deadlock and a serialization failure at every statement. `npm test` takes every
 * third step of each run, another third of each, and injects one of the three in turn at every eighth statement.
 */
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { PlatformReview } from '../../connectors/connector.ts';
import { inSystem, inTenant } from '../../db/transaction.ts';
import { databaseModes } from '../../testing/database.ts';
import { connectListings } from '../../testing/factories.ts';
import { aReview, type FakeConnector } from '../../testing/fake-connector.ts';
import { runsEverything } from '../../testing/scope.ts';
import { type InjectedFault, prepareFaults, withFaultPoints } from '../../testing/sync-fault-points.ts';
import { findDifferences, findViolations, readStoredState } from '../../testing/sync-model/compare-state.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { runSync } from './run-sync.ts';

const signal = new AbortController().signal;
const place = 'google-place';

describe.each(databaseModes)('a run that is interrupted anywhere, %s', (mode) => {
  let app: TestApp;
  let user: TestUser;
  let google: FakeConnector;
  let listingId: string;
  let seeded: PlatformReview[];

  beforeAll(async () => {
    app = await startTestApp(mode);
    await prepareFaults(app.services.db);
    google = app.platforms.google;
    google.pageSize = 2;
    user = await app.signIn('owner@example.com');
    const { listings } = await connectListings(app, user);
    listingId = listings[0]?.id ?? '';
    seeded = Array.from({ length: 5 }, () => aReview());
  });
  afterAll(() => app.close());
  afterEach(() => {
    google.failures.length = 0;
  });

  function tenant<T>(query: ReturnType<typeof sql<T>>): Promise<T[]> {
    return inTenant(app.services.db, user.accountId, async (trx) => (await query.execute(trx)).rows);
  }
  function show(reviews: PlatformReview[]): void {
    google.reviews.set(
      place,
      [...reviews].sort(
        (a, b) => (b.editedAt ?? b.writtenAt).getTime() - (a.editedAt ?? a.writtenAt).getTime(),
      ),
    );
  }
  const living = () => google.reviews.get(place) ?? [];

  /** Resets the listing to the state after connecting. */
  async function asNew(): Promise<void> {
    show(seeded);
    await tenant(sql`delete from sync_runs`);
    await tenant(sql`delete from reviews`);
    await tenant(sql`
      update listings set lease_until = null, next_sync_at = now(), watermark_at = null, last_full_pass_at = null,
             last_success_at = null, pending_removals_count = null, platform_count = null`);
    await inSystem(app.services.db, (trx) => trx.deleteFrom('platform_rate_limits').execute());
  }
  const sync = () => runSync(app.services.sync, user.accountId, listingId, 'schedule', signal);
  /** Ends the lease, all pauses and an unfinished token renewal. */
  async function timePasses(): Promise<void> {
    await tenant(sql`update listings set lease_until = null, next_sync_at = now()`);
    await tenant(sql`update connections set refresh_lease_until = null`);
    await inSystem(app.services.db, (trx) =>
      trx.updateTable('platform_rate_limits').set({ paused_until: null }).execute(),
    );
  }

  /** Changes at the platform: one edited, one new, one deleted. */
  function news(): void {
    const [edited, gone, ...others] = seeded;
    if (edited === undefined || gone === undefined) throw new Error('Nothing seeded');
    const editedAt = new Date(Date.UTC(2026, 9, 1));
    show([{ ...edited, text: 'Edited', editedAt }, ...others, aReview({ writtenAt: editedAt })]);
  }
  const scenarios: Record<string, () => Promise<void>> = {
    'a first reading': asNew,
    'a full pass with news and a removal': async () => {
      await asNew();
      await sync();
      news();
      await tenant(
        sql`update listings set last_full_pass_at = now() - interval '8 days', next_sync_at = now()`,
      );
    },
    'a reading of news': async () => {
      await asNew();
      await sync();
      show([...seeded, aReview({ writtenAt: new Date(Date.UTC(2026, 9, 1)) })]);
      await tenant(sql`update listings set next_sync_at = now()`);
    },
  };

  /** Runs once and dies before step `at`. Returns the names of the steps. */
  async function dieAt(at: number): Promise<string[]> {
    const names: string[] = [];
    const { box } = app.services.connections;
    let die: () => void = () => {};
    const died = new Promise<void>((resolve) => {
      die = resolve;
    });
    const pointed = withFaultPoints(app.services.sync, box, async ({ number, name }) => {
      if (number === at) {
        pointed.kill();
        die();
        return new Promise(() => {});
      }
      names.push(name);
      return undefined;
    });
    await Promise.race([runSync(pointed.deps, user.accountId, listingId, 'schedule', signal), died]);
    return names;
  }

  async function expectNoHalfPage(): Promise<void> {
    const copy = await readStoredState(app.services.db, user.accountId);
    expect(findViolations(copy)).toEqual([]);
    // The run's counts equal the stored reviews, and a full pass has recorded each page that it counts.
    const [run] = await tenant<{
      kind: string;
      seen: number;
      page: number;
      noted: number;
      pages: number;
    }>(sql`
      select r.kind, r.seen, r.page, coalesce(sum(cardinality(p.review_ids)), 0)::int as noted, count(p.page)::int as pages
        from sync_runs r left join sync_run_pages p on p.run_id = r.id
       where r.outcome = 'running' group by r.account_id, r.id`);
    if (run?.kind === 'full')
      expect({ seen: run.noted, page: run.pages }).toEqual({ seen: run.seen, page: run.page });
  }

  async function expectConverged(): Promise<void> {
    await timePasses();
    await sync();
    const [last] = await tenant<{ outcome: string }>(
      sql`select outcome from sync_runs order by started_at desc limit 1`,
    );
    expect(last).toEqual({ outcome: 'succeeded' });
    // A complete run may have died just before it was marked as succeeded. Only a full pass finds removed reviews.
    await tenant(sql`update listings set last_full_pass_at = now() - interval '8 days'`);
    await timePasses();
    await sync();
    const copy = await readStoredState(app.services.db, user.accountId);
    expect([...findViolations(copy), ...findDifferences(copy, living())]).toEqual([]);
    expect(await tenant(sql`select run_id from sync_run_pages`)).toEqual([]);
    const open = await tenant(sql`select id from sync_runs where outcome = 'running'`);
    expect(open).toEqual([]);
  }

  const killed = Object.keys(scenarios).filter(
    (name) => runsEverything || mode === databaseModes.at(-1) || name === 'a reading of news',
  );
  // The longest run contains the steps of the others, so the thirds of three runs together show most of its steps. The steps
  // are the same on both databases; on the second one, some show that an interrupted session leaves nothing behind.
  const longest = 'a full pass with news and a removal';
  const usualStride = mode === databaseModes.at(-1) ? 3 : 9;
  const stride = runsEverything ? 1 : usualStride;
  test.each(killed)('kill-9-anywhere: %s', async (name) => {
    const first = runsEverything ? 0 : Object.keys(scenarios).indexOf(name);
    const prepare = scenarios[name] ?? asNew;
    await prepare();
    const steps = await dieAt(-1);
    expect(steps.filter((step) => step === 'fetchReviews').length).toBeGreaterThan(1);
    for (let at = first; at < steps.length; at += stride) {
      await prepare();
      await dieAt(at);
      await expectNoHalfPage();
      await expectConverged();
    }
  });

  /** Runs once with the fault at statement `at`. Returns whether there was such a statement. */
  async function faultAt(at: number, fault: InjectedFault): Promise<boolean> {
    let statements = 0;
    const { deps } = withFaultPoints(app.services.sync, app.services.connections.box, async ({ name }) => {
      if (['fetchReviews', 'lookUp', 'enqueue', 'refresh'].includes(name)) return undefined;
      statements += 1;
      return statements - 1 === at ? fault : undefined;
    });
    // An error of our own fails the job, and the queue retries it.
    await runSync(deps, user.accountId, listingId, 'schedule', signal).catch(() => {});
    return statements > at;
  }

  const faults: [name: string, each: InjectedFault[]][] = [
    ['db-gone-mid-page', ['cut']],
    ['serialization-failure', ['40001']],
    ['deadlock', ['40P01']],
  ];
  const turns = faults.flatMap(([, each]) => each);
  // These faults need several sessions. The embedded database has only one.
  const byTurns: typeof faults = mode === databaseModes.at(-1) ? [['each by turns', turns]] : [];
  test.each(runsEverything ? faults : byTurns)('%s at every statement of a full pass', async (_, each) => {
    const prepare = scenarios[longest] ?? asNew;
    for (let turn = 0; ; turn += 1) {
      const at = turn * (runsEverything ? 1 : 8);
      await prepare();
      const met = await faultAt(at, each[turn % each.length] ?? 'cut');
      await expectNoHalfPage();
      await expectConverged();
      if (!met) break;
      expect(at).toBeLessThan(500);
    }
  });

  test.each<InjectedFault>(['40001', '40P01'])(
    '%s while a page is stored is retried without a failed run',
    async (fault) => {
      await asNew();
      let met = 0;
      const { deps } = withFaultPoints(app.services.sync, app.services.connections.box, async ({ name }) => {
        if (!name.startsWith('with holder as') || met > 1) return undefined;
        met += 1;
        return fault;
      });
      await runSync(deps, user.accountId, listingId, 'schedule', signal);
      expect(met).toBe(2);
      const copy = await readStoredState(app.services.db, user.accountId);
      expect([...findViolations(copy), ...findDifferences(copy, living())]).toEqual([]);
      expect(await tenant(sql`select outcome, attempts, added, requests from sync_runs`)).toEqual([
        { outcome: 'succeeded', attempts: 1, added: 5, requests: 3 },
      ]);
    },
  );
});
