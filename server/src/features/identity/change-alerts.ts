import { type AlertChoices, readAlertChoices } from '@kindling/contract/profile';
import type { Transaction } from 'kysely';
import type { Database } from '../../db/client.ts';
import { inSystem, inTenant } from '../../db/transaction.ts';
import type { DB } from '../../db/types.gen.ts';
import { audit } from './audit.ts';
import { type UserKey, updateAlerts } from './profile-queries.ts';

/** A member changes some alerts by a link of a mail, without signing in, or from another account. Does nothing for somebody who is no member any more. */
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

/**
 * Ends product news in every account of a person: it comes to the person, whichever account chose it. Safe to repeat.
 * @param except an account in which the caller ends it
 */
export async function endProductNews(
  { db }: { db: Pick<Database, 'pool'> },
  userId: string,
  except: string | null = null,
): Promise<void> {
  const accounts = await inSystem(db, (trx) => listAccountsOfUser(trx, userId));
  for (const accountId of accounts.filter((id) => id !== except))
    await inTenant(db, accountId, (trx) =>
      changeAlertsByLink(trx, { accountId, userId }, { productNews: false }),
    );
}

async function listAccountsOfUser(system: Transaction<DB>, userId: string): Promise<string[]> {
  const rows = await system
    .selectFrom('memberships')
    .select('account_id')
    .where('user_id', '=', userId)
    .execute();
  return rows.map(({ account_id }) => account_id);
}
