/** The plan of an account as its row stores it. The slice `billing` decides it. */
import type { StoredPlan } from '@kindling/contract/plans';
import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';

/** Locks the account's row until the transaction ends. Null for an account that is gone. */
export async function lockTrialEnd(trx: Transaction<DB>, accountId: string): Promise<Date | null> {
  const row = await trx
    .selectFrom('accounts')
    .select('trial_ends_at')
    .where('id', '=', accountId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row?.trial_ends_at ?? null;
}

/**
 * Moves the end of the trial by so many days, from its end or from now, whichever is later. Call it under `lockTrialEnd`, and
 * store the plan that follows.
 * @returns the new end
 */
export async function addTrialDays(
  trx: Transaction<DB>,
  accountId: string,
  days: number,
  now: Date,
): Promise<Date> {
  const from = sql`greatest(trial_ends_at, ${now}::timestamptz)`;
  const end = sql<Date>`((${from} at time zone time_zone) + make_interval(days => ${days}::int)) at time zone time_zone`;
  const row = await trx
    .updateTable('accounts')
    .set({ trial_ends_at: end })
    .where('id', '=', accountId)
    .returning('trial_ends_at')
    .executeTakeFirstOrThrow();
  return row.trial_ends_at;
}

export async function setPlan(
  trx: Transaction<DB>,
  accountId: string,
  { state, endsAt }: StoredPlan,
): Promise<void> {
  await trx
    .updateTable('accounts')
    .set({ plan_state: state, plan_ends_at: endsAt })
    .where('id', '=', accountId)
    .where(sql<boolean>`(plan_state, plan_ends_at) is distinct from (${state}, ${endsAt}::timestamptz)`)
    .execute();
}

/**
 * Gives a trial of so many days from now to each account whose plan ends or ended before the last of them. Across all
 * tenants.
 */
export async function extendTrials(system: Transaction<DB>, days: number, now: Date): Promise<void> {
  const end = trialEnd(now, days, sql.ref('time_zone'));
  await sql`
    update accounts set trial_ends_at = ${end}, plan_state = 'trial', plan_ends_at = ${end}
     where (plan_ends_at is null and plan_state = 'trial') or plan_ends_at < ${end}`.execute(system);
}

/** The same time of day so many days later, by the clock of the account's time zone. */
export function trialEnd(from: Date, days: number, timeZone: ReturnType<typeof sql.ref> | string) {
  return sql<Date>`((${from}::timestamptz at time zone ${timeZone}) + make_interval(days => ${days}::int)) at time zone ${timeZone}`;
}
