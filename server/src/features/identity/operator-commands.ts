/** What the commands of the operator's terminal change about people. */
import type { Database } from '../../db/client.ts';
import { inSystem } from '../../db/transaction.ts';
import { endSessions } from './acting.ts';
import { audit } from './audit.ts';
import { auditOperator } from './operator-audit.ts';
import { findPersonByIdentity, listMemberships, setRole } from './queries.ts';

/** Writes into the operator's trail, and into that of each account of a person, that the operator removed their second factor. */
export async function auditFactorRemoval(
  db: Pick<Database, 'pool'>,
  { issuer, sub }: { issuer: string; sub: string },
): Promise<void> {
  await inSystem(db, async (trx) => {
    const person = await findPersonByIdentity(trx, issuer, sub);
    if (person === null) return;
    await auditOperator(trx, { adminId: null, action: 'second-factor.removed', target: person.id });
    for (const { account_id: accountId } of await listMemberships(trx, person.id))
      await audit(trx, {
        accountId,
        userId: null,
        action: 'member.second-factor-removed',
        target: person.id,
      });
  });
}

/** Gives the user with this address a role, by a command of the terminal. Returns false when there is no such user. */
export async function changeRole(
  db: Pick<Database, 'pool'>,
  email: string,
  role: 'Regular' | 'Super Admin',
): Promise<boolean> {
  return inSystem(db, async (trx) => {
    const person = await setRole(trx, email, role);
    if (person?.changed === true) {
      // A Super Admin acts as Regular members only, and no Super Admin is acted as.
      const which = role === 'Regular' ? { adminId: person.id } : { userId: person.id };
      await endSessions(trx, which, role === 'Regular' ? 'role-lost' : 'member-changed');
      await auditOperator(trx, {
        adminId: null,
        action: 'role.changed',
        target: person.id,
        details: { role },
      });
    }
    return person !== null;
  });
}
