/** What is said of accounts. The triggers of migration 0047 store these events. */
import { z } from 'zod';
import { defineEvent } from '../../events/domain-event.ts';

export const accountCreated = defineEvent('account.created', {});
export const accountChanged = defineEvent('account.changed', {
  fields: z.array(z.enum(['name', 'timeZone', 'locale', 'market', 'plan'])),
});
export const accountDeletionScheduled = defineEvent('account.deletion-scheduled', {});
export const accountDeletionCancelled = defineEvent('account.deletion-cancelled', {});

export const accountEvents = [
  accountCreated,
  accountChanged,
  accountDeletionScheduled,
  accountDeletionCancelled,
] as const;
