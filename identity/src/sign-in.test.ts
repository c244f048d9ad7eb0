import { createRemoteJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppFlow, Browser, codeOf } from './testing/browser.ts';
import { databaseKinds } from './testing/database.ts';
import { newAccount, newEmail, PASSWORD, signIn, startService, type TestService } from './testing/service.ts';

describe.each(databaseKinds())('sign-in over %s', (kind) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService(kind);
  });
  afterAll(async () => {
    await service.stop();
  });

  it('issues tokens in the format of the hosted provider for a code with PKCE', async () => {
    const { email, sub } = await newAccount(service, 'Ada Lovelace');
    const { tokens } = await signIn(service, email);
    const idToken = decodeJwt(tokens.id_token);
    expect(idToken).toMatchObject({
      iss: `${service.url}/`,
      aud: 'spa',
      sub,
      name: 'Ada Lovelace',
      nickname: email.split('@')[0],
      email,
      email_verified: true,
      locale: 'en',
      nonce: 'bm9uY2U=',
    });
    expect(decodeProtectedHeader(tokens.id_token).alg).toBe('RS256');
    const keys = createRemoteJWKSet(new URL(`${service.url}/.well-known/jwks.json`));
    const verified = await jwtVerify(tokens.access_token, keys, {
      issuer: `${service.url}/`,
      audience: service.audience,
      typ: 'at+jwt',
    });
    expect(verified.payload).toMatchObject({
      sub,
      azp: 'spa',
      'https://kindling.app/email': email,
      'https://kindling.app/email_verified': true,
    });
  });

  it('publishes no private part of its keys', async () => {
    const jwks = await (await fetch(`${service.url}/.well-known/jwks.json`)).text();
    expect(JSON.parse(jwks).keys).toHaveLength(1);
    for (const part of ['"d"', '"p"', '"q"', '"dp"', '"dq"', '"qi"']) expect(jwks).not.toContain(part);
  });

  it('refuses a code without the verifier, and accepts each code once', async () => {
    const { email } = await newAccount(service);
    const browser = new Browser(service.url);
    const flow = new AppFlow(service);
    const page = await flow.begin(browser);
    const code = codeOf(await browser.follow(await browser.post(page, { email, password: PASSWORD })));
    await expect(new AppFlow(service).exchange(code)).rejects.toThrow();
    const second = new AppFlow(service);
    const again = codeOf(await browser.get(second.authorizePath({ prompt: 'none' })));
    const tokens = await second.exchange(again);
    await expect(second.exchange(again)).rejects.toThrow();
    // A code used twice ends everything that came of it.
    expect((await service.refresh(tokens.refresh_token)).status).toBe(403);
  });

  it('rotates refresh tokens and revokes the family when an old one comes back', async () => {
    const { email } = await newAccount(service);
    const { tokens } = await signIn(service, email);
    const second = await service.refresh(tokens.refresh_token);
    expect(second.status).toBe(200);
    expect(second.body.refresh_token).not.toBe(tokens.refresh_token);
    expect(decodeJwt(String(second.body.id_token)).email).toBe(email);
    expect(decodeJwt(String(second.body.access_token)).aud).toBe(service.audience);
    const replay = await service.refresh(tokens.refresh_token);
    expect(replay.status).toBe(403);
    expect(replay.body).toEqual({
      error: 'invalid_grant',
      error_description: 'Unknown or invalid refresh token.',
    });
    expect((await service.refresh(String(second.body.refresh_token))).status).toBe(403);
  });

  it('lets at most one of many parallel uses of a refresh token through', async () => {
    const { email } = await newAccount(service);
    const { tokens } = await signIn(service, email);
    const answers = await Promise.all(Array.from({ length: 8 }, () => service.refresh(tokens.refresh_token)));
    expect(answers.filter((answer) => answer.status === 200).length).toBeLessThanOrEqual(1);
    for (const answer of answers.filter((one) => one.status === 200)) {
      expect((await service.refresh(String(answer.body.refresh_token))).status).toBe(403);
    }
  });

  it('takes token requests as JSON too and answers the app across origins, nobody else', async () => {
    const { email } = await newAccount(service);
    const { tokens } = await signIn(service, email);
    const fields = { grant_type: 'refresh_token', client_id: 'spa', refresh_token: tokens.refresh_token };
    const answer = await service.token(fields, true);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('access-control-allow-origin')).toBe(service.appOrigin);
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
    const stranger = await fetch(`${service.url}/oauth/token`, {
      method: 'POST',
      headers: { origin: 'https://evil.example', 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ ...fields, refresh_token: String(answer.body.refresh_token) }),
    });
    expect(stranger.headers.get('access-control-allow-origin')).toBeNull();
    const broken = await fetch(`${service.url}/oauth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"grant_type":',
    });
    expect(broken.status).toBe(400);
  });

  it('renews silently in a frame of the app when there is a session, and says login_required when not', async () => {
    const { email } = await newAccount(service);
    const { browser } = await signIn(service, email);
    const silent = { prompt: 'none', response_mode: 'web_message' };
    const framed = await browser.get(new AppFlow(service).authorizePath(silent));
    expect(framed.status).toBe(200);
    expect(framed.text).toContain('authorization_response');
    expect(framed.text).toMatch(/"code":"/);
    const policy = framed.headers.get('content-security-policy') ?? '';
    expect(policy).toContain(`frame-ancestors ${service.appOrigin}`);
    expect(policy).toMatch(/script-src 'sha256-/);
    expect(framed.headers.get('x-frame-options')).toBeNull();
    const nobody = await new Browser(service.url).get(new AppFlow(service).authorizePath(silent));
    expect(nobody.text).toContain('"error":"login_required"');
    expect(nobody.text).not.toMatch(/"code":"/);
  });

  it('refuses an audience, a client or an address to return to that it does not know', async () => {
    const browser = new Browser(service.url);
    const audience = await browser.get(
      new AppFlow(service).authorizePath({ audience: 'https://other.example' }),
    );
    expect(audience.location).toContain('error=invalid_target');
    for (const extra of [{ redirect_uri: 'https://evil.example/' }, { client_id: 'other' }]) {
      const answer = await browser.get(new AppFlow(service).authorizePath(extra));
      expect(answer.status).toBe(400);
      expect(answer.location).toBeNull();
      expect(answer.text).toContain('not valid');
    }
    const implicit = await browser.get(new AppFlow(service).authorizePath({ response_type: 'token' }));
    expect(implicit.location).not.toContain('access_token');
    expect(implicit.location).toContain('error=');
  });

  it('answers /userinfo for the API token and for no other', async () => {
    const { email, sub } = await newAccount(service);
    const { tokens } = await signIn(service, email);
    const ask = (token: string) =>
      fetch(`${service.url}/userinfo`, { headers: { authorization: `Bearer ${token}` } });
    const answer = await ask(tokens.access_token);
    expect(await answer.json()).toMatchObject({ sub, email, email_verified: true });
    const [head, body] = tokens.access_token.split('.');
    const none = `${Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url')}.${body}.`;
    for (const bad of [tokens.id_token, tokens.refresh_token, none, `${head}.${body}.AAAA`, 'x']) {
      expect((await ask(bad)).status).toBe(401);
    }
    service.advanceMinutes(61);
    expect((await ask(tokens.access_token)).status).toBe(401);
    service.advanceMinutes(-61);
  });

  it('signs out with its refresh tokens and returns only to the app', async () => {
    const { email } = await newAccount(service);
    const { browser, tokens } = await signIn(service, email);
    const returnTo = encodeURIComponent(service.appOrigin);
    const fromApp = { referer: `${service.appOrigin}/` };
    const headers = { authorization: `Bearer ${tokens.access_token}` };
    const userinfo = async () => (await fetch(`${service.url}/userinfo`, { headers })).status;
    expect(await userinfo()).toBe(200);
    const out = await browser.get(`/v2/logout?client_id=spa&returnTo=${returnTo}`, fromApp);
    expect(out.status).toBe(303);
    expect(await userinfo()).toBe(401);
    expect(service.sessionsEnded).toContain(decodeJwt(tokens.access_token)['https://kindling.app/session']);
    expect(out.location).toBe(service.appOrigin);
    expect((await service.refresh(tokens.refresh_token)).status).toBe(403);
    const silent = await browser.get(new AppFlow(service).authorizePath({ prompt: 'none' }));
    expect(silent.location).toContain('error=login_required');
    for (const bad of [
      'https://evil.example/',
      `${service.appOrigin}@evil.example`,
      `${service.appOrigin}.evil.example/`,
      '//evil.example',
      `${service.appOrigin}/dashboard`,
      'javascript:alert(1)',
    ]) {
      const refused = await browser.get(`/v2/logout?client_id=spa&returnTo=${encodeURIComponent(bad)}`);
      expect([refused.status, refused.location]).toEqual([400, null]);
    }
    const other = await browser.get(`/v2/logout?client_id=other&returnTo=${returnTo}`);
    expect(other.status).toBe(400);
  });

  it('issues claims for name and picture, and shows the picture', async () => {
    const { email } = await newAccount(service, 'Ada Maria Lovelace');
    const { browser, tokens } = await signIn(service, email);
    const { name, picture } = decodeJwt<{ name: string; picture: string }>(tokens.id_token);
    expect([name, picture]).toEqual(['Ada Maria Lovelace', `${service.url}/picture/AL`]);
    const shown = await browser.get('/picture/AL');
    expect(shown.headers.get('content-type')).toContain('image/svg+xml');
    expect(shown.text).toContain('>AL</text>');
    for (const bad of ['ALL', '%3C', 'A%22'])
      expect.soft((await browser.get(`/picture/${bad}`)).status, bad).toBe(404);
  });

  it('asks for confirmation before a sign-out that another site has started', async () => {
    const { email } = await newAccount(service);
    const { browser, tokens } = await signIn(service, email);
    const path = `/v2/logout?client_id=spa&returnTo=${encodeURIComponent(service.appOrigin)}`;
    const foreign: Record<string, string>[] = [
      {},
      { referer: 'https://evil.example/' },
      { referer: `${service.appOrigin}.evil.example/` },
      { referer: 'nonsense' },
    ];
    for (const headers of foreign) {
      const asked = await browser.get(path, headers);
      expect([asked.status, asked.location]).toEqual([200, null]);
      expect(asked.text).toContain('Do you want to sign out');
    }
    const forged = await browser.post(
      path,
      {},
      { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    );
    expect(forged.status).toBe(403);
    const still = await service.refresh(tokens.refresh_token);
    expect(still.status).toBe(200);
    const left = await browser.post(path, {});
    expect([left.status, left.location]).toEqual([303, service.appOrigin]);
    expect((await service.refresh(String(still.body.refresh_token))).status).toBe(403);
  });

  it('switches persons in one browser without a screen of the engine', async () => {
    const first = await newAccount(service);
    const other = await newAccount(service);
    const { browser, tokens } = await signIn(service, first.email);
    const flow = new AppFlow(service);
    const page = await flow.begin(browser, { prompt: 'login' });
    const answer = await browser.follow(await browser.post(page, { email: other.email, password: PASSWORD }));
    expect(decodeJwt((await flow.exchange(codeOf(answer))).id_token).sub).toBe(other.sub);
    expect((await service.refresh(tokens.refresh_token)).status).toBe(200);
  });

  it('says the same about a wrong password and an unknown address', async () => {
    const { email } = await newAccount(service);
    const browser = new Browser(service.url);
    const page = await new AppFlow(service).begin(browser);
    const unknown = newEmail();
    const wrong = await browser.post(page, { email, password: 'something else entirely' });
    const nobody = await browser.post(page, { email: unknown, password: 'something else entirely' });
    expect(wrong.status).toBe(400);
    expect(nobody.status).toBe(400);
    expect(wrong.text.replaceAll(email, '')).toBe(nobody.text.replaceAll(unknown, ''));
  });

  it('keeps verifying with the former key after a rotation and signs with the new one', async () => {
    const { email } = await newAccount(service);
    const { tokens } = await signIn(service, email);
    const before = decodeProtectedHeader(tokens.access_token).kid;
    await service.identity.rotateSigningKeys();
    const keys = createRemoteJWKSet(new URL(`${service.url}/.well-known/jwks.json`));
    await jwtVerify(tokens.access_token, keys, { audience: service.audience });
    const next = await service.refresh(tokens.refresh_token);
    expect(next.status).toBe(200);
    expect(decodeProtectedHeader(String(next.body.access_token)).kid).not.toBe(before);
    await jwtVerify(String(next.body.access_token), keys, { audience: service.audience });
  });

  it('stores no secret in plain text and logs none', async () => {
    const { email } = await newAccount(service);
    const { tokens } = await signIn(service, email);
    const { rows } = await service.database.pool.query<{ all: string }>(
      `SELECT string_agg(r::text, ' ') AS all FROM (
         SELECT to_jsonb(r) FROM identity.record r UNION ALL SELECT to_jsonb(k) FROM identity.signing_key k
         UNION ALL SELECT to_jsonb(a) FROM identity.account a UNION ALL SELECT to_jsonb(t) FROM identity.rate_limit t) r`,
      [],
    );
    const dump = rows[0]?.all ?? '';
    expect(dump).toContain('$argon2id$v=19$m=19456,t=2,p=1$');
    const hex = (value: string) => Buffer.from(value).toString('hex');
    for (const secret of [PASSWORD, tokens.refresh_token, hex(tokens.refresh_token), hex('"kty"')]) {
      expect(dump).not.toContain(secret);
      expect(service.logged.join('\n')).not.toContain(secret);
    }
  });
});
