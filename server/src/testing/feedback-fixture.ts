/** For tests only: private messages with the submissions that they belong to. */
import type { VisitorRating } from '@kindling/contract/pipeline-settings';
import type { Transaction } from 'kysely';
import { inTenant } from '../db/transaction.ts';
import type { DB } from '../db/types.gen.ts';
import { type NewFeedback, storeFeedback } from '../features/feedback/index.ts';
import { newId } from '../lib/ids.ts';
import type { TestApp } from './test-app.ts';

export interface SomeFeedback extends Partial<NewFeedback> {
  locationId: string;
  rating?: VisitorRating;
  /** The visitor's language. */
  locale?: string;
}

/** A message with everything that a visitor can leave. */
export function someFeedback({ rating: _rating, locale: _locale, ...values }: SomeFeedback): NewFeedback {
  return {
    id: newId(),
    message: 'We waited for an hour.',
    authorName: 'Jonas',
    contact: 'jonas@visitor.example',
    consentText: 'You may write to me.',
    consentedAt: new Date('2026-11-20T10:00:00Z'),
    createdAt: new Date(),
    ...values,
  };
}

/** Stores a submission with its private message. @returns the id of both */
export function addFeedback(app: TestApp, accountId: string, values: SomeFeedback): Promise<string> {
  const feedback = someFeedback(values);
  return inTenant(app.services.db, accountId, async (trx) => {
    await insertSubmission(trx, accountId, { ...values, id: feedback.id });
    await storeFeedback(trx, accountId, feedback);
    return feedback.id;
  });
}

export async function insertSubmission(
  trx: Transaction<DB>,
  accountId: string,
  { id, locationId, rating = 2, locale = 'en' }: SomeFeedback & { id: string },
): Promise<void> {
  await trx
    .insertInto('submissions')
    .values({
      account_id: accountId,
      id,
      pipeline_id: newId(),
      location_id: locationId,
      door: 'qr',
      state: 'shown',
      rating: typeof rating === 'number' ? rating : null,
      thumb: typeof rating === 'number' ? null : rating,
      locale,
      created_at: new Date(),
    })
    .execute();
}
