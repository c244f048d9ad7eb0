/** Deleting a connection: its tokens at once, its content after some days, then the row itself. */
import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import { noTokens } from './queries.ts';

/** Ends the authorization here and deletes the tokens; the content stays for `keepDays` days at most. */
export async function markDisconnected(
  trx: Transaction<DB>,
  accountId: string,
  id: string,
  keepDays: number,
): Promise<void> {
  await trx
    .updateTable('connections')
    .set({
      status: 'disconnected',
      reason: null,
      status_since: sql`now()`,
      sealed_tokens: noTokens,
      token_expires_at: null,
      refresh_lease_until: null,
      scopes: [],
      delete_content_at: sql`now() + make_interval(secs => ${keepDays * 86_400})`,
      updated_at: new Date(),
    })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}

/** The content stays, because somebody connects again. */
export async function cancelDeletion(trx: Transaction<DB>, accountId: string, id: string): Promise<void> {
  await trx
    .updateTable('connections')
    .set({ delete_content_at: null })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}

/** Ends the authorizations of these connections of any accounts, and makes their content due. */
export async function closeConnections(
  trx: Transaction<DB>,
  connections: readonly { accountId: string; connectionId: string }[],
): Promise<void> {
  for (const { accountId, connectionId } of connections)
    await markDisconnected(trx, accountId, connectionId, 0);
}

/** Connections whose content is due for deletion. Across all tenants. */
export async function listConnectionsToDelete(
  trx: Transaction<DB>,
  limit: number,
): Promise<{ account_id: string; id: string }[]> {
  return trx
    .selectFrom('connections')
    .select(['account_id', 'id'])
    .where('delete_content_at', '<=', sql<Date>`now()`)
    .orderBy('delete_content_at')
    .limit(limit)
    .execute();
}

/** Before other locks, because each deleted review locks the account, and whoever connects locks it first. */
export async function lockAccountForDeletion(trx: Transaction<DB>, accountId: string): Promise<void> {
  await trx.selectFrom('accounts').select('id').where('id', '=', accountId).forShare().execute();
}

/**
 * Whether the content of the connection is still due for deletion, and the listing is still its own. Until the transaction ends, nobody
 * can connect again or take over the listing.
 */
export async function holdDueListing(
  trx: Transaction<DB>,
  accountId: string,
  connectionId: string,
  listingId: string,
): Promise<boolean> {
  await lockAccountForDeletion(trx, accountId);
  const connection = await trx
    .selectFrom('connections')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', '=', connectionId)
    .where('delete_content_at', '<=', sql<Date>`now()`)
    .forShare()
    .executeTakeFirst();
  if (connection === undefined) return false;
  const listing = await trx
    .selectFrom('listings')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', '=', listingId)
    .where('connection_id', '=', connectionId)
    .forShare()
    .executeTakeFirst();
  return listing !== undefined;
}

/**
 * Deletes the connection with its listings, runs and reviews: foreign keys cascade. It deletes nothing before the due time, which
 * connecting again clears. False when nothing was deleted.
 */
export async function deleteDueConnection(
  trx: Transaction<DB>,
  accountId: string,
  id: string,
): Promise<boolean> {
  const row = await trx
    .deleteFrom('connections')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('delete_content_at', '<=', sql<Date>`now()`)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
