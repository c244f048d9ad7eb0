/**
 * The events of reviews. The triggers of migrations 0046 and 0072 store these events with the statement that makes
 * the change, so no writer of the table can forget them; `review.merged` and `review.assigned` are
 * recorded by our code, which knows what the row does not say.
 */
import { sources } from '@kindling/contract/platforms';
import { z } from 'zod';
import { defineEvent } from '../../events/domain-event.ts';

/** Groups of columns of a review that an event names as changed. */
export const changedFields = [
  'text',
  'rating',
  'author',
  'date',
  'reply',
  'answered',
  'hidden',
  'pinned',
  'links',
  'place',
  'tags',
  'language',
  'assignee',
] as const;

const source = z.enum(sources);
/** The import that alone brought the review, or null for one that a sync has stored. */
const importId = z.uuid().nullable();
const changed = { source, fields: z.array(z.enum(changedFields)), importId };

/** Stored for the first time. One of an import is seen when the import is published, not before. */
export const reviewAdded = defineEvent('review.added', { source, importId });
export const reviewEdited = defineEvent('review.edited', changed);
/** Our code found the language of a text that was stored before; the review itself is as it was. */
export const reviewLanguageDetected = defineEvent('review.language-detected', changed);
/** Its platform shows it no longer. */
export const reviewRemoved = defineEvent('review.removed', changed);
/** Its platform shows it again. */
export const reviewRestored = defineEvent('review.restored', changed);
/** Text, author and picture are deleted, because their time is over. */
export const reviewWiped = defineEvent('review.wiped', changed);
/** Deleted for real, with the connection or the import that it came from. */
export const reviewDeleted = defineEvent('review.deleted', { source });
/** Deleted, because another review takes its place. What named the review, such as a pick, means `into` from now on. */
export const reviewMerged = defineEvent('review.merged', { into: z.uuid() });
export const replyPublished = defineEvent('review.reply-published', changed);
/** The platform refused the reply. */
export const replyRefused = defineEvent('review.reply-refused', changed);

/** Somebody was made to look after it; `by` is the member who did that. */
export const reviewAssigned = defineEvent('review.assigned', { to: z.uuid(), by: z.uuid() });

export const reviewEvents = [
  reviewAdded,
  reviewEdited,
  reviewLanguageDetected,
  reviewRemoved,
  reviewRestored,
  reviewWiped,
  reviewDeleted,
  reviewMerged,
  replyPublished,
  replyRefused,
  reviewAssigned,
] as const;
