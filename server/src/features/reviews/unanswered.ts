/**
 * A review counts as unanswered when it has no reply and the owner can send one from here, at once or after repairing the
 * connection. A first-party review needs none while it is hidden. The list's filter, its count and the figures agree on this with
 * each other and with a review's `replyBox` (`present.ts`). The list asks in two steps: the facets `o:<listing>` and
 * `o:first-party` of migration 0065 are what of it the review itself knows, and `findAnsweringListings` is what its connection
 * knows.
 */
import type { ConnectorId } from '@kindling/contract/platforms';
import { type RawBuilder, type SqlBool, sql, type Transaction } from 'kysely';
import type { Connector } from '../../connectors/connector.ts';
import type { DB } from '../../db/types.gen.ts';

export type Connectors = ReadonlyMap<ConnectorId, Connector>;

/** The status of a working connection, and those that the owner can repair. */
const replyableStatuses = ['active', 'needs_reauthorization', 'not_approved'];

/** Whether connection `c` accepts replies; false when a join found no connection. */
export function acceptsReplies(connectors: Connectors): RawBuilder<SqlBool> {
  return sql<SqlBool>`coalesce(
    c.status = any(${replyableStatuses}::text[]) and ${takesReplies(connectors)}, false)`;
}

/** Whether replies can be sent through the connector of connection `c`. */
function takesReplies(connectors: Connectors): RawBuilder<SqlBool> {
  const connectorIds = [...connectors.values()]
    .filter(({ capabilities }) => capabilities.reply)
    .map(({ id }) => id);
  return sql<SqlBool>`c.connector = any(${connectorIds}::text[])`;
}

/** Ids of the listings on platforms that take replies, whatever state their connection is in. */
export function findReplyListings(
  trx: Transaction<DB>,
  accountId: string,
  connectors: Connectors,
): Promise<string[]> {
  return findListings(trx, accountId, takesReplies(connectors));
}

/** Ids of the listings whose reviews can be answered. */
export function findAnsweringListings(
  trx: Transaction<DB>,
  accountId: string,
  connectors: Connectors,
): Promise<string[]> {
  return findListings(trx, accountId, acceptsReplies(connectors));
}

/** @param condition on connection `c` */
async function findListings(
  trx: Transaction<DB>,
  accountId: string,
  condition: RawBuilder<SqlBool>,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select l.id from listings l join connections c on c.account_id = l.account_id and c.id = l.connection_id
     where l.account_id = ${accountId}::uuid and ${condition}`.execute(trx);
  return rows.map(({ id }) => id);
}
