/** Actions of an owner on one listing: pause, sync interval, move to another location, remove. */
import { platformSchema } from '@kindling/contract/platforms';
import type { Transaction } from 'kysely';
import { inTenant } from '../../db/transaction.ts';
import type { DB } from '../../db/types.gen.ts';
import type { SignedInUser } from '../../http/caller.ts';
import { AppError, notFound } from '../../lib/app-error.ts';
import { listBusinesses } from '../businesses/index.ts';
import { audit } from '../identity/index.ts';
import { lockAccountForDeletion } from './deletion-queries.ts';
import type { ConnectionsDeps } from './deps.ts';
import { changeListing, deleteListing, postponeFullPass } from './listing-changes-queries.ts';
import { findListingRow, type ListingRow } from './listing-queries.ts';
import { findListingSyncSettings } from './sync-settings.ts';

export interface ListingChange {
  paused?: boolean | undefined;
  syncIntervalMinutes?: number | undefined;
  locationId?: string | undefined;
}

/**
 * Changes the members that are given; nothing when they are so already. The reviews and daily sums of a listing move with it
 * to its new location. Two listings of one platform may share a location: so a place that is registered twice can be merged.
 * @throws AppError `not-found`; `invalid-input` for a location that is not the account's, or an interval below the fastest.
 */
export async function updateListing(
  deps: ConnectionsDeps,
  user: SignedInUser,
  listingId: string,
  change: ListingChange,
): Promise<void> {
  const { accountId } = user;
  const changed = await inTenant(deps.db, accountId, async (trx) => {
    const listing = await findListingRow(trx, accountId, listingId);
    if (listing === null) throw notFound();
    const changes = changesOf(listing, change);
    if (Object.keys(changes).length === 0) return false;
    const { paused, syncIntervalMinutes, locationId } = changes;
    if (locationId !== undefined) await assertLocation(trx, accountId, locationId);
    if (syncIntervalMinutes !== undefined) await assertInterval(trx, accountId, listing, syncIntervalMinutes);
    const interval =
      syncIntervalMinutes === undefined ? undefined : { minutes: syncIntervalMinutes, chosen: true };
    await changeListing(trx, accountId, listingId, { paused, interval, locationId });
    if (locationId !== undefined) await deps.onListingMoved(trx, accountId, listingId, locationId);
    await audit(trx, {
      accountId,
      userId: user.userId,
      action: 'listing.changed',
      target: listingId,
      details: { ...changes },
    });
    return true;
  });
  // A running sync ends, and the next one continues with the new settings.
  if (changed) await deps.requestListingSync(accountId, listingId);
}

/** The members of a change that are not so already. */
function changesOf(
  listing: ListingRow,
  { paused, syncIntervalMinutes, locationId }: ListingChange,
): ListingChange {
  return {
    ...(paused === undefined || paused === listing.paused ? {} : { paused }),
    ...(syncIntervalMinutes === undefined ||
    (listing.interval_chosen && syncIntervalMinutes === listing.sync_interval_minutes)
      ? {}
      : { syncIntervalMinutes }),
    ...(locationId === undefined || locationId === listing.location_id ? {} : { locationId }),
  };
}

/** @throws AppError `invalid-input` for an interval that the operator does not offer at this platform. */
async function assertInterval(
  trx: Transaction<DB>,
  accountId: string,
  listing: ListingRow,
  minutes: number,
): Promise<void> {
  const found = await findListingSyncSettings(trx, accountId, listing.id);
  const fastest = found?.settings.fastestIntervalMinutes ?? 0;
  if (minutes >= fastest) return;
  throw new AppError('invalid-input', undefined, {
    fields: [{ path: 'syncIntervalMinutes', message: `At least ${fastest} minutes are needed.` }],
  });
}

async function assertLocation(trx: Transaction<DB>, accountId: string, locationId: string): Promise<void> {
  const businesses = await listBusinesses(trx, accountId);
  if (businesses.some(({ locations }) => locations.some((location) => location.id === locationId))) return;
  throw new AppError('invalid-input', undefined, {
    fields: [{ path: 'locationId', message: 'There is no such location.' }],
  });
}

/**
 * Stops reading one listing and deletes its content; the connection stays. Where it is cut off, the listing is still there, and its next
 * sync, a full pass, reads again what is missing.
 * @throws AppError `not-found`.
 */
export async function removeListing(
  deps: ConnectionsDeps,
  user: SignedInUser,
  listingId: string,
): Promise<void> {
  const { accountId } = user;
  const listing = await inTenant(deps.db, accountId, (trx) => findListingRow(trx, accountId, listingId));
  if (listing === null) throw notFound();
  // With each page, because a sync that somebody requests may begin between two.
  const goesOn = async (trx: Transaction<DB>) => {
    await lockAccountForDeletion(trx, accountId);
    return postponeFullPass(trx, accountId, listingId);
  };
  await deps.deleteReviewsOfListing(accountId, listingId, { goesOn });
  await inTenant(deps.db, accountId, async (trx) => {
    await lockAccountForDeletion(trx, accountId);
    if (!(await deleteListing(trx, accountId, listingId))) throw notFound();
    await audit(trx, {
      accountId,
      userId: user.userId,
      action: 'listing.removed',
      target: listingId,
      details: { platform: platformSchema.parse(listing.platform) },
    });
  });
}
