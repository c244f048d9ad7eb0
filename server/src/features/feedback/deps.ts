import type { Transaction } from 'kysely';
import type { Database } from '../../db/client.ts';
import type { DB } from '../../db/types.gen.ts';
import type { Log } from '../../lib/log.ts';
import type { AlertRef, MailRequest } from '../mail/index.ts';

/** The dependencies of the slice; module.ts builds them. */
export interface FeedbackDeps {
  db: Pick<Database, 'pool'>;
  log: Log;
  /** Whether the account is not paid for. */
  isOnTrial(trx: Transaction<DB>, accountId: string): Promise<boolean>;
  /** Stores a mail in the transaction of what it is about. A known `id` stores nothing. */
  queueMail(request: MailRequest, trx: Transaction<DB>, id: string): Promise<string>;
  /** The address that ends mails of a kind to a member. */
  alertLink(ref: AlertRef): string;
  /** Sends stored mails after the commit, without waiting for the next sweep. */
  deliverSoon(ids: readonly string[]): Promise<void>;
  now?: () => Date;
}

export function nowOf({ now }: Pick<FeedbackDeps, 'now'>): Date {
  return now?.() ?? new Date();
}
