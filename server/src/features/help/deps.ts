import type { Limits } from '@kindling/service/limits';
import type { Transaction } from 'kysely';
import type { Database } from '../../db/client.ts';
import type { DB } from '../../db/types.gen.ts';
import type { FailureReports } from '../../lib/failure-reports.ts';
import type { Log } from '../../lib/log.ts';
import type { MailRequest } from '../mail/index.ts';

export interface HelpDeps {
  db: Pick<Database, 'pool'>;
  log: Log;
  failures: Pick<FailureReports, 'report'>;
  limits: Limits;
  /** False on an installation without plans. */
  plansEnabled: boolean;
  /** HMAC key of the help desk's identity verification; null without a help desk. */
  hmacKey: string | null;
  /** Origin of our sign-in service. Its pages contain the help form too. */
  identityOrigin: string;
  /** Whether somebody pays for the account: its messages are answered first. */
  isPaying(trx: Transaction<DB>, accountId: string): Promise<boolean>;
  /** Stores a mail in the given transaction. @returns its id */
  queueMail(request: MailRequest, trx: Transaction<DB>): Promise<string>;
  /** Sends stored mails after the commit, at once instead of within a minute. */
  deliverSoon(ids: readonly string[]): Promise<void>;
}
