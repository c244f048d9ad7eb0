import type { BillingInterval, PlanPrices } from '@kindling/contract/billing';
import type { Limiter } from '@kindling/service/limiter';
import type { Transaction } from 'kysely';
import type { Database } from '../../db/client.ts';
import type { DB } from '../../db/types.gen.ts';
import type { Queue } from '../../jobs/queue.ts';
import type { Log } from '../../lib/log.ts';
import type { BillingMailContent } from '../mail/index.ts';
import type { PaymentSettings, StripeLoader } from './stripe-client.ts';

/** The dependencies of the slice on an installation with plans; module.ts builds them. */
export interface PaymentsDeps {
  db: Pick<Database, 'pool'>;
  queue: Pick<Queue, 'enqueue'>;
  log: Log;
  stripe: StripeLoader;
  settings: PaymentSettings;
  prices: PlanPrices;
  catalog: Catalog;
  /** Calls of an account that lead to calls of the provider. */
  callLimit: Limiter;
  publicUrl: string;
  /** The contract partner, as the settings name it. */
  operator: { name: string; address: string | null };
  now(): Date;
  /** The day on which an account is deleted at the earliest whose plan ended then. */
  findDeletionDay(trx: Transaction<DB>, accountId: string, endsAt: Date): Promise<Date>;
  /** Stores a mail to each owner of the account; once for each `key`. @returns the ids of the mails */
  mailOwners(
    trx: Transaction<DB>,
    accountId: string,
    notice: BillingMailContent,
    key: string,
  ): Promise<string[]>;
  /** Stores a mail to support. @returns its id */
  mailSupport(trx: Transaction<DB>, accountId: string, notice: DisputeNotice): Promise<string>;
  /** Sends stored mails without waiting for the next sweep. */
  deliverSoon(mailIds: readonly string[]): Promise<void>;
}

/** The prices of the plan at the provider. */
export interface Catalog {
  /** The provider's id of the price, which is made where it is missing. @throws AppError `payment-unavailable` */
  priceOf(interval: BillingInterval): Promise<string>;
}

export interface DisputeNotice {
  invoiceNumber: string;
  total: { amount: number; currency: string };
}
