/** What the trails hold about an account or a person, newest first. */
import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import type { ListPosition } from '../../lib/list-cursor.ts';

export interface ActivityRow {
  id: string;
  at: Date;
  position: string;
  action: string;
  actor: string;
  target: string | null;
  person_name: string | null;
  admin_name: string | null;
}

export async function listActivity(
  system: Transaction<DB>,
  accountId: string,
  { after, limit }: { after: ListPosition | null; limit: number },
): Promise<ActivityRow[]> {
  const behind =
    after === null ? sql`true` : sql`(e.at, e.id) < (${after.time}::timestamptz, ${after.id}::uuid)`;
  const { rows } = await sql<ActivityRow>`
    select e.id, e.at, to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as position,
           e.action, e.actor, e.target,
           coalesce(nullif(u.display_name, ''), u.email) as person_name,
           coalesce(nullif(d.display_name, ''), d.email) as admin_name
      from audit_entries e
      left join users u on u.id = e.user_id
      left join users d on d.id = e.admin_id
     where e.account_id = ${accountId}::uuid and ${behind}
     order by e.at desc, e.id desc limit ${limit}`.execute(system);
  return rows;
}

export interface OperatorEntryRow {
  id: string;
  at: Date;
  action: string;
  details: Record<string, unknown>;
  admin_name: string | null;
}

/** The latest entries of the operator's trail about a person. */
export async function listOperatorEntries(
  system: Transaction<DB>,
  userId: string,
  limit: number,
): Promise<OperatorEntryRow[]> {
  const { rows } = await sql<OperatorEntryRow>`
    select e.id, e.at, e.action, e.details, coalesce(nullif(d.display_name, ''), d.email) as admin_name
      from operator_entries e left join users d on d.id = e.admin_id
     where e.target = ${userId} order by e.at desc, e.id desc limit ${limit}`.execute(system);
  return rows;
}
