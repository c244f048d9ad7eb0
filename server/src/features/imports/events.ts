/** The events of imports. The triggers of migration 0047 store these events. */
import { defineEvent } from '../../events/domain-event.ts';

/** Its reviews are shown from now on; they were stored, with `review.added`, before. */
export const importPublished = defineEvent('import.published', {});
/** Its reviews are no longer shown, and are deleted after that. */
export const importWithdrawn = defineEvent('import.withdrawn', {});

export const importEvents = [importPublished, importWithdrawn] as const;
