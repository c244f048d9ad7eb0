/** All SQL of the slice. Callers pass the time, so that a single clock decides about every attempt. */
import { sql, type Transaction } from 'kysely';
import type { Database } from '../../db/client.ts';
import { deletePages } from '../../db/delete-pages.ts';
import type { DB } from '../../db/types.gen.ts';
import type { ListPosition } from '../../lib/list-cursor.ts';
import type { MailRequest } from './requests.ts';

export interface NewEmail {
  id: string;
  accountId: string | null;
  recipient: string;
  template: string;
  locale: string;
  sealed: string;
  createdAt: Date;
  giveUpAt: Date;
}

export async function insertEmails(trx: Transaction<DB>, emails: readonly NewEmail[]): Promise<void> {
  if (emails.length === 0) return;
  await trx
    .insertInto('emails')
    .values(
      emails.map((email) => ({
        id: email.id,
        account_id: email.accountId,
        recipient: email.recipient,
        template: email.template,
        locale: email.locale,
        sealed: email.sealed,
        created_at: email.createdAt,
        next_try_at: email.createdAt,
        give_up_at: email.giveUpAt,
      })),
    )
    // An id made from a key comes again with a repeated event.
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

interface MailPage {
  template: MailRequest['kind'];
  since: Date;
  limit: number;
}

/** The latest mails of an account since `since`, in any state, newest first, and which of them went to the mailbox of `email`. */
export async function listMailOfAccount(
  trx: Transaction<DB>,
  accountId: string,
  email: string,
  { template, since, limit }: MailPage,
): Promise<{ recipient: string; created_at: Date; same_mailbox: boolean }[]> {
  return trx
    .selectFrom('emails')
    .select([
      'recipient',
      'created_at',
      sql<boolean>`mailbox_of(recipient) = mailbox_of(${email})`.as('same_mailbox'),
    ])
    .where('account_id', '=', accountId)
    .where('created_at', '>', since)
    .where('template', '=', template)
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute();
}

/** The latest mails of all other accounts to the mailbox of `recipient` since `since`, newest first. Across all tenants. */
export async function listMailOfOtherAccounts(
  trx: Transaction<DB>,
  accountId: string,
  recipient: string,
  { template, since, limit }: MailPage,
): Promise<{ created_at: Date }[]> {
  return trx
    .selectFrom('emails')
    .select('created_at')
    .where(sql<string>`mailbox_of(recipient)`, '=', sql<string>`mailbox_of(${recipient})`)
    .where('created_at', '>', since)
    .where('template', '=', template)
    .where('account_id', '!=', accountId)
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute();
}

/** Addresses, in lower case, with `limit` mails of the account since `since`, in any state, and when the first of these was stored. */
export async function listFullRecipients(
  trx: Transaction<DB>,
  accountId: string,
  { template, since, limit }: MailPage,
): Promise<{ recipient: string; at: Date }[]> {
  const { rows } = await sql<{ recipient: string; at: Date }>`
    select lower(recipient) as recipient, (array_agg(created_at order by created_at desc))[${limit}::int] as at
      from emails
     where account_id = ${accountId} and created_at > ${since} and template = ${template}
     group by 1 having count(*) >= ${limit}::int`.execute(trx);
  return rows;
}

const bulkTemplates: readonly MailRequest['kind'][] = ['review-request', 'mailing'];
const unfinishedStates = ['queued', 'sending'];

/**
 * Cancels the mails of one kind about the account that were not sent, dead letters too; with `recipient`, those to this
 * address only. An attempt that is under way is the last one.
 */
export async function cancelUnsentMail(
  trx: Transaction<DB>,
  accountId: string,
  { template, recipient }: { template: MailRequest['kind']; recipient?: string },
  now: Date,
): Promise<void> {
  await trx
    .updateTable('emails')
    .set({ state: 'canceled', sealed: null, ended_at: now })
    .where('account_id', '=', accountId)
    .where('template', '=', template)
    .where('state', 'in', [...unfinishedStates, 'dead'])
    .$if(recipient !== undefined, (query) =>
      query.where(sql<string>`lower(recipient)`, '=', (recipient ?? '').toLowerCase()),
    )
    .execute();
}

/** What must arrive, even twice: about contract and payment, about the end of an account, and what somebody wrote to support. */
const neverLost: readonly MailRequest['kind'][] = [
  'order-confirmed',
  'order-withdrawn',
  'payment-received',
  'payment-failed',
  'payment-confirmation-needed',
  'payment-refunded',
  'payment-disputed',
  'plan-canceled',
  'plan-changed',
  'plan-ended',
  'trial-ending',
  'trial-ended',
  'account-deletion-scheduled',
  'account-deletion-canceled',
  'account-deletion-warning',
  'help-message',
];

/**
 * Cancels the mails of all accounts that were stored before `before` and not sent, except those that must arrive. In a restored
 * database most of them were sent after its backup. Needs a transaction of the system.
 */
export async function cancelUnsentBefore(
  trx: Transaction<DB>,
  before: Date,
  now: Date,
): Promise<{ id: string; template: string }[]> {
  return trx
    .updateTable('emails')
    .set({ state: 'canceled', sealed: null, ended_at: now })
    .where('state', 'in', unfinishedStates)
    .where('created_at', '<', before)
    .where('template', 'not in', neverLost)
    .returning(['id', 'template'])
    .execute();
}

/** One parameter for all of them: a statement has at most 65,535, and a mailing more mails. */
const isAnyOf = (ids: readonly string[]) => sql<boolean>`id = any(${[...ids]}::uuid[])`;

/**
 * Ends mails that belong to no account: those that wait are canceled. An attempt that is under way is the last one, and its
 * outcome counts.
 */
export async function endMailsSoon(
  trx: Transaction<DB>,
  ids: readonly string[],
  now: Date,
): Promise<{ canceled: string[] }> {
  if (ids.length === 0) return { canceled: [] };
  const canceled = await trx
    .updateTable('emails')
    .set({ state: 'canceled', sealed: null, ended_at: now })
    .where(isAnyOf(ids))
    .where('state', '=', 'queued')
    .returning('id')
    .execute();
  await trx
    .updateTable('emails')
    .set({ give_up_at: now })
    .where(isAnyOf(ids))
    .where('state', '=', 'sending')
    .execute();
  return { canceled: canceled.map(({ id }) => id) };
}

/** Cancels those of these mails of the account that were not sent, dead letters too. */
export async function cancelMails(
  trx: Transaction<DB>,
  accountId: string,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .updateTable('emails')
    .set({ state: 'canceled', sealed: null, ended_at: now })
    .where('account_id', '=', accountId)
    .where(isAnyOf(ids))
    .where('state', 'in', [...unfinishedStates, 'dead'])
    .execute();
}

/** Ids of due mails, including those that a worker claimed and never finished. Longest waiting first, what goes to many people last. */
export async function listDueMail(trx: Transaction<DB>, now: Date, limit: number): Promise<string[]> {
  const rows = await trx
    .selectFrom('emails')
    .select('id')
    .where('state', 'in', unfinishedStates)
    .where('next_try_at', '<=', now)
    // Invitations and mailings are many, and nobody waits for them as for a password.
    .orderBy(sql`(template = any(${[...bulkTemplates]}))`)
    .orderBy('next_try_at')
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

export interface ClaimedEmail {
  id: string;
  /** The number of this attempt. Finishing requires it, so that an expired attempt changes nothing. */
  attempts: number;
  sealed: string;
  template: string;
  created_at: Date;
  give_up_at: Date;
}

/** Claims a due mail for one attempt until `until`. Null when it is not due or another worker has claimed it. */
export async function claimEmail(
  trx: Transaction<DB>,
  id: string,
  now: Date,
  until: Date,
): Promise<ClaimedEmail | null> {
  const row = await trx
    .updateTable('emails')
    .set((eb) => ({ state: 'sending', attempts: eb('attempts', '+', 1), next_try_at: until }))
    .where('id', '=', id)
    .where('state', 'in', unfinishedStates)
    .where('next_try_at', '<=', now)
    .returning(['id', 'attempts', 'sealed', 'template', 'created_at', 'give_up_at'])
    .executeTakeFirst();
  if (row === undefined || row.sealed === null) return null;
  return { ...row, sealed: row.sealed };
}

/** Cancels a mail that this attempt has claimed. */
export async function cancelClaimed(trx: Transaction<DB>, claimed: ClaimedEmail, now: Date): Promise<void> {
  await trx
    .updateTable('emails')
    .set({ state: 'canceled', sealed: null, ended_at: now })
    .where('id', '=', claimed.id)
    .where('state', '=', 'sending')
    .where('attempts', '=', claimed.attempts)
    .execute();
}

type AttemptOutcome =
  | { state: 'sent'; answer: string; at: Date }
  | { state: 'dead'; answer: string; at: Date }
  | { state: 'queued'; answer: string; nextTryAt: Date; at: Date };

/**
 * Stores the outcome of an attempt. A mail whose time ended meanwhile is not tried again.
 * @returns the state that was stored; null, without a change, when the claim has expired
 */
export async function finishAttempt(
  trx: Transaction<DB>,
  claimed: ClaimedEmail,
  outcome: AttemptOutcome,
): Promise<AttemptOutcome['state'] | null> {
  const { state, answer, at } = outcome;
  const isOver = outcome.state === 'queued' ? sql<boolean>`give_up_at <= ${outcome.nextTryAt}` : sql`true`;
  const row = await trx
    .updateTable('emails')
    .set({
      state: sql<string>`case when ${state} = 'queued' and ${isOver} then 'dead' else ${state} end`,
      provider_answer: answer,
      ended_at: sql<Date | null>`case when ${isOver} then ${at}::timestamptz end`,
      ...(outcome.state === 'queued' ? { next_try_at: outcome.nextTryAt } : {}),
      ...(state === 'sent' ? { sealed: null } : {}),
    })
    .where('id', '=', claimed.id)
    .where('state', '=', 'sending')
    .where('attempts', '=', claimed.attempts)
    .returning(sql<AttemptOutcome['state']>`state`.as('state'))
    .executeTakeFirst();
  return row?.state ?? null;
}

export interface DeadEmail {
  id: string;
  recipient: string;
  template: string;
  attempts: number;
  provider_answer: string | null;
  created_at: Date;
}

/** A dead letter with its place in the order of the list. */
export type ListedDeadEmail = DeadEmail & { ended_at: Date; position: string };

/** Behind `after`, the latest first. */
export async function listDeadPage(
  trx: Transaction<DB>,
  { after, limit }: { after: ListPosition | null; limit: number },
): Promise<ListedDeadEmail[]> {
  const behind =
    after === null ? sql`` : sql`and (ended_at, id) < (${after.time}::timestamptz, ${after.id}::uuid)`;
  const { rows } = await sql<ListedDeadEmail>`
    select id, recipient, template, attempts, provider_answer, created_at, ended_at,
           to_char(ended_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as position
      from emails where state = 'dead' ${behind}
     order by ended_at desc, id desc limit ${limit}`.execute(trx);
  return rows;
}

export async function countDeadMail(trx: Transaction<DB>): Promise<number> {
  const { count } = await trx
    .selectFrom('emails')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('state', '=', 'dead')
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Newest first. */
export async function listDeadMail(trx: Transaction<DB>, limit: number): Promise<DeadEmail[]> {
  return trx
    .selectFrom('emails')
    .select(['id', 'recipient', 'template', 'attempts', 'provider_answer', 'created_at'])
    .where('state', '=', 'dead')
    .orderBy('ended_at', 'desc')
    .limit(limit)
    .execute();
}

export async function countMailByState(trx: Transaction<DB>): Promise<Map<string, number>> {
  const rows = await trx
    .selectFrom('emails')
    .select(['state', (eb) => eb.fn.countAll<string>().as('count')])
    .groupBy('state')
    .execute();
  return new Map(rows.map((row) => [row.state, Number(row.count)]));
}

/** Queues those of these mails that are dead letters again. @returns their ids */
export async function requeueDeadMails(
  trx: Transaction<DB>,
  ids: readonly string[],
  now: Date,
  giveUpAt: Date,
): Promise<string[]> {
  const rows = await trx
    .updateTable('emails')
    .set({ state: 'queued', ended_at: null, next_try_at: now, give_up_at: giveUpAt })
    .where('state', '=', 'dead')
    .where('id', 'in', [...ids])
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Ids of dead letters after `after`, in their order. */
export async function listDeadIds(
  trx: Transaction<DB>,
  after: string | null,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from emails
     where state = 'dead' and (${after}::uuid is null or id > ${after}::uuid)
     order by id limit ${limit}`.execute(trx);
  return rows.map(({ id }) => id);
}

/** Deletes mails that ended before `before`. One that is being queued again meanwhile is kept. */
export async function deleteEndedMail(
  db: Pick<Database, 'pool'>,
  state: 'sent' | 'dead' | 'canceled',
  before: Date,
  signal?: AbortSignal,
): Promise<void> {
  // As a literal, so that the plan finds the index of the state.
  await deletePages(db, 'emails', sql`state = ${sql.lit(state)} and ended_at < ${before}`, { signal });
}
