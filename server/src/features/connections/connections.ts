import type { AvailableListing } from '@kindling/contract/connections';
import { type ConnectorId, platformSchema } from '@kindling/contract/platforms';
import type { Transaction } from 'kysely';
import type { Connector, FailureKind, PlatformListing } from '../../connectors/connector.ts';
import { ConnectorFailure } from '../../connectors/connector.ts';
import { inTenant } from '../../db/transaction.ts';
import type { DB } from '../../db/types.gen.ts';
import type { SignedIn } from '../../http/caller.ts';
import { AppError, notFound } from '../../lib/app-error.ts';
import { newId } from '../../lib/ids.ts';
import { locationFor } from '../businesses/index.ts';
import { audit } from '../identity/index.ts';
import type { ConnectionsDeps } from './deps.ts';
import { asAnswer, failureCode, statusAfter } from './failures.ts';
import { insertListing, type ListingRow, listListingRows, rebindListing } from './listing-queries.ts';
import {
  type ConnectionRow,
  deleteConnection,
  findConnection,
  lockConnection,
  updateStatus,
} from './queries.ts';
import { withdrawGrant } from './withdraw.ts';

/** What the connected account can reach, asked at the platform now, marked with what is chosen already. */
export async function listAvailable(
  deps: ConnectionsDeps,
  user: SignedIn,
  connectionId: string,
): Promise<AvailableListing[]> {
  const { offered } = await askPlatform(deps, user.accountId, connectionId);
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

/** Binds the chosen listings; what they are called comes from the platform, never from the request. */
export async function chooseListings(
  deps: ConnectionsDeps,
  user: SignedIn,
  connectionId: string,
  externalIds: string[],
): Promise<void> {
  const { connection, offered } = await askPlatform(deps, user.accountId, connectionId);
  const wanted = offered.filter((listing) => externalIds.includes(listing.externalId) && listing.readable);
  const missing = externalIds.filter((id) => !wanted.some((listing) => listing.externalId === id));
  if (missing.length > 0)
    throw new AppError('invalid-input', undefined, {
      fields: [
        { path: 'externalIds', message: 'One of them is not offered by this connection, or cannot be read.' },
      ],
    });
  const added = await inTenant(deps.db, user.accountId, (trx) => bind(trx, user, connection, wanted));
  for (const listingId of added) await deps.requestFirstSync(user.accountId, listingId);
}

async function bind(
  trx: Transaction<DB>,
  user: SignedIn,
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
    if (known !== undefined) await rebindListing(trx, accountId, known.id, connection.id, place);
    const id = known?.id ?? newId();
    if (known === undefined) {
      const locationId = await locationFor(trx, accountId, place, boundLocations(rows, connection.platform));
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
      details: { platform: connection.platform, externalId: place.externalId },
    });
    added.push(id);
  }
  return added;
}

function boundLocations(rows: ListingRow[], platform: string) {
  return {
    all: new Set(rows.map((row) => row.location_id)),
    samePlatform: new Set(rows.filter((row) => row.platform === platform).map((row) => row.location_id)),
  };
}

async function askPlatform(
  deps: ConnectionsDeps,
  accountId: string,
  connectionId: string,
): Promise<{ connection: ConnectionRow; offered: PlatformListing[] }> {
  const { connection, connector } = await reach(deps, accountId, connectionId);
  try {
    const { listings, listingTokens } = await deps.tokens.use(connector, accountId, connectionId, (tokens) =>
      connector.listListings(tokens),
    );
    if (listingTokens !== undefined)
      await deps.tokens.storeListingTokens(accountId, connectionId, listingTokens);
    return { connection, offered: listings };
  } catch (error) {
    if (error instanceof ConnectorFailure) {
      const { kind } = error;
      await inTenant(deps.db, accountId, (trx) => recordFailure(deps, trx, accountId, connectionId, kind));
    }
    throw asAnswer(error);
  }
}

async function reach(
  deps: ConnectionsDeps,
  accountId: string,
  connectionId: string,
): Promise<{ connection: ConnectionRow; connector: Connector }> {
  const connection = await inTenant(deps.db, accountId, (trx) =>
    findConnection(trx, accountId, connectionId),
  );
  if (connection === null) throw notFound();
  const connector = connectorOf(deps.connectors, connection.connector);
  if (connector === undefined) throw new AppError('not-configured');
  return { connection, connector };
}

export function connectorOf(
  connectors: ReadonlyMap<ConnectorId, Connector>,
  id: string,
): Connector | undefined {
  return [...connectors.values()].find((connector) => connector.id === id);
}

/**
 * Lets a lasting failure show on the connection's card; passing trouble leaves the state alone. Whoever cares is told
 * when the connection worked until now: every listing of it, and every later try, meets the same trouble again.
 */
export async function recordFailure(
  deps: Pick<ConnectionsDeps, 'onConnectionTrouble'>,
  trx: Transaction<DB>,
  accountId: string,
  connectionId: string,
  kind: FailureKind,
): Promise<void> {
  const status = statusAfter(kind);
  if (status === null) return;
  // Locked, so that of two listings that fail at once only one finds it working.
  const connection = await lockConnection(trx, accountId, connectionId);
  if (connection === null) return;
  await updateStatus(trx, accountId, connectionId, status, failureCode(kind));
  if (connection.status !== 'active') return;
  const platform = platformSchema.parse(connection.platform);
  await deps.onConnectionTrouble(trx, accountId, { platform, displayName: connection.display_name, status });
}

/** Longer than the deletion can take: a statement has 30 s. */
const afterDeletionSeconds = 90;

/**
 * Stops reading at once and deletes what came from the platform; the authorisation is withdrawn there by a job that
 * repeats until the platform has heard it.
 */
export async function disconnect(deps: ConnectionsDeps, user: SignedIn, connectionId: string): Promise<void> {
  const { accountId } = user;
  const connection = await inTenant(deps.db, accountId, (trx) =>
    findConnection(trx, accountId, connectionId),
  );
  if (connection === null) throw notFound();
  await withdrawGrant(deps, accountId, connection);
  // Asked for before the deletion too, for later: a process that dies right after it would leave embeds as they were.
  await deps.onContentRemoved(accountId, afterDeletionSeconds);
  await inTenant(deps.db, accountId, async (trx) => {
    await deleteConnection(trx, accountId, connectionId);
    await audit(trx, {
      accountId,
      userId: user.userId,
      action: 'connection.removed',
      target: connectionId,
      details: { platform: connection.platform },
    });
  });
  await deps.onContentRemoved(accountId);
}
