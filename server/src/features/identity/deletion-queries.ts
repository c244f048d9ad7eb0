/** All SQL on the end of accounts: the day, the erasure, and what it remembers. */
import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';

/** Sets the day; one that is set already stays. Returns the day that holds, or null while the account is going. */
export async function scheduleDeletion(
  trx: Transaction<DB>,
  accountId: string,
  day: Date,
  cause: 'owner' | 'operator' | 'plan-ended' = 'owner',
): Promise<{ at: Date; changed: boolean } | null> {
  const before = await trx
    .selectFrom('accounts')
    .select(['deletion_scheduled_for', 'erasing_since'])
    .where('id', '=', accountId)
    .forUpdate()
    .executeTakeFirst();
  if (before === undefined || before.erasing_since !== null) return null;
  if (before.deletion_scheduled_for !== null) return { at: before.deletion_scheduled_for, changed: false };
  await trx
    .updateTable('accounts')
    .set({ deletion_scheduled_for: day, deletion_cause: cause })
    .where('id', '=', accountId)
    .execute();
  return { at: day, changed: true };
}

/** Sets the day that a restored backup does not know, whatever day the backup has. */
export async function scheduleDeletionAgain(
  trx: Transaction<DB>,
  accountId: string,
  { day, cause }: { day: Date; cause: ErasureCause['cause'] },
): Promise<void> {
  await trx
    .updateTable('accounts')
    .set({ deletion_scheduled_for: day, deletion_cause: cause })
    .where('id', '=', accountId)
    .where('erasing_since', 'is', null)
    .execute();
}

/** Clears the day. False when none was set, or when the deletion has begun. */
export async function unscheduleDeletion(trx: Transaction<DB>, accountId: string): Promise<boolean> {
  const result = await trx
    .updateTable('accounts')
    .set({ deletion_scheduled_for: null })
    .where('id', '=', accountId)
    .where('deletion_scheduled_for', 'is not', null)
    .where('erasing_since', 'is', null)
    .executeTakeFirst();
  return Number(result.numUpdatedRows) > 0;
}

/** Accounts whose day has come, and those whose deletion was cut off. Over all accounts. */
export async function listDueAccounts(trx: Transaction<DB>, now: Date): Promise<string[]> {
  const due = await trx
    .selectFrom('accounts')
    .select('id')
    .where('deletion_scheduled_for', '<=', now)
    .execute();
  const cutOff = await trx
    .selectFrom('account_erasures')
    .select('erased_account as id')
    .where('finished_at', 'is', null)
    .execute();
  return [...new Set([...due, ...cutOff].map((row) => row.id))];
}

/** Makes the account's deletion due now. */
export async function dueForErasure(trx: Transaction<DB>, accountId: string, now: Date): Promise<void> {
  await trx
    .updateTable('accounts')
    .set({ deletion_scheduled_for: now })
    .where('id', '=', accountId)
    .execute();
}

/** Closes the account for everybody. False when its day has not come, was taken back, or the account is gone. */
export async function lockAccountForErasure(
  trx: Transaction<DB>,
  accountId: string,
  now: Date,
): Promise<boolean> {
  const result = await trx
    .updateTable('accounts')
    .set({ erasing_since: sql<Date>`coalesce(erasing_since, ${now})` })
    .where('id', '=', accountId)
    .where('deletion_scheduled_for', '<=', now)
    .executeTakeFirst();
  return Number(result.numUpdatedRows) > 0;
}

/** Waits for everybody who is adding rows to the account; nobody adds one until this transaction ends. */
export async function lockAccountRow(trx: Transaction<DB>, accountId: string): Promise<void> {
  await trx.selectFrom('accounts').select('id').where('id', '=', accountId).forUpdate().execute();
}

export async function listMemberIds(trx: Transaction<DB>, accountId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('memberships')
    .select('user_id')
    .where('account_id', '=', accountId)
    .execute();
  return rows.map((row) => row.user_id);
}

/** Deletes those of these people who belong to no account any more, and returns their subjects. */
export async function deletePeopleWithoutAccount(
  trx: Transaction<DB>,
  userIds: readonly string[],
): Promise<string[]> {
  // Somebody may be joining another account right now, or leaving the last one: wait for that, so that the next statement sees it.
  await sql`select from users where id = any(${userIds}::uuid[]) order by id for update`.execute(trx);
  const { rows } = await sql<{ sub: string }>`
    delete from users u
     where u.id = any(${userIds}::uuid[]) and u.role <> 'Super Admin'
       and not exists (select from memberships m where m.user_id = u.id)
    returning u.sub`.execute(trx);
  return rows.map(({ sub }) => sub);
}

/**
 * Gives this transaction more time for each statement: the trail of an account, which goes with its row, has no bound. The embedded
 * database keeps its limit of 30 seconds, which is enough for a million entries (decision 0115).
 */
export async function allowLongStatements(trx: Transaction<DB>): Promise<void> {
  await sql`set local statement_timeout = '10min'`.execute(trx);
}

/** Notes what is left to do outside of the account's rows, in the transaction that deletes them. */
export async function insertErasure(
  trx: Transaction<DB>,
  accountId: string,
  pending: { subs: string[]; named: Record<string, string[]> },
  { cause, warnedAt }: ErasureCause,
  now: Date,
): Promise<void> {
  await trx
    .insertInto('account_erasures')
    .values({
      erased_account: accountId,
      pending: JSON.stringify(pending),
      started_at: now,
      cause,
      warned_at: [...warnedAt],
    })
    .execute();
}

/** Why an account is deleted, and when the mail server took each warning where nobody paid. */
export interface ErasureCause {
  cause: 'owner' | 'plan-ended' | 'operator';
  warnedAt: readonly Date[];
}

/**
 * Begins the erasure of an account whose plan ended at `end` or before: from here on nobody signs in to it. The caller then
 * enqueues the erasure.
 * @returns false when its plan does not end there any more, or it is going already
 */
export async function beginErasureOfEnded(
  system: Transaction<DB>,
  accountId: string,
  { end, warnedAt, now }: { end: Date; warnedAt: readonly Date[]; now: Date },
): Promise<boolean> {
  const result = await system
    .updateTable('accounts')
    .set({
      deletion_scheduled_for: now,
      deletion_cause: 'plan-ended',
      deletion_warned_at: [...warnedAt],
      erasing_since: now,
    })
    .where('id', '=', accountId)
    .where('plan_ends_at', '<=', end)
    .where('erasing_since', 'is', null)
    .executeTakeFirst();
  return Number(result.numUpdatedRows) > 0;
}

/**
 * Begins the erasure of an account at once, also of one whose deletion is scheduled. The caller then enqueues the erasure.
 * @returns false when it is going already, or gone
 */
export async function beginErasureByOperator(
  system: Transaction<DB>,
  accountId: string,
  now: Date,
): Promise<boolean> {
  const result = await system
    .updateTable('accounts')
    .set({ deletion_scheduled_for: now, deletion_cause: 'operator', erasing_since: now })
    .where('id', '=', accountId)
    .where('erasing_since', 'is', null)
    .executeTakeFirst();
  return Number(result.numUpdatedRows) > 0;
}

export async function findErasure(
  trx: Transaction<DB>,
  accountId: string,
): Promise<{ started_at: Date; finished_at: Date | null; pending: unknown } | null> {
  const row = await trx
    .selectFrom('account_erasures')
    .select(['started_at', 'finished_at', 'pending'])
    .where('erased_account', '=', accountId)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Deletes the account; what is left in the tables of a tenant goes with it by their foreign keys.
 * @returns why; null when it was gone
 */
export async function deleteAccount(trx: Transaction<DB>, accountId: string): Promise<ErasureCause | null> {
  await trx.deleteFrom('acting_sessions').where('target_account', '=', accountId).execute();
  const row = await trx
    .deleteFrom('accounts')
    .where('id', '=', accountId)
    .returning(['deletion_cause', 'deletion_warned_at'])
    .executeTakeFirst();
  if (row === undefined) return null;
  return {
    // The column has a check that allows exactly these words.
    cause: row.deletion_cause as ErasureCause['cause'],
    warnedAt: row.deletion_warned_at,
  };
}

/** From here on nothing tells who it was. */
export async function finishErasure(trx: Transaction<DB>, accountId: string, now: Date): Promise<void> {
  await trx
    .updateTable('account_erasures')
    .set({ finished_at: now, pending: null })
    .where('erased_account', '=', accountId)
    .execute();
}
