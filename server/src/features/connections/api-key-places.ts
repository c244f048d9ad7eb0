/**
 * Places read with the operator's API key instead of a sign-in, found by a search. An account has one connection without
 * tokens for all of them.
 */
import type { ApiKeyPlace } from '@kindling/contract/connections';
import type { Platform } from '@kindling/contract/platforms';
import type { Transaction } from 'kysely';
import {
  type ApiKeyConnector,
  type CallOptions,
  ConnectorFailure,
  type PlatformListing,
  usesApiKey,
} from '../../connectors/connector.ts';
import { inTenant } from '../../db/transaction.ts';
import type { DB } from '../../db/types.gen.ts';
import type { SignedInUser } from '../../http/caller.ts';
import { AppError } from '../../lib/app-error.ts';
import { newId } from '../../lib/ids.ts';
import { findOrCreateLocation } from '../businesses/index.ts';
import { audit } from '../identity/index.ts';
import { cancelDeletion } from './deletion-queries.ts';
import type { ConnectionsDeps } from './deps.ts';
import { toAppError } from './failures.ts';
import { deleteListing } from './listing-changes-queries.ts';
import { insertListing, type ListingRow, listListingRows, makeListingsDue } from './listing-queries.ts';
import { insertConnection, listConnectionRows, lockConnection, updateStatus } from './queries.ts';
import { sealContext, sealTokens } from './tokens.ts';

/** Stored in the column of the account's id at the platform, because this connector has no such account. */
const sharedExternalId = 'open';

type Deps = Pick<
  ConnectionsDeps,
  'db' | 'connectors' | 'box' | 'rateLimiter' | 'requestListingSync' | 'onBusinessRenamed'
>;

/** Places that match the owner's search. @throws AppError `not-configured`; the platform's failure. */
export async function searchPlaces(
  deps: Deps,
  { platform, query, language }: { platform: Platform; query: string; language: string },
): Promise<ApiKeyPlace[]> {
  return callConnector(deps, platform, (connector) => connector.search(query, language));
}

/**
 * Starts to read a place; a place that is read already is not changed. Returns the id of the connection.
 * @throws AppError `not-configured`; `conflict` where the account reads the place through its owner's sign-in; the
 * platform's failure, `platform-gone` for an unknown id.
 */
export async function addPlace(
  deps: Deps,
  user: SignedInUser,
  { platform, placeId, language }: { platform: Platform; placeId: string; language: string },
): Promise<string> {
  const { accountId } = user;
  const place = await callConnector(deps, platform, (connector) => connector.readListing(placeId, language));
  const connector = requireApiKeyConnector(deps, platform);
  const { connectionId, due } = await inTenant(deps.db, accountId, async (trx) => {
    const connectionId = await ensureApiKeyConnection(deps, trx, user, connector);
    const rows = await listListingRows(trx, accountId);
    const known = rows.find(
      (row) => row.connection_id === connectionId && row.external_id === place.externalId,
    );
    if (known === undefined && rows.some((row) => row.platform === platform && isSamePlace(row, place)))
      throw new AppError('conflict');
    const due = await reactivateConnection(trx, accountId, connectionId);
    if (known !== undefined) return { connectionId, due };
    const id = newId();
    const bound = {
      all: new Set(rows.map((row) => row.location_id)),
      samePlatform: new Set(rows.filter((row) => row.platform === platform).map((row) => row.location_id)),
    };
    const locationId = await findOrCreateLocation(deps, trx, accountId, place, bound);
    await insertListing(trx, accountId, { id, connectionId, locationId, platform, place });
    await audit(trx, {
      accountId,
      userId: user.userId,
      action: 'listing.chosen',
      target: id,
      details: { platform, connector: connector.id },
    });
    return { connectionId, due: [...due, id] };
  });
  for (const listingId of due) await deps.requestListingSync(accountId, listingId);
  return connectionId;
}

/**
 * An owner's profile replaces the API key listing of the same place: deletes that listing with its reviews and returns its
 * location; null where there was none.
 */
export async function replaceApiKeyListing(
  trx: Transaction<DB>,
  accountId: string,
  rows: readonly ListingRow[],
  profile: Pick<PlatformListing, 'mapsUrl' | 'writeReviewUrl'>,
): Promise<string | null> {
  const open = (await listConnectionRows(trx, accountId)).filter((one) => one.connector !== one.platform);
  const replaced = rows.find(
    (row) => open.some((one) => one.id === row.connection_id) && isSamePlace(row, profile, row.external_id),
  );
  if (replaced === undefined) return null;
  await deleteListing(trx, accountId, replaced.id);
  return replaced.location_id;
}

/** Compares the ids in the links of a place, because the two connectors have no other id in common. */
function isSamePlace(
  row: Pick<ListingRow, 'maps_url' | 'write_review_url'>,
  place: Pick<PlatformListing, 'mapsUrl' | 'writeReviewUrl'> & { externalId?: string },
  openId: string | undefined = place.externalId,
): boolean {
  const ours = placeIdentifiers([row.maps_url, row.write_review_url]);
  const theirs = placeIdentifiers([place.mapsUrl, place.writeReviewUrl]);
  if (openId !== undefined) (place.externalId === undefined ? ours : theirs).add(`placeid ${openId}`);
  return [...ours].some((identity) => theirs.has(identity));
}

/** `?placeid=` of the link for writing a review, `?cid=` of the link to the map. */
function placeIdentifiers(links: readonly (string | null)[]): Set<string> {
  const found = new Set<string>();
  for (const link of links) {
    const query = link === null ? undefined : URL.parse(link)?.searchParams;
    for (const name of ['placeid', 'cid']) {
      const value = query?.get(name);
      if (value) found.add(`${name} ${value}`);
    }
  }
  return found;
}

/** Locks the account's API key connection, creating it first when there is none. */
async function ensureApiKeyConnection(
  deps: Pick<Deps, 'box'>,
  trx: Transaction<DB>,
  { accountId, userId }: SignedInUser,
  connector: ApiKeyConnector,
): Promise<string> {
  const { id: connectorId, platform } = connector;
  const id = newId();
  const none = { accessToken: '', refreshToken: null, expiresAt: null, scopes: [] };
  const made = await insertConnection(trx, accountId, {
    id,
    platform,
    connector: connectorId,
    externalId: sharedExternalId,
    displayName: connector.product,
    sealedTokens: sealTokens(deps.box, none, sealContext(accountId, id)),
    createdBy: userId,
  });
  if (made) {
    const details = { platform, connector: connectorId };
    await audit(trx, { accountId, userId, action: 'connection.created', target: id, details });
    return id;
  }
  const rows = await listConnectionRows(trx, accountId);
  const known = rows.find((row) => row.connector === connectorId);
  if (known === undefined || (await lockConnection(trx, accountId, known.id)) === null)
    throw new AppError('conflict');
  return known.id;
}

/** Clears earlier failures and a deletion, because a place was read just now. Returns the listings that are due. */
async function reactivateConnection(
  trx: Transaction<DB>,
  accountId: string,
  connectionId: string,
): Promise<string[]> {
  const connection = await lockConnection(trx, accountId, connectionId);
  if (connection === null || connection.status === 'active') return [];
  await cancelDeletion(trx, accountId, connectionId);
  await updateStatus(trx, accountId, connectionId, 'active', null);
  return makeListingsDue(trx, accountId, connectionId);
}

async function callConnector<T>(
  deps: Pick<Deps, 'connectors' | 'rateLimiter'>,
  platform: Platform,
  work: (connector: ApiKeyConnector, options?: CallOptions) => Promise<T>,
): Promise<T> {
  const connector = requireApiKeyConnector(deps, platform);
  try {
    await deps.rateLimiter.acquire(connector.id, 'person');
    const answer = await work(connector);
    await deps.rateLimiter.reportSuccess(connector.id);
    return answer;
  } catch (error) {
    if (error instanceof ConnectorFailure && error.kind === 'retry-after' && error.reach === 'platform')
      await deps.rateLimiter.reportFailure(connector.id, error.retryAfter || undefined);
    throw toAppError(error);
  }
}

function requireApiKeyConnector(
  { connectors }: Pick<Deps, 'connectors'>,
  platform: Platform,
): ApiKeyConnector {
  for (const connector of connectors.values())
    if (connector.platform === platform && usesApiKey(connector)) return connector;
  throw new AppError('not-configured');
}
