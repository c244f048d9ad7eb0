/** Exports of reviews through the API, on the database. */

import { languages } from '@kindling/contract/constants';
import type { OwnReview } from '@kindling/contract/reviews';
import { exportFileTexts } from '@kindling/locales/export-file.ts';
import readXlsxFile from 'read-excel-file/universal';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTenant } from '../../db/transaction.ts';
import { newId } from '../../lib/ids.ts';
import { featureModes } from '../../testing/database.ts';
import { beginExport, download, exportedBytes, exportStatus } from '../../testing/exported-files.ts';
import { addReviews, type ConnectedListing, connectListings, markReviews } from '../../testing/factories.ts';
import { aPlatformListing, aReview } from '../../testing/fake-connector.ts';
import { readCsv } from '../../testing/read-csv.ts';
import { addTeamMember } from '../../testing/team-fixture.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { reviewColumns } from './review-values.ts';

const hostile = '=HYPERLINK("http://evil.example","x")\nand "more", too';

describe.each(featureModes)('exports of reviews, %s', (mode) => {
  let app: TestApp;
  let user: TestUser;
  let listings: ConnectedListing[];
  let tagId: string;

  beforeAll(async () => {
    app = await startTestApp(mode);
    user = await app.signIn('owner@example.com');
    app.platforms.google.listings = [aPlatformListing('one'), aPlatformListing('two')];
    const google = await connectListings(app, user, 'google');
    const facebook = await connectListings(app, user, 'facebook');
    listings = [...google.listings, ...facebook.listings];
    for (const [index, listing] of listings.entries())
      await addReviews(
        app,
        user,
        listing,
        Array.from({ length: 30 }, (_, number) =>
          aReview({
            externalId: `${listing.externalId}-${listing.platform}-${number}`,
            authorName: number % 7 === 0 ? null : `Author ${number}`,
            text: number === 3 ? hostile : number % 4 === 0 ? null : `Text ${number} ж`,
            rating: listing.platform === 'google' ? 1 + (number % 5) : null,
            recommendation: listing.platform === 'google' ? null : number % 2 === 0 ? 'positive' : 'negative',
            writtenAt: new Date(Date.UTC(2026, index, 1 + number, 12)),
            reply:
              number % 3 === 0
                ? { text: `Reply ${number}`, at: null, state: 'published', reason: null }
                : null,
          }),
        ),
      );
    const [first] = google.listings;
    if (first === undefined) throw new Error('No listing');
    await markReviews(app, user, [`${first.externalId}-google-5`], 'removed_at');
    tagId = newId();
    await inTenant(app.services.db, user.accountId, async (trx) => {
      await trx
        .insertInto('tags')
        .values({
          account_id: user.accountId,
          id: tagId,
          name: 'Service',
          name_key: 'service',
          color: 'blue',
        })
        .execute();
      await trx
        .updateTable('reviews')
        .set({
          tag_ids: [tagId, newId()],
          language: 'en',
          assignee_id: user.userId,
          pinned_at: new Date('2026-11-01T00:00:00Z'),
          pin_reason: 'Kind words',
        })
        .where('external_id', 'like', '%-9')
        .execute();
    });
  });
  afterAll(() => app.close());

  const listAll = async (filter: Record<string, unknown>, caller: Pick<TestUser, 'call'> = user) => {
    const all: OwnReview[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const query = new URLSearchParams({ limit: '100', ...(cursor === '' ? {} : { cursor }) });
      for (const [key, value] of Object.entries(filter)) query.set(key, String(value));
      const answer = await caller.call('GET', `/reviews?${query}`);
      expect(answer.status, answer.text).toBe(200);
      const page = answer.json as { items: OwnReview[]; nextCursor: string | null };
      all.push(...page.items);
      cursor = page.nextCursor;
    }
    return all;
  };

  test('the export of each filter has the reviews of the list in its order', async () => {
    const [listing] = listings;
    const filters: Record<string, unknown>[] = [
      {},
      { rating: 4 },
      { rating: 2, ratingMode: 'only' },
      { rating: 3, ratingMode: 'down' },
      { source: 'facebook' },
      { locationId: listing?.locationId },
      { answered: true },
      { answered: false },
      { withText: true },
      { withText: false },
      { removed: true },
      { hidden: false },
      { tagId },
      { language: 'en' },
      { assigneeId: user.userId },
      { assigneeId: 'none' },
      { recommendation: 'negative' },
      { pinned: true },
      { search: 'text 1' },
      { from: '2026-01-10', to: '2026-02-03' },
      { search: 'nothing of this kind' },
    ];
    for (const filter of filters) {
      const listed = await listAll(filter);
      const rows = JSON.parse((await exportedBytes(app, user, { format: 'json', filter })).toString()) as {
        id: string;
      }[];
      expect(
        rows.map(({ id }) => id),
        JSON.stringify(filter),
      ).toEqual(listed.map(({ id }) => id));
      const table = readCsv(await exportedBytes(app, user, { filter }));
      expect(
        table.map((row) => row['Review ID']),
        JSON.stringify(filter),
      ).toEqual(listed.map(({ id }) => id));
    }
    const newest = await listAll({});
    const oldest = JSON.parse(
      (await exportedBytes(app, user, { format: 'json', sort: 'oldest' })).toString(),
    ) as { id: string }[];
    expect(oldest.map(({ id }) => id)).toEqual(newest.map(({ id }) => id).reverse());
  });

  test('a selection is exported, as far as it matches the filter and is the account’s own', async () => {
    const [first, second] = await listAll({});
    if (first === undefined || second === undefined) throw new Error('Two reviews were expected');
    const rows = readCsv(await exportedBytes(app, user, { ids: [second.id, newId(), first.id] }));
    expect(rows.map((row) => row['Review ID'])).toEqual([first.id, second.id]);
  });

  test('every column has what the app shows', async () => {
    const [review] = await listAll({ tagId, source: 'google' });
    const [row] = readCsv(await exportedBytes(app, user, { ids: [review?.id ?? ''] }));
    expect(row).toEqual({
      Source: 'Google',
      Business: 'Place one',
      Location: review?.locationName,
      Author: 'Author 9',
      Rating: '5',
      Recommendation: '',
      Text: 'Text 9 ж',
      Language: 'en',
      Translation: '',
      'Written at': review?.writtenAt,
      Day: review?.writtenAt.slice(0, 10),
      'Edited at': '',
      Reply: 'Reply 9',
      'Reply date': '',
      'State of the reply': 'Replied',
      // The other tag of the review is being deleted.
      Tags: 'Service',
      'Hidden since': '',
      'Reason for hiding': '',
      'Pinned since': '2026-11-01T00:00:00.000Z',
      'Reason for pinning': 'Kind words',
      'Assigned to': 'owner',
      Link: review?.permalink ?? '',
      'No longer shown since': '',
      'Review ID': review?.id,
    });
    const [facebook] = readCsv(
      await exportedBytes(app, user, { language: 'de', filter: { recommendation: 'negative' } }),
    );
    expect(facebook).toMatchObject({ Empfehlung: 'Nicht empfohlen', Sterne: '' });
  });

  test('the headings are in the language of the person, and no text is run as a formula', async () => {
    for (const language of languages) {
      const text = (await exportedBytes(app, user, { language })).toString();
      expect(text.startsWith('\ufeff')).toBe(true);
      const { heading } = exportFileTexts[language];
      expect(text.slice(1, text.indexOf('\r\n')).split(',')).toEqual(
        reviewColumns.map((column) => heading[column]),
      );
    }
    const rows = readCsv(await exportedBytes(app, user));
    expect(rows.filter(({ Text }) => Text === `'${hostile}`)).toHaveLength(listings.length);
    for (const row of rows)
      for (const value of Object.values(row)) expect.soft(value).not.toMatch(/^\s*[=+\-@]/);
  });

  test('a spreadsheet has the same rows, numbers as numbers, days as days and texts as texts', async () => {
    const book = await readXlsxFile(
      new Uint8Array(await exportedBytes(app, user, { format: 'xlsx' })).buffer as ArrayBuffer,
    );
    expect(book.map(({ sheet }) => sheet)).toEqual(['Reviews']);
    const [head, ...rows] = (book[0]?.data ?? []) as unknown[][];
    const table = readCsv(await exportedBytes(app, user));
    expect(rows).toHaveLength(table.length);
    const at = (row: unknown[], name: string) => row[head?.indexOf(name) ?? -1];
    for (const [index, row] of rows.entries()) {
      expect.soft(at(row, 'Review ID')).toBe(table[index]?.['Review ID']);
      expect.soft(at(row, 'Text') ?? '').toBe(table[index]?.Text?.replace(/^'/, ''));
      expect.soft(at(row, 'Rating') ?? null).toBe(table[index]?.Rating ? Number(table[index]?.Rating) : null);
      expect.soft((at(row, 'Day') as Date).toISOString().slice(0, 10)).toBe(table[index]?.Day);
    }
  });

  test('an address works once, needs no token, and its file may not be cached or shown', async () => {
    const { address, export: begun } = await beginExport(user);
    expect(begun).toMatchObject({ state: 'waiting', rows: 0, bytes: 0, leftOut: 0 });
    const file = await download(app, address);
    expect(file).toMatchObject({ status: 200 });
    expect(file.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    });
    expect(file.headers['content-disposition']).toMatch(
      /^attachment; filename="reviews-\d{4}-\d\d-\d\d\.csv"$/,
    );
    expect(await exportStatus(user, begun.id)).toMatchObject({
      state: 'done',
      rows: (await listAll({})).length,
      bytes: file.bytes.length,
    });
    expect((await download(app, address)).status).toBe(404);
    expect((await download(app, `${address.slice(0, -1)}_`)).status).toBe(404);
    const head = await app.request({ method: 'HEAD', url: (await beginExport(user)).address });
    expect(head.status).toBe(404);
  });

  test('an address that is too old, of a former member or of a blocked person gives nothing', async () => {
    const change = (set: Record<string, unknown>, id: string) =>
      inTenant(app.services.db, user.accountId, (trx) =>
        trx.updateTable('review_exports').set(set).where('id', '=', id).execute(),
      );
    const old = await beginExport(user);
    await change({ created_at: new Date(Date.now() - 61_000) }, old.export.id);
    expect((await download(app, old.address)).status).toBe(404);
    expect((await exportStatus(user, old.export.id)).state).toBe('canceled');

    const manager = await addTeamMember(app, user, 'leaving@example.com', {
      role: 'manager',
      locationIds: null,
    });
    const begun = await beginExport(manager);
    expect((await user.call('DELETE', `/team/members/${manager.userId}`)).status).toBe(200);
    expect((await download(app, begun.address)).status).toBe(404);
  });

  test('a limited member exports their locations only; others may not export at all', async () => {
    const [listing] = listings;
    const locationIds = [listing?.locationId ?? ''];
    const limited = await addTeamMember(app, user, 'limited@example.com', { role: 'manager', locationIds });
    const listed = await listAll({}, limited);
    expect(listed.length).toBeGreaterThan(0);
    const rows = readCsv(await exportedBytes(app, limited));
    expect(rows.map((row) => row['Review ID'])).toEqual(listed.map(({ id }) => id));
    const all = await listAll({});
    expect(rows.length).toBeLessThan(all.length);
    const named = readCsv(await exportedBytes(app, limited, { ids: all.slice(0, 100).map(({ id }) => id) }));
    expect(named.every((row) => listed.some(({ id }) => id === row['Review ID']))).toBe(true);
    // Nor do ids of another account bring anything.
    const stranger = await app.signIn('stranger@example.com');
    expect(readCsv(await exportedBytes(app, stranger, { ids: [all[0]?.id ?? ''] }))).toEqual([]);
    for (const role of ['responder', 'viewer'] as const) {
      const member = await addTeamMember(app, user, `${role}@example.com`, { role, locationIds: null });
      const refused = await member.call('POST', '/reviews/exports', { format: 'csv', language: 'en' });
      expect(refused.json).toMatchObject({ status: 403, code: 'role-forbids' });
    }
    // Nobody follows or cancels what another member exports.
    const { export: own } = await beginExport(user);
    expect((await limited.call('GET', `/reviews/exports/${own.id}`)).status).toBe(404);
    expect((await limited.call('DELETE', `/reviews/exports/${own.id}`)).status).toBe(404);
  });

  test('a person runs one export, an account a few; a dead one counts no more', async () => {
    const setRunning = (ids: string[], aliveAt: Date) =>
      inTenant(app.services.db, user.accountId, (trx) =>
        trx
          .updateTable('review_exports')
          .set({ state: 'running', ticket_hash: null, alive_at: aliveAt })
          .where('id', 'in', ids)
          .execute(),
      );
    const first = await beginExport(user);
    // What was begun and not downloaded makes room.
    const second = await beginExport(user);
    expect((await download(app, first.address)).status).toBe(404);
    await setRunning([second.export.id], new Date());
    const refused = await user.call('POST', '/reviews/exports', { format: 'csv', language: 'en' });
    expect(refused.json).toMatchObject({ status: 409, code: 'conflict' });
    const running = [second.export.id];
    for (const number of [1, 2]) {
      const member = await addTeamMember(app, user, `busy-${number}@example.com`, {
        role: 'manager',
        locationIds: null,
      });
      running.push((await beginExport(member)).export.id);
    }
    const third = await addTeamMember(app, user, 'busy-3@example.com', {
      role: 'manager',
      locationIds: null,
    });
    await setRunning(running, new Date());
    const full = await third.call('POST', '/reviews/exports', { format: 'csv', language: 'en' });
    expect(full.json).toMatchObject({ status: 429, code: 'rate-limited', retryAfter: 60 });
    await setRunning(running, new Date(Date.now() - 121_000));
    expect((await exportStatus(user, second.export.id)).state).toBe('failed');
    await beginExport(third);
    await beginExport(user);
  });

  test('what may not be saved is left out and counted; the trail says who exported', async () => {
    const [open] = listings.filter(({ platform }) => platform === 'facebook');
    if (open === undefined) throw new Error('No listing');
    const setConnector = (connector: string) =>
      inTenant(app.services.db, user.accountId, (trx) =>
        trx.updateTable('connections').set({ connector }).where('id', '=', open.connectionId).execute(),
      );
    await setConnector('google-places');
    try {
      const begun = await beginExport(user, { format: 'json' });
      const all = await listAll({});
      const kept = all.filter(({ source }) => source !== 'facebook');
      expect(begun.export.leftOut).toBe(all.length - kept.length);
      const rows = JSON.parse((await download(app, begun.address)).text) as { id: string }[];
      expect(rows.map(({ id }) => id)).toEqual(kept.map(({ id }) => id));
    } finally {
      await setConnector('facebook');
    }
    const exportedEntries = () =>
      inTenant(app.services.db, user.accountId, (trx) =>
        trx
          .selectFrom('audit_entries')
          .select(['user_id', 'details'])
          .where('action', '=', 'review.exported')
          .orderBy('id', 'desc')
          .execute(),
      );
    const entries = await exportedEntries();
    expect(entries[0]).toEqual({ user_id: user.userId, details: { format: 'json' } });
    // An address that nobody uses leaves no entry.
    for (let times = 0; times < 3; times += 1) await beginExport(user, { format: 'csv' });
    expect(await exportedEntries()).toEqual(entries);
  });

  test('filters that are not valid are refused before the download', async () => {
    for (const body of [
      { format: 'pdf', language: 'en' },
      { format: 'csv', language: 'en', filter: { from: '0000-01-01' } },
      { format: 'csv', language: 'en', filter: { unknown: 1 } },
      { format: 'csv', language: 'en', ids: [] },
      { format: 'csv', language: 'en', ids: Array.from({ length: 501 }, newId) },
    ])
      expect((await user.call('POST', '/reviews/exports', body)).json).toMatchObject({
        code: 'invalid-input',
      });
  });
});
