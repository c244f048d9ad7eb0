/** Whoever deletes a location takes it from the members who are limited to it, which is a change of what they may see. */
import type { Business } from '@kindling/contract/businesses';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { featureModes, queryAsOwner } from '../../testing/database.ts';
import { connectListings } from '../../testing/factories.ts';
import { someLocation } from '../../testing/samples.ts';
import { addTeamMember } from '../../testing/team-fixture.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';

describe.each(featureModes)('deleted locations of limited members, %s', (mode) => {
  let app: TestApp;
  let owner: TestUser;
  let people = 0;
  beforeAll(async () => {
    app = await startTestApp(mode);
  });
  afterAll(() => app.close());

  async function createBusiness(name: string): Promise<{ id: string; locationId: string }> {
    const { business } = (await owner.call('POST', '/businesses', { name })).json as { business: Business };
    return { id: business.id, locationId: business.locations[0]?.id ?? '' };
  }
  async function addLocation(businessId: string): Promise<string> {
    const { json } = await owner.call('POST', `/businesses/${businessId}/locations`, someLocation);
    return (json as { location: { id: string } }).location.id;
  }
  /** A new account with a second business of two locations, and a viewer of the first, of both and of all locations. */
  async function aShop() {
    people += 1;
    owner = await app.signIn(`shop-${people}@example.com`);
    const business = await createBusiness('South');
    const locations = [business.locationId, await addLocation(business.id)];
    const join = (name: string, locationIds: readonly string[] | null) =>
      addTeamMember(app, owner, `${name}-${people}@example.com`, { role: 'viewer', locationIds });
    const one = await join('one', locations.slice(0, 1));
    const both = await join('both', locations);
    await join('all', null);
    return { business, locations, one, both };
  }
  const entriesOf = async () =>
    (
      await queryAsOwner(
        app.services.db,
        `select user_id, target, details from audit_entries
          where account_id = $1 and action = 'member.changed' order by target`,
        [owner.accountId],
      )
    ).rows;
  const eventsOf = async () =>
    (
      await queryAsOwner<{ subject_id: string; data: object }>(
        app.services.db,
        `select subject_id, data from domain_events
          where account_id = $1 and name = 'member.changed' order by subject_id`,
        [owner.accountId],
      )
    ).rows;
  const entry = (member: TestUser, locationCount: number) => ({
    user_id: owner.userId,
    target: member.userId,
    details: { formerRole: 'viewer', role: 'viewer', locationCount },
  });
  const event = ({ userId }: TestUser) => ({ subject_id: userId, data: { fields: ['locations'] } });

  test('a deleted location is one change of each member who was limited to it', async () => {
    const { locations, one, both } = await aShop();
    expect((await owner.call('DELETE', `/locations/${locations[0]}`)).status).toBe(200);
    const expected = [one, both].sort((a, b) => a.userId.localeCompare(b.userId));
    expect(await entriesOf()).toEqual(expected.map((member) => entry(member, member === one ? 0 : 1)));
    expect(await eventsOf()).toEqual(expected.map(event));
  });

  test('a deleted business is one change too, whatever the number of its locations', async () => {
    const { business, one, both } = await aShop();
    expect((await owner.call('DELETE', `/businesses/${business.id}`)).status).toBe(200);
    const expected = [one, both].sort((a, b) => a.userId.localeCompare(b.userId));
    expect(await entriesOf()).toEqual(expected.map((member) => entry(member, 0)));
    expect(await eventsOf()).toEqual(expected.map(event));
  });

  test('a location that is in use stays, and so do the members who have it', async () => {
    await aShop();
    const [listing] = (await connectListings(app, owner)).listings;
    const access = { role: 'viewer', locationIds: [listing?.locationId ?? ''] } as const;
    await addTeamMember(app, owner, `used-${people}@example.com`, access);
    expect((await owner.call('DELETE', `/locations/${listing?.locationId}`)).status).toBe(409);
    expect([await entriesOf(), await eventsOf()]).toEqual([[], []]);
  });
});
