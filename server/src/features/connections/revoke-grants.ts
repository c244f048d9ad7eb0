/** Revoking grants at the platforms, by jobs that are retried until the platform answers. */
import { platformSchema, platforms } from '@kindling/contract/platforms';
import { z } from 'zod';
import { ConnectorFailure } from '../../connectors/connector.ts';
import { inSystem, inTenant } from '../../db/transaction.ts';
import { defineJob } from '../../jobs/job.ts';
import type { ConnectionsDeps } from './deps.ts';
import { type ConnectionRow, isGrantShared, listConnectionRows, noTokens } from './queries.ts';
import { openTokens, sealContext } from './tokens.ts';

/** Revokes a grant after the connection is deleted; the payload holds the tokens sealed. */
export const revokeGrantJob = defineJob({
  name: 'connections.revoke',
  payload: z.strictObject({
    platform: z.enum(platforms),
    connectionId: z.uuid(),
    externalId: z.string(),
    sealed: z.string(),
    context: z.string(),
    /** When the connection got its status; a connection that was authorized again later still uses the grant. */
    statusSince: z.iso.datetime().optional(),
  }),
  retryLimit: 20,
});

type Deps = Pick<ConnectionsDeps, 'db' | 'queue'>;

/**
 * Enqueues the revocation of one grant. The payload holds the sealed tokens, so the row may be deleted right after. A
 * grant that another account uses too is kept, and one that was revoked before is skipped.
 */
export async function requestGrantRevocation(
  deps: Deps,
  accountId: string,
  connection: ConnectionRow,
): Promise<void> {
  if (connection.sealed_tokens === noTokens || connection.connector !== connection.platform) return;
  const other = {
    id: connection.id,
    platform: connection.platform,
    externalId: connection.external_id,
  };
  if (await inSystem(deps.db, (trx) => isGrantShared(trx, other))) return;
  await deps.queue.enqueue(
    revokeGrantJob,
    {
      platform: platformSchema.parse(connection.platform),
      connectionId: connection.id,
      externalId: connection.external_id,
      sealed: connection.sealed_tokens,
      context: sealContext(accountId, connection.id),
      statusSince: connection.status_since.toISOString(),
    },
    { key: connection.id },
  );
}

/** Enqueues the revocation of all grants of an account that is being deleted. Safe to repeat. */
export async function requestAllGrantRevocations(deps: Deps, accountId: string): Promise<void> {
  const rows = await inTenant(deps.db, accountId, (trx) => listConnectionRows(trx, accountId));
  for (const row of rows) await requestGrantRevocation(deps, accountId, row);
}

/** @throws ConnectorFailure `retry-after`, so that the job is tried again. */
export async function revokeGrant(
  deps: Pick<ConnectionsDeps, 'db' | 'connectors' | 'box' | 'log'>,
  {
    platform,
    connectionId,
    externalId,
    sealed,
    context,
    statusSince,
  }: z.output<typeof revokeGrantJob.payload>,
  signal: AbortSignal,
): Promise<void> {
  const connector = deps.connectors.get(platform);
  // Without credentials it cannot be revoked; it ends when the operator deletes the project at the platform.
  if (connector === undefined) return;
  // A revocation ends the person's whole grant, so it is skipped where they have connected again meanwhile.
  const since = statusSince === undefined ? undefined : new Date(statusSince);
  const other = { id: connectionId, platform, externalId, statusSince: since };
  if (await inSystem(deps.db, (trx) => isGrantShared(trx, other))) return;
  try {
    await connector.revoke(openTokens(deps.box, sealed, context), { signal });
  } catch (error) {
    if (!(error instanceof ConnectorFailure) || error.kind === 'retry-after') throw error;
    deps.log.warn(
      { platform, kind: error.kind },
      'The platform did not accept the withdrawal of an authorization',
    );
  }
}
