/** All SQL on submissions and spent proofs. */
import type { HeldReason } from '@kindling/contract/submissions';
import { sql, type Transaction } from 'kysely';
import { z } from 'zod';
import type { Database } from '../../db/client.ts';
import { deletePages } from '../../db/delete-pages.ts';
import type { DB } from '../../db/types.gen.ts';

export interface SubmissionRow {
  id: string;
  pipeline_id: string;
  location_id: string;
  door: string;
  door_id: string | null;
  state: 'shown' | 'held' | 'discarded' | 'withdrawn';
  held_for: HeldReason[];
  rating: number | null;
  thumb: 'up' | 'down' | null;
  text: string | null;
  message: string | null;
  message_person: unknown;
  author_name: string | null;
  contact: string | null;
  answers: unknown;
  consent_text: string | null;
  consented_at: Date | null;
  created_at: Date;
  rated_at: Date;
  reviewed_at: Date | null;
  messaged_at: Date | null;
  invited: boolean;
}

const answersSchema = z.array(z.object({ question: z.string(), answer: z.string() })).catch([]);

/** Answers to the owner's questions, as stored. */
export const answersOf = (stored: unknown): z.output<typeof answersSchema> => answersSchema.parse(stored);

const messagePersonSchema = z.object({
  authorName: z.string().nullable(),
  contact: z.string().nullable(),
  consentText: z.string().nullable(),
  consentedAt: z.iso.datetime().nullable(),
});
export type MessagePerson = z.output<typeof messagePersonSchema>;

/** Who wrote the message of a held submission, as stored; null without a message. */
export const messagePersonOf = (stored: unknown): MessagePerson | null =>
  messagePersonSchema.nullable().catch(null).parse(stored);

export interface NewSubmission {
  id: string;
  pipelineId: string;
  locationId: string;
  door: string;
  doorId: string | null;
  state: 'shown' | 'held';
  heldFor: readonly HeldReason[];
  rating: number | null;
  thumb: 'up' | 'down' | null;
  locale: string;
  createdAt: Date;
  /** What came with it when its first form is the review. */
  review: ReviewContent | null;
}

/** False when the submission is there already. */
export async function insertSubmission(
  trx: Transaction<DB>,
  accountId: string,
  row: NewSubmission,
): Promise<boolean> {
  const { review } = row;
  const { rows } = await sql`
    insert into submissions (account_id, id, pipeline_id, location_id, door, door_id, state, held_for, rating, thumb,
                             locale, created_at, rated_at, text, text_hash, author_name, contact, answers, consent_text,
                             consented_at, reviewed_at)
    values (${accountId}::uuid, ${row.id}::uuid, ${row.pipelineId}::uuid, ${row.locationId}::uuid, ${row.door},
            ${row.doorId}::uuid, ${row.state}, ${[...row.heldFor]}::text[], ${row.rating}::smallint, ${row.thumb},
            ${row.locale}, ${row.createdAt}, ${row.createdAt}, ${review?.text ?? null}, ${review?.textHash ?? null},
            ${review?.authorName ?? null}, ${review?.contact ?? null},
            ${JSON.stringify(review?.answers ?? [])}::jsonb, ${review?.consentText ?? null},
            ${review?.consentText ? review.at : null}, ${review?.at ?? null})
    on conflict (account_id, id) do nothing
    returning id`.execute(trx);
  return rows.length > 0;
}

/** The submission, locked until the transaction ends. */
export async function lockSubmission(
  trx: Transaction<DB>,
  accountId: string,
  id: string,
): Promise<SubmissionRow | null> {
  const { rows } = await sql<SubmissionRow>`
    select id, pipeline_id, location_id, door, door_id, state, held_for, rating, thumb, text, message, message_person,
           author_name, contact, answers, consent_text, consented_at, created_at, rated_at, reviewed_at, messaged_at, invited
      from submissions where account_id = ${accountId}::uuid and id = ${id}::uuid
       for update`.execute(trx);
  return rows[0] ?? null;
}

export interface ReviewContent {
  text: string | null;
  textHash: Buffer | null;
  authorName: string | null;
  contact: string | null;
  answers: readonly { question: string; answer: string }[];
  consentText: string | null;
  at: Date;
}

export interface MessageContent {
  message: string;
  authorName: string | null;
  contact: string | null;
  consentText: string | null;
  at: Date;
}

export async function updateRating(
  trx: Transaction<DB>,
  accountId: string,
  id: string,
  { rating, thumb, ratedAt }: Pick<SubmissionRow, 'rating' | 'thumb'> & { ratedAt: Date },
): Promise<void> {
  await sql`
    update submissions set rating = ${rating}::smallint, thumb = ${thumb}, rated_at = ${ratedAt}
     where account_id = ${accountId}::uuid and id = ${id}::uuid`.execute(trx);
}

/** The review of the submission says that the business invited its author. */
export async function markInvited(trx: Transaction<DB>, accountId: string, id: string): Promise<void> {
  await trx
    .updateTable('submissions')
    .set({ invited: true })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}

/** Stores what came with the review. */
export async function addReviewContent(
  trx: Transaction<DB>,
  accountId: string,
  id: string,
  content: ReviewContent,
): Promise<void> {
  await sql`
    update submissions
       set text = ${content.text}, text_hash = ${content.textHash}, author_name = ${content.authorName},
           contact = coalesce(${content.contact}, contact), answers = ${JSON.stringify(content.answers)}::jsonb,
           consent_text = coalesce(${content.consentText}, consent_text),
           consented_at = case when ${content.consentText}::text is null then consented_at else ${content.at} end,
           reviewed_at = ${content.at}
     where account_id = ${accountId}::uuid and id = ${id}::uuid`.execute(trx);
}

/** A submission takes one message; the message itself is in `feedback`. */
export async function markMessaged(
  trx: Transaction<DB>,
  accountId: string,
  id: string,
  at: Date,
): Promise<void> {
  await sql`
    update submissions set messaged_at = ${at}
     where account_id = ${accountId}::uuid and id = ${id}::uuid`.execute(trx);
}

/** Keeps the message of a held submission, and who wrote it, apart from the author of the review, who is shown in public. */
export async function keepHeldMessage(
  trx: Transaction<DB>,
  accountId: string,
  id: string,
  content: MessageContent,
): Promise<void> {
  const { authorName, contact, consentText, at } = content;
  const person: MessagePerson = {
    authorName,
    contact,
    consentText,
    consentedAt: consentText === null ? null : at.toISOString(),
  };
  await sql`
    update submissions
       set message = ${content.message}, messaged_at = ${content.at}, message_person = ${JSON.stringify(person)}::jsonb
     where account_id = ${accountId}::uuid and id = ${id}::uuid`.execute(trx);
}

export async function holdSubmission(
  trx: Transaction<DB>,
  accountId: string,
  id: string,
  reasons: readonly HeldReason[],
): Promise<void> {
  await sql`
    update submissions
       set state = 'held', held_for = array(select distinct unnest(held_for || ${[...reasons]}::text[]) order by 1)
     where account_id = ${accountId}::uuid and id = ${id}::uuid`.execute(trx);
}

/** Ends a submission: its content is deleted, and what is left says that there was one. */
export async function emptySubmission(
  trx: Transaction<DB>,
  accountId: string,
  id: string,
  end: { state: 'withdrawn' | 'discarded'; by: string | null },
): Promise<void> {
  await sql`
    update submissions
       set state = ${end.state}, rating = null, thumb = null, text = null, text_hash = null, message = null,
           message_person = null, author_name = null, contact = null, answers = '[]', consent_text = null, consented_at = null,
           withdrawn_at = case when ${end.state} = 'withdrawn' then now() end,
           judged_at = case when ${end.state} = 'discarded' then now() else judged_at end,
           judged_by = case when ${end.state} = 'discarded' then ${end.by}::uuid else judged_by end
     where account_id = ${accountId}::uuid and id = ${id}::uuid`.execute(trx);
}

/**
 * Deletes what the visitor left for an answer, with a message that the owner erases. Name and text of a public review stay.
 */
export async function emptyMessage(trx: Transaction<DB>, accountId: string, id: string): Promise<void> {
  await sql`
    update submissions set message = null, message_person = null, contact = null
     where account_id = ${accountId}::uuid and id = ${id}::uuid`.execute(trx);
}

export async function releaseSubmission(
  trx: Transaction<DB>,
  accountId: string,
  id: string,
  by: string,
): Promise<void> {
  await sql`
    update submissions set state = 'shown', message = null, message_person = null, judged_at = now(), judged_by = ${by}::uuid
     where account_id = ${accountId}::uuid and id = ${id}::uuid`.execute(trx);
}

/** Whether another submission of the last 30 days has the same text. */
export async function isRepeatedText(
  trx: Transaction<DB>,
  accountId: string,
  id: string,
  hash: Buffer,
): Promise<boolean> {
  const { rows } = await sql`
    select from submissions
     where account_id = ${accountId}::uuid and text_hash = ${hash} and id <> ${id}::uuid
       and created_at > now() - interval '30 days'
     limit 1`.execute(trx);
  return rows.length > 0;
}

/** False when the proof was spent for another submission. */
export async function spendProof(
  trx: Transaction<DB>,
  accountId: string,
  proof: { id: string; expiresAt: string },
  submissionId: string,
): Promise<boolean> {
  const { rows } = await sql`
    insert into spent_proofs as s (account_id, id, submission_id, expires_at)
    values (${accountId}::uuid, ${proof.id}, ${submissionId}::uuid, ${proof.expiresAt}::timestamptz)
    on conflict (account_id, id) do update set expires_at = excluded.expires_at
      where s.submission_id = excluded.submission_id
    returning id`.execute(trx);
  return rows.length > 0;
}

/** Across all accounts. */
export async function deleteExpiredProofs(db: Pick<Database, 'pool'>, signal: AbortSignal): Promise<void> {
  await deletePages(db, 'spent_proofs', sql`expires_at < now() - interval '1 day'`, { signal });
}

/** What a visitor sees behind their private link. */
export interface SentSubmission {
  state: 'shown' | 'held' | 'discarded' | 'withdrawn';
  businessName: string;
  /** `YYYY-MM-DD` in the time zone of the location. */
  sentOn: string;
  rating: number | null;
  thumb: 'up' | 'down' | null;
  text: string | null;
  message: string | null;
  /** Name and contact, of the review and of the message. */
  person: string[];
  answers: unknown;
  /** The message was withdrawn, also where the rest was discarded before. */
  messageWithdrawn: boolean;
}

export async function findSentSubmission(
  trx: Transaction<DB>,
  accountId: string,
  id: string,
): Promise<SentSubmission | null> {
  const { rows } = await sql<SentSubmission>`
    select s.state, b.name as "businessName", s.rating, s.thumb, s.text, s.answers,
           to_char(s.created_at at time zone coalesce(l.time_zone, a.time_zone), 'YYYY-MM-DD') as "sentOn",
           coalesce(f.message, s.message) as message, f.withdrawn_at is not null as "messageWithdrawn",
           array(select distinct one from unnest(array[s.author_name, s.contact, s.message_person ->> 'authorName',
             s.message_person ->> 'contact', f.author_name, f.contact]) as one where one is not null) as person
      from submissions s
      join accounts a on a.id = s.account_id
      join locations l on l.account_id = s.account_id and l.id = s.location_id
      join businesses b on b.account_id = l.account_id and b.id = l.business_id
      left join feedback f on f.account_id = s.account_id and f.id = s.id
     where s.account_id = ${accountId}::uuid and s.id = ${id}::uuid`.execute(trx);
  return rows[0] ?? null;
}
