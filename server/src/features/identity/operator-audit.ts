/** What administrators do beyond a single account, and the commands of the terminal: the operator's own trail. */

import { actingEndCauses } from '@kindling/contract/acting';
import { publicItemKinds } from '@kindling/contract/admin-users';
import { languages, roles } from '@kindling/contract/constants';
import { errorStates } from '@kindling/contract/error-log';
import { mailingKinds, segmentKinds, stopReasons } from '@kindling/contract/mailings';
import type { OperatorAction } from '@kindling/contract/operator-actions';
import { blockReasons, takedownReasons } from '@kindling/contract/operator-reasons';
import { connectorIds } from '@kindling/contract/platforms';
import { currentRequestId } from '@kindling/service/work-context';
import { sql, type Transaction } from 'kysely';
import { z } from 'zod';
import type { DB } from '../../db/types.gen.ts';
import { closedObject } from '../../lib/closed-object.ts';
import { newId } from '../../lib/ids.ts';
import { partsSeconds } from './audit.ts';

const details = <Shape extends z.ZodRawShape>(shape: Shape) => closedObject('An operator entry', shape);
const noDetails = details({});

/** The actions with the details that the entry of each has. */
const detailsOfOperatorActions = {
  /** The target is the member as whom the administrator acts. */
  'acting.started': noDetails,
  'acting.ended': details({ because: z.enum(actingEndCauses) }),
  /** The target is the person. By a command when there is no administrator. */
  'role.changed': details({ role: z.enum(roles) }),
  /** By a command, for somebody who has lost it. The target is the person. */
  'second-factor.removed': noDetails,
  /** The target is the person, as below; nobody keeps their address. */
  'person.blocked': details({ reason: z.enum(blockReasons) }),
  'person.unblocked': noDetails,
  'person.deleted': noDetails,
  'trial.extended': details({ days: z.int() }),
  /** `until`: the last day, null without an end. */
  'plan.given': details({ until: z.iso.date().nullable() }),
  'plan.taken-back': noDetails,
  'account.deletion-scheduled': details({ scheduledFor: z.iso.datetime() }),
  'account.deletion-canceled': noDetails,
  /** Its deletion began at once. */
  'account.deleted': noDetails,
  /** The target is the embed or the pipeline. */
  'item.taken-down': details({ kind: z.enum(publicItemKinds), reason: z.enum(takedownReasons) }),
  'item.restored': details({ kind: z.enum(publicItemKinds) }),
  /** An administrator signed one of their own browsers out, or all. */
  'session.ended': noDetails,
  'session.all-ended': noDetails,
  /** The target is the connector. Null: the default of the program. */
  'sync.settings-changed': details({
    connector: z.enum(connectorIds),
    intervalMinutes: z.int().nullable(),
    fastestIntervalMinutes: z.int().nullable(),
    fullPassDays: z.int().nullable(),
    callsPerMinute: z.int().nullable(),
  }),
  'sync.platform-paused': details({ connector: z.enum(connectorIds) }),
  'sync.platform-resumed': details({ connector: z.enum(connectorIds) }),
  'listing.paused': noDetails,
  'listing.resumed': noDetails,
  'listing.sync-requested': noDetails,
  /** Null: the default of the platform. */
  'listing.interval-changed': details({ syncIntervalMinutes: z.int().nullable() }),
  /** The target is the confirmation code. */
  'deletion-request.retried': noDetails,
  /** The target is the last hash of its trail. `entries`: how many the trail had. */
  'account.erased': details({ entries: z.int() }),
  /** The entries of a search of the trails, as a file. */
  'audit.exported': noDetails,
  /** The read-only mode for upgrades. By a command when there is no administrator. */
  'maintenance.read-only-on': noDetails,
  'maintenance.read-only-off': noDetails,
  /** The target is the notice. */
  'maintenance.notice-created': noDetails,
  'maintenance.notice-changed': noDetails,
  'maintenance.notice-removed': noDetails,
  /** The target is the mailing. */
  'mailing.created': noDetails,
  'mailing.changed': noDetails,
  'mailing.removed': noDetails,
  /** To the administrator alone. */
  'mailing.test-sent': details({ language: z.enum(languages) }),
  /** `startsAt` null: at once. */
  'mailing.confirmed': details({
    kind: z.enum(mailingKinds),
    segment: z.enum(segmentKinds),
    recipients: z.int(),
    startsAt: z.iso.datetime().nullable(),
  }),
  /** By the program when there is no administrator. */
  'mailing.stopped': details({ because: z.enum(stopReasons) }),
  /** Dead letters that are tried again. The target is the first one. */
  'mail.resent': details({ count: z.int() }),
  /** The target is the group. */
  'error.state-changed': details({ state: z.enum(errorStates) }),
  /** The target is the rule. */
  'error-rule.created': noDetails,
  'error-rule.removed': noDetails,
} as const satisfies Record<OperatorAction, z.ZodObject>;

type Schemas = typeof detailsOfOperatorActions;

/** Each action with its details; those without any may leave them out. */
export type OperatorActionWithDetails = {
  [Action in OperatorAction]: z.input<Schemas[Action]> extends Record<string, never>
    ? { action: Action; details?: undefined }
    : { action: Action; details: z.input<Schemas[Action]> };
}[OperatorAction];

/**
 * Writes into the operator's trail, in the transaction of the change; call it only when something changed.
 * @param entry `adminId` null: by a command of the terminal, or by the program itself. `continues`: see `audit`
 * @throws ZodError for details that are not those of the action
 */
export async function auditOperator(
  trx: Transaction<DB>,
  entry: {
    adminId: string | null;
    target?: string;
    accountId?: string;
    continues?: boolean;
  } & OperatorActionWithDetails,
): Promise<void> {
  if (entry.continues === true && (await hasRecentEntry(trx, entry.adminId, entry.action))) return;
  const parsed = detailsOfOperatorActions[entry.action].parse(entry.details ?? {});
  await trx
    .insertInto('operator_entries')
    .values({
      id: newId(),
      admin_id: entry.adminId,
      action: entry.action,
      target: entry.target ?? null,
      concerned_account: entry.accountId ?? null,
      details: JSON.stringify(parsed),
      request_id: currentRequestId(),
    })
    .execute();
}

async function hasRecentEntry(
  trx: Transaction<DB>,
  adminId: string | null,
  action: OperatorAction,
): Promise<boolean> {
  const { rows } = await sql`
    select from operator_entries
     where admin_id = ${adminId}::uuid and action = ${action}
       and at > now() - make_interval(secs => ${partsSeconds})
     limit 1`.execute(trx);
  return rows.length > 0;
}
