import { type AlertChoices, readAlertChoices } from '@kindling/contract/profile';
import type { Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import { audit } from './audit.ts';
import { type UserKey, updateAlerts } from './profile-queries.ts';

/** A member changes some alerts by a link of a mail, without signing in. Does nothing for somebody who is no member any more. */
export async function changeAlertsByLink(
  trx: Transaction<DB>,
  { accountId, userId }: UserKey,
  change: Partial<AlertChoices>,
): Promise<void> {
  const row = await trx
    .selectFrom('memberships')
    .select('alerts')
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) return;
  const alerts = { ...readAlertChoices(row.alerts), ...change };
  if (await updateAlerts(trx, { accountId, userId }, alerts))
    await audit(trx, { accountId, userId, action: 'profile.alerts', target: userId });
}

/** Every account of a person. Needs a transaction of the system. */
export async function listAccountsOfUser(trx: Transaction<DB>, userId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('memberships')
    .select('account_id')
    .where('user_id', '=', userId)
    .execute();
  return rows.map(({ account_id }) => account_id);
}
