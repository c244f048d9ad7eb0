/** Withdrawing authorisations at the platforms, by jobs that repeat until the platform has heard it. */
import { platformSchema } from '@kindling/contract/platforms';
import { inSystem, inTenant } from '../../db/transaction.ts';
import type { ConnectionsDeps } from './deps.ts';
import { revokeJob } from './jobs.ts';
import { type ConnectionRow, grantIsShared, listConnectionRows, noTokens } from './queries.ts';
import { sealContext } from './tokens.ts';

type Deps = Pick<ConnectionsDeps, 'db' | 'queue'>;

/**
 * Asks for one authorisation to be withdrawn; the tokens travel sealed, so the row may go right after. A grant that
 * another account uses too is left alone: withdrawing it would cut them off. What was withdrawn before is done.
 */
export async function withdrawGrant(deps: Deps, accountId: string, connection: ConnectionRow): Promise<void> {
  if (connection.sealed_tokens === noTokens) return;
  const other = {
    id: connection.id,
    platform: connection.platform,
    externalId: connection.external_id,
  };
  if (await inSystem(deps.db, (trx) => grantIsShared(trx, other))) return;
  await deps.queue.enqueue(
    revokeJob,
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

/** The same for everything an account has connected, before it is deleted. Safe to repeat. */
export async function withdrawAllGrants(deps: Deps, accountId: string): Promise<void> {
  const rows = await inTenant(deps.db, accountId, (trx) => listConnectionRows(trx, accountId));
  for (const row of rows) await withdrawGrant(deps, accountId, row);
}
