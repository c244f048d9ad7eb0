/** Who accepted the contract on processing of personal data. */
import type { Billing } from '@kindling/contract/billing';
import { processingChangedOn } from '@kindling/contract/site';
import type { Transaction } from 'kysely';
import type { Database } from '../../db/client.ts';
import { inTenant } from '../../db/transaction.ts';
import type { DB } from '../../db/types.gen.ts';
import { AppError } from '../../lib/app-error.ts';
import { type AccountUser, audit, listAccountUsers } from '../identity/index.ts';

/** The last version that somebody accepted, and who it was; null when nobody did. The person is null when they have left. */
export async function findAcceptance(
  trx: Transaction<DB>,
  accountId: string,
): Promise<{ version: string; at: Date; user: AccountUser | null } | null> {
  const row = await trx
    .selectFrom('processing_acceptances')
    .select(['version', 'user_id', 'accepted_at'])
    .where('account_id', '=', accountId)
    .orderBy('accepted_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) return null;
  const users = await listAccountUsers(trx, accountId);
  const user = users.find(({ userId }) => userId === row.user_id) ?? null;
  return { version: row.version, at: row.accepted_at, user };
}

export async function presentAcceptance(
  trx: Transaction<DB>,
  accountId: string,
): Promise<Billing['processing']['accepted']> {
  const found = await findAcceptance(trx, accountId);
  if (found === null) return null;
  const { version, at, user } = found;
  return { version, at: at.toISOString(), acceptedBy: user === null ? null : user.displayName || user.email };
}

/** @throws AppError `conflict` for another version than the current one, which the person has not seen */
export async function acceptProcessing(
  { db }: { db: Pick<Database, 'pool'> },
  { accountId, userId }: { accountId: string; userId: string },
  version: string,
): Promise<void> {
  if (version !== processingChangedOn) throw new AppError('conflict');
  await inTenant(db, accountId, async (trx) => {
    const inserted = await trx
      .insertInto('processing_acceptances')
      .values({ account_id: accountId, version, user_id: userId })
      .onConflict((conflict) => conflict.doNothing())
      .returning('version')
      .executeTakeFirst();
    if (inserted !== undefined) await audit(trx, { accountId, userId, action: 'plan.processing-accepted' });
  });
}
