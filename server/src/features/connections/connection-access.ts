/** Resolving a connection to its connector, and recording failures of its calls. */
import { type ConnectorId, platformSchema } from '@kindling/contract/platforms';
import type { Transaction } from 'kysely';
import type { Connector, ConnectorFailure, FailureKind } from '../../connectors/connector.ts';
import { inTenant } from '../../db/transaction.ts';
import type { DB } from '../../db/types.gen.ts';
import { AppError, notFound } from '../../lib/app-error.ts';
import type { ConnectionsDeps } from './deps.ts';
import { failureCode, statusAfter } from './failures.ts';
import { listListingRows } from './listing-queries.ts';
import { type ConnectionRow, findConnection, lockConnection, updateStatus } from './queries.ts';

/**
 * @throws AppError `not-found`; `not-configured` where this installation has no keys for it; `conflict` where nobody
 * has signed in, so that there is nothing to reach.
 */
export async function requireOwnerConnection(
  deps: ConnectionsDeps,
  accountId: string,
  connectionId: string,
): Promise<{ connection: ConnectionRow; connector: Connector }> {
  const connection = await inTenant(deps.db, accountId, (trx) =>
    findConnection(trx, accountId, connectionId),
  );
  if (connection === null) throw notFound();
  if (connection.connector !== connection.platform) throw new AppError('conflict');
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
 * Sets the connection's status after a lasting failure; a temporary one changes nothing. The account is notified only when
 * the connection was active until now, because each listing and each retry meets the same failure.
 */
export async function recordConnectionFailure(
  deps: Pick<ConnectionsDeps, 'onConnectionTrouble'>,
  trx: Transaction<DB>,
  accountId: string,
  connectionId: string,
  kind: FailureKind,
): Promise<void> {
  const status = statusAfter(kind);
  if (status === null) return;
  // Locked, so that of two listings that fail at once only one sends the notification.
  const connection = await lockConnection(trx, accountId, connectionId);
  // The owner of a disconnected connection is not asked to reconnect.
  if (connection === null || connection.status === 'disconnected') return;
  await updateStatus(trx, accountId, connectionId, status, failureCode(kind));
  if (connection.status !== 'active') return;
  const platform = platformSchema.parse(connection.platform);
  const listings = await listListingRows(trx, accountId);
  await deps.onConnectionTrouble(trx, accountId, {
    platform,
    displayName: connection.display_name,
    locationIds: listings.filter((row) => row.connection_id === connectionId).map((row) => row.location_id),
    status,
  });
}

/** Records a failed call that a person waited for: a pause for all callers, a lasting failure for the connection. */
export async function handleCallFailure(
  deps: Pick<ConnectionsDeps, 'db' | 'rateLimiter' | 'onConnectionTrouble'>,
  connector: Connector,
  { account_id: accountId, id }: ConnectionRow,
  failure: ConnectorFailure,
): Promise<void> {
  if (failure.kind === 'retry-after' && failure.reach === 'platform')
    await deps.rateLimiter.reportFailure(connector.id, failure.retryAfter || undefined);
  await inTenant(deps.db, accountId, (trx) =>
    recordConnectionFailure(deps, trx, accountId, id, failure.kind),
  );
}
