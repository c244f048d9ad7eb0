/** What an owner can change about connections and listings, and what changes at the platform do to them. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ConnectorFailure } from '../../connectors/connector.ts';
import { inSystem, inTenant } from '../../db/transaction.ts';
import { featureModes } from '../../testing/database.ts';
import { deliverAllEvents, eventNames } from '../../testing/deliver-events.ts';
import { type ConnectedListing, connectListings } from '../../testing/factories.ts';
import { aPlatformListing, aReview } from '../../testing/fake-connector.ts';
import { untilLocksWait } from '../../testing/lock-waits.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { lockAccount } from '../identity/index.ts';
import { runSync } from '../sync/run-sync.ts';
import { holdDueListing } from './deletion-queries.ts';
import { deleteDueContent } from './disconnect.ts';
import {
  eraseConnection,
  finishAuthorization,
  listDueListings,
  recordConnectionFailure,
  startAuthorization,
} from './index.ts';
import { connectionJobs, deleteDueContentJob, recheckAccessJob } from './jobs.ts';
import { removeListing } from './listings.ts';

const neverStops = new AbortController().signal;
const owner = { externalId: 'google-owner', displayName: 'google owner' };

describe.each(featureModes)('changes of connections, %s', (mode) => {
  let app: TestApp;
  let user: TestUser;
  let connectionId: string;
  let one: ConnectedListing;
  let two: ConnectedListing;
  let people = 0;

  beforeAll(async () => {
    app = await startTestApp(mode);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    const { google } = app.platforms;
    Object.assign(google, { failures: [], calls: [], revoked: [], probe: undefined, account: owner });
    google.listings = [aPlatformListing('one'), aPlatformListing('two')];
    google.reviews = new Map([
      ['one', [aReview({ rating: 5 }), aReview({ rating: 3 })]],
      ['two', [aReview({ rating: 1 })]],
    ]);
    await inSystem(app.services.db, async (trx) => {
      await trx.deleteFrom('connections').execute();
      await trx.deleteFrom('platform_rate_limits').execute();
    });
    people += 1;
    user = await app.signIn(`changer${people}@example.com`);
    await connect();
    for (const listing of [one, two]) await read(listing);
  });

  async function connect(): Promise<void> {
    const made = await connectListings(app, user);
    connectionId = made.connectionId;
    const of = (externalId: string) => {
      const found = made.listings.find((listing) => listing.externalId === externalId);
      if (found === undefined) throw new Error('No listing');
      return found;
    };
    one = of('one');
    two = of('two');
  }
  const read = (listing: Pick<ConnectedListing, 'id'>) =>
    runSync(app.services.sync, user.accountId, listing.id, 'first', neverStops);

  interface Shown {
    id: string;
    status: string;
    deleteContentAt: string | null;
    statusSince: string;
    listings: Record<string, unknown>[];
  }
  async function shown(): Promise<Shown[]> {
    return ((await user.call('GET', '/connections')).json as { connections: Shown[] }).connections;
  }
  const tenant = async <T>(query: ReturnType<typeof sql<T>>): Promise<T[]> =>
    (await inTenant(app.services.db, user.accountId, (trx) => query.execute(trx))).rows;
  const held = async () => (await tenant<{ n: number }>(sql`select count(*)::int as n from reviews`))[0]?.n;
  function job(name: string): Promise<void> {
    const handler = connectionJobs(app.services.connections).find((each) => each.job.name === name);
    if (handler === undefined) throw new Error('No such job');
    return handler.run({}, neverStops);
  }
  async function daysPass(days: number): Promise<void> {
    await tenant(sql`update connections set delete_content_at = delete_content_at - make_interval(secs => ${days * 86_400}::float8),
      status_since = status_since - make_interval(secs => ${days * 86_400}::float8), access_checked_at = access_checked_at - make_interval(secs => ${days * 86_400}::float8)`);
  }
  async function jobs(name: string): Promise<number> {
    const { rows } = await app.services.db.pool.query(
      'select 1 from pgboss.job where name = $1 and data::text like $2',
      [name, `%${user.accountId}%`],
    );
    return rows.length;
  }

  describe('disconnecting with a delay', () => {
    test('I8 ends the authorization at once and keeps the content for seven days', async () => {
      expect((await user.call('DELETE', `/connections/${connectionId}`, { content: 'later' })).status).toBe(
        200,
      );
      const [connection] = await shown();
      expect(connection).toMatchObject({ status: 'disconnected', reason: null });
      const days = (Date.parse(connection?.deleteContentAt ?? '') - Date.now()) / 86_400_000;
      expect(Math.round(days)).toBe(7);
      expect(connection?.listings).toMatchObject([{ nextSyncAt: null, storedCount: 2 }, { storedCount: 1 }]);
      expect(await tenant(sql`select sealed_tokens, scopes, token_expires_at from connections`)).toEqual([
        { sealed_tokens: '', scopes: [], token_expires_at: null },
      ]);
      expect(await held()).toBe(3);
      app.platforms.google.calls = [];
      await read(one);
      expect((await user.call('GET', `/connections/${connectionId}/available`)).status).toBe(404);
      expect(
        (await user.call('PUT', `/connections/${connectionId}/listings`, { externalIds: ['one'] })).status,
      ).toBe(404);
      expect(app.platforms.google.calls).toEqual([]);
    });

    test('a second request does not postpone the deletion; a request for now deletes at once', async () => {
      await user.call('DELETE', `/connections/${connectionId}`, { content: 'later' });
      await daysPass(3);
      const [before] = await shown();
      await user.call('DELETE', `/connections/${connectionId}`, { content: 'later' });
      expect((await shown())[0]?.deleteContentAt).toBe(before?.deleteContentAt);
      await user.call('DELETE', `/connections/${connectionId}`, { content: 'now' });
      expect(await shown()).toEqual([]);
      expect(await held()).toBe(0);
    });

    test('the job deletes the content once when it is due, and stores an event', async () => {
      await user.call('DELETE', `/connections/${connectionId}`, { content: 'later' });
      await job(deleteDueContentJob.name);
      expect(await held()).toBe(3);
      await daysPass(8);
      await job(deleteDueContentJob.name);
      await job(deleteDueContentJob.name);
      expect(await shown()).toEqual([]);
      expect(await held()).toBe(0);
      const said = await eventNames(app.services, user.accountId);
      expect(said.filter((name) => name === 'review.deleted')).toHaveLength(3);
      expect(said.filter((name) => name === 'listing.removed')).toHaveLength(2);
      const removed = sql`select details from audit_entries where action = 'connection.removed'`;
      expect(await tenant(removed)).toEqual([{ details: { platform: 'google', because: 'time' } }]);
    });

    test('a deletion that is cut off goes on with the next job, and does not hold up another one', async () => {
      const { connections } = app.services;
      const failing = {
        ...connections,
        deleteReviewsOfListing: () => Promise.reject(new Error('the database is gone')),
      };
      const asked = { because: 'asked' } as const;
      await expect(eraseConnection(failing, user.accountId, connectionId, asked)).rejects.toThrow('is gone');
      expect((await shown())[0]).toMatchObject({ status: 'disconnected' });
      expect(await held()).toBe(3);
      const other = await app.signIn(`also-due-${people}@example.com`);
      const { connectionId: theirs } = await connectListings(app, other);
      await eraseConnection(failing, other.accountId, theirs, asked).catch(() => undefined);
      const partly = {
        ...connections,
        deleteReviewsOfListing: (...args: Parameters<typeof connections.deleteReviewsOfListing>) =>
          args[0] === user.accountId
            ? failing.deleteReviewsOfListing()
            : connections.deleteReviewsOfListing(...args),
      };
      await expect(deleteDueContent(partly, neverStops)).rejects.toThrow('is gone');
      expect(
        ((await other.call('GET', '/connections')).json as { connections: unknown[] }).connections,
      ).toEqual([]);
      expect(await held()).toBe(3);
      await job(deleteDueContentJob.name);
      expect(await shown()).toEqual([]);
      expect(await held()).toBe(0);
    });

    test.each([
      ['connecting again keeps the connection', owner],
      ['another connection may take over the listings', { ...owner, externalId: 'google-manager' }],
    ])('during a deletion %s, and it deletes nothing that was read since', async (_what, account) => {
      const { connections } = app.services;
      const id = connectionId;
      let pages = 0;
      const interrupted = {
        ...connections,
        deleteReviewsOfListing: async (...args: Parameters<typeof connections.deleteReviewsOfListing>) => {
          await connections.deleteReviewsOfListing(...args);
          pages += 1;
          if (pages > 1) return;
          expect(await held()).toBeLessThan(3);
          app.platforms.google.account = account;
          await connect();
          for (const listing of [one, two]) await read(listing);
        },
      };
      await eraseConnection(interrupted, user.accountId, id, { because: 'asked' });
      expect(pages).toBe(2);
      expect(connectionId === id).toBe(account === owner);
      expect(await shown()).toMatchObject([{ id: connectionId, status: 'active', deleteContentAt: null }]);
      expect(await held()).toBe(3);
    });

    test.runIf(mode === 'postgres')(
      'a page and whoever connects again do not lock each other out',
      async () => {
        const { db } = app.services;
        await tenant(sql`update connections set status = 'disconnected', delete_content_at = now()`);
        // The page waits for the account, as whoever connects holds it first, and holds nothing that they need.
        const page = await inTenant(db, user.accountId, async (trx) => {
          await lockAccount(trx, user.accountId);
          const waiting = inSystem(db, (system) =>
            holdDueListing(system, user.accountId, connectionId, one.id),
          );
          await untilLocksWait(db, 1);
          await sql`update connections set status = 'active', delete_content_at = null`.execute(trx);
          return { waiting };
        });
        expect(await page.waiting).toBe(false);
      },
    );

    test('I2 connecting the same account again within the delay restores everything, without duplicates', async () => {
      await tenant(sql`update reviews set hidden_at = now() where rating = 3`);
      await user.call('DELETE', `/connections/${connectionId}`, { content: 'later' });
      const id = connectionId;
      await connect();
      expect(connectionId).toBe(id);
      expect((await shown())[0]).toMatchObject({ status: 'active', deleteContentAt: null });
      for (const listing of [one, two]) await read(listing);
      expect(await held()).toBe(3);
      expect(await tenant(sql`select rating from reviews where hidden_at is not null`)).toEqual([
        { rating: 3 },
      ]);
      await daysPass(30);
      await job(deleteDueContentJob.name);
      expect(await held()).toBe(3);
    });

    test('an account that is being erased is not synced', async () => {
      const { google } = app.platforms;
      await tenant(sql`update listings set next_sync_at = now()`);
      const isDue = async () =>
        (await inSystem(app.services.db, (trx) => listDueListings(trx, 1_000))).some(
          ({ id }) => id === one.id,
        );
      expect(await isDue()).toBe(true);
      await inSystem(app.services.db, (trx) =>
        sql`update accounts set erasing_since = now() where id = ${user.accountId}`.execute(trx),
      );
      expect(await isDue()).toBe(false);
      google.calls = [];
      await read(one);
      expect(google.calls).toEqual([]);
    });

    test('a running sync stops, and is shown as ended', async () => {
      const { google } = app.platforms;
      google.pageSize = 1;
      const fetchReviews = google.fetchReviews;
      google.fetchReviews = async (...args) => {
        google.fetchReviews = fetchReviews;
        const page = await fetchReviews(...args);
        await user.call('DELETE', `/connections/${connectionId}`, { content: 'later' });
        return page;
      };
      await tenant(sql`update listings set watermark_at = null, next_sync_at = now()`);
      google.calls = [];
      await read(one);
      google.pageSize = 50;
      expect(google.calls).toEqual(['fetchReviews']);
      await read(one);
      expect(google.calls).toEqual(['fetchReviews']);
      const runs = (await user.call('GET', `/listings/${one.id}/runs`)).json as {
        runs: { outcome: string; error: string | null }[];
      };
      expect(runs.runs.map((run) => [run.outcome, run.error])).toEqual([
        ['partial', null],
        ['succeeded', null],
      ]);
      expect((await shown())[0]?.status).toBe('disconnected');
    });

    test('a failure that arrives after disconnecting does not ask the owner to reconnect', async () => {
      await user.call('DELETE', `/connections/${connectionId}`, { content: 'later' });
      await inTenant(app.services.db, user.accountId, (trx) =>
        recordConnectionFailure(trx, user.accountId, connectionId, 'reauthorize'),
      );
      expect((await shown())[0]?.status).toBe('disconnected');
      await deliverAllEvents(app.services, user.accountId);
      expect(await jobs('mail.deliver')).toBe(0);
    });
  });

  describe('a listing', () => {
    test('moves with its reviews and daily sums, and two listings of one platform may share a location', async () => {
      expect(two.locationId).not.toBe(one.locationId);
      const moved = await user.call('PUT', `/listings/${two.id}`, { locationId: one.locationId });
      expect(moved.json).toMatchObject({ listing: { id: two.id, locationId: one.locationId } });
      expect(await tenant(sql`select distinct location_id from reviews`)).toEqual([
        { location_id: one.locationId },
      ]);
      const sums = sql`select location_id, sum(total)::int as total from review_days group by 1 having sum(total) > 0`;
      expect(await tenant(sums)).toEqual([{ location_id: one.locationId, total: 3 }]);
      expect(await eventNames(app.services, user.accountId)).toContain('listing.moved');
    });

    test('cannot move to a location of another account, nor to an unknown one', async () => {
      const stranger = await app.signIn(`neighbor${people}@example.com`);
      const { businesses } = (await stranger.call('GET', '/businesses')).json as {
        businesses: { locations: { id: string }[] }[];
      };
      for (const locationId of [businesses[0]?.locations[0]?.id, connectionId]) {
        const answer = await user.call('PUT', `/listings/${two.id}`, { locationId });
        expect(answer).toMatchObject({ status: 400, json: { fields: [{ path: 'locationId' }] } });
      }
      expect((await stranger.call('PUT', `/listings/${two.id}`, { paused: true })).status).toBe(404);
      expect((await stranger.call('DELETE', `/listings/${two.id}`)).status).toBe(404);
    });

    test('is not synced while paused, and is synced at once when resumed', async () => {
      const paused = await user.call('PUT', `/listings/${one.id}`, { paused: true });
      expect(paused.json).toMatchObject({ listing: { paused: true, nextSyncAt: null, storedCount: 2 } });
      app.platforms.google.calls = [];
      await read(one);
      expect(app.platforms.google.calls).toEqual([]);
      const resumed = await user.call('PUT', `/listings/${one.id}`, { paused: false });
      const { listing } = resumed.json as { listing: { nextSyncAt: string } };
      expect(Date.parse(listing.nextSyncAt)).toBeLessThanOrEqual(Date.now());
      await read(one);
      expect(app.platforms.google.calls).toEqual(['fetchReviews']);
    });

    test('pausing stops a running sync, and resuming continues it', async () => {
      const { google } = app.platforms;
      google.pageSize = 1;
      const fetchReviews = google.fetchReviews;
      google.fetchReviews = async (...args) => {
        google.fetchReviews = fetchReviews;
        const page = await fetchReviews(...args);
        await user.call('PUT', `/listings/${one.id}`, { paused: true });
        return page;
      };
      await tenant(sql`update listings set watermark_at = null, next_sync_at = now()`);
      google.calls = [];
      await read(one);
      google.pageSize = 50;
      expect(google.calls).toEqual(['fetchReviews']);
      expect(await held()).toBe(3);
    });

    test('a new interval counts from the last successful sync', async () => {
      await tenant(sql`update listings set last_success_at = now() - interval '2 hours',
        next_sync_at = now() + interval '4 hours'`);
      const hours = async (syncIntervalMinutes: number) => {
        const answer = await user.call('PUT', `/listings/${one.id}`, { syncIntervalMinutes });
        const { listing } = answer.json as { listing: { nextSyncAt: string } };
        return Math.round((Date.parse(listing.nextSyncAt) - Date.now()) / 3_600_000);
      };
      expect(await hours(720)).toBe(10);
      expect(await hours(60)).toBeCloseTo(0);
      expect((await user.call('PUT', `/listings/${one.id}`, { syncIntervalMinutes: 59 })).status).toBe(400);
    });

    test('removing it deletes its reviews and no others', async () => {
      expect((await user.call('DELETE', `/listings/${one.id}`)).json).toEqual({ ok: true });
      expect((await shown())[0]?.listings).toMatchObject([{ id: two.id, storedCount: 1 }]);
      expect(await held()).toBe(1);
      expect((await user.call('DELETE', `/listings/${one.id}`)).status).toBe(404);
    });

    test('the next sync reads again what a removal that was cut off has deleted', async () => {
      const { connections } = app.services;
      const cutOff = {
        ...connections,
        deleteReviewsOfListing: async (...args: Parameters<typeof connections.deleteReviewsOfListing>) => {
          await connections.deleteReviewsOfListing(...args);
          throw new Error('the process ends');
        },
      };
      await expect(removeListing(cutOff, user, one.id)).rejects.toThrow('the process ends');
      expect(await held()).toBe(1);
      const asked = sql`select full_pass_requested_at is not null as asked, next_sync_at > now() as later
        from listings where id = ${one.id}`;
      expect(await tenant(asked)).toEqual([{ asked: true, later: true }]);
      await tenant(sql`update listings set next_sync_at = now() where id = ${one.id}`);
      await runSync(app.services.sync, user.accountId, one.id, 'schedule', neverStops);
      expect(await held()).toBe(3);
    });
  });

  describe('facts about a place from the platform', () => {
    test('names, addresses and states are updated when the profiles are listed', async () => {
      app.platforms.google.listings = [
        aPlatformListing('one', { name: 'New name', address: null, state: 'closed' }),
        aPlatformListing('two', { state: 'unverified', readable: false }),
      ];
      await user.call('GET', `/connections/${connectionId}/available`);
      expect((await shown())[0]?.listings).toMatchObject([
        { name: 'New name', address: null, state: 'closed' },
        { state: 'unverified' },
      ]);
      // A list may be incomplete once, so a missing listing does not change.
      app.platforms.google.listings = [];
      await user.call('GET', `/connections/${connectionId}/available`);
      expect((await shown())[0]?.listings).toMatchObject([{ state: 'closed' }, { state: 'unverified' }]);
    });

    test('page-role-lost: a listing that the new authorization does not reach is paused, and resumes when the role is back', async () => {
      app.platforms.google.listings = [aPlatformListing('two')];
      await connectAgain();
      expect((await shown())[0]?.listings).toMatchObject([
        { id: one.id, state: 'gone', paused: true, storedCount: 2 },
        { id: two.id, state: 'ok', paused: false },
      ]);
      app.platforms.google.listings = [aPlatformListing('one'), aPlatformListing('two')];
      await connectAgain();
      expect((await shown())[0]?.listings).toMatchObject([
        { state: 'ok', paused: false },
        { state: 'ok', paused: false },
      ]);
    });

    async function connectAgain(): Promise<void> {
      const { connections } = app.services;
      const { url, browserSecret } = await startAuthorization(connections, user, 'google');
      const state = new URL(url).searchParams.get('state') ?? '';
      await finishAuthorization(connections, { platform: 'google', state, code: 'code', browserSecret });
    }
  });

  describe('checking access again', () => {
    async function takeAway(kind: 'withdrawn' | 'not-approved'): Promise<void> {
      app.platforms.google.failures = [new ConnectorFailure(kind, 'no')];
      await tenant(sql`update listings set next_sync_at = now()`);
      await read(one);
      app.platforms.google.calls = [];
    }

    test('makes one call, reports that nothing changed, and refuses another check within a minute', async () => {
      await takeAway('withdrawn');
      const [before] = await shown();
      app.platforms.google.failures = [new ConnectorFailure('withdrawn', 'no')];
      const still = await user.call('POST', `/connections/${connectionId}/recheck-access`);
      expect(still).toMatchObject({ status: 409, json: { code: 'platform-withdrawn' } });
      const soon = await user.call('POST', `/connections/${connectionId}/recheck-access`);
      expect(soon).toMatchObject({ status: 429, json: { code: 'rate-limited', retryAfter: 60 } });
      expect(app.platforms.google.calls).toEqual(['fetchReviews']);
      expect((await shown())[0]).toMatchObject({ status: 'withdrawn', statusSince: before?.statusSince });
    });

    test('resumes reading when the platform allows it', async () => {
      await takeAway('not-approved');
      const answer = await user.call('POST', `/connections/${connectionId}/recheck-access`);
      expect(answer).toMatchObject({ status: 200, json: { connection: { status: 'active', reason: null } } });
      await read(one);
      expect((await shown())[0]?.listings[0]).toMatchObject({
        lastRun: { outcome: 'succeeded', kind: 'full' },
      });
    });

    test('is refused for a working connection, and where the owner must reconnect', async () => {
      expect((await user.call('POST', `/connections/${connectionId}/recheck-access`)).status).toBe(409);
      await tenant(sql`update connections set status = 'needs_reauthorization'`);
      expect((await user.call('POST', `/connections/${connectionId}/recheck-access`)).status).toBe(409);
    });

    test.each([
      ['withdrawn', 7],
      ['not-approved', 1],
    ] as const)(
      'the job: access to a connection that is %s is checked every %i days, no sooner',
      async (kind, days) => {
        await takeAway(kind);
        const { google } = app.platforms;
        await job(recheckAccessJob.name);
        expect(google.calls).toEqual([]);
        await daysPass(days + 0.1);
        google.failures = [new ConnectorFailure(kind, 'no')];
        await job(recheckAccessJob.name);
        await job(recheckAccessJob.name);
        expect(google.calls).toEqual(['fetchReviews']);
        await daysPass(days + 0.1);
        await job(recheckAccessJob.name);
        expect((await shown())[0]).toMatchObject({ status: 'active' });
        expect(await held()).toBe(3);
      },
    );

    test('fb-code-12: choosing a listing shows at once that a platform has withdrawn reading, and reads nothing', async () => {
      const { google } = app.platforms;
      google.listings.push(aPlatformListing('three'));
      google.probe = async () => {
        google.calls.push('probe');
        throw new ConnectorFailure('withdrawn', 'error 12');
      };
      google.calls = [];
      const answer = await user.call('PUT', `/connections/${connectionId}/listings`, {
        externalIds: ['three'],
      });
      expect(answer.json).toMatchObject({
        connection: { status: 'withdrawn', reason: 'platform-withdrawn', listings: [{}, {}, {}] },
      });
      expect(google.calls).toEqual(['listListings', 'probe']);
      expect(await held()).toBe(3);
    });
  });
});
