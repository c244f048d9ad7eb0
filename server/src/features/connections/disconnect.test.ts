import { randomUUID } from 'node:crypto';
import { embedSettingsSchema } from '@kindling/contract/embed-settings';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ConnectorFailure } from '../../connectors/connector.ts';
import { inSystem, inTenant } from '../../db/transaction.ts';
import { featureModes } from '../../testing/database.ts';
import { deliverAllEvents } from '../../testing/deliver-events.ts';
import {
  connectThroughConsent,
  type Simulators,
  startAppWithSimulators,
  startSimulators,
} from '../../testing/simulators.ts';
import type { TestApp, TestUser } from '../../testing/test-app.ts';
import { createEmbed, publishEmbed } from '../embeds/index.ts';
import { runSync } from '../sync/run-sync.ts';
import { chooseListings, listAvailable } from './index.ts';
import { connectionJobs } from './jobs.ts';
import { revokeGrantJob } from './revoke-grants.ts';
import { openTokens, sealContext, sealTokens } from './tokens.ts';

const neverStops = new AbortController().signal;
let simulators: Simulators;

beforeAll(async () => {
  simulators = await startSimulators();
});
afterAll(() => simulators.close());

describe.each(featureModes)('a connection to Google, %s', (mode) => {
  let app: TestApp;
  let user: TestUser;
  let people = 0;

  beforeAll(async () => {
    app = await startAppWithSimulators(simulators, mode);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    await simulators.control('google', { action: 'reset' });
    // Only the account under test may have a grant of this person at Google.
    await inSystem(app.services.db, (trx) => trx.deleteFrom('connections').execute());
    people += 1;
    user = await app.signIn(`owner${people}@example.com`);
  });

  const connect = (as: TestUser = user): Promise<string> => connectThroughConsent(app, as, 'google');

  async function connectAndRead(): Promise<string> {
    const { connections, sync, db } = app.services;
    const id = await connect();
    const offered = await listAvailable(connections, user, id);
    await chooseListings(
      connections,
      user,
      id,
      offered.map((listing) => listing.externalId),
    );
    const listings = await inTenant(db, user.accountId, (trx) =>
      trx.selectFrom('listings').select('id').execute(),
    );
    for (const listing of listings) await runSync(sync, user.accountId, listing.id, 'first', neverStops);
    return id;
  }

  async function waitingRevocations() {
    const { rows } = await app.services.db.pool.query<{ data: unknown }>(
      "select data from pgboss.job where name = 'connections.revoke' order by created_on",
    );
    await app.services.db.pool.query("delete from pgboss.job where name = 'connections.revoke'");
    return rows.map((row) => revokeGrantJob.payload.parse(row.data));
  }

  /** Runs the waiting jobs as the worker does. */
  async function withdraw(payloads: Awaited<ReturnType<typeof waitingRevocations>>): Promise<void> {
    const [job] = connectionJobs(app.services.connections);
    for (const payload of payloads) await job?.run(payload, neverStops);
  }

  test('disconnecting deletes all content of the connection and revokes the grant once', async () => {
    const id = await connectAndRead();
    const { db, embeds } = app.services;
    const embed = await createEmbed(embeds, user, {
      kind: 'widget',
      name: 'Widget',
      settings: embedSettingsSchema.parse({}),
    });
    await publishEmbed(embeds, user, embed.id);
    const shown = async () => (await app.request({ method: 'GET', url: `/e/${embed.code}.json` })).json;
    expect((await user.call('GET', '/dashboard')).json).toMatchObject({ total: 625 });
    expect(JSON.stringify(await shown())).toContain('"text"');

    expect((await user.call('DELETE', `/connections/${id}`, { content: 'now' })).json).toEqual({ ok: true });
    const left = await inTenant(db, user.accountId, async (trx) => ({
      connections: await trx.selectFrom('connections').select('id').execute(),
      listings: await trx.selectFrom('listings').select('id').execute(),
      reviews: await trx.selectFrom('reviews').select('id').execute(),
      runs: await trx.selectFrom('sync_runs').select('id').execute(),
      sums: await trx.selectFrom('review_days').select('total').where('total', '<>', 0).execute(),
    }));
    expect(left).toEqual({ connections: [], listings: [], reviews: [], runs: [], sums: [] });
    expect((await user.call('GET', '/dashboard')).json).toMatchObject({ total: 0, unanswered: 0 });
    await deliverAllEvents(app.services, user.accountId);
    await embeds.store.settled();
    expect(JSON.stringify(await shown())).not.toContain('"text"');

    const waiting = await waitingRevocations();
    expect(waiting).toHaveLength(1);
    await simulators.control('google', { action: 'clear-calls' });
    await withdraw(waiting);
    expect(await simulators.callsTo('google', '*')).toMatchObject([
      { method: 'POST', path: '/revoke', status: 200 },
    ]);
    // A repeated job finds the grant revoked already, which counts as success.
    await withdraw(waiting);
    expect((await user.call('DELETE', `/connections/${id}`, { content: 'now' })).status).toBe(404);
  });

  test('while the platform is down the revocation is retried, not abandoned', async () => {
    const id = await connect();
    await user.call('DELETE', `/connections/${id}`, { content: 'now' });
    const waiting = await waitingRevocations();
    await simulators.control('google', {
      action: 'fail',
      match: '/revoke',
      times: 2,
      with: 'status',
      status: 503,
    });
    await expect(withdraw(waiting)).rejects.toThrow(ConnectorFailure);
    await expect(withdraw(waiting)).rejects.toThrow(ConnectorFailure);
    await withdraw(waiting);
    expect((await simulators.callsTo('google', '/revoke')).map((call) => call.status)).toEqual([
      503, 503, 200,
    ]);
    expect(revokeGrantJob.retryLimit).toBeGreaterThan(5);
  });

  test('a delayed revocation does not end the grant of an owner who has connected again meanwhile', async () => {
    const id = await connect();
    await user.call('DELETE', `/connections/${id}`, { content: 'now' });
    const waiting = await waitingRevocations();
    expect(waiting).toHaveLength(1);
    const again = await connect();
    await simulators.control('google', { action: 'clear-calls' });
    await withdraw(waiting);
    expect(await simulators.callsTo('google', '/revoke')).toEqual([]);
    expect(await listAvailable(app.services.connections, user, again)).not.toEqual([]);
  });

  test('a revocation does not end the grant of an owner who connects again before the content is deleted', async () => {
    const id = await connect();
    await user.call('DELETE', `/connections/${id}`, { content: 'later' });
    const waiting = await waitingRevocations();
    expect(waiting).toHaveLength(1);
    expect(await connect()).toBe(id);
    await simulators.control('google', { action: 'clear-calls' });
    await withdraw(waiting);
    expect(await simulators.callsTo('google', '/revoke')).toEqual([]);
    expect(await listAvailable(app.services.connections, user, id)).not.toEqual([]);
  });

  test('with a delayed deletion, the grant is revoked at once and only once', async () => {
    const id = await connect();
    await user.call('DELETE', `/connections/${id}`, { content: 'later' });
    await withdraw(await waitingRevocations());
    expect((await simulators.callsTo('google', '/revoke')).map((call) => call.status)).toEqual([200]);
    await user.call('DELETE', `/connections/${id}`, { content: 'now' });
    expect(await waitingRevocations()).toEqual([]);
  });

  test('a grant that another account uses too is not revoked', async () => {
    const id = await connect();
    const agency = await app.signIn(`agency${people}@example.com`);
    const theirs = await connect(agency);
    await user.call('DELETE', `/connections/${id}`, { content: 'now' });
    expect(await waitingRevocations()).toEqual([]);
    expect(await listAvailable(app.services.connections, agency, theirs)).not.toEqual([]);
    await agency.call('DELETE', `/connections/${theirs}`, { content: 'now' });
    expect(await waitingRevocations()).toHaveLength(1);
  });

  async function changeTokens(id: string, expiresAt: Date, refreshToken?: string): Promise<void> {
    const { box } = app.services.connections;
    const context = sealContext(user.accountId, id);
    await inTenant(app.services.db, user.accountId, async (trx) => {
      const row = await trx.selectFrom('connections').select('sealed_tokens').executeTakeFirstOrThrow();
      const tokens = openTokens(box, row.sealed_tokens, context);
      const sealed = sealTokens(
        box,
        { ...tokens, expiresAt, refreshToken: refreshToken ?? tokens.refreshToken },
        context,
      );
      await trx.updateTable('connections').set({ sealed_tokens: sealed }).execute();
    });
  }

  function listTwenty(id: string) {
    const { connections } = app.services;
    return Promise.allSettled(Array.from({ length: 20 }, () => listAvailable(connections, user, id)));
  }

  test('refresh-race: twenty callers with an old token make one renewal', async () => {
    const id = await connect();
    await changeTokens(id, new Date(Date.now() - 1000));
    await simulators.control('google', { action: 'clear-calls' });
    const results = await listTwenty(id);
    expect(results.filter((result) => result.status === 'rejected')).toEqual([]);
    expect(await simulators.callsTo('google', '/token')).toHaveLength(1);
    await listAvailable(app.services.connections, user, id);
    expect(await simulators.callsTo('google', '/token')).toHaveLength(1);
  });

  test('refresh-race: tokens from a new authorization or from another process are not overwritten', async () => {
    const id = await connect();
    await changeTokens(id, new Date(Date.now() - 1000));
    const { connectors, tokens, box } = app.services.connections;
    const google = connectors.get('google');
    if (google === undefined) throw new Error('No connector');
    const slow: typeof google = {
      ...google,
      async refresh(...args) {
        const next = await google.refresh(...args);
        await changeTokens(id, new Date(Date.now() + 3_600_000), 'of the new consent');
        return next;
      },
    };
    const used = await tokens.withTokens(slow, user.accountId, id, async (given) => given);
    expect(used.refreshToken).toBe('of the new consent');
    const row = await inTenant(app.services.db, user.accountId, (trx) =>
      trx.selectFrom('connections').select('sealed_tokens').executeTakeFirstOrThrow(),
    );
    expect(openTokens(box, row.sealed_tokens, sealContext(user.accountId, id)).refreshToken).toBe(
      'of the new consent',
    );
  });

  test('a token that the platform refuses early is renewed once, also for twenty callers', async () => {
    const id = await connect();
    await simulators.control('google', { action: 'expire-access-tokens' });
    await simulators.control('google', { action: 'clear-calls' });
    const results = await listTwenty(id);
    expect(results.filter((result) => result.status === 'rejected')).toEqual([]);
    expect(await simulators.callsTo('google', '/token')).toHaveLength(1);
    expect((await user.call('GET', '/connections')).json).toMatchObject({
      connections: [{ status: 'active' }],
    });
  });

  test('after the grant is withdrawn the owner gets one notice, and no more calls are made', async () => {
    const id = await connect();
    await simulators.control('google', { action: 'revoke', email: 'mara.lindqvist@example.com' });
    const answer = await user.call('GET', `/connections/${id}/available`);
    expect(answer).toMatchObject({ status: 409, json: { code: 'platform-reauthorize' } });
    expect((await user.call('GET', '/connections')).json).toMatchObject({
      connections: [{ status: 'needs_reauthorization', reason: 'platform-reauthorize' }],
    });
  });

  test('a deleted connection returns no tokens', async () => {
    await expect(
      app.services.connections.tokens.storeListingTokens(user.accountId, randomUUID(), { page: 'x' }),
    ).resolves.toBeUndefined();
    expect((await user.call('GET', `/connections/${randomUUID()}/available`)).status).toBe(404);
  });
});
