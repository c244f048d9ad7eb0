/** Ended sign-ins between two servers on one PostgreSQL, each with a pool of its own: what one ends, the other refuses. */
import { claims } from '@kindling/contract/constants';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeModules, createServices, type Services } from '../../app.ts';
import { type Database, openDatabase } from '../../db/client.ts';
import { inSystem } from '../../db/transaction.ts';
import { createWeb } from '../../processes/web.ts';
import { databaseModes, silentLog } from '../../testing/database.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { markSessionEnded, markTokenEnded } from './ended-sessions.ts';

describe.each(databaseModes.filter((mode) => mode === 'postgres'))('two servers, %s', (mode) => {
  let app: TestApp;
  let otherDb: Database;
  let services: Services;
  let other: FastifyInstance;

  beforeAll(async () => {
    app = await startTestApp(mode);
    const { settings, log, connections } = app.services;
    const { connectionString } = app.services.db.pool.options;
    if (connectionString === undefined) throw new Error('The database has no address.');
    otherDb = await openDatabase({ url: connectionString, log: silentLog });
    const folders = {
      web: `${app.dataFolder}/web`,
      guest: `${app.dataFolder}/guest`,
      maps: `${app.dataFolder}/maps`,
    };
    services = await createServices(settings, otherDb, folders, log, connections.connectors);
    other = await createWeb(services, folders);
  });
  afterAll(async () => {
    await other.close();
    await closeModules(services);
    await services.queue.stop();
    await otherDb.close();
    await app.close();
  });

  const signIn = (session: string) =>
    app.issuer.sign(
      { sub: 'auth0|ann@example.com', email: 'ann@example.com' },
      { payload: { [claims.session]: session } },
    );
  async function statusesAt(server: FastifyInstance, token: string): Promise<number[]> {
    const headers = { authorization: `Bearer ${token}` };
    const read = await server.inject({ method: 'GET', url: '/api/v1/dashboard', headers });
    const written = await server.inject({
      method: 'POST',
      url: '/api/v1/businesses',
      headers: { ...headers, 'content-type': 'application/json' },
      payload: JSON.stringify({ name: 'Second' }),
    });
    return [read.statusCode, written.statusCode];
  }

  test('a sign-in that was ended at one is refused by the other at its next request, and no other sign-in is', async () => {
    await app.signIn('ann@example.com');
    const [left, told, stays] = await Promise.all([signIn('left'), signIn('told'), signIn('stays')]);
    for (const token of [left, told, stays]) expect(await statusesAt(other, token)).toEqual([200, 201]);
    const out = await app.web.inject({
      method: 'POST',
      url: '/api/v1/profile/sign-out',
      headers: { authorization: `Bearer ${left}` },
    });
    expect(out.statusCode).toBe(200);
    // The sign-in service, in the one process, tells of a sign-out on its own pages.
    await markSessionEnded(app.services, 'told');
    for (const token of [left, told]) expect(await statusesAt(other, token)).toEqual([401, 401]);
    expect(await statusesAt(other, stays)).toEqual([200, 201]);
    // And the other way round.
    await markSessionEnded({ db: otherDb }, 'stays');
    expect(await statusesAt(app.web, stays)).toEqual([401, 401]);
  });

  describe('open event streams', () => {
    const leaving = new AbortController();
    let origin: string;
    beforeAll(async () => {
      origin = await other.listen({ host: '127.0.0.1', port: 0 });
    });
    afterAll(() => leaving.abort());

    /** Opens a stream at the other server; `ended` resolves with its end. */
    async function open(token: string) {
      const response = await fetch(`${origin}/api/v1/imports/events`, {
        headers: { authorization: `Bearer ${token}` },
        signal: leaving.signal,
      });
      expect(response.status).toBe(200);
      const state = { over: false };
      const ended = response.text().then(
        () => {
          state.over = true;
        },
        () => undefined,
      );
      return { state, ended };
    }

    const inDatabase = (work: Parameters<typeof inSystem>[1]) => inSystem(app.services.db, work);

    test('end with the sign-in that opened them, and with no other', async () => {
      await app.signIn('ann@example.com');
      const [first, second] = await Promise.all([signIn('streams'), signIn('stays open')]);
      const [gone, also, stays] = await Promise.all([open(first), open(first), open(second)]);
      await markSessionEnded(app.services, 'streams');
      await Promise.all([gone.ended, also.ended]);
      // The token itself, for a provider that names no sign-in.
      const nameless = await app.issuer.sign({ sub: 'auth0|ann@example.com', email: 'ann@example.com' });
      const named = await open(nameless);
      await markTokenEnded(app.services, { sessionId: null, token: nameless });
      await named.ended;
      expect(stays.state.over).toBe(false);
      await markSessionEnded(app.services, 'stays open');
      await stays.ended;
    });

    test('end when their user is blocked, signs out everywhere, or is deleted with the account', async () => {
      const changes: ((userId: string, accountId: string) => Parameters<typeof inSystem>[1])[] = [
        (userId) => (trx) =>
          trx.updateTable('users').set({ blocked_at: new Date() }).where('id', '=', userId).execute(),
        (userId) => (trx) =>
          trx
            .updateTable('users')
            .set({ tokens_valid_from: new Date(Date.now() + 5_000) })
            .where('id', '=', userId)
            .execute(),
        (_userId, accountId) => (trx) =>
          trx
            .updateTable('accounts')
            .set({ erasing_since: new Date() })
            .where('id', '=', accountId)
            .execute(),
      ];
      const bystander = await open((await app.signIn('bystander@example.com')).token);
      for (const [at, change] of changes.entries()) {
        const user = await app.signIn(`shut-out-${at}@example.com`);
        const stream = await open(user.token);
        await user.call('PUT', '/profile/names', { firstName: 'A', lastName: 'B', displayName: 'C' });
        expect(stream.state.over).toBe(false);
        await inDatabase(change(user.userId, user.accountId));
        await stream.ended;
      }
      expect(bystander.state.over).toBe(false);
    });
  });
});
