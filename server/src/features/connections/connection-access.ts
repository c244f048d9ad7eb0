/** Finding the way from a connection to its platform, and writing down where it is closed. */
import { type ConnectorId, platformSchema } from '@kindling/contract/platforms';
import type { Transaction } from 'kysely';
import type { Connector, ConnectorFailure, FailureKind } from '../../connectors/connector.ts';
import { inTenant } from '../../db/transaction.ts';
import type { DB } from '../../db/types.gen.ts';
import { AppError, notFound } from '../../lib/app-error.ts';
import type { ConnectionsDeps } from './deps.ts';
import { failureCode, statusAfter } from './failures.ts';
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
 * Lets a lasting failure show on the connection's card; passing trouble leaves the state alone. Whoever cares is told
 * when the connection worked until now: every listing of it, and every later try, meets the same trouble again.
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
  // Locked, so that of two listings that fail at once only one finds it working.
  const connection = await lockConnection(trx, accountId, connectionId);
  // Who has disconnected is not asked to mend it.
  if (connection === null || connection.status === 'disconnected') return;
  await updateStatus(trx, accountId, connectionId, status, failureCode(kind));
  if (connection.status !== 'active') return;
  const platform = platformSchema.parse(connection.platform);
  await deps.onConnectionTrouble(trx, accountId, { platform, displayName: connection.display_name, status });
}

/** A call through this connection failed while somebody waited: what lasts shows on its card, a pause holds for all. */
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
