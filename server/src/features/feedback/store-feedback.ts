/** Storing and withdrawing messages, in the transaction of the submission that they belong to. */
import { maxContact, maxMessageLength, maxVisitorName } from '@kindling/contract/collect-page';
import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import { event } from '../../events/domain-event.ts';
import { recordEvents } from '../../events/record.ts';
import { toStorableText } from '../../lib/storable-text.ts';
import { cancelMails } from '../mail/index.ts';
import { feedbackReceived, feedbackWithdrawn } from './events.ts';
import { failWaitingAnswers, listMailIds } from './queries.ts';

export interface NewFeedback {
  /** The id of its submission. */
  id: string;
  locationId: string;
  /** Plain text, not empty. */
  message: string;
  authorName: string | null;
  /** An e-mail address, a telephone number, or any other words. */
  contact: string | null;
  consentText: string | null;
  consentedAt: Date | null;
  createdAt: Date;
}

/** UTF-8 has at most four bytes for a character. */
const stored = (text: string | null, maxCharacters: number) =>
  text === null ? null : toStorableText(text, maxCharacters * 4);

/**
 * Stores the private message of a submission. A second message of the same submission is ignored.
 * @returns whether it was stored
 */
export async function storeFeedback(
  trx: Transaction<DB>,
  accountId: string,
  feedback: NewFeedback,
): Promise<boolean> {
  const { id, locationId } = feedback;
  const inserted = await trx
    .insertInto('feedback')
    .values({
      account_id: accountId,
      id,
      location_id: locationId,
      message: stored(feedback.message, maxMessageLength),
      author_name: stored(feedback.authorName, maxVisitorName),
      contact: stored(feedback.contact, maxContact),
      consent_text: feedback.consentText,
      consented_at: feedback.consentedAt,
      created_at: feedback.createdAt,
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'id']).doNothing())
    .executeTakeFirst();
  if (inserted.numInsertedOrUpdatedRows === 0n) return false;
  await recordEvents(trx, accountId, [event(feedbackReceived, { subjectId: id, locationId }, {})]);
  return true;
}

/**
 * Deletes what the visitor sent: message, name, contact and consent, and the mails about it that were not sent. Notes and
 * answers belong to the business and stay. Without an effect for an unknown or withdrawn message.
 * @returns whether it was withdrawn now
 */
export async function withdrawFeedback(
  trx: Transaction<DB>,
  accountId: string,
  id: string,
  now: Date = new Date(),
): Promise<boolean> {
  const { rows } = await sql<{ location_id: string }>`
    update feedback
       set message = null, author_name = null, contact = null, consent_text = null, consented_at = null,
           withdrawn_at = ${now}, updated_at = ${now}, state = 'resolved', resolved_at = coalesce(resolved_at, ${now})
     where account_id = ${accountId} and id = ${id} and withdrawn_at is null
    returning location_id`.execute(trx);
  const [row] = rows;
  if (row === undefined) return false;
  await cancelMails(trx, accountId, await listMailIds(trx, accountId, id), now);
  await failWaitingAnswers(trx, accountId, id);
  await recordEvents(trx, accountId, [
    event(feedbackWithdrawn, { subjectId: id, locationId: row.location_id }, {}),
  ]);
  return true;
}
