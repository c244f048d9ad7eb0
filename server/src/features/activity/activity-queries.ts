/** SQL of an account's trail. */
import type { ActivityGroup } from '@kindling/contract/activity';
import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import type { ListPosition } from '../../lib/list-cursor.ts';
import { type DayFilter, dayConditions } from './day-bounds.ts';
import { personalOfEntry } from './personal-of-entry.ts';

export interface EntryFilter extends DayFilter {
  /** The member who did it, or in whose name it was done. */
  userId: string | null;
  group: ActivityGroup | null;
  actions: readonly string[] | null;
}

export interface EntryRow {
  id: string;
  at: Date;
  /** For the cursor: the time with microseconds. */
  position: string;
  action: string;
  actor: string;
  user_id: string | null;
  admin_id: string | null;
  target: string | null;
  details: unknown;
  member_name: string | null;
  admin_name: string | null;
  network: string | null;
  before: string | null;
  after: string | null;
  reason: string | null;
}

const actorsOf: Record<ActivityGroup, readonly string[]> = {
  support: ['acting-admin', 'operator'],
  programs: ['api-key'],
  kindling: ['system'],
};

/**
 * The newest first. Names are those of the time of the entry; entries of the last 12 months without personal values, which
 * earlier versions made, have the members' present names.
 */
export async function listEntries(
  trx: Transaction<DB>,
  accountId: string,
  filter: EntryFilter,
  { after, limit }: { after: ListPosition | null; limit: number },
): Promise<EntryRow[]> {
  const { userId, group, actions } = filter;
  const conditions = [
    sql`e.account_id = ${accountId}`,
    ...(userId === null ? [] : [sql`e.user_id = ${userId}`]),
    ...(group === null ? [] : [sql`e.actor = any(${[...actorsOf[group]]}::text[])`]),
    ...(actions === null ? [] : [sql`e.action = any(${[...actions]}::text[])`]),
    ...dayConditions(filter),
    ...(after === null ? [] : [sql`(e.at, e.id) < (${after.time}::timestamptz, ${after.id}::uuid)`]),
  ];
  const { rows } = await sql<EntryRow>`
    with page as materialized (
      select * from audit_entries e where ${sql.join(conditions, sql` and `)}
       order by e.at desc, e.id desc limit ${limit}
    )
    select e.id, e.at, to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as position, e.action, e.actor,
           e.user_id, e.admin_id, e.target, e.details, p.data -> 'caller' ->> 'network' as network,
           case when e.admin_id is not null then p.data -> 'caller' ->> 'name' end as admin_name,
           case when e.admin_id is not null then coalesce(p.data -> 'member' ->> 'name', p.data -> 'member' ->> 'email')
                when p.data ? 'caller' then coalesce(p.data -> 'caller' ->> 'name', p.data -> 'caller' ->> 'email')
                when e.personal = '{}' then coalesce(nullif(u.display_name, ''), u.email) end as member_name,
           p.data -> 'words' ->> 'before' as before, p.data -> 'words' ->> 'after' as after, p.data -> 'words' ->> 'reason' as reason
      from page e ${personalOfEntry}
      left join users u on u.id = e.user_id and e.at > now() - interval '12 months'
     order by e.at desc, e.id desc`.execute(trx);
  return rows;
}
