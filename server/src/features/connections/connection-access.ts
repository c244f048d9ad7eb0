/** Resolving a connection to its connector, and recording failures of its calls. */
import type { ConnectorId } from '@kindling/contract/platforms';
import type { Transaction } from 'kysely';
import type { Connector, ConnectorFailure, FailureKind } from '../../connectors/connector.ts';
import { inTenant } from '../../db/transaction.ts';
import type { DB } from '../../db/types.gen.ts';
import { AppError, notFound } from '../../lib/app-error.ts';
import type { ConnectionsDeps } from './deps.ts';
import { failureCode, statusAfter } from './failures.ts';
import { type ConnectionRow, findConnection, lockConnection, updateStatus } from './queries.ts';

/**
 * @throws AppError `not-found`; `not-configured` where this installation has no keys for the connector; `conflict`
 * where the connection has no owner's sign-in.
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
 * Sets the connection's status after a permanent failure; a temporary one changes nothing. The event `connection.trouble`
 * follows only when the connection was active until now, because each listing and each retry gets the same failure.
 * @returns whether the status changed
 */
export async function recordConnectionFailure(
  trx: Transaction<DB>,
  accountId: string,
  connectionId: string,
  kind: FailureKind,
): Promise<boolean> {
  const status = statusAfter(kind);
  if (status === null) return false;
  // Locked, so that of two listings that fail at once only one finds it active.
  const connection = await lockConnection(trx, accountId, connectionId);
  // The owner of a disconnected connection is not asked to reconnect.
  if (connection === null || connection.status === 'disconnected') return false;
  await updateStatus(trx, accountId, connectionId, status, failureCode(kind));
  return connection.status !== status;
}

/** Records a failed call that a user waited for: a pause for all callers, or a permanent failure of the connection. */
export async function handleCallFailure(
  deps: Pick<ConnectionsDeps, 'db' | 'rateLimiter'>,
  connector: Connector,
  { account_id: accountId, id }: ConnectionRow,
  failure: ConnectorFailure,
): Promise<void> {
  if (failure.kind === 'retry-after' && failure.reach === 'platform')
    await deps.rateLimiter.reportFailure(connector.id, failure.retryAfter || undefined);
  await inTenant(deps.db, accountId, (trx) => recordConnectionFailure(trx, accountId, id, failure.kind));
}
