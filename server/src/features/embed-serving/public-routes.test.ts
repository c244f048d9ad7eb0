import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { Embed } from '@kindling/contract/embeds';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cutDatabase } from '../../testing/cut-database.ts';
import { anyMode } from '../../testing/database.ts';
import { addReviews, connectListings } from '../../testing/factories.ts';
import { aReview } from '../../testing/fake-connector.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';

const hostile = [
  '<script>window.__tripped=1</script>',
  '</script><script>window.__tripped=1</script>',
  '"><img src=x onerror="window.__tripped=1">',
  "' onmouseover='window.__tripped=1",
  '</style><svg/onload=window.__tripped=1>',
  '<!--<script>',
  'javascript:window.__tripped=1',
  '$\u007bwindow.__tripped=1} ` {{1}} \\u003cscript\\u003e',
  'separators \u2028 and \u2029 \u202edesrever\u202c',
  ']]>*/',
  '&lt;b&gt;&amp;',
];

let app: TestApp;
let user: TestUser;
let embed: Embed;
let hash: string;
const formats = ['.js', '', '.json'] as const;

beforeAll(async () => {
  app = await startTestApp(anyMode);
  user = await app.signIn('public@example.com');
  const { listings } = await connectListings(app, user);
  const [listing] = listings;
  if (listing === undefined) throw new Error('No listing');
  await addReviews(
    app,
    user,
    listing,
    hostile.map((text) =>
      aReview({
        text,
        authorName: text,
        reply: { text, at: null, state: 'published', reason: null },
        permalink: 'javascript:alert(1)',
      }),
    ),
  );
  const created = (await user.call('POST', '/embeds', { kind: 'widget', name: hostile[2] })).json as {
    embed: Embed;
  };
  embed = ((await user.call('POST', `/embeds/${created.embed.id}/publish`)).json as { embed: Embed }).embed;
  await app.services.embeds.store.settled();
  hash = (await app.services.embeds.store.get(embed.code))?.hash ?? '';
});
afterAll(() => app.close());

function get(url: string, headers: Record<string, string> = {}) {
  return app.web.inject({ url, headers });
}

describe('headers', () => {
  const common = {
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
    vary: 'accept-encoding',
  };
  const types = {
    '.js': 'text/javascript; charset=utf-8',
    '': 'text/html; charset=utf-8',
    '.json': 'application/json; charset=utf-8',
  };

  test.each(formats)('of the plain address%s', async (form) => {
    const { statusCode, headers } = await get(`/e/${embed.code}${form}`);
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      ...common,
      'content-type': types[form],
      'cache-control': 'public, max-age=60, stale-while-revalidate=86400, stale-if-error=604800',
      etag: expect.stringMatching(/^"[\w-]{22}"$/),
    });
    expect(headers['set-cookie']).toBeUndefined();
    expect(headers['access-control-allow-credentials']).toBeUndefined();
    if (form === '')
      expect(headers['content-security-policy']).toMatch(
        /^default-src 'none'; style-src 'sha256-[\w+/=]+'; script-src 'sha256-[\w+/=]+'; connect-src 'self'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'; frame-ancestors \*$/,
      );
  });

  test.each(formats)(
    'of the address with a hash%s: kept by browsers, a minute by shared caches, and only for this version',
    async (form) => {
      const right = await get(`/e/${hash}/${embed.code}${form}`);
      expect(right.headers['cache-control']).toBe(
        'public, max-age=31536000, immutable, s-maxage=60, stale-while-revalidate=86400, stale-if-error=604800',
      );
      expect(right.body).toBe((await get(`/e/${embed.code}${form}`)).body);
      const other = await get(`/e/${'x'.repeat(22)}/${embed.code}${form}`);
      expect(other.headers['cache-control']).toContain('max-age=60');
    },
  );

  test('only address, encodings and ETag of a request affect the response', async () => {
    for (const form of formats) {
      const clean = await get(`/e/${embed.code}${form}`);
      const odd = {
        host: 'evil.example',
        'x-forwarded-host': 'evil.example',
        'x-forwarded-proto': 'https',
        'x-original-url': '/admin',
        'x-rewrite-url': '/admin',
        'x-http-method-override': 'DELETE',
        'accept-language': 'fr',
        origin: 'https://evil.example',
        referer: 'https://evil.example/',
        cookie: 'session=1',
        authorization: `Bearer ${user.token}`,
        range: 'bytes=0-1',
        'user-agent': '<script>',
        forwarded: 'host=evil.example',
        accept: 'image/*',
      };
      const dirty = await get(`/e/${embed.code}${form}?callback=evil&lang=fr`, odd);
      const without = ({ headers }: typeof clean) =>
        Object.fromEntries(
          Object.entries(headers).filter(([name]) => !['x-request-id', 'date'].includes(name)),
        );
      expect(dirty.rawPayload.equals(clean.rawPayload)).toBe(true);
      expect(without(dirty)).toEqual(without(clean));
      expect((await get(`/e/${embed.code}${form}`)).body).toBe(clean.body);
    }
  });
});

describe('encodings and ETags', () => {
  test.each(formats)('each compressed version contains the same bytes%s', async (form) => {
    const url = `/e/${embed.code}${form}`;
    const plain = await get(url);
    expect(plain.headers['content-encoding']).toBeUndefined();
    const brotli = await get(url, { 'accept-encoding': 'gzip, deflate, br' });
    expect(brotli.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(brotli.rawPayload).equals(plain.rawPayload)).toBe(true);
    const gzip = await get(url, { 'accept-encoding': 'gzip' });
    expect(gzip.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(gzip.rawPayload).equals(plain.rawPayload)).toBe(true);
    for (const none of ['identity', 'br;q=0', 'gzip;q=0, br; q=0.0', 'deflate', 'x-br'])
      expect
        .soft((await get(url, { 'accept-encoding': none })).headers['content-encoding'], none)
        .toBeUndefined();
  });

  test.each(formats)('a matching ETag gets 304 without a body, in every notation%s', async (form) => {
    const url = `/e/${embed.code}${form}`;
    const etag = String((await get(url)).headers.etag);
    for (const match of [etag, `W/${etag}`, `"x", ${etag}`, '*', ` ${etag} `]) {
      const answer = await get(url, { 'if-none-match': match });
      expect.soft(answer.statusCode, match).toBe(304);
      expect.soft(answer.body, match).toBe('');
      expect.soft(answer.headers.etag, match).toBe(etag);
      expect.soft(answer.headers['cache-control'], match).toContain('max-age=60');
    }
    for (const other of ['"x"', etag.slice(1, -1), '', 'W/"x"'])
      expect.soft((await get(url, { 'if-none-match': other })).statusCode, other).toBe(200);
  });
});

describe('an embed that is not published', () => {
  test.each(['zzzzzzzzzz', 'UPPERCASE1', 'short', '__proto__', "'--"])(
    'the code %s gets an empty script and nothing else',
    async (code) => {
      const script = await get(`/e/${code}.js`);
      expect(script.statusCode).toBe(200);
      expect(script.headers['content-type']).toContain('text/javascript');
      expect(script.body).toBe('/* This widget does not exist. */');
      expect((await get(`/e/${code}.json`)).statusCode).toBe(404);
      const page = await get(`/e/${code}`);
      expect(page.statusCode).toBe(404);
      expect(page.headers['set-cookie']).toBeUndefined();
    },
  );

  test.each(['%2e%2e%2fsecret', '..%2f..%2fsecret', 'a'.repeat(500), '%00', `${'x'.repeat(22)}/..%2fsecret`])(
    'no address leads to a file: %.40s',
    async (odd) => {
      for (const form of formats) {
        const answer = await get(`/e/${odd}${form}`);
        expect.soft(answer.statusCode).toBeLessThan(500);
        if (answer.statusCode === 200) expect.soft(answer.body).toBe('/* This widget does not exist. */');
        expect.soft(answer.body).not.toContain('secret of the tests');
      }
    },
  );

  test('a deleted embed gets the same responses', async () => {
    const made = (await user.call('POST', '/embeds', { kind: 'widget', name: 'Short life' })).json as {
      embed: Embed;
    };
    await user.call('POST', `/embeds/${made.embed.id}/publish`);
    await app.services.embeds.store.settled();
    expect((await get(`/e/${made.embed.code}.js`)).body.length).toBeGreaterThan(100);
    await user.call('DELETE', `/embeds/${made.embed.id}`);
    await app.services.embeds.store.settled();
    expect((await get(`/e/${made.embed.code}.js`)).body).toBe('/* This widget does not exist. */');
    expect((await get(`/e/${made.embed.code}`)).statusCode).toBe(404);
    await expect(readFile(path.join(app.dataFolder, 'snapshots', `${made.embed.code}.json`))).rejects.toThrow(
      'ENOENT',
    );
  });
});

test('without database and copy the response is 503 and not cached, instead of 404', async () => {
  const away = cutDatabase(app.services.db);
  for (const form of formats) {
    const answer = await get(`/e/yyyyyyyyyy${form}`);
    expect.soft(answer.statusCode).toBe(503);
    expect.soft(answer.headers['cache-control']).toBe('no-store');
    expect.soft(answer.body).not.toContain('refused');
  }
  away.mockRestore();
  expect((await get('/e/yyyyyyyyyy')).statusCode).toBe(404);
});

test('the JSON contains nothing that the settings hide', async () => {
  const owner = await app.signIn('hidden@example.com');
  app.platforms.google.account = { externalId: 'hidden', displayName: 'hidden' };
  const { listings } = await connectListings(app, owner);
  const [listing] = listings;
  if (listing === undefined) throw new Error('No listing');
  const at = new Date('2026-03-04T05:06:07Z');
  await addReviews(app, owner, listing, [
    aReview({
      authorName: 'Margaret Featherstone',
      writtenAt: at,
      reply: { text: 'Thank you', at, state: 'published', reason: null },
    }),
  ]);
  const made = (await owner.call('POST', '/embeds', { kind: 'widget', name: 'Quiet' })).json as {
    embed: Embed;
  };
  const shown = async (changes: object) => {
    const { id, name, settings, code } = made.embed;
    await owner.call('PUT', `/embeds/${id}`, { name, settings: { ...settings, ...changes } });
    await owner.call('POST', `/embeds/${id}/publish`);
    await app.services.embeds.store.settled();
    return (await get(`/e/${code}.json`)).body;
  };
  expect(await shown({})).toContain('Margaret Featherstone');
  const short = await shown({ author: 'short' });
  expect(short).toContain('Margaret F.');
  expect(short).not.toContain('Featherstone');
  expect(await shown({ author: 'hidden' })).not.toContain('Margaret');
  expect(await shown({ date: 'none' })).not.toContain('2026-03-04');
  expect(await shown({ showReplies: false })).not.toContain('Thank you');
});

describe('hostile texts', () => {
  test('are escaped in the document', async () => {
    const { body } = await get(`/e/${embed.code}`);
    const markup = body.replace(/<script>[\s\S]*?<\/script>/, '').replace(/<style>[\s\S]*?<\/style>/, '');
    expect(markup).not.toMatch(/<script|<img|<!--|onerror="|onmouseover='|<svg\/onload/i);
    expect(markup).not.toMatch(/(href|src)="?javascript:/i);
    expect(body.match(/<script/g)?.length).toBe(1);
  });

  test('cannot end the script or style that contains them', async () => {
    const { body } = await get(`/e/${embed.code}.js`);
    expect(body).not.toMatch(/<\/script|<!--|\u2028|\u2029/i);
    // A script that does not parse would show nothing on the page.
    expect(() => new Function(body)).not.toThrow();
  });

  test('are unchanged in the JSON, which has no settings, hidden fields or account ids', async () => {
    const { body } = await get(`/e/${embed.code}.json`);
    const facts = JSON.parse(body) as { reviews: { text: string }[] };
    expect(facts.reviews.map((review) => review.text).sort()).toEqual([...hostile].sort());
    expect(body).not.toContain(user.accountId);
    expect(Object.keys(facts).sort()).toEqual([
      'brand',
      'businessName',
      'code',
      'disclosure',
      'figures',
      'reviews',
      'version',
    ]);
  });

  test('cannot break out of the code to paste', () => {
    expect(embed.snippets?.iframe).not.toMatch(/"><img|onerror="/);
    expect(embed.snippets?.iframe?.match(/</g)?.length).toBe(8);
  });
});
