/**
 * Checks whether a platform allows reading again. The sync skips connections that are `withdrawn` or `not_approved`, so
 * without this check they would stay so. A person may start it once a minute; a job runs it once a week for withdrawn and
 * once a day for unapproved connections.
 */
import { platformSchema } from '@kindling/contract/platforms';
import { sql, type Transaction } from 'kysely';
import { type Connector, ConnectorFailure, type Tokens } from '../../connectors/connector.ts';
import { inSystem, inTenant } from '../../db/transaction.ts';
import type { DB } from '../../db/types.gen.ts';
import { AppError, notFound } from '../../lib/app-error.ts';
import { connectorOf, handleCallFailure } from './connection-access.ts';
import type { ConnectionsDeps } from './deps.ts';
import { statusAfter, toAppError } from './failures.ts';
import { listListingRows, makeListingsDue } from './listing-queries.ts';
import { type ConnectionRow, findConnection, updateStatus } from './queries.ts';
import type { CallPriority } from './rate-limiter.ts';

const manualCheckIntervalSeconds = 60;
const checkIntervalDays = { withdrawn: 7, not_approved: 1 } as const;
const batchSize = 50;

interface ListingRef {
  externalId: string;
  resourceName: string;
}

/** Makes the smallest call that shows whether reviews can be read; without a chosen listing it lists the listings. */
async function callProbe(
  connector: Connector,
  tokens: Tokens,
  place: ListingRef | null,
  signal?: AbortSignal,
): Promise<void> {
  const options = signal === undefined ? {} : { signal };
  if (place === null) await connector.listListings(tokens, options);
  else if (connector.probe === undefined) await connector.fetchReviews(tokens, place, null, options);
  else await connector.probe(tokens, place, options);
}

/** Makes the call and records a failure. Returns the failure, or null where reading is allowed. */
async function checkAccess(
  deps: ConnectionsDeps,
  connection: ConnectionRow,
  urgency: CallPriority,
  signal?: AbortSignal,
): Promise<ConnectorFailure | null> {
  const { account_id: accountId, id } = connection;
  const connector = connectorOf(deps.connectors, connection.connector);
  if (connector === undefined) throw new AppError('not-configured');
  const listings = await inTenant(deps.db, accountId, (trx) => listListingRows(trx, accountId));
  const listing = listings.find((one) => one.connection_id === id && one.state !== 'gone');
  const place =
    listing === undefined ? null : { externalId: listing.external_id, resourceName: listing.resource_name };
  try {
    await deps.rateLimiter.acquire(connector.id, urgency, signal);
    await deps.tokens.withTokens(
      connector,
      accountId,
      id,
      (tokens) => callProbe(connector, tokens, place, signal),
      signal,
    );
    return null;
  } catch (error) {
    if (!(error instanceof ConnectorFailure)) throw error;
    await handleCallFailure(deps, connector, connection, error);
    return error;
  }
}

/** Sets the connection active and all its listings due. */
async function reactivateConnection(
  deps: ConnectionsDeps,
  { account_id: accountId, id }: ConnectionRow,
): Promise<void> {
  const due = await inTenant(deps.db, accountId, async (trx) => {
    const now = await findConnection(trx, accountId, id);
    if (now?.status !== 'withdrawn' && now?.status !== 'not_approved') return [];
    await updateStatus(trx, accountId, id, 'active', null);
    return makeListingsDue(trx, accountId, id);
  });
  for (const listingId of due) await deps.requestListingSync(accountId, listingId);
}

/**
 * Whether newly chosen listings can be read, checked where the platform is known to withdraw reading, so that the card
 * shows it at once. Temporary failures count as readable; the sync handles them.
 */
export async function canReadReviews(deps: ConnectionsDeps, connection: ConnectionRow): Promise<boolean> {
  if (connectorOf(deps.connectors, connection.connector)?.probe === undefined) return true;
  const failure = await checkAccess(deps, connection, 'person');
  if (failure === null) await reactivateConnection(deps, connection);
  return failure === null || statusAfter(failure.kind) === null;
}

/**
 * Checks once, on a person's request.
 * @throws AppError `not-found`; `conflict` where the connection is neither withdrawn nor unapproved; `rate-limited` within a
 * minute of the last check; the platform's failure where it still refuses.
 */
export async function recheckAccess(
  deps: ConnectionsDeps,
  { accountId }: { accountId: string },
  connectionId: string,
): Promise<void> {
  const connection = await inTenant(deps.db, accountId, async (trx) => {
    const row = await findConnection(trx, accountId, connectionId);
    if (row === null) throw notFound();
    if (row.status !== 'withdrawn' && row.status !== 'not_approved') throw new AppError('conflict');
    const wait = await claimAccessCheck(trx, accountId, connectionId, manualCheckIntervalSeconds);
    if (wait > 0) throw new AppError('rate-limited', undefined, { retryAfter: wait });
    return row;
  });
  const failure = await checkAccess(deps, connection, 'person');
  if (failure !== null) throw toAppError(failure);
  await reactivateConnection(deps, connection);
}

/** Checks every connection that is due. Safe to repeat. */
export async function recheckBlockedConnections(deps: ConnectionsDeps, signal: AbortSignal): Promise<void> {
  const due = await inSystem(deps.db, (trx) => listBlockedConnections(trx, batchSize));
  for (const { account_id: accountId, id } of due) {
    signal.throwIfAborted();
    const connection = await inTenant(deps.db, accountId, async (trx) => {
      const wait = await claimAccessCheck(trx, accountId, id, manualCheckIntervalSeconds);
      return wait > 0 ? null : findConnection(trx, accountId, id);
    });
    if (connection === null || connectorOf(deps.connectors, connection.connector) === undefined) continue;
    const failure = await checkAccess(deps, connection, 'full', signal).catch((error: unknown) => {
      // Disconnected meanwhile.
      if (error instanceof AppError && error.code === 'not-found') return undefined;
      throw error;
    });
    if (failure === null) await reactivateConnection(deps, connection);
    else if (failure !== undefined)
      deps.log.info(
        { platform: platformSchema.parse(connection.platform), kind: failure.kind },
        'A platform still refuses reading',
      );
  }
}

/** Claims the next check. Returns 0, or the seconds until it can be claimed. */
async function claimAccessCheck(
  trx: Transaction<DB>,
  accountId: string,
  id: string,
  pauseSeconds: number,
): Promise<number> {
  const row = await trx
    .updateTable('connections')
    .set({ access_checked_at: sql`now()` })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where((where) =>
      where.or([
        where('access_checked_at', 'is', null),
        where('access_checked_at', '<', sql<Date>`now() - make_interval(secs => ${pauseSeconds})`),
      ]),
    )
    .returning('id')
    .executeTakeFirst();
  return row === undefined ? pauseSeconds : 0;
}

/** Across all tenants, longest waiting first. */
async function listBlockedConnections(
  trx: Transaction<DB>,
  limit: number,
): Promise<{ account_id: string; id: string }[]> {
  const { rows } = await sql<{ account_id: string; id: string }>`
    select account_id, id from connections
     where status in ('withdrawn', 'not_approved')
       and greatest(status_since, access_checked_at) < now() - make_interval(days =>
             case status when 'withdrawn' then ${checkIntervalDays.withdrawn}::integer else ${checkIntervalDays.not_approved}::integer end)
     order by greatest(status_since, access_checked_at) limit ${limit}`.execute(trx);
  return rows;
}
