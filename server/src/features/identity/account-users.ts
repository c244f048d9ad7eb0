import { asLanguage, type Language } from '@kindling/contract/constants';
import { type AlertChoices, readAlertChoices } from '@kindling/contract/profile';
import type { AccountRole, MemberAccess } from '@kindling/contract/rights';
import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';

/** Somebody of an account, as mails address them, and what they may do. */
export interface AccountUser extends MemberAccess {
  userId: string;
  email: string;
  displayName: string;
  /** Hash of the picture; null without one. */
  picture: string | null;
  locale: Language;
  alerts: AlertChoices;
}

/** Whether the person sees one of these locations, so that news of them is meant for them. */
export function seesOneOf({ locationIds }: AccountUser, concerned: readonly string[]): boolean {
  return locationIds === null || concerned.some((id) => locationIds.includes(id));
}

/** The members of an account who may sign in, the first one first. */
export async function listAccountUsers(trx: Transaction<DB>, accountId: string): Promise<AccountUser[]> {
  const rows = await trx
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['u.id', 'u.email', 'u.display_name', 'u.picture', 'u.locale', 'm.alerts', 'm.all_locations'])
    .select(sql<AccountRole>`m.role`.as('role'))
    .select(
      sql<string[]>`array(select l.location_id from membership_locations l
        where l.account_id = m.account_id and l.user_id = m.user_id)`.as('location_ids'),
    )
    .where('m.account_id', '=', accountId)
    .where('u.blocked_at', 'is', null)
    .orderBy('m.created_at')
    .orderBy('u.id')
    .execute();
  return rows.map((row) => ({
    userId: row.id,
    email: row.email,
    displayName: row.display_name,
    picture: row.picture,
    locale: asLanguage(row.locale),
    alerts: readAlertChoices(row.alerts),
    role: row.role,
    locationIds: row.all_locations ? null : row.location_ids,
  }));
}
