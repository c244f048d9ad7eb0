/** Reviews that members assign to each other: one thing that happened per member, however many reviews it is about. */
import { type DomainEvent, dataOf } from '../../events/domain-event.ts';
import { idFromKey } from '../../lib/ids.ts';
import { reviewAssigned } from '../reviews/index.ts';
import type { NewNews } from './news-queries.ts';

export interface Assignment {
  reviewId: string;
  locationId: string | null;
  /** Whom it was assigned to. */
  userId: string;
  at: Date;
  position: number;
}

/** What members did for themselves is no news to them. The latest of each review and member. */
export function listAssignments(events: readonly DomainEvent[]): Assignment[] {
  const latest = new Map<string, Assignment>();
  for (const event of events) {
    const data = dataOf(event, reviewAssigned);
    if (data === null || data.to === data.by) continue;
    const { subjectId: reviewId, locationId, occurredAt: at, position } = event;
    latest.set(`${reviewId} ${data.to}`, { reviewId, locationId, userId: data.to, at, position });
  }
  return [...latest.values()];
}

export function newsOfAssignments(accountId: string, assignments: readonly Assignment[]): NewNews[] {
  return [...Map.groupBy(assignments, ({ userId }) => userId)].flatMap(([userId, its]) => {
    const [first] = its;
    if (first === undefined) return [];
    return {
      id: idFromKey(`${accountId} assigned to ${userId} at ${first.position}`),
      kind: 'assigned' as const,
      subjectId: first.reviewId,
      locationId: first.locationId,
      at: its.at(-1)?.at ?? first.at,
      userId,
      count: its.length,
    };
  });
}
