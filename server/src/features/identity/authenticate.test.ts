import { claims } from '@kindling/contract/constants';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type ScriptedResponse,
  startTestingServer,
  type TestingServer,
} from '../../connectors/kit/testing-server.ts';
import { anyMode, createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { createAuthenticate } from './authenticate.ts';
import { remoteTokenKeys } from './token-keys.ts';

const issuer = 'https://id.example.com/';
const audience = 'https://api.example.com';
describe('who calls', () => {
  let server: TestingServer;
  let keys: Awaited<ReturnType<typeof generateKeyPair>>;
  let published: ScriptedResponse;
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase(anyMode);
    server = await startTestingServer();
    keys = await generateKeyPair('RS256');
    published = { json: { keys: [{ ...(await exportJWK(keys.publicKey)), kid: 'one', alg: 'RS256' }] } };
  });
  afterAll(async () => {
    await server.close();
    await database.close();
  });
  beforeEach(() => server.respondWith(() => published));

  function sign(email = 'ann@example.com', kid = 'one'): Promise<string> {
    return new SignJWT({ [claims.email]: email, [claims.emailVerified]: true })
      .setProtectedHeader({ alg: 'RS256', typ: 'at+jwt', kid })
      .setIssuer(issuer)
      .setAudience(audience)
      .setSubject('local|1')
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(keys.privateKey);
  }
  const authenticate = (adminNeedsSecondFactor = false) =>
    createAuthenticate(
      database.db,
      { issuer, audience, adminNeedsSecondFactor },
      remoteTokenKeys(`${server.url}/.well-known/jwks.json`, pino({ level: 'silent' })).find,
    );
  const callWith = async (token: string) =>
    authenticate()({ authorization: `Bearer ${token}`, account: undefined }, 'token');

  test.each<[string, ScriptedResponse]>([
    ['503', { status: 503, text: 'restarting' }],
    ['a redirect', { status: 302, headers: { location: 'https://elsewhere.example.com/' } }],
    ['a page', { text: '<!doctype html>' }],
    ['no set of keys', { json: { hello: 'world' } }],
    ['half an answer', { text: '{"keys":', trouble: 'cut' }],
  ])('an issuer that answers %s is its trouble: nobody is signed out', async (_what, answer) => {
    server.respondWith(() => answer);
    await expect(callWith(await sign())).rejects.toMatchObject({ code: 'unavailable', status: 503 });
  });

  test('a token is checked with the available keys', async () => {
    await expect(callWith(await sign())).resolves.toMatchObject({
      kind: 'bearer',
      bearer: { sub: 'local|1' },
    });
    await expect(callWith(await sign('ann@example.com', 'two'))).rejects.toMatchObject({ status: 401 });
    await expect(callWith(`${(await sign()).slice(0, -4)}AAAA`)).rejects.toMatchObject({ status: 401 });
  });

  test('whoever could sign up is known by the same address here', async () => {
    for (const email of ['a..b@docomo.example', "o'brien&sons@example.com", 'ivan@example.xn--p1ai'])
      await expect(callWith(await sign(email))).resolves.toMatchObject({ bearer: { email } });
    await expect(callWith(await sign('nobody'))).rejects.toMatchObject({ status: 401 });
  });
});
