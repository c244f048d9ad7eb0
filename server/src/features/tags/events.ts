/** The events of tags, whose subject is the tag. That a review got or lost one is `review.edited`. */
import { z } from 'zod';
import { defineEvent } from '../../events/domain-event.ts';

/** Nobody sees it any more; the reviews lose it in the background. */
export const tagRemoved = defineEvent('tag.removed', {});
/** As removed, and its reviews get `into`. What named the tag, such as a filter, means `into` from now on. */
export const tagMerged = defineEvent('tag.merged', { into: z.uuid() });

export const tagEvents = [tagRemoved, tagMerged] as const;
