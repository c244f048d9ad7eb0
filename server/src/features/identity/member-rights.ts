import { type AccountRole, type Action, mayTake } from '@kindling/contract/rights';
import type { Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';

/**
 * Whether a person is a member of the account at this moment, is not blocked and may take the action: the rule of the
 * guard, for requests that carry no access token of the person.
 */
export async function mayMemberDo(
  trx: Transaction<DB>,
  { accountId, userId }: { accountId: string; userId: string },
  action: Action,
): Promise<boolean> {
  const member = await trx
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .innerJoin('accounts as a', 'a.id', 'm.account_id')
    .select(['m.role', 'm.all_locations'])
    .where('m.account_id', '=', accountId)
    .where('m.user_id', '=', userId)
    .where('u.blocked_at', 'is', null)
    .where('a.erasing_since', 'is', null)
    .$narrowType<{ role: AccountRole }>()
    .executeTakeFirst();
  // Which locations a limited member has makes no difference here.
  const access = member && { role: member.role, locationIds: member.all_locations ? null : [] };
  return mayTake(access ?? null, action);
}
