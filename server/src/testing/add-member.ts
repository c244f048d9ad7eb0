/** For tests only: another member of an account, who signed up without an account of their own. */
import type { AccountRole } from '@kindling/contract/rights';
import { inSystem } from '../db/transaction.ts';
import { addUser } from '../features/identity/index.ts';
import { insertMembership } from '../features/identity/queries.ts';
import type { TestApp, TestUser } from './test-app.ts';

export async function addMember(
  app: TestApp,
  accountId: string,
  email: string,
  { role, locationIds = null }: { role: AccountRole; locationIds?: readonly string[] | null },
): Promise<TestUser> {
  const { db, settings, users } = app.services;
  const bearer = {
    issuer: settings.auth.issuer,
    sub: `auth0|${email}`,
    email,
    emailVerified: true,
    token: '',
    issuedAt: Math.floor(Date.now() / 1000),
    signedInAt: null,
    sessionId: null,
  };
  const { userId } = await addUser(
    db,
    bearer,
    { name: email.split('@')[0] },
    { ...users, isInvited: async () => true },
  );
  await inSystem(db, (trx) => insertMembership(trx, { accountId, userId, role, locationIds }));
  return app.signIn(email);
}
