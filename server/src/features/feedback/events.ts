/** The events of private messages. The slice stores them in the transaction of the change. */
import { feedbackStates } from '@kindling/contract/feedback';
import { z } from 'zod';
import { defineEvent } from '../../events/domain-event.ts';

export const feedbackReceived = defineEvent('feedback.received', {});
/** `state`: the one that it has now. */
export const feedbackChanged = defineEvent('feedback.changed', {
  fields: z.array(z.enum(['state', 'assignee', 'notes', 'answers'])),
  state: z.enum(feedbackStates),
});
/** The visitor took it back; its content is deleted. */
export const feedbackWithdrawn = defineEvent('feedback.withdrawn', {});
/** Deleted by the business, with its notes and answers. */
export const feedbackErased = defineEvent('feedback.erased', {});

export const feedbackEvents = [feedbackReceived, feedbackChanged, feedbackWithdrawn, feedbackErased] as const;
