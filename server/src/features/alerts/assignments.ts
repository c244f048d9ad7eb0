/** Reviews that members assign to each other: one thing that happened per member, however many reviews it is about. */
import { type DomainEvent, dataOf } from '../../events/domain-event.ts';
import { idFromKey } from '../../lib/ids.ts';
import { reviewAssigned, reviewEdited } from '../reviews/index.ts';
import { assignedSpanMs, type NewNews } from './news-queries.ts';

export interface Assignment {
  reviewId: string;
  /** Whom it was assigned to. */
  userId: string;
  at: Date;
}

/** What members did for themselves is no news to them. The latest of each review and member. */
export function listAssignments(events: readonly DomainEvent[]): Assignment[] {
  const latest = new Map<string, Assignment>();
  for (const event of events) {
    const data = dataOf(event, reviewAssigned);
    if (data === null || data.to === data.by) continue;
    const { subjectId: reviewId, occurredAt: at } = event;
    latest.set(`${reviewId} ${data.to}`, { reviewId, userId: data.to, at });
  }
  return [...latest.values()];
}

/** Whether a review was edited in something else than who looks after it. */
export function isOtherEdit(event: DomainEvent): boolean {
  return dataOf(event, reviewEdited)?.fields.includes('assignee') === false;
}

/** Reviews that were given to somebody or taken back. Only the edit tells that, whoever made it. */
export function listMovedReviews(events: readonly DomainEvent[]): string[] {
  const moved = events.filter((event) => event.name === reviewEdited.name && !isOtherEdit(event));
  return [...new Set(moved.map(({ subjectId }) => subjectId))];
}

/** One line for a member and a span of time, however many reviews and deliveries of events it is about. */
export function newsOfAssignments(accountId: string, assignments: readonly Assignment[]): NewNews[] {
  const lines = Map.groupBy(
    assignments,
    ({ userId, at }) => `${userId} in ${Math.floor(at.getTime() / assignedSpanMs)}`,
  );
  return [...lines].flatMap(([key, its]) => {
    const last = its.reduce((now, one) => (one.at > now.at ? one : now));
    return {
      id: idFromKey(`${accountId} assigned to ${key}`),
      kind: 'assigned' as const,
      subjectId: last.reviewId,
      locationId: null,
      at: last.at,
      userId: last.userId,
    };
  });
}
