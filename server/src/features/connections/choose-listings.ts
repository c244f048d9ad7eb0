import type { AvailableListing } from '@kindling/contract/connections';
import { platformSchema } from '@kindling/contract/platforms';
import type { Transaction } from 'kysely';
import { ConnectorFailure, type PlatformListing } from '../../connectors/connector.ts';
import { inTenant } from '../../db/transaction.ts';
import type { DB } from '../../db/types.gen.ts';
import type { SignedInUser } from '../../http/caller.ts';
import { AppError } from '../../lib/app-error.ts';
import { newId } from '../../lib/ids.ts';
import { findOrCreateLocation } from '../businesses/index.ts';
import { audit } from '../identity/index.ts';
import { replaceApiKeyListing } from './api-key-places.ts';
import { handleCallFailure, requireOwnerConnection } from './connection-access.ts';
import type { ConnectionsDeps } from './deps.ts';
import { toAppError } from './failures.ts';
import { updateOfferedListings } from './listing-changes-queries.ts';
import {
  insertListing,
  type ListingRow,
  listListingRows,
  moveListingToConnection,
} from './listing-queries.ts';
import type { ConnectionRow } from './queries.ts';
import { canReadReviews } from './recheck-access.ts';

/**
 * The listings that the connected account can reach now, from the platform, with those that are already chosen marked.
 */
export async function listAvailable(
  deps: ConnectionsDeps,
  user: SignedInUser,
  connectionId: string,
): Promise<AvailableListing[]> {
  const { offered } = await fetchOfferedListings(deps, user.accountId, connectionId);
  const listings = await inTenant(deps.db, user.accountId, (trx) => listListingRows(trx, user.accountId));
  const chosen = new Set(
    listings.filter((row) => row.connection_id === connectionId).map((row) => row.external_id),
  );
  return offered.map((listing) => ({
    externalId: listing.externalId,
    name: listing.name,
    address: listing.address,
    chosen: chosen.has(listing.externalId),
    readable: listing.readable,
  }));
}

/** Stores the chosen listings; their names come from the platform, never from the request. */
export async function chooseListings(
  deps: ConnectionsDeps,
  user: SignedInUser,
  connectionId: string,
  externalIds: string[],
): Promise<void> {
  const { connection, offered } = await fetchOfferedListings(deps, user.accountId, connectionId);
  const wanted = offered.filter((listing) => externalIds.includes(listing.externalId) && listing.readable);
  const missing = externalIds.filter((id) => !wanted.some((listing) => listing.externalId === id));
  if (missing.length > 0)
    throw new AppError('invalid-input', undefined, {
      fields: [
        { path: 'externalIds', message: 'One of them is not offered by this connection, or cannot be read.' },
      ],
    });
  const added = await inTenant(deps.db, user.accountId, (trx) =>
    bindListings(deps, trx, user, connection, wanted),
  );
  if (added.length > 0 && !(await canReadReviews(deps, connection))) return;
  for (const listingId of added) await deps.requestListingSync(user.accountId, listingId);
}

async function bindListings(
  deps: Pick<ConnectionsDeps, 'onBusinessRenamed'>,
  trx: Transaction<DB>,
  user: SignedInUser,
  connection: ConnectionRow,
  wanted: PlatformListing[],
): Promise<string[]> {
  const { accountId } = user;
  const added: string[] = [];
  for (const place of wanted) {
    const rows = await listListingRows(trx, accountId);
    const known = rows.find(
      (row) => row.platform === connection.platform && row.external_id === place.externalId,
    );
    if (known?.connection_id === connection.id) continue;
    if (known !== undefined) await moveListingToConnection(trx, accountId, known.id, connection.id, place);
    const id = known?.id ?? newId();
    if (known === undefined) {
      const left = await replaceApiKeyListing(trx, accountId, rows, place);
      const locationId =
        left ??
        (await findOrCreateLocation(
          deps,
          trx,
          accountId,
          place,
          boundLocationIds(rows, connection.platform),
        ));
      await insertListing(trx, accountId, {
        id,
        connectionId: connection.id,
        locationId,
        platform: connection.platform,
        place,
      });
    }
    await audit(trx, {
      accountId,
      userId: user.userId,
      action: 'listing.chosen',
      target: id,
      details: { platform: platformSchema.parse(connection.platform) },
    });
    added.push(id);
  }
  return added;
}

function boundLocationIds(rows: ListingRow[], platform: string) {
  return {
    all: new Set(rows.map((row) => row.location_id)),
    samePlatform: new Set(rows.filter((row) => row.platform === platform).map((row) => row.location_id)),
  };
}

async function fetchOfferedListings(
  deps: ConnectionsDeps,
  accountId: string,
  connectionId: string,
): Promise<{ connection: ConnectionRow; offered: PlatformListing[] }> {
  const { connection, connector } = await requireOwnerConnection(deps, accountId, connectionId);
  try {
    await deps.rateLimiter.acquire(connector.id, 'person');
    const { listings, listingTokens } = await deps.tokens.withTokens(
      connector,
      accountId,
      connectionId,
      (tokens) => connector.listListings(tokens),
    );
    if (listingTokens !== undefined)
      await deps.tokens.storeListingTokens(accountId, connectionId, listingTokens);
    await inTenant(deps.db, accountId, (trx) =>
      updateOfferedListings(trx, accountId, connectionId, listings),
    );
    return { connection, offered: listings };
  } catch (error) {
    if (error instanceof ConnectorFailure) await handleCallFailure(deps, connector, connection, error);
    throw toAppError(error);
  }
}
