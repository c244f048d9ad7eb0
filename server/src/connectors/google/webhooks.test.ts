import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestingServer, type TestingServer } from '../kit/testing-server.ts';
import { createGoogleWebhooks } from './webhooks.ts';

const audience = 'https://reviews.example.com/hooks/google';
const account = 'push@example.iam.gserviceaccount.com';
const place = 'accounts/7/locations/77';

type Pair = Awaited<ReturnType<typeof generateKeyPair>>;
let certs: TestingServer;
let known: Pair;
let other: Pair;
let now = new Date('2026-11-17T09:00:00Z');

beforeAll(async () => {
  certs = await startTestingServer();
  known = await generateKeyPair('RS256', { extractable: true });
  other = await generateKeyPair('RS256', { extractable: true });
});
afterAll(() => certs.close());
beforeEach(() => {
  certs.requests.length = 0;
  return publish({ one: known });
});

/** A key of the key set that was published last. */
let published: unknown = null;

async function publish(keys: Record<string, Pair>, cacheControl = 'public, max-age=20000'): Promise<void> {
  const made = Object.entries(keys).map(async ([kid, pair]) => ({
    ...(await exportJWK(pair.publicKey)),
    kid,
    alg: 'RS256',
    use: 'sig',
  }));
  published = { keys: await Promise.all(made) };
  certs.respondWith(() => ({ json: published, headers: { 'cache-control': cacheControl } }));
}

interface Changes {
  claims?: Record<string, unknown>;
  kid?: string | null;
  key?: Pair;
}

function sign({ claims = {}, kid = 'one', key = known }: Changes = {}): Promise<string> {
  const issued = Math.floor(now.getTime() / 1000);
  return new SignJWT({
    iss: 'https://accounts.google.com',
    aud: audience,
    sub: '1',
    email: account,
    email_verified: true,
    iat: issued,
    exp: issued + 3600,
    ...claims,
  })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT', ...(kid === null ? {} : { kid }) })
    .sign(key.privateKey);
}

function message(told: unknown): Buffer {
  const data = Buffer.from(typeof told === 'string' ? told : JSON.stringify(told)).toString('base64');
  return Buffer.from(
    JSON.stringify({ message: { data, messageId: '1' }, subscription: 'projects/p/subscriptions/s' }),
  );
}
const news = message({ type: 'NEW_REVIEW', review_name: `${place}/reviews/abc`, location_name: place });

function open(push: { audience: string; account: string } | null = { audience, account }) {
  return createGoogleWebhooks({ push, urls: { certs: certs.url } }, () => now);
}

const send = (webhooks: ReturnType<typeof open>, token: string | undefined, body = news) =>
  webhooks.receive({ headers: token === undefined ? {} : { authorization: `Bearer ${token}` }, body });

describe('the token of a push message', () => {
  test('of the configured service account for our address is accepted, with both spellings of the issuer', async () => {
    const webhooks = open();
    for (const iss of ['https://accounts.google.com', 'accounts.google.com'])
      expect(await send(webhooks, await sign({ claims: { iss } }))).toEqual({
        is: 'genuine',
        listings: ['77'],
      });
  });

  test('with anything else is forged', async () => {
    const webhooks = open();
    const seconds = Math.floor(now.getTime() / 1000);
    const [head = '', body = '', signature = ''] = (await sign()).split('.');
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const bad: Record<string, string | undefined> = {
      none: undefined,
      'another key under a known name': await sign({ key: other }),
      'no name of a key': await sign({ kid: null }),
      'an unknown key': await sign({ kid: 'two', key: other }),
      'alg none': `${encode({ alg: 'none', kid: 'one' })}.${body}.`,
      'HS256 with the public key': await new SignJWT({ aud: audience, email: account, email_verified: true })
        .setProtectedHeader({ alg: 'HS256', kid: 'one' })
        .setIssuer('https://accounts.google.com')
        .setIssuedAt(seconds)
        .setExpirationTime(seconds + 60)
        .sign(new TextEncoder().encode(JSON.stringify(published))),
      'another issuer': await sign({ claims: { iss: 'https://accounts.example.com' } }),
      'another audience': await sign({ claims: { aud: 'https://other.example/hooks/google' } }),
      'several audiences': await sign({ claims: { aud: [audience, 'https://other.example'] } }),
      'another account': await sign({ claims: { email: 'somebody@example.com' } }),
      'an account that is not confirmed': await sign({ claims: { email_verified: false } }),
      'confirmed in words': await sign({ claims: { email_verified: 'true' } }),
      'no account': await sign({ claims: { email: undefined } }),
      expired: await sign({ claims: { iat: seconds - 7200, exp: seconds - 3600 } }),
      'from the future': await sign({ claims: { iat: seconds + 600, exp: seconds + 3600 } }),
      'without an end': await sign({ claims: { exp: undefined } }),
      'good for days': await sign({ claims: { iat: seconds - 86_400, exp: seconds + 86_400 } }),
      'cut signature': `${head}.${body}.${signature.slice(0, -6)}`,
      'changed claims': `${head}.${encode({ email: account })}.${signature}`,
    };
    for (const [kind, token] of Object.entries(bad))
      expect.soft(await send(webhooks, token), kind).toEqual({ is: 'forged' });
  });

  test('may be a minute off our clock', async () => {
    const seconds = Math.floor(now.getTime() / 1000);
    const claims = { iat: seconds + 30, exp: seconds + 3630 };
    expect(await send(open(), await sign({ claims }))).toMatchObject({ is: 'genuine' });
  });

  test('is never accepted without a subscription, and no keys are fetched', async () => {
    const webhooks = open(null);
    expect(await send(webhooks, await sign())).toEqual({ is: 'forged' });
    expect(webhooks.enabled).toBe(false);
    expect(certs.requests).toEqual([]);
  });
});

describe('the signing keys', () => {
  test('are cached as long as the answer says, and fetched once for concurrent messages', async () => {
    const webhooks = open();
    const token = await sign();
    const heard = await Promise.all(Array.from({ length: 20 }, () => send(webhooks, token)));
    expect(heard.every(({ is }) => is === 'genuine')).toBe(true);
    expect(certs.requests).toHaveLength(1);
    now = new Date(now.getTime() + 19_000_000);
    await send(webhooks, await sign());
    expect(certs.requests).toHaveLength(1);
    now = new Date(now.getTime() + 1_100_000);
    await send(webhooks, await sign());
    expect(certs.requests).toHaveLength(2);
  });

  test('are cached for five minutes where the answer says less', async () => {
    await publish({ one: known }, 'no-store, max-age=0');
    const webhooks = open();
    await send(webhooks, await sign());
    now = new Date(now.getTime() + 299_000);
    await send(webhooks, await sign());
    expect(certs.requests).toHaveLength(1);
    now = new Date(now.getTime() + 2_000);
    await send(webhooks, await sign());
    expect(certs.requests).toHaveLength(2);
  });

  test('an unknown key id makes us fetch them again, once a minute at most', async () => {
    const webhooks = open();
    await send(webhooks, await sign());
    await publish({ one: known, two: other });
    const fresh = { kid: 'two', key: other };
    for (let tries = 0; tries < 5; tries += 1)
      expect(await send(webhooks, await sign(fresh))).toEqual({ is: 'forged' });
    expect(certs.requests).toHaveLength(1);
    now = new Date(now.getTime() + 61_000);
    expect(await send(webhooks, await sign(fresh))).toMatchObject({ is: 'genuine' });
    for (let tries = 0; tries < 5; tries += 1) await send(webhooks, await sign({ kid: `made up ${tries}` }));
    expect(certs.requests).toHaveLength(2);
  });

  test.each([
    ['an error', { status: 503, text: 'away' }],
    ['no key set', { json: { keys: 'none' } }],
    ['no JSON', { text: '<html>' }],
    ['a broken connection', { trouble: 'reset' as const }],
  ])(
    'after %s of the key server a message is `unverifiable`, and the next fetch waits a few seconds',
    async (_, answer) => {
      certs.respondWith(() => answer);
      const webhooks = open();
      const token = await sign();
      for (let tries = 0; tries < 5; tries += 1)
        expect(await send(webhooks, token)).toEqual({ is: 'unverifiable' });
      expect(certs.requests).toHaveLength(1);
      await publish({ one: known });
      now = new Date(now.getTime() + 6_000);
      expect(await send(webhooks, await sign())).toMatchObject({ is: 'genuine' });
    },
  );
});

describe('the message', () => {
  test.each([
    ['a location alone', { notificationType: 'UPDATED_REVIEW', locationName: place }, ['77']],
    ['a review alone', { review: `${place}/reviews/abc` }, ['77']],
    ['the older name', { name: `${place}/reviews/a-b_c` }, ['77']],
    ['a location without its account', { type: 'NEW_REVIEW', location_name: 'locations/88' }, ['88']],
    ['no type', { location: place }, ['77']],
    ['something else of the place', { type: 'NEW_QUESTION', location_name: place }, []],
    ['an account', { type: 'NEW_REVIEW', name: 'accounts/7' }, []],
    ['a way out of the path', { type: 'NEW_REVIEW', location_name: 'accounts/7/locations/../../x' }, []],
    ['a number', { location_name: 77 }, []],
    ['a list', [place], []],
    ['no JSON', '{', []],
    ['nothing', '', []],
  ])('%s', async (_, told, listings) => {
    expect(await send(open(), await sign(), message(told))).toEqual({ is: 'genuine', listings });
  });

  test.each(['', '{}', '{"message":{}}', '{"message":{"data":5}}', 'null', '{"message":'])(
    'a malformed envelope is acknowledged and names no listing: %s',
    async (body) => {
      const heard = await send(open(), await sign(), Buffer.from(body));
      expect(heard).toEqual({ is: 'genuine', listings: [] });
    },
  );
});
