/** SQL of the operator's search. Across all accounts, as `kindling_system`. */
import type { AuditTrail } from '@kindling/contract/admin-audit';
import { operatorActions } from '@kindling/contract/operator-actions';
import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import type { ListPosition } from '../../lib/list-cursor.ts';
import { type DayFilter, dayConditions } from './day-bounds.ts';
import { personalOfEntry } from './personal-of-entry.ts';

export interface SearchFilter extends DayFilter {
  /** A person, or an administrator. */
  actorId: string | null;
  accountId: string | null;
  actions: readonly string[] | null;
  /** Leaves out what the trail of the account says too, with the reason. Of an account that is gone only the operator's is left. */
  withoutTwins: boolean;
  after: ListPosition | null;
  limit: number;
}

export interface SearchedRow {
  trail: AuditTrail;
  id: string;
  at: Date;
  /** For the cursor: the time with microseconds. */
  position: string;
  action: string;
  actor: string;
  admin_id: string | null;
  admin_name: string | null;
  admin_email: string | null;
  user_id: string | null;
  user_name: string | null;
  user_email: string | null;
  account_id: string | null;
  account_name: string | null;
  target: string | null;
  details: unknown;
  reason: string | null;
  network: string | null;
  request_id: string | null;
  sealed: boolean;
}

const position = sql`to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as position`;

function sharedConditions(filter: SearchFilter): RawBuilder<unknown>[] {
  const { actions, after } = filter;
  return [
    ...(actions === null ? [] : [sql`e.action = any(${[...actions]}::text[])`]),
    ...dayConditions(filter),
    ...(after === null ? [] : [sql`(e.at, e.id) < (${after.time}::timestamptz, ${after.id}::uuid)`]),
  ];
}

const where = (conditions: readonly RawBuilder<unknown>[]) =>
  conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`;
const newest = (limit: number) => sql`order by e.at desc, e.id desc limit ${limit}`;

/** Names of people are the present ones, and those of the time of the entry for people who are gone. */
export async function listAccountEntries(
  system: Transaction<DB>,
  filter: SearchFilter,
): Promise<SearchedRow[]> {
  const { actorId, accountId, limit } = filter;
  const shared = [
    ...(accountId === null ? [] : [sql`e.account_id = ${accountId}`]),
    ...sharedConditions(filter),
  ];
  const page = (more: RawBuilder<unknown>[]) =>
    sql`(select * from audit_entries e ${where([...more, ...shared])} ${newest(limit)})`;
  // Each of the two has an index of its own.
  const pages =
    actorId === null
      ? page([])
      : sql`${page([sql`e.user_id = ${actorId}`])} union ${page([sql`e.admin_id = ${actorId}`])}`;
  const { rows } = await sql<SearchedRow>`
    with page as materialized (select * from (${pages}) e ${newest(limit)})
    select 'accounts' as trail, e.id, e.at, ${position}, e.action, e.actor, e.admin_id,
           coalesce(nullif(d.display_name, ''), nullif(f.display_name, ''),
             case when e.admin_id is not null then p.data -> 'caller' ->> 'name' end) as admin_name,
           coalesce(d.email, f.email) as admin_email, e.user_id,
           coalesce(nullif(u.display_name, ''), p.data -> 'member' ->> 'name',
             case when e.admin_id is null then p.data -> 'caller' ->> 'name' end) as user_name,
           coalesce(u.email, p.data -> 'member' ->> 'email', p.data -> 'caller' ->> 'email') as user_email,
           e.account_id, a.name as account_name, e.target, e.details, p.data -> 'words' ->> 'reason' as reason,
           p.data -> 'caller' ->> 'network' as network, e.request_id,
           exists (select from audit_seals s where s.account_id = e.account_id and s.entry_id = e.id) as sealed
      from page e ${personalOfEntry}
      left join users u on u.id = e.user_id
      left join users d on d.id = e.admin_id
      left join former_administrators f on f.user_id = e.admin_id
      join accounts a on a.id = e.account_id`.execute(system);
  return rows;
}

export async function listOperatorEntries(
  system: Transaction<DB>,
  filter: SearchFilter,
): Promise<SearchedRow[]> {
  const { actorId, accountId, limit } = filter;
  const conditions = [
    ...(actorId === null ? [] : [sql`e.admin_id = ${actorId}`]),
    ...(accountId === null ? [] : [sql`e.concerned_account = ${accountId}`]),
    ...(filter.withoutTwins
      ? [
          sql`not (e.action = any(${[...operatorActions.acting]}::text[])
                   and exists (select from accounts a where a.id = e.concerned_account))`,
        ]
      : []),
    ...sharedConditions(filter),
  ];
  const { rows } = await sql<SearchedRow>`
    with page as materialized (select * from operator_entries e ${where(conditions)} ${newest(limit)})
    select 'operator' as trail, e.id, e.at, ${position}, e.action,
           case when e.admin_id is null then 'system' else 'operator' end as actor, e.admin_id,
           nullif(coalesce(d.display_name, f.display_name), '') as admin_name,
           coalesce(d.email, f.email) as admin_email, null::uuid as user_id,
           null::text as user_name, null::text as user_email, e.concerned_account as account_id,
           a.name as account_name, e.target, e.details, null::text as reason, null::text as network, e.request_id,
           exists (select from operator_seals s where s.entry_id = e.id) as sealed
      from page e left join users d on d.id = e.admin_id
      left join former_administrators f on f.user_id = e.admin_id left join accounts a on a.id = e.concerned_account`.execute(
    system,
  );
  return rows;
}

/** People by their ids; those who are gone are missing. */
export async function listPeople(
  system: Transaction<DB>,
  ids: readonly string[],
): Promise<Map<string, { id: string; name: string | null; email: string }>> {
  if (ids.length === 0) return new Map();
  const rows = await system
    .selectFrom('users')
    .select(['id', sql<string | null>`nullif(display_name, '')`.as('name'), 'email'])
    .where('id', 'in', [...new Set(ids)])
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Of a former administrator only when nobody has the address now. */
export async function findPersonIdByAddress(
  system: Transaction<DB>,
  email: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from (
      select id, null::timestamptz as last_act_at from users where lower(email) = lower(${email})
      union all
      select user_id, last_act_at from former_administrators where lower(email) = lower(${email})) found
     order by last_act_at desc nulls first limit 1`.execute(system);
  return rows[0]?.id;
}
