/** Tests authors' pictures through the public address: what is shown, what is downloaded, and hostile input. */
import { readdir, utimes } from 'node:fs/promises';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { embedSettingsSchema } from '@kindling/contract/embed-settings';
import type { Embed, Snapshot } from '@kindling/contract/embeds';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inTenant } from '../../db/transaction.ts';
import { createSafeDownload } from '../../lib/safe-fetch.ts';
import { anyMode } from '../../testing/database.ts';
import { addReviews, type ConnectedListing, connectListings } from '../../testing/factories.ts';
import { aReview } from '../../testing/fake-connector.ts';
import { makePng, pngChunk } from '../../testing/png.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { avatarPath } from './avatar-address.ts';
import { createAvatars } from './avatars.ts';

const host = 'https://lh3.googleusercontent.com';
let platform: Server;
let answer: (path: string, response: ServerResponse) => void;
let requests: string[] = [];
let localServer: Server;
let localServerHits = 0;
let app: TestApp;
let user: TestUser;
let listing: ConnectedListing;
let embed: Embed;

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const asPicture = (response: ServerResponse, bytes: Buffer, type = 'image/png') =>
  response.writeHead(200, { 'content-type': type }).end(bytes);

beforeAll(async () => {
  localServer = createServer((_request, response) => {
    localServerHits += 1;
    response.end();
  });
  await listen(localServer);
  platform = createServer((request, response) => {
    requests.push(request.url ?? '');
    answer(request.url ?? '', response);
  });
  // The simulator serves the paths of the platform's picture hosts.
  app = await startTestApp(anyMode, {
    settings: { KINDLING_GOOGLE_SIMULATOR_URL: await listen(platform) },
  });
  user = await app.signIn('avatars@example.com');
  const { listings } = await connectListings(app, user);
  if (listings[0] === undefined) throw new Error('No listing');
  [listing] = listings as [ConnectedListing];
  const settings = embedSettingsSchema.parse({ photo: 'photo', limit: 300 });
  const created = await user.call('POST', '/embeds', { kind: 'widget', name: 'Faces', settings });
  ({ embed } = created.json as { embed: Embed });
  await user.call('POST', `/embeds/${embed.id}/publish`);
});
afterAll(async () => {
  await app.close();
  for (const server of [platform, localServer]) {
    server.closeAllConnections();
    server.close();
  }
});
beforeEach(() => {
  requests = [];
  localServerHits = 0;
  answer = (_path, response) => asPicture(response, makePng(128));
});

/** Stores a review with this picture and returns the public address of the picture; undefined if it has none. */
async function addressFor(externalId: string, authorPhotoUrl: string | null, more = {}) {
  await addReviews(app, user, listing, [aReview({ externalId, authorPhotoUrl, text: externalId, ...more })]);
  return published(externalId);
}

async function published(text: string): Promise<string | undefined> {
  await user.call('POST', `/embeds/${embed.id}/publish`);
  await app.services.embeds.store.settled();
  const { json } = await app.request({ method: 'GET', url: `/e/${embed.code}.json` });
  const photo = (json as Snapshot).reviews.find((review) => review.text === text)?.photo;
  return photo?.replace('http://kindling.test', '');
}

const change = (statement: ReturnType<typeof sql>) =>
  inTenant(app.services.db, user.accountId, (trx) => statement.execute(trx));
const get = (url = '') => app.web.inject({ url });
const files = () => readdir(path.join(app.dataFolder, 'avatars', user.accountId)).catch(() => []);

describe('an avatar', () => {
  test('is served from our host as a small WebP, is downloaded once, and is allowed by the CSP of the page', async () => {
    const address = await addressFor('one', `${host}/a-/one=s128`);
    expect(address).toMatch(/^\/a\/[a-z0-9]{10}\/[0-9a-f-]{36}-[\w-]{16}\.webp$/);
    const both = await Promise.all([get(address), get(address)]);
    both.push(await get(address));
    for (const { statusCode, headers, rawPayload } of both) {
      expect(statusCode).toBe(200);
      expect(headers).toMatchObject({
        'content-type': 'image/webp',
        'cache-control': 'public, max-age=86400',
        'cross-origin-resource-policy': 'cross-origin',
        'x-content-type-options': 'nosniff',
      });
      expect(headers['set-cookie']).toBeUndefined();
      expect(await sharp(rawPayload).metadata()).toMatchObject({ format: 'webp', width: 96, height: 96 });
    }
    expect(requests).toEqual(['/a-/one=s128']);
    const page = await get(`/e/${embed.code}`);
    expect(page.headers['content-security-policy']).toContain('; img-src http://kindling.test;');
    expect(page.body).toContain(`src="http://kindling.test${address}"`);
    expect(page.body).not.toContain('googleusercontent');
  });

  test('has no address for anonymous authors, for Places API reviews, and if the owner chose initials', async () => {
    const photo = `${host}/a-/nobody`;
    expect(await addressFor('anonymous', photo, { anonymous: true })).toBeUndefined();
    const attribution = { authorUrl: null, flagUrl: null, mapsUrl: null };
    expect(await addressFor('places', photo, { attribution })).toBeUndefined();
    const named = await addressFor('named', photo);
    for (const settings of [{ photo: 'initials' }, { photo: 'photo', author: 'hidden' }] as const) {
      await user.call('PUT', `/embeds/${embed.id}`, {
        name: 'Faces',
        settings: embedSettingsSchema.parse({ ...settings, limit: 300 }),
      });
      expect(await published('named')).toBeUndefined();
      expect((await get(`/e/${embed.code}`)).headers['content-security-policy']).not.toContain('img-src');
    }
    await user.call('PUT', `/embeds/${embed.id}`, {
      name: 'Faces',
      settings: embedSettingsSchema.parse({ photo: 'photo', limit: 300 }),
    });
    expect(await published('named')).toBe(named);
    // A forged address of the Places API review, whose id and picture somebody might know.
    const { rows } = await change(sql`select id from reviews where external_id = 'places'`);
    const { id } = rows[0] as { id: string };
    expect((await get(avatarPath(embed.code, id, photo))).statusCode).toBe(404);
    expect(requests).toEqual([]);
  });

  test('gets a new address when the author changes the picture; the old address is 404', async () => {
    const before = await addressFor('renewed', `${host}/a-/before`);
    const after = await addressFor('renewed', `${host}/a-/after`);
    expect(after).not.toBe(before);
    expect((await get(before)).statusCode).toBe(404);
    expect((await get(after)).statusCode).toBe(200);
  });

  test('is 404 for a short time after a failed download, which is not repeated at once', async () => {
    const address = await addressFor('missing', `${host}/a-/missing`);
    answer = (_path, response) => void response.writeHead(404).end();
    for (let count = 0; count < 2; count += 1) {
      const { statusCode, headers } = await get(address);
      expect(statusCode).toBe(404);
      expect(headers['cache-control']).toBe('public, max-age=300');
    }
    expect(requests).toHaveLength(1);
  });

  test.each([
    'x',
    '../../etc/passwd',
    '%2e%2e%2fsecret',
    '00000000-0000-4000-8000-000000000000-AAAAAAAAAAAAAAAA.webp',
  ])('any other address is 404: %s', async (file) => {
    for (const code of [embed.code, 'zzzzzzzzzz', '..'])
      expect((await get(`/a/${code}/${file}`)).statusCode).toBe(404);
    expect(requests).toEqual([]);
  });
});

describe('retention', () => {
  /** A second instance with its own clock and its own memory. */
  function secondInstance(options: { now?: () => number; maxBytes?: number } = {}) {
    const never = () => Promise.reject(new Error('Nothing is downloaded here'));
    return createAvatars({
      db: app.services.db,
      folder: path.join(app.dataFolder, 'avatars'),
      log: app.services.log,
      hosts: [],
      fetchFromInternet: never,
      fetchFromSimulator: never,
      ...options,
    });
  }

  test.each([
    ['hidden', sql`update reviews set hidden_at = now() where external_id = 'gone-hidden'`],
    ['removed', sql`update reviews set removed_at = now() where external_id = 'gone-removed'`],
    [
      'wiped',
      sql`update reviews set author_photo_url = null, wiped_at = now() where external_id = 'gone-wiped'`,
    ],
    ['deleted', sql`delete from reviews where external_id = 'gone-deleted'`],
  ] as const)('ends when the review is %s', async (how, statement) => {
    const address = (await addressFor(`gone-${how}`, `${host}/a-/gone-${how}`)) ?? '';
    expect((await get(address)).statusCode).toBe(200);
    const name = path.basename(address);
    expect(await files()).toContain(name);
    await change(statement);
    expect(await secondInstance().get(embed.code, name)).toBeNull();
    await secondInstance().sweep();
    expect(await files()).not.toContain(name);
  });

  test('lasts 28 days, then the picture is downloaded again', async () => {
    const address = (await addressFor('old', `${host}/a-/old`)) ?? '';
    await get(address);
    const file = path.join(app.dataFolder, 'avatars', user.accountId, path.basename(address));
    const day = 86_400_000;
    const almost = new Date(Date.now() - 27 * day);
    await utimes(file, almost, almost);
    expect((await get(address)).statusCode).toBe(200);
    expect(requests).toHaveLength(1);
    const over = new Date(Date.now() - 28 * day - 1000);
    await utimes(file, over, over);
    expect((await get(address)).statusCode).toBe(200);
    expect(requests).toHaveLength(2);
    await utimes(file, over, over);
    await secondInstance().sweep();
    expect(await files()).not.toContain(path.basename(address));
  });

  test('removes the oldest pictures first when space runs out', async () => {
    const names: string[] = [];
    for (const [index, name] of ['first', 'second', 'third'].entries()) {
      const address = (await addressFor(`room-${name}`, `${host}/a-/room-${name}`)) ?? '';
      await get(address);
      names.push(path.basename(address));
      const when = new Date(Date.now() - (10 - index) * 86_400_000);
      await utimes(path.join(app.dataFolder, 'avatars', user.accountId, path.basename(address)), when, when);
    }
    const before = await files();
    expect(before).toEqual(expect.arrayContaining(names));
    const one = (await get(`/a/${embed.code}/${names[2]}`)).rawPayload.length;
    await secondInstance({ maxBytes: (before.length - 1) * one }).sweep();
    const after = await files();
    expect(after).not.toContain(names[0]);
    expect(after).toContain(names[2]);
  });

  test('ends with the account', async () => {
    await get(await addressFor('account', `${host}/a-/account`));
    expect(await files()).not.toEqual([]);
    const step = app.services.users.erasureSteps.find(({ slice }) => slice === 'avatars');
    await step?.after?.(user.accountId, []);
    expect(await files()).toEqual([]);
  });
});

describe('hostile download URLs', () => {
  /** Every name resolves, so that only the rules prevent a connection. */
  const reached: string[] = [];
  const open = createSafeDownload({
    agent: 'tests',
    protocols: ['https:'],
    maxRedirects: 0,
    resolveName(name) {
      reached.push(name);
      return Promise.resolve([{ address: '127.0.0.1', family: 4 }]);
    },
  });

  test.each([
    'javascript:alert(1)',
    'file:///etc/passwd',
    'data:image/png;base64,AAAA',
    'http://169.254.169.254/latest/meta-data',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/a',
    'https://2130706433/a',
    'https://localhost/a',
    'http://lh3.googleusercontent.com/a',
    'https://lh3.googleusercontent.com:8443/a',
    'https://user:password@lh3.googleusercontent.com/a',
    'https://googleusercontent.com.evil.example/a',
    'https://evilgoogleusercontent.com/a',
    'https://evil.example/?https://lh3.googleusercontent.com/a',
    'https://evil.example#.googleusercontent.com',
    'not an address',
  ])('%s is never requested', async (url) => {
    reached.length = 0;
    // Written straight into the row, because connectors refuse all of them.
    const id = await storedWith(url);
    const avatars = withoutSimulator();
    expect(await avatars.get(embed.code, path.basename(avatarPath(embed.code, id, url)))).toBeNull();
    expect(reached).toEqual([]);
    expect(localServerHits).toBe(0);
  });

  test('a host of the platform that resolves to this machine is not connected to', async () => {
    reached.length = 0;
    const url = `https://lh3.googleusercontent.com:443/a-/rebound`;
    const id = await storedWith(url);
    expect(
      await withoutSimulator().get(embed.code, path.basename(avatarPath(embed.code, id, url))),
    ).toBeNull();
    expect(reached).toEqual(['lh3.googleusercontent.com']);
    expect(localServerHits).toBe(0);
  });

  function withoutSimulator() {
    return createAvatars({
      db: app.services.db,
      folder: path.join(app.dataFolder, 'internet'),
      log: app.services.log,
      hosts: [{ names: ['googleusercontent.com'], at: null }],
      fetchFromInternet: open,
      fetchFromSimulator: () => Promise.reject(new Error('No simulator here')),
    });
  }

  async function storedWith(url: string): Promise<string> {
    const review = aReview();
    await addReviews(app, user, listing, [review]);
    const { rows } = await change(
      sql`update reviews set author_photo_url = ${url} where external_id = ${review.externalId} returning id`,
    );
    return (rows[0] as { id: string }).id;
  }
});

describe('hostile pictures', () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  const refused: [string, (response: ServerResponse) => void][] = [
    [
      'a redirect to this machine',
      (response) => response.writeHead(302, { location: localServerAddress() }).end(),
    ],
    ['an SVG with a script', (response) => asPicture(response, svg, 'image/svg+xml')],
    ['an SVG that is declared as PNG', (response) => asPicture(response, svg)],
    ['an HTML page', (response) => asPicture(response, Buffer.from('<html>'), 'text/html')],
    ['a picture that is declared as HTML', (response) => asPicture(response, makePng(64), 'text/html')],
    ['an endless stream', endless],
    ['a truncated picture', (response) => asPicture(response, makePng(256).subarray(0, 200))],
    ['65,000 by 65,000 pixels', (response) => asPicture(response, claimingSize(65_000))],
    ['a decompression bomb of 6,000 by 6,000', (response) => asPicture(response, makePng(6_000))],
    ['an empty body', (response) => asPicture(response, Buffer.alloc(0))],
    ['noise after the first bytes of a JPEG', (response) => asPicture(response, noise(), 'image/jpeg')],
  ];

  test.each(refused)('%s is answered with 404, and the next picture works', async (name, reply) => {
    const key = encodeURIComponent(name);
    const bad = await addressFor(`bad ${key}`, `${host}/a-/${key}`);
    const good = await addressFor(`good ${key}`, `${host}/a-/good-${key}`);
    answer = (url, response) => {
      if (url.includes('/good-')) asPicture(response, makePng(64));
      else reply(response);
    };
    expect((await get(bad)).statusCode).toBe(404);
    expect((await get(good)).statusCode).toBe(200);
    expect(localServerHits).toBe(0);
  });

  test('only the pixels of a polyglot file are served', async () => {
    const secret = Buffer.from('<script>alert("hidden")</script>');
    const note = Buffer.concat([Buffer.from('Comment\0'), secret]);
    answer = (_path, response) =>
      asPicture(response, Buffer.concat([makePng(64, { extra: [pngChunk('tEXt', note)] }), secret]));
    const { statusCode, rawPayload } = await get(await addressFor('polyglot', `${host}/a-/polyglot`));
    expect(statusCode).toBe(200);
    expect(rawPayload.includes('script')).toBe(false);
    expect(await sharp(rawPayload).metadata()).toMatchObject({ width: 96, height: 96 });
  });

  function localServerAddress(): string {
    return `http://127.0.0.1:${(localServer.address() as AddressInfo).port}/`;
  }

  function endless(response: ServerResponse): void {
    response.writeHead(200, { 'content-type': 'image/png' });
    const chunk = Buffer.alloc(64_000);
    const more = () => {
      while (!response.destroyed && response.write(chunk));
      if (!response.destroyed) response.once('drain', more);
    };
    more();
  }

  /** A PNG whose header claims this side length, with the data of a small picture. */
  function claimingSize(side: number): Buffer {
    const small = makePng(8);
    const head = Buffer.alloc(13);
    head.writeUInt32BE(side, 0);
    head.writeUInt32BE(side, 4);
    head.writeUInt8(8, 8);
    return Buffer.concat([small.subarray(0, 8), pngChunk('IHDR', head), small.subarray(33)]);
  }

  function noise(): Buffer {
    return Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(5_000, 0x5a)]);
  }
});
