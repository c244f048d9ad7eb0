import { connectorIds, platforms } from '@kindling/contract/platforms';
import { accountRoles } from '@kindling/contract/rights';
import type { Transaction } from 'kysely';
import { z } from 'zod';
import type { DB } from '../../db/types.gen.ts';
import { currentCallerScope } from '../../lib/caller-scope.ts';
import { closedObject } from '../../lib/closed-object.ts';
import { newId } from '../../lib/ids.ts';
import { currentRequestId } from '../../lib/request-id.ts';
import { insertAuditEntry } from './queries.ts';

/** The calls whose body repeats who calls. */
const identityCalls = ['adduser', 'savelogin', 'getuserbyemail'] as const;
export type IdentityCall = (typeof identityCalls)[number];

/** Entries are kept while the account exists, so they must not hold content of a platform, which is deleted before. */
const auditDetailsSchema = closedObject('An audit entry', {
  platform: z.enum(platforms).optional(),
  connector: z.enum(connectorIds).optional(),
  /** Why a connection was removed. */
  because: z.enum(['asked', 'asked-at-platform', 'time']).optional(),
  /** How a listing is read from now on. */
  paused: z.boolean().optional(),
  syncIntervalMinutes: z.int().optional(),
  locationId: z.uuid().optional(),
  /** The role that a member or an invitation gets, or had at the end. */
  role: z.enum(accountRoles).optional(),
  /** The role before a change. */
  formerRole: z.enum(accountRoles).optional(),
  /** Locations that a membership is limited to; null for all. */
  locationIds: z.array(z.uuid()).nullable().optional(),
  /** When the account is deleted. */
  scheduledFor: z.iso.datetime().optional(),
  /** The call whose body named somebody else. */
  call: z.enum(identityCalls).optional(),
});

/**
 * Writes who did what into the account's trail, in the transaction of the change. The caller of the request says whether a
 * person, an API key or an administrator acted.
 * @throws ZodError for details that the schema does not know.
 */
export async function audit(
  trx: Transaction<DB>,
  entry: {
    accountId: string;
    userId: string | null;
    action: string;
    target?: string;
    details?: z.input<typeof auditDetailsSchema>;
  },
): Promise<void> {
  const actor = currentCallerScope()?.actor;
  await insertAuditEntry(trx, {
    accountId: entry.accountId,
    id: newId(),
    userId: entry.userId,
    action: entry.action,
    target: entry.target ?? null,
    details: auditDetailsSchema.parse(entry.details ?? {}),
    requestId: currentRequestId(),
    actor: actor?.kind ?? (entry.userId === null ? 'system' : 'person'),
    apiKeyId: actor?.kind === 'api-key' ? actor.keyId : null,
    adminId: actor?.kind === 'acting-admin' ? actor.adminId : null,
  });
}
