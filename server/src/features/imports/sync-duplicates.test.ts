/** The same review from a file and from a sync, in both orders, and the same file in several parts. */
import { embedSettingsSchema } from '@kindling/contract/embed-settings';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inTenant } from '../../db/transaction.ts';
import { newId } from '../../lib/ids.ts';
import { featureModes } from '../../testing/database.ts';
import { deliverAllEvents, storedEvents } from '../../testing/deliver-events.ts';
import { type ConnectedListing, connectListings, signInWithPlace } from '../../testing/factories.ts';
import { aReview } from '../../testing/fake-connector.ts';
import {
  importFile,
  listReviews,
  publishImport,
  runDryRun,
  uploadAndRead,
} from '../../testing/import-files.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { runSync } from '../sync/run-sync.ts';
import { dropDuplicates, handleStoredReviews } from './jobs.ts';

const signal = new AbortController().signal;
let people = 0;

describe.each(featureModes)('files and syncs, %s', (mode) => {
  let app: TestApp;
  let user: TestUser;
  let place: string;
  beforeAll(async () => {
    app = await startTestApp(mode);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    people += 1;
    ({ user, place } = await signInWithPlace(app, people));
  });

  const item = (id: string, changes: object = {}) => ({
    reviewer: { displayName: `Guest ${id}` },
    starRating: 'FOUR',
    comment: `Words of ${id}`,
    createTime: '2025-05-01T10:00:00Z',
    name: `accounts/1/locations/${place}/reviews/${id}`,
    ...changes,
  });
  const synced = (id: string, changes: object = {}) =>
    aReview({
      externalId: `${place}/${id}`,
      authorName: `Guest ${id}`,
      rating: 4,
      text: `Words of ${id}`,
      writtenAt: new Date('2025-05-01T10:00:00Z'),
      ...changes,
    });
  async function importArchive(...items: object[]) {
    const found = await uploadAndRead(app, user, [
      { name: 'reviews.json', bytes: JSON.stringify({ reviews: items }) },
    ]);
    expect(found).toMatchObject({ kind: 'archive', settings: { source: 'google' } });
    await runDryRun(app, user, found);
    return publishImport(app, user, found.id);
  }
  async function connectAndSync(...reviews: ReturnType<typeof aReview>[]): Promise<ConnectedListing> {
    app.platforms.google.reviews.set(place, reviews);
    const { listings } = await connectListings(app, user);
    const [listing] = listings;
    if (listing === undefined) throw new Error('No listing');
    await runSync(app.services.sync, user.accountId, listing.id, 'first', signal);
    return listing;
  }
  const ask = async <T>(...call: Parameters<TestUser['call']>) => (await user.call(...call)).json as T;
  const mark = (author: string) =>
    inTenant(app.services.db, user.accountId, (trx) =>
      trx
        .updateTable('reviews')
        .set({ pinned_at: new Date('2026-01-01T00:00:00Z') })
        .where('author_name', '=', author)
        .execute(),
    );
  const pinned = async () =>
    (
      await inTenant(app.services.db, user.accountId, (trx) =>
        trx.selectFrom('reviews').select('author_name').where('pinned_at', 'is not', null).execute(),
      )
    ).map((row) => row.author_name);
  const sumsAgree = async () => {
    const { rows } = await inTenant(app.services.db, user.accountId, (trx) =>
      sql<{ days: number; reviews: number }>`
        select (select coalesce(sum(total), 0)::int from review_days) as days,
               (select count(*)::int from reviews where removed_at is null) as reviews`.execute(trx),
    );
    return rows[0]?.days === rows[0]?.reviews;
  };

  test('archive before sync: the version of the sync wins, our marks stay, and undo keeps the review', async () => {
    const first = await importArchive(item('a'), item('b'));
    expect(first).toMatchObject({ state: 'finished', added: 2 });
    await mark('Guest a');
    const listing = await connectAndSync(synced('a', { text: 'As the platform has it' }), synced('c'));
    const reviews = await listReviews(user);
    expect(reviews.map((review) => [review.authorName, review.text, review.listingId]).sort()).toEqual([
      ['Guest a', 'As the platform has it', listing.id],
      ['Guest b', 'Words of b', null],
      ['Guest c', 'Words of c', listing.id],
    ]);
    expect(await pinned()).toEqual(['Guest a']);
    expect(await sumsAgree()).toBe(true);
    await user.call('POST', `/imports/${first.id}/undo`);
    const { runImport } = await import('./run-import.ts');
    await runImport(app.services.imports, user.accountId, first.id, signal);
    expect((await listReviews(user)).map((review) => review.authorName).sort()).toEqual([
      'Guest a',
      'Guest c',
    ]);
    expect(await sumsAgree()).toBe(true);
  });

  test('sync before archive: existing reviews stay unchanged, the others are added to their location', async () => {
    const listing = await connectAndSync(synced('a', { text: 'As the platform has it' }));
    const again = await importArchive(item('a', { comment: 'Older words' }), item('b'));
    expect(again).toMatchObject({ added: 1, unchanged: 1, changed: 0, locationId: listing.locationId });
    const reviews = await listReviews(user);
    expect(reviews.map((review) => review.text).sort()).toEqual(['As the platform has it', 'Words of b']);
    expect(await importArchive(item('a'), item('b'))).toMatchObject({ added: 0, unchanged: 2 });
  });

  test('a repeated item is one review; a newer version changes it, an older one does not', async () => {
    const edited = item('a', { comment: 'Second thoughts', updateTime: '2025-06-01T10:00:00Z' });
    expect(await importArchive(item('a'), item('a'))).toMatchObject({ added: 1, unchanged: 1 });
    expect(await importArchive(edited)).toMatchObject({ added: 0, changed: 1 });
    expect(await importArchive(item('a'))).toMatchObject({ changed: 0, unchanged: 1 });
    expect((await listReviews(user)).map((review) => review.text)).toEqual(['Second thoughts']);
  });

  test('table without ids: rows that match a synced review by author, day, rating and text are not added', async () => {
    const listing = await connectAndSync(synced('a'), synced('b', { text: null }));
    const table = [
      'author,rating,text,date',
      'guest A,4,Words  of a,2025-05-02',
      'Guest b,4,,2025-05-01',
      'Guest a,4,Words of a,2025-05-09',
      'Guest a,3,Words of a,2025-05-01',
      'Guest c,4,Words of a,2025-05-01',
    ].join('\n');
    const changes = { locationId: listing.locationId, dateOrder: 'dmy' } as const;
    expect(await importFile(app, user, table, { ...changes, source: 'google' })).toMatchObject({
      unchanged: 2,
      added: 3,
    });
    expect(await importFile(app, user, table, { ...changes, source: 'facebook' })).toMatchObject({
      added: 5,
    });
  });

  test('table without ids before sync: one review of each pair stays, with our marks', async () => {
    const table =
      'author,rating,text,date\nGuest a,4,Words of a,2025-05-01\nGuest z,4,Words of z,2025-05-01\n';
    await importFile(app, user, table, { source: 'google' });
    await mark('Guest a');
    await connectAndSync(synced('a'));
    await dropDuplicates(app.services.imports, user.accountId);
    const reviews = await listReviews(user);
    expect(reviews.map((review) => [review.authorName, review.listingId === null]).sort()).toEqual([
      ['Guest a', false],
      ['Guest z', true],
    ]);
    expect(await pinned()).toEqual(['Guest a']);
    expect(await sumsAgree()).toBe(true);
  });

  test('what people added to an imported review moves to the synced one', async () => {
    await importFile(app, user, 'author,rating,text,date\nGuest a,4,Words of a,2025-05-01\n', {
      source: 'google',
    });
    const [imported] = await listReviews(user);
    const of = (path: string) => `/reviews/${imported?.id}${path}`;
    const tagIds: string[] = [];
    for (const name of ['Staff', 'Price', 'Refused']) {
      const { tag } = await ask<{ tag: { id: string } }>('POST', '/tags', { name });
      tagIds.push(tag.id);
    }
    const [staff, price, refused] = tagIds as [string, string, string];
    await user.call('PUT', of('/tags'), { add: tagIds, remove: [] });
    await user.call('PUT', of('/tags'), { add: [], remove: [refused] });
    await user.call('PUT', of('/pin'), { reason: 'Says it best' });
    await user.call('PUT', of('/assignee'), { assigneeId: user.userId });
    await user.call('POST', of('/notes'), { noteId: newId(), text: 'Called her' });
    const { embed } = await ask<{ embed: { id: string } }>('POST', '/embeds', {
      kind: 'widget',
      name: 'Picked',
      settings: embedSettingsSchema.parse({ pickedIds: [imported?.id] }),
    });
    await deliverAllEvents(app.services, user.accountId);
    await connectAndSync(synced('a'));
    await inTenant(app.services.db, user.accountId, (trx) =>
      trx
        .updateTable('reviews')
        .set({ tag_ids: [refused], rule_tag_ids: [refused] })
        .where('listing_id', 'is not', null)
        .execute(),
    );
    await deliverAllEvents(app.services, user.accountId);
    const [review, ...others] = await listReviews(user);
    expect(others).toEqual([]);
    expect(review?.listingId).not.toBeNull();
    expect(review).toMatchObject({
      tagIds: [staff, price].toSorted(),
      assigneeId: user.userId,
      pinned: { reason: 'Says it best' },
    });
    const { notes } = await ask<{ notes: object[] }>('GET', `/reviews/${review?.id}/notes`);
    expect(notes).toMatchObject([{ text: 'Called her' }]);
    const { entries } = await ask<{ entries: { kind: string }[] }>('GET', `/reviews/${review?.id}/history`);
    expect(entries.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['pinned', 'tagged', 'assigned']));
    const read = await ask<{ embed: { settings: { pickedIds: string[] } } }>('GET', `/embeds/${embed.id}`);
    expect(read.embed.settings.pickedIds).toEqual([review?.id]);
    const stored = await inTenant(app.services.db, user.accountId, (trx) =>
      trx.selectFrom('reviews').select('refused_tag_ids').executeTakeFirstOrThrow(),
    );
    expect(stored.refused_tag_ids).toEqual([refused]);
  });

  test('a change of a synced review searches for imported duplicates, a change of an imported one does not', async () => {
    await importFile(app, user, 'author,rating,text,date\nGuest a,4,Words of a,2025-05-01\n', {
      source: 'google',
    });
    await connectAndSync(synced('a'));
    const pin = async (imported: boolean) => {
      const before = (await storedEvents(app.services, user.accountId)).length;
      await inTenant(app.services.db, user.accountId, (trx) =>
        trx
          .updateTable('reviews')
          .set({ pinned_at: new Date() })
          .where('listing_id', imported ? 'is' : 'is not', null)
          .execute(),
      );
      const events = (await storedEvents(app.services, user.accountId)).slice(before);
      expect(events).toMatchObject([{ name: 'review.edited' }]);
      const delivered = events.map((event, index) => ({
        ...event,
        accountId: user.accountId,
        position: index + 1,
        occurredAt: new Date(),
      }));
      await handleStoredReviews(app.services.imports, user.accountId, delivered, signal);
    };
    await pin(true);
    expect(await listReviews(user)).toHaveLength(2);
    await pin(false);
    expect(await listReviews(user)).toHaveLength(1);
  });

  test('a table with the review ids of the platform uses them as keys', async () => {
    await connectAndSync(synced('a'));
    const name = (id: string) => `accounts/1/locations/${place}/reviews/${id}`;
    const table = `review name,author,rating,text,date\n${name('a')},X,1,Y,2025-05-01\n${name('b')},X,1,Y,2025-05-01\n`;
    expect(await importFile(app, user, table, { source: 'google' })).toMatchObject({
      unchanged: 1,
      added: 1,
    });
  });

  test('the sync takes over such a review, although its noon is later than the time of the platform', async () => {
    const name = `accounts/1/locations/${place}/reviews/a`;
    const table = `review name,author,rating,text,date\n${name},X,1,Y,2025-05-01\n`;
    await importFile(app, user, table, { source: 'google' });
    const before = (await listReviews(user)).at(0);
    await connectAndSync(synced('a', { writtenAt: new Date('2025-05-01T01:00:00Z') }));
    const [review, ...others] = await listReviews(user);
    expect(others).toEqual([]);
    expect(before).toMatchObject({ text: 'Y', writtenDay: '2025-05-01' });
    expect(review).toMatchObject({ text: 'Words of a', rating: 4, writtenDay: null });
    expect(await sumsAgree()).toBe(true);
  });

  test('the dry run does not count synced reviews as new, however the file writes them', async () => {
    const said = { authorName: 'Zoë Ünal', rating: 4, text: 'Über ALLES: Très bon — sehr gut' };
    await connectAndSync(synced('a', said), synced('b', { text: null }), synced('c', { text: 'Çok güzel' }));
    const table = (author: string, text: string) =>
      [
        'author,rating,text,date',
        `${author},4,${text},2025-05-02`,
        'Guest b,4,,2025-05-01',
        'Guest c,4,Çok güzel,2025-06-20',
      ].join('\n');
    for (const [author, text] of [
      ['ZOË ÜNAL', 'ÜBER\u00a0ALLES: TRÈS BON — SEHR GUT'],
      ['Zoë Ünal'.normalize('NFD'), said.text.normalize('NFD')],
    ] as const) {
      const found = await uploadAndRead(app, user, [{ name: 'r.csv', bytes: table(author, text) }]);
      expect(await runDryRun(app, user, found, { source: 'google' })).toMatchObject({
        unchanged: 2,
        added: 1,
      });
    }
  });

  test('the dry run does not count duplicates with a relative or missing date as new', async () => {
    await connectAndSync(synced('a'), synced('b'));
    const rough =
      'author,rating,text,date\nGuest a,4,Words of a,vor 3 Monaten\nGuest z,4,Words of z,vor einer Woche\n';
    const found = await uploadAndRead(app, user, [{ name: 'r.csv', bytes: rough }]);
    const asOf = '2025-08-15';
    expect(await runDryRun(app, user, found, { source: 'google', asOf })).toMatchObject({
      unchanged: 1,
      added: 1,
    });
    const none = 'author,rating,text\nGuest b,4,Words of b\nGuest y,4,Words of y\n';
    const other = await uploadAndRead(app, user, [{ name: 's.csv', bytes: none }]);
    expect(await runDryRun(app, user, other, { source: 'google', oneDate: asOf })).toMatchObject({
      unchanged: 1,
      added: 1,
    });
  });
});
