import type { StoredPlan } from '@kindling/contract/plans';
import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import { type NoticeKind, noticeWindow, type SentNotice } from './schedule.ts';

export interface EndingPlan {
  id: string;
  time_zone: string;
  plan_state: StoredPlan['state'];
  plan_ends_at: Date;
}

/**
 * Accounts of whose plan's end something may be told, as the schedule's window says. In the order of the ids, behind `after`. Across
 * all tenants; none while plans are not activated.
 */
export async function listEndingPlans(
  system: Transaction<DB>,
  page: { now: Date; after: string | null; limit: number },
): Promise<EndingPlan[]> {
  const { now, after, limit } = page;
  const { from, until, before } = noticeWindow(now);
  const { rows } = await sql<EndingPlan>`
    select id, time_zone, plan_state, plan_ends_at from accounts
     where erasing_since is null and exists (select from plan_activation)
       and (plan_ends_at between ${from}::timestamptz and ${until}::timestamptz or plan_ends_at <= ${before}::timestamptz)
       and (${after}::uuid is null or id > ${after}::uuid)
     order by id limit ${limit}`.execute(system);
  return rows;
}

/** Locks the account's row. Null for an account whose plan no longer ends. */
export async function lockEndingPlan(trx: Transaction<DB>, accountId: string): Promise<EndingPlan | null> {
  const { rows } = await sql<EndingPlan>`
    select id, time_zone, plan_state, plan_ends_at from accounts
     where id = ${accountId}::uuid and plan_ends_at is not null and erasing_since is null
       for no key update`.execute(trx);
  return rows[0] ?? null;
}

/** What was told about this end of the plan. */
export async function listNotices(
  trx: Transaction<DB>,
  accountId: string,
  endsAt: Date,
): Promise<SentNotice[]> {
  const rows = await trx
    .selectFrom('plan_notices')
    .select(['kind', 'queued_at', 'accepted_at'])
    .where('account_id', '=', accountId)
    .where('ends_at', '=', endsAt)
    .execute();
  return rows.map((row) => ({
    // The column has a check that allows exactly these words.
    kind: row.kind as NoticeKind,
    queuedAt: row.queued_at,
    acceptedAt: row.accepted_at,
  }));
}

export async function upsertNotice(
  trx: Transaction<DB>,
  accountId: string,
  notice: { kind: NoticeKind; endsAt: Date; queuedAt: Date; emailIds: readonly string[] },
): Promise<void> {
  const attempt = { queued_at: notice.queuedAt, email_ids: [...notice.emailIds] };
  await trx
    .insertInto('plan_notices')
    .values({ account_id: accountId, kind: notice.kind, ends_at: notice.endsAt, ...attempt })
    .onConflict((conflict) => conflict.columns(['account_id', 'kind', 'ends_at']).doUpdateSet(attempt))
    .execute();
}

/** Notes that the mail server took a mail; it may be none of these. Across all tenants. */
export async function markAccepted(system: Transaction<DB>, emailId: string, now: Date): Promise<void> {
  await sql`
    update plan_notices set accepted_at = ${now}
     where email_ids @> array[${emailId}::uuid] and accepted_at is null`.execute(system);
}
