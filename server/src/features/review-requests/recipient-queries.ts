/** SQL of recipients. */
import type { RecipientState, SkipReason } from '@kindling/contract/review-request-limits';
import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';

export interface NewRecipient {
  id: string;
  position: number;
  email: string;
  name: string;
  addressHash: Buffer;
}

/** Rows of one statement. */
const insertSize = 500;

export async function insertRecipients(
  trx: Transaction<DB>,
  accountId: string,
  requestId: string,
  recipients: readonly NewRecipient[],
): Promise<void> {
  for (let start = 0; start < recipients.length; start += insertSize)
    await trx
      .insertInto('review_request_recipients')
      .values(
        recipients.slice(start, start + insertSize).map((one) => ({
          account_id: accountId,
          id: one.id,
          request_id: requestId,
          position: one.position,
          email: one.email,
          name: one.name === '' ? null : one.name,
          address_hash: one.addressHash,
          state: 'waiting',
        })),
      )
      .execute();
}

export interface RecipientRow {
  id: string;
  position: number;
  email: string | null;
  name: string | null;
  state: RecipientState;
  skipped_for: SkipReason | null;
  sent_at: Date | null;
  reminded_at: Date | null;
  reminder_refused: boolean;
}

/** `answered` for somebody who gave a rating and did nothing else since. */
const shownState = sql`
  case when state in ('queued', 'sent') and answered_at is not null then 'answered'
       when state = 'queued' then 'waiting' else state end`;

export async function listRecipientRows(
  trx: Transaction<DB>,
  accountId: string,
  requestId: string,
  { state, after, limit }: { state: RecipientState | null; after: number; limit: number },
): Promise<RecipientRow[]> {
  const { rows } = await sql<RecipientRow>`
    select id, position, email, name, ${shownState} as state, skipped_for, sent_at, reminded_at, reminder_refused
      from review_request_recipients
     where account_id = ${accountId} and request_id = ${requestId} and position > ${after}
           ${state === null ? sql`` : sql`and ${shownState} = ${state}`}
     order by position limit ${limit}`.execute(trx);
  return rows;
}

export interface DueRecipient {
  id: string;
  position: number;
  email: string;
  name: string | null;
  hash: Buffer;
}

const due = sql`select id, position, email, name, address_hash as hash from review_request_recipients`;

/** Those without a mail yet, in the order of the list. */
export async function listWaiting(
  trx: Transaction<DB>,
  accountId: string,
  requestId: string,
  limit: number,
): Promise<DueRecipient[]> {
  const { rows } = await sql<DueRecipient>`
    ${due} where account_id = ${accountId} and request_id = ${requestId} and state = 'waiting'
     order by position limit ${limit}`.execute(trx);
  return rows;
}

/** Those whose reminder is due. */
export async function listToRemind(
  trx: Transaction<DB>,
  accountId: string,
  requestId: string,
  now: Date,
  limit: number,
): Promise<DueRecipient[]> {
  const { rows } = await sql<DueRecipient>`
    ${due} where account_id = ${accountId} and request_id = ${requestId} and remind_at <= ${now} and state = 'sent'
     order by remind_at, position limit ${limit}`.execute(trx);
  return rows;
}

/** What is left of a campaign: whether invitations wait, and when the next reminder is due. */
export async function readRemaining(
  trx: Transaction<DB>,
  accountId: string,
  requestId: string,
): Promise<{ waits: boolean; remindAt: Date | null }> {
  const { rows } = await sql<{ waits: boolean; remindAt: Date | null }>`
    select exists (select from review_request_recipients
                    where account_id = ${accountId} and request_id = ${requestId} and state = 'waiting') as waits,
           (select min(remind_at) from review_request_recipients
             where account_id = ${accountId} and request_id = ${requestId} and remind_at is not null) as "remindAt"`.execute(
    trx,
  );
  return rows[0] ?? { waits: false, remindAt: null };
}

export async function markQueued(
  trx: Transaction<DB>,
  accountId: string,
  id: string,
  { emailId, remindAt }: { emailId: string; remindAt: Date | null },
): Promise<void> {
  await trx
    .updateTable('review_request_recipients')
    .set({ state: 'queued', email_id: emailId, remind_at: remindAt })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}

export async function markReminderQueued(
  trx: Transaction<DB>,
  accountId: string,
  id: string,
  emailId: string,
): Promise<void> {
  await trx
    .updateTable('review_request_recipients')
    .set({ remind_at: null, reminder_email_id: emailId })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}

export async function markSkipped(
  trx: Transaction<DB>,
  accountId: string,
  id: string,
  reason: SkipReason,
): Promise<void> {
  await trx
    .updateTable('review_request_recipients')
    .set({ state: 'skipped', skipped_for: reason })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}

export async function dropReminder(trx: Transaction<DB>, accountId: string, id: string): Promise<void> {
  await trx
    .updateTable('review_request_recipients')
    .set({ remind_at: null })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}

const canceled = sql`
  state = case when state in ('waiting', 'queued') then 'skipped' else state end,
  skipped_for = case when state in ('waiting', 'queued') then 'canceled' else skipped_for end, remind_at = null`;

/** What waits is skipped, and no reminder follows. The caller cancels the stored mails before. */
export async function cancelRecipients(
  trx: Transaction<DB>,
  accountId: string,
  requestId: string,
): Promise<void> {
  await sql`
    update review_request_recipients set ${canceled}
     where account_id = ${accountId} and request_id = ${requestId}
       and (state in ('waiting', 'queued') or remind_at is not null)`.execute(trx);
}

/** Those whose mail was canceled without their campaign. Needs a transaction of the system. */
export async function markMailsCanceled(trx: Transaction<DB>, mailIds: readonly string[]): Promise<void> {
  await sql`
    update review_request_recipients set ${canceled}
     where state = 'queued' and email_id = any(${[...mailIds]}::uuid[])`.execute(trx);
}

/** Ids of all stored mails of a campaign. */
export async function listCampaignMailIds(
  trx: Transaction<DB>,
  accountId: string,
  requestId: string,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select unnest(array_remove(array[email_id, reminder_email_id], null)) as id from review_request_recipients
     where account_id = ${accountId} and request_id = ${requestId}`.execute(trx);
  return rows.map(({ id }) => id);
}

/**
 * Notes the first rating that came by a personal link. @returns whether it is the first one; the same submission again is
 */
export async function noteAnswer(
  trx: Transaction<DB>,
  accountId: string,
  id: string,
  { submissionId, at }: { submissionId: string; at: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update review_request_recipients
       set answered_at = coalesce(answered_at, ${at}::timestamptz), submission_id = ${submissionId}, remind_at = null
     where account_id = ${accountId} and id = ${id} and (submission_id is null or submission_id = ${submissionId})
       and email_id is not null
    returning id`.execute(trx);
  return rows.length > 0;
}

export interface MailedRecipient {
  accountId: string;
  id: string;
  hash: Buffer | null;
  email: string | null;
  isReminder: boolean;
}

/** The recipient of a mail. Needs a transaction of the system, because a mail names no account. */
export async function findRecipientOfMail(
  trx: Transaction<DB>,
  emailId: string,
): Promise<MailedRecipient | null> {
  const { rows } = await sql<MailedRecipient>`
    select account_id as "accountId", id, address_hash as hash, email,
           coalesce(reminder_email_id = ${emailId}, false) as "isReminder"
      from review_request_recipients
     where email_id = ${emailId} or reminder_email_id = ${emailId}`.execute(trx);
  return rows[0] ?? null;
}

/** A mail that came back ends the reminders of its recipient. Somebody who unsubscribed stays so. */
export async function markReturned(
  trx: Transaction<DB>,
  accountId: string,
  id: string,
  state: 'refused' | 'bounced',
): Promise<void> {
  await sql`
    update review_request_recipients set state = ${state}, remind_at = null
     where account_id = ${accountId} and id = ${id} and state in ('queued', 'sent', 'refused')`.execute(trx);
}

/** The mail server took the invitation, also one that the operator sent again after a refusal. */
export async function markSent(
  trx: Transaction<DB>,
  accountId: string,
  id: string,
  now: Date,
): Promise<void> {
  await sql`
    update review_request_recipients set state = 'sent', sent_at = ${now}
     where account_id = ${accountId} and id = ${id} and state in ('queued', 'refused')`.execute(trx);
}

/** The mail server took the reminder: `remindedAt`, or refused it: null. */
export async function markReminderEnded(
  trx: Transaction<DB>,
  accountId: string,
  id: string,
  remindedAt: Date | null,
): Promise<void> {
  await trx
    .updateTable('review_request_recipients')
    .set({ reminded_at: remindedAt, reminder_refused: remindedAt === null })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}

/** Ids of the stored mails to an address. */
export async function listMailIdsOfAddress(
  trx: Transaction<DB>,
  accountId: string,
  hash: Buffer,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select unnest(array_remove(array[email_id, reminder_email_id], null)) as id from review_request_recipients
     where account_id = ${accountId} and address_hash = ${hash}`.execute(trx);
  return rows.map(({ id }) => id);
}

/**
 * Applies the end of invitations to everything that was or is to be sent to an address. The caller cancels the stored mails before.
 * @param unsubscribes whether those who got a mail count as unsubscribed
 */
export async function endInvitations(
  trx: Transaction<DB>,
  accountId: string,
  hash: Buffer,
  unsubscribes: boolean,
): Promise<void> {
  await sql`
    update review_request_recipients
       set state = case when state in ('waiting', 'queued') then 'skipped'
                        when state = 'sent' and ${unsubscribes}::boolean then 'unsubscribed' else state end,
           skipped_for = case when state in ('waiting', 'queued') then 'suppressed' else skipped_for end, remind_at = null
     where account_id = ${accountId} and address_hash = ${hash} and state in ('waiting', 'queued', 'sent')`.execute(
    trx,
  );
}

/**
 * Campaigns whose last mail is older than `before` and that have addresses still; one that was paused or waited for so long
 * ends. Across all tenants.
 */
export async function eraseOldAddresses(
  trx: Transaction<DB>,
  { before, now, limit }: { before: Date; now: Date; limit: number },
): Promise<number> {
  const { rows } = await sql`
    with old as (
      update review_requests set addresses_erased_at = ${now}, next_send_at = null,
             state = case when state = 'finished' then state else 'canceled' end
       where (account_id, id) in (
         select account_id, id from review_requests
          where addresses_erased_at is null
            and greatest(coalesce(last_sent_at, created_at), starts_at) < ${before}
          limit ${limit})
      returning account_id, id),
    erased as (
      update review_request_recipients r set email = null, name = null, address_hash = null, ${canceled}
        from old where r.account_id = old.account_id and r.request_id = old.id)
    select id from old`.execute(trx);
  return rows.length;
}

/**
 * The name of the business that last invited an address; of an erased address the only business of the account. Null when
 * neither is known.
 */
export async function findInvitingBusiness(
  trx: Transaction<DB>,
  accountId: string,
  addressHash: Buffer,
): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    with invited as (
      select q.business_id as id
        from review_request_recipients r
        join review_requests q on q.account_id = r.account_id and q.id = r.request_id
       where r.account_id = ${accountId}::uuid and r.address_hash = ${addressHash}
       order by q.starts_at desc limit 1
    ), only_one as (
      select min(id::text)::uuid as id from businesses where account_id = ${accountId}::uuid having count(*) = 1
    )
    select b.name from businesses b
     where b.account_id = ${accountId}::uuid
       and b.id = coalesce((select id from invited), (select id from only_one))`.execute(trx);
  return rows[0]?.name ?? null;
}
