/** The webhook faults notify-*: after each, our copy is the same as without any webhook. */
import { createHash, createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { featureModes } from '../../testing/database.ts';
import { connectThroughConsent, type Simulators, startSimulators } from '../../testing/simulators.ts';
import {
  facebookPage,
  googleLocation,
  type SyncHarness,
  startSyncHarness,
} from '../../testing/sync-harness.ts';
import { startWebhookHarness, type WebhookHarness } from '../../testing/webhook-harness.ts';
import { chooseListings } from '../connections/index.ts';
import { runSync } from '../sync/run-sync.ts';
import { subscribeListing } from './subscribe.ts';

const neverStops = new AbortController().signal;
let simulators: Simulators;

beforeAll(async () => {
  simulators = await startSimulators();
});
afterAll(() => simulators.close());

describe.each(featureModes)('webhooks, %s', (mode) => {
  let hooks: WebhookHarness;
  let trial: SyncHarness;
  let listingId: string;
  let people = 0;

  beforeAll(async () => {
    hooks = await startWebhookHarness(simulators, mode);
  });
  afterAll(() => hooks.app.close());
  beforeEach(async () => {
    people += 1;
    trial = await startSyncHarness(hooks.app, simulators, `owner${people}@example.com`);
    hooks.resetPlatformKeys();
    listingId = await trial.connectListing('google');
    await trial.sync(listingId, 'first');
    await listenToGoogle();
    await minutePasses();
    await hooks.clearQueue();
  });

  const listenToGoogle = () =>
    subscribeListing(
      hooks.app.services.platformWebhooks,
      { accountId: trial.user.accountId, listingId },
      neverStops,
    );

  /** Sets the start of the last run to more than a minute ago. */
  const minutePasses = () =>
    trial.tenant(sql`update sync_runs set started_at = started_at - interval '2 minutes'`);

  /** Writes a new review at Google. Returns its resource name. */
  async function write(reviewId: string): Promise<string> {
    const review = { reviewId, reviewer: { displayName: 'A. B.' }, starRating: 'FOUR', comment: reviewId };
    await hooks.order('google', { action: 'put-review', location: googleLocation, review });
    return `${googleLocation}/reviews/${reviewId}`;
  }

  /** Runs the queued jobs, as the worker does. */
  async function workHints(): Promise<void> {
    const waiting = await hooks.queuedSyncs();
    await hooks.clearQueue();
    for (const { listing } of waiting)
      await runSync(hooks.app.services.sync, trial.user.accountId, listing, 'notification', neverStops);
  }

  /** Our copy of the listing, without the values that differ in each copy. */
  async function copy(): Promise<string> {
    const rows = await trial.tenant<{ row: string }>(
      sql`select external_id || ' ' || content_hash || ' ' || (removed_at is null) as row from reviews order by external_id`,
    );
    expect(rows.length).toBeGreaterThan(100);
    return createHash('sha256').update(JSON.stringify(rows)).digest('hex');
  }

  async function has(reviewId: string): Promise<boolean> {
    const rows = await trial.tenant(sql`select 1 from reviews where external_id = ${`77/${reviewId}`}`);
    return rows.length === 1;
  }

  test('a webhook starts one sync of its listing, which reads the new review', async () => {
    const answer = await hooks.push(await write('fresh'));
    expect(answer).toMatchObject({ sent: true, status: 204 });
    expect(await hooks.queuedSyncs()).toEqual([{ listing: listingId, later: false }]);
    expect(await has('fresh')).toBe(false);
    await workHints();
    expect(await has('fresh')).toBe(true);
    expect((await trial.runsOf(listingId))[0]).toMatchObject({ trigger: 'notification', added: 1 });
  });

  test('notify-dup: one sync, and the same result', async () => {
    const name = await write('fresh');
    await hooks.order('google', { action: 'fault', name: 'notify-dup', copies: 5 });
    expect(await hooks.push(name, { messageId: '7' })).toMatchObject({ statuses: [204, 204, 204, 204, 204] });
    expect(await hooks.queuedSyncs()).toHaveLength(1);
    await workHints();
    const after = await copy();
    await minutePasses();
    await hooks.push(name, { messageId: '7' });
    await workHints();
    expect(await copy()).toBe(after);
    await trial.sync(listingId);
    expect(await copy()).toBe(after);
  });

  test('notify-reorder: the same result', async () => {
    await hooks.order('google', { action: 'fault', name: 'notify-reorder', count: 3 });
    for (const id of ['one', 'two']) await hooks.push(await write(id));
    expect(await hooks.queuedSyncs()).toEqual([]);
    const last = await write('one');
    expect(await hooks.push(last, { type: 'UPDATED_REVIEW' })).toMatchObject({ statuses: [204, 204, 204] });
    expect(await hooks.queuedSyncs()).toHaveLength(1);
    await workHints();
    expect([await has('one'), await has('two')]).toEqual([true, true]);
    const after = await copy();
    await trial.sync(listingId);
    expect(await copy()).toBe(after);
  });

  test('notify-lost: the regular sync finds the review', async () => {
    await hooks.order('google', { action: 'fault', name: 'notify-lost' });
    expect(await hooks.push(await write('fresh'))).toMatchObject({ sent: false, lost: true });
    expect(await hooks.queuedSyncs()).toEqual([]);
    await trial.skipWaits(listingId);
    await trial.sync(listingId, 'schedule');
    expect(await has('fresh')).toBe(true);
  });

  test.each(['signature', 'audience', 'issuer', 'email', 'expired', 'unsigned'])(
    'notify-forged, wrong %s: refused, and no sync is queued',
    async (how) => {
      const name = await write('fresh');
      const before = await copy();
      await hooks.order('google', { action: 'fault', name: 'notify-forged', how });
      expect(await hooks.push(name)).toMatchObject({ status: 401 });
      expect(await hooks.queuedSyncs()).toEqual([]);
      expect(await copy()).toBe(before);
    },
  );

  test('many webhooks start one sync, and the next one starts a minute later', async () => {
    const name = await write('fresh');
    await Promise.all(Array.from({ length: 40 }, () => hooks.push(name)));
    expect(await hooks.queuedSyncs()).toEqual([{ listing: listingId, later: false }]);
    await workHints();
    await Promise.all(Array.from({ length: 40 }, () => hooks.push(name)));
    expect(await hooks.queuedSyncs()).toEqual([{ listing: listingId, later: true }]);
  });

  test('a sync that waits for the platform’s retry time does not start earlier', async () => {
    await hooks.order('google', {
      action: 'fail',
      match: '/reviews',
      with: 'status',
      status: 429,
      retryAfter: 300,
    });
    await trial.skipWaits(listingId);
    await trial.sync(listingId, 'schedule');
    await minutePasses();
    await hooks.push(await write('fresh'));
    expect(await hooks.queuedSyncs()).toEqual([{ listing: listingId, later: true }]);
  });

  test('a place that several accounts have is synced in each of them', async () => {
    const other = await hooks.app.signIn(`agency${people}@example.com`);
    const { connections } = hooks.app.services;
    const connectionId = await connectThroughConsent(hooks.app, other, 'google');
    await chooseListings(connections, other, connectionId, ['77']);
    await hooks.clearQueue();
    await hooks.push(await write('fresh'));
    const { rows } = await hooks.app.services.db.pool.query<{ account: string }>(
      "select data->>'accountId' as account from pgboss.job where name = 'sync.listing'",
    );
    expect(rows.map((row) => row.account).sort()).toEqual([trial.user.accountId, other.accountId].sort());
  });

  test('unknown listings, paused listings and listings that must not be read are not synced', async () => {
    const strange = await hooks.push('accounts/7/locations/999/reviews/x');
    expect(strange).toMatchObject({ status: 204 });
    await trial.tenant(sql`update listings set paused = true`);
    await hooks.push(await write('fresh'));
    await trial.tenant(sql`update listings set paused = false`);
    await trial.tenant(sql`update connections set status = 'needs_reauthorization'`);
    await hooks.push(await write('fresh'));
    expect(await hooks.queuedSyncs()).toEqual([]);
  });

  test('while Google’s keys cannot be fetched, the status asks Google to send the webhook again', async () => {
    hooks.resetPlatformKeys();
    const away = { action: 'fail', match: '/oauth2/v3/certs', with: 'status', status: 500 };
    await hooks.order('google', away);
    expect(await hooks.push(await write('fresh'))).toMatchObject({ status: 503 });
    expect(await hooks.queuedSyncs()).toEqual([]);
  });

  test('Facebook: a repeated webhook about one page starts one sync', async () => {
    const pageListing = await trial.connectListing('facebook');
    const listing = { accountId: trial.user.accountId, listingId: pageListing };
    await subscribeListing(hooks.app.services.platformWebhooks, listing, neverStops);
    await hooks.clearQueue();
    expect(await hooks.webhook(facebookPage, { times: 3 })).toMatchObject({
      sent: 3,
      statuses: [200, 200, 200],
    });
    expect(await hooks.queuedSyncs()).toEqual([{ listing: pageListing, later: false }]);
    await workHints();
    expect((await trial.runsOf(pageListing))[0]).toMatchObject({ outcome: 'succeeded', added: 70 });
  });

  test.each(['signature', 'unsigned', 'body'])('Facebook: notify-forged, wrong %s', async (how) => {
    const pageListing = await trial.connectListing('facebook');
    const listing = { accountId: trial.user.accountId, listingId: pageListing };
    await subscribeListing(hooks.app.services.platformWebhooks, listing, neverStops);
    await hooks.clearQueue();
    await hooks.order('facebook', { action: 'fault', name: 'notify-forged', how });
    expect(await hooks.webhook(facebookPage)).toMatchObject({ statuses: [401] });
    expect(await hooks.queuedSyncs()).toEqual([]);
  });

  describe('the webhook address', () => {
    const send = (path: string, init: RequestInit = {}) => fetch(`${hooks.origin}${path}`, init);

    test('answers the verification request in plain text, and only for the right token', async () => {
      const ask = (token: string, platform = 'facebook') =>
        send(
          `/hooks/${platform}?${new URLSearchParams({ 'hub.mode': 'subscribe', 'hub.challenge': '1158201444', 'hub.verify_token': token })}`,
        );
      const good = await ask('kindling-local-secret');
      expect([good.status, await good.text()]).toEqual([200, '1158201444']);
      expect(good.headers.get('content-type')).toContain('text/plain');
      const bad = await ask('guessed');
      expect(bad.status).toBe(403);
      expect(await bad.text()).not.toContain('1158201444');
      expect((await ask('kindling-local-secret', 'google')).status).toBe(404);
    });

    test('of an unknown platform is not found', async () => {
      for (const path of [
        '/hooks/yelp',
        '/hooks/constructor',
        '/hooks/yelp/deletion',
        '/hooks/google/deletion',
      ])
        expect.soft((await send(path, { method: 'POST', body: '{}' })).status, path).toBe(404);
    });

    test('accepts up to a megabyte, and parses nothing without a valid signature, whatever its content type', async () => {
      const large = { method: 'POST', body: 'x'.repeat(1024 * 1024 + 1) };
      expect((await send('/hooks/facebook', large)).status).toBe(413);
      const types = ['application/json', 'text/plain', 'application/json;\tx', 'multipart/form-data'];
      for (const type of types)
        for (const path of ['/hooks/facebook', '/hooks/google', '/hooks/facebook/deletion']) {
          const request = { method: 'POST', headers: { 'content-type': type }, body: '{"a":' };
          expect.soft((await send(path, request)).status, `${path} ${type}`).toBe(401);
        }
      expect((await send('/hooks/facebook', { method: 'POST' })).status).toBe(401);
    });

    test('accepts a signed message about an unknown page, and one that it cannot parse', async () => {
      for (const body of ['{"object":"page","entry":[{"id":"1","changes":[{"field":"ratings"}]}]}', '{']) {
        const hash = createHmac('sha256', 'kindling-local-secret').update(body).digest('hex');
        const headers = { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${hash}` };
        expect.soft((await send('/hooks/facebook', { method: 'POST', headers, body })).status).toBe(200);
      }
      expect(await hooks.queuedSyncs()).toEqual([]);
    });
  });
});
