import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../lib/ids.ts';
import { anyMode, featureModes } from '../../testing/database.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import type { MailRequest } from '../mail/index.ts';

const hostile = '<script>alert(1)</script>\r\nBcc: all@example.com\u0000 "quoted" 😀 {{7*7}}';

function question(more: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    idempotencyKey: crypto.randomUUID(),
    message: 'How do I start?',
    page: '/pricing',
    language: 'de',
    ...more,
  };
}
const visitor = (more: Record<string, unknown> = {}) =>
  question({ name: 'Vera', email: 'vera@example.com', age: 9000, ...more });

describe.each(featureModes)('help, %s', (mode) => {
  let app: TestApp;
  let ann: TestUser;
  let mails: MailRequest[] = [];
  let refuse = false;

  beforeAll(async () => {
    app = await startTestApp(mode, {
      settings: {
        HELPDESK_URL: 'https://desk.example.com',
        HELPDESK_WEBSITE_TOKEN: 'site-token',
        HELPDESK_HMAC_KEY: 'the key of the inbox',
      },
    });
    ann = await app.signIn('ann@example.com');
    app.services.help.queueMail = async (request) => {
      if (refuse) throw new Error('The mail could not be stored.');
      mails.push(request);
      return newId();
    };
  });
  afterAll(() => app.close());
  beforeEach(() => {
    mails = [];
    refuse = false;
  });

  const ask = (body: object, more: { remoteAddress?: string } = {}) =>
    app.request({
      method: 'POST',
      url: '/api/v1/help/questions',
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify(body),
      ...more,
    });
  const form = (fields: Record<string, string>, remoteAddress?: string) =>
    app.request({
      method: 'POST',
      url: '/help',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(fields).toString(),
      ...(remoteAddress === undefined ? {} : { remoteAddress }),
    });

  test('the help desk gets the user’s identity with an HMAC of the id', async () => {
    const hash = createHmac('sha256', 'the key of the inbox').update(ann.userId).digest('hex');
    expect((await ann.call('GET', '/help/identity')).json).toEqual({
      identity: {
        identifier: ann.userId,
        name: 'ann',
        email: 'ann@example.com',
        identifierHash: hash,
        plan: null,
      },
    });
    const config = (await app.request({ method: 'GET', url: '/api/v1/config' })).text;
    expect(JSON.parse(config)).toMatchObject({
      help: { url: 'https://desk.example.com', websiteToken: 'site-token' },
    });
    expect(config).not.toContain('the key of the inbox');
  });

  test('the policies of app and public pages allow the help desk’s origin', async () => {
    for (const url of ['/', '/dashboard']) {
      const policy = String((await app.request({ method: 'GET', url })).headers['content-security-policy']);
      expect(policy, url).toMatch(/script-src [^;]*https:\/\/desk\.example\.com/);
      expect(policy, url).toMatch(/connect-src [^;]*wss:\/\/desk\.example\.com/);
      expect(policy, url).toMatch(/frame-src [^;]*https:\/\/desk\.example\.com/);
      // The help desk's script writes HTML.
      expect(policy, url).not.toContain('trusted-types');
    }
  });

  test('a person’s message goes to support and, as a copy, to the person', async () => {
    const answer = await ann.call('POST', '/help/messages', question({ message: hostile }));
    expect(answer.status).toBe(200);
    const { reference } = answer.json as { reference: string };
    expect(reference).toMatch(/^H-[2-9A-Z]{6}$/);
    const said = hostile.replaceAll('\u0000', '').replaceAll('\r\n', '\n');
    expect(mails).toEqual([
      {
        kind: 'help-message',
        name: 'ann',
        email: 'ann@example.com',
        locale: 'de',
        accountId: ann.accountId,
        page: '/pricing',
        message: said,
        reference,
        priority: false,
      },
      {
        kind: 'help-received',
        to: 'ann@example.com',
        locale: 'de',
        name: 'ann',
        accountId: ann.accountId,
        message: said,
        reference,
      },
    ]);
  });

  test('a message of an account that pays has priority', async () => {
    app.services.help.isPaying = async (_trx, accountId) => accountId === ann.accountId;
    try {
      await ann.call('POST', '/help/messages', question());
      expect(mails[0]).toMatchObject({ kind: 'help-message', priority: true });
    } finally {
      app.services.help.isPaying = app.services.plans.isPaying;
    }
  });

  test('a message sent twice, one after the other or at once, is one message with one reference', async () => {
    const message = question();
    const answers = [
      ...(await Promise.all([1, 2, 3].map(() => ann.call('POST', '/help/messages', message)))),
      await ann.call('POST', '/help/messages', message),
    ];
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(mails.map(({ kind }) => kind)).toEqual(['help-message', 'help-received']);
  });

  test('the same key of two persons is two messages', async () => {
    const bob = await app.signIn('bob@example.com');
    const message = question();
    await ann.call('POST', '/help/messages', message);
    await bob.call('POST', '/help/messages', message);
    expect(mails.filter(({ kind }) => kind === 'help-message')).toMatchObject([
      { email: 'ann@example.com', accountId: ann.accountId },
      { email: 'bob@example.com', accountId: bob.accountId },
    ]);
  });

  test('a message that could not be stored does not count as sent', async () => {
    const message = question();
    refuse = true;
    expect((await ann.call('POST', '/help/messages', message)).status).toBe(500);
    refuse = false;
    expect((await ann.call('POST', '/help/messages', message)).status).toBe(200);
    expect(mails).toHaveLength(2);
  });

  test('a visitor’s message goes to support only, and the typed address gets no mail', async () => {
    const answer = await ask(visitor());
    expect(answer.status).toBe(200);
    expect(mails).toMatchObject([{ kind: 'help-message', email: 'vera@example.com', accountId: null }]);
  });

  test('a visitor cannot impersonate a signed-in user', async () => {
    const answer = await ask(visitor({ email: ann.email, accountId: ann.accountId }));
    expect(answer.status).toBe(400);
    await ask(visitor({ email: ann.email }));
    expect(mails).toMatchObject([{ kind: 'help-message', accountId: null }]);
  });

  test('an invalid message, address or page is refused', async () => {
    for (const bad of [
      { message: '   ' },
      { message: 'x'.repeat(5001) },
      { email: 'nobody' },
      { email: 'a@b.c\r\nBcc: d@e.f' },
      { page: 'https://evil.example/' },
      { page: '//evil.example' },
      { page: '/\\evil.example' },
      { page: '/caf\u00e9\u20ac' },
      { page: '/a\u0001' },
      { language: 'xx' },
      { idempotencyKey: 'again' },
    ])
      expect.soft((await ask(visitor(bad))).status, JSON.stringify(bad)).toBe(400);
    expect(mails).toEqual([]);
  });

  test('a filled hidden field is answered and dropped, and a form sent too fast has to wait', async () => {
    expect((await ask(visitor({ reference_note: 'cheap watches' }))).status).toBe(200);
    const fast = await ask(visitor({ age: 300 }));
    expect(fast.json).toMatchObject({ code: 'rate-limited', retryAfter: 3 });
    expect(mails).toEqual([]);
  });

  test('a network may send five messages an hour, a person ten, and repeats do not count', async () => {
    const from = { remoteAddress: '192.0.2.7' };
    const first = visitor();
    expect((await ask(first, from)).status).toBe(200);
    for (let more = 0; more < 4; more += 1) expect((await ask(visitor(), from)).status).toBe(200);
    const refused = await ask(visitor(), from);
    expect(refused.status).toBe(429);
    expect((refused.json as { retryAfter: number }).retryAfter).toBeGreaterThan(3000);
    expect((await ask(first, from)).status).toBe(200);
    expect(mails).toHaveLength(5);
    const carl = await app.signIn('carl@example.com');
    for (let count = 0; count < 10; count += 1)
      expect((await carl.call('POST', '/help/messages', question())).status).toBe(200);
    expect((await carl.call('POST', '/help/messages', question())).status).toBe(429);
  });

  test('the form works without JavaScript, and redirects back to its page', async () => {
    const fields = {
      page: '/fr/pricing',
      language: 'fr',
      name: '',
      email: 'v@example.com',
      message: 'Bonjour',
    };
    const answer = await form(fields, '192.0.2.8');
    expect([answer.status, answer.headers.location]).toEqual([303, '/fr/pricing#help-sent']);
    await form(fields, '192.0.2.8');
    expect(mails).toMatchObject([{ kind: 'help-message', locale: 'fr', message: 'Bonjour' }]);
    const elsewhere = await form({ ...fields, message: 'Encore', page: '//evil.example' });
    expect(elsewhere.status).toBe(400);
    expect(elsewhere.headers.location).toBeUndefined();
  });

  test('an invalid form is shown again in its language with everything that was typed', async () => {
    const answer = await form({
      page: '/',
      language: 'de',
      name: '"><img src=x onerror=alert(1)>',
      email: 'nobody',
      message: '</textarea><script>alert(1)</script>',
    });
    expect(answer.status).toBe(400);
    expect(answer.headers['content-type']).toContain('text/html');
    expect(String(answer.headers['content-security-policy'])).toContain("default-src 'none'");
    expect(answer.text).toContain('Ihre Nachricht wurde nicht gesendet');
    expect(answer.text).toContain(String(answer.headers['x-request-id']));
    expect(answer.text).toContain('&#60;/textarea&#62;');
    expect(answer.text).not.toMatch(/<script|<img/);
    expect(mails).toEqual([]);
  });

  test('the form of our sign-in pages is accepted, even on another site', async () => {
    const answer = await app.request({
      method: 'POST',
      url: '/help',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'sec-fetch-site': 'cross-site',
        origin: new URL(app.services.settings.identityUrl).origin,
      },
      payload: new URLSearchParams({
        page: '/',
        language: 'de',
        name: '',
        email: 'v@example.com',
        message: 'I cannot sign in',
      }).toString(),
      remoteAddress: '192.0.2.9',
    });
    expect([answer.status, answer.headers.location]).toEqual([303, '/#help-sent']);
    expect(mails).toMatchObject([{ email: 'v@example.com', message: 'I cannot sign in' }]);
    // Only their own script may read the response.
    expect(answer.headers['access-control-allow-origin']).toBe(
      new URL(app.services.settings.identityUrl).origin,
    );
    const own = await form({ page: '/', language: 'de', email: 'v@example.com', message: 'Hallo' });
    expect(own.headers['access-control-allow-origin']).toBeUndefined();
  });

  test('a form on another site sends nothing', async () => {
    const answer = await app.request({
      method: 'POST',
      url: '/help',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'cross-site' },
      payload: new URLSearchParams({
        page: '/',
        language: 'en',
        email: 'v@example.com',
        message: 'Spam',
      }).toString(),
    });
    expect(answer.status).toBe(403);
    expect(mails).toEqual([]);
  });

  test('the form shares the API’s rate limit, so that refused forms do not load the database', async () => {
    const fields = { page: '/', language: 'en', email: 'nobody', message: 'x' };
    for (let count = 0; count < 600; count += 1) await form(fields, '192.0.2.66');
    expect((await form(fields, '192.0.2.66')).status).toBe(429);
    expect((await app.request({ url: '/api/v1/config', remoteAddress: '192.0.2.66' })).status).toBe(429);
    expect((await app.request({ url: '/', remoteAddress: '192.0.2.66' })).status).toBe(200);
  });

  test('the page after a server error keeps what was typed', async () => {
    refuse = true;
    const answer = await form({ page: '/', language: 'en', email: 'v@example.com', message: 'Keep this' });
    expect(answer.status).toBe(500);
    expect(answer.text).toContain('>Keep this</textarea>');
  });
});

test('without a help desk there is no identity and no page allows its origin', async () => {
  const app = await startTestApp(anyMode);
  try {
    const ann = await app.signIn('ann@example.com');
    expect((await ann.call('GET', '/help/identity')).json).toEqual({ identity: null });
    const page = await app.request({ method: 'GET', url: '/' });
    expect(String(page.headers['content-security-policy'])).not.toContain('https:');
  } finally {
    await app.close();
  }
});
