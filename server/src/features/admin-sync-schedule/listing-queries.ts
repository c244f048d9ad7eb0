/** The operator's list of all listings. */
import { type ListingFilter, listingsPageSize, overdueMinutes } from '@kindling/contract/admin-sync-schedule';
import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import type { ListPosition } from '../../lib/list-cursor.ts';
import { isArchived, isPaused, isReadable } from '../connections/index.ts';

export interface ScheduledListingRow {
  account_id: string;
  account_name: string;
  id: string;
  name: string;
  connector: string;
  platform: string;
  connection_status: string;
  state: string;
  paused: boolean;
  operator_paused_at: Date | null;
  platform_paused_at: Date | null;
  sync_interval_minutes: number;
  interval_chosen: boolean;
  next_sync_at: Date;
  archived: boolean;
  last_success_at: Date | null;
  failures: number;
  run: {
    outcome: string;
    kind: string;
    started_at: string;
    finished_at: string | null;
    error_code: string | null;
    next_try_at: string | null;
    seen: number;
    expected: number | null;
  } | null;
  /** When it is read next, in microseconds; in the year 9999 for a paused one. */
  position: string;
}

export interface ListingSearch {
  query?: string | undefined;
  connector?: string | undefined;
  state?: string | undefined;
  only?: ListingFilter | undefined;
  after: ListPosition | null;
}

/** The expression of the indexes of migration 0087. */
const schedule = sql`(case when ${isPaused} then timestamptz '9999-12-31 00:00:00+00' else l.next_sync_at end)`;

const isRead = sql`${isReadable} and not ${isArchived}`;

const filters: Record<ListingFilter, RawBuilder<unknown>> = {
  due: sql`${isRead} and ${schedule} <= now()`,
  overdue: sql`${isRead} and ${schedule} < now() - make_interval(mins => ${overdueMinutes})`,
  failing: sql`l.failures > 0`,
  paused: isPaused,
  // Both, because the index has the listings that are paused by anybody.
  'paused-by-operator': sql`${isPaused} and l.operator_paused_at is not null`,
};

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Accounts with the searched words that are looked at; the oldest. */
const maxAccounts = 1_000;

/** One row more than a page, which shows whether there is a next page. Across all tenants. */
export async function listScheduledListings(
  trx: Transaction<DB>,
  search: ListingSearch,
): Promise<ScheduledListingRow[]> {
  const conditions = [
    sql`c.status <> 'disconnected'`,
    ...(search.connector === undefined ? [] : [sql`c.connector = ${search.connector}`]),
    ...(search.state === undefined
      ? []
      : [sql`l.state <> 'ok' or ${search.state} = 'ok'`, sql`l.state = ${search.state}`]),
    ...(search.only === undefined ? [] : [filters[search.only]]),
    ...(search.query === undefined || search.query === '' ? [] : [await matchOf(trx, search.query)]),
    ...(search.after === null
      ? []
      : [sql`(${schedule}, l.id) > (${search.after.time}::timestamptz, ${search.after.id}::uuid)`]),
  ];
  const { rows } = await sql<ScheduledListingRow>`
    select p.*, a.name as account_name,
           (select jsonb_build_object('outcome', r.outcome, 'kind', r.kind, 'started_at', r.started_at,
                     'finished_at', r.finished_at, 'error_code', r.error_code, 'next_try_at', r.next_try_at,
                     'seen', r.seen, 'expected', r.expected)
              from sync_runs r where r.account_id = p.account_id and r.listing_id = p.id
             order by r.started_at desc limit 1) as run
      from (
        select l.account_id, l.id, l.name, c.connector, l.platform, c.status as connection_status, l.state, l.paused,
               l.operator_paused_at, s.paused_at as platform_paused_at, l.sync_interval_minutes, l.interval_chosen,
               l.next_sync_at, l.last_success_at, l.failures, ${isArchived} as archived, ${schedule} as scheduled,
               to_char(${schedule} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as position
          from listings l
          join connections c on c.account_id = l.account_id and c.id = l.connection_id
          left join sync_settings s on s.connector = c.connector
         where ${sql.join(
           conditions.map((condition) => sql`(${condition})`),
           sql` and `,
         )}
         order by ${schedule}, l.id
         limit ${listingsPageSize + 1}) p
      join accounts a on a.id = p.account_id
     order by p.scheduled, p.id`.execute(trx);
  return rows;
}

/** Accounts are found as in the list of users: by beginnings of words, without accents. They are searched first, because most listings need not be joined then. */
async function matchOf(trx: Transaction<DB>, query: string): Promise<RawBuilder<unknown>> {
  if (uuid.test(query)) return sql`l.id = ${query}::uuid or l.account_id = ${query}::uuid`;
  const pattern = `%${query.replace(/[\\%_]/g, '\\$&')}%`;
  const { rows: accounts } = await sql<{ id: string }>`
    select a.id from accounts a where a.words @@ search_prefixes(${query})
     order by a.id limit ${maxAccounts}`.execute(trx);
  return sql`l.name ilike ${pattern} or l.account_id = any(${accounts.map(({ id }) => id)}::uuid[])`;
}
