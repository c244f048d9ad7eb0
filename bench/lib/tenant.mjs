import { randomUUID } from 'node:crypto';
import { createFirstBusiness } from '../../server/src/features/businesses/index.ts';
import { signUp } from '../../server/src/features/identity/index.ts';

/** Creates an account with its owner, as a sign-up does. */
export async function createTenant(db) {
  const sub = randomUUID();
  const bearer = {
    issuer: 'http://bench.localhost/',
    sub,
    email: `${sub}@example.com`,
    emailVerified: true,
    token: '',
  };
  const onBusinessAdded = async () => {};
  const hooks = {
    onAccountCreated: (trx, account) => createFirstBusiness({ onBusinessAdded }, trx, account),
    isInvited: async () => false,
  };
  const { accountId, userId } = await signUp(db, bearer, { name: 'Bench Owner' }, hooks);
  return { accountId, userId, role: 'owner', locationIds: null };
}
