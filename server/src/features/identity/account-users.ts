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

/** The members of an account who may sign in, the first one first. */
export async function listAccountUsers(trx: Transaction<DB>, accountId: string): Promise<AccountUser[]> {
  const rows = await trx
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['u.email', 'u.display_name', 'u.locale', 'm.alerts'])
    .where('m.account_id', '=', accountId)
    .where('u.blocked_at', 'is', null)
    .orderBy('m.created_at')
    .orderBy('u.id')
    .execute();
  return rows.map((row) => ({
    email: row.email,
    displayName: row.display_name,
    locale: asLanguage(row.locale),
    alerts: readAlertChoices(row.alerts),
  }));
}
