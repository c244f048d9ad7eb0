import type { Transaction } from 'kysely';
import { inTenant } from '../../db/transaction.ts';
import type { DB } from '../../db/types.gen.ts';
import { dayOf } from '../../lib/time-zones.ts';
import { findAccountZone } from '../identity/index.ts';
import type { BillingMailContent } from '../mail/index.ts';
import type { DisputeNotice, PaymentsDeps } from './deps.ts';

export type AccountTransactionDeps = Pick<
  PaymentsDeps,
  'db' | 'mailOwners' | 'mailSupport' | 'deliverSoon' | 'operator' | 'now'
>;

/** A transaction of one account, with the mails that are stored in it. */
export interface AccountTransaction extends Pick<PaymentsDeps, 'operator' | 'now'> {
  trx: Transaction<DB>;
  accountId: string;
  /** The account's time zone, in which screens and mails name days. */
  zone: string;
  /** The day in the zone, `YYYY-MM-DD`. */
  dayOf(at: Date): string;
  /** Stores a mail to each owner; once for each `key`. */
  mailOwners(notice: BillingMailContent, key: string): Promise<void>;
  mailSupport(notice: DisputeNotice): Promise<void>;
}

/** Runs a transaction of an account, and sends the mails that it stored after its commit. */
export async function inAccountTransaction<T>(
  { db, mailOwners, mailSupport, deliverSoon, operator, now }: AccountTransactionDeps,
  accountId: string,
  work: (account: AccountTransaction) => Promise<T>,
): Promise<T> {
  const mailIds: string[] = [];
  const result = await inTenant(db, accountId, async (trx) => {
    const zone = await findAccountZone(trx, accountId);
    return work({
      trx,
      accountId,
      zone,
      operator,
      now,
      dayOf: (at) => dayOf(at, zone).day,
      async mailOwners(notice, key) {
        mailIds.push(...(await mailOwners(trx, accountId, notice, key)));
      },
      async mailSupport(notice) {
        mailIds.push(await mailSupport(trx, accountId, notice));
      },
    });
  });
  await deliverSoon(mailIds);
  return result;
}
