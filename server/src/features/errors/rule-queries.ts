/** SQL of the noise rules. Callers hold the lock of the error log, so that no event is written by other rules meanwhile. */
import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import type { RuleConditions } from './rules.ts';

export function listRuleRows(trx: Transaction<DB>) {
  return trx
    .selectFrom('error_rules as r')
    .leftJoin('users as u', 'u.id', 'r.created_by')
    .select([
      'r.id',
      'r.origin',
      'r.match',
      'r.text',
      'r.route',
      'r.created_at',
      'r.muted',
      'r.last_muted_at',
      'u.email',
    ])
    .orderBy('r.created_at', 'desc')
    .orderBy('r.id', 'desc')
    .execute();
}
export type RuleRow = Awaited<ReturnType<typeof listRuleRows>>[number];

export async function insertRule(trx: Transaction<DB>, rule: RuleConditions, adminId: string): Promise<void> {
  await trx
    .insertInto('error_rules')
    .values({ ...rule, created_by: adminId, created_at: sql<Date>`now()` })
    .execute();
}

/** Ignores the open groups whose newest event the rule matches. @returns how many */
export async function ignoreMatching(trx: Transaction<DB>, rule: RuleConditions): Promise<number> {
  const { id, origin, match, text, route } = rule;
  const { rows } = await sql`
    update error_events set state = 'ignored', rule_id = ${id}::uuid, version = version + 1, state_changed_at = now()
     where state = 'open'
       and (${origin}::text is null or origin = ${origin}::text)
       and (${route}::text is null or route = ${route}::text)
       and (${text}::text is null
            or case when ${match}::text = 'starts-with' then starts_with(message, ${text}::text)
                    else strpos(message, ${text}::text) > 0 end)
    returning id`.execute(trx);
  return rows.length;
}

/** Opens the groups that the rule ignores and deletes it. @returns false when there is no such rule */
export async function deleteRule(trx: Transaction<DB>, id: string): Promise<boolean> {
  await sql`
    update error_events set state = 'open', rule_id = null, version = version + 1, state_changed_at = now()
     where rule_id = ${id}::uuid`.execute(trx);
  const { numDeletedRows } = await trx.deleteFrom('error_rules').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}
