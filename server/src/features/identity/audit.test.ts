/** What is written to the trail of an account, and how often. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { featureModes, queryAsOwner } from '../../testing/database.ts';
import { somePicture } from '../../testing/samples.ts';
import { createTenantFixture, type TenantFixture } from '../../testing/tenant-fixture.ts';
import { startTestApp, type TestApp, type TestResponse } from '../../testing/test-app.ts';

const alerts = { newReviews: 'at-once', privateFeedback: false, connectionTrouble: false, productNews: true };

describe.each(featureModes)('the trail of an account, %s', (mode) => {
  let app: TestApp;
  let tenant: TenantFixture;
  beforeAll(async () => {
    app = await startTestApp(mode);
    tenant = await createTenantFixture(app, 'trail');
  });
  afterAll(() => app.close());

  async function entries(): Promise<string[]> {
    const { rows } = await queryAsOwner<{ action: string }>(
      app.services.db,
      'select action from audit_entries where account_id = $1 order by id',
      [tenant.user.accountId],
    );
    return rows.map(({ action }) => action);
  }

  /** The entries that a call made. */
  async function entriesOf(call: () => Promise<TestResponse>): Promise<string[]> {
    const before = (await entries()).length;
    const { status, text } = await call();
    expect.soft(status, text).toBeLessThan(300);
    return (await entries()).slice(before);
  }

  test('a call that changes nothing makes no entry', async () => {
    const { user, ids } = tenant;
    const { call } = user;
    const { json } = await call('GET', `/reviews/${ids.reviewId}`);
    const shown = (json as { review: { reply: { text: string } | null } }).review.reply?.text ?? null;
    const names = { firstName: 'Ann', lastName: 'Lee', displayName: 'Ann Lee' };
    const reply = (text: string, seen: string | null) => () =>
      call('PUT', `/reviews/${ids.reviewId}/reply`, { text, seen });
    const calls: [action: string, first: () => Promise<TestResponse>, again?: () => Promise<TestResponse>][] =
      [
        ['profile.names', () => call('PUT', '/profile/names', names)],
        ['profile.region', () => call('PUT', '/profile/region', { locale: 'de', timeZone: 'UTC' })],
        ['profile.region', () => call('PUT', '/profile/region', { locale: 'de', timeZone: 'Europe/Paris' })],
        ['profile.alerts', () => call('PUT', '/profile/alerts', { alerts })],
        ['profile.picture', () => call('DELETE', '/profile/picture')],
        ['profile.picture', () => call('PUT', '/profile/picture', { data: somePicture() })],
        [
          'member.changed',
          () =>
            call('PUT', `/team/members/${ids.memberId}`, {
              role: 'responder',
              locationIds: [ids.locationId],
            }),
        ],
        ['listing.changed', () => call('PUT', `/listings/${ids.listingId}`, { paused: true })],
        ['listing.changed', () => call('PUT', `/listings/${ids.listingId}`, { syncIntervalMinutes: 600 })],
        [
          'listing.changed',
          () => call('PUT', `/listings/${ids.listingId}`, { locationId: ids.emptyLocationId }),
        ],
        [
          'business.archived',
          () => call('PUT', `/businesses/${ids.emptyBusinessId}/archived`, { archived: true }),
        ],
        [
          'business.restored',
          () => call('PUT', `/businesses/${ids.emptyBusinessId}/archived`, { archived: false }),
        ],
        ['embed.unpublished', () => call('POST', `/embeds/${ids.embedId}/unpublish`)],
        ['embed.published', () => call('POST', `/embeds/${ids.embedId}/publish`)],
        ['review.replied', reply('Thank you', shown), reply('Thank you', 'Thank you')],
        [
          'review.reply-removed',
          () => call('DELETE', `/reviews/${ids.reviewId}/reply`, { seen: 'Thank you' }),
          () => call('DELETE', `/reviews/${ids.reviewId}/reply`, { seen: null }),
        ],
      ];
    for (const [action, first, again = first] of calls) {
      expect.soft(await entriesOf(first), action).toEqual([action]);
      expect.soft(await entriesOf(again), `${action} again`).toEqual([]);
    }
  });

  test('an entry about a listing says what changed only', async () => {
    const { user, ids } = tenant;
    const change = { paused: false, syncIntervalMinutes: 700 };
    await user.call('PUT', `/listings/${ids.otherListingId}`, { paused: false, syncIntervalMinutes: 700 });
    await user.call('PUT', `/listings/${ids.otherListingId}`, { ...change, paused: true });
    const { rows } = await queryAsOwner<{ details: object }>(
      app.services.db,
      'select details from audit_entries where target = $1 and action = $2 order by id',
      [ids.otherListingId, 'listing.changed'],
    );
    expect(rows.map(({ details }) => details)).toEqual([{ syncIntervalMinutes: 700 }, { paused: true }]);
  });

  test('removals at the same time make one entry', async () => {
    const { user, ids } = tenant;
    const before = (await entries()).length;
    const paths = [
      `/listings/${ids.otherListingId}`,
      `/locations/${ids.emptyLocationId}`,
      `/businesses/${ids.emptyBusinessId}`,
      `/profile/sessions/${ids.sessionId}`,
    ];
    await user.call('PUT', `/listings/${ids.listingId}`, { locationId: ids.locationId });
    for (const path of paths) await Promise.all([1, 2, 3].map(() => user.call('DELETE', path)));
    expect((await entries()).slice(before)).toEqual([
      'listing.changed',
      'listing.removed',
      'location.removed',
      'business.removed',
      'session.ended',
    ]);
  });
});
