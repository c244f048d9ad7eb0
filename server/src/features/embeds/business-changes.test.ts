/** Public snapshots follow changes of businesses, locations and listings, without anybody asking for a refresh. */
import { type EmbedSettings, embedSettingsSchema } from '@kindling/contract/embed-settings';
import type { Embed, Snapshot } from '@kindling/contract/embeds';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTenant } from '../../db/transaction.ts';
import { featureModes } from '../../testing/database.ts';
import { deliverAllEvents, storedEvents } from '../../testing/deliver-events.ts';
import { addReviews, type ConnectedListing, connectListings } from '../../testing/factories.ts';
import { aReview } from '../../testing/fake-connector.ts';
import { someLocation } from '../../testing/samples.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';

interface Place {
  id: string;
  updatedAt: string;
}

describe.each(featureModes)('embeds follow their businesses, %s', (mode) => {
  let app: TestApp;
  let user: TestUser;
  let listing: ConnectedListing;
  beforeAll(async () => {
    app = await startTestApp(mode);
    user = await app.signIn('shop@example.com');
    const [first] = (await connectListings(app, user)).listings;
    if (first === undefined) throw new Error('No listing');
    listing = first;
    const reply = { text: 'Thank you', at: null, state: 'published', reason: null } as const;
    await addReviews(
      app,
      user,
      listing,
      [1, 5].map((rating) => aReview({ externalId: `r${rating}`, rating, reply })),
    );
    // A second location, so that replies are signed with the name of the location.
    const { business } = await places();
    await user.call('POST', `/businesses/${business.id}/locations`, someLocation);
  });
  afterAll(() => app.close());

  async function places(): Promise<{ business: Place; location: Place }> {
    const { json } = await user.call('GET', '/businesses');
    const [business] = (json as { businesses: (Place & { locations: Place[] })[] }).businesses;
    const location = business?.locations.find(({ id }) => id === listing.locationId);
    if (business === undefined || location === undefined) throw new Error('No location');
    return { business, location };
  }

  async function publish(settings: Partial<EmbedSettings>): Promise<string> {
    const created = await user.call('POST', '/embeds', {
      kind: 'widget',
      name: 'W',
      settings: embedSettingsSchema.parse({ locationIds: [listing.locationId], ...settings }),
    });
    const { embed } = created.json as { embed: Embed };
    expect((await user.call('POST', `/embeds/${embed.id}/publish`)).status).toBe(200);
    return embed.code;
  }

  async function served(code: string): Promise<Snapshot> {
    await deliverAllEvents(app.services, user.accountId);
    await app.services.embeds.store.settled();
    return (await app.request({ method: 'GET', url: `/e/${code}.json` })).json as Snapshot;
  }

  async function changeLocation(change: Record<string, unknown>): Promise<void> {
    const { business, location } = await places();
    const body = { ...someLocation, businessId: business.id, updatedAt: location.updatedAt, ...change };
    const answer = await user.call('PUT', `/locations/${location.id}`, body);
    expect(answer.status, answer.text).toBe(200);
  }

  test('another name of the business or of the location is shown', async () => {
    const code = await publish({});
    const { business } = await places();
    const renamed = await user.call('PUT', `/businesses/${business.id}`, {
      name: 'The Corner Bakery',
      website: null,
    });
    expect(renamed.status, renamed.text).toBe(200);
    await changeLocation({ name: 'Old Town' });
    const snapshot = await served(code);
    expect(snapshot.businessName).toBe('The Corner Bakery');
    expect(JSON.stringify(snapshot.reviews)).toContain('Old Town');
  });

  test('a first location in the United Kingdom ends the choice of ratings', async () => {
    await changeLocation({ country: 'PT' });
    await inTenant(app.services.db, user.accountId, (trx) =>
      sql`update accounts set market = 'other'`.execute(trx),
    );
    // The law protects the reviews that the business collects itself.
    await inTenant(app.services.db, user.accountId, (trx) =>
      sql`update listings set country = 'PT'`.execute(trx),
    );
    await inTenant(app.services.db, user.accountId, (trx) =>
      sql`update reviews set source = 'first-party', listing_id = null`.execute(trx),
    );
    const code = await publish({ minimumRating: 5 });
    const ratings = async () => (await served(code)).reviews.map(({ rating }) => rating).sort();
    expect(await ratings()).toEqual([5]);
    await changeLocation({ country: 'GB' });
    expect(await ratings()).toEqual([1, 5]);
  });

  test('events name the fields, and a change that changes nothing is none', async () => {
    const before = (await storedEvents(app.services, user.accountId)).length;
    const change = (statement: ReturnType<typeof sql>) =>
      inTenant(app.services.db, user.accountId, (trx) => statement.execute(trx));
    await change(sql`update businesses set name = name, updated_at = now()`);
    await change(sql`update locations set phone = phone, updated_at = now()`);
    await change(sql`update listings set name = name, last_success_at = now()`);
    await change(
      sql`update businesses set phone = '1', brand_color = '#aabbcc' where id = ${(await places()).business.id}`,
    );
    await change(sql`update locations set time_zone = 'Europe/London' where id = ${listing.locationId}`);
    await change(
      sql`update listings set maps_url = 'https://maps.example', country = 'NO' where id = ${listing.id}`,
    );
    const said = (await storedEvents(app.services, user.accountId)).slice(before);
    expect(said.map(({ name, data }) => [name, data.fields])).toEqual([
      ['business.changed', ['phone', 'brandColor']],
      ['location.changed', ['timeZone']],
      ['listing.changed', ['address', 'links']],
    ]);
  });

  test('a business and a location that are added and removed have events', async () => {
    const before = (await storedEvents(app.services, user.accountId)).length;
    const made = await user.call('POST', '/businesses', { name: 'Short' });
    const { business } = made.json as { business: Place };
    expect((await user.call('DELETE', `/businesses/${business.id}`)).status).toBeLessThan(300);
    const events = (await storedEvents(app.services, user.accountId)).slice(before);
    expect(events.map(({ name }) => name)).toEqual([
      'business.added',
      'location.added',
      'business.removed',
      'location.removed',
    ]);
  });
});
