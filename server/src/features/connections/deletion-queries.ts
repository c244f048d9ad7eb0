/** A connection that is to go: its tokens at once, its content in some days, all of it at the end. */
import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import { noTokens } from './queries.ts';

/** Ends the authorisation here and forgets the tokens; what was read stays for `keepDays` days at most. */
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
      delete_content_at: sql`now() + make_interval(days => ${keepDays})`,
      updated_at: new Date(),
    })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}

/** Connections whose content is to be deleted by now. Across all tenants. */
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

/**
 * Takes the connection with its listings, runs and reviews: foreign keys cascade. With `onlyDue` not before its time,
 * which connecting again takes back. False when there was nothing to take.
 */
export async function deleteConnection(
  trx: Transaction<DB>,
  accountId: string,
  id: string,
  onlyDue: boolean,
): Promise<boolean> {
  const row = await trx
    .deleteFrom('connections')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .$if(onlyDue, (query) => query.where('delete_content_at', '<=', sql<Date>`now()`))
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
