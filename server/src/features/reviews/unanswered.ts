/**
 * Which reviews count as unanswered: those without a reply whose owner can write one from here, at once or after putting
 * the connection in order. The filter of the list, its count, and the figures all ask this, so that they agree with each
 * other and with `replyBox` of a review (present.ts).
 */
import type { ConnectorId } from '@kindling/contract/platforms';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Connector } from '../../connectors/connector.ts';

export type Connectors = ReadonlyMap<ConnectorId, Connector>;

/** Statuses of a connection that its owner can mend, and the one that needs no mending. */
const replyableStatuses = ['active', 'needs_reauthorisation', 'not_approved'];

/** Whether replies can be sent through connection `c`; false where a join found none. */
export function acceptsReplies(connectors: Connectors): RawBuilder<SqlBool> {
  const connectorIds = [...connectors.values()]
    .filter(({ capabilities }) => capabilities.reply)
    .map(({ id }) => id);
  return sql<SqlBool>`coalesce(
    c.status = any(${replyableStatuses}::text[]) and c.connector = any(${connectorIds}::text[]), false)`;
}

/** Whether review `r`, read through connection `c`, is unanswered. */
export function isUnanswered(connectors: Connectors): RawBuilder<SqlBool> {
  return sql<SqlBool>`(not r.answered and r.removed_at is null and r.wiped_at is null
    and r.listing_id is not null and ${acceptsReplies(connectors)})`;
}
