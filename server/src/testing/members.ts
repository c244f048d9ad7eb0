/** For tests only: further members of an account. */
import type { AccountRole } from '@kindling/contract/rights';
import { inSystem } from '../db/transaction.ts';
import type { SignedInUser } from '../http/caller.ts';
import { newId } from '../lib/ids.ts';
import type { TestApp } from './test-app.ts';

export interface TestMember extends SignedInUser {
  email: string;
  sub: string;
  token: string;
}

/** Adds a new person to the account, without an account of their own. */
export async function addMember(
  { services, issuer }: Pick<TestApp, 'services' | 'issuer'>,
  accountId: string,
  { email, role, locationIds }: { email: string; role: AccountRole; locationIds: readonly string[] | null },
): Promise<TestMember> {
  const userId = newId();
  const sub = `auth0|${email}`;
  await inSystem(services.db, async (trx) => {
    const person = { id: userId, issuer: services.settings.auth.issuer, sub, email };
    await trx.insertInto('users').values(person).execute();
    const member = { account_id: accountId, user_id: userId };
    await trx
      .insertInto('memberships')
      .values({ ...member, role, all_locations: locationIds === null })
      .execute();
    for (const location_id of locationIds ?? [])
      await trx
        .insertInto('membership_locations')
        .values({ ...member, location_id })
        .execute();
  });
  return { accountId, userId, role, locationIds, email, sub, token: await issuer.sign({ sub, email }) };
}
