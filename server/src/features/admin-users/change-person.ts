/** What administrators decide about a person. Each change is in the operator's trail and in that of each of their accounts. */
import type { Role } from '@kindling/contract/constants';
import { asLanguage } from '@kindling/contract/constants';
import type { BlockReason } from '@kindling/contract/operator-reasons';
import type { Transaction } from 'kysely';
import { inSystem, retryTransient } from '../../db/transaction.ts';
import type { DB } from '../../db/types.gen.ts';
import {
  type ActionWithDetails,
  audit,
  auditOperator,
  blockPerson,
  changePersonRole,
  type DecidedPerson,
  deletePersonWithoutAccount,
  eraseJob,
  type PersonDecision,
  unblockPerson,
} from '../identity/index.ts';
import type { AdminUsersDeps } from './deps.ts';

/** @throws AppError as `changePersonRole` of identity */
export async function changeRole(
  deps: AdminUsersDeps,
  decision: PersonDecision,
  { role, expected }: { role: Role; expected: Role },
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

/** @throws AppError as `blockPerson` of identity */
export async function block(
  deps: AdminUsersDeps,
  decision: PersonDecision,
  reason: BlockReason,
): Promise<void> {
  let sub: string | null = null;
  await changing(deps, async (trx) => {
    const person = await blockPerson(trx, decision, deps.now());
    sub = person.sub;
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
  // Their tokens are refused by the block itself; this ends what would give them new ones.
  if (sub !== null) await deps.signIns?.endAll(sub);
}

/** @throws AppError as `unblockPerson` of identity */
export async function unblock(deps: AdminUsersDeps, decision: PersonDecision): Promise<void> {
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
    await audit(trx, { accountId, userId: null, adminId, target: userId, ...entry });
}

function addressOf({ email, display_name: name, locale }: DecidedPerson) {
  return { to: email, name: name || null, locale: asLanguage(locale) };
}
