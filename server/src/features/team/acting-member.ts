/** What every change of a team begins with. */
import { type AccountRole, mayManageMember } from '@kindling/contract/rights';
import type { Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import type { SignedInUser } from '../../http/caller.ts';
import { AppError } from '../../lib/app-error.ts';
import { accessOf, findMemberRow, lockAccount, type MemberRow } from '../identity/index.ts';

export interface LockedTeam {
  accountName: string;
  /** The caller as they are now: another request may have changed them since this one was authorized. */
  actor: MemberRow;
  /** True while the account waits for its deletion. */
  closing: boolean;
}

/**
 * Locks the team of the caller's account until the transaction ends.
 * @throws AppError `no-membership` when the caller was removed meanwhile
 */
export async function lockTeam(
  trx: Transaction<DB>,
  { accountId, userId }: SignedInUser,
): Promise<LockedTeam> {
  const account = await lockAccount(trx, accountId);
  const actor = await findMemberRow(trx, accountId, userId);
  if (account === null || actor === null) throw new AppError('no-membership');
  return { accountName: account.name, actor, closing: account.closing };
}

/**
 * `becomes` is the role that the other one gets.
 * @throws AppError `role-forbids` when the caller may not manage a member of the role `other`
 */
export function requireManager(
  { actor }: LockedTeam,
  other: AccountRole,
  becomes: AccountRole = other,
): void {
  if (!mayManageMember(accessOf(actor), other, becomes)) throw new AppError('role-forbids');
}
