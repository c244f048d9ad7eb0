import type { Platform } from '@kindling/contract/platforms';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { submitConsentForm } from '../../commands/consent.ts';
import { inTenant } from '../../db/transaction.ts';
import { featureModes, queryAsOwner } from '../../testing/database.ts';
import { type Simulators, startAppWithSimulators, startSimulators } from '../../testing/simulators.ts';
import { addTeamMember } from '../../testing/team-fixture.ts';
import type { TestApp, TestResponse, TestUser } from '../../testing/test-app.ts';
import { openTokens, sealContext } from './tokens.ts';

const noa = '104417722930051876651';
let simulators: Simulators;

beforeAll(async () => {
  simulators = await startSimulators();
});
afterAll(() => simulators.close());

describe.each(featureModes)('connecting by OAuth, %s', (mode) => {
  let app: TestApp;
  let user: TestUser;
  let people = 0;

  beforeAll(async () => {
    app = await startAppWithSimulators(simulators, mode);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    await simulators.control('google', { action: 'reset' });
    await simulators.control('facebook', { action: 'reset' });
    people += 1;
    user = await app.signIn(`owner${people}@example.com`);
  });

  interface Flow {
    url: string;
    cookie: string;
  }

  async function begin(platform: Platform, as: TestUser = user): Promise<Flow> {
    const answer = await as.call('POST', `/connections/authorize/${platform}`, {});
    expect(answer.status, answer.text).toBe(200);
    const { url } = answer.json as { url: string };
    const [pair = '', ...attributes] = String(answer.headers['set-cookie']).split('; ');
    expect(attributes).toEqual(
      expect.arrayContaining(['Path=/oauth/callback', 'HttpOnly', 'SameSite=Lax', 'Max-Age=600']),
    );
    return { url, cookie: pair };
  }

  /** Follows the platform's redirect as a browser does. */
  function arrive(back: URL, cookie: string | undefined): Promise<TestResponse> {
    return app.request({
      method: 'GET',
      url: `${back.pathname}${back.search}`,
      headers: cookie === undefined ? {} : { cookie },
    });
  }

  async function connect(
    platform: Platform,
    decide?: (form: URLSearchParams) => void,
  ): Promise<TestResponse> {
    const flow = await begin(platform);
    return arrive(await submitConsentForm(flow.url, decide), flow.cookie);
  }

  function problemOf(answer: TestResponse): string | null {
    expect(answer.status).toBe(303);
    expect(answer.headers['cache-control']).toBe('no-store');
    const to = new URL(String(answer.headers.location), 'http://localhost');
    expect(to.origin).toBe('http://localhost');
    expect(to.pathname).toMatch(/^\/connections(\/(google|facebook))?$/);
    return to.searchParams.get('problem');
  }

  function stored() {
    return inTenant(app.services.db, user.accountId, async (trx) => ({
      connections: await trx.selectFrom('connections').selectAll().orderBy('created_at').execute(),
      audited: (await trx.selectFrom('audit_entries').select('action').orderBy('id').execute())
        .map((row) => row.action)
        .filter((action) => action.startsWith('connection.')),
      states: (await trx.selectFrom('oauth_states').select('state_hash').execute()).length,
    }));
  }

  async function expectNothingStored(): Promise<void> {
    expect(await stored()).toMatchObject({ connections: [], audited: [] });
  }

  function tokensOf(row: { id: string; sealed_tokens: string }) {
    return openTokens(app.services.connections.box, row.sealed_tokens, sealContext(user.accountId, row.id));
  }

  test.each(['google', 'facebook'] as const)(
    'SEC-14 connects %s once, stores the tokens encrypted and writes an audit entry',
    async (platform) => {
      const answer = await connect(platform);
      expect(problemOf(answer)).toBeNull();
      const { connections, audited, states } = await stored();
      const [row] = connections;
      if (row === undefined) throw new Error('No connection');
      expect(connections).toHaveLength(1);
      expect(row).toMatchObject({ platform, status: 'active', reason: null, created_by: user.userId });
      expect(String(answer.headers.location)).toBe(`/connections/${platform}?connection=${row.id}&choose=1`);
      expect(audited).toEqual(['connection.created']);
      expect(states).toBe(0);
      const tokens = tokensOf(row);
      expect(row.sealed_tokens).not.toContain(tokens.accessToken);
      expect(app.logLines.join('\n')).not.toContain(tokens.accessToken);
      const list = await user.call('GET', '/connections');
      expect(list.text).not.toContain('sealed');
      expect(list.text).not.toContain(tokens.accessToken);
      const elsewhere = () =>
        openTokens(app.services.connections.box, row.sealed_tokens, sealContext(row.id, user.accountId));
      expect(elsewhere).toThrow();
    },
  );

  test('the request to the platform contains the state, PKCE and the platform’s own callback address', async () => {
    const { url, cookie } = await begin('google');
    const query = new URL(url).searchParams;
    expect(Buffer.from(query.get('state') ?? '', 'base64url')).toHaveLength(32);
    expect(Buffer.from(query.get('code_challenge') ?? '', 'base64url')).toHaveLength(32);
    expect(query.get('code_challenge_method')).toBe('S256');
    expect(query.get('redirect_uri')).toBe('http://localhost:4000/oauth/callback/google');
    const rows = await inTenant(app.services.db, user.accountId, (trx) =>
      trx.selectFrom('oauth_states').selectAll().execute(),
    );
    const [secret = ''] = [cookie.split('=')[1]];
    expect(JSON.stringify(rows)).not.toContain(query.get('state'));
    expect(JSON.stringify(rows)).not.toContain(secret);
  });

  test.each(['google', 'facebook'] as const)('fails when the owner declines at %s', async (platform) => {
    expect(problemOf(await connect(platform, (form) => form.set('decision', 'deny')))).toBe('denied');
    await expectNothingStored();
  });

  test('fails without a state and with an unknown one', async () => {
    const flow = await begin('google');
    const back = await submitConsentForm(flow.url);
    const bare = new URL(back);
    bare.searchParams.delete('state');
    expect(problemOf(await arrive(bare, flow.cookie))).toBe('state');
    bare.searchParams.set('state', 'x'.repeat(43));
    expect(problemOf(await arrive(bare, flow.cookie))).toBe('state');
    bare.searchParams.append('state', 'y');
    expect(problemOf(await arrive(bare, flow.cookie))).toBe('state');
    await expectNothingStored();
  });

  test('fails in another browser and with the cookie of another authorization', async () => {
    const flow = await begin('google');
    expect(problemOf(await arrive(await submitConsentForm(flow.url), undefined))).toBe('state');
    const second = await begin('google');
    const stranger = await app.signIn(`stranger${people}@example.com`);
    const theirs = await begin('google', stranger);
    expect(problemOf(await arrive(await submitConsentForm(second.url), theirs.cookie))).toBe('state');
    await expectNothingStored();
  });

  test('a callback works once, and so does its code', async () => {
    const flow = await begin('google');
    const back = await submitConsentForm(flow.url);
    expect(problemOf(await arrive(back, flow.cookie))).toBeNull();
    expect(problemOf(await arrive(back, flow.cookie))).toBe('state');
    const fresh = await begin('google');
    const replayed = await submitConsentForm(fresh.url);
    replayed.searchParams.set('code', back.searchParams.get('code') ?? '');
    expect(problemOf(await arrive(replayed, fresh.cookie))).toBe('code');
    expect(await stored()).toMatchObject({ connections: [{}], audited: ['connection.created'] });
  });

  test('the same callback twice at once makes one connection', async () => {
    const flow = await begin('google');
    const back = await submitConsentForm(flow.url);
    const problems = await Promise.all([arrive(back, flow.cookie), arrive(back, flow.cookie)]);
    expect(problems.map(problemOf).sort()).toEqual(['state', null].sort());
    expect((await stored()).connections).toHaveLength(1);
  });

  test('fails after ten minutes', async () => {
    const flow = await begin('google');
    const back = await submitConsentForm(flow.url);
    await inTenant(app.services.db, user.accountId, (trx) =>
      trx
        .updateTable('oauth_states')
        .set({ expires_at: new Date(Date.now() - 1000) })
        .execute(),
    );
    expect(problemOf(await arrive(back, flow.cookie))).toBe('expired');
    await expectNothingStored();
  });

  test('fails with a code that has expired at the platform', async () => {
    const flow = await begin('google');
    const back = await submitConsentForm(flow.url);
    await simulators.control('google', { action: 'clock', advanceSeconds: 601 });
    expect(problemOf(await arrive(back, flow.cookie))).toBe('code');
    await expectNothingStored();
  });

  test('fails with the state or the code of the other platform', async () => {
    const google = await begin('google');
    const back = await submitConsentForm(google.url);
    back.pathname = '/oauth/callback/facebook';
    expect(problemOf(await arrive(back, google.cookie))).toBe('state');
    const facebook = await begin('facebook');
    const mixed = await submitConsentForm(facebook.url);
    mixed.searchParams.set('code', back.searchParams.get('code') ?? '');
    expect(problemOf(await arrive(mixed, facebook.cookie))).toBe('code');
    back.pathname = '/oauth/callback/myspace';
    expect(problemOf(await arrive(back, google.cookie))).toBe('state');
    await expectNothingStored();
  });

  test('an error parameter with a script is not in the response', async () => {
    const flow = await begin('google');
    const back = new URL('http://localhost:4000/oauth/callback/google');
    back.searchParams.set('state', new URL(flow.url).searchParams.get('state') ?? '');
    back.searchParams.set('error', '<script>alert(1)</script>\r\nset-cookie: a=b');
    const answer = await arrive(back, flow.cookie);
    expect(problemOf(answer)).toBe('denied');
    expect(`${answer.text}${JSON.stringify(answer.headers)}`).not.toMatch(/script|a=b/);
    await expectNothingStored();
  });

  test('fails without a code', async () => {
    const flow = await begin('google');
    const back = await submitConsentForm(flow.url);
    back.searchParams.delete('code');
    expect(problemOf(await arrive(back, flow.cookie))).toBe('code');
    await expectNothingStored();
  });

  test.each([
    ['google', 'business'],
    ['facebook', 'scope'],
  ] as const)('fails at %s when the grant lacks a scope', async (platform, field) => {
    expect(problemOf(await connect(platform, (form) => form.delete(field)))).toBe('scope');
    await expectNothingStored();
  });

  test.each([
    ['google', '/token'],
    ['google', '/oauth2/v3/certs'],
    ['google', '/v1/accounts'],
    ['google', '/locations'],
    ['facebook', '/oauth/access_token'],
    ['facebook', '/me/permissions'],
    ['facebook', '/me/accounts'],
  ] as const)('fails when %s is down at %s', async (platform, match) => {
    const flow = await begin(platform);
    const back = await submitConsentForm(flow.url);
    await simulators.control(platform, { action: 'fail', match, times: 9, with: 'status', status: 503 });
    expect(problemOf(await arrive(back, flow.cookie))).toBe('platform-down');
    await expectNothingStored();
  });

  test.each(['cut', 'bad-json'])('fails when the platform’s answer is malformed: %s', async (fault) => {
    const flow = await begin('google');
    const back = await submitConsentForm(flow.url);
    await simulators.control('google', { action: 'fail', match: '/v1/accounts', times: 9, with: fault });
    expect(problemOf(await arrive(back, flow.cookie))).toBe('platform-down');
    await expectNothingStored();
  });

  test('fails for an account without listings', async () => {
    expect(problemOf(await connect('google', (form) => form.set('sub', noa)))).toBe('nothing-to-connect');
    expect(problemOf(await connect('facebook', (form) => form.delete('page')))).toBe('nothing-to-connect');
    await expectNothingStored();
  });

  test('fails while the project waits for approval', async () => {
    await simulators.control('google', { action: 'quota', perMinute: 0 });
    expect(problemOf(await connect('google'))).toBe('not-approved');
    await expectNothingStored();
  });

  test('connecting again renews and repairs the connection', async () => {
    await connect('google');
    const before = (await stored()).connections[0];
    await inTenant(app.services.db, user.accountId, (trx) =>
      trx.updateTable('connections').set({ status: 'needs_reauthorization', reason: 'x' }).execute(),
    );
    expect(problemOf(await connect('google'))).toBeNull();
    const { connections, audited } = await stored();
    expect(connections).toHaveLength(1);
    expect(connections[0]).toMatchObject({ id: before?.id, status: 'active', reason: null });
    expect(connections[0]?.sealed_tokens).not.toBe(before?.sealed_tokens);
    expect(audited).toEqual(['connection.created', 'connection.renewed']);
  });

  test('the stored refresh token is kept when the answer has none', async () => {
    await connect('google');
    const [before] = (await stored()).connections;
    if (before === undefined) throw new Error('No connection');
    const google = app.services.connections.connectors.get('google');
    if (google === undefined) throw new Error('No connector');
    const exchange = vi.spyOn(google, 'exchangeCode').mockImplementationOnce(async (...args) => {
      const answer = await google.exchangeCode(...args);
      return { ...answer, tokens: { ...answer.tokens, refreshToken: null } };
    });
    expect(problemOf(await connect('google'))).toBeNull();
    expect(exchange).toHaveBeenCalled();
    const [after] = (await stored()).connections;
    if (after === undefined) throw new Error('No connection');
    expect(tokensOf(after).refreshToken).toBe(tokensOf(before).refreshToken);
    expect(tokensOf(after).accessToken).not.toBe(tokensOf(before).accessToken);
  });

  describe('a manager who loses the right in between', () => {
    const losses: [string, (manager: TestUser) => Promise<unknown>][] = [
      ['removed', (manager) => user.call('DELETE', `/team/members/${manager.userId}`)],
      ['demoted', (manager) => changeAccess(manager, { role: 'viewer', locationIds: null })],
      [
        'limited',
        async (manager) => changeAccess(manager, { role: 'manager', locationIds: await locationIds() }),
      ],
      [
        'blocked',
        (manager) =>
          queryAsOwner(app.services.db, 'update users set blocked_at = now() where id = $1', [
            manager.userId,
          ]),
      ],
    ];

    async function changeAccess(manager: TestUser, access: object): Promise<void> {
      const answer = await user.call('PUT', `/team/members/${manager.userId}`, access);
      expect(answer.status, answer.text).toBe(200);
    }

    async function locationIds(): Promise<string[]> {
      const { businesses } = (await user.call('GET', '/businesses')).json as {
        businesses: { locations: { id: string }[] }[];
      };
      return businesses.flatMap(({ locations }) => locations.map(({ id }) => id));
    }

    const addManager = () =>
      addTeamMember(app, user, `manager${people}@example.com`, { role: 'manager', locationIds: null });

    test.each(losses)('%s: connects nothing', async (_how, lose) => {
      const manager = await addManager();
      const flow = await begin('google', manager);
      const back = await submitConsentForm(flow.url);
      await lose(manager);
      expect(problemOf(await arrive(back, flow.cookie))).toBe('state');
      await expectNothingStored();
    });

    test.each(losses)('%s while the platform answers: connects nothing', async (_how, lose) => {
      const manager = await addManager();
      const flow = await begin('google', manager);
      const back = await submitConsentForm(flow.url);
      const google = app.services.connections.connectors.get('google');
      if (google === undefined) throw new Error('No connector');
      const listed = vi.spyOn(google, 'listListings').mockImplementationOnce(async (...args) => {
        const answer = await google.listListings(...args);
        await lose(manager);
        return answer;
      });
      expect(problemOf(await arrive(back, flow.cookie))).toBe('state');
      expect(listed).toHaveBeenCalled();
      await expectNothingStored();
    });

    test.each(losses)('%s: renews nothing', async (_how, lose) => {
      await connect('google');
      const manager = await addManager();
      const flow = await begin('google', manager);
      const back = await submitConsentForm(flow.url);
      const before = await stored();
      await lose(manager);
      expect(problemOf(await arrive(back, flow.cookie))).toBe('state');
      expect(await stored()).toEqual({ ...before, states: 0 });
    });
  });

  test('starting requires a signed-in user and a known platform', async () => {
    const nobody = await app.request({ method: 'POST', url: '/api/v1/connections/authorize/google' });
    expect(nobody.status).toBe(401);
    expect((await user.call('POST', '/connections/authorize/myspace', {})).status).toBe(400);
  });
});
