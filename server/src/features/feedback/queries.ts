/** SQL of messages, their notes and answers. */
import { excerptLength, type FeedbackState } from '@kindling/contract/feedback';
import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import type { ListPosition } from '../../lib/list-cursor.ts';

export interface FeedbackRow {
  id: string;
  location_id: string;
  location_name: string;
  business_name: string;
  business_color: string | null;
  state: FeedbackState;
  message: string | null;
  author_name: string | null;
  contact: string | null;
  consent_text: string | null;
  consented_at: Date | null;
  assignee_id: string | null;
  assignee_name: string | null;
  created_at: Date;
  resolved_at: Date | null;
  withdrawn_at: Date | null;
  rating: number | null;
  thumb: 'up' | 'down' | null;
  door: string;
  door_name: string | null;
  /** The visitor's language. */
  locale: string;
  /** Of the same submission; null for a review without words, which every rating makes. */
  review_id: string | null;
}

/** @param message the whole text or the beginning of it */
const columns = (message: RawBuilder<string | null>) => sql`
  f.id, f.location_id, l.name as location_name, b.name as business_name,
  b.brand_color as business_color, f.state, ${message} as message, f.author_name,
  f.contact, f.consent_text, f.consented_at, m.user_id as assignee_id,
  coalesce(nullif(u.display_name, ''), u.email) as assignee_name, f.created_at, f.resolved_at, f.withdrawn_at, s.rating,
  s.thumb, s.door, c.name as door_name, s.locale, r.id as review_id`;

const joins = sql`
  from feedback f
  join locations l on l.account_id = f.account_id and l.id = f.location_id
  join businesses b on b.account_id = l.account_id and b.id = l.business_id
  join submissions s on s.account_id = f.account_id and s.id = f.id
  left join codes c on c.account_id = s.account_id and c.id = s.door_id
  left join reviews r on r.account_id = f.account_id and r.id = f.id and r.removed_at is null and r.text <> ''
  left join memberships m on m.account_id = f.account_id and m.user_id = f.assignee_id
  left join users u on u.id = m.user_id`;

export interface FeedbackFilter {
  state: FeedbackState | null;
  assigneeId: string | null;
  after: ListPosition | null;
  limit: number;
}

/** The newest first, with the beginning of each message; `position` is for the cursor. */
export async function listFeedbackRows(
  trx: Transaction<DB>,
  accountId: string,
  { state, assigneeId, after, limit }: FeedbackFilter,
): Promise<(FeedbackRow & { position: string })[]> {
  const conditions = [
    sql`f.account_id = ${accountId}`,
    ...(state === null ? [] : [sql`f.state = ${state}`]),
    ...(assigneeId === null
      ? []
      : [sql`f.assignee_id = ${assigneeId}${state === null ? sql` and f.state <> 'resolved'` : sql``}`]),
    ...(after === null ? [] : [sql`(f.created_at, f.id) < (${after.time}::timestamptz, ${after.id}::uuid)`]),
  ];
  const { rows } = await sql<FeedbackRow & { position: string }>`
    select ${columns(sql`left(f.message, ${excerptLength})`)},
           to_char(f.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as position
      ${joins} where ${sql.join(conditions, sql` and `)}
     order by f.created_at desc, f.id desc limit ${limit}`.execute(trx);
  return rows;
}

export async function findFeedbackRow(
  trx: Transaction<DB>,
  accountId: string,
  id: string,
): Promise<FeedbackRow | null> {
  const { rows } = await sql<FeedbackRow>`
    select ${columns(sql`f.message`)} ${joins} where f.account_id = ${accountId} and f.id = ${id}`.execute(
    trx,
  );
  return rows[0] ?? null;
}

export interface LockedFeedback {
  state: FeedbackState;
  assignee_id: string | null;
  withdrawn_at: Date | null;
  location_id: string;
}

/** The message's row, locked until the transaction ends, so that changes of it wait for each other. */
export async function lockFeedback(
  trx: Transaction<DB>,
  accountId: string,
  id: string,
): Promise<LockedFeedback | null> {
  const { rows } = await sql<LockedFeedback>`
    select state, assignee_id, withdrawn_at, location_id from feedback
     where account_id = ${accountId} and id = ${id} for no key update`.execute(trx);
  return rows[0] ?? null;
}

export async function updateFeedback(
  trx: Transaction<DB>,
  accountId: string,
  id: string,
  { state, assigneeId, now }: { state: FeedbackState; assigneeId: string | null; now: Date },
): Promise<void> {
  await sql`
    update feedback set state = ${state}, assignee_id = ${assigneeId}, updated_at = ${now},
           resolved_at = case when ${state} = 'resolved' then coalesce(resolved_at, ${now}::timestamptz) end
     where account_id = ${accountId} and id = ${id}`.execute(trx);
}

export interface FeedbackCounts {
  new: number;
  in_progress: number;
  resolved: number;
  mine: number;
}

export async function countFeedback(
  trx: Transaction<DB>,
  accountId: string,
  userId: string,
): Promise<FeedbackCounts> {
  const { rows } = await sql<FeedbackCounts>`
    select count(*) filter (where state = 'new')::int as new,
           count(*) filter (where state = 'in-progress')::int as in_progress,
           count(*) filter (where state = 'resolved')::int as resolved,
           count(*) filter (where assignee_id = ${userId} and state <> 'resolved')::int as mine
      from feedback where account_id = ${accountId}`.execute(trx);
  return rows[0] ?? { new: 0, in_progress: 0, resolved: 0, mine: 0 };
}

export interface EntryRow {
  id: string;
  feedback_id: string;
  kind: 'note' | 'answer';
  text: string;
  author_name: string | null;
  mail_state: 'waiting' | 'sent' | 'failed' | null;
  created_at: Date;
}

/** The oldest first. */
export async function listEntryRows(
  trx: Transaction<DB>,
  accountId: string,
  feedbackId: string,
): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    select e.id, e.feedback_id, e.kind, e.text, e.mail_state, e.created_at,
           case when m.user_id is not null then coalesce(nullif(u.display_name, ''), u.email) end as author_name
      from feedback_entries e
      left join memberships m on m.account_id = e.account_id and m.user_id = e.author_id
      left join users u on u.id = m.user_id
     where e.account_id = ${accountId} and e.feedback_id = ${feedbackId}
     order by e.created_at, e.id`.execute(trx);
  return rows;
}

export interface NewEntry {
  id: string;
  feedbackId: string;
  kind: 'note' | 'answer';
  text: string;
  authorId: string;
  emailId: string | null;
  createdAt: Date;
}

/** False when the account has an entry with this id. */
export async function insertEntry(
  trx: Transaction<DB>,
  accountId: string,
  entry: NewEntry,
): Promise<boolean> {
  const result = await trx
    .insertInto('feedback_entries')
    .values({
      account_id: accountId,
      id: entry.id,
      feedback_id: entry.feedbackId,
      kind: entry.kind,
      text: entry.text,
      author_id: entry.authorId,
      email_id: entry.emailId,
      mail_state: entry.emailId === null ? null : 'waiting',
      created_at: entry.createdAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return Number(result.numInsertedOrUpdatedRows) > 0;
}

/** Stores what became of the mail of an answer. Across all tenants: the mail names no account. */
export async function updateMailState(
  trx: Transaction<DB>,
  emailId: string,
  state: 'sent' | 'failed',
): Promise<void> {
  await trx
    .updateTable('feedback_entries')
    .set({ mail_state: state })
    .where('email_id', '=', emailId)
    .execute();
}

/** Answers whose mail was not sent become failed. */
export async function failWaitingAnswers(
  trx: Transaction<DB>,
  accountId: string,
  feedbackId: string,
): Promise<void> {
  await trx
    .updateTable('feedback_entries')
    .set({ mail_state: 'failed' })
    .where('account_id', '=', accountId)
    .where('feedback_id', '=', feedbackId)
    .where('mail_state', '=', 'waiting')
    .execute();
}

/** Ids of the stored mails about a message: alerts and answers. */
export async function listMailIds(
  trx: Transaction<DB>,
  accountId: string,
  feedbackId: string,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select email_id as id from feedback_entries
     where account_id = ${accountId} and feedback_id = ${feedbackId} and email_id is not null
    union
    select email_id from feedback_alerts
     where account_id = ${accountId} and feedback_id = ${feedbackId} and email_id is not null`.execute(trx);
  return rows.map(({ id }) => id);
}

export async function deleteFeedback(trx: Transaction<DB>, accountId: string, id: string): Promise<void> {
  await trx.deleteFrom('feedback').where('account_id', '=', accountId).where('id', '=', id).execute();
}
