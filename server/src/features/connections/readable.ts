/** When a listing is read: SQL about a listing `l` and its connection `c`. */
import { sql } from 'kysely';

/** The owner or the operator pauses it. */
export const isPaused = sql<boolean>`(l.paused or l.operator_paused_at is not null)`;

/** Neither the owner nor the operator pauses it, and its connection works. */
export const isReadable = sql<boolean>`(not l.paused and l.operator_paused_at is null and c.status = 'active')`;

/** Its business is archived. */
export const isArchived = sql<boolean>`exists (
  select from locations o join businesses b on b.account_id = o.account_id and b.id = o.business_id
   where o.account_id = l.account_id and o.id = l.location_id and b.archived_at is not null)`;

/** The operator pauses the whole platform. */
export const isPlatformPaused = sql<boolean>`exists (
  select from sync_settings s where s.connector = c.connector and s.paused_at is not null)`;
