/** Tests that data of an earlier release works: from the database, from disk alone, and with the next refresh. */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Embed } from '@kindling/contract/embeds';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../db/client.ts';
import { inTenant } from '../../db/transaction.ts';
import { createLog } from '../../lib/log.ts';
import { makeFolder } from '../../lib/make-folder.ts';
import { anyMode } from '../../testing/database.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { refreshEmbeds } from '../embeds/publish.ts';
import { snapshotHash } from './snapshot-hash.ts';
import { createEmbedStore } from './store.ts';

/** As the first release wrote them; never update these. */
const oldSettings = {
  version: 1,
  layout: 'list',
  sources: [],
  locationIds: [],
  minimumRating: 4,
  withTextOnly: false,
  order: 'newest',
  limit: 12,
  showHeader: true,
  showReplies: true,
  author: 'full',
  date: 'absolute',
  clampLines: 5,
  language: 'de',
  theme: 'light',
  accent: '#3B82EC',
  stars: '#F5A623',
  radius: 12,
  font: 'site',
  textSize: 15,
};
const oldSnapshot = (code: string) => ({
  version: 1,
  code,
  settings: oldSettings,
  businessName: 'Linden Bakery',
  figures: [
    {
      source: 'google',
      average: 4.6,
      count: 57,
      recommended: 0,
      notRecommended: 0,
      url: 'https://maps.example/1',
    },
  ],
  reviews: [
    {
      id: '019e0000-0000-7000-8000-000000000001',
      source: 'google',
      authorName: 'Ana',
      rating: 5,
      recommendation: null,
      text: 'Bread of the first release',
      writtenAt: '2026-11-01T10:00:00.000Z',
      reply: null,
      permalink: null,
    },
  ],
  disclosure: {
    shown: 1,
    total: 57,
    omitted: [{ reason: 'rating', count: 56 }],
    minimumRating: 4,
  },
  brand: { name: 'Kindling', url: 'https://kindling.example' },
});

let app: TestApp;
let user: TestUser;
let embed: Embed;

beforeAll(async () => {
  app = await startTestApp(anyMode);
  user = await app.signIn('old@example.com');
  const created = await user.call('POST', '/embeds', { kind: 'widget', name: 'Old' });
  ({ embed } = created.json as { embed: Embed });
  const old = oldSnapshot(embed.code);
  await inTenant(app.services.db, user.accountId, async (trx) => {
    const settings = JSON.stringify(oldSettings);
    await sql`update embeds set draft = ${settings}, published = ${settings}, published_at = now()`.execute(
      trx,
    );
    await sql`insert into snapshots (account_id, embed_id, code, content, hash)
      values (${user.accountId}, ${embed.id}, ${embed.code}, ${JSON.stringify(old)}, ${snapshotHash(old)})`.execute(
      trx,
    );
  });
});
afterAll(() => app.close());

/** A store whose database is down. */
function storeWithoutDatabase(folder: string) {
  return createEmbedStore({
    db: { pool: { connect: () => Promise.reject(new Error('away')) } as unknown as Database['pool'] },
    folder,
    clientScripts: { embed: '', paged: '', moving: '', opening: '', searching: '', arriving: '' },
    frameScript: '',
    pageScripts: { pageLanguage: '', pageEvents: '' },
    log: createLog('silent'),
  });
}

test('a snapshot in the database is served in all formats, and its embed opens in the editor', async () => {
  for (const form of ['', '.js', '.json'])
    expect
      .soft((await app.request({ method: 'GET', url: `/e/${embed.code}${form}` })).text, form)
      .toContain('Bread of the first release');
  const read = (await user.call('GET', `/embeds/${embed.id}`)).json as { embed: Embed };
  expect(read.embed).toMatchObject({
    changed: false,
    settings: { ...oldSettings, photo: 'initials', includeWords: [] },
  });
});

test('its copy on disk, of the earlier release or of this one, is served without the database', async () => {
  const folder = path.join(app.dataFolder, 'snapshots');
  await app.services.embeds.store.settled();
  const file = path.join(folder, `${embed.code}.json`);
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ hash: expect.any(String) });
  expect((await storeWithoutDatabase(folder).get(embed.code))?.json.body.toString()).toContain(
    'first release',
  );

  const earlier = path.join(app.dataFolder, 'earlier');
  makeFolder(earlier);
  const snapshot = oldSnapshot(embed.code);
  const copy = path.join(earlier, `${embed.code}.json`);
  await writeFile(copy, JSON.stringify({ hash: snapshotHash(snapshot), snapshot }));
  expect((await storeWithoutDatabase(earlier).get(embed.code))?.json.body.toString()).toContain(
    'first release',
  );
  await writeFile(
    copy,
    JSON.stringify({ hash: snapshotHash(snapshot), snapshot: { ...snapshot, code: 'x' } }),
  );
  await expect(storeWithoutDatabase(earlier).get(embed.code)).rejects.toThrow();
});

test('the next refresh makes a snapshot of this release from the old settings', async () => {
  await refreshEmbeds(app.services.embeds, user.accountId);
  await app.services.embeds.store.settled();
  const { json } = await app.request({ method: 'GET', url: `/e/${embed.code}.json` });
  expect(json).toMatchObject({ reviews: [], disclosure: { minimumRating: 4 } });
});
