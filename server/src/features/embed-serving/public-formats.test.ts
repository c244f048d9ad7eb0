/** Tests the formats other than script, page and JSON, and what all formats have in common. */
import { brotliDecompressSync } from 'node:zlib';
import type { Embed } from '@kindling/contract/embeds';
import { renderFragment } from '@kindling/guest/embed/render/fragment';
import { parseFragment } from 'parse5';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cutDatabase } from '../../testing/cut-database.ts';
import { anyMode } from '../../testing/database.ts';
import { addReviews, connectListings } from '../../testing/factories.ts';
import { aReview } from '../../testing/fake-connector.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import type { PublishedEmbed } from './formats.ts';
import { snapshotHash } from './snapshot-hash.ts';

const hostile = `</template></style><script>window.__tripped=1</script>"'>`;
const plainCache = 'public, max-age=60, stale-while-revalidate=86400, stale-if-error=604800';
const still = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

let app: TestApp;
let user: TestUser;
let embed: Embed;
let shown: PublishedEmbed;

beforeAll(async () => {
  app = await startTestApp(anyMode);
  user = await app.signIn('formats@example.com');
  const { listings } = await connectListings(app, user);
  const [listing] = listings;
  if (listing === undefined) throw new Error('No listing');
  await addReviews(app, user, listing, [aReview({ text: hostile, authorName: hostile })]);
  const made = (await user.call('POST', '/embeds', { kind: 'widget', name: 'W' })).json as { embed: Embed };
  embed = ((await user.call('POST', `/embeds/${made.embed.id}/publish`)).json as { embed: Embed }).embed;
  await app.services.embeds.store.settled();
  const published = await app.services.embeds.store.get(embed.code);
  if (published === null) throw new Error('Nothing published');
  shown = published;
  // A snapshot with a first-party review.
  const [review] = shown.snapshot.reviews;
  if (review === undefined) throw new Error('No review');
  const snapshot = {
    ...shown.snapshot,
    businessName: 'Bakery',
    reviews: [{ ...review, source: 'first-party' as const, rating: 4 }],
    firstParty: { average: 4.25, count: 8 },
  };
  app.services.embeds.store.put(snapshot, snapshotHash(snapshot));
  await app.services.embeds.store.settled();
  shown = (await app.services.embeds.store.get(embed.code)) ?? shown;
});
afterAll(() => app.close());

function ask(ending: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') {
  return app.web.inject({ method, url: `/e/${embed.code}${ending}`, headers });
}

const formats = [
  ['.html', 'text/html; charset=utf-8', still],
  ['.jsonld', 'application/ld+json; charset=utf-8', undefined],
  ['.svg', 'image/svg+xml; charset=utf-8', still],
  ['.png', 'image/png', undefined],
  ['@2x.png', 'image/png', undefined],
] as const;

describe.each(formats)('the format %s', (ending, type, policy) => {
  test('has its type, cache policy and CSP, and is the same under its hash', async () => {
    const { statusCode, headers, rawPayload } = await ask(ending);
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-type': type,
      'cache-control': plainCache,
      'content-length': String(rawPayload.length),
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
      etag: expect.stringMatching(/^"[\w-]{22}"$/),
    });
    expect(headers['content-security-policy']).toBe(policy);
    expect(headers['set-cookie']).toBeUndefined();
    const forEver = await app.web.inject({ url: `/e/${shown.hash}/${embed.code}${ending}` });
    expect(forEver.headers['cache-control']).toBe(
      'public, max-age=31536000, immutable, s-maxage=60, stale-while-revalidate=86400, stale-if-error=604800',
    );
    expect(forEver.rawPayload.equals(rawPayload)).toBe(true);
    const other = await app.web.inject({ url: `/e/${'x'.repeat(22)}/${embed.code}${ending}` });
    expect(other.headers['cache-control']).toBe(plainCache);
  });

  test('a matching ETag gets no body; texts are compressed, PNG is not', async () => {
    const plain = await ask(ending);
    const again = await ask(ending, { 'if-none-match': String(plain.headers.etag) });
    expect(again.statusCode).toBe(304);
    expect(again.rawPayload).toHaveLength(0);
    const packed = await ask(ending, { 'accept-encoding': 'br, gzip' });
    if (type === 'image/png') {
      expect(packed.headers['content-encoding']).toBeUndefined();
      expect(packed.rawPayload.equals(plain.rawPayload)).toBe(true);
    } else {
      expect(packed.headers['content-encoding']).toBe('br');
      expect(brotliDecompressSync(packed.rawPayload).equals(plain.rawPayload)).toBe(true);
    }
  });

  test('is an empty 404 if not published, and an uncached 503 if the database is down', async () => {
    const missing = await app.web.inject({ url: `/e/zzzzzzzzzz${ending}` });
    expect(missing.statusCode).toBe(404);
    expect(missing.headers['cache-control']).toBe('public, max-age=60');
    expect(missing.body).not.toContain('kindling-reviews');
    const database = cutDatabase(app.services.db);
    const away = await app.web.inject({ url: `/e/yyyyyyyyyy${ending}` });
    database.mockRestore();
    expect(away.statusCode).toBe(503);
    expect(away.headers['cache-control']).toBe('no-store');
  });
});

test.each(['', '.js', '.json', ...formats.map(([ending]) => ending)])(
  'HEAD of "%s" has the headers of GET and no body',
  async (ending) => {
    const { 'x-request-id': _id, date: _date, ...full } = (await ask(ending)).headers;
    const head = await ask(ending, {}, 'HEAD');
    expect(head.statusCode).toBe(200);
    expect(head.headers).toMatchObject(full);
    expect(head.rawPayload).toHaveLength(0);
  },
);

describe('the fragment', () => {
  test('is one element with its content in a shadow root, whatever the texts contain', async () => {
    const { body } = await ask('.html');
    expect(body).toBe(renderFragment(shown.snapshot));
    const [element, ...rest] = parseFragment(body).childNodes.filter(({ nodeName }) => nodeName !== '#text');
    expect(rest).toEqual([]);
    expect(element).toMatchObject({
      nodeName: 'kindling-reviews',
      attrs: [
        { name: 'code', value: embed.code },
        { name: 'style', value: expect.stringContaining('width:100%') },
      ],
      childNodes: [
        {
          nodeName: 'template',
          attrs: [{ name: 'shadowrootmode', value: 'open' }],
          content: { childNodes: [{ nodeName: 'style' }, { nodeName: 'section' }] },
        },
        // For browsers without declarative shadow roots.
        { attrs: [{ name: 'style', value: expect.stringContaining('padding-bottom') }] },
      ],
    });
    expect(body).not.toContain('<script');
  });

  test('names the same content hash as the script', async () => {
    const [, hash] = /<style data-h="([\w-]{10})">/.exec((await ask('.html')).body) ?? [];
    expect((await ask('.js')).body).toContain(`hash:'${hash}'`);
  });
});

describe('the loader', () => {
  const load = (path: string, headers = {}) => app.web.inject({ url: path, headers });

  test('is the same for all embeds, cached for a minute by its name and forever by its hash', async () => {
    const plain = await load('/e/loader.js');
    expect(plain.statusCode).toBe(200);
    expect(plain.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': plainCache,
      'access-control-allow-origin': '*',
    });
    expect(plain.body).toContain("'http://kindling.test/e/'");
    expect(() => new Function(plain.body)).not.toThrow();
    const hash = String(plain.headers.etag).slice(1, -1);
    const hashed = await load(`/e/${hash}/loader.js`);
    expect(hashed.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(hashed.body).toBe(plain.body);
    expect((await load(`/e/${'x'.repeat(22)}/loader.js`)).headers['cache-control']).toBe(plainCache);
    expect((await load('/e/loader.js', { 'if-none-match': `"${hash}"` })).statusCode).toBe(304);
    expect((await load('/e/loader.js', { 'accept-encoding': 'gzip' })).headers['content-encoding']).toBe(
      'gzip',
    );
  });
});

describe('the code to paste', () => {
  test('exists for each way of embedding, without markup from texts', () => {
    const { code } = embed;
    expect(embed.snippets).toEqual({
      script: expect.stringContaining(`/e/${code}.js"></script>`),
      iframe: expect.stringContaining(`<iframe src="http://kindling.test/e/${code}"`),
      address: `http://kindling.test/e/${code}`,
      json: `http://kindling.test/e/${code}.json`,
      fragment: expect.stringContaining(`file_get_contents('http://kindling.test/e/${code}.html'`),
      loader: expect.stringContaining('<script async src="http://kindling.test/e/loader.js"></script>'),
      picture: expect.stringMatching(
        /^<img src="[^"]+" srcset="[^"]+ 2x" alt="[^"]+" width="\d+" height="\d+">$/,
      ),
      react: expect.stringContaining(`<KindlingReviews code="${code}" host="http://kindling.test" />`),
      schema: null,
    });
  });

  test('has no frame for an embed that is fixed in the window', async () => {
    const settings = { ...embed.settings, layout: 'floating' };
    const made = (await user.call('POST', '/embeds', { kind: 'widget', name: 'Corner', settings })).json as {
      embed: Embed;
    };
    const answer = await user.call('POST', `/embeds/${made.embed.id}/publish`);
    expect((answer.json as { embed: Embed }).embed.snippets).toMatchObject({ iframe: null, address: null });
  });

  test('has structured data if there are first-party reviews', async () => {
    const { body } = await ask('.jsonld');
    expect(JSON.parse(body)).toMatchObject({
      '@type': 'Organization',
      aggregateRating: { ratingValue: 4.3, ratingCount: 8 },
      review: [{ reviewBody: hostile }],
    });
    expect(body).not.toMatch(/[<>]/);
  });
});

describe('an embed that follows the language of its page', () => {
  const askFor = (ending: string) => app.web.inject({ url: `/e/${embed.code}${ending}` });
  const follow = async (followsPageLanguage: boolean) => {
    const { settings, ...rest } = shown.snapshot;
    const snapshot = { ...rest, settings: { ...settings, followsPageLanguage } };
    app.services.embeds.store.put(snapshot, snapshotHash(snapshot));
    await app.services.embeds.store.settled();
  };

  test('is there in each language, and its script then loads no other', async () => {
    await follow(true);
    const own = await askFor('.js');
    expect(own.body).toContain('"de"');
    expect(own.body).toContain('lang\x02en');
    const german = await askFor('.de.js');
    expect(german.statusCode).toBe(200);
    expect(german.body).toContain('lang\x02de');
    expect(german.body).not.toContain('MutationObserver');
    expect((await askFor('.fr.html')).body).toContain('lang="fr"');
    expect((await askFor('.nl')).body).toContain('<html lang="nl">');
    expect((await askFor('.de.js')).body).toBe(german.body);
    for (const ending of ['.xx.js', '.de.de.js', '.de.exe', '.de.'])
      expect((await askFor(ending)).statusCode).toBe(404);
  });

  test('is in its own language once it no longer follows', async () => {
    await follow(false);
    const script = await askFor('.js');
    expect(script.body).not.toContain('MutationObserver');
    expect((await askFor('.de.js')).body).toBe(script.body);
  });
});
