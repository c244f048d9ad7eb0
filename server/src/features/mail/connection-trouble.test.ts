/** Mails about a broken connection and to a new account: who gets them and how often. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ConnectorFailure, type FailureKind } from '../../connectors/connector.ts';
import { inSystem, inTenant } from '../../db/transaction.ts';
import { featureModes } from '../../testing/database.ts';
import { deliverAllEvents } from '../../testing/deliver-events.ts';
import { connectListings } from '../../testing/factories.ts';
import { aPlatformListing } from '../../testing/fake-connector.ts';
import { someLocation } from '../../testing/samples.ts';
import { addTeamMember } from '../../testing/team-fixture.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { runSync } from '../sync/run-sync.ts';
import { openMail } from './stored-mail.ts';

const neverStops = new AbortController().signal;

describe.each(featureModes)('mails about an account, %s', (mode) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(mode);
  });
  afterAll(() => app.close());

  async function mailsOf(user: TestUser, template: string) {
    const rows = await inTenant(app.services.db, user.accountId, (trx) =>
      trx.selectFrom('emails').selectAll().where('template', '=', template).orderBy('id').execute(),
    );
    return rows.map((row) => ({
      to: row.recipient,
      locale: row.locale,
      mail: openMail(app.services.mail, { id: row.id, sealed: row.sealed ?? '' }),
    }));
  }

  async function connected(email: string) {
    const user = await app.signIn(email);
    const { google } = app.platforms;
    google.account = { externalId: email, displayName: 'Visit www.evil.example' };
    google.listings = [aPlatformListing(`${email}-1`), aPlatformListing(`${email}-2`)];
    const { listings } = await connectListings(app, user, 'google');
    const fail = async (kind: FailureKind, at = 0) => {
      google.failures = [new ConnectorFailure(kind, 'no'), new ConnectorFailure(kind, 'no')];
      const listing = listings[at];
      if (listing === undefined) throw new Error('No listing');
      await runSync(app.services.sync, user.accountId, listing.id, 'manual', neverStops);
      await deliverAllEvents(app.services, user.accountId);
      google.failures = [];
    };
    const heal = () =>
      inTenant(app.services.db, user.accountId, (trx) =>
        trx.updateTable('connections').set({ status: 'active', reason: null }).execute(),
      );
    return { user, fail, heal };
  }

  test('a new account gets one welcome mail, in its language', async () => {
    const user = await app.signIn('welcome@example.com');
    await app.signIn('welcome@example.com');
    const [mail, ...more] = await mailsOf(user, 'welcome');
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ to: 'welcome@example.com', locale: 'en' });
    expect(mail?.mail.text).toContain('Hello welcome,');
    expect(mail?.mail.text).toContain('http://kindling.test/dashboard');
  });

  test('each user gets one mail about a broken connection, until it has worked again', async () => {
    const { user, fail, heal } = await connected('trouble@example.com');
    const told = async () => (await mailsOf(user, 'connection-trouble')).length;
    await fail('unexpected-answer');
    expect(await told()).toBe(0);
    await fail('reauthorize');
    expect(await told()).toBe(1);
    const [first] = await mailsOf(user, 'connection-trouble');
    expect(first?.mail.subject).toBe('Your connection to Google needs your attention');
    expect(first?.mail.text).toContain('http://kindling.test/connections/google');
    // The connected account's name is untrusted text too.
    expect(first?.mail.text).not.toContain('evil');
    // The same failure again, from another listing of an outdated worker and from reading the platform's list.
    await user.call('GET', '/connections');
    await fail('reauthorize', 1);
    expect(await told()).toBe(1);
    await heal();
    await fail('not-approved');
    expect(await told()).toBe(2);
    await heal();
    await fail('withdrawn');
    expect(await told()).toBe(3);
  });

  test('an event that is delivered again causes no second mail, and none for a connection that works again', async () => {
    const { user, fail, heal } = await connected('again@example.com');
    await fail('reauthorize');
    await inTenant(app.services.db, user.accountId, (trx) =>
      trx.updateTable('event_cursors').set({ position: 0 }).execute(),
    );
    await deliverAllEvents(app.services, user.accountId);
    expect(await mailsOf(user, 'connection-trouble')).toHaveLength(1);
    await inTenant(app.services.db, user.accountId, async (trx) => {
      await trx.deleteFrom('emails').execute();
      await trx.updateTable('event_cursors').set({ position: 0 }).execute();
    });
    await heal();
    await deliverAllEvents(app.services, user.accountId);
    expect(await mailsOf(user, 'connection-trouble')).toEqual([]);
  });

  test('a very long platform name does not prevent recording the failure', async () => {
    const { user, fail } = await connected('long@example.com');
    await inTenant(app.services.db, user.accountId, (trx) =>
      trx
        .updateTable('connections')
        .set({ display_name: 'x'.repeat(5000) })
        .execute(),
    );
    await fail('reauthorize');
    expect(await mailsOf(user, 'connection-trouble')).toHaveLength(1);
    const rows = await inTenant(app.services.db, user.accountId, (trx) =>
      trx.selectFrom('connections').select('status').execute(),
    );
    expect(rows).toEqual([{ status: 'needs_reauthorization' }]);
  });

  test('two listings that fail at once cause one mail', async () => {
    const { user, heal } = await connected('both@example.com');
    await heal();
    const { google } = app.platforms;
    google.failures = Array.from({ length: 8 }, () => new ConnectorFailure('reauthorize', 'no'));
    const listings = await inTenant(app.services.db, user.accountId, (trx) =>
      trx.selectFrom('listings').select('id').execute(),
    );
    expect(listings).toHaveLength(2);
    await Promise.all(
      listings.map(({ id }) => runSync(app.services.sync, user.accountId, id, 'manual', neverStops)),
    );
    google.failures = [];
    await deliverAllEvents(app.services, user.accountId);
    expect(await mailsOf(user, 'connection-trouble')).toHaveLength(1);
  });

  test('a member who is limited to other locations gets no mail', async () => {
    const { user, fail } = await connected('limited@example.com');
    const { businesses } = (await user.call('GET', '/businesses')).json as {
      businesses: { id: string; locations: { id: string }[] }[];
    };
    const [business] = businesses;
    const added = await user.call('POST', `/businesses/${business?.id}/locations`, someLocation);
    const { location } = added.json as { location: { id: string } };
    const limitedTo = (email: string, locationIds: string[]) =>
      addTeamMember(app, user, email, { role: 'viewer', locationIds });
    await limitedTo('here@example.com', [business?.locations[0]?.id ?? '']);
    await limitedTo('elsewhere@example.com', [location.id]);
    await limitedTo('nowhere@example.com', []);
    await fail('reauthorize');
    expect((await mailsOf(user, 'connection-trouble')).map(({ to }) => to).sort()).toEqual([
      'here@example.com',
      'limited@example.com',
    ]);
  });

  test('only members who may connect are asked to; the others are told whom to ask', async () => {
    const { user, fail } = await connected('asked@example.com');
    const { json } = await user.call('GET', '/businesses');
    const { businesses } = json as { businesses: { locations: { id: string }[] }[] };
    const here = [businesses[0]?.locations[0]?.id ?? ''];
    await addTeamMember(app, user, 'manager@example.com', { role: 'manager', locationIds: null });
    await addTeamMember(app, user, 'local-manager@example.com', { role: 'manager', locationIds: here });
    await addTeamMember(app, user, 'responder@example.com', { role: 'responder', locationIds: null });
    await fail('reauthorize');
    const mails = await mailsOf(user, 'connection-trouble');
    const asked = mails.filter(({ mail }) => mail.text.includes('Connect again:')).map(({ to }) => to);
    expect(asked.sort()).toEqual(['asked@example.com', 'manager@example.com']);
    const told = mails.filter(({ mail }) => mail.text.includes('Ask an owner or manager'));
    expect(told.map(({ to }) => to).sort()).toEqual(['local-manager@example.com', 'responder@example.com']);
    for (const { mail } of told) {
      expect(mail.subject).toBe('The connection to Google does not work');
      expect(mail.text).toContain(`http://kindling.test/reviews?account=${user.accountId}`);
      expect(mail.html).not.toContain('/connections/');
    }
  });

  test('users who turned the alert off or may not sign in get no mail', async () => {
    const { user, fail } = await connected('quiet@example.com');
    const setUser = (values: { blocked_at?: Date; locale?: string }, email: string) =>
      inSystem(app.services.db, (trx) =>
        trx.updateTable('users').set(values).where('email', '=', email).execute(),
      );
    await inSystem(app.services.db, (trx) =>
      trx
        .updateTable('memberships')
        .set({ alerts: JSON.stringify({ connectionTrouble: false }) })
        .where('user_id', '=', user.userId)
        .execute(),
    );
    const colleague = (email: string) =>
      inSystem(app.services.db, async (trx) => {
        const id = crypto.randomUUID();
        await trx.insertInto('users').values({ id, issuer: 'i', sub: email, email }).execute();
        const member = { account_id: user.accountId, user_id: id, role: 'viewer' };
        await trx.insertInto('memberships').values(member).execute();
      });
    await colleague('colleague@example.com');
    await colleague('blocked@example.com');
    await setUser({ locale: 'nl' }, 'colleague@example.com');
    await setUser({ blocked_at: new Date() }, 'blocked@example.com');
    await fail('reauthorize');
    expect(
      (await mailsOf(user, 'connection-trouble')).map(({ to, locale, mail }) => [to, locale, mail.subject]),
    ).toEqual([['colleague@example.com', 'nl', 'De koppeling met Google werkt niet']]);
  });
});
