/** For component tests only: private messages as the API sends them. */
import type { Feedback, FeedbackRow } from '@kindling/contract/feedback';

const id = (end: number) => `0199f000-0000-7000-8000-${String(end).padStart(12, '0')}`;

/** The person of `makeUser`. */
export const me = { userId: id(1), name: 'Ada Berg' };
export const colleague = { userId: id(2), name: 'Bo Lund' };

export function makeFeedback(number: number, values: Partial<Feedback> = {}): Feedback {
  return {
    id: id(100 + number),
    locationId: id(50),
    locationName: 'Rue Haute',
    state: 'new',
    rating: 2,
    authorName: `Visitor ${number}`,
    message: `Message ${number}`,
    answerable: true,
    assignee: null,
    createdAt: '2026-11-20T10:00:00.000Z',
    withdrawnAt: null,
    door: 'qr',
    doorName: 'Table 4',
    contact: `visitor-${number}@example.com`,
    consentText: 'You may write to me about my visit.',
    consentedAt: '2026-11-20T10:00:00.000Z',
    reviewId: null,
    resolvedAt: null,
    entries: [],
    assignees: [me, colleague],
    ...values,
  };
}

/** The message as it is in the list. */
export function rowOf(feedback: Feedback): FeedbackRow {
  const { locationId, locationName, state, rating, authorName, message, answerable, assignee } = feedback;
  const { createdAt, withdrawnAt } = feedback;
  return {
    id: feedback.id,
    locationId,
    locationName,
    state,
    rating,
    authorName,
    message,
    answerable,
    assignee,
    createdAt,
    withdrawnAt,
  };
}
