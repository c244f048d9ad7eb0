import type { Transaction } from 'kysely';
import type { Database } from '../../db/client.ts';
import type { DB } from '../../db/types.gen.ts';
import type { Queue } from '../../jobs/queue.ts';
import type { Log } from '../../lib/log.ts';

/** What owners are told. Days are days of the account's time zone, `YYYY-MM-DD`. */
export type PlanNotice =
  | { kind: 'trial-ending'; days: number; endsOn: string }
  | { kind: 'trial-ended' | 'plan-ended'; deletionOn: string }
  | { kind: 'account-deletion-warning'; days: 30 | 7 | 1; deletedOn: string; endedOn: string };

export interface PlanNoticesDeps {
  db: Pick<Database, 'pool'>;
  queue: Pick<Queue, 'enqueue'>;
  log: Log;
  /** False on an installation without plans, where nobody is told anything and nothing is deleted. */
  plansEnabled: boolean;
  now(): Date;
  /** Stores a mail to each owner. @returns their ids */
  mailOwners(trx: Transaction<DB>, accountId: string, notice: PlanNotice): Promise<string[]>;
  /** Sends stored mails without waiting for the next sweep. */
  deliverSoon(mailIds: readonly string[]): Promise<void>;
  /** Reads from the payment provider whether somebody pays. @throws AppError when it does not answer */
  readPayment(accountId: string): Promise<void>;
}
