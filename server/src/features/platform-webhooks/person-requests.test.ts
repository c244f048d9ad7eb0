/** Requests of persons through their platform (PRV-07): forged, repeated, late, and for several accounts at once. */
import { languages } from '@kindling/contract/constants';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { signedRequest } from '../../../../simulators/facebook/webhooks.ts';
import { inSystem, inTenant } from '../../db/transaction.ts';
import { featureModes } from '../../testing/database.ts';
import { deliverAllEvents, eventNames } from '../../testing/deliver-events.ts';
import { connectThroughConsent, type Simulators, startSimulators } from '../../testing/simulators.ts';
import { facebookPage, type SyncHarness, startSyncHarness } from '../../testing/sync-harness.ts';
import type { TestResponse, TestUser } from '../../testing/test-app.ts';
import { startWebhookHarness, type WebhookHarness } from '../../testing/webhook-harness.ts';
import { chooseListings } from '../connections/index.ts';
import { processDeletionRequests } from '../deletion-requests/requests.ts';
import { runSync } from '../sync/run-sync.ts';

const neverStops = new AbortController().signal;
/** The person of the simulator's demo data whose consent form needs no change. */
const person = { id: '10158842217730611', email: 'mara.lindqvist@example.com' };
const secret = 'kindling-local-secret';
let simulators: Simulators;

beforeAll(async () => {
  simulators = await startSimulators();
});
afterAll(() => simulators.close());

describe.each(featureModes)('requests of persons, %s', (mode) => {
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
    listingId = await trial.connectListing('facebook');
    await trial.sync(listingId, 'first');
    await inSystem(hooks.app.services.db, (trx) => trx.deleteFrom('deletion_requests').execute());
    await hooks.clearQueue();
    await simulators.control('facebook', { action: 'clear-calls' });
  });

  /** Posts a signed request as Meta does. `secondsAgo` is the age of the signature. */
  function post(
    what: 'deauthorise' | 'deletion',
    changes: { secondsAgo?: number; user_id?: string; key?: string } = {},
  ): Promise<TestResponse> {
    const { secondsAgo = 0, user_id = person.id, key = secret } = changes;
    const issued_at = Math.floor(Date.now() / 1000) - secondsAgo;
    const text = signedRequest({ algorithm: 'HMAC-SHA256', issued_at, user_id }, key);
    return send(what, text);
  }

  function send(what: 'deauthorise' | 'deletion', text: string): Promise<TestResponse> {
    return hooks.app.request({
      method: 'POST',
      url: `/hooks/facebook/${what}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ signed_request: text }).toString(),
    });
  }

  const tenant = <T>(query: ReturnType<typeof sql<T>>, of: TestUser = trial.user): Promise<T[]> =>
    inTenant(hooks.app.services.db, of.accountId, async (trx) => (await query.execute(trx)).rows);
  const statuses = () => tenant<{ status: string }>(sql`select status from connections order by created_at`);
  const callsMade = () => simulators.callsTo('facebook', '*');
  async function held(of: TestUser = trial.user): Promise<number[]> {
    const rows = await tenant<{ found: number }>(
      sql`select count(*)::int as found from connections union all select count(*)::int from listings
          union all select count(*)::int from reviews union all select count(*)::int from sync_runs`,
      of,
    );
    return rows.map(({ found }) => found);
  }
  /** Mails about the connection, those of events that wait included. */
  async function mails(): Promise<number> {
    await deliverAllEvents(hooks.app.services, trial.user.accountId);
    const rows = await inSystem(hooks.app.services.db, (trx) =>
      trx
        .selectFrom('emails')
        .select('id')
        .where('account_id', '=', trial.user.accountId)
        .where('template', '=', 'connection-trouble')
        .execute(),
    );
    return rows.length;
  }

  /** Connects the same person's pages to a second account. */
  async function anotherAccount(): Promise<TestUser> {
    const other = await hooks.app.signIn(`agency${people}@example.com`);
    const { connections } = hooks.app.services;
    await chooseListings(connections, other, await connectThroughConsent(hooks.app, other, 'facebook'), [
      facebookPage,
    ]);
    const [listing] = await tenant<{ id: string }>(sql`select id from listings`, other);
    await runSync(hooks.app.services.sync, other.accountId, listing?.id ?? '', 'first', neverStops);
    await hooks.clearQueue();
    return other;
  }

  describe('removing the app at Facebook', () => {
    test('the connection needs its owner, who is notified once; nothing is deleted and the platform is not called', async () => {
      const url = `${hooks.origin}/hooks/facebook/deauthorise`;
      const before = await held();
      const sent = await hooks.order('facebook', { action: 'signed-request', url, email: person.email });
      expect(sent).toMatchObject({ status: 200 });
      expect(await tenant(sql`select status, reason from connections`)).toEqual([
        { status: 'needs_reauthorization', reason: 'platform-reauthorize' },
      ]);
      expect(await held()).toEqual(before);
      expect(await mails()).toBe(1);
      for (const trigger of ['schedule', 'notification'] as const) {
        await trial.skipWaits(listingId);
        await runSync(hooks.app.services.sync, trial.user.accountId, listingId, trigger, neverStops);
      }
      expect(await callsMade()).toEqual([]);
      expect(
        await tenant(sql`select user_id from audit_entries where action = 'connection.deauthorized'`),
      ).toEqual([{ user_id: null }]);
    });

    test('a second request changes nothing and sends no second mail', async () => {
      for (let times = 0; times < 3; times += 1) expect((await post('deauthorise')).status).toBe(200);
      expect(await mails()).toBe(1);
      expect(
        await tenant(sql`select 1 from audit_entries where action = 'connection.deauthorized'`),
      ).toHaveLength(1);
    });

    test('a request from before the current authorization does not end it', async () => {
      await tenant(sql`update connections set status_since = now() - interval '10 minutes'`);
      expect((await post('deauthorise', { secondsAgo: 3600 })).status).toBe(200);
      expect(await statuses()).toEqual([{ status: 'active' }]);
      expect((await post('deauthorise', { secondsAgo: 60 })).status).toBe(200);
      expect(await statuses()).toEqual([{ status: 'needs_reauthorization' }]);
    });

    test('an old request does not end an authorization that was made again since', async () => {
      const text = signedRequest(
        { algorithm: 'HMAC-SHA256', issued_at: Math.floor(Date.now() / 1000) - 600, user_id: person.id },
        secret,
      );
      // The request was made while the earlier authorization was valid.
      await tenant(sql`update connections set status_since = now() - interval '1 hour'`);
      await send('deauthorise', text);
      expect(await statuses()).toEqual([{ status: 'needs_reauthorization' }]);
      await connectThroughConsent(hooks.app, trial.user, 'facebook');
      expect(await statuses()).toEqual([{ status: 'active' }]);
      await send('deauthorise', text);
      expect(await statuses()).toEqual([{ status: 'active' }]);
    });

    test('a connection that was disconnected here stays disconnected', async () => {
      await tenant(sql`update connections set status = 'disconnected'`);
      await post('deauthorise');
      expect(await statuses()).toEqual([{ status: 'disconnected' }]);
    });
  });

  test('a forged request, one that is too old, and one of an unknown person change nothing', async () => {
    const before = await held();
    for (const what of ['deauthorise', 'deletion'] as const) {
      expect((await post(what, { key: 'another secret' })).status).toBe(401);
      expect((await post(what, { secondsAgo: 40 * 3600 })).status).toBe(401);
      expect((await send(what, '')).status).toBe(401);
      expect((await post(what, { user_id: '999' })).status).toBe(200);
    }
    await processDeletionRequests(hooks.app.services.deletionRequests);
    expect(await held()).toEqual(before);
    expect(await statuses()).toEqual([{ status: 'active' }]);
  });

  describe('deletion', () => {
    const codeOf = (answer: TestResponse) => (answer.json as { confirmation_code: string }).confirmation_code;
    const show = (code: string, language = 'en') =>
      hooks.app.request({ method: 'GET', url: `/data-deletion/${code}?lng=${language}` });
    const waitingJobs = async () =>
      (
        await hooks.app.services.db.pool.query<{ name: string }>(
          "select name from pgboss.job where state = 'created' order by 1",
        )
      ).rows.map(({ name }) => name);

    test('all content of the person is deleted in every account, and the platform is not called', async () => {
      const other = await anotherAccount();
      await simulators.control('facebook', { action: 'clear-calls' });
      const answer = await post('deletion');
      const code = codeOf(answer);
      expect(answer.json).toEqual({
        url: `http://kindling.test/data-deletion/${code}`,
        confirmation_code: code,
      });
      expect(code).toMatch(/^[a-z0-9]{20}$/);
      expect(await waitingJobs()).toEqual(['deletion-requests.process']);
      expect((await show(code)).text).toContain('waiting: waiting');
      await processDeletionRequests(hooks.app.services.deletionRequests);
      for (const user of [trial.user, other]) {
        expect(await held(user)).toEqual([0, 0, 0, 0]);
        expect(
          await tenant(sql`select user_id from audit_entries where action = 'connection.removed'`, user),
        ).toEqual([{ user_id: null }]);
      }
      expect(await callsMade()).toEqual([]);
      expect(await waitingJobs()).not.toContain('connections.revoke');
      expect(await eventNames(hooks.app.services, trial.user.accountId)).toContain('listing.removed');
      const shown = await show(code);
      expect(shown.status).toBe(200);
      for (const text of ['connections: 2', 'listings: 2', 'reviews: 140', `code: ${code}`, 'done: '])
        expect(shown.text).toContain(text);
      expect(shown.text).not.toContain('waiting: ');
    });

    test('content that another person connected is kept', async () => {
      await simulators.control('google', { action: 'clear-calls' });
      const googleListing = await trial.connectListing('google');
      await trial.sync(googleListing, 'first');
      await post('deletion');
      await processDeletionRequests(hooks.app.services.deletionRequests);
      const [connections, listings, reviews] = await held();
      expect([connections, listings, reviews]).toEqual([1, 1, 120]);
    });

    test('a repeated request has the same code and deletes only once; only a hash of the person’s id is stored', async () => {
      const text = signedRequest(
        { algorithm: 'HMAC-SHA256', issued_at: Math.floor(Date.now() / 1000), user_id: person.id },
        secret,
      );
      const codes = await Promise.all([1, 2, 3].map(async () => codeOf(await send('deletion', text))));
      expect(new Set(codes).size).toBe(1);
      await processDeletionRequests(hooks.app.services.deletionRequests);
      // The person has connected again since, and the repeated old request must not delete that connection.
      await trial.connectListing('facebook');
      expect(codeOf(await send('deletion', text))).toBe(codes[0]);
      await processDeletionRequests(hooks.app.services.deletionRequests);
      expect((await held())[0]).toBe(1);
      const rows = await inSystem(hooks.app.services.db, (trx) =>
        trx.selectFrom('deletion_requests').selectAll().execute(),
      );
      expect(rows).toHaveLength(1);
      expect(rows[0]?.pending).toEqual([]);
      expect(JSON.stringify(rows)).not.toContain(person.id);
    });

    test('a deletion that fails halfway stays open, does not delay others, and is finished by the next run', async () => {
      const other = await anotherAccount();
      const { deletionRequests } = hooks.app.services;
      const code = codeOf(await post('deletion'));
      const second = codeOf(await post('deletion', { user_id: '999' }));
      const broken = {
        ...deletionRequests,
        async eraseConnection(accountId: string, connectionId: string) {
          if (accountId === other.accountId) throw new Error('the database is away');
          await deletionRequests.eraseConnection(accountId, connectionId);
        },
      };
      await expect(processDeletionRequests(broken)).rejects.toThrow('the database is away');
      expect((await show(code)).text).toContain('waiting: waiting');
      expect((await show(second)).text).toContain('nothing: ');
      await processDeletionRequests(deletionRequests);
      expect((await show(code)).text).toContain('done: ');
      expect(await held(other)).toEqual([0, 0, 0, 0]);
    });

    test('a repetition keeps what its owner has connected again since the first attempt', async () => {
      const { deletionRequests } = hooks.app.services;
      const code = codeOf(await post('deletion'));
      const broken = { ...deletionRequests, eraseConnection: () => Promise.reject(new Error('no database')) };
      await expect(processDeletionRequests(broken)).rejects.toThrow('no database');
      const status = sql<{ status: string }>`select status from connections`;
      expect(await tenant(status)).toEqual([{ status: 'disconnected' }]);
      await trial.connectListing('facebook');
      const before = await held();
      await processDeletionRequests(deletionRequests);
      expect((await show(code)).text).toContain('done: ');
      expect(await tenant(status)).toEqual([{ status: 'active' }]);
      expect(await held()).toEqual(before);
    });

    test('a request is not completed while one of its connections is still to be deleted', async () => {
      const { deletionRequests } = hooks.app.services;
      const code = codeOf(await post('deletion'));
      const postponed = {
        ...deletionRequests,
        async eraseConnection() {
          await tenant(sql`update connections set delete_content_at = now() + interval '7 days'`);
        },
      };
      await expect(processDeletionRequests(postponed)).rejects.toThrow('still to be deleted');
      expect((await show(code)).text).toContain('waiting: waiting');
      await tenant(sql`update connections set delete_content_at = now()`);
      await processDeletionRequests(deletionRequests);
      expect((await show(code)).text).toContain('done: ');
      expect(await held()).toEqual([0, 0, 0, 0]);
    });

    test('a person without stored data gets a code and the same page', async () => {
      const code = codeOf(await post('deletion', { user_id: '424242' }));
      await processDeletionRequests(hooks.app.services.deletionRequests);
      const shown = await show(code);
      expect(shown.status).toBe(200);
      expect(shown.text).toContain('nothing: ');
    });

    test('the page exists in every language and must not be cached; an unknown code has no page', async () => {
      const code = codeOf(await post('deletion'));
      for (const language of languages) {
        const shown = await show(code, language);
        expect.soft(shown.text).toContain(`<title>deletion ${language}</title>`);
        expect.soft(shown.headers['cache-control']).toBe('no-store');
        expect.soft(shown.headers['x-robots-tag']).toBe('noindex');
        expect.soft(shown.headers['referrer-policy']).toBe('no-referrer');
        expect.soft(shown.headers['content-security-policy']).toContain("default-src 'none'");
      }
      for (const unknown of ['a'.repeat(20), code.slice(1), `${code}x`, '%00', "'", 'constructor', '..%2f'])
        expect.soft((await show(unknown)).status, unknown).toBe(404);
    });

    test('the request is deleted a year after it was completed', async () => {
      const code = codeOf(await post('deletion'));
      const { deletionRequests, db } = hooks.app.services;
      await processDeletionRequests(deletionRequests);
      await processDeletionRequests(deletionRequests);
      expect((await show(code)).status).toBe(200);
      await inSystem(db, (trx) =>
        sql`update deletion_requests set done_at = now() - interval '366 days'`.execute(trx),
      );
      await processDeletionRequests(deletionRequests);
      expect((await show(code)).status).toBe(404);
    });
  });
});
