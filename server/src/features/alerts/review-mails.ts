/** The requests of the mails about reviews. */
import { sourceSchema } from '@kindling/contract/platforms';
import { mayTake } from '@kindling/contract/rights';
import type { AccountUser } from '../identity/index.ts';
import { addressOf, type MailRequest } from '../mail/index.ts';
import type { ArrivedRow, ArrivedSum } from './arrived-queries.ts';
import type { AlertsDeps } from './deps.ts';
import type { DueReviewAlert } from './review-alert-queries.ts';

/** Names at platforms may be longer than a mail allows. */
const maxName = 1000;

export function singleReviewMail(
  { alertLink }: Pick<AlertsDeps, 'alertLink'>,
  accountId: string,
  user: AccountUser,
  alert: DueReviewAlert,
): MailRequest {
  return {
    kind: 'new-review',
    ...addressOf(user),
    accountId,
    ...reviewFields({ ...alert, id: alert.review_id }),
    mayReply: mayTake(user, 'reviews.reply'),
    unsubscribe: alertLink({ accountId, userId: user.userId, mail: 'newReviews' }),
  };
}

export interface DigestContent {
  period: 'flood' | 'daily' | 'weekly' | 'monthly';
  arrived: ArrivedSum;
  /** Null for a flood. */
  before: ArrivedSum | null;
  /** Null for a flood. */
  unanswered: number | null;
  reviews: readonly ArrivedRow[];
}

export function digestMail(
  { alertLink }: Pick<AlertsDeps, 'alertLink'>,
  accountId: string,
  user: AccountUser,
  { period, arrived, before, unanswered, reviews }: DigestContent,
): MailRequest {
  const mail = period === 'flood' ? 'newReviews' : 'digest';
  return {
    kind: 'review-digest',
    ...addressOf(user),
    accountId,
    period,
    arrived: arrived.count,
    before: before?.count ?? null,
    average: averageOf(arrived, before?.average ?? null),
    unanswered,
    reviews: reviews.map(reviewFields),
    unsubscribe: alertLink({ accountId, userId: user.userId, mail }),
  };
}

export function assignedMail(
  { alertLink }: Pick<AlertsDeps, 'alertLink'>,
  accountId: string,
  user: AccountUser,
  { count, reviews }: { count: number; reviews: readonly ArrivedRow[] },
): MailRequest {
  return {
    kind: 'reviews-assigned',
    ...addressOf(user),
    accountId,
    assigneeId: user.userId,
    count,
    reviews: reviews.map(reviewFields),
    unsubscribe: alertLink({ accountId, userId: user.userId, mail: 'assigned' }),
  };
}

export function averageOf(
  { average, sources }: Pick<ArrivedSum, 'average' | 'sources'>,
  before: number | null,
) {
  return average === null ? null : { now: average, before, sources: [...sources] };
}

function reviewFields({ id, location_name, source, rating, recommendation, author_name, text }: ArrivedRow) {
  return {
    reviewId: id,
    locationName: location_name.slice(0, maxName),
    source: sourceSchema.parse(source),
    rating,
    recommendation,
    authorName: author_name === null ? null : author_name.slice(0, maxName),
    text,
  };
}
