import type { Limiter } from '@kindling/service/limiter';
import type { Transaction } from 'kysely';
import type { Database } from '../../db/client.ts';
import type { DB } from '../../db/types.gen.ts';
import type { MailRequest } from '../mail/index.ts';

export interface TeamDeps {
  db: Pick<Database, 'pool'>;
  /** Origin of the app, without a trailing slash. */
  publicUrl: string;
  /** Stores a mail in the transaction of what it is about. @returns its id */
  queueMail(request: MailRequest, trx: Transaction<DB>): Promise<string>;
  /** Sends stored mails after the commit, without waiting for the next sweep. */
  deliverSoon(ids: readonly string[]): Promise<void>;
  /** Counts look-ups of tokens from a network. */
  lookUpLimit: Limiter;
}
