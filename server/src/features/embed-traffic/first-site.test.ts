import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../db/client.ts';
import { inSystem, inTenant } from '../../db/transaction.ts';
import { featureModes } from '../../testing/database.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { createEmbed } from '../embeds/embeds.ts';
import { publishEmbed } from '../embeds/publish.ts';
import { getEmbedProgress, recordFirstSite } from '../embeds/queries.ts';
import { createFirstSiteRecorder, type FirstSiteRecorder } from './first-site.ts';

/** As app.ts passes it. */
const saveIn = (db: Pick<Database, 'pool'>) => (code: string, site: string) =>
  inSystem(db, (trx) => recordFirstSite(trx, code, site));

describe.each(featureModes)('the first site of an embed, %s', (mode) => {
  let app: TestApp;
  let user: TestUser;
  let code: string;
  let firstSites: FirstSiteRecorder;
  let number = 0;
  beforeAll(async () => {
    app = await startTestApp(mode);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    number += 1;
    user = await app.signIn(`seen-${number}@example.com`);
    const { embeds, log } = app.services;
    const embed = await createEmbed(embeds, user, { kind: 'widget', name: 'Home page' });
    await publishEmbed(embeds, user, embed.id);
    code = embed.code;
    firstSites = createFirstSiteRecorder({
      save: saveIn(app.services.db),
      publicUrl: 'https://kindling.example',
      log,
    });
  });

  const progress = () =>
    inTenant(app.services.db, user.accountId, (trx) => getEmbedProgress(trx, user.accountId));

  test('is recorded once, and the next page changes nothing', async () => {
    expect(await progress()).toEqual({ count: 1, published: 1, firstLoad: null });
    firstSites.record(code, 'https://shop.example/about?visitor=secret#x');
    firstSites.record(code, 'https://later.example/');
    await firstSites.settled();
    const firstLoad = { site: 'https://shop.example', at: expect.any(Date) };
    expect(await progress()).toEqual({ count: 1, published: 1, firstLoad });
    // Another process does not know that a site was recorded.
    const { log } = app.services;
    const other = createFirstSiteRecorder({
      save: saveIn(app.services.db),
      publicUrl: 'https://kindling.example',
      log,
    });
    other.record(code, 'https://later.example/');
    await other.settled();
    expect((await progress()).firstLoad?.site).toBe('https://shop.example');
  });

  test('is retried a minute after a failure of the database, not with every view', async () => {
    let connections = 0;
    let at = 0;
    const { db, log } = app.services;
    let works = false;
    const pool = new Proxy(db.pool, {
      get(target, key) {
        if (key !== 'connect') return Reflect.get(target, key);
        connections += 1;
        return works ? target.connect.bind(target) : () => Promise.reject(new Error('away'));
      },
    });
    const away = createFirstSiteRecorder({
      save: saveIn({ pool }),
      publicUrl: 'https://kindling.example',
      log,
      now: () => at,
    });
    const view = async () => {
      away.record(code, 'https://shop.example/');
      await away.settled();
    };
    for (let count = 0; count < 5; count += 1) await view();
    expect(connections).toBe(1);
    works = true;
    at = 60_000;
    await view();
    expect((await progress()).firstLoad?.site).toBe('https://shop.example');
  });

  test.each([
    undefined,
    '',
    'about:client',
    'file:///home/mara/page.html',
    'javascript:alert(1)',
    'https://kindling.example/widgets',
    `https://long.example/${'x'.repeat(3_000)}`,
  ])('ignores the referer %j', async (referer) => {
    firstSites.record(code, referer);
    await firstSites.settled();
    expect((await progress()).firstLoad).toBeNull();
  });
});
