/** For tests only: creates rows through the slices' own functions. */
import type { Platform } from '@kindling/contract/platforms';
import type { PlatformReview } from '../connectors/connector.ts';
import { inTenant } from '../db/transaction.ts';
import {
  chooseListings,
  finishAuthorization,
  listListingRows,
  startAuthorization,
} from '../features/connections/index.ts';
import { upsertReviews } from '../features/reviews/index.ts';
import type { IngestCounts } from '../features/reviews/ingest.ts';
import { aPlatformListing } from './fake-connector.ts';
import type { TestApp, TestUser } from './test-app.ts';

export interface ConnectedListing {
  id: string;
  locationId: string;
  externalId: string;
  platform: Platform;
  connectionId: string;
}

/** Signs in a new user to whom the platform offers one place without reviews. @param number unique for each test */
export async function signInWithPlace(
  app: TestApp,
  number: number,
): Promise<{ user: TestUser; place: string }> {
  const place = `${number}00`;
  const user = await app.signIn(`owner-${number}@example.com`);
  const { google } = app.platforms;
  google.account = { externalId: `owner-${number}`, displayName: 'Owner' };
  google.listings = [aPlatformListing(place)];
  google.reviews.clear();
  return { user, place };
}

/** Connects the platform as this user and chooses all listings, which queues the first syncs. */
export async function connectListings(
  { services }: Pick<TestApp, 'services'>,
  user: TestUser,
  platform: Platform = 'google',
): Promise<{ connectionId: string; listings: ConnectedListing[] }> {
  const { connections } = services;
  const { url, browserSecret } = await startAuthorization(connections, user, platform);
  const result = await finishAuthorization(connections, {
    platform,
    state: new URL(url).searchParams.get('state') ?? undefined,
    code: 'code',
    browserSecret,
  });
  if ('problem' in result) throw new Error(`Connecting failed: ${result.problem}`);
  const { connectionId } = result;
  const connector = connections.connectors.get(platform);
  const offered = await connector?.listListings({
    accessToken: '',
    refreshToken: null,
    expiresAt: null,
    scopes: [],
  });
  const readable = offered?.listings.filter((listing) => listing.readable) ?? [];
  await chooseListings(
    connections,
    user,
    connectionId,
    readable.map((listing) => listing.externalId),
  );
  const rows = await inTenant(services.db, user.accountId, (trx) => listListingRows(trx, user.accountId));
  return {
    connectionId,
    listings: rows
      .filter((row) => row.connection_id === connectionId)
      .map((row) => ({
        id: row.id,
        locationId: row.location_id,
        externalId: row.external_id,
        platform,
        connectionId,
      })),
  };
}

/** A new user whose one place is connected, and not synced yet. */
export async function signInWithListing(
  app: TestApp,
  number: number,
): Promise<{ user: TestUser; place: string; listing: ConnectedListing }> {
  const { user, place } = await signInWithPlace(app, number);
  const [listing] = (await connectListings(app, user)).listings;
  if (listing === undefined) throw new Error('A listing was expected');
  return { user, place, listing };
}

/** Stores reviews as a sync of this listing would. */
export function addReviews(
  { services }: Pick<TestApp, 'services'>,
  user: Pick<TestUser, 'accountId'>,
  listing: Pick<ConnectedListing, 'id' | 'locationId' | 'platform'>,
  reviews: readonly PlatformReview[],
): Promise<IngestCounts> {
  const place = { listingId: listing.id, locationId: listing.locationId, source: listing.platform };
  return inTenant(services.db, user.accountId, (trx) => upsertReviews(trx, user.accountId, place, reviews));
}

/** Hides reviews or marks them as removed at the platform; no slice has a function for either yet. */
export async function markReviews(
  { services }: Pick<TestApp, 'services'>,
  user: Pick<TestUser, 'accountId'>,
  externalIds: readonly string[],
  mark: 'hidden_at' | 'removed_at',
): Promise<void> {
  await inTenant(services.db, user.accountId, (trx) =>
    trx
      .updateTable('reviews')
      .set({ [mark]: new Date() })
      .where('account_id', '=', user.accountId)
      .where('external_id', 'in', [...externalIds])
      .execute(),
  );
}
