/** What administrators do beyond a single account, and the commands of the terminal: the operator's own trail. */
import { actingEndCauses } from '@kindling/contract/acting';
import { roles } from '@kindling/contract/constants';
import { errorStates } from '@kindling/contract/error-log';
import type { Transaction } from 'kysely';
import { z } from 'zod';
import type { DB } from '../../db/types.gen.ts';
import { closedObject } from '../../lib/closed-object.ts';
import { newId } from '../../lib/ids.ts';
import { currentRequestId } from '../../lib/request-id.ts';

const details = <Shape extends z.ZodRawShape>(shape: Shape) => closedObject('An operator entry', shape);
const noDetails = details({});

/** The actions with the details that the entry of each has. */
const detailsOfOperatorActions = {
  /** The target is the member as whom the administrator acts. */
  'acting.started': noDetails,
  'acting.ended': details({ because: z.enum(actingEndCauses) }),
  /** The target is the person. By a command when there is no administrator. */
  'role.changed': details({ role: z.enum(roles) }),
  /** An administrator signed one of their own browsers out, or all. */
  'session.ended': noDetails,
  'session.all-ended': noDetails,
  /** The target is the group. */
  'error.state-changed': details({ state: z.enum(errorStates) }),
  /** The target is the rule. */
  'error-rule.created': noDetails,
  'error-rule.removed': noDetails,
} as const satisfies Record<string, z.ZodObject>;

type Schemas = typeof detailsOfOperatorActions;
export type OperatorAction = keyof Schemas;

/** Each action with its details; those without any may leave them out. */
export type OperatorActionWithDetails = {
  [Action in OperatorAction]: z.input<Schemas[Action]> extends Record<string, never>
    ? { action: Action; details?: undefined }
    : { action: Action; details: z.input<Schemas[Action]> };
}[OperatorAction];

/**
 * Writes into the operator's trail, in the transaction of the change; call it only when something changed.
 * @param entry `adminId` null: by a command of the terminal, or by the program itself
 * @throws ZodError for details that are not those of the action
 */
export async function auditOperator(
  trx: Transaction<DB>,
  entry: { adminId: string | null; target?: string; accountId?: string } & OperatorActionWithDetails,
): Promise<void> {
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
