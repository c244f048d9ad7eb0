/** Embeds of a member who is limited to some locations. */
import { embedSettingsSchema } from '@kindling/contract/embed-settings';
import type { Embed } from '@kindling/contract/embeds';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTenant } from '../../db/transaction.ts';
import { sendRequest } from '../../testing/api-requests.ts';
import { featureModes } from '../../testing/database.ts';
import { addReviews, type ConnectedListing, connectListings } from '../../testing/factories.ts';
import { aPlatformListing, aReview } from '../../testing/fake-connector.ts';
import { addTeamMember } from '../../testing/team-fixture.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { refreshEmbeds } from './publish.ts';

describe.each(featureModes)('embeds of limited members, %s', (mode) => {
  let app: TestApp;
  let owner: TestUser;
  let own: ConnectedListing;
  let other: ConnectedListing;
  let member: TestUser;
  beforeAll(async () => {
    app = await startTestApp(mode);
    owner = await app.signIn('owner@example.com');
    app.platforms.google.listings = [aPlatformListing('other'), aPlatformListing('own')];
    const { listings } = await connectListings(app, owner, 'google');
    [other, own] = listings as [ConnectedListing, ConnectedListing];
    for (const listing of [own, other]) {
      const reply = { text: 'Thank you', at: null, state: 'published', reason: null } as const;
      const reviews = [1, 2, 5].map((rating) =>
        aReview({ externalId: `${listing.externalId}-${rating}`, rating, reply }),
      );
      await addReviews(app, owner, listing, reviews);
    }
    // One location in the United Kingdom decides for the account, also where the member does not see it.
    await inTenant(app.services.db, owner.accountId, (trx) =>
      trx.updateTable('locations').set({ country: 'GB' }).where('id', '=', other.locationId).execute(),
    );
    member = await addTeamMember(app, owner, 'member@example.com', {
      role: 'manager',
      locationIds: [own.locationId],
    });
  });
  afterAll(() => app.close());

  async function call(method: string, path: string, body?: Record<string, unknown>) {
    const answer = await sendRequest(
      app,
      body === undefined ? { method, path } : { method, path, body },
      member.token,
    );
    return { ...answer, embed: (answer.json as { embed: Embed }).embed };
  }
  const create = (settings?: Record<string, unknown>) =>
    call('POST', '/embeds', {
      kind: 'widget',
      name: 'Mine',
      ...(settings === undefined ? {} : { settings }),
    });
  const settingsOf = (locationIds: string[]) => ({
    ...embedSettingsSchema.parse({ showReplies: true, minimumRating: 4 }),
    locationIds,
  });

  test('pictures of templates name no embed that they do not see', async () => {
    const hidden = await owner.call('POST', '/embeds', { kind: 'widget', name: 'Hidden' });
    const { code } = (hidden.json as { embed: Embed }).embed;
    await inTenant(app.services.db, owner.accountId, (trx) =>
      trx
        .updateTable('reviews')
        .set({ author_photo_url: 'https://lh3.googleusercontent.com/a/picture' })
        .where('location_id', '=', own.locationId)
        .execute(),
    );
    const draw = async () => {
      const settings = [{ ...settingsOf([own.locationId]), photo: 'photo' }];
      const { status, text } = await call('POST', '/embeds/previews', { kind: 'widget', settings });
      expect(status, text).toBe(200);
      return text;
    };
    expect(await draw()).not.toMatch(/<img|\/a\//);
    const { embed } = await create();
    expect(await draw()).toContain(`/a/${embed.code}/`);
    expect(await draw()).not.toContain(code);
  });

  test('a new one shows their locations', async () => {
    const { status, embed } = await create();
    expect(status).toBe(201);
    expect(embed.settings.locationIds).toEqual([own.locationId]);
  });

  test('settings for all locations or for others are refused, everywhere', async () => {
    const { embed } = await create();
    for (const ids of [[], [other.locationId], [own.locationId, other.locationId]]) {
      const settings = settingsOf(ids);
      const path = `/embeds/${embed.id}`;
      const statuses = [
        (await create(settings)).status,
        (await call('PUT', path, { name: 'Mine', settings })).status,
        (await call('POST', `${path}/preview`, { settings })).status,
      ];
      expect(statuses, ids.join()).toEqual([400, 400, 400]);
    }
  });

  test('what they publish is what the refresh publishes, by the law and the names of the whole account', async () => {
    const { embed } = await create(settingsOf([own.locationId]));
    const published = await call('POST', `/embeds/${embed.id}/publish`);
    expect(published.status).toBe(200);
    // In the United Kingdom a minimum of stars leaves no first-party review out.
    expect(published.embed.unfilterableSources).toEqual(['first-party']);
    const snapshots = () =>
      inTenant(app.services.db, owner.accountId, (trx) =>
        trx.selectFrom('snapshots').select(['hash', 'content']).where('embed_id', '=', embed.id).execute(),
      );
    const before = await snapshots();
    expect(before[0]?.content).toMatchObject({ disclosure: { shown: 1, total: 6 } });
    await refreshEmbeds(app.services.embeds, owner.accountId);
    expect(await snapshots()).toEqual(before);
    // Visitors learn what is left out of the account; a preview of any settings counts the member's locations only.
    const preview = await call('POST', `/embeds/${embed.id}/preview`, {
      settings: settingsOf([own.locationId]),
    });
    expect(preview.json).toMatchObject({ shown: 1, total: 3 });
  });

  test('an embed that shows other locations in its draft or in public is not there for them', async () => {
    const made = async (locationIds: string[]) => {
      const answer = await owner.call('POST', '/embeds', {
        kind: 'widget',
        name: 'Shared',
        settings: settingsOf(locationIds),
      });
      return (answer.json as { embed: Embed }).embed.id;
    };
    const later = await made([other.locationId]);
    expect((await owner.call('POST', `/embeds/${later}/publish`)).status).toBe(200);
    const narrowed = { name: 'Shared', settings: settingsOf([own.locationId]) };
    expect((await owner.call('PUT', `/embeds/${later}`, narrowed)).status).toBe(200);
    for (const id of [later, await made([]), await made([own.locationId, other.locationId])]) {
      const path = `/embeds/${id}`;
      const statuses = [
        (await call('GET', path)).status,
        (await call('PUT', path, narrowed)).status,
        (await call('POST', `${path}/publish`)).status,
        (await call('POST', `${path}/unpublish`)).status,
        (await call('GET', `${path}/traffic?days=30`)).status,
        (await call('DELETE', path)).status,
      ];
      expect(statuses).toEqual([404, 404, 404, 404, 404, 404]);
      expect((await call('GET', '/embeds?kind=widget')).text).not.toContain(id);
    }
  });
});
