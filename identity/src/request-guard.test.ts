import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { AppFlow, Browser } from './testing/browser.ts';
import { databaseKinds } from './testing/database.ts';
import { newAccount, PASSWORD, startService, type TestService } from './testing/service.ts';

/** Statements of requests: limits are added up once a second, whatever is asked. */
const queriesOf = ({ mock }: { mock: { calls: unknown[][] } }) =>
  mock.calls.map(([text]) => String(text)).filter((text) => !text.includes('"rate_limit"'));

describe.each(databaseKinds())('what strangers may ask, over %s', (kind) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService(kind, ['127.0.0.0/8']);
  });
  afterAll(async () => {
    await service.stop();
  });

  it('answers 600 requests of a network in a minute, whatever they are, and other networks meanwhile', async () => {
    const from = { 'x-forwarded-for': '203.0.113.100' };
    const stranger = new Browser(service.url);
    const asks = [
      () => stranger.get('/u/x/sign-in', from),
      () => stranger.get('/nowhere', from),
      () => stranger.get('/v2/logout', from),
      () => stranger.get('/userinfo', { ...from, authorization: 'Bearer a.b.c' }),
      () => stranger.post('/oauth/revoke', { client_id: 'spa', token: 'garbage' }, from),
      () =>
        stranger.post(
          '/oauth/token',
          { client_id: 'spa', grant_type: 'refresh_token', refresh_token: 'x' },
          from,
        ),
    ];
    const statuses: number[] = [];
    for (let batch = 0; batch < 700; batch += 100) {
      const asked = Array.from({ length: 100 }, (_, at) => asks[at % asks.length]?.());
      statuses.push(...(await Promise.all(asked)).map((answer) => answer?.status ?? 0));
    }
    expect(statuses.filter((status) => status !== 429)).toHaveLength(600);
    const query = vi.spyOn(service.database.pool, 'query');
    for (const answer of await Promise.all(asks.map((ask) => ask()))) {
      expect(answer.status).toBe(429);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect(queriesOf(query)).toEqual([]);
    query.mockRestore();
    expect((await stranger.get('/healthz', from)).status).toBe(200);
    const elsewhere = { 'x-forwarded-for': '203.0.113.101' };
    expect((await new Browser(service.url).get('/u/x/sign-in', elsewhere)).status).toBe(410);
  });

  it('looks up no token that does not have the format of its own', async () => {
    const from = { 'x-forwarded-for': '203.0.113.102' };
    const { email } = await newAccount(service);
    const browser = new Browser(service.url);
    const page = await new AppFlow(service).begin(browser);
    const query = vi.spyOn(service.database.pool, 'query');
    const garbage = ['x', 'a.b.c', 'g'.repeat(5000)];
    const origin = { origin: service.appOrigin };
    for (const token of garbage) {
      const revoked = await browser.post('/oauth/revoke', { client_id: 'spa', token }, origin);
      expect(revoked.status).toBe(200);
      expect((await service.refresh(token)).status).toBe(403);
    }
    // Although this browser is in the middle of a sign-in.
    expect((await browser.get('/u/x/sign-in', from)).status).toBe(410);
    expect(queriesOf(query)).toEqual([]);
    query.mockRestore();
    expect((await browser.post(page, { email, password: PASSWORD }, from)).status).toBe(303);
  });
});
