import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { PlatformReview } from '../../connectors/connector.ts';
import { inTenant } from '../../db/transaction.ts';
import { featureModes } from '../../testing/database.ts';
import { storedEvents } from '../../testing/deliver-events.ts';
import { addReviews, type ConnectedListing, signInWithListing } from '../../testing/factories.ts';
import { aReview } from '../../testing/fake-connector.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { indexWords } from './index-words.ts';

describe.each(featureModes)('events of reviews, %s', (mode) => {
  let app: TestApp;
  let user: TestUser;
  let listing: ConnectedListing;
  let people = 0;
  beforeAll(async () => {
    app = await startTestApp(mode);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    people += 1;
    ({ user, listing } = await signInWithListing(app, people));
  });

  const store = (...reviews: PlatformReview[]) => addReviews(app, user, listing, reviews);
  const run = (change: ReturnType<typeof sql>) =>
    inTenant(app.services.db, user.accountId, (trx) => change.execute(trx));
  const update = (assignment: string) => run(sql`update reviews set ${sql.raw(assignment)}`);

  /** Events of reviews since the last call. */
  let read = 0;
  beforeEach(() => {
    read = 0;
  });
  async function newEvents() {
    const all = (await storedEvents(app.services, user.accountId)).filter(({ name }) =>
      name.startsWith('review.'),
    );
    const fresh = all.slice(read);
    read = all.length;
    return fresh;
  }

  test('a page stores an event for each new or edited review, and none for one that is as stored', async () => {
    const [one, two] = [aReview(), aReview({ authorName: 'Ann Example', text: 'Great coffee!' })];
    await store(one, two);
    const added = await newEvents();
    expect(added).toHaveLength(2);
    expect(added[0]).toEqual({
      name: 'review.added',
      subjectId: expect.any(String),
      locationId: listing.locationId,
      data: { source: 'google', importId: null },
    });
    await store(one, { ...two, text: 'Great tea!', rating: 2, editedAt: new Date() });
    const edited = await newEvents();
    expect(edited).toEqual([
      {
        name: 'review.edited',
        subjectId: added[1]?.subjectId,
        locationId: listing.locationId,
        data: { source: 'google', fields: ['text', 'rating', 'date'], importId: null },
      },
    ]);
    expect(JSON.stringify([...added, ...edited])).not.toMatch(/coffee|tea|Ann/);
  });

  test.each([
    ['removed_at = now()', 'review.removed', []],
    ['wiped_at = now(), text = null, author_name = null', 'review.wiped', ['text', 'author']],
    [
      "reply_text = 'Thank you', reply_state = 'published', answered = true",
      'review.reply-published',
      ['reply', 'answered'],
    ],
    ["reply_state = 'failed', reply_reason = 'rejected'", 'review.reply-refused', ['reply']],
    ['hidden_at = now()', 'review.edited', ['hidden']],
    ['pinned_at = now()', 'review.edited', ['pinned']],
    ["language = 'fr'", 'review.language-detected', ['language']],
    ["text = 'Merci', language = 'fr'", 'review.edited', ['text', 'language']],
  ])('%s stores the event %s', async (change, name, fields) => {
    await store(aReview());
    await newEvents();
    await update(change);
    expect(await newEvents()).toMatchObject([{ name, data: { source: 'google', fields } }]);
    // Written again, it is no change.
    await update(change.replace('now()', change.split(' ')[0] ?? ''));
    expect(await newEvents()).toEqual([]);
  });

  test('a review that is shown again is restored, and one that is deleted has an event unless it was removed before', async () => {
    await store(aReview());
    await update('removed_at = now()');
    await newEvents();
    await update('removed_at = null');
    expect(await newEvents()).toMatchObject([{ name: 'review.restored' }]);
    await run(sql`delete from reviews`);
    expect(await newEvents()).toMatchObject([{ name: 'review.deleted', data: { source: 'google' } }]);
    await store(aReview());
    await update('removed_at = now()');
    await newEvents();
    await run(sql`delete from reviews`);
    expect(await newEvents()).toEqual([]);
  });

  test('finding the languages of old reviews is no edit: not in the history, and told by an event of its own', async () => {
    await store(aReview({ text: 'A lovely day by the sea' }), aReview({ text: null }));
    await run(sql`update reviews set search = null, language = null`);
    await newEvents();
    await indexWords(app.services, new AbortController().signal);
    expect(await newEvents()).toMatchObject([
      { name: 'review.language-detected', data: { source: 'google', fields: ['language'] } },
    ]);
    const { rows } = await inTenant(app.services.db, user.accountId, (trx) =>
      sql<{ id: string; language: string | null }>`select id, language from reviews order by text`.execute(
        trx,
      ),
    );
    expect(rows.map(({ language }) => language)).toEqual(['en', null]);
    for (const { id } of rows) {
      const { json } = await user.call('GET', `/reviews/${id}/history`);
      expect(json).toEqual({ entries: [] });
    }
    // Found again, it is no change.
    await run(sql`update reviews set search = null`);
    await indexWords(app.services, new AbortController().signal);
    expect(await newEvents()).toEqual([]);
  });

  test('a change that is rolled back stores no event', async () => {
    await store(aReview());
    await newEvents();
    const failing = inTenant(app.services.db, user.accountId, async (trx) => {
      await sql`update reviews set rating = 1`.execute(trx);
      throw new Error('the change failed');
    });
    await expect(failing).rejects.toThrow('the change failed');
    expect(await newEvents()).toEqual([]);
  });

  test('a change of internal columns has no event', async () => {
    await store(aReview());
    await newEvents();
    await update('confirmed_at = now(), content_hash = content_hash');
    expect(await newEvents()).toEqual([]);
  });
});
