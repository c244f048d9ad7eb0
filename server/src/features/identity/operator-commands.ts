/** What the commands of the operator's terminal change about people. */
import type { Database } from '../../db/client.ts';
import { inSystem } from '../../db/transaction.ts';
import { audit } from './audit.ts';
import { auditOperator } from './operator-audit.ts';
import { findPersonByIdentity, listMemberships } from './queries.ts';

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
