import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import type { Recipient } from './text.ts';

/** A person with the account that they joined first, if any. */
export async function findPerson(system: Transaction<DB>, userId: string): Promise<Recipient | null> {
  const { rows } = await sql<Recipient>`
    select u.id as "userId", u.email, u.first_name as "firstName", u.last_name as "lastName",
           u.display_name as "displayName", a.id as "accountId", a.name as "accountName",
           a.plan_ends_at as "planEndsAt", a.time_zone as "timeZone"
      from users u left join memberships m on m.user_id = u.id left join accounts a on a.id = m.account_id
     where u.id = ${userId}::uuid order by m.created_at, m.account_id limit 1`.execute(system);
  return rows[0] ?? null;
}
