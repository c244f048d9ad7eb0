/** What the bell lists and counts. */

import { maxCountedNews, type NewsItem, newsLimit } from '@kindling/contract/news';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inTenant } from '../../db/transaction.ts';
import { newId } from '../../lib/ids.ts';
import { type AlertHarness, alertDeps, idsOf, startAlertHarness } from '../../testing/alert-harness.ts';
import { featureModes } from '../../testing/database.ts';
import { markReviews } from '../../testing/factories.ts';
import { addFeedback } from '../../testing/feedback-fixture.ts';
import { someLocation } from '../../testing/samples.ts';
import { addTeamMember } from '../../testing/team-fixture.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { withdrawFeedback } from '../feedback/index.ts';
import { countNews } from './news.ts';

describe.each(featureModes)('the news of an account, %s', (mode) => {
  let app: TestApp;
  let count = 200;
  let place: AlertHarness;
  beforeAll(async () => {
    app = await startTestApp(mode);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    count += 1;
    place = await startAlertHarness(app, count);
  });

  const newsOf = async (user: TestUser = place.owner) =>
    (await user.call('GET', '/news')).json as { items: NewsItem[]; seenAt: string | null };
  const unseen = async (user: TestUser = place.owner) =>
    (await user.call('GET', '/news/count')).json as { unseen: number; more: boolean };
  const markSeen = (until: string, user: TestUser = place.owner) => user.call('PUT', '/news/seen', { until });

  test('reviews, messages, replies and trouble are listed, the newest first, and counted until they are seen', async () => {
    expect(await newsOf()).toEqual({ items: [], seenAt: expect.any(String) });
    const [reviewId = ''] = await place.post({ rating: 2, text: 'Slow.', authorName: 'Ines' });
    const messageId = await addFeedback(app, place.owner.accountId, {
      locationId: place.listing.locationId,
      message: 'In private.',
    });
    await place.deliver();
    const { accountId } = place.owner;
    const change = (work: (trx: Parameters<Parameters<typeof inTenant>[2]>[0]) => Promise<unknown>) =>
      inTenant(app.services.db, accountId, work);
    await change((trx) =>
      trx
        .updateTable('reviews')
        .set({ reply_state: 'failed', reply_text: 'Sorry' })
        .where('id', '=', reviewId)
        .execute(),
    );
    await change((trx) => trx.updateTable('connections').set({ status: 'revoked' }).execute());
    await place.deliver();
    const { items } = await newsOf();
    expect(items.map(({ kind }) => kind).sort()).toEqual([
      'connection',
      'message',
      'reply-refused',
      'review',
    ]);
    expect(items.map(({ at }) => at)).toEqual(
      items
        .map(({ at }) => at)
        .sort()
        .reverse(),
    );
    expect(items.find(({ kind }) => kind === 'review')).toMatchObject({
      reviewId,
      rating: 2,
      excerpt: 'Slow.',
      authorName: 'Ines',
      source: 'google',
    });
    expect(items.find(({ kind }) => kind === 'message')).toMatchObject({ messageId, excerpt: 'In private.' });
    expect(items.find(({ kind }) => kind === 'connection')).toMatchObject({ status: 'revoked' });
    expect(await unseen()).toEqual({ unseen: 4, more: false });
    // Each member has their own visit.
    const viewer = await addTeamMember(app, place.owner, `viewer-${count}@example.com`);
    expect((await markSeen(items[1]?.at ?? '')).status).toBe(200);
    expect(await unseen()).toEqual({ unseen: 1, more: false });
    // What happened before they joined is not new to them.
    expect(await unseen(viewer)).toEqual({ unseen: 0, more: false });
    // An earlier moment changes nothing, and one in the future is now.
    await markSeen('2026-01-01T00:00:00.000Z');
    expect(await unseen()).toEqual({ unseen: 1, more: false });
    await markSeen('2126-01-01T00:00:00.000Z');
    expect(await unseen()).toEqual({ unseen: 0, more: false });
    await inTenant(app.services.db, accountId, (trx) =>
      trx.updateTable('connections').set({ status: 'active' }).execute(),
    );
    await place.post({});
    expect(await unseen()).toEqual({ unseen: 1, more: false });
    expect(await unseen(viewer)).toEqual({ unseen: 1, more: false });
  });

  test('an event that is delivered again adds nothing, and what is gone is neither listed nor counted', async () => {
    const [first] = place.show([{}, {}]);
    await place.sync();
    const messageId = await addFeedback(app, place.owner.accountId, { locationId: place.listing.locationId });
    await place.deliver();
    await inTenant(app.services.db, place.owner.accountId, (trx) =>
      trx.updateTable('event_cursors').set({ position: 0 }).execute(),
    );
    await place.deliver();
    expect(await unseen()).toEqual({ unseen: 3, more: false });
    await markReviews(app, place.owner, [first?.externalId ?? ''], 'removed_at');
    await inTenant(app.services.db, place.owner.accountId, (trx) =>
      withdrawFeedback(trx, place.owner.accountId, messageId),
    );
    expect(await unseen()).toEqual({ unseen: 1, more: false });
    expect((await newsOf()).items).toHaveLength(1);
  });

  test('a member who is limited to other locations sees none of it', async () => {
    const { json } = await place.owner.call('GET', '/businesses');
    const [business] = (json as { businesses: { id: string }[] }).businesses;
    const made = await place.owner.call('POST', `/businesses/${business?.id}/locations`, someLocation);
    const far = (made.json as { location: { id: string } }).location.id;
    const access = (locationId: string) => ({ role: 'viewer' as const, locationIds: [locationId] });
    const near = await addTeamMember(
      app,
      place.owner,
      `near-${count}@example.com`,
      access(place.listing.locationId),
    );
    const away = await addTeamMember(app, place.owner, `away-${count}@example.com`, access(far));
    await place.post({});
    await inTenant(app.services.db, place.owner.accountId, (trx) =>
      trx.updateTable('connections').set({ status: 'revoked' }).execute(),
    );
    await place.deliver();
    expect((await newsOf(near)).items).toHaveLength(2);
    expect((await newsOf(away)).items).toEqual([]);
    expect(await unseen(away)).toEqual({ unseen: 0, more: false });
    expect((await markSeen(new Date().toISOString(), away)).status).toBe(200);
    expect(await unseen(near)).toEqual({ unseen: 2, more: false });
  });

  test('that support acted as a member is told to those who may read the activity', async () => {
    const join = (role: 'manager' | 'responder') =>
      addTeamMember(app, place.owner, `${role}-${count}@example.com`, { role, locationIds: null });
    const manager = await join('manager');
    const responder = await join('responder');
    const admin = await app.signInAdmin(`olivia-${count}@operator.example`);
    const { accountId, userId } = manager;
    const began = await admin.call('POST', '/admin/acting', { userId, accountId, reason: 'Asked by mail' });
    expect(began.status).toBe(201);
    await place.deliver();
    await place.deliver();
    for (const reader of [place.owner, manager]) {
      expect((await newsOf(reader)).items).toEqual([
        { kind: 'support', id: expect.any(String), at: expect.any(String), memberName: `manager-${count}` },
      ]);
      expect(await unseen(reader)).toEqual({ unseen: 1, more: false });
    }
    expect((await newsOf(responder)).items).toEqual([]);
  });

  test('the list and the number have an end, and old news are none', async () => {
    const { externalId } = place.show([{}])[0] ?? { externalId: '' };
    await place.sync();
    const { accountId } = place.owner;
    const [reviewId = ''] = await idsOf(app, place.owner, [externalId]);
    await inTenant(app.services.db, accountId, (trx) =>
      trx
        .insertInto('news')
        .values(
          Array.from({ length: maxCountedNews + 5 }, () => ({
            account_id: accountId,
            id: newId(),
            kind: 'review',
            subject_id: reviewId,
            location_id: place.listing.locationId,
            at: new Date(),
          })),
        )
        .execute(),
    );
    expect(await unseen()).toEqual({ unseen: maxCountedNews, more: true });
    expect((await newsOf()).items).toHaveLength(newsLimit);
    const later = alertDeps(app, new Date(Date.now() + 31 * 86_400_000));
    expect(await countNews(later, place.owner)).toEqual({ unseen: 0, more: false });
  });
});
