import type { Transaction } from 'kysely';
import type { Database } from '../../db/client.ts';
import type { DB } from '../../db/types.gen.ts';
import type { Log } from '../../lib/log.ts';
import type { MailRequest } from '../mail/index.ts';

export interface HelpDeps {
  db: Pick<Database, 'pool'>;
  log: Log;
  /** HMAC key of the help desk's identity verification; null without a help desk. */
  hmacKey: string | null;
  /** Origin of our sign-in service. Its pages contain the help form too. */
  identityOrigin: string;
  /** Stores a mail in the given transaction. It is sent after the commit. */
  queueMail(request: MailRequest, trx: Transaction<DB>): Promise<unknown>;
  /** Sends stored mail at once instead of within a minute. */
  deliverMailNow(): Promise<void>;
}
