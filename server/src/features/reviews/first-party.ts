/**
 * First-party reviews: what visitors of a pipeline's page send. The slice `submissions` owns what was sent; the row of
 * `reviews` is what of it is shown, under the same id. A thumb is stored as a recommendation.
 */
import { createHash } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import { detectLanguage } from './review-language.ts';
import { searchVector } from './review-words.ts';

export interface FirstPartyReview {
  /** The id of its submission. */
  id: string;
  locationId: string;
  /** Whole stars 1-5, or null for a thumb. */
  rating: number | null;
  thumb: 'up' | 'down' | null;
  text: string | null;
  authorName: string | null;
  writtenAt: Date;
  /** Whether the visitor came by a personal link of an invitation. */
  invited: boolean;
  /** For the business alone: where the visitor can be reached, and their answers to its questions. */
  contact: string | null;
  answers: readonly { question: string; answer: string }[];
}

/**
 * Stores the review, or what was added to it, and shows one again that was held. Storing the same again changes nothing; what
 * its author withdrew stays withdrawn.
 */
export async function storeFirstPartyReview(
  trx: Transaction<DB>,
  accountId: string,
  review: FirstPartyReview,
): Promise<void> {
  const { id, locationId, rating, thumb, text, authorName, writtenAt, invited, contact, answers } = review;
  const privatePart = contact === null && answers.length === 0 ? null : JSON.stringify({ contact, answers });
  const recommendation = thumb === null ? null : thumb === 'up' ? 'positive' : 'negative';
  const hash = createHash('sha256')
    .update(JSON.stringify([rating, thumb, text, authorName, privatePart]))
    .digest('hex');
  const replyText = await shownReply(trx, accountId, id);
  const search = searchVector(accountId, { authorName, text, translation: null, replyText });
  await sql`
    insert into reviews as r (account_id, id, location_id, source, external_id, author_name, anonymous, rating,
                              recommendation, text, written_at, content_hash, invited, private_part, search, language)
    values (${accountId}::uuid, ${id}::uuid, ${locationId}::uuid, 'first-party', ${id}, ${authorName},
            ${authorName === null}, ${rating}::smallint, ${recommendation}, ${text}, ${writtenAt}, ${hash}, ${invited},
            ${privatePart}::jsonb, ${search}::tsvector, ${detectLanguage(text)})
    on conflict (account_id, source, external_id) do update set
      rating = excluded.rating, recommendation = excluded.recommendation,
      author_name = excluded.author_name, anonymous = excluded.anonymous, text = excluded.text,
      content_hash = excluded.content_hash, private_part = excluded.private_part, search = excluded.search,
      language = excluded.language, removed_at = null, held_at = null
    where (r.removed_at is null and r.content_hash <> excluded.content_hash) or r.held_at is not null`.execute(
    trx,
  );
}

/** The reply that a review has already when its author adds to it, locked until the transaction ends. */
async function shownReply(trx: Transaction<DB>, accountId: string, id: string): Promise<string | null> {
  const row = await trx
    .selectFrom('reviews')
    .select('reply_text')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row?.reply_text ?? null;
}

/** Takes away what its author withdrew: the content is deleted, and the review counts as removed. */
export async function withdrawFirstPartyReview(
  trx: Transaction<DB>,
  accountId: string,
  id: string,
): Promise<void> {
  // The draft of a reply may repeat what the review said.
  await sql`delete from replies where account_id = ${accountId}::uuid and review_id = ${id}::uuid`.execute(
    trx,
  );
  await sql`
    update reviews set text = null, author_name = null, anonymous = true, private_part = null, reply_text = null, reply_at = null,
           reply_state = 'none', answered = false, removed_at = now(), held_at = null, content_hash = ''
     where account_id = ${accountId}::uuid and id = ${id}::uuid and source = 'first-party'
       and (removed_at is null or held_at is not null)`.execute(trx);
}

/** Takes a review away while it is held. What the owner did with it, such as a reply, is kept for its release. */
export async function holdFirstPartyReview(
  trx: Transaction<DB>,
  accountId: string,
  id: string,
): Promise<void> {
  await sql`
    update reviews set removed_at = now(), held_at = now()
     where account_id = ${accountId}::uuid and id = ${id}::uuid and source = 'first-party'
       and removed_at is null`.execute(trx);
}

/** Deletes a first-party review that was held and is discarded. */
export async function deleteFirstPartyReview(
  trx: Transaction<DB>,
  accountId: string,
  id: string,
): Promise<void> {
  await sql`delete from reviews
     where account_id = ${accountId}::uuid and id = ${id}::uuid and source = 'first-party'`.execute(trx);
}
