/** For tests only: a tenant with rows in every table. */
import { randomBytes } from 'node:crypto';
import { embedSettingsSchema } from '@kindling/contract/embed-settings';
import type { Embed } from '@kindling/contract/embeds';
import { BrowserSessions } from '@kindling/identity';
import { inTenant } from '../db/transaction.ts';
import { startAuthorization } from '../features/connections/index.ts';
import { createEmbed } from '../features/embeds/embeds.ts';
import { publishEmbed } from '../features/embeds/publish.ts';
import { sealChain } from '../features/identity/index.ts';
import { insertRun } from '../features/sync/queries.ts';
import { newId } from '../lib/ids.ts';
import { addAlerts } from './alert-fixture.ts';
import { addCollecting, type CollectIds } from './collect-fixture.ts';
import { deliverAllEvents } from './deliver-events.ts';
import { addExports, type ExportIds } from './export-fixture.ts';
import { addReviews, connectListings, markReviews } from './factories.ts';
import { aPlatformListing, aReview } from './fake-connector.ts';
import { createImportFixtures, type ImportIds } from './import-fixtures.ts';
import { addReplyTools } from './reply-tools.ts';
import { lastChangedAt, someLocation, somePicture } from './samples.ts';
import { addSavedView } from './saved-view-fixture.ts';
import { addSubscription, type BillingIds } from './subscription-fixture.ts';
import { addTeam, fillTeam, type TeamIds } from './team-fixture.ts';
import type { TestApp, TestUser } from './test-app.ts';
import { addTriage, type TriageIds } from './triage-fixture.ts';

/** Ids of one tenant. All tenants have the same keys, so that a test can replace one tenant's ids with another's. */
export interface TenantIds extends ImportIds, TeamIds, CollectIds, TriageIds, ExportIds, BillingIds {
  connectionId: string;
  listingId: string;
  /** A listing that has a run. */
  otherListingId: string;
  locationId: string;
  businessId: string;
  /** One with a single location, to which nothing belongs; and such a location of the first. */
  emptyBusinessId: string;
  emptyLocationId: string;
  embedId: string;
  /** A link to the preview of that embed. */
  previewLinkId: string;
  /** One that the owner has answered, with a draft of another reply. */
  reviewId: string;
  otherReviewId: string;
  externalId: string;
  templateId: string;
  /** A browser in which the tenant's user is signed in. */
  sessionId: string;
  cursor: string;
  /** A saved view of the tenant's user. */
  viewId: string;
}

export interface TenantFixture {
  user: TestUser;
  ids: TenantIds;
  code: string;
}

/**
 * Signs a tenant up and creates the same rows for it as for every other one, or for a tenant that is there already. Each of
 * these texts holds `mark`; afterwards the platform offers these places.
 */
export async function createTenantFixture(
  app: TestApp,
  mark: string,
  tenant?: TestUser,
): Promise<TenantFixture> {
  const user = tenant ?? (await app.signIn(`${mark}@example.com`));
  const { google } = app.platforms;
  google.account = { externalId: `${mark}-owner`, displayName: `${mark} owner` };
  google.listings = [1, 2].map((number) =>
    aPlatformListing(`${mark}-place-${number}`, {
      name: `${mark} place ${number}`,
      address: `${mark} street`,
    }),
  );
  const { connectionId, listings } = await connectListings(app, user, 'google');
  const [listing, other] = listings;
  if (listing === undefined || other === undefined) throw new Error('Two listings were expected');
  for (const place of [listing, other])
    await addReviews(
      app,
      user,
      place,
      [1, 2, 3, 4].map((number) =>
        aReview({
          externalId: `${mark}-${place.externalId}-${number}`,
          authorName: `${mark} author`,
          text: `${mark} text ${number}`,
          rating: number,
          reply: { text: `${mark} reply`, at: null, state: 'published', reason: null },
        }),
      ),
    );
  await markReviews(app, user, [`${mark}-${listing.externalId}-1`], 'hidden_at');
  await markReviews(app, user, [`${mark}-${listing.externalId}-2`], 'removed_at');
  await sealChain(app.services, { accountId: user.accountId }, new AbortController().signal);
  await addRowsOfSync(app, user, { mark, connectionId, listingId: other.id });
  await startAuthorization(app.services.connections, user, 'google');
  const embed = await addEmbed(app, user, mark, listing.locationId);
  const { businesses } = (await user.call('GET', '/businesses')).json as { businesses: { id: string }[] };
  const spare = await makeEmptyBusiness(app, user, mark, businesses[0]?.id ?? '');
  const collecting = await addCollecting(app, user, mark, {
    businessId: businesses[0]?.id ?? '',
    locationId: listing.locationId,
  });
  const sessionId = await addSession(app, user, `${mark}-session`);
  await user.call('PUT', '/profile/picture', { data: somePicture() });
  await user.call('PUT', `/businesses/${businesses[0]?.id}/logo`, { data: somePicture() });
  const page = await user.call('GET', '/reviews?limit=1');
  const { nextCursor } = page.json as { nextCursor: string };
  const two = await user.call('GET', '/reviews?limit=2');
  const [reviewId = '', otherReviewId = ''] = (two.json as { items: { id: string }[] }).items.map(
    ({ id }) => id,
  );
  await user.call('PUT', `/reviews/${reviewId}/draft`, { text: `${mark} draft` });
  const templateId = await addReplyTools(app, user, mark, businesses[0]?.id ?? '');
  // Members belong to the account whatever their locations, so a second fixture leaves no mark in their addresses.
  const team = await (tenant === undefined
    ? fillTeam(app, user, mark, listing.locationId)
    : addTeam(app, user, 'second', listing.locationId));
  // Every member sees the tags of the account.
  const tagMark = tenant === undefined ? mark : 'second';
  const triage = await addTriage(app, user, { mark, tagMark, reviewId });
  const imports = await createImportFixtures(app, user, mark, listing.locationId);
  const exported = await addExports(app, user, mark);
  const billing = await addSubscription(app, user);
  await deliverAllEvents(app.services, user.accountId);
  await addAlerts(app, user, { locationId: listing.locationId, reviewId, connectionId });
  return {
    user,
    code: embed.code,
    ids: {
      ...billing,
      connectionId,
      listingId: listing.id,
      otherListingId: other.id,
      locationId: listing.locationId,
      businessId: businesses[0]?.id ?? '',
      ...spare,
      embedId: embed.id,
      previewLinkId: await addPreviewLink(user, embed.id),
      ...collecting,
      reviewId,
      otherReviewId,
      externalId: listing.externalId,
      templateId,
      sessionId,
      cursor: nextCursor,
      viewId: await addSavedView(user, mark, listing.locationId),
      ...imports,
      ...triage,
      ...exported,
      ...team,
    },
  };
}

/** A published embed of one location that was seen. */
async function addEmbed(app: TestApp, user: TestUser, mark: string, locationId: string): Promise<Embed> {
  const embed = await createEmbed(app.services.embeds, user, {
    kind: 'widget',
    name: `${mark} widget`,
    settings: embedSettingsSchema.parse({ locationIds: [locationId] }),
  });
  await publishEmbed(app.services.embeds, user, embed.id);
  await addEmbedDays(app, user, embed.id, mark);
  return embed;
}

/** @returns the id of a link to the preview */
async function addPreviewLink(user: TestUser, embedId: string): Promise<string> {
  const made = await user.call('POST', `/embeds/${embedId}/preview-links`);
  return (made.json as { link: { id: string } }).link.id;
}

/** A browser in which the user is signed in. @returns its id */
async function addSession(app: TestApp, user: TestUser, sessionUid: string): Promise<string> {
  // A sign-in is listed as long as its session is valid.
  await app.services.db.pool.query(
    `insert into identity.record (model, id, sealed, uid, account_id) values ('Session', $1, '', $2, $3)`,
    [randomBytes(32), sessionUid, user.sub],
  );
  return new BrowserSessions(app.services.db.pool).record({
    sub: user.sub,
    sessionUid,
    grantId: undefined,
    userAgent: '',
    network: '192.0.2.1',
    authTime: undefined,
  });
}

/** Adds one row to each table that syncs write. */
async function addRowsOfSync(
  app: TestApp,
  user: TestUser,
  { mark, connectionId, listingId }: { mark: string; connectionId: string; listingId: string },
): Promise<void> {
  await inTenant(app.services.db, user.accountId, async (trx) => {
    const run = { id: newId(), listingId, trigger: 'first', kind: 'full' } as const;
    await insertRun(trx, user.accountId, run);
    const [account_id, listing_id] = [user.accountId, listingId];
    await trx
      .insertInto('skipped_items')
      .values({ account_id, listing_id, hash: `${mark}-hash`, reason: `${mark} reason` })
      .execute();
    await trx
      .updateTable('listings')
      .set({ pending_removals_count: 2, pending_removals_since: new Date() })
      .where('id', '=', listingId)
      .execute();
    await trx
      .insertInto('platform_requests')
      .values({ account_id, platform: 'yelp' })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await trx
      .insertInto('webhook_subscriptions')
      .values({ account_id, listing_id, connection_id: connectionId })
      .execute();
    await trx
      .insertInto('sync_run_pages')
      .values({ account_id, run_id: run.id, page: 0, review_ids: [newId()] })
      .execute();
  });
}

/** Adds a business and a location that have no dependent rows, so that they can be changed and deleted. */
async function makeEmptyBusiness(app: TestApp, user: TestUser, mark: string, businessId: string) {
  const made = await user.call('POST', '/businesses', { name: `${mark} spare` });
  const { business } = made.json as { business: { id: string } };
  const added = await user.call('POST', `/businesses/${businessId}/locations`, {
    ...someLocation,
    name: `${mark} corner`,
  });
  const { location } = added.json as { location: { id: string } };
  await inTenant(app.services.db, user.accountId, (trx) =>
    trx.updateTable('locations').set({ updated_at: lastChangedAt }).where('id', '=', location.id).execute(),
  );
  return { emptyBusinessId: business.id, emptyLocationId: location.id };
}

/** A day of loads of an embed, and where they came from. */
async function addEmbedDays(app: TestApp, user: TestUser, embedId: string, mark: string): Promise<void> {
  const day = {
    account_id: user.accountId,
    embed_id: embedId,
    day: new Date().toISOString().slice(0, 10),
    views: 3,
  };
  await inTenant(app.services.db, user.accountId, async (trx) => {
    await trx
      .insertInto('embed_days')
      .values({ ...day, site: `${mark}.example`, country: 'PT', clicks: 1 })
      .execute();
    await trx
      .insertInto('embed_state_days')
      .values({ ...day, state: mark.slice(0, 2) })
      .execute();
  });
}
