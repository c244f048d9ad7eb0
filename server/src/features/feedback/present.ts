import { doorKinds } from '@kindling/contract/collect-page';
import { reachableEmailSchema } from '@kindling/contract/common';
import type { Feedback, FeedbackRow as FeedbackItem } from '@kindling/contract/feedback';
import type { EntryRow, FeedbackRow } from './queries.ts';

/** The e-mail address in a visitor's contact, or null where it is something else. */
export function answerAddress(contact: string | null): string | null {
  const parsed = reachableEmailSchema.safeParse(contact?.trim());
  return parsed.success ? parsed.data : null;
}

export function presentItem(row: FeedbackRow): FeedbackItem {
  const { assignee_id: userId, assignee_name: name } = row;
  return {
    id: row.id,
    locationId: row.location_id,
    locationName: row.location_name,
    state: row.state,
    rating: row.rating ?? row.thumb,
    authorName: row.author_name,
    message: row.message,
    answerable: answerAddress(row.contact) !== null,
    assignee: userId === null || name === null ? null : { userId, name },
    createdAt: row.created_at.toISOString(),
    withdrawnAt: row.withdrawn_at?.toISOString() ?? null,
  };
}

export function presentFeedback(
  row: FeedbackRow,
  entries: readonly EntryRow[],
  assignees: Feedback['assignees'],
): Feedback {
  return {
    ...presentItem(row),
    door: doorKinds.find((kind) => kind === row.door) ?? 'link',
    doorName: row.door_name,
    contact: row.contact,
    consentText: row.consent_text,
    consentedAt: row.consented_at?.toISOString() ?? null,
    reviewId: row.review_id,
    resolvedAt: row.resolved_at?.toISOString() ?? null,
    entries: entries.map((entry) => ({
      id: entry.id,
      kind: entry.kind,
      text: entry.text,
      authorName: entry.author_name,
      createdAt: entry.created_at.toISOString(),
      mail: entry.mail_state,
    })),
    assignees,
  };
}
