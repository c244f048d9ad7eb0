/** Tests that a day without a time stays the same from the import to the embed in every time zone. */
import { embedSettingsSchema } from '@kindling/contract/embed-settings';
import type { Review } from '@kindling/contract/reviews';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTenant } from '../../db/transaction.ts';
import { featureModes } from '../../testing/database.ts';
import { importFile, listReviews } from '../../testing/import-files.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { recountDays } from '../reviews/recount.ts';
import { makeSnapshot } from './snapshot.ts';

/** Time zones from UTC−12 to UTC+14, with and without daylight saving time. */
const zones = [
  'Etc/GMT+12',
  'America/New_York',
  'UTC',
  'Pacific/Auckland',
  'Pacific/Tongatapu',
  'Pacific/Apia',
  'Pacific/Kiritimati',
];
const day = '2026-01-31';
const signal = new AbortController().signal;

describe.each(featureModes)('days of imported files, %s', (mode) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(mode);
  });
  afterAll(() => app.close());

  const live = async (user: TestUser, zone: string) => {
    await inTenant(app.services.db, user.accountId, (trx) =>
      trx.updateTable('accounts').set({ time_zone: zone }).where('id', '=', user.accountId).execute(),
    );
    const toItsEnd = { maxMs: Number.POSITIVE_INFINITY };
    await recountDays(app.services.reviews, user.accountId, signal, toItsEnd);
  };
  const listed = async (user: TestUser, from: string, to: string) =>
    ((await user.call('GET', `/reviews?from=${from}&to=${to}&limit=100`)).json as { items: Review[] }).items;
  const counted = (user: TestUser) =>
    inTenant(app.services.db, user.accountId, async (trx) => {
      const { rows } = await sql<{ day: string; total: number }>`
        select day, sum(total)::int as total from review_days group by day having sum(total) <> 0`.execute(
        trx,
      );
      return rows;
    });
  const shown = (user: TestUser) =>
    inTenant(app.services.db, user.accountId, async (trx) => {
      const settings = embedSettingsSchema.parse({});
      const embed = { code: 'abcdefghij', settings };
      const { reviews } = await makeSnapshot(trx, user.accountId, embed, { name: 'K', url: 'https://k' });
      return reviews.map(({ writtenAt }) => writtenAt.slice(0, 10));
    });

  test('list, filter, chart and embed show the same day, in whatever zone the account is at the import and later', async () => {
    const user = await app.signIn('days@example.com');
    for (const [number, zone] of zones.entries()) {
      await live(user, zone);
      await importFile(app, user, `author,rating,text,date\nAna ${number},5,Good,${day}\n`);
    }
    const all = zones.map(() => day);
    for (const zone of zones) {
      await live(user, zone);
      const items = await listed(user, day, day);
      expect(
        items.map(({ writtenDay }) => writtenDay),
        zone,
      ).toEqual(all);
      expect(await listed(user, '2026-02-01', '2026-02-03'), zone).toEqual([]);
      expect(await counted(user), zone).toEqual([{ day, total: all.length }]);
      expect(await shown(user), zone).toEqual(all);
    }
  });

  test('a relative or a given day is the same in every zone, a time is not', async () => {
    const user = await app.signIn('relative@example.com');
    await live(user, 'Pacific/Kiritimati');
    await importFile(app, user, 'author,rating,text,date\nAna,5,Good,3 days ago\n', { asOf: '2026-02-03' });
    await importFile(app, user, 'author,rating,text\nBo,4,Fine\n', { oneDate: day });
    await importFile(app, user, `author,rating,text,date\nCy,3,So so,${day}T23:30:00Z\n`);
    await live(user, 'Etc/GMT+12');
    const days = (await listReviews(user)).map(({ authorName, writtenDay }) => [authorName, writtenDay]);
    expect(Object.fromEntries(days)).toEqual({ Ana: day, Bo: day, Cy: null });
    expect(await counted(user)).toEqual([{ day, total: 3 }]);
    await live(user, 'Pacific/Kiritimati');
    expect(await listed(user, day, day)).toHaveLength(2);
    expect(await listed(user, '2026-02-01', '2026-02-01')).toMatchObject([{ authorName: 'Cy' }]);
  });

  test('importing the same file again after a change of the zone changes nothing', async () => {
    const user = await app.signIn('again@example.com');
    const file = `id,author,rating,text,date,reply,reply date\n7,Ana,5,Good,${day},Thanks,2026-02-02\n`;
    for (const zone of ['Pacific/Kiritimati', 'Etc/GMT+12', 'UTC']) {
      await live(user, zone);
      const { added, changed } = await importFile(app, user, file);
      expect([added, changed], zone).toEqual([zone === 'Pacific/Kiritimati' ? 1 : 0, 0]);
    }
  });
});
