import type { Transaction } from 'kysely';
import type { Database } from '../../db/client.ts';
import type { DB } from '../../db/types.gen.ts';
import type { Log } from '../../lib/log.ts';
import type { MailRequest } from '../mail/index.ts';

export interface HelpDeps {
  db: Pick<Database, 'pool'>;
  log: Log;
  /** Key under which people are vouched for at the help desk; null without a help desk. */
  hmacKey: string | null;
  /** Origin of our sign-in service, whose pages have the form too. */
  identityOrigin: string;
  /** Stores a mail in the given transaction; it goes out when that has ended well. */
  queueMail(request: MailRequest, trx: Transaction<DB>): Promise<unknown>;
  /** Has stored mail sent at once instead of within a minute. */
  deliverMailNow(): Promise<void>;
}
