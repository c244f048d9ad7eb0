/**
 * Events of accounts, which the triggers of migration 0047 store, and of their members, which memberships.ts stores. The
 * subject of a member event is the id of the person.
 */
import { z } from 'zod';
import { defineEvent } from '../../events/domain-event.ts';

export const accountCreated = defineEvent('account.created', {});
export const accountChanged = defineEvent('account.changed', {
  fields: z.array(z.enum(['name', 'timeZone', 'locale', 'market', 'plan'])),
});
export const accountDeletionScheduled = defineEvent('account.deletion-scheduled', {});
export const accountDeletionCanceled = defineEvent('account.deletion-canceled', {});

export const memberJoined = defineEvent('member.joined', {});
export const memberChanged = defineEvent('member.changed', {
  fields: z.array(z.enum(['role', 'locations'])),
});
/** The member left or was removed. */
export const memberRemoved = defineEvent('member.removed', {});

/** An administrator began to act as the member. */
export const supportStarted = defineEvent('support.started', {});

export const accountEvents = [
  accountCreated,
  accountChanged,
  accountDeletionScheduled,
  accountDeletionCanceled,
  memberJoined,
  memberChanged,
  memberRemoved,
  supportStarted,
] as const;
