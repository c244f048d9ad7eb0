import type { TakedownReason } from '@kindling/contract/operator-reasons';
import type { Transaction } from 'kysely';
import type { Database } from '../../db/client.ts';
import type { DB } from '../../db/types.gen.ts';
import type { Queue } from '../../jobs/queue.ts';
import type { Log } from '../../lib/log.ts';
import type { RecordTakedown, TakedownOf } from '../embeds/index.ts';
import type { NotifyOfDeletion, SignInService } from '../identity/index.ts';
import type { AccountMailContent, MailRequest } from '../mail/index.ts';

export interface AdminUsersDeps {
  db: Database;
  queue: Pick<Queue, 'enqueue'>;
  log: Log;
  now(): Date;
  /** False on an installation without plans. */
  plansEnabled: boolean;
  publicUrl: string;
  /** Null where a hosted provider keeps sign-ins. */
  signIns: SignInService | null;
  notifyOfDeletion: NotifyOfDeletion;
  /** Stores a mail to one person in the transaction of the change. @returns its id; none for an address that cannot get one */
  mailPerson(trx: Transaction<DB>, request: MailRequest): Promise<string[]>;
  /** The same to the owners of an account. @returns the ids */
  mailOwners(trx: Transaction<DB>, accountId: string, content: AccountMailContent): Promise<string[]>;
  /** Sends stored mails after the commit. */
  deliverSoon(mailIds: readonly string[]): Promise<void>;
  takeDownEmbed(of: TakedownOf, reason: TakedownReason, record: RecordTakedown): Promise<void>;
  restoreEmbed(of: TakedownOf, record: RecordTakedown): Promise<void>;
}
