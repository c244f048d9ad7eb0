/** What administrators decide about a person. Each change is in the operator's trail and in that of each of their accounts. */
import type { Role } from '@kindling/contract/constants';
import { asLanguage } from '@kindling/contract/constants';
import type { BlockReason } from '@kindling/contract/operator-reasons';
import type { Transaction } from 'kysely';
import { inSystem, retryTransient } from '../../db/transaction.ts';
import type { DB } from '../../db/types.gen.ts';
import { AppError } from '../../lib/app-error.ts';
import {
  type ActionWithDetails,
  audit,
  auditOperator,
  blockPerson,
  changePersonRole,
  type DecidedPerson,
  deletePersonWithoutAccount,
  eraseJob,
  findPersonIdByAddress,
  type PersonDecision,
  unblockPerson,
} from '../identity/index.ts';
import type { AdminUsersDeps } from './deps.ts';

/** @throws AppError as `changePersonRole` of identity */
export async function changeRole(
  deps: Pick<AdminUsersDeps, 'db' | 'deliverSoon' | 'mailPerson'>,
  decision: PersonDecision,
  { role, expected }: { role: Role; expected: Role | null },
): Promise<void> {
  await changing(deps, async (trx) => {
    const person = await changePersonRole(trx, decision, { role, expected });
    if (person === null) return [];
    const details = { role };
    await auditOperator(trx, {
      adminId: decision.adminId,
      action: 'role.changed',
      target: person.id,
      details,
    });
    await auditInAccounts(trx, decision, { action: 'member.operator-role-changed', details });
    return deps.mailPerson(trx, { kind: 'administrator-changed', ...addressOf(person), role });
  });
}

/**
 * The same for a command of the terminal. A worker sends the mail.
 * @returns false when nobody has signed in with the address
 * @throws AppError `last-admin`
 */
export async function changeRoleByCommand(
  deps: Pick<AdminUsersDeps, 'db' | 'mailPerson'>,
  email: string,
  role: Role,
): Promise<boolean> {
  const userId = await inSystem(deps.db, (trx) => findPersonIdByAddress(trx, email));
  if (userId === null) return false;
  const deliverSoon = async () => {};
  await changeRole({ ...deps, deliverSoon }, { adminId: null, userId }, { role, expected: null });
  return true;
}

/**
 * Shuts a person out and ends their sign-ins, also those that an earlier block has left.
 * @throws AppError as `blockPerson` of identity
 */
export async function block(
  deps: AdminUsersDeps,
  decision: PersonDecision,
  reason: BlockReason,
): Promise<void> {
  try {
    await changing(deps, async (trx) => {
      const person = await blockPerson(trx, decision, deps.now());
      const details = { reason };
      await auditOperator(trx, {
        adminId: decision.adminId,
        action: 'person.blocked',
        target: person.id,
        details,
      });
      await auditInAccounts(trx, decision, { action: 'member.blocked', details });
      return deps.mailPerson(trx, { kind: 'person-blocked', ...addressOf(person), reason });
    });
  } catch (error) {
    // A block that was cut off is asked for again.
    if (error instanceof AppError && error.code === 'conflict')
      await endBlockedSignIns(deps, decision.userId);
    throw error;
  }
  await endBlockedSignIns(deps, decision.userId);
}

/** Ends the sign-ins of a person who is blocked: their tokens are refused by the block, and nothing gives them new ones. */
async function endBlockedSignIns(
  { db, signIns }: Pick<AdminUsersDeps, 'db' | 'signIns'>,
  userId: string,
): Promise<void> {
  const person = await inSystem(db, (trx) =>
    trx
      .selectFrom('users')
      .select('sub')
      .where('id', '=', userId)
      .where('blocked_at', 'is not', null)
      .executeTakeFirst(),
  );
  if (person !== undefined) await signIns?.endAll(person.sub);
}

/**
 * Lifts a block. What an interrupted block has left signed in is ended before.
 * @throws AppError as `unblockPerson` of identity
 */
export async function unblock(deps: AdminUsersDeps, decision: PersonDecision): Promise<void> {
  await endBlockedSignIns(deps, decision.userId);
  await changing(deps, async (trx) => {
    const person = await unblockPerson(trx, decision);
    await auditOperator(trx, {
      adminId: decision.adminId,
      action: 'person.unblocked',
      target: person.id,
    });
    await auditInAccounts(trx, decision, { action: 'member.unblocked' });
    return deps.mailPerson(trx, { kind: 'person-unblocked', ...addressOf(person) });
  });
}

/** @throws AppError as `deletePersonWithoutAccount` of identity */
export async function removePerson(
  deps: AdminUsersDeps,
  decision: PersonDecision,
  typedEmail: string,
): Promise<void> {
  let erasureId: string | null = null;
  await changing(deps, async (trx) => {
    const deleted = await deletePersonWithoutAccount(trx, decision, typedEmail, deps.now());
    erasureId = deleted.erasureId;
    await auditOperator(trx, {
      adminId: decision.adminId,
      action: 'person.deleted',
      target: decision.userId,
    });
    return deps.mailPerson(trx, { kind: 'person-deleted', ...addressOf(deleted.person) });
  });
  if (erasureId !== null) await deps.queue.enqueue(eraseJob, { accountId: erasureId }, { key: erasureId });
}

/** Runs a change, again where the database rolled it back because of another one, and sends its mails after the commit. */
async function changing(
  { db, deliverSoon }: Pick<AdminUsersDeps, 'db' | 'deliverSoon'>,
  work: (trx: Transaction<DB>) => Promise<string[]>,
): Promise<void> {
  await deliverSoon(await retryTransient(() => inSystem(db, work)));
}

async function auditInAccounts(
  trx: Transaction<DB>,
  { adminId, userId }: PersonDecision,
  entry: ActionWithDetails,
): Promise<void> {
  const accounts = await trx
    .selectFrom('memberships')
    .select('account_id')
    .where('user_id', '=', userId)
    .orderBy('account_id')
    .execute();
  for (const { account_id: accountId } of accounts)
    await audit(trx, {
      accountId,
      userId: null,
      ...(adminId === null ? {} : { adminId }),
      target: userId,
      ...entry,
    });
}

function addressOf({ email, display_name: name, locale }: DecidedPerson) {
  return { to: email, name: name || null, locale: asLanguage(locale) };
}
