import { asLanguage, type Language } from '@kindling/contract/constants';
import { type AlertChoices, readAlertChoices } from '@kindling/contract/profile';
import type { Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';

/** Somebody of an account, as mails address them. */
export interface AccountUser {
  email: string;
  displayName: string;
  locale: Language;
  alerts: AlertChoices;
}

/** The users of an account who may sign in, the first one first. */
export async function listAccountUsers(trx: Transaction<DB>, accountId: string): Promise<AccountUser[]> {
  const rows = await trx
    .selectFrom('users')
    .select(['email', 'display_name', 'locale', 'alerts'])
    .where('account_id', '=', accountId)
    .where('blocked_at', 'is', null)
    .orderBy('registered_at')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    email: row.email,
    displayName: row.display_name,
    locale: asLanguage(row.locale),
    alerts: readAlertChoices(row.alerts),
  }));
}
