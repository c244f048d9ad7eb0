/** What is written to the trail of an account, and how often. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { featureModes, queryAsOwner } from '../../testing/database.ts';
import { somePicture } from '../../testing/samples.ts';
import { tamper } from '../../testing/tamper.ts';
import { createTenantFixture, type TenantFixture } from '../../testing/tenant-fixture.ts';
import { startTestApp, type TestApp, type TestResponse, type TestUser } from '../../testing/test-app.ts';

const alerts = {
  newReviews: 'low',
  lowStars: 3,
  unrated: false,
  digest: 'daily',
  monthlyReport: true,
  privateFeedback: false,
  connectionTrouble: false,
  assigned: true,
  productNews: true,
  quietHours: null,
};

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
        ['account.renamed', () => call('PUT', '/profile/account-name', { name: 'Bakery' })],
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
      await tamper(app.services.db, `update audit_entries set at = at - interval '1 hour'`);
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

  test('entries about rights have the number of locations, not their ids', async () => {
    const { user, ids } = tenant;
    const locationIds = [ids.locationId, ids.emptyLocationId];
    const limited = { role: 'viewer', locationIds };
    const change = (access: object) => user.call('PUT', `/team/members/${ids.memberId}`, access);
    await change({ role: 'manager', locationIds: null });
    await change(limited);
    await user.call('POST', '/team/invitations', { email: 'limited@example.com', ...limited });
    const { rows } = await queryAsOwner<{ details: object }>(
      app.services.db,
      `select details from audit_entries where account_id = $1 and action in ('member.changed', 'invitation.sent')
        order by id desc limit 3`,
      [user.accountId],
    );
    expect(rows.map(({ details }) => details)).toEqual([
      { role: 'viewer', locationCount: 2 },
      { formerRole: 'manager', role: 'viewer', locationCount: 2 },
      { formerRole: 'responder', role: 'manager', locationCount: null },
    ]);
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
      // The one member who was limited to the location.
      'member.changed',
      'location.removed',
      'business.removed',
      'session.ended',
    ]);
  });

  describe('of a person about themselves', () => {
    let person: TestUser;
    let count = 0;
    beforeEach(async () => {
      count += 1;
      person = await app.signIn(`person-${count}@example.com`);
    });

    const setNames = (displayName: string) =>
      person.call('PUT', '/profile/names', { firstName: 'A', lastName: 'B', displayName });
    const setRegion = (locale: string, timeZone: string) =>
      person.call('PUT', '/profile/region', { locale, timeZone });
    const setAlerts = (productNews: boolean) =>
      person.call('PUT', '/profile/alerts', { alerts: { ...alerts, productNews } });
    const entriesAbout = (action: string) =>
      queryAsOwner<{ details: object }>(
        app.services.db,
        'select details from audit_entries where user_id = $1 and action = $2 order by id',
        [person.userId, action],
      ).then(({ rows }) => rows.map(({ details }) => details));
    const letPass = (minutes: number) =>
      tamper(
        app.services.db,
        `update audit_entries set at = at - make_interval(mins => $2) where user_id = $1`,
        [person.userId, minutes],
      );

    test('changes of names, picture and alerts make one entry in ten minutes', async () => {
      const changes = {
        'profile.names': [() => setNames('One'), () => setNames('Two')],
        'profile.picture': [
          () => person.call('PUT', '/profile/picture', { data: somePicture() }),
          () => person.call('DELETE', '/profile/picture'),
        ],
        'profile.alerts': [() => setAlerts(true), () => setAlerts(false)],
      };
      for (const [action, calls] of Object.entries(changes)) {
        for (const call of [...calls, ...calls]) expect((await call()).status).toBe(200);
        expect.soft(await entriesAbout(action), action).toHaveLength(1);
        await letPass(9);
        for (const call of calls) await call();
        expect.soft(await entriesAbout(action), action).toHaveLength(1);
        await letPass(2);
        for (const call of calls) await call();
        expect.soft(await entriesAbout(action), action).toHaveLength(2);
      }
    });

    test('changes at the same time make one entry', async () => {
      const answers = await Promise.all(['1', '2', '3', '4', '5'].map(setNames));
      expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200));
      expect(await entriesAbout('profile.names')).toHaveLength(1);
    });

    test('an entry about the language does not hide that the zone of the account changed', async () => {
      for (const locale of ['de', 'fr', 'de']) await setRegion(locale, 'UTC');
      await setRegion('de', 'Europe/Paris');
      expect(await entriesAbout('profile.region')).toEqual([{ zoneChanged: false }, { zoneChanged: true }]);
    });

    test('what another actor does in their name has its own entry', async () => {
      await setNames('One');
      await tamper(
        app.services.db,
        `update audit_entries set actor = 'acting-admin', admin_id = gen_random_uuid() where user_id = $1`,
        [person.userId],
      );
      await setNames('Two');
      expect(await entriesAbout('profile.names')).toHaveLength(2);
    });

    const claimToBe = (email: string, call = 'savelogin') =>
      person.call('POST', `/users/${call}`, { useremail: email, userToken: person.token });

    test('a body that names somebody else makes one entry per call and hour', async () => {
      const attempts = await Promise.all(
        ['a', 'b', 'c', 'd'].map((name) => claimToBe(`${name}@example.com`)),
      );
      expect(attempts.map(({ status }) => status)).toEqual(Array(4).fill(403));
      await claimToBe('a@example.com', 'getuserbyemail');
      await letPass(59);
      await claimToBe('a@example.com');
      const made = (await entriesAbout('identity.mismatch')).map((details) => JSON.stringify(details)).sort();
      expect(made).toEqual(['{"call":"getuserbyemail"}', '{"call":"savelogin"}']);
      await letPass(2);
      await claimToBe('a@example.com');
      expect(await entriesAbout('identity.mismatch')).toHaveLength(3);
    });

    test('a blocked person leaves no entry about a mismatch', async () => {
      await queryAsOwner(app.services.db, 'update users set blocked_at = now() where id = $1', [
        person.userId,
      ]);
      expect((await claimToBe('a@example.com')).status).toBe(403);
      expect(await entriesAbout('identity.mismatch')).toEqual([]);
    });
  });
});
