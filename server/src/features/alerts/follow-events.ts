/** Notes what happened: news for the bell, and whom to tell by mail of a new review or of one that is theirs now. */
import { mayTake } from '@kindling/contract/rights';
import type { Transaction } from 'kysely';
import { inTenant } from '../../db/transaction.ts';
import type { DB } from '../../db/types.gen.ts';
import { type DomainEvent, dataOf } from '../../events/domain-event.ts';
import type { SubscriberDefinition } from '../../events/subscriber.ts';
import { idFromKey } from '../../lib/ids.ts';
import { connectionTrouble } from '../connections/index.ts';
import { feedbackReceived } from '../feedback/index.ts';
import { type AccountUser, listAccountUsers, supportStarted } from '../identity/index.ts';
import {
  replyPublished,
  replyRefused,
  reviewAdded,
  reviewAssigned,
  reviewEdited,
  reviewRestored,
} from '../reviews/index.ts';
import { addAssignmentAlerts } from './assignment-alerts.ts';
import { deleteFormerAssignmentAlerts } from './assignment-queries.ts';
import { isOtherEdit, listAssignments, listMovedReviews, newsOfAssignments } from './assignments.ts';
import { type AlertsDeps, nowOf } from './deps.ts';
import { type AddedReview, listNewReviews, type NewReview } from './new-reviews.ts';
import { insertNews, type NewNews } from './news-queries.ts';
import { addReviewAlerts, sendDueReviewAlerts } from './review-alerts.ts';

export const newsSubscriber: SubscriberDefinition = {
  name: 'alerts.news',
  events: [
    reviewAdded,
    reviewRestored,
    replyPublished,
    replyRefused,
    reviewAssigned,
    reviewEdited,
    feedbackReceived,
    connectionTrouble,
    supportStarted,
  ],
  startsAt: 'now',
};

/** Events in one transaction. */
const batchSize = 200;

export async function followEvents(
  deps: AlertsDeps,
  accountId: string,
  events: readonly DomainEvent[],
  signal: AbortSignal,
): Promise<void> {
  const known = events.filter((event) => !isOtherEdit(event));
  if (known.length === 0) return;
  for (let from = 0; from < known.length; from += batchSize) {
    signal.throwIfAborted();
    const batch = known.slice(from, from + batchSize);
    await inTenant(deps.db, accountId, (trx) => noteBatch(trx, accountId, batch, nowOf(deps)));
  }
  await sendDueReviewAlerts(deps, accountId, signal);
}

async function noteBatch(
  trx: Transaction<DB>,
  accountId: string,
  events: readonly DomainEvent[],
  now: Date,
): Promise<void> {
  const assignments = listAssignments(events);
  const others = events.flatMap((event) => newsOf(event) ?? []);
  const added = events.flatMap((event) => addedReview(event) ?? []);
  const reviews = await listNewReviews(trx, accountId, added, now);
  const support = events.filter(({ name }) => name === supportStarted.name);
  const isPersonal = reviews.length > 0 || assignments.length > 0 || support.length > 0;
  const users = isPersonal ? await listAccountUsers(trx, accountId) : [];
  const ofMembers = assignments.filter(({ userId }) => users.some((user) => user.userId === userId));
  await insertNews(trx, accountId, [
    ...others,
    ...reviews.map((review) => newsOfReview(accountId, review)),
    ...newsOfAssignments(accountId, ofMembers),
    ...support.flatMap((event) => newsOfSupport(event, users)),
  ]);
  await addReviewAlerts(trx, accountId, reviews, users, now);
  await addAssignmentAlerts(trx, accountId, ofMembers, users);
  await deleteFormerAssignmentAlerts(trx, accountId, listMovedReviews(events));
}

/** A review of a platform that is shown again is known already; one of a visitor was held until now. */
function addedReview(event: DomainEvent): AddedReview | null {
  const data = dataOf(event, reviewAdded);
  const isHere =
    data !== null ? data.importId === null : dataOf(event, reviewRestored)?.source === 'first-party';
  return isHere ? { id: event.subjectId, at: event.occurredAt } : null;
}

/** A review is news once, also when it was held in between. */
function newsOfReview(accountId: string, { id, at, location_id }: NewReview): NewNews {
  return {
    id: idFromKey(`${accountId} news ${id}`),
    kind: 'review',
    subjectId: id,
    locationId: location_id,
    at,
  };
}

/** A line for each member who may read what was done. */
function newsOfSupport(event: DomainEvent, users: readonly AccountUser[]): NewNews[] {
  const { accountId, position, subjectId, occurredAt: at } = event;
  return users
    .filter((user) => mayTake(user, 'activity.read'))
    .map(({ userId }) => ({
      id: idFromKey(`${accountId} news at ${position} for ${userId}`),
      kind: 'support',
      subjectId,
      locationId: null,
      at,
      userId,
    }));
}

function newsOf(event: DomainEvent): NewNews | null {
  const kind = kindOf(event);
  if (kind === null) return null;
  const { accountId, position, subjectId, locationId, occurredAt } = event;
  return {
    id: idFromKey(`${accountId} news at ${position}`),
    kind,
    subjectId,
    locationId: kind === 'connection' ? null : locationId,
    at: occurredAt,
  };
}

function kindOf(event: DomainEvent): NewNews['kind'] | null {
  switch (event.name) {
    case connectionTrouble.name:
      return 'connection';
    case feedbackReceived.name:
      return 'message';
    case replyRefused.name:
      return 'reply-refused';
    case replyPublished.name:
      // A reply to a visitor of our own page is public as soon as it is sent.
      return dataOf(event, replyPublished)?.source === 'first-party' ? null : 'reply-published';
    default:
      return null;
  }
}
