import type { Transaction } from 'kysely';
import type { Database } from '../../db/client.ts';
import type { DB } from '../../db/types.gen.ts';
import type { Queue } from '../../jobs/queue.ts';
import type { Log } from '../../lib/log.ts';
import type { ComposedMail, MailRequest } from '../mail/index.ts';
import type { FormKeys } from '../submissions/index.ts';

/** The dependencies of the slice; module.ts builds them. */
export interface ReviewRequestsDeps {
  db: Pick<Database, 'pool'>;
  log: Log;
  queue: Pick<Queue, 'enqueue'>;
  /** Origin of the links. */
  publicUrl: string;
  /** Whether this installation can send mail at all. */
  mailWorks: boolean;
  /** Keys of the links, the newest first. */
  linkKeys: FormKeys;
  /** Makes the ids of mails unguessable, because a report names a mail by its id. */
  mailIdKey: string;
  /** Whether the account is not paid for. */
  isOnTrial(trx: Transaction<DB>, accountId: string): Promise<boolean>;
  /** Whether the plan of the account includes invitations at this moment. */
  mayInvite(trx: Transaction<DB>, accountId: string): Promise<boolean>;
  composeMail(request: MailRequest): ComposedMail;
  /** Stores a mail in the transaction of what it is about. */
  queueMail(request: MailRequest, trx: Transaction<DB>, id: string): Promise<string>;
  /** Sends stored mails after the commit, without waiting for the next sweep. */
  deliverSoon(ids: readonly string[]): Promise<void>;
  now?: () => Date;
}

export function nowOf({ now }: Pick<ReviewRequestsDeps, 'now'>): Date {
  return now?.() ?? new Date();
}
