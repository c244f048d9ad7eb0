import type { Transaction } from 'kysely';
import type { Database } from '../../db/client.ts';
import type { DB } from '../../db/types.gen.ts';
import type { Queue } from '../../jobs/queue.ts';
import type { Log } from '../../lib/log.ts';
import type { AlertRef, ComposedMail, MailRequest } from '../mail/index.ts';

/** The dependencies of the slice; module.ts builds them. */
export interface MailingsDeps {
  db: Pick<Database, 'pool'>;
  queue: Pick<Queue, 'enqueue'>;
  log: Log;
  /** False without a mail server. */
  mailWorks: boolean;
  /** Whether all mail stays in the mailbox of this machine. */
  localMailbox: boolean;
  plansEnabled: boolean;
  /** The most recipients of one mailing. */
  maxRecipients: number;
  composeMail(request: MailRequest): ComposedMail;
  /** Stores a mail in the transaction of what it is about. A known `id` stores nothing. */
  queueMail(request: MailRequest, trx?: Transaction<DB>, id?: string): Promise<string>;
  /** Sends stored mails after the commit, without waiting for the next sweep. */
  deliverSoon(ids: readonly string[]): Promise<void>;
  /** The address that ends mails of a kind to a member. */
  alertLink(ref: AlertRef): string;
  /** Takes one of the test mails of an administrator. @returns seconds to wait; 0 when it may be sent */
  takeTest(adminId: string): Promise<number>;
  now?: () => Date;
}

export function nowOf({ now }: Pick<MailingsDeps, 'now'>): Date {
  return now?.() ?? new Date();
}
