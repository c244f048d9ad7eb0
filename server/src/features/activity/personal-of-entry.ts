import { sql } from 'kysely';

/**
 * Joins the personal values of the entry `e` as `p.data`, by part. The planner knows no numbers of rows behind row-level security
 * and would read all values of the account for a join; a sub-query with an aggregate is made for each entry.
 */
export const personalOfEntry = sql`
  left join lateral (
    select jsonb_object_agg(v.part, v.data) as data from audit_personal v
     where v.account_id = e.account_id and v.entry_id = e.id
  ) p on true`;
