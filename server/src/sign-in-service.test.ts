/** The sign-in service as the product runs it: what it changes in the tables of the product, and the read-only mode. */
import { createServer, type Server } from 'node:http';
import type { Identity } from '@kindling/identity';
import { freePort } from '@kindling/service/testing/free-port';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AppFlow, Browser, codeOf } from '../../identity/src/testing/browser.ts';
import { addApp } from '../../identity/src/testing/factors.ts';
import { inSystem } from './db/transaction.ts';
import { createSignInService } from './sign-in-service.ts';
import { anyMode, queryAsOwner } from './testing/database.ts';
import { startTestApp, type TestApp, type TestUser } from './testing/test-app.ts';

const password = 'three quiet otters';

describe(`the sign-in service in the read-only mode, ${anyMode}`, () => {
  let app: TestApp;
  let admin: TestUser;
  let identity: Identity;
  let server: Server;
  let url: string;
  beforeAll(async () => {
    app = await startTestApp(anyMode);
    admin = await app.signInAdmin('admin@example.com');
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    const { settings } = app.services;
    identity = await createSignInService(
      {
        ...app.services,
        settings: { ...settings, identityUrl: url, auth: { ...settings.auth, clientId: 'spa' } },
      },
      app.services.mail,
    );
    server = createServer(identity.handler);
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  });
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await identity.settle();
    await app.close();
  });

  const turn = async (on: boolean) => {
    const { json } = await admin.call('GET', '/admin/maintenance');
    const { version } = (json as { readOnly: { version: number } }).readOnly;
    expect((await admin.call('PUT', '/admin/maintenance/read-only', { on, version })).status).toBe(200);
  };
  const flow = () =>
    new AppFlow({
      audience: app.services.settings.auth.audience,
      appOrigin: app.services.settings.publicUrl,
      token: () => Promise.reject(new Error('no code is exchanged here')),
    });
  /** A new browser after the right password, at the app or at the page of the second factor. */
  const passPassword = async (email: string, typed = password) => {
    const browser = new Browser(url);
    const answer = await browser.post(await flow().begin(browser), { email, password: typed });
    return { browser, page: answer.location ?? '', answer: await browser.follow(answer) };
  };
  const addPerson = async (email: string) => {
    const { sub } = await identity.createAccount({ email, password, locale: 'en', emailVerified: true });
    const { userId } = await app.signIn(email);
    await queryAsOwner(app.services.db, 'update users set sub = $1 where id = $2', [sub, userId]);
    return { email, userId };
  };
  const validFrom = (userId: string) =>
    inSystem(app.services.db, async (trx) => {
      const row = await trx
        .selectFrom('users')
        .select('tokens_valid_from')
        .where('id', '=', userId)
        .executeTakeFirstOrThrow();
      return row.tokens_valid_from;
    });
  const countOf = (table: 'emails' | 'ended_sessions') =>
    inSystem(app.services.db, async (trx) => (await trx.selectFrom(table).select('id').execute()).length);

  test('a changed password and a first factor end the tokens that the API has seen, and are mailed', async () => {
    const { email, userId } = await addPerson('changing@example.com');
    const { browser, answer } = await passPassword(email);
    codeOf(answer);
    expect(await validFrom(userId)).toBeNull();
    const mails = await countOf('emails');
    expect((await addApp(browser)).recoveryCodes).toHaveLength(10);
    const first = await validFrom(userId);
    expect(first).not.toBeNull();
    await identity.settle();
    expect(await countOf('emails')).toBe(mails + 1);
  });

  test('it refuses changes, and signing in and out still reach the tables of the product', async () => {
    const { email, userId } = await addPerson('upgraded@example.com');
    const { browser } = await passPassword(email);
    const { recoveryCodes } = await addApp(browser);
    await identity.settle();
    const before = await validFrom(userId);
    await turn(true);
    const mails = await countOf('emails');

    const refused = await browser.post('/account/password', {
      current: password,
      password: 'four loud badgers',
    });
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toBe('60');
    expect(refused.text).toContain('is being updated');
    const removal = await browser.post('/account/security', { do: 'remove-app' });
    expect(removal.status).toBe(503);
    const stranger = new Browser(url);
    const signUp = await flow().begin(stranger, { screen_hint: 'signup' });
    expect((await stranger.get(signUp)).status).toBe(503);
    await identity.settle();
    expect(await countOf('emails')).toBe(mails);
    expect(await validFrom(userId)).toEqual(before);

    // The former password still counts, and the owner hears of the recovery code after the upgrade.
    const run = await passPassword(email);
    expect(run.page).toMatch(/\/factor$/);
    const done = await run.browser.post(run.page, { code: recoveryCodes[0] ?? '' });
    codeOf(await run.browser.follow(done));
    await identity.settle();
    expect(await countOf('emails')).toBe(mails + 1);

    const ended = await countOf('ended_sessions');
    const referer = `${app.services.settings.publicUrl}/`;
    const out = await run.browser.get('/v2/logout?client_id=spa', { referer });
    expect(out.status).toBe(303);
    expect(await countOf('ended_sessions')).toBe(ended + 1);
    expect(app.logLines.filter((line) => line.includes('mail not sent'))).toEqual([]);
    await turn(false);
    expect((await browser.get('/account/password')).status).toBe(200);
  });
});
