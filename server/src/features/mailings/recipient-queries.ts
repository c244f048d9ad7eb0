/** SQL about the recipients of mailings. All of it needs a transaction of the system. */
import type { MailingResults, SkipReason } from '@kindling/contract/mailings';
import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import { wantsNews } from './segments.ts';

export async function listWaiting(
  system: Transaction<DB>,
  mailingId: string,
  limit: number,
): Promise<string[]> {
  const rows = await system
    .selectFrom('mailing_recipients')
    .select('user_id')
    .where('mailing_id', '=', mailingId)
    .where('state', '=', 'waiting')
    .orderBy('user_id')
    .limit(limit)
    .execute();
  return rows.map(({ user_id }) => user_id);
}

export async function markQueued(
  system: Transaction<DB>,
  mailingId: string,
  mails: readonly { userId: string; emailId: string }[],
): Promise<void> {
  if (mails.length === 0) return;
  await sql`
    update mailing_recipients r set state = 'queued', email_id = given.email_id
      from unnest(${mails.map(({ userId }) => userId)}::uuid[], ${mails.map(({ emailId }) => emailId)}::uuid[])
           as given (user_id, email_id)
     where r.mailing_id = ${mailingId}::uuid and r.user_id = given.user_id`.execute(system);
}

export async function markSkipped(
  system: Transaction<DB>,
  mailingId: string,
  userIds: readonly string[],
  reason: SkipReason,
): Promise<void> {
  if (userIds.length === 0) return;
  await system
    .updateTable('mailing_recipients')
    .set({ state: 'skipped', skip_reason: reason })
    .where('mailing_id', '=', mailingId)
    .where('user_id', 'in', [...userIds])
    .execute();
}

/** Those of these people who are blocked. */
export async function listBlocked(system: Transaction<DB>, userIds: readonly string[]): Promise<string[]> {
  if (userIds.length === 0) return [];
  const rows = await system
    .selectFrom('users')
    .select('id')
    .where('id', 'in', [...userIds])
    .where('blocked_at', 'is not', null)
    .execute();
  return rows.map(({ id }) => id);
}

/** Mails of the mailing that the mail server has not answered. */
export async function listOpenMails(system: Transaction<DB>, mailingId: string): Promise<string[]> {
  const { rows } = await sql<{ email_id: string }>`
    select email_id from mailing_recipients
     where mailing_id = ${mailingId}::uuid and state = 'queued' and email_id is not null`.execute(system);
  return rows.map(({ email_id }) => email_id);
}

/** Those whose mail was canceled without their mailing. */
export async function markMailingMailsCanceled(
  system: Transaction<DB>,
  mailIds: readonly string[],
): Promise<void> {
  await sql`
    update mailing_recipients set state = 'canceled'
     where state = 'queued' and email_id = any(${[...mailIds]}::uuid[])`.execute(system);
}

/** Each statement has a time limit, so none cancels more recipients than this. */
const canceledPerStatement = 10_000;

/** Cancels those who wait, and those whose mail was canceled. */
export async function cancelRecipients(
  system: Transaction<DB>,
  mailingId: string,
  canceledMails: readonly string[],
  perStatement: number = canceledPerStatement,
): Promise<void> {
  await markMailingMailsCanceled(system, canceledMails);
  const waiting = sql`mailing_id = ${mailingId}::uuid and state = 'waiting'`;
  let last: string | null;
  do {
    last = await findLastOfPage(system, waiting, perStatement);
    await sql`
      update mailing_recipients set state = 'canceled' where ${waiting} and ${upTo(last)}`.execute(system);
  } while (last !== null);
}

/** Deletes up to `limit` recipients of a mailing. @returns whether some may be left */
export async function deleteRecipients(
  system: Transaction<DB>,
  mailingId: string,
  limit: number,
): Promise<boolean> {
  const ofMailing = sql`mailing_id = ${mailingId}::uuid`;
  const last = await findLastOfPage(system, ofMailing, limit);
  await sql`delete from mailing_recipients where ${ofMailing} and ${upTo(last)}`.execute(system);
  return last !== null;
}

/**
 * The last of the first `limit` recipients by id; null when fewer are left. A page is a range of ids: with a list of ids the planner
 * may compare each of them with each recipient, as long as it has no statistics of a new mailing.
 */
async function findLastOfPage(
  system: Transaction<DB>,
  which: RawBuilder<unknown>,
  limit: number,
): Promise<string | null> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from mailing_recipients where ${which} order by user_id offset ${limit - 1} limit 1`.execute(
    system,
  );
  return rows[0]?.user_id ?? null;
}

const upTo = (last: string | null) => (last === null ? sql`true` : sql`user_id <= ${last}::uuid`);

/** Notes what became of a mail. Does nothing for a mail that belongs to no mailing. @param refused an address that nobody has */
export async function noteMail(
  system: Transaction<DB>,
  emailId: string,
  { state, refused }: { state: 'sent' | 'failed' | 'queued'; refused: boolean },
): Promise<void> {
  await sql`
    update mailing_recipients r set state = ${state},
           refused_address = case when ${refused}::boolean then
             (select sha256(convert_to(lower(e.recipient), 'UTF8')) from emails e where e.id = r.email_id) end
     where r.email_id = ${emailId}::uuid and r.state in ('queued', 'sent', 'failed')`.execute(system);
}

/**
 * Those of these mails in this state that are of a mailing and that nobody should get by now. A recipient is deleted with their person;
 * a test has none and goes to a person's own address.
 */
export async function listUnwantedMails(
  system: Transaction<DB>,
  emailIds: readonly string[],
  state: 'dead' | 'sending',
): Promise<string[]> {
  const { rows } = await sql<{ email_id: string }>`
    select e.id as email_id
      from emails e
      left join (mailing_recipients r
        join mailings m on m.id = r.mailing_id
        join users u on u.id = r.user_id) on r.email_id = e.id
     where e.id = any(${[...emailIds]}::uuid[]) and e.state = ${state} and e.template = 'mailing'
       and case when r.email_id is null
             then not exists (select from users a where lower(a.email) = lower(e.recipient))
             else m.state = 'stopped' or u.blocked_at is not null or (m.kind = 'news' and not ${wantsNews}) end`.execute(
    system,
  );
  return rows.map(({ email_id }) => email_id);
}

/** Cancels the recipient of a mail that is about to be sent and that nobody should get by now. @returns whether it is one */
export async function refuseUnwanted(system: Transaction<DB>, emailId: string): Promise<boolean> {
  const unwanted = await listUnwantedMails(system, [emailId], 'sending');
  if (unwanted.length === 0) return false;
  await markMailingMailsCanceled(system, unwanted);
  return true;
}

/** The mailing of each of these mails that belongs to one. */
export async function findMailingsOf(
  system: Transaction<DB>,
  emailIds: readonly string[],
): Promise<Map<string, string>> {
  if (emailIds.length === 0) return new Map();
  const { rows } = await sql<{ email_id: string; mailing_id: string }>`
    select email_id, mailing_id from mailing_recipients
     where email_id = any(${[...emailIds]}::uuid[])`.execute(system);
  return new Map(rows.map(({ email_id, mailing_id }) => [email_id, mailing_id]));
}

/** Counts that somebody ended product news after the latest news that they got. */
export async function noteUnsubscribed(system: Transaction<DB>, userId: string, now: Date): Promise<void> {
  await sql`
    update mailing_recipients set unsubscribed_at = ${now}
     where user_id = ${userId}::uuid and unsubscribed_at is null and mailing_id = (
       select r.mailing_id from mailing_recipients r join mailings m on m.id = r.mailing_id
        where r.user_id = ${userId}::uuid and r.state in ('sent', 'queued') and m.kind = 'news'
        order by r.mailing_id desc limit 1)`.execute(system);
}

export async function readResults(
  system: Transaction<DB>,
  mailingId: string,
  listed: number,
): Promise<MailingResults> {
  const { rows } = await sql<{
    state: string;
    skip_reason: SkipReason | null;
    count: number;
    unsubscribed: number;
  }>`
    select state, skip_reason, count(*)::int as count, count(unsubscribed_at)::int as unsubscribed
      from mailing_recipients where mailing_id = ${mailingId}::uuid group by state, skip_reason`.execute(
    system,
  );
  const of = (state: string, reason: SkipReason | null = null) =>
    rows.find((row) => row.state === state && row.skip_reason === reason)?.count ?? 0;
  const total = rows.reduce((sum, { count }) => sum + count, 0);
  return {
    waiting: of('waiting'),
    queued: of('queued'),
    sent: of('sent'),
    failed: of('failed'),
    canceled: of('canceled'),
    skipped: {
      blocked: of('skipped', 'blocked'),
      unsubscribed: of('skipped', 'unsubscribed'),
      suppressed: of('skipped', 'suppressed'),
      changed: of('skipped', 'changed'),
    },
    gone: Math.max(0, listed - total),
    unsubscribed: rows.reduce((sum, { unsubscribed }) => sum + unsubscribed, 0),
  };
}
