/** SQL that reads the error log, and that changes it for an admin. */
import { type ErrorOrigin, type ErrorState, errorLogLimits } from '@kindling/contract/error-log';
import { sql, type Transaction } from 'kysely';
import type { Database } from '../../db/client.ts';
import { deletePages } from '../../db/delete-pages.ts';
import type { DB } from '../../db/types.gen.ts';
import type { ListPosition } from '../../lib/list-cursor.ts';

const groupColumns = [
  'e.id',
  'e.fingerprint',
  'e.origin',
  'e.level',
  'e.state',
  'e.message',
  'e.route',
  'e.count',
  'e.muted',
  'e.rule_id',
  'e.first_seen_at',
  'e.last_seen_at',
  'e.version',
] as const;

export interface GroupRow {
  id: string;
  fingerprint: string;
  origin: string;
  level: string;
  state: string;
  message: string;
  route: string;
  count: number;
  muted: number;
  rule_id: string | null;
  first_seen_at: Date;
  last_seen_at: Date;
  version: number;
}

export interface ListedRow extends GroupRow {
  /** `last_seen_at` in microseconds, for the cursor. */
  position: string;
}

export interface ErrorFilter {
  search?: string | undefined;
  origin?: ErrorOrigin | undefined;
  level?: 'error' | 'warn' | undefined;
  state?: ErrorState | undefined;
}

const uuidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The newest first. A search reads the texts of all groups, of which the daily job keeps at most `maxGroups`. */
export async function listGroups(
  trx: Transaction<DB>,
  filter: ErrorFilter,
  page: { after: ListPosition | null; limit: number },
): Promise<ListedRow[]> {
  const { origin, level, state, search } = filter;
  let rows = trx
    .selectFrom('error_events as e')
    .select(groupColumns)
    .select(
      sql<string>`to_char(e.last_seen_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`.as('position'),
    );
  if (origin !== undefined) rows = rows.where('e.origin', '=', origin);
  if (level !== undefined) rows = rows.where('e.level', '=', level);
  if (state !== undefined) rows = rows.where('e.state', '=', state);
  if (search !== undefined) {
    const account = uuidPattern.test(search) ? search : null;
    rows = rows.where(
      sql<boolean>`(strpos(lower(e.message), lower(${search})) > 0 or strpos(lower(e.route), lower(${search})) > 0
        or e.id = ${account}::uuid
        or e.fingerprint in (select s.fingerprint from error_samples s
                              where s.request_id = ${search} or s.account = ${account}::uuid))`,
    );
  }
  if (page.after !== null)
    rows = rows.where(
      sql<boolean>`(e.last_seen_at, e.id) < (${page.after.time}::timestamptz, ${page.after.id}::uuid)`,
    );
  return rows.orderBy('e.last_seen_at', 'desc').orderBy('e.id', 'desc').limit(page.limit).execute();
}

export async function countOpenGroups(trx: Transaction<DB>): Promise<number> {
  const { open } = await trx
    .selectFrom('error_events')
    .select((eb) => eb.fn.countAll<number>().as('open'))
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow();
  return Number(open);
}

export interface CountRow {
  fingerprint: string;
  starts_at: Date;
  count: number;
}

export function listCounts(
  trx: Transaction<DB>,
  fingerprints: readonly string[],
  bucket: 'hour' | 'day',
  since: Date,
): Promise<CountRow[]> {
  if (fingerprints.length === 0) return Promise.resolve([]);
  return trx
    .selectFrom('error_counts')
    .select(['fingerprint', 'starts_at', 'count'])
    .where('fingerprint', 'in', fingerprints)
    .where('bucket', '=', bucket)
    .where('starts_at', '>=', since)
    .orderBy('starts_at')
    .execute();
}

export async function findGroup(
  trx: Transaction<DB>,
  id: string,
): Promise<(GroupRow & { stack: string | null; release: string | null }) | null> {
  const row = await trx
    .selectFrom('error_events as e')
    .select(groupColumns)
    .select(['e.stack', 'e.release'])
    .where('e.id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

export function listSamples(trx: Transaction<DB>, fingerprint: string) {
  return trx
    .selectFrom('error_samples')
    .selectAll()
    .where('fingerprint', '=', fingerprint)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(errorLogLimits.samples)
    .execute();
}

export function listChanges(trx: Transaction<DB>, fingerprint: string) {
  return trx
    .selectFrom('error_changes as c')
    .leftJoin('users as u', 'u.id', 'c.admin_id')
    .select(['c.id', 'c.at', 'c.state', 'c.returned', 'c.note', 'u.email'])
    .where('c.fingerprint', '=', fingerprint)
    .orderBy('c.at', 'desc')
    .orderBy('c.id', 'desc')
    .limit(errorLogLimits.changes)
    .execute();
}

/** Changes the state only if the group still has the version. @returns null when it has not, or is gone */
export async function changeState(
  trx: Transaction<DB>,
  id: string,
  change: { state: ErrorState; version: number },
): Promise<GroupRow | null> {
  const changed = await trx
    .updateTable('error_events as e')
    .set((eb) => ({
      state: change.state,
      rule_id: null,
      version: eb('e.version', '+', 1),
      state_changed_at: sql<Date>`now()`,
    }))
    .where('e.id', '=', id)
    .where('e.version', '=', change.version)
    .returning(groupColumns)
    .executeTakeFirst();
  return changed ?? null;
}

export async function addChange(
  trx: Transaction<DB>,
  change: { id: string; fingerprint: string; adminId: string; state: ErrorState; note: string },
): Promise<void> {
  const { adminId, ...values } = change;
  await trx
    .insertInto('error_changes')
    .values({ ...values, admin_id: adminId, at: sql<Date>`now()` })
    .execute();
}

/** Deletes what is older than its time, and the groups beyond `maxGroups`, those without news for the longest first. */
export async function deleteOldErrors(
  db: Pick<Database, 'pool'>,
  limits: { groupsBefore: Date; hoursBefore: Date; maxGroups: number },
  signal: AbortSignal,
): Promise<void> {
  const { groupsBefore, hoursBefore, maxGroups } = limits;
  const beyond = sql`fingerprint in (
    select fingerprint from error_events order by last_seen_at desc, id desc offset ${maxGroups}::int)`;
  await deletePages(db, 'error_events', sql`last_seen_at < ${groupsBefore}`, { signal });
  await deletePages(db, 'error_events', beyond, { signal });
  await deletePages(db, 'error_samples', sql`at < ${groupsBefore}`, { signal });
  await deletePages(db, 'error_counts', sql`starts_at < ${groupsBefore}`, { signal });
  await deletePages(db, 'error_counts', sql`bucket = 'hour' and starts_at < ${hoursBefore}`, { signal });
}
