import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createFacebookWebhooks } from './webhooks.ts';

const secret = 'app_secret';
const verifyToken = 'a token that the operator chose';
const now = new Date('2026-11-17T09:00:00Z');
const webhooks = createFacebookWebhooks({ appSecret: secret, verifyToken }, () => now);

const signatureOf = (body: string, key = secret) =>
  `sha256=${createHmac('sha256', key).update(body).digest('hex')}`;
const hear = (
  body: string,
  signature: string | undefined = signatureOf(body),
  name = 'x-hub-signature-256',
) =>
  webhooks.receive({
    headers: signature === undefined ? {} : { [name]: signature },
    body: Buffer.from(body),
  });
const change = (id: unknown, field = 'ratings') => ({
  id,
  time: 1,
  changes: [{ field, value: { verb: 'add' } }],
});
const page = (...entry: unknown[]) => JSON.stringify({ object: 'page', entry });

describe('a webhook', () => {
  test('with the signature of the documented example is accepted', async () => {
    const vector = 'sha256=22d3988d1017c437ea81a89d41e2d3266c00a508cffdb23f8ad8746d232d77e9';
    expect(await hear('{"object":"page","entry":[]}', vector)).toEqual({ is: 'genuine', listings: [] });
  });

  test('names each page once, as text also where the id was sent as a number', async () => {
    expect(await hear(page(change('555'), change('666'), change('555')))).toEqual({
      is: 'genuine',
      listings: ['555', '666'],
    });
    const long = '{"object":"page","entry":[{"id":10150030749305471,"changes":[{"field":"ratings"}]}]}';
    expect(await hear(long)).toEqual({ is: 'genuine', listings: ['10150030749305471'] });
  });

  test('with a thousand changes is read completely', async () => {
    const pages = Array.from({ length: 1000 }, (_, at) => String(1000 + at));
    expect(await hear(page(...pages.map((id) => change(id))))).toEqual({ is: 'genuine', listings: pages });
  });

  test('ignores other fields, other objects and malformed entries, and reads the rest', async () => {
    const body = page(change('1', 'feed'), null, { id: '2' }, change('x'), change({ id: 1 }), change('3'));
    expect(await hear(body)).toEqual({ is: 'genuine', listings: ['3'] });
    for (const other of ['{"object":"user","entry":[]}', '[]', 'null', '{', ''])
      expect.soft(await hear(other), other).toEqual({ is: 'genuine', listings: [] });
  });

  test('with any other signature is forged', async () => {
    const body = page(change('555'));
    const good = signatureOf(body);
    const bad: Record<string, string | undefined> = {
      'another secret': signatureOf(body, 'other'),
      'another body': signatureOf(`${body} `),
      'cut short': good.slice(0, -2),
      longer: `${good}00`,
      'no prefix': good.slice(7),
      empty: '',
      'the older kind': `sha1=${createHmac('sha1', secret).update(body).digest('hex')}`,
      'twice in one field': `${good}, ${good}`,
    };
    for (const [kind, signature] of Object.entries(bad))
      expect.soft(await hear(body, signature), kind).toEqual({ is: 'forged' });
    expect(await webhooks.receive({ headers: {}, body: Buffer.from(body) })).toEqual({ is: 'forged' });
    const sha1 = `sha1=${createHmac('sha1', secret).update(body).digest('hex')}`;
    expect(await hear(body, sha1, 'x-hub-signature')).toEqual({ is: 'forged' });
  });
});

describe('the verification request', () => {
  const ask = (changes: Record<string, string> = {}, of = webhooks) =>
    of.answerVerification?.(
      new URLSearchParams({
        'hub.mode': 'subscribe',
        'hub.challenge': '1158201444',
        'hub.verify_token': verifyToken,
        ...changes,
      }),
    );

  test('is answered with the challenge for the right token', () => {
    expect(ask()).toBe('1158201444');
  });

  test('is not answered for any other token', () => {
    expect(ask({ 'hub.verify_token': 'guessed' })).toBeNull();
    expect(ask({ 'hub.verify_token': '' })).toBeNull();
    expect(ask({ 'hub.mode': 'unsubscribe' })).toBeNull();
    expect(ask({ 'hub.challenge': '<script>' })).toBeNull();
    const without = createFacebookWebhooks({ appSecret: secret, verifyToken: null }, () => now);
    expect(ask({ 'hub.verify_token': '' }, without)).toBeNull();
    expect(without.enabled).toBe(false);
  });
});

describe('a signed request', () => {
  const seconds = Math.floor(now.getTime() / 1000);
  const signed = (payload: unknown, key = secret, algorithm = 'sha256') => {
    const encoded = Buffer.from(JSON.stringify(payload)).toString('base64url');
    return `${createHmac(algorithm, key).update(encoded).digest('base64url')}.${encoded}`;
  };
  const read = (text: string) =>
    webhooks.readPersonRequest?.({
      headers: {},
      body: Buffer.from(new URLSearchParams({ signed_request: text }).toString()),
    });
  const good = { algorithm: 'HMAC-SHA256', issued_at: seconds - 10, user_id: '1234' };

  test('gives the user and the time', () => {
    expect(read(signed(good))).toEqual({ externalId: '1234', askedAt: new Date((seconds - 10) * 1000) });
  });

  test('with the signature of the documented example is accepted at its time', () => {
    const vector =
      '83oqobBgyO6pLa6vcIclVCF6NlTIwRgFN9x3-wAQ5T0.eyJhbGdvcml0aG0iOiJITUFDLVNIQTI1NiIsImlzc3VlZF9hdCI6MTcwMDAwMDAwMCwidXNlcl9pZCI6IjEyMzQifQ';
    expect(read(vector)).toBeNull();
    const then = createFacebookWebhooks(
      { appSecret: secret, verifyToken },
      () => new Date(1_700_000_001_000),
    );
    const body = Buffer.from(`signed_request=${vector}`);
    expect(then.readPersonRequest?.({ headers: {}, body })).toMatchObject({ externalId: '1234' });
  });

  test.each([
    ['another secret', signed(good, 'other')],
    ['another algorithm in words', signed({ ...good, algorithm: 'HMAC-SHA1' })],
    ['another algorithm in deed', signed(good, secret, 'sha512')],
    ['no algorithm', signed({ ...good, algorithm: undefined })],
    ['nobody', signed({ ...good, user_id: '' })],
    ['a person who is no number', signed({ ...good, user_id: "1' or 1=1" })],
    ['no time', signed({ ...good, issued_at: undefined })],
    ['a time long gone', signed({ ...good, issued_at: seconds - 37 * 3600 })],
    ['a time to come', signed({ ...good, issued_at: seconds + 600 })],
    ['no JSON', signed('x').replace(/\..*/, '.e30')],
    ['another payload', `${signed(good).split('.')[0]}.${signed({ ...good, user_id: '9' }).split('.')[1]}`],
    ['three parts', `${signed(good)}.x`],
    ['nothing', ''],
    ['a dot', '.'],
  ])('with %s is refused', (_, text) => {
    expect(read(text)).toBeNull();
  });
});
