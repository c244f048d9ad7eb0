/** Who may call which route: tries each cell of the reviewed table `authz-matrix.json`. */
import { claims } from '@kindling/contract/constants';
import { exportSPKI, generateKeyPair } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inSystem, inTenant } from '../db/transaction.ts';
import { routeName } from '../testing/api-address.ts';
import { sendRequest, validRequests } from '../testing/api-requests.ts';
import { anyMode } from '../testing/database.ts';
import { giveRole } from '../testing/give-role.ts';
import { everyThird, runsEverything } from '../testing/scope.ts';
import { createTenantFixture, type TenantFixture } from '../testing/tenant-fixture.ts';
import { startTestApp, type TestApp, type TestUser } from '../testing/test-app.ts';
import { declaredRoutes } from './api.ts';
import matrix from './authz-matrix.json' with { type: 'json' };

const principals = ['nobody', 'stranger', 'regular', 'blocked', 'admin'] as const;
type Principal = (typeof principals)[number];
type Row = { access: string } & Record<Principal, number>;
const rows: Record<string, Row> = matrix;

let app: TestApp;
const worlds = new Map<Principal, TenantFixture>();

beforeAll(async () => {
  app = await startTestApp(anyMode, { payments: true });
  for (const principal of ['regular', 'blocked', 'admin'] as const)
    worlds.set(principal, await createTenantFixture(app, principal));
  await giveRole(app.services.db, 'admin@example.com', 'Super Admin');
  await inSystem(app.services.db, (trx) =>
    trx
      .updateTable('users')
      .set({ blocked_at: new Date() })
      .where('email', '=', 'blocked@example.com')
      .execute(),
  );
});
afterAll(() => app.close());

function world(principal: Principal): TenantFixture {
  const found = worlds.get(principal) ?? worlds.get('regular');
  if (found === undefined) throw new Error('No world');
  return found;
}

/** A new person each time, with a valid token and no user record yet. */
async function stranger(number: number): Promise<TestUser> {
  const email = `stranger-${number}@example.com`;
  const token = await app.issuer.sign({ sub: email, email });
  return { ...world('regular').user, sub: email, email, token };
}

describe('role × route', () => {
  const declared = declaredRoutes().map(routeName);

  test('every route of the contract has its reviewed row and a valid request, and every row has a route', () => {
    expect(Object.keys(rows).sort()).toEqual([...declared].sort());
    expect(Object.keys(validRequests).sort()).toEqual([...declared].sort());
    for (const route of declaredRoutes())
      expect.soft(rows[routeName(route)]?.access, routeName(route)).toBe(route.access);
  });

  test('only a public route answers without a token, and only a token route without a user', () => {
    for (const [route, row] of Object.entries(rows)) {
      if (row.access !== 'public') expect.soft(row.nobody, route).toBe(401);
      if (row.access === 'user' || row.access === 'admin') {
        expect.soft(row.stranger, route).toBe(403);
        expect.soft(row.blocked, route).toBe(403);
      }
      if (row.access === 'admin') expect.soft(row.regular, route).toBe(403);
    }
  });

  // In the order of the requests: deletions are last.
  for (const route of Object.keys(validRequests))
    test(route, async () => {
      const row = rows[route];
      const build = validRequests[route];
      if (row === undefined || build === undefined) throw new Error('No row');
      for (const [number, principal] of principals.entries()) {
        // Connections limit their calls per listing and minute, so each test gets its own data.
        const { user, ids } = world(principal);
        const caller =
          principal === 'stranger' ? await stranger(number + 100 * Object.keys(rows).indexOf(route)) : user;
        if (principal !== 'nobody' && principal !== 'stranger') setOffer(user.email);
        const answer = await sendRequest(
          app,
          build({ user: caller, ids }),
          principal === 'nobody' ? undefined : caller.token,
        );
        expect.soft(`${principal} ${answer.status}`).toBe(`${principal} ${row[principal]}`);
        if (answer.status >= 400) expect.soft(answer.json).toMatchObject({ status: answer.status });
      }
    });
});

/** Lets the simulated platform offer the caller's own places. */
function setOffer(email: string): void {
  const mark = email.split('@')[0] ?? '';
  const { google } = app.platforms;
  google.listings = google.listings.map((listing, index) => ({
    ...listing,
    externalId: `${mark}-place-${index + 1}`,
  }));
}

describe('tokens', () => {
  const guarded = declaredRoutes().filter((route) => route.access !== 'public');
  let bad: Record<string, string | undefined>;

  beforeAll(async () => {
    const { issuer } = app;
    // The last route above has ended all sessions.
    for (const one of worlds.values()) one.user = await app.signIn(one.user.email);
    const { user } = world('regular');
    const who = { sub: user.sub, email: user.email };
    const now = Math.floor(Date.now() / 1000);
    const other = await generateKeyPair('RS256');
    const publicPem = new TextEncoder().encode(await exportSPKI(issuer.publicKey));
    const [head = '', body = '', signature = ''] = user.token.split('.');
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    bad = {
      'alg none': `${encode({ alg: 'none', typ: 'at+jwt' })}.${body}.`,
      'alg none with a signature': `${encode({ alg: 'none', typ: 'at+jwt' })}.${body}.${signature}`,
      'HS256 with the public key': await issuer.sign(who, {
        header: { alg: 'HS256' },
        key: publicPem,
      }),
      'another key under our kid': await issuer.sign(who, { key: other.privateKey }),
      'unknown kid': await issuer.sign(who, { header: { kid: 'other' } }),
      'a key in the header': await issuer.sign(who, {
        header: { kid: 'other', jku: `${issuer.url}/other.json` },
        key: other.privateKey,
      }),
      'RS512 is not on the list': await issuer.sign(who, {
        header: { alg: 'RS512' },
        key: (await generateKeyPair('RS512')).privateKey,
      }),
      'wrong iss': await issuer.sign(who, { payload: { iss: 'https://evil.example/' } }),
      'iss without the slash': await issuer.sign(who, { payload: { iss: issuer.url } }),
      'wrong aud': await issuer.sign(who, { payload: { aud: 'https://other.example/api' } }),
      'the audience of an ID token': await issuer.sign(who, { payload: { aud: 'kindling-web' } }),
      'wrong typ': await issuer.sign(who, { header: { typ: 'logout+jwt' } }),
      expired: await issuer.sign(who, { payload: { iat: now - 7200, exp: now - 3600 } }),
      'not yet valid': await issuer.sign(who, { payload: { nbf: now + 3600 } }),
      'without exp': await issuer.sign(who, { payload: { exp: undefined } }),
      'without sub': await issuer.sign(who, { payload: { sub: undefined } }),
      'without e-mail': await issuer.sign(who, { payload: { [claims.email]: undefined } }),
      'without the verified claim': await issuer.sign(who, {
        payload: { [claims.emailVerified]: undefined },
      }),
      'verified as text': await issuer.sign(who, { payload: { [claims.emailVerified]: 'true' } }),
      'extra dots': `${user.token}.${signature}`,
      'cut signature': `${head}.${body}.${signature.slice(0, -4)}`,
      'changed claims': `${head}.${encode({ iss: `${issuer.url}/`, sub: 'auth0|admin@example.com' })}.${signature}`,
      'the code of an embed': world('regular').code,
      empty: '',
    };
  });

  test('bad tokens are refused by every guarded route, before the body is read', async () => {
    const kinds = Object.entries(bad);
    let tried = 0;
    for (const [turn, { method, path }] of guarded.entries())
      for (const [kind, token] of everyThird(kinds, turn)) {
        const answer = await app.request({
          method: method as 'GET',
          url: path.replace('{platform}', 'google').replaceAll('{id}', crypto.randomUUID()),
          headers: { authorization: `Bearer ${token}` },
        });
        tried += 1;
        expect.soft(`${kind}: ${method} ${path} ${answer.status}`).toBe(`${kind}: ${method} ${path} 401`);
        expect.soft(answer.json).toMatchObject({ code: 'unauthenticated' });
      }
    const ofEach = Math.floor(runsEverything ? kinds.length : kinds.length / 3);
    expect(tried).toBeGreaterThanOrEqual(guarded.length * ofEach);
  });

  test('other schemes, cookies and query parameters are no tokens', async () => {
    const { token } = world('regular').user;
    const attempts = [
      { headers: { authorization: `Basic ${token}` } },
      { headers: { authorization: token } },
      { headers: { authorization: `Bearer ${token}, Bearer ${token}` } },
      { headers: { cookie: `token=${token}; access_token=${token}; authorization=Bearer ${token}` } },
      { query: { access_token: token } },
      { headers: { 'x-user-id': world('regular').user.userId, 'x-forwarded-user': 'admin@example.com' } },
    ];
    for (const attempt of attempts)
      expect
        .soft((await app.request({ method: 'GET', url: '/api/v1/dashboard', ...attempt })).status)
        .toBe(401);
  });

  test('an unconfirmed address is refused everywhere with its own error code', async () => {
    const { user } = world('regular');
    const token = await app.issuer.sign(user, { payload: { [claims.emailVerified]: false } });
    for (const { method, path } of guarded) {
      const answer = await app.request({
        method: method as 'GET',
        url: path.replace('{platform}', 'google').replaceAll('{id}', crypto.randomUUID()),
        headers: { authorization: `Bearer ${token}` },
      });
      expect
        .soft(answer.json, `${method} ${path}`)
        .toMatchObject({ status: 403, code: 'email-not-verified' });
    }
  });

  test('accepts the access token types that Auth0 and RFC 9068 use', async () => {
    const { user } = world('regular');
    for (const typ of ['at+jwt', 'application/at+jwt', 'JWT']) {
      const token = await app.issuer.sign(user, { header: { typ } });
      expect.soft((await sendRequest(app, { method: 'GET', path: '/dashboard' }, token)).status).toBe(200);
    }
  });

  test('a token that combines two people’s address, token or subject is an identity mismatch', async () => {
    const a = world('regular').user;
    const b = world('admin').user;
    const attempts = [
      ['/users/adduser', { sub: b.sub, email: a.email }],
      ['/users/adduser', { sub: a.sub, email: b.email }],
      ['/users/savelogin', { useremail: b.email, userToken: a.token }],
      ['/users/savelogin', { useremail: a.email, userToken: b.token }],
      ['/users/getuserbyemail', { useremail: b.email, userToken: a.token }],
      ['/users/getuserbyemail', { useremail: a.email, userToken: b.token }],
      ['/users/getuserbyemail', { useremail: b.email, userToken: b.token }],
    ] as const;
    for (const [path, body] of attempts)
      expect
        .soft((await a.call('POST', path, body)).json, path)
        .toMatchObject({ status: 403, code: 'identity-mismatch' });
    const traces = await inTenant(app.services.db, a.accountId, (trx) =>
      trx
        .selectFrom('audit_entries')
        .select(['user_id', 'details'])
        .where('action', '=', 'identity.mismatch')
        .orderBy('id')
        .execute(),
    );
    // One of each call in an hour.
    const calls = ['adduser', 'savelogin', 'getuserbyemail'];
    expect(traces).toEqual(calls.map((call) => ({ user_id: a.userId, details: { call } })));
  });

  test('a role in a token or a body gives no rights', async () => {
    const { user } = world('regular');
    const token = await app.issuer.sign(user, { payload: { role: 'Super Admin', roles: ['Super Admin'] } });
    await sendRequest(
      app,
      {
        method: 'POST',
        path: '/users/adduser',
        body: { sub: user.sub, email: user.email, role: 'Super Admin' },
      },
      token,
    );
    const answer = await sendRequest(
      app,
      { method: 'POST', path: '/users/getuserbyemail', body: { useremail: user.email, userToken: token } },
      token,
    );
    expect(answer.json).toMatchObject({ user: { role: 'Regular', impersonated: false } });
  });
});

describe('cross-origin', () => {
  test('no API response allows another origin', async () => {
    for (const origin of ['https://evil.example', 'null', 'http://kindling.test.evil.example']) {
      const preflight = await app.request({
        method: 'OPTIONS',
        url: '/api/v1/dashboard',
        headers: {
          origin,
          'access-control-request-method': 'GET',
          'access-control-request-headers': 'authorization',
        },
      });
      expect.soft(preflight.status).toBe(404);
      expect.soft(preflight.headers['access-control-allow-origin']).toBeUndefined();
      const answer = await app.request({ method: 'GET', url: '/api/v1/config', headers: { origin } });
      expect.soft(answer.headers['access-control-allow-origin']).toBeUndefined();
      expect.soft(answer.headers['access-control-allow-credentials']).toBeUndefined();
    }
  });
});
